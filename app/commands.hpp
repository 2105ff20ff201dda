// The subcommands. Each returns the exit code and throws scree's errors.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "scree/approximate/shaping.hpp"
#include "scree/bench/bench.hpp"
#include "scree/oracle/pairs.hpp"
#include "scree/reproduce/reproduce.hpp"
#include "scree/view/programs.hpp"

namespace app {

struct SceneOptions {
  std::string scene;
  std::vector<std::string> overrides;
  int threads = 0;
};
struct ViewCommand {
  std::string dir, host = "127.0.0.1", page;
  int port = -1;      // the first that is free
  bool open = true;   // in the desktop's browser
  bool wait = false;  // for a folder that is not there yet
};
struct RenderCommand {
  std::string dir, out, frame = "last", page;
  int width = 1600, height = 1000;
  std::map<std::string, std::string> settings;  // of the page, by name; empty: as the page likes
  bool chains = false, edges = false, legend = true;
  double patience = 120;  // s
};
struct RunCommand {
  SceneOptions scene;
  std::string out;
  bool resume = false, overwrite = false, quiet = false, view = false;
  ViewCommand viewer;
};
struct ExportCommand {
  std::string dir;
  bool vtk = false;
};
struct PictureCommand {
  std::string dir, out, html;
  int frame = -1;  // the last
  bool all = false, chains = false;
  std::string colour = "speed";
  std::vector<double> view;
  std::string cut;
};

int run(const RunCommand& command);
int check(const SceneOptions& command);
int table();
int export_frames(const ExportCommand& command);
int picture(const PictureCommand& command);
int view(const ViewCommand& command);
int render(const RenderCommand& command);
// The viewer as a program of its own: HDF5 is not for two threads at once, and what goes wrong with looking must not
// touch the run.
std::unique_ptr<scree::view::Child> view_beside(const std::string& dir, const ViewCommand& options);
int bench(const scree::bench::Options& options);
int pairs(const scree::pairs::Options& options);
int shape(const scree::approximate::Options& options);
int reproduce(const scree::reproduce::Options& options);

}  // namespace app
