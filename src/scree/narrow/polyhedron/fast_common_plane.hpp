// The fast common plane (Nezami et al. 2004) takes the common plane of bodies that are apart from a few candidates
// built on the two closest vertices a and b: across the line that joins them, along an edge at one and across the line
// to the other, along a face at either, or along an edge at each. The best candidate gives new closest vertices, until
// nothing changes. Bodies that overlap are moved apart along the last normal first (rungs.hpp).
//
// We differ in two ways. (1) No candidate is looked at from all vertices. The best of the planes that have a and b for
// their closest vertices is the one along the part of b - a in the cone of their normals, and the candidates are the
// points where that cone can be met: its inside, its sides, its rays. A candidate need only be held against the edges
// at a and b, and the one that is right can be told by itself (Karush, Kuhn, Tucker): b - a is made up of the normal
// and of the edges that the plane lies along, each forwards. It does not matter which is tried first, and from memory
// that is the one that gave the last plane. (2) The iteration also stops where the plane is proved, because the
// features along it lie over each other: then their shortest link is upright on it, and no slab is wider.
//
// If several vertices lie equally far along the new normal, the pair nearest to each other is taken first: a face
// candidate has all its vertices at one level, and the next candidates must be built where the other body is.
#pragma once
#include "scree/narrow/polyhedron/pair.hpp"

namespace scree::polyhedron {

// Describes a body as its closest vertex sees it, in the body's frame.
struct ClosestVertex {
  const PolyhedronView& s;
  int v;
  Vec3 p;     // the vertex
  Vec3 link;  // from there to the other body's

  SCREE_HD int begin() const { return s.fan_start[v]; }
  SCREE_HD int end() const { return s.fan_start[v + 1]; }
  SCREE_HD Vec3 edge(int k) const { return s.fan_points[k] - p; }
  SCREE_HD int find_edge(int which) const {
    for (int k = begin(); k < end(); ++k)
      if (s.fan_edge[k] == which) return k;
    return -1;
  }
  // Does nothing of the body reach farther along d than the vertex? The edge `along` is at right angles to d and is
  // skipped.
  SCREE_HD bool is_top(const Vec3& d, int along = -1) const {
    const Real slack = Real(1e-12) * s.radius * (std::fabs(d.x) + std::fabs(d.y) + std::fabs(d.z));
    for (int k = begin(); k < end(); ++k)
      if (dot(d, edge(k)) > slack && k != along) return false;
    return true;
  }
};

// Holds a plane that has the two vertices closest to it, and is the best of those that have.
struct CandidatePlane {
  Vec3 n{};
  Feature a, b;         // along the plane
  bool proved = false;  // the features lie over each other
};

// Holds the candidates at two closest vertices.
class ClosestVertices {
 public:
  SCREE_HD ClosestVertices(const Pair& pair, int va, int vb, LinkCounters& counters)
      : ClosestVertices(pair, va, vb, pair.to_a(pair.b.vertices[vb]) - pair.a.vertices[va], counters) {}
  // `link` leads from va to vb, with B moved to its place but not rotated.
  SCREE_HD ClosestVertices(const Pair& pair, int va, int vb, const Vec3& link, LinkCounters& counters)
      : pair_(pair),
        a_{pair.a, va, pair.a.vertices[va], link},
        b_{pair.b, vb, pair.b.vertices[vb], -pair.turn_to_b(link)},
        counters_(counters) {}

  // Returns false if no plane that parts the bodies has these for its closest vertices.
  SCREE_HD bool solve(CandidatePlane& found) const {
    return across_link(found) || along_any_edges(found) || along_any_face<true>(found) ||
           along_any_face<false>(found) || along_any_edge<true>(found) || along_any_edge<false>(found);
  }
  // Tries the candidate along these features alone.
  SCREE_HD bool solve_on(const Feature& fa, const Feature& fb, CandidatePlane& found) const {
    using enum FeatureKind;
    if (fa.kind == kFace) return along_known_face<true>(fa.index, found);
    if (fb.kind == kFace) return along_known_face<false>(fb.index, found);
    const int i = fa.kind == kEdge ? a_.find_edge(fa.index) : -1, j = fb.kind == kEdge ? b_.find_edge(fb.index) : -1;
    if (i >= 0 && j >= 0) return along_edges(i, j, pair_.X.R * b_.edge(j), found);
    if (i >= 0) return along_edge<true>(i, found);
    return j >= 0 ? along_edge<false>(j, found) : across_link(found);
  }

 private:
  template <bool kOfA>
  SCREE_HD const ClosestVertex& side() const {
    return kOfA ? a_ : b_;
  }
  // Holds a direction out of one body, seen from the other.
  template <bool kOfA>
  SCREE_HD Vec3 seen_from_other(const Vec3& d) const {
    return kOfA ? -pair_.turn_to_b(d) : -(pair_.X.R * d);
  }
  // `d` points out of one body, in its frame, and `own` is the feature the plane lies along.
  template <bool kOfA>
  SCREE_HD bool take(const Vec3& d, const Feature& own, bool proved, CandidatePlane& found) const {
    const Vec3 n = kOfA ? d : -(pair_.X.R * d);
    const Real l = norm(n);
    if (!(l > Real(1e-14) * pair_.size())) return false;
    const Feature other{FeatureKind::kVertex, side<!kOfA>().v};
    found = {n / l, kOfA ? own : other, kOfA ? other : own, proved};
    return true;
  }

  SCREE_HD bool across_link(CandidatePlane& found) const {
    ++counters_.plane_evaluations;
    return a_.is_top(a_.link) && b_.is_top(b_.link) && take<true>(a_.link, {FeatureKind::kVertex, a_.v}, true, found);
  }

  // The plane lies along an edge of one body and across the line to the other's vertex. The edge must lead towards it.
  template <bool kOfA>
  SCREE_HD bool along_edge(int k, CandidatePlane& found) const {
    const ClosestVertex &own = side<kOfA>(), &other = side<!kOfA>();
    const Vec3 u = own.edge(k);
    const Real forward = dot(own.link, u);
    if (!(forward > 0)) return false;
    ++counters_.plane_evaluations;
    const Real t = forward / norm2(u);
    const Vec3 d = own.link - t * u;
    return own.is_top(d, k) && other.is_top(seen_from_other<kOfA>(d)) &&
           take<kOfA>(d, {FeatureKind::kEdge, own.s.fan_edge[k]}, t < 1, found);
  }
  template <bool kOfA>
  SCREE_HD bool along_any_edge(CandidatePlane& found) const {
    for (int k = side<kOfA>().begin(); k < side<kOfA>().end(); ++k)
      if (along_edge<kOfA>(k, found)) return true;
    return false;
  }

  // The plane lies along a face of one body. The other's vertex must lie above the angle of the face at the own vertex.
  template <bool kOfA>
  SCREE_HD bool along_face(int face, CandidatePlane& found) const {
    const ClosestVertex &own = side<kOfA>(), &other = side<!kOfA>();
    const Vec3 x = own.p + own.link, d = own.s.normals[face];
    if (!(dot(d, own.link) > 0)) return false;
    bool inside = true;
    for (int h = own.s.face_start[face]; h < own.s.face_start[face + 1]; ++h) {
      if (dot(own.s.side_normals[h], x) <= own.s.side_offsets[h]) continue;
      if (own.s.loop[h] == own.v || loop_next(own.s, face, h) == own.v) return false;
      inside = false;
    }
    ++counters_.plane_evaluations;
    return other.is_top(seen_from_other<kOfA>(d)) && take<kOfA>(d, {FeatureKind::kFace, face}, inside, found);
  }
  template <bool kOfA>
  SCREE_HD bool along_any_face(CandidatePlane& found) const {
    const ClosestVertex& own = side<kOfA>();
    for (int k = own.begin(); k < own.end(); ++k)
      if (along_face<kOfA>(own.s.fan_face[k], found)) return true;
    return false;
  }
  template <bool kOfA>
  SCREE_HD bool along_known_face(int face, CandidatePlane& found) const {
    const ClosestVertex& own = side<kOfA>();
    for (int k = own.begin(); k < own.end(); ++k)
      if (own.s.fan_face[k] == face) return along_face<kOfA>(face, found);
    return false;
  }

  // The plane lies along an edge of either body; w is the edge of B in A's frame. The line to the other's vertex must
  // lead forwards along both.
  SCREE_HD bool along_edges(int i, int j, const Vec3& w, CandidatePlane& found) const {
    const Vec3 u = a_.edge(i), c = cross(u, w);
    const Real c2 = norm2(c), s = dot(cross(a_.link, w), c), t = dot(cross(a_.link, u), c);
    if (!(s > 0 && t > 0 && c2 > Real(1e-12) * norm2(u) * norm2(w))) return false;
    ++counters_.plane_evaluations;
    const Vec3 n = (dot(c, a_.link) < 0 ? -1 : 1) / std::sqrt(c2) * c;
    if (!a_.is_top(n, i) || !b_.is_top(-pair_.turn_to_b(n), j)) return false;
    found = {n, {FeatureKind::kEdge, a_.s.fan_edge[i]}, {FeatureKind::kEdge, b_.s.fan_edge[j]}, s < c2 && t < c2};
    return true;
  }
  // Tries only pairs where the edge of B lies on different sides of the faces at the edge of A.
  SCREE_HD bool along_any_edges(CandidatePlane& found) const {
    for (int j = b_.begin(); j < b_.end(); ++j) {
      const Vec3 w = pair_.X.R * b_.edge(j);
      for (int i = a_.begin(); i < a_.end(); ++i) {
        const int* f = a_.s.edges[a_.s.fan_edge[i]].f;
        if (dot(a_.s.normals[f[0]], w) * dot(a_.s.normals[f[1]], w) > 0) continue;
        if (along_edges(i, j, w, found)) return true;
      }
    }
    return false;
  }

  const Pair& pair_;
  ClosestVertex a_, b_;
  LinkCounters& counters_;
};

// Finds the corners of two features that are nearest to each other.
SCREE_HD inline void nearest_corners(const Pair& pair, const Feature& fa, const Feature& fb, int& va, int& vb) {
  Real best2 = Real(1e300);
  for (int i = 0; i < n_corners(pair.a, fa); ++i)
    for (int j = 0; j < n_corners(pair.b, fb); ++j) {
      const Real d2 = norm2(pair.to_a(corner(pair.b, fb, j)) - corner(pair.a, fa, i));
      if (d2 < best2) best2 = d2, va = corner_vertex(pair.a, fa, i), vb = corner_vertex(pair.b, fb, j);
    }
}

struct FastPlane {
  bool any = false;
  CandidatePlane plane;
  int va = 0, vb = 0;  // closest vertices
  int iterations = 0;
};

// Improves a plane that is not proved: it takes the corners along it that are nearest to each other, and where they do
// not give a wider slab, any pair that does. There is such a pair, unless the features lie over each other.
SCREE_HD inline bool widen(const Pair& pair, FastPlane& found, LinkCounters& counters) {
  const Vec3 n = found.plane.n;
  const Feature fa = extreme_feature(pair.a, n, found.va);
  const Feature fb = extreme_feature(pair.b, -pair.turn_to_b(n), found.vb);
  const auto gap_of = [&](int va, int vb, const Vec3& d) {
    return dot(d, pair.to_a(pair.b.vertices[vb]) - pair.a.vertices[va]);
  };
  const Real least = gap_of(found.va, found.vb, n) + Real(1e-14) * pair.size();
  const int old_a = found.va, old_b = found.vb;
  const auto try_pair = [&](int va, int vb) {
    CandidatePlane next;
    if ((va == old_a && vb == old_b) || !ClosestVertices(pair, va, vb, counters).solve(next)) return false;
    if (!next.proved && !(gap_of(va, vb, next.n) > least)) return false;
    found.plane = next, found.va = va, found.vb = vb;
    return true;
  };
  int near_a = old_a, near_b = old_b;
  nearest_corners(pair, fa, fb, near_a, near_b);
  if (try_pair(near_a, near_b)) return true;
  for (int i = 0; i < n_corners(pair.a, fa); ++i)
    for (int j = 0; j < n_corners(pair.b, fb); ++j)
      if (try_pair(corner_vertex(pair.a, fa, i), corner_vertex(pair.b, fb, j))) return true;
  return false;
}

// The plane across `start` parts the bodies. The search begins with the vertices va and vb, if they have a plane;
// `last` is what it lay along before, if there was one.
SCREE_HD inline FastPlane fast_common_plane(const Pair& pair, const Vec3& start, int va, int vb,
                                            const CandidatePlane* last, LinkCounters& counters) {
  constexpr int kLimit = 20;
  FastPlane found;
  found.va = va, found.vb = vb, found.iterations = 1;
  const ClosestVertices at(pair, va, vb, counters);
  found.any = (last && at.solve_on(last->a, last->b, found.plane)) || at.solve(found.plane);
  if (!found.any) {
    const Slab across = slab(pair, start, va, vb);
    found.va = across.top_a, found.vb = across.top_b;
    ++counters.plane_evaluations, ++found.iterations;
    found.any = ClosestVertices(pair, found.va, found.vb, counters).solve(found.plane);
  }
  while (found.any && !found.plane.proved && found.iterations < kLimit && widen(pair, found, counters))
    ++found.iterations;
  return found;
}

// Finds the widest of the slabs across n and across the candidates at two vertices, by looking at all of them.
struct Candidates {
  const Pair& pair;
  LinkCounters& counters;
  Vec3 centres;
  Vec3 n{};
  Slab across{Real(-1e300), 0, 0};

  // `sided` says that the direction has a side of its own; else it is made to point from A to B.
  SCREE_HD void offer(Vec3 d, bool sided, Real shortest) {
    if (!to_unit(d, shortest)) return;
    const bool backward = dot(d, centres) < 0;
    if (backward && sided) return;
    if (backward) d = -d;
    const Slab s = slab_by_scan(pair, d);
    ++counters.plane_evaluations;
    if (s.gap > across.gap) across = s, n = d;
  }
};

SCREE_HD inline void offer_candidates(const Pair& pair, int va, int vb, Candidates& best) {
  const PolyhedronView &A = pair.a, &B = pair.b;
  const Vec3 a = A.vertices[va], b = pair.to_a(B.vertices[vb]), link = b - a;
  const Real tiny = Real(1e-14) * pair.size();
  best.offer(link, false, tiny);
  for (int k = A.fan_start[va]; k < A.fan_start[va + 1]; ++k) best.offer(A.normals[A.fan_face[k]], true, 0);
  for (int k = B.fan_start[vb]; k < B.fan_start[vb + 1]; ++k)
    best.offer(-(pair.X.R * B.normals[B.fan_face[k]]), true, 0);
  for (int j = B.fan_start[vb]; j < B.fan_start[vb + 1]; ++j) {
    const Vec3 w = pair.X.R * (B.vertices[B.neighbours[j]] - B.vertices[vb]);
    best.offer(link - (dot(link, w) / norm2(w)) * w, false, tiny);
    for (int i = A.fan_start[va]; i < A.fan_start[va + 1]; ++i) {
      const Vec3 u = A.vertices[A.neighbours[i]] - a;
      best.offer(cross(u, w), false, Real(1e-12) * std::sqrt(norm2(u) * norm2(w)));
    }
  }
  for (int i = A.fan_start[va]; i < A.fan_start[va + 1]; ++i) {
    const Vec3 u = A.vertices[A.neighbours[i]] - a;
    best.offer(link - (dot(link, u) / norm2(u)) * u, false, tiny);
  }
}

}  // namespace scree::polyhedron
