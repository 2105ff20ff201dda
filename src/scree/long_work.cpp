#include "scree/long_work.hpp"

#include <unistd.h>

#include <cstdio>

namespace scree {
namespace {
bool on_terminal() {
  static const bool terminal = isatty(STDERR_FILENO) == 1;
  return terminal;
}
}  // namespace

LongWork::~LongWork() {
  if (shown_) std::fputs("\r\x1b[K", stderr), std::fflush(stderr);
}

void LongWork::stage(const std::string& what) {
  if (!on_terminal()) return;
  std::fputs(("\r\x1b[K" + name_ + ": " + what).c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

void LongWork::now_and_then(const std::function<std::string()>& what) {
  const auto now = std::chrono::steady_clock::now();
  if (!on_terminal() || now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  stage(what());
}

}  // namespace scree
