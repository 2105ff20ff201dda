#include "scree/memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>

namespace scree {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// The start of a file, without asking for memory; empty where there is none.
template <std::size_t N>
std::string_view read_start(const char* path, char (&buffer)[N]) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t n = ::read(file, buffer, N);
  ::close(file);
  return {buffer, std::size_t(std::max<ssize_t>(n, 0))};
}

std::optional<double> number_at(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == ' ') ++at;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data() + std::min(at, text.size()), text.data() + text.size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

double free_of_system() {
  char buffer[512];
  const std::string_view text = read_start("/proc/meminfo", buffer), key = "MemAvailable:";
  const std::size_t at = text.find(key);
  if (at == text.npos) return kEndless;
  const std::optional<double> kilobytes = number_at(text, at + key.size());
  return kilobytes ? 1024 * *kilobytes : kEndless;
}

// Pages of the process: all that it has asked for, and those that lie in memory.
struct Pages {
  double asked = 0, held = 0;
};
Pages pages() {
  char buffer[128];
  const std::string_view text = read_start("/proc/self/statm", buffer);
  Pages p;
  p.asked = number_at(text, 0).value_or(0);
  p.held = number_at(text, std::min(text.find(' '), text.size())).value_or(0);
  return p;
}
double page_size() { return double(::sysconf(_SC_PAGESIZE)); }

double left_by_limit() {
  struct rlimit limit;
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kEndless;
  return std::max(0.0, double(limit.rlim_cur) - page_size() * pages().asked);
}

double left_by_group() {
  char buffer[64];
  const std::optional<double> most = number_at(read_start("/sys/fs/cgroup/memory.max", buffer), 0);
  const std::optional<double> held = number_at(read_start("/sys/fs/cgroup/memory.current", buffer), 0);
  return most && held ? std::max(0.0, *most - *held) : kEndless;
}

char last_words[1200];
int last_code = 1;
const std::uint64_t* last_step = nullptr;

// Runs where there is no memory left: it asks for none.
[[noreturn]] void end_now() {
  char line[1400];
  char step[40] = "";
  if (last_step) std::snprintf(step, sizeof step, "in step %llu ", static_cast<unsigned long long>(*last_step));
  const int n =
      std::snprintf(line, sizeof line, "out of memory %swith %.3g GB held and %.3g GB more that are free: %s\n", step,
                    held_memory() / 1e9, std::min(free_memory(), 1e15) / 1e9, last_words);
  if (::write(STDERR_FILENO, line, std::size_t(std::clamp(n, 0, int(sizeof line) - 1))) < 0) ::_exit(last_code);
  ::_exit(last_code);
}

}  // namespace

double free_memory() { return std::min({free_of_system(), left_by_limit(), left_by_group()}); }
double held_memory() { return page_size() * pages().held; }

std::string bytes_text(double bytes) {
  return bytes < 1e6   ? fmt::format("{:.3g} kB", bytes / 1e3)
         : bytes < 1e9 ? fmt::format("{:.3g} MB", bytes / 1e6)
                       : fmt::format("{:.3g} GB", bytes / 1e9);
}

std::optional<std::string> too_much_memory(double bytes) {
  const double free = free_memory();
  if (bytes <= free) return std::nullopt;
  return fmt::format("about {} of memory would be needed, and {} are free", bytes_text(bytes), bytes_text(free));
}

void end_without_memory(const std::string& text, int exit_code, const std::uint64_t* step) {
  std::set_new_handler(nullptr);
  const std::size_t n = std::min(text.size(), std::size_t(1000));
  std::memcpy(last_words, text.data(), n);
  last_words[n] = '\0';
  last_code = exit_code;
  last_step = step;
  std::set_new_handler(end_now);
}

}  // namespace scree
