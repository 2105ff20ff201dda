// The subcommands. Each returns the exit code and throws scree's errors.
#pragma once
#include <string>
#include <vector>

#include "scree/bench/bench.hpp"
#include "scree/pairs/pairs.hpp"
#include "scree/shaping/shaping.hpp"

namespace app {

struct SceneOptions {
  std::string scene;
  std::vector<std::string> overrides;
  int threads = 0;
};
struct RunCommand {
  SceneOptions scene;
  std::string out;
  bool resume = false, overwrite = false, quiet = false;
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
int bench(const scree::bench::Options& options);
int pairs(const scree::pairs::Options& options);
int shape(const scree::shaping::Options& options);

}  // namespace app
