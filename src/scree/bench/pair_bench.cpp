#include "scree/bench/pair_bench.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "scree/bench/pair_report.hpp"
#include "scree/error.hpp"
#include "scree/store/files.hpp"

namespace scree::bench {
namespace {

using Say = std::function<void(const std::string&)>;

constexpr const char* kNoPeers =
    "# no scree_pair_peers beside this program; to compare: apt-get install {}; then the build has to be configured "
    "again "
    "(cmake --preset release)\n";

struct Peers {
  std::string program, motions;
  std::vector<PairPeer> codes;
};

Peers find_peers(const PairBench& o, const PairMotions& motions, const Say& say) {
  Peers peers;
  if (!o.peers) return peers;
  peers.program = pair_peer_program(o.driver);
  if (peers.program.empty()) {
    say(fmt::format(kNoPeers, kPairPeerPackages));
    return peers;
  }
  peers.codes = pair_peers(peers.program);
  peers.motions = (std::filesystem::path(o.work) / "pair_motions.txt").string();
  output::write_whole_file(peers.motions, motions_text(motions));
  return peers;
}

// Our code and the peers are measured in turns, so that a machine that others use too is equally slow for all. Ours
// runs once more before every peer, because it is over in a fraction of a second, and one disturbance would spoil a
// whole round.
void measure_in_turns(const PairBench& o, std::vector<TimedMotion>& ours, Peers& peers) {
  const auto measure_ours = [&] {
    for (TimedMotion& m : ours) m.take_time();
  };
  for (TimedMotion& m : ours) m.judge_answers();
  for (int round = 0; round < o.rounds; ++round) {
    measure_ours();
    for (PairPeer& p : peers.codes) {
      measure_peer(peers.program, peers.motions, ours.size(), p);
      measure_ours();
    }
  }
}

}  // namespace

void pair_bench(const PairBench& o, const Say& say) {
  const PairMotions motions = make_pair_motions(o.plan);
  say(
      fmt::format("# pairs: {} motions of {} steps near contact; S apart, P overlapping; CPU time of the calls alone, "
                  "the best of {} rounds\n",
                  motions.motions.size(), o.plan.steps, o.rounds));
  Peers peers = find_peers(o, motions, say);
  std::vector<TimedMotion> ours;
  ours.reserve(motions.motions.size());
  for (const PairMotion& m : motions.motions) ours.emplace_back(motions.set, m);
  measure_in_turns(o, ours, peers);

  const PairTable table = pair_table(ours, peers.codes);
  if (!o.csv.empty()) output::write_whole_file(o.csv, csv_of(table));
  say(text_of(table) + "\n" + targets_text(table) + peers_text(table) + ratio_line(table));
  if (table.faults() > 0) throw RunError(fmt::format("{} answers along the motions are not right", table.faults()));
}

}  // namespace scree::bench
