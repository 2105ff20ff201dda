// History: which contacts of the last step go on, which are new, which have ended.
#pragma once
#include "scree/force/combine.hpp"
#include "scree/narrow/points.hpp"
#include "scree/state/state.hpp"

namespace scree::force {

// Puts the springs of the batch in the order of `points`: those that go on keep theirs, new ones get none. Needs room
// for all points. `lost` gets the energy of the springs that found no point: the ledger's contact loss.
// `combined`, if given, is filled (combine.hpp).
void carry_springs(const Model& model, State& s, Batch& batch, const narrow::Points& points, Combined* combined,
                   ExactSum& lost);

// The energy a contact holds, and the part of it that its bodies get back as they part. Of a point among several, its
// share.
struct ContactEnergy {
  double held = 0, returned = 0;
};
ContactEnergy energy_of(const Model& model, const State& s, const Contacts& c, std::size_t k, std::uint32_t a,
                        std::uint32_t b);

// What the normal spring of a contact of a and b holds at an overlap.
double energy_at(const Model& model, const State& s, std::uint32_t a, std::uint32_t b, Real overlap);

// What contacts take with them whose pair is no longer listed. If the bodies have parted they have got the normal
// spring's share back; of a wall that was taken away nothing comes back.
ExactSum lost_with(const Model& model, const State& s, const Contacts& ended);

}  // namespace scree::force
