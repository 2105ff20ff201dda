// The progress of a run is one line that updates on a terminal, and plain lines in a log file.
#pragma once
#include <chrono>
#include <fstream>
#include <string>

#include "scree/state/state.hpp"

namespace scree {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  Progress(const std::string& log_path, bool append, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // It is called after every step; it looks at the clock and mostly does nothing.
  void after_step(const Model& model, const State& s, double end);
  // Writes a line for people to the log and, unless quiet, to the terminal.
  void say(const std::string& line);
  // Writes to the log only.
  void log(const std::string& text);
  // Writes to both, and to the terminal even when quiet.
  void warn(const std::string& line);
  double seconds() const;  // since the start

 private:
  std::string line(const Model& model, const State& s, double end);
  void clear_terminal_line();

  std::ofstream log_;
  bool quiet_, terminal_, line_shown_ = false;
  Clock::time_point start_, next_line_, next_log_, next_plain_, rate_since_;
  std::uint64_t rate_step_ = 0;  // step at the time rate_since_
  bool first_ = true;
  double steps_per_second_ = 0;
};

// Returns "1.5 s", "12 min 3 s", "2 h 5 min" or "3 d 4 h".
std::string duration_text(double seconds);

}  // namespace scree
