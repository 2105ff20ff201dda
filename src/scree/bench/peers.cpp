#include "scree/bench/peers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "scree/bench/processes.hpp"
#include "scree/error.hpp"

namespace scree::bench {

std::vector<std::string> installed_peers(const PeerDriver& driver, const std::string& scene,
                                         const std::vector<std::string>& wanted) {
  const ProgramResult r = run_program({driver.program, scene, "--installed"});
  if (r.status != 0) throw RunError(fmt::format("{} failed with exit code {}", driver.program, r.status));
  std::vector<std::string> codes;
  std::istringstream words(r.out);
  for (std::string code; words >> code;) {
    const bool named = std::find(wanted.begin(), wanted.end(), code) != wanted.end();
    if (wanted.empty() ? code != "yade-frict" : named) codes.push_back(code);
  }
  return codes;
}

Measurement measure_peer(const PeerDriver& driver, const std::string& scene, const std::string& code, std::int64_t n,
                         int threads, const Length& length) {
  std::vector<std::string> command = {driver.program, scene, "--words", "--codes", code, "--work", driver.work};
  const auto add = [&command](const char* option, const auto& value) {
    command.push_back(option);
    command.push_back(fmt::format("{}", value));
  };
  add("-n", n);
  add("--threads", threads);
  add("--warm", length.warm);
  if (length.steps > 0)
    add("--steps", length.steps);
  else
    add("--seconds", length.seconds);
  const ProgramResult r = run_program(command);
  Measurement m = from_words(r.out);
  m.scene = scene;
  m.code = code;
  m.threads = threads;
  if (r.status != 0 || !(m.rate() > 0)) m.failed = fmt::format("see {}/out.{}", driver.work, code);
  return m;
}

}  // namespace scree::bench
