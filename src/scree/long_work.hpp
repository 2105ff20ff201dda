// A line on the terminal about work before the first step that may take long. Nothing is written where standard error
// is no terminal, and nothing is left when the work is done.
#pragma once
#include <chrono>
#include <functional>
#include <string>

namespace scree {

class LongWork {
 public:
  explicit LongWork(std::string name) : name_(std::move(name)) {}
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;
  void stage(const std::string& what);  // "NAME: what"
  // Likewise, but asked for only now and then, so that loops may call it often.
  void now_and_then(const std::function<std::string()>& what);

 private:
  std::string name_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
};

}  // namespace scree
