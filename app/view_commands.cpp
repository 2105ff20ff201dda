// `scree view` and `scree render`, and the viewer beside `scree run --view`.
#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "commands.hpp"
#include "scree/error.hpp"
#include "scree/view/render.hpp"
#include "scree/view/server.hpp"

namespace fs = std::filesystem;

namespace app {

namespace {

// Blocked in all threads, so that they reach the one that waits for them.
sigset_t hold_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  return set;
}

// "1,2,3" with `n` numbers.
bool are_numbers(const std::string& text, std::size_t n) {
  std::size_t found = 0;
  for (const char *at = text.data(), *end = at + text.size(); at <= end; ++at, ++found) {
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || !std::isfinite(value) || (next != end && *next != ',')) return false;
    at = next;
  }
  return found == n;
}

bool is_cut(const std::string& text) {
  if (text.empty() || text[0] < 'x' || text[0] > 'z') return false;
  std::string rest = text.substr(1);
  if (rest == ",flip") return true;
  if (rest.ends_with(",flip")) rest.resize(rest.size() - 5);
  return rest.empty() || (rest[0] == ',' && are_numbers(rest.substr(1), 1));
}

void check_setting(const std::string& name, const std::string& value) {
  const auto refuse = [&](const char* allowed) {
    throw scree::InputError(fmt::format("--{} {}: must be {}", name, value, allowed));
  };
  const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  if (name == "cut" && !is_cut(value)) refuse("x, y or z, with a place in m and flip if wanted, e.g. y,0.5,flip");
  if (name == "range" && !are_numbers(value, 2)) refuse("two numbers, e.g. 0,2.5");
  if ((name == "eye" || name == "target") && !are_numbers(value, 3)) refuse("three numbers in m, e.g. 1,-2,0.5");
  if (name == "map" && !std::all_of(value.begin(), value.end(), plain)) refuse("the name of a colour map");
}

}  // namespace

int view(const ViewCommand& command) {
  if (!command.wait && !fs::exists(command.dir))
    throw scree::InputError(fmt::format("{}: there is no such folder", command.dir));
  const sigset_t signals = hold_signals();
  scree::view::Server server({.dir = command.dir, .page = command.page, .host = command.host, .port = command.port});
  if (!scree::view::is_loopback(command.host))
    fmt::print(stderr, "warning: listening on {}: everyone who can reach it can look at this run\n", command.host);
  server.start();
  fmt::print("{} shows {}; Ctrl-C ends it\n", server.address(), command.dir);
  std::fflush(stdout);
  if (command.open) scree::view::open_on_desktop(server.address());
  int signal = 0;
  sigwait(&signals, &signal);
  server.stop();
  return 0;
}

int render(const RenderCommand& command) {
  scree::view::RenderOptions options;
  options.dir = command.dir;
  options.out = command.out;
  options.frame = command.frame;
  options.width = command.width;
  options.height = command.height;
  options.page = command.page;
  options.patience = command.patience;
  for (const auto& [name, value] : command.settings) {
    if (value.empty()) continue;
    check_setting(name, value);
    options.settings.emplace_back(name, name == "bodies" && value == "hidden" ? "0" : value);
  }
  if (command.chains) options.settings.emplace_back("chains", "1");
  if (command.edges) options.settings.emplace_back("edges", "1");
  if (!command.legend) options.settings.emplace_back("legend", "0");
  const scree::view::Rendered done = scree::view::render(options);
  fmt::print("{}: frame {}, t = {:.6g} s\n", command.out, done.frame, done.time);
  return 0;
}

std::unique_ptr<scree::view::Child> view_beside(const std::string& dir, const ViewCommand& options) {
  std::vector<std::string> command = {"/proc/self/exe", "view", dir, "--wait", "--host", options.host};
  if (options.port >= 0) command.insert(command.end(), {"--port", fmt::format("{}", options.port)});
  if (!options.open) command.push_back("--no-open");
  if (!options.page.empty()) command.insert(command.end(), {"--page", options.page});
  return std::make_unique<scree::view::Child>(command, "", /*own_group=*/false);
}

}  // namespace app
