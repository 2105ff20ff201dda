// What a run's folder holds, apart from the formats in output/.
#pragma once
#include <cstdint>
#include <string>

#include "scree/scene/scene.hpp"

namespace scree::run_folder {

// InputError if `dir` cannot be a folder: it, or what it would lie in, is a file.
void refuse_if_file(const std::string& dir);
// Makes room for a fresh run: removes what an earlier run in `dir` has written and nothing else. InputError if there is
// no run in `dir`, but something that a run would write over.
void clear(const std::string& dir);
// The folder itself, scene.toml and overrides.txt. InputError if the folder cannot be made.
void write_scene(const std::string& dir, const Scene& scene);

struct NumberedFrame {
  std::uint64_t number = 0, step = 0;
};
// Removes frames of steps after `step`, with their VTK files: a resumed run makes them again. Returns the last of those
// that stay.
NumberedFrame remove_frames_after(const std::string& dir, std::uint64_t step);

// Says to other programs that a run goes on in `dir`, for as long as it lives: a lock on log.txt, which the system lets
// go of even when the program is killed. Where a file system has no locks, nobody is told.
class RunningMark {
 public:
  explicit RunningMark(const std::string& dir);
  ~RunningMark();
  RunningMark(const RunningMark&) = delete;

 private:
  int fd_ = -1;
};
bool is_running(const std::string& dir);

std::string read_text(const std::string& path);  // empty if there is none

}  // namespace scree::run_folder
