#include "signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <initializer_list>

namespace app {

namespace {

constexpr unsigned kPatience = 1;  // s, until a long step is told of

volatile std::sig_atomic_t stop_signal = 0;

void set_handler(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

// Only calls that are allowed in a handler.
void end_at_once(int signal) {
  set_handler(signal, SIG_DFL, 0);
  raise(signal);
}

void tell_of_long_step(int) {
  constexpr const char* kText =
      "\nends after this step; a second signal ends now, and --resume then goes on from the last checkpoint\n";
  // Nothing can be done where nobody listens.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kText, std::strlen(kText));
}

// A file that is too large is told of with every write: that is nobody who asks a second time.
void keep(int signal) {
  if (stop_signal != 0 && signal == SIGXFSZ) return;
  if (stop_signal != 0) return end_at_once(signal);
  stop_signal = signal;
  alarm(kPatience);
}

}  // namespace

// A handler, not SIG_IGN, which programs that we start would inherit.
void let_writing_fail() {
  for (const int signal : {SIGPIPE, SIGXFSZ})
    set_handler(
        signal, [](int) {}, SA_RESTART);
}

void stop_on_signals() {
  set_handler(SIGALRM, tell_of_long_step, SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU, SIGXFSZ}) set_handler(signal, keep, SA_RESTART);
}

bool stop_wanted() {
  if (stop_signal == 0) return false;
  alarm(0);
  return true;
}

}  // namespace app
