// What goes wrong and who erred: the input (exit code 2) or the run (exit code 1).
#pragma once
#include <stdexcept>
#include <string>

namespace scree {

// The scene, a table or a checkpoint is wrong. The text names file, line, key, value and what is allowed;
// several problems are several lines.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The run cannot go on: energy out of nowhere, a non-finite position, a full disk.
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

#if defined(SCREE_CHECKED)
#define SCREE_ASSERT(c) ((c) ? void(0) : ::scree::assertion_failed(#c, __FILE__, __LINE__))
[[noreturn]] void assertion_failed(const char* what, const char* file, int line);
#else
#define SCREE_ASSERT(c) ((void)0)
#endif

}  // namespace scree
