#include "scree/bench/processes.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "scree/error.hpp"

namespace scree::bench {

namespace {

constexpr int kDone = 0, kRunFailed = 1, kInputWrong = 2, kNoProgram = 127;

void write_all(int file, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t n = ::write(file, text.data() + at, text.size() - at);
    if (n <= 0 && errno != EINTR) return;
    if (n > 0) at += std::size_t(n);
  }
}

std::string read_all(int file) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t n = ::read(file, buffer, sizeof buffer);
    if (n > 0) text.append(buffer, std::size_t(n));
    if (n == 0 || (n < 0 && errno != EINTR)) return text;
  }
}

// Forks; `child` gets the end of a pipe to write to and returns the exit code. The result is what it wrote and the
// status of waitpid.
std::pair<std::string, int> fork_and_read(const std::function<int(int)>& child) {
  std::fflush(nullptr);
  int ends[2];
  if (::pipe(ends) != 0) throw RunError(fmt::format("no pipe: {}", std::strerror(errno)));
  const pid_t pid = ::fork();
  if (pid < 0) throw RunError(fmt::format("no process: {}", std::strerror(errno)));
  if (pid == 0) {
    ::close(ends[0]);
    const int code = child(ends[1]);
    std::fflush(nullptr);
    ::_exit(code);
  }
  ::close(ends[1]);
  std::string text = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return {std::move(text), status};
}

}  // namespace

std::string in_child(const std::function<std::string()>& work) {
  const auto child = [&work](int pipe) {
    try {
      write_all(pipe, work());
      return kDone;
    } catch (const InputError& e) {
      write_all(pipe, e.what());
      return kInputWrong;
    } catch (const std::exception& e) {
      write_all(pipe, e.what());
      return kRunFailed;
    }
  };
  auto [text, status] = fork_and_read(child);
  if (WIFSIGNALED(status)) throw RunError(fmt::format("the process that measures got signal {}", WTERMSIG(status)));
  if (WEXITSTATUS(status) == kInputWrong) throw InputError(text);
  if (WEXITSTATUS(status) != kDone) throw RunError(text);
  return std::move(text);
}

ProgramResult run_program(const std::vector<std::string>& command) {
  const auto child = [&command](int pipe) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    ::dup2(pipe, STDOUT_FILENO);
    ::execvp(words[0], words.data());
    return kNoProgram;
  };
  auto [text, status] = fork_and_read(child);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), std::move(text)};
}

}  // namespace scree::bench
