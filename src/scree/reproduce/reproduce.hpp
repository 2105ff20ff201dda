// Every table and figure of the papers is made again by the scripts in tools/reproduce, which run this program.
#pragma once
#include <string>
#include <vector>

namespace scree::reproduce {

struct Options {
  std::vector<std::string> ids;  // none: all
  bool list = false, quick = false, full = false, again = false;
  int jobs = 0, threads = 0;  // 0: by the number of processors
  std::string out = "out/reproduce";
  std::vector<std::string> with_run;  // NAME=DIR, finished runs from elsewhere
};

// Returns the call of the script, for a program that lies at `scree`.
std::vector<std::string> command_of(const Options& options, const std::string& scripts, const std::string& scree);

// This process becomes the script: it does not return unless that fails, which throws RunError.
[[noreturn]] void run(const Options& options);

}  // namespace scree::reproduce
