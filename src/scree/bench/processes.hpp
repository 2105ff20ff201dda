// Work runs in processes of its own, so that one measurement leaves nothing behind for the next: no memory, no threads.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace scree::bench {

// Forks and returns what `work` returned there. Errors come over with their text and kind. The process that calls must
// not have started threads: OpenMP's do not survive a fork.
std::string in_child(const std::function<std::string()>& work);

// Runs a program, found along PATH, and waits for it. Its standard error is ours.
struct ProgramResult {
  int status = 0;  // exit code, 127 if it cannot be started
  std::string out;
};
ProgramResult run_program(const std::vector<std::string>& command);

}  // namespace scree::bench
