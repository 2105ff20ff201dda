#include "scree/run_folder.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "scree/error.hpp"
#include "scree/output/files.hpp"
#include "scree/run.hpp"

namespace fs = std::filesystem;

namespace scree {

namespace {
constexpr std::array kWritten = {"scene.toml",  "overrides.txt", "model.h5",    "frames", "telemetry.csv",
                                 "checkpoints", "log.txt",       "summary.txt", "alarm",  "vtk"};
constexpr std::string_view kSourceMark = "# scene: ";
}  // namespace

bool holds_run(const std::string& dir) {
  return fs::exists(fs::path(dir) / "scene.toml") || fs::exists(fs::path(dir) / "checkpoints");
}

// A scene may name tables beside it, so the file it was read from comes first as long as it has not changed.
Scene load_scene_of_run(const std::string& dir) {
  if (!holds_run(dir)) throw InputError(fmt::format("{}: no run here (a run's folder holds scene.toml)", dir));
  const std::string copy = (fs::path(dir) / "scene.toml").string();
  std::string path = copy;
  std::vector<std::string> overrides;
  std::istringstream lines(run_folder::read_text((fs::path(dir) / "overrides.txt").string()));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kSourceMark)) {
      const std::string source = line.substr(kSourceMark.size());
      if (fs::exists(source) && run_folder::read_text(source) == run_folder::read_text(copy)) path = source;
    } else if (!line.empty()) {
      overrides.push_back(line);
    }
  }
  return load_scene(path, overrides);
}

namespace run_folder {

void refuse_if_used(const std::string& dir) {
  if (fs::exists(dir) && !fs::is_directory(dir)) throw InputError(fmt::format("{}: is a file, not a folder", dir));
  if (holds_run(dir))
    throw InputError(fmt::format("{}: already holds a run; --resume continues it, --overwrite replaces it", dir));
}

void clear(const std::string& dir) {
  for (const char* name : kWritten) fs::remove_all(fs::path(dir) / name);
}

void remove_frames_after(const std::string& dir, std::uint64_t last) {
  for (const char* folder : {"frames", "vtk"}) {
    std::error_code none;
    std::vector<fs::path> stale;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(dir) / folder, none)) {
      const std::string stem = entry.path().stem().string();
      const std::size_t digits = stem.find_first_of("0123456789");
      if (digits != std::string::npos && std::stoull(stem.substr(digits)) > last) stale.push_back(entry.path());
    }
    for (const fs::path& path : stale) fs::remove(path, none);
  }
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_scene(const std::string& dir, const Scene& scene) {
  std::error_code failure;
  fs::create_directories(dir, failure);
  if (failure) throw InputError(fmt::format("{}: cannot be made a folder: {}", dir, failure.message()));
  std::string overrides = fmt::format("{}{}\n", kSourceMark, fs::absolute(scene.path).string());
  for (const std::string& o : scene.overrides) overrides += o + "\n";
  output::write_whole_file((fs::path(dir) / "overrides.txt").string(), overrides);
  output::write_whole_file((fs::path(dir) / "scene.toml").string(), scene.text);
}

}  // namespace run_folder
}  // namespace scree
