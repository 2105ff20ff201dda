#include "commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <thread>

#include "scree/memory.hpp"
#include "scree/scree.hpp"
#include "scree/threads.hpp"
#include "scree/view/server.hpp"
#include "signals.hpp"

namespace fs = std::filesystem;

namespace app {

namespace {

scree::Scene load(const SceneOptions& options) {
  scree::use_threads(options.threads);
  const std::string text = fmt::format("{}: the scene needs more than there is", options.scene);
  scree::end_without_memory(text, 2);
  try {
    return scree::load_scene(options.scene, options.overrides);
  } catch (const std::bad_alloc&) {
    throw scree::InputError("out of memory: " + text);
  } catch (const std::length_error&) {  // more than any array can have
    throw scree::InputError("out of memory: " + text);
  }
}

// Frames of a run; InputError if there are none.
std::vector<std::string> frames_of(const std::string& dir) {
  std::vector<std::string> frames = scree::output::list_frames(dir);
  if (frames.empty()) throw scree::InputError(fmt::format("{}: no frames here (frames/NNNNNN.h5)", dir));
  return frames;
}

// "y" or "y=0.5"
void read_cut(const std::string& text, scree::output::PictureOptions& options) {
  if (text.empty()) return;
  std::size_t read = 0;
  try {
    options.cut_axis = text[0] - 'x';
    if (text.size() > 2) options.cut_at = std::stod(text.substr(2), &read);
  } catch (const std::exception&) {
    read = 0;
  }
  const bool number = text.size() > 2 && text[1] == '=' && read == text.size() - 2 && std::isfinite(options.cut_at);
  if (options.cut_axis < 0 || options.cut_axis > 2 || !(text.size() == 1 || number))
    throw scree::InputError(fmt::format("--cut {}: must be x, y or z, or with a place in m, e.g. y=0.5", text));
}

// Until it ends or somebody asks us to. It has the signals of the terminal itself, but not those sent to us alone.
void wait_for(scree::view::Child& viewer) {
  if (!viewer.is_alive()) return;
  fmt::print("the viewer goes on; Ctrl-C ends it\n");
  std::fflush(stdout);
  while (!stop_wanted() && viewer.is_alive()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  viewer.end();
}

}  // namespace

int run(const RunCommand& command) {
  let_writing_fail();
  scree::Scene scene = load(command.scene);
  scree::RunOptions options;
  options.out = command.out.empty() ? (fs::path("out") / fs::path(command.scene.scene).stem()).string() : command.out;
  options.resume = command.resume;
  options.overwrite = command.overwrite;
  options.quiet = command.quiet;
  options.threads = command.scene.threads;
  options.without_memory = [](const std::string& text, const std::uint64_t* step) {
    scree::end_without_memory(text, 1, step);
  };
  options.interrupted = stop_wanted;
  options.opened = stop_on_signals;
  std::unique_ptr<scree::view::Child> viewer;
  const auto look = [&] { viewer = view_beside(options.out, command.viewer); };
  if (command.view) {
    scree::view::list_page(scree::view::page_folder());  // before anything is written
    options.opened = [&look] {
      stop_on_signals();
      look();
    };
  }
  if (!command.quiet)
    for (const std::string& note : scene.notes) std::fputs((note + "\n").c_str(), stderr);
  const scree::RunResult result = scree::run(scene, options);
  if (result.interrupted) return 1;
  if (result.already_complete) fmt::print("this run is already complete; its last lines were:\n");
  fmt::print("{}", result.summary);
  if (command.view && !viewer) look();
  if (viewer) wait_for(*viewer);
  return 0;
}

int check(const SceneOptions& command) {
  fmt::print("{}", scree::physical_summary(load(command)));
  return 0;
}

int table() {
  fmt::print("{}", scree::tables_text());
  return 0;
}

int export_frames(const ExportCommand& command) {
  const scree::Scene scene = scree::load_scene_of_run(command.dir);
  const std::vector<std::string> frames = frames_of(command.dir);
  for (const std::string& path : frames)
    scree::output::write_vtk_frame(command.dir, scree::output::frame_number(path), scene.model,
                                   scree::output::read_frame(path));
  scree::output::write_pvd(command.dir);
  fmt::print("{} frames written; open {} in ParaView\n", frames.size(),
             (fs::path(command.dir) / "vtk" / "bodies.pvd").string());
  return 0;
}

int picture(const PictureCommand& command) {
  const scree::Scene scene = scree::load_scene_of_run(command.dir);
  std::vector<std::string> frames = frames_of(command.dir);
  scree::output::PictureOptions options;
  options.colour = command.colour;
  options.chains = command.chains;
  if (command.view.size() == 3) options.view = {command.view[0], command.view[1], command.view[2]};
  if (!command.view.empty() && !(norm2(options.view) > 0))
    throw scree::InputError("--view: the direction must not be zero");
  read_cut(command.cut, options);
  if (!command.html.empty()) {
    scree::output::write_film(command.html, scene.model, frames, options);
    fmt::print("{} frames in {}\n", frames.size(), command.html);
    return 0;
  }
  if (!command.all) {
    const auto wanted = [&](const std::string& path) {
      return scree::output::frame_number(path) == std::uint64_t(command.frame);
    };
    const auto found = command.frame < 0 ? frames.end() - 1 : std::find_if(frames.begin(), frames.end(), wanted);
    if (found == frames.end())
      throw scree::InputError(fmt::format("--frame {}: there are frames {} to {}", command.frame,
                                          scree::output::frame_number(frames.front()),
                                          scree::output::frame_number(frames.back())));
    frames = {*found};
  }
  for (const std::string& path : frames) {
    const std::string file = command.out.empty() || command.all
                                 ? (fs::path(command.dir) / "pictures" / fs::path(path).stem()).string() + ".svg"
                                 : command.out;
    scree::output::write_picture(file, scene.model, scree::output::read_frame(path), options);
    fmt::print("{}\n", file);
  }
  return 0;
}

int bench(const scree::bench::Options& asked) {
  scree::bench::Options options = asked;
  options.peers = options.peers || !options.codes.empty();  // whoever names peers wants them
  scree::bench::run(options);
  return 0;
}

int pairs(const scree::pairs::Options& options) { return scree::pairs::run(options) ? 0 : 1; }

int shape(const scree::approximate::Options& options) {
  scree::approximate::run(options);
  return 0;
}

int reproduce(const scree::reproduce::Options& options) { scree::reproduce::run(options); }

}  // namespace app
