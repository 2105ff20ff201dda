#include "scree/run/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "scree/run/run.hpp"
#include "scree/state/ledger.hpp"
#include "scree/step.hpp"

namespace scree {

namespace {
using std::chrono::milliseconds;
constexpr auto kLineEvery = milliseconds(200);
constexpr auto kLogEvery = milliseconds(10000);
constexpr auto kPlainEvery = milliseconds(30000);  // used when standard error is a file or a pipe

// A terminal that has gone away, or a pipe that nobody reads any more, must not stop a run.
void to_terminal(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.2g} s", seconds);
  if (seconds < 60) return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 1 : 0);
  const auto s = static_cast<std::uint64_t>(std::min(seconds + 0.5, 1e15));
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
  return fmt::format("{} d {} h", s / 86400, s % 86400 / 3600);
}

Progress::Progress(const std::string& log_path, bool append, bool quiet)
    : log_(log_path, append ? std::ios::app : std::ios::trunc),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      next_line_(start_ + kLineEvery),
      next_log_(start_ + kLogEvery),
      next_plain_(start_ + kPlainEvery),
      rate_since_(start_) {}

Progress::~Progress() { clear_terminal_line(); }

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void Progress::clear_terminal_line() {
  if (line_shown_) to_terminal("\r\x1b[K");
  line_shown_ = false;
}

void Progress::say(const std::string& text) {
  log_ << text << std::endl;
  if (quiet_) return;
  clear_terminal_line();
  to_terminal(text + "\n");
}

void Progress::log(const std::string& text) { log_ << text << std::flush; }

void Progress::warn(const std::string& text) {
  clear_terminal_line();
  log_ << "warning: " << text << std::endl;
  to_terminal("warning: " + text + "\n");
}

// Looks at a copy of the ledger: bringing the run's own up to date by the clock would make the run depend on the clock.
std::string Progress::line(const Model& model, const State& s, double end) {
  const double time = s.time(model);
  const double left = steps_per_second_ > 0 ? (end - time) / model.settings.dt / steps_per_second_ : 0;
  return fmt::format(
      "t = {:.6g} s  {:5.1f} %  {:.4g} steps/s  {} bodies  {} contacts  energy residual {:+.1e}  {} left", time,
      100 * std::min(1.0, time / end), steps_per_second_, count_free_bodies(s), count_touching(s),
      ledger_now(model, s).relative_residual(), duration_text(std::max(0.0, left)));
}

void Progress::after_step(const Model& model, const State& s, double end) {
  const Clock::time_point now = Clock::now();
  if (first_) {
    rate_step_ = s.counters.step;
    rate_since_ = now;
    first_ = false;
  }
  const bool line_due = !quiet_ && terminal_ && now >= next_line_;
  const bool plain_due = !quiet_ && !terminal_ && now >= next_plain_;
  const bool log_due = now >= next_log_;
  if (!line_due && !plain_due && !log_due) return;

  const double elapsed = std::chrono::duration<double>(now - rate_since_).count();
  if (elapsed > 0.1) {
    const double rate = double(s.counters.step - rate_step_) / elapsed;
    steps_per_second_ = steps_per_second_ > 0 ? 0.7 * steps_per_second_ + 0.3 * rate : rate;
    rate_step_ = s.counters.step;
    rate_since_ = now;
  }
  const std::string text = line(model, s, end);
  if (line_due) {
    to_terminal("\r\x1b[K" + text);
    line_shown_ = true;
    next_line_ = now + kLineEvery;
  }
  if (plain_due) {
    to_terminal(text + "\n");
    next_plain_ = now + kPlainEvery;
  }
  if (log_due) {
    log_ << text << std::endl;
    next_log_ = now + kLogEvery;
  }
}

}  // namespace scree
