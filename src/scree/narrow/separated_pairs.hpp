// Pairs of bodies that are known to be apart without a look at them.
//
// A plane that parts two bodies says how far beyond reach they are, and so how far they were where the pair list was
// made, at least: that less the ways both have gone since. Until their ways add up to as much they cannot touch. So a
// wide skin costs next to nothing where bodies of any shape are listed by their surfaces.
#pragma once
#include "scree/narrow/pair_table.hpp"

namespace scree::narrow {

// Is it known how far bodies have moved since the pair list was made? Those who look at single contacts do not ask.
inline bool knows_displacements(const BatchArgs& args) {
  return !args.whole && args.s.scratch.list.displacement.size() == args.s.bodies.size();
}
// Of pair p, two bodies.
inline float displacements(const BatchArgs& args, std::size_t p) {
  return args.s.scratch.list.displacement[args.pairs.a[p]] + args.s.scratch.list.displacement[args.pairs.b[p]];
}

// The pair's first memory, and its only one where bodies have one part each. Where they have more nobody remembers.
inline LinkMemo& memory_of(const BatchArgs& args, std::size_t p) { return args.memory.cache[args.memory.first[p]]; }

inline bool is_separated(const BatchArgs& args, std::size_t p) {
  return memory_of(args, p).clear > displacements(args, p);
}
// `beyond`: m beyond reach, now, along a normal of single precision: it may be that much too long.
inline void remember_separation(const BatchArgs& args, std::size_t p, Real beyond) {
  memory_of(args, p).clear = LinkMemo::rounded_down((1 - Real(2e-7)) * beyond - Real(displacements(args, p)));
}

}  // namespace scree::narrow
