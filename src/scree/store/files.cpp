#include "scree/store/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "scree/error.hpp"

namespace scree::output {

namespace {

std::filesystem::path folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

void sync_to_disk(const std::string& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
  const bool ok = fd >= 0 && ::fsync(fd) == 0;
  const int reason = errno;
  if (fd >= 0) ::close(fd);
  // EINVAL comes from a file system that knows no fsync for folders.
  if (!ok && reason != EINVAL) throw RunError(fmt::format("{}: cannot bring to disk: {}", path, std::strerror(reason)));
}

}  // namespace

void make_folder_of(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(folder_of(path), error);
  if (error) throw RunError(fmt::format("{}: cannot make the folder: {}", folder_of(path).string(), error.message()));
}

void put_in_place(const std::string& path, Durability durability) {
  const std::string temporary = temporary_name(path);
  if (durability == Durability::kOnDisk) sync_to_disk(temporary, O_RDONLY);
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    throw RunError(fmt::format("{}: cannot rename {} to it: {}", path, temporary, std::strerror(errno)));
  }
  // The name lives in the folder, so the folder must reach the disk too.
  if (durability == Durability::kOnDisk) sync_to_disk(folder_of(path).string(), O_RDONLY | O_DIRECTORY);
}

void write_whole_file(const std::string& path, const std::string& content) {
  make_folder_of(path);
  const std::string temporary = temporary_name(path);
  errno = 0;
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file.write(content.data(), std::streamsize(content.size()));
  file.close();
  if (!file) {
    const int reason = errno;
    std::remove(temporary.c_str());
    throw RunError(fmt::format("{}: cannot write: {}", path, std::strerror(reason)));
  }
  put_in_place(path, Durability::kRenamed);
}

std::string read_whole_file(const std::string& path, std::size_t n_bytes) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (error || !file) {
    throw InputError(fmt::format("{}: cannot read: {}", path, error ? error.message() : std::strerror(errno)));
  }
  std::string content(std::min(std::size_t(size), n_bytes), '\0');
  file.read(content.data(), std::streamsize(content.size()));
  content.resize(std::size_t(file.gcount()));
  return content;
}

}  // namespace scree::output
