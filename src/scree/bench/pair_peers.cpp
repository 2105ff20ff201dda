#include "scree/bench/pair_peers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "scree/bench/processes.hpp"
#include "scree/error.hpp"

namespace scree::bench {
namespace fs = std::filesystem;

std::string pair_peer_program(const std::string& driver) {
  std::error_code none;
  const fs::path here = fs::read_symlink("/proc/self/exe", none);
  const fs::path program = driver.empty() ? here.parent_path() / "scree_pair_peers" : fs::absolute(driver);
  return fs::exists(program) ? program.string() : "";
}

std::vector<PairPeer> pair_peers(const std::string& program) {
  const ProgramResult r = run_program({program, "--list"});
  if (r.status != 0) throw RunError(fmt::format("{} failed with exit code {}", program, r.status));
  std::vector<PairPeer> peers;
  std::istringstream words(r.out);
  for (std::string name; words >> name;) peers.push_back({name, {}});
  return peers;
}

void measure_peer(const std::string& program, const std::string& motions, std::size_t n_motions, PairPeer& peer) {
  const ProgramResult r = run_program({program, motions, peer.name});
  peer.motions.resize(n_motions);
  std::istringstream lines(r.out);
  std::size_t read = 0;
  for (PairPeer::Cost now; read < n_motions && lines >> now.seconds >> now.wrong; ++read) {
    PairPeer::Cost& best = peer.motions[read];
    best = {std::min(best.seconds, now.seconds), now.wrong};
  }
  if (r.status != 0 || read != n_motions)
    throw RunError(
        fmt::format("{} {} gave {} of {} motions, exit code {}", program, peer.name, read, n_motions, r.status));
}

}  // namespace scree::bench
