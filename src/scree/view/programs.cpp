#include "scree/view/programs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "scree/error.hpp"

namespace scree::view {

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

std::vector<char*> arguments(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  return words;
}

// Only calls that are safe with other threads about are made between fork and exec.
[[noreturn]] void become(char* const* words, int output) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (output >= 0) {
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
  }
  execvp(words[0], words);
  _exit(127);
}

}  // namespace

std::string find_program(const std::vector<std::string>& names) {
  const char* path = std::getenv("PATH");
  for (const std::string& name : names) {
    if (name.find('/') != std::string::npos) {
      if (access(name.c_str(), X_OK) == 0) return name;
      continue;
    }
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
      if (access((folder + "/" + name).c_str(), X_OK) == 0) return folder + "/" + name;
  }
  return "";
}

// The process is forked twice, so that nobody has to wait for it.
bool open_on_desktop(const std::string& address) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
  const std::string program = find_program({"xdg-open"});
  if (program.empty()) return false;
  const std::vector<std::string> command = {program, address};
  const std::vector<char*> words = arguments(command);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const pid_t first = fork();
  if (first == 0) {
    setsid();
    if (fork() == 0) become(words.data(), nowhere);
    _exit(0);
  }
  if (nowhere >= 0) close(nowhere);
  if (first < 0) return false;
  waitpid(first, nullptr, 0);
  return true;
}

Child::Child(const std::vector<std::string>& command, const std::string& log, bool own_group) : own_group_(own_group) {
  const std::vector<char*> words = arguments(command);
  const int output = log.empty() ? -1 : open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const pid_t us = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != us) _exit(1);
    if (own_group) setpgid(0, 0);
    become(words.data(), output);
  }
  const int error = errno;
  if (output >= 0) close(output);
  if (pid_ < 0) throw RunError(fmt::format("{}: cannot be started: {}", command.front(), std::strerror(error)));
  if (own_group) setpgid(pid_, pid_);  // the first of the two processes to come here sets it
}

Child::~Child() { end(); }

bool Child::is_alive() {
  if (pid_ > 0 && waitpid(pid_, nullptr, WNOHANG) != 0) pid_ = -1;
  return pid_ > 0;
}

void Child::end() {
  if (!is_alive()) return;
  const pid_t whom = own_group_ ? -pid_ : pid_;
  kill(whom, SIGTERM);
  for (int k = 0; k < 100 && is_alive(); ++k) usleep(20000);
  if (pid_ > 0) kill(whom, SIGKILL);
  wait();
}

void Child::wait() {
  while (pid_ > 0 && waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace scree::view
