// `scree pairs --algorithm shrunken_edge` says which pairs touch, and how (docs/shrunken-edges.md).
#pragma once
#include "scree/oracle/pairs.hpp"
#include "scree/store/pairs/pair_set.hpp"

namespace scree::pairs {

inline constexpr const char* kShrunkenEdge = "shrunken_edge";

// The lag is what vertices are moved by: up to it an overlap may go unseen. Pairs of sets that are named after a type
// must have that type; those that are apart are moved together along the normal first, until they overlap by more than
// the lag. In other sets, overlaps deeper than the lag must touch, and gaps wider than it must not.
enum class ShrunkenVerdict { kRight, kNone, kWrong, kLost };

struct ShrunkenAnswer {
  bool touches = false;
  FeatureKind a = FeatureKind::kVertex, b = FeatureKind::kVertex;
  Vec3 n = {0, 0, 0};  // in world axes
  Real depth = 0;      // depth at the pose that was used, which was moved if it was apart
  Real gap = 0, area = 0;
  int n_points = 0;
  ShrunkenVerdict verdict = ShrunkenVerdict::kRight;
  bool other_type = false;  // other than the exact features have; no error where the set has no label
};

struct ShrunkenAnswers {
  std::vector<ShrunkenAnswer> of;  // one a pair
  double ns = 0;                   // for a pair
};
ShrunkenAnswers ask_shrunken(const PairSet<Space>& set, Real shrinkage, int repeat);

// Prints rows, table and summary; returns false if an answer was wrong or lost.
bool run_shrunken(const Options& options, const PairSet<Space>& set);

}  // namespace scree::pairs
