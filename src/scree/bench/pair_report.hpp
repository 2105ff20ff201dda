// These are the tables of `scree bench pairs`: ours, the peers', the figures aimed at, and the ratio.
#pragma once
#include "scree/bench/pair_cost.hpp"
#include "scree/bench/pair_peers.hpp"

namespace scree::bench {

// Holds one library on the motions of one class and kind.
struct PeerCost {
  double ns = 0;
  std::size_t wrong = 0;
};
struct PairRow {
  PairCost ours;
  std::vector<PeerCost> peers;  // in the order of their names
};
struct PairTable {
  std::vector<std::string> peers;
  std::vector<PairRow> rows;

  const PairRow* find(const std::string& family, char kind) const;
  std::size_t faults() const;  // number of answers of ours that are not right
};
PairTable pair_table(const std::vector<TimedMotion>& motions, const std::vector<PairPeer>& peers);

std::string text_of(const PairTable& table);
std::string csv_of(const PairTable& table);
// Says what was aimed at, what it is, and whether that is enough.
std::string targets_text(const PairTable& table);
// Lists every peer by the measure of the ratio, with its wrong answers. The text is empty where there is no ratio.
std::string peers_text(const PairTable& table);
// Returns the geometric mean over boxes and 14-vertex bodies, apart and overlapping, of the time of the fastest peer
// over ours. The fastest counts whether its answers are right or not. The text is empty without peers or without those
// four rows.
std::string ratio_line(const PairTable& table);

}  // namespace scree::bench
