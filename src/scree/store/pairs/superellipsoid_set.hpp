// The reference file holds pairs of superellipsoids with known answers (docs/pairs.md), and answers are judged here.
#pragma once
#include <string>
#include <vector>

#include "scree/narrow/superellipsoid_link.hpp"
#include "scree/store/pairs/judge.hpp"
#include "scree/store/pairs/text_file.hpp"
#include "scree/store/pairs/transformation.hpp"

namespace scree::pairs {

// The reference is in world axes.
struct SmoothReference {
  char kind = 'S';  // S apart, P overlapping
  Real gap = 0;
  Vec3 n{}, p_a{}, p_b{};
  Real kappa = 0;     // how far the point moves when a body does
  Real rounding = 0;  // how far the poses were rounded away from those the answer belongs to
};
struct SmoothPair {
  int id = 0;
  std::string set;
  Superellipsoid a, b;
  Pose X_a, X_b;
  SmoothReference reference;
};
struct SmoothAnswer {
  LinkStatus status = LinkStatus::kFailed;
  NormalLink link;
};

// Does the file hold pairs of superellipsoids? The first line tells.
bool holds_superellipsoids(const std::string& path);
std::vector<SmoothPair> read_superellipsoid_pairs(const std::string& path);
void transform(SmoothPair& pair, const Transformation& by);

// An answer is right if the gap is so to 1e-9 of the size, twice the smaller radius, the normal to 1e-8 rad, and the
// points to 1e-8 of the size, and more where rounding moves them farther. In an overlap another normal is as right if
// the bodies reach less far into each other along it.
Judgement judge(const SmoothPair& pair, const SmoothAnswer& answer);

SmoothAnswer ask(const SmoothPair& pair, const NormalOptions& options, NormalCache& cache, NormalCounters& counters);

}  // namespace scree::pairs
