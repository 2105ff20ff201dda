// The viewer starts other programs: the desktop's browser, and one without a window that draws a picture.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace scree::view {

// Returns false if there is no desktop, or nothing to open it with.
bool open_on_desktop(const std::string& address);

// Runs a program with its own process group, and ends it when this object goes. Its output goes to `log`, or to ours if
// that is empty.
class Child {
 public:
  // Throws RunError if it cannot be started. It ends when this program is killed, too.
  Child(const std::vector<std::string>& command, const std::string& log, bool own_group = true);
  ~Child();
  Child(const Child&) = delete;

  bool is_alive();  // also takes note of its end
  void end();       // asks, waits two seconds, kills
  void wait();

 private:
  pid_t pid_ = -1;
  bool own_group_;
};

// Returns the first of these that lies in PATH, or nothing (empty).
std::string find_program(const std::vector<std::string>& names);

}  // namespace scree::view
