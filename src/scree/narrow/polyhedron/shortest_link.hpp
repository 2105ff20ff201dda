// In the shortest link method, the common plane of two polyhedra that are apart is the perpendicular bisector of the
// shortest link between them, found by walking from feature to feature on either body in turn (Nezami et al. 2006,
// Secs. 3.3 to 3.5).
//
// We differ from the paper: the iteration stops when the two support planes across the link prove it (Pair, Slab), not
// when the points stop moving, so no last confirming iteration is needed; and the normal comes from the features (a
// face's normal, the cross product of two edges) where they have one, because (Q - P)/|Q - P| loses digits with the
// gap.
#pragma once
#include "scree/narrow/polyhedron/special_moves.hpp"

namespace scree::polyhedron {

enum class LinkEnd : std::uint8_t { kProved, kInside, kUnproved };

struct LinkSolution {
  LinkEnd end = LinkEnd::kUnproved;
  Vec3 n{};
  Slab across{};
  Real length = 0;
  int iterations = 0;
};

// Walks alternate from the given ends. `tight` is the proof asked for, a length. The slab's start vertices come in by
// solution.across.
SCREE_HD inline LinkSolution shortest_link(const Pair& pair, LinkEnds& ends, Real tight, int top_a, int top_b,
                                           LinkCounters& counters) {
  constexpr int kLimit = 40;
  LinkSolution found;
  found.across = {0, top_a, top_b};
  Real last = Real(1e300);
  for (int k = 1; k <= kLimit; ++k) {
    found.iterations = k;
    special_move(pair, ends, counters);
    const WalkEnd walked_a = walk(pair.a, pair.to_a(ends.b.p), ends.a, counters);
    if (walked_a == WalkEnd::kInside) return found.end = LinkEnd::kInside, found;
    const WalkEnd walked_b = walk(pair.b, pair.to_b(ends.a.p), ends.b, counters);
    if (walked_b == WalkEnd::kInside) return found.end = LinkEnd::kInside, found;
    special_move(pair, ends, counters);  // on the features just reached: often the last move needed
    const Vec3 link = pair.to_a(ends.b.p) - ends.a.p;
    found.length = norm(link);
    if (!(found.length > Real(1e-10) * pair.size())) return found.end = LinkEnd::kInside, found;
    found.n = normal_of_features(pair, ends.a.on, ends.b.on, link / found.length);
    found.across = slab(pair, found.n, found.across.top_a, found.across.top_b);
    ++counters.plane_evaluations;
    // The length grows with the square of an offset across n only, so the offset is looked at for its own sake.
    const bool upright = norm2(tangential(link, found.n)) <= Real(1e-22) * pair.size() * pair.size();
    if (upright && std::fabs(found.length - found.across.gap) <= tight) return found.end = LinkEnd::kProved, found;
    if (k > 1 && !(found.length < last)) return found;  // no shorter and not proved
    last = found.length;
  }
  return found;
}

// Without memory the search starts at the vertices that reach farthest towards the plane half-way between the centres.
SCREE_HD inline LinkEnds cold_ends(const Pair& pair, const Vec3& towards_b) {
  return {at_vertex(pair.a, climb(pair.a, towards_b, 0).vertex),
          at_vertex(pair.b, climb(pair.b, -pair.turn_to_b(towards_b), 0).vertex)};
}

// From memory the search starts at the remembered points, put back on their features. They are kept in body frames and
// should lie there still; but a link between points that do not would look shorter than it is.
SCREE_HD inline SurfacePoint put_back(const PolyhedronView& s, const Feature& on, const Vec3& p) {
  if (on.kind == FeatureKind::kVertex) return at_vertex(s, on.index);
  if (on.kind == FeatureKind::kEdge) return nearest_on_edge(s, on.index, p);
  return nearest_on_face(s, on.index, p);
}
SCREE_HD inline LinkEnds warm_ends(const Pair& pair, const LinkCache& cache) {
  return {put_back(pair.a, cache.a, cache.p_a), put_back(pair.b, cache.b, cache.p_b)};
}

}  // namespace scree::polyhedron
