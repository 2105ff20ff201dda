// The ticker writes a line on the standard error every ten seconds of long work.
#pragma once
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>

namespace scree::bench {

class Ticker {
 public:
  explicit Ticker(std::uint64_t n) : n_(n), start_(Clock::now()) {}
  void operator()(std::uint64_t done) {
    const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
    if (passed < next_) return;
    next_ = passed + 10;
    fmt::print(stderr, "{} of {} pairs, {:.0f} s, {:.0f} s to go\n", done, n_, passed,
               passed * double(n_ - done) / double(done));
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t n_;
  Clock::time_point start_;
  double next_ = 10;
};

}  // namespace scree::bench
