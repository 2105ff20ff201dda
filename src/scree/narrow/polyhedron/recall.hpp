// The remembered link is put up again on the features it ended on: the shortest link method starts so from memory.
//
// The nearest points of two features in known positions follow in closed form, and so does the normal. If they still
// lie within their features and the two support planes prove the link, this is the answer, and no walk is needed; along
// coherent motion that is so for all but a few per cent of steps. The same holds for overlaps of features that have a
// normal of their own (vertex and face, two edges that cross): there the guard has the last word.
#pragma once
#include "scree/narrow/polyhedron/depth_proof.hpp"
#include "scree/narrow/polyhedron/shortest_link.hpp"

namespace scree::polyhedron {

// Holds a link on two features, both ends inside them.
struct Recalled {
  Vec3 n, n_in_b;  // from A to B; the same in B's frame
  Vec3 p_a, p_b;   // each in its own frame
  Real gap;        // along n
};

SCREE_HD inline bool foot_in_face(const PolyhedronView& s, int face, const Vec3& x) {
  for (int h = s.face_start[face]; h < s.face_start[face + 1]; ++h)
    if (dot(s.side_normals[h], x) > s.side_offsets[h]) return false;
  return true;
}

SCREE_HD inline bool recall_vertex_face(const Pair& pair, int vertex, int face, Recalled& r) {
  const Vec3 x = pair.to_b(pair.a.vertices[vertex]);
  if (!foot_in_face(pair.b, face, x)) return false;
  r.n_in_b = -pair.b.normals[face];
  r.n = pair.X.R * r.n_in_b;
  r.gap = height(pair.b, face, x);
  r.p_a = pair.a.vertices[vertex];
  r.p_b = x + r.gap * r.n_in_b;
  return true;
}
SCREE_HD inline bool recall_face_vertex(const Pair& pair, int face, int vertex, Recalled& r) {
  const Vec3 x = pair.to_a(pair.b.vertices[vertex]);
  if (!foot_in_face(pair.a, face, x)) return false;
  r.n = pair.a.normals[face];
  r.n_in_b = pair.turn_to_b(r.n);
  r.gap = height(pair.a, face, x);
  r.p_a = x - r.gap * r.n;
  r.p_b = pair.b.vertices[vertex];
  return true;
}
SCREE_HD inline bool recall_edges(const Pair& pair, int edge_a, int edge_b, const Vec3& last_n, Recalled& r) {
  const int *va = pair.a.edges[edge_a].v, *vb = pair.b.edges[edge_b].v;
  const Vec3 p0 = pair.a.vertices[va[0]], u = pair.a.vertices[va[1]] - p0;
  const Vec3 w_in_b = pair.b.vertices[vb[1]] - pair.b.vertices[vb[0]];
  const Vec3 w = pair.X.R * w_in_b, d = pair.to_a(pair.b.vertices[vb[0]]) - p0;
  const Vec3 c = cross(u, w);
  const Real c2 = norm2(c);
  if (!(c2 > Real(1e-12) * norm2(u) * norm2(w))) return false;
  const Real over = 1 / c2;
  const Real s = dot(cross(d, w), c) * over, t = dot(cross(d, u), c) * over;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return false;
  r.n = (dot(c, last_n) < 0 ? -1 : 1) * std::sqrt(over) * c;
  r.n_in_b = pair.turn_to_b(r.n);
  r.gap = dot(r.n, d);
  r.p_a = p0 + s * u;
  r.p_b = pair.b.vertices[vb[0]] + t * w_in_b;
  return true;
}
// A vertex and an edge, or two vertices, are recalled only if they are apart, since the normal is that of the link.
SCREE_HD inline bool recall_points(const Pair& pair, const LinkCache& cache, Recalled& r) {
  r.p_a = cache.p_a, r.p_b = cache.p_b;
  if (cache.a.kind == FeatureKind::kVertex) r.p_a = pair.a.vertices[cache.a.index];
  if (cache.b.kind == FeatureKind::kVertex) r.p_b = pair.b.vertices[cache.b.index];
  const auto slide = [](const PolyhedronView& s, int edge, const Vec3& x, Vec3& p) {
    const int* v = s.edges[edge].v;
    const Vec3 o = s.vertices[v[0]], u = s.vertices[v[1]] - o;
    const Real t = dot(x - o, u) / norm2(u);
    p = o + t * u;
    return t > 0 && t < 1;
  };
  if (cache.a.kind == FeatureKind::kEdge && !slide(pair.a, cache.a.index, pair.to_a(r.p_b), r.p_a)) return false;
  if (cache.b.kind == FeatureKind::kEdge && !slide(pair.b, cache.b.index, pair.to_b(r.p_a), r.p_b)) return false;
  const Vec3 d = pair.to_a(r.p_b) - r.p_a;
  r.gap = norm(d);
  if (!(r.gap > Real(1e-8) * pair.size()) || dot(d, cache.n) < 0) return false;
  r.n = d / r.gap;
  r.n_in_b = pair.turn_to_b(r.n);
  return true;
}

SCREE_HD inline bool recall_on_features(const Pair& pair, const LinkCache& cache, Recalled& r) {
  const FeatureKind ka = cache.a.kind, kb = cache.b.kind;
  if (ka == FeatureKind::kVertex && kb == FeatureKind::kFace)
    return recall_vertex_face(pair, cache.a.index, cache.b.index, r);
  if (ka == FeatureKind::kFace && kb == FeatureKind::kVertex)
    return recall_face_vertex(pair, cache.a.index, cache.b.index, r);
  if (ka == FeatureKind::kEdge && kb == FeatureKind::kEdge)
    return recall_edges(pair, cache.a.index, cache.b.index, cache.n, r);
  if (ka == FeatureKind::kFace || kb == FeatureKind::kFace) return false;
  return recall_points(pair, cache, r);
}

enum class Recall : std::uint8_t {
  kProved,
  kDoubted,  // an overlap on the remembered features, which the guard does not confirm as the least
  kNo
};

// Is this the depth, up to `slack`? What was proved before may still do.
SCREE_HD inline bool depth_is_proved(const Pair& pair, const Recalled& r, Real depth, Real slack, LinkCache& cache,
                                     LinkCounters& counters) {
  if (cache.proved > 0 && cache.proved >= depth - slack) return true;
  ++counters.guarded;
  cache.proved = proved_depth(pair, r.n, depth, cache.a, cache.b, r.p_a, {-depth, cache.top_a, cache.top_b});
  return cache.proved >= depth - slack;
}

// Answers from memory if it can prove the answer. `tight` is a length; LinkOptions explains `hysteresis` and `moved`.
SCREE_HD inline Recall recall(const Pair& pair, Real tight, Real hysteresis, Real moved, LinkCache& cache, Link& link,
                              LinkCounters& counters) {
  cache.proved = cache.proved > moved ? cache.proved - moved : Real(0);
  Recalled r;
  if (!recall_on_features(pair, cache, r)) return Recall::kNo;
  const TopFeature a = climb_to_feature(pair.a, r.n, cache.top_a);
  const TopFeature b = climb_to_feature(pair.b, -r.n_in_b, cache.top_b);
  ++counters.plane_evaluations;
  const Real width = dot(r.n, pair.X.p) - a.top.value - b.top.value;
  cache.top_a = a.top.vertex, cache.top_b = b.top.vertex;
  Real residual = std::fabs(r.gap - width);  // never below zero but for rounding
  if (!(residual <= tight)) return Recall::kNo;
  Recall answer = Recall::kProved;
  if (r.gap <= 0) {
    if (!depth_is_proved(pair, r, -width, tight - hysteresis * width, cache, counters)) answer = Recall::kDoubted;
    residual = -width - cache.proved;
  } else {
    cache.proved = 0;
  }
  link.gap = r.gap, link.n = r.n, link.residual = residual, link.iterations = 1, link.rung = Rung::kWarm;
  link.p_a = r.p_a, link.p_b = pair.to_a(r.p_b);
  link.a = a.feature, link.b = b.feature;
  cache.state = r.gap > 0 ? LinkCache::State::kApart : LinkCache::State::kOverlap;
  cache.n = r.n, cache.p_a = r.p_a, cache.p_b = r.p_b;
  return answer;
}

}  // namespace scree::polyhedron
