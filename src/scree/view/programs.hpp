// Other programs: the desktop's browser, and one without a window that draws a picture.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace scree::view {

// False: there is no desktop, or nothing to open it with.
bool open_on_desktop(const std::string& address);

// A program with its own process group, ended with it when this object goes. What it prints goes to `log`; empty: here.
class Child {
 public:
  // RunError if it cannot be started. It ends when this program is killed, too.
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

// The first of these that lies in PATH; empty: none.
std::string find_program(const std::vector<std::string>& names);

}  // namespace scree::view
