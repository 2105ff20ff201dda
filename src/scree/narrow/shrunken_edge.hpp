// Contact of two convex polyhedra by their shrunken edges: is there one, of which of the six types, with which points,
// area and normal (Wang et al. 2015; docs/shrunken-edges.md). No iteration: the cost is bounded by edges times faces.
#pragma once
#include "scree/narrow/find_link.hpp"
#include "scree/narrow/manifold.hpp"
#include "scree/shape/shrunken_shape.hpp"

namespace scree {

// What one pass saw: the shrunken edges of the main body on the target.
struct ShrunkenCount {
  int relations[3] = {0, 0, 0};  // edges by EdgeRelation
  int vertices = 0;              // of the main body with a shrunken point on the target
  int target_faces = 0;          // that they come through, or that cut them off
};

struct ShrunkenContact {
  FeatureKind a = FeatureKind::kVertex, b = FeatureKind::kVertex;  // the type
  // From A to B: of the ways out that faces and touching edges offer, the one along which the bodies overlap least.
  Vec3 n{};
  Real gap = 0;   // minus what the shrunken edges are deep in; between two faces that of the bodies
  Real lag = 0;   // how much deeper the bodies are
  Real area = 0;  // of two faces, where they lie over each other
  Link link;      // the bodies after they were moved apart by the lag: what patches and points are made of
  // Only where the whole answer is asked for.
  static constexpr int kMaxPoints = 16;
  int n_points = 0;
  ContactPoint points[kMaxPoints];  // the first n_points are set
  ShrunkenCount count[2];           // A as the main body, B as the main body
};

// Widest gap at which two bodies touch.
inline Real shrunken_tolerance(const ShrunkenView& a, const ShrunkenView& b, Real part_of_inset) {
  return part_of_inset * (a.inset < b.inset ? a.inset : b.inset);
}

// False: no contact. The cache may be empty; it is filled for the next call. `hysteresis`: see LinkOptions. `whole`:
// points and counts, too.
bool find_shrunken_contact(const ShrunkenView& a, const ShrunkenView& b, const Pose& X_ab, Real tolerance,
                           Real hysteresis, bool whole, LinkCache& cache, ShrunkenContact& contact,
                           LinkCounters& counters);

}  // namespace scree
