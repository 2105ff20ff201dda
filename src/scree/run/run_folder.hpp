// These functions know what a run's folder holds, apart from the formats in store/ and frames/.
#pragma once
#include <cstdint>
#include <string>

#include "scree/scene/scene.hpp"

namespace scree::run_folder {

// Throws InputError if `dir` cannot be a folder: it, or what it would lie in, is a file.
void refuse_if_file(const std::string& dir);
// Makes room for a fresh run: removes what an earlier run in `dir` has written and nothing else. Throws InputError if
// there is no run in `dir`, but something that a run would write over.
void clear(const std::string& dir);
// Writes scene.toml and overrides.txt.
void write_scene(const std::string& dir, const Scene& scene);

struct NumberedFrame {
  std::uint64_t number = 0, step = 0;
};
// Removes frames of steps after `step`, with their VTK files: a resumed run makes them again. Returns the last of those
// that stay.
NumberedFrame remove_frames_after(const std::string& dir, std::uint64_t step);

// A run's folder belongs to one process at a time, from before the first file is touched to the end: a lock on a file
// in it, which the system lets go of even when the program is killed. The file names the process and its host. If the
// file system has no locks, the name alone counts.
class FolderLock {
 public:
  // Throws InputError if another run goes on in `dir`, which exists.
  explicit FolderLock(const std::string& dir);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // Is `dir` still the folder that was locked? It is not after somebody has deleted or moved it.
  bool is_in_place() const;

 private:
  std::string path_;
  int fd_ = -1;
};
// Tells a user who looks at a run whether it goes on.
bool is_running(const std::string& dir);
// Throws InputError if the folder cannot be made.
void make(const std::string& dir);

std::string read_text(const std::string& path);  // empty if there is none

}  // namespace scree::run_folder
