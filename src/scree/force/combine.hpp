// Several contact points of two bodies as one contact (Höhner et al. 2011; docs/clusters.md).
//
// A pair touches in regions: points whose normals are less than 60 degrees apart belong together. A region has one
// overlap, which the law sees, and each of its points a share of the force, the springs and the energy; shares add up
// to 1. So a region is as stiff as one contact, however many points it has. What a region remembers is spread over its
// points (Contacts::share, gap, springs): it can be indexed, split and merged with them.
#pragma once
#include <vector>

#include "scree/narrow/points.hpp"
#include "scree/state/state.hpp"

namespace scree::force {

// Of the points of a batch.
struct Combined {
  std::vector<Real> share, share_old;
  std::vector<Real> xi;                // overlap for the law
  std::vector<Real> xi_old;            // of the region in the last step
  std::vector<Real> xi_before;         // what the point held then: another one where regions have split or merged
  std::vector<Real> step;              // by how much the overlap of the point itself has grown
  std::vector<Vec3> shift_t, shift_r;  // what springs were moved by, so that the region keeps its force
  std::vector<Real> shift_s;
  std::vector<Real> own_gap;
  std::vector<std::uint32_t> region;  // from 1; 0 in Contacts: not combined
  std::vector<std::uint8_t> simple;   // one point before and now: nothing but a plain contact
  std::vector<std::uint8_t> handed;   // per old contact of the batch: its region goes on without it

  void resize(std::size_t n);
  void pad(std::size_t k);  // as Points
};

inline constexpr std::uint32_t kNoSpring = 0xffffffffu;

// `from`: where in `c` the springs of each point are, or kNoSpring. `reach`: points up to this gap are there.
void combine(Combination how, const Contacts& c, const Batch& batch, const narrow::Points& points,
             const std::vector<std::uint32_t>& from, Real reach, Combined& out);
// Once contacts are where their points are.
void keep_combined(const Combined& combined, const Batch& batch, Contacts& c);

}  // namespace scree::force
