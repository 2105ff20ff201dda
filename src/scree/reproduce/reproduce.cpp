#include "scree/reproduce/reproduce.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "scree/error.hpp"

namespace fs = std::filesystem;

namespace scree::reproduce {
namespace {

// This is Debian's python: the packages with matplotlib, h5py and VTK are made for it.
constexpr const char* kPython = "/usr/bin/python3";

void add_number(std::vector<std::string>& command, const char* name, int value) {
  if (value > 0) command.insert(command.end(), {name, std::to_string(value)});
}

}  // namespace

std::vector<std::string> command_of(const Options& o, const std::string& scripts, const std::string& scree) {
  std::vector<std::string> command{kPython, (fs::path(scripts) / "__main__.py").string(), "--scree", scree, "--out",
                                   o.out};
  command.insert(command.end(), {"--mode", o.quick ? "quick" : o.full ? "full" : "standard"});
  if (o.list) command.push_back("--list");
  if (o.again) command.push_back("--again");
  add_number(command, "--jobs", o.jobs);
  add_number(command, "--threads", o.threads);
  for (const std::string& run : o.with_run) command.insert(command.end(), {"--with-run", run});
  command.push_back("--");
  command.insert(command.end(), o.ids.begin(), o.ids.end());
  return command;
}

void run(const Options& options) {
  const std::string self = fs::read_symlink("/proc/self/exe").string();
  std::vector<std::string> words = command_of(options, SCREE_REPRODUCE_DIR, self);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::fflush(nullptr);
  execv(kPython, arguments.data());  // this process, so that signals and the exit code are the script's
  throw RunError(fmt::format("{}: {}; apt-get install python3 python3-h5py python3-matplotlib python3-vtk9 xvfb",
                             kPython, std::strerror(errno)));
}

}  // namespace scree::reproduce
