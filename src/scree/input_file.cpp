#include "scree/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "scree/error.hpp"

namespace scree {
namespace {

class Descriptor {
 public:
  // O_NONBLOCK: opening a pipe would wait for somebody who writes into it.
  explicit Descriptor(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int operator*() const { return fd_; }

 private:
  int fd_;
};

[[noreturn]] void refuse(const std::string& path, const std::string& why) { throw InputError(path + ": " + why); }

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

std::string too_large(double bytes, std::size_t most) {
  return fmt::format("the file has {:.3g} GB, more than the {:.3g} GB that can be read", bytes / 1e9,
                     double(most) / 1e9);
}

}  // namespace

std::string read_input_file(const std::string& path, std::size_t most) {
  if (path.empty() || path.find('\0') != path.npos) refuse(path, "is no name of a file");
  const Descriptor file(path);
  if (*file < 0) {
    if (errno == ENOENT || errno == ENOTDIR) refuse(path, "there is no such file");
    refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  struct stat status;
  if (::fstat(*file, &status) != 0) refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  if (!S_ISREG(status.st_mode)) refuse(path, fmt::format("is {}, not a file", kind_of(status.st_mode)));
  if (std::size_t(status.st_size) > most) refuse(path, too_large(double(status.st_size), most));

  // Some files of the system say that they have no length, and then have one. One byte more than the file has tells
  // where it ends.
  std::string bytes(std::size_t(status.st_size) + 1, '\0');
  std::size_t length = 0;
  while (true) {
    if (length == bytes.size()) {
      if (length > most) refuse(path, too_large(double(length), most));
      bytes.resize(std::max<std::size_t>(4096, 2 * length));
    }
    const ssize_t n = ::read(*file, bytes.data() + length, bytes.size() - length);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
    if (n == 0) break;
    length += std::size_t(n);
  }
  bytes.resize(length);
  return bytes;
}

}  // namespace scree
