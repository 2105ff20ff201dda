#include "scree/run/run_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include "scree/error.hpp"
#include "scree/run/run.hpp"
#include "scree/store/files.hpp"
#include "scree/store/hdf5.hpp"

namespace fs = std::filesystem;

namespace scree {

namespace {
// Lists what a run owns apart from scene.toml, in the order of removal; the pictures are made from its frames
// afterwards.
constexpr std::array kOwned = {"checkpoints", "overrides.txt", "model.h5", "frames", "telemetry.csv", "profiles.csv",
                               "log.txt",     "summary.txt",   "alarm",    "vtk",    "pictures"};
constexpr std::string_view kSourceMark = "# scene: ";

bool is_there(const fs::path& path) {
  std::error_code none;  // a path that cannot be looked at shows when it is written
  return fs::exists(path, none);
}

// Returns the number in a name of the form prefix, at least six digits, suffix.
std::optional<std::uint64_t> number_in(std::string_view name, std::string_view prefix, std::string_view suffix) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return std::nullopt;
  if (name.size() < prefix.size() + 6 + suffix.size()) return std::nullopt;
  name.remove_prefix(prefix.size());
  name.remove_suffix(suffix.size());
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

using NumberedFiles = std::multimap<std::uint64_t, fs::path>;

// Lists what in `folder` has such a name.
NumberedFiles numbered_files(const fs::path& folder, std::string_view prefix, const std::string& suffix) {
  NumberedFiles found;
  std::error_code none;  // no folder means no files
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none))
    if (const auto number = number_in(entry.path().filename().string(), prefix, suffix))
      found.emplace(*number, entry.path());
  return found;
}

// Returns nullopt if it cannot be read.
std::optional<std::uint64_t> step_of_frame(const std::string& path) {
  try {
    return output::h5::Reader(path).attribute<std::uint64_t>("step");
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

bool holds_run(const std::string& dir) {
  return is_there(fs::path(dir) / "scene.toml") || is_there(fs::path(dir) / "checkpoints");
}

// The copy in the folder is what was run. The files that it names lie beside the scene it was copied from.
Scene load_scene_of_run(const std::string& dir) {
  if (!holds_run(dir)) throw InputError(fmt::format("{}: no run here (a run's folder holds scene.toml)", dir));
  std::string source_folder;
  std::vector<std::string> overrides;
  std::istringstream lines(run_folder::read_text((fs::path(dir) / "overrides.txt").string()));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kSourceMark)) {
      source_folder = fs::path(line.substr(kSourceMark.size())).parent_path().string();
    } else if (!line.empty()) {
      overrides.push_back(line);
    }
  }
  const std::string copy = (fs::path(dir) / "scene.toml").string();
  try {
    return load_scene(copy, overrides, source_folder);
  } catch (const InputError& e) {
    throw InputError(
        fmt::format("{}\n  files that this copy of a scene names are looked for in {}, where the scene was", e.what(),
                    source_folder));
  }
}

namespace run_folder {

void refuse_if_file(const std::string& dir) {
  fs::path path = dir;
  while (!is_there(path) && path.has_relative_path()) path = path.parent_path();
  std::error_code none;
  if (!path.empty() && is_there(path) && !fs::is_directory(path, none))
    throw InputError(fmt::format("{}: {} is a file, not a folder", dir, path.string()));
}

// scene.toml stays until it is replaced: as long as anything of the old run is there, the folder counts as a run's.
void clear(const std::string& dir) {
  const bool run_here = holds_run(dir);
  for (const char* name : kOwned) {
    const fs::path path = fs::path(dir) / name;
    if (!is_there(path)) continue;
    if (!run_here)
      throw InputError(
          fmt::format("{}: holds no run, but a run would write over {}; move that away, or choose another --out", dir,
                      path.string()));
    std::error_code failure;
    fs::remove_all(path, failure);
    if (failure) throw InputError(fmt::format("{}: cannot be removed: {}", path.string(), failure.message()));
  }
}

// Numbers grow with the steps, so the first from the end that is not too late is the last to stay. A frame that cannot
// be read stays until one with its number comes.
NumberedFrame remove_frames_after(const std::string& dir, std::uint64_t step) {
  const fs::path frames = fs::path(dir) / "frames", vtk = fs::path(dir) / "vtk";
  constexpr std::array kVtkPrefixes = {"bodies_", "balls_", "shapes_", "joints_", "contacts_", "walls_"};
  std::error_code ignored;
  // A process that was killed in the middle of a write has left these.
  const auto remove_all = [&](const NumberedFiles& files) {
    for (const auto& [number, path] : files) fs::remove(path, ignored);
  };
  remove_all(numbered_files(frames, "", std::string(".h5") + output::kTemporarySuffix));
  for (const char* prefix : kVtkPrefixes)
    remove_all(numbered_files(vtk, prefix, std::string(".vtp") + output::kTemporarySuffix));

  const NumberedFiles all = numbered_files(frames, "", ".h5");
  for (auto frame = all.rbegin(); frame != all.rend(); ++frame) {
    const auto& [number, path] = *frame;
    const std::optional<std::uint64_t> its_step = step_of_frame(path.string());
    if (!its_step) continue;
    if (*its_step <= step) return {number, *its_step};
    fs::remove(path, ignored);
    for (const char* prefix : kVtkPrefixes) fs::remove(vtk / fmt::format("{}{:06}.vtp", prefix, number), ignored);
  }
  return {};
}

namespace {

std::string lock_file(const std::string& dir) { return (fs::path(dir) / ".scree.lock").string(); }

// The lock covers the whole file. It is a lock of the open file, not of the process, so that a program also sees those
// it holds itself.
struct flock whole_file(short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

std::string host_name() {
  std::array<char, 256> name = {};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

// Holds what the lock file says of the run that holds it.
struct Owner {
  long process = 0;
  std::string host;
  std::string text() const {
    return process > 0 ? fmt::format("process {} on {}", process, host) : "a process that has just begun";
  }
};

Owner owner_of(const std::string& path) {
  std::istringstream words(read_text(path));
  std::string process, on;
  Owner owner;
  if (!(words >> process >> owner.process >> on >> owner.host) || process != "process" || on != "on") return {};
  return owner;
}

// Decides without locks. A process of another host cannot be asked: it counts as alive.
bool may_be_alive(const Owner& owner) {
  if (owner.process <= 0 || (owner.process == getpid() && owner.host == host_name())) return false;
  return owner.host != host_name() || kill(pid_t(owner.process), 0) == 0 || errno == EPERM;
}

bool same_file(int fd, const std::string& path) {
  struct stat opened = {}, named = {};
  return fstat(fd, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

// A full or broken disk is not the fault of the caller.
[[noreturn]] void cannot_write(const std::string& path, int error) {
  const std::string what = fmt::format("{}: cannot be written: {}", path, std::strerror(error));
  if (error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO) throw RunError(what);
  throw InputError(what);
}

[[noreturn]] void refuse(const std::string& dir, const std::string& path, bool has_locks) {
  const std::string remedy = has_locks ? "" : fmt::format(" (if that process is gone, remove {})", path);
  throw InputError(
      fmt::format("{}: a run is going on in this folder, {}; wait for it, end it, or choose another --out{}", dir,
                  owner_of(path).text(), remedy));
}

}  // namespace

FolderLock::FolderLock(const std::string& dir) : path_(lock_file(dir)) {
  struct flock lock = whole_file(F_WRLCK);
  // A run that ends removes its file, so a process that has opened that one tries again.
  do {
    if (fd_ >= 0) close(fd_);
    fd_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd_ < 0) cannot_write(path_, errno);
    if (fcntl(fd_, F_OFD_SETLK, &lock) != 0) {
      const bool has_locks = errno == EAGAIN || errno == EACCES;
      if (has_locks || may_be_alive(owner_of(path_))) {
        close(fd_);
        refuse(dir, path_, has_locks);
      }
    }
  } while (!same_file(fd_, path_));
  const std::string owner = fmt::format("process {} on {}\n", getpid(), host_name());
  if (ftruncate(fd_, 0) != 0 || pwrite(fd_, owner.data(), owner.size(), 0) != ssize_t(owner.size())) {
    const int error = errno;
    unlink(path_.c_str());
    close(fd_);
    cannot_write(path_, error);
  }
}

FolderLock::~FolderLock() {
  if (is_in_place()) unlink(path_.c_str());
  close(fd_);
}

bool FolderLock::is_in_place() const { return same_file(fd_, path_); }

bool is_running(const std::string& dir) {
  const std::string path = lock_file(dir);
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (fd < 0) return false;
  struct flock lock = whole_file(F_RDLCK);
  const bool has_locks = fcntl(fd, F_OFD_GETLK, &lock) == 0;
  close(fd);
  return has_locks ? lock.l_type != F_UNLCK : may_be_alive(owner_of(path));
}

void make(const std::string& dir) {
  std::error_code failure;
  fs::create_directories(dir, failure);
  if (failure) throw InputError(fmt::format("{}: cannot be made a folder: {}", dir, failure.message()));
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_scene(const std::string& dir, const Scene& scene) {
  output::write_whole_file((fs::path(dir) / "scene.toml").string(), scene.text);  // first: it marks a run's folder
  std::string overrides = fmt::format("{}{}\n", kSourceMark, fs::absolute(scene.path).string());
  for (const std::string& o : scene.overrides) overrides += o + "\n";
  output::write_whole_file((fs::path(dir) / "overrides.txt").string(), overrides);
}

}  // namespace run_folder
}  // namespace scree
