// The way out of an overlap that shrunken edges have found is the direction along which the bodies overlap least, of
// the normals of all faces and of the pairs of edges that touch.
//
// The width of the overlap along a direction is that of the whole bodies, from two supports; so whichever direction is
// chosen, moving the bodies so far along it parts them.
#pragma once
#include "scree/narrow/polyhedron/shrunken_pass.hpp"

namespace scree::polyhedron {

struct WayOut {
  Vec3 n{};
  Slab across{Real(-1e300), 0, 0};
  Feature a, b;  // a face of one body, then the other has a vertex here; or two edges

  SCREE_HD Real depth() const { return -across.gap; }
  SCREE_HD bool by_face_of_b() const { return b.kind == FeatureKind::kFace; }
  SCREE_HD bool by_edges() const { return a.kind == FeatureKind::kEdge; }
};

class WaysOut {
 public:
  SCREE_HD WaysOut(const Pair& pair, const LinkCache& cache) : pair_(pair), cache_(cache) {
    for (int f = 0; f < pair.a.n_faces; ++f)
      offer({FeatureKind::kFace, f}, {FeatureKind::kVertex, 0}, pair.a.normals[f], pair.a.loop[pair.a.face_start[f]],
            by_face_.across.top_b);
    for (int f = 0; f < pair.b.n_faces; ++f)
      offer({FeatureKind::kVertex, 0}, {FeatureKind::kFace, f}, -(pair.X.R * pair.b.normals[f]), by_face_.across.top_a,
            pair.b.loop[pair.b.face_start[f]]);
  }

  // Adds the pairs of edges that one pass has found: the main one, and of the target that between the faces it is cut
  // off by, and those round the face it comes through.
  SCREE_HD void add_edges(const ShrunkenPass& pass, bool main_is_a) {
    for (int i = 0; i < pass.size(); ++i) {
      const TouchingEdge& e = pass[i];
      if (!e.comes_through()) continue;
      const int edge = pass.main().loop_edge[e.h[0]];
      try_edges(edge, common_edge(pass.target(), e.cut[0], e.cut[1]), main_is_a);
      for (int h = pass.target().face_start[e.approach]; h < pass.target().face_start[e.approach + 1]; ++h)
        try_edges(edge, pass.target().loop_edge[h], main_is_a);
    }
  }

  // Returns the remembered way, unless another is shorter by more than the hysteresis.
  SCREE_HD const WayOut& best(Real hysteresis) const {
    // Two edges of faces that lie on each other cross as well, and may be the better way out by next to nothing.
    const bool edges = by_edges_.depth() < by_face_.depth() - kClearly * std::fabs(by_face_.depth());
    const WayOut& least = edges ? by_edges_ : by_face_;
    return remembered_.depth() <= least.depth() + hysteresis * std::fabs(least.depth()) ? remembered_ : least;
  }

 private:
  SCREE_HD void offer(const Feature& a, const Feature& b, const Vec3& n, int from_a, int from_b) {
    WayOut w{n, slab(pair_, n, from_a, from_b), a, b};
    if (w.by_edges()) name_edges(w);
    WayOut& best = w.by_edges() ? by_edges_ : by_face_;
    if (w.across.gap > best.across.gap) best = w;
    if (cache_.state == LinkCache::State::kOverlap && w.a == cache_.a && w.b == cache_.b) remembered_ = w;
  }
  // Takes, of parallel edges, those that lie outermost.
  SCREE_HD void name_edges(WayOut& w) const {
    const Feature a = extreme_feature(pair_.a, w.n, w.across.top_a);
    const Feature b = extreme_feature(pair_.b, -pair_.turn_to_b(w.n), w.across.top_b);
    if (a.kind == FeatureKind::kEdge && b.kind == FeatureKind::kEdge) w.a = a, w.b = b;
  }
  SCREE_HD static int common_edge(const PolyhedronView& s, int f, int g) {
    if (f == kNoFace || g == kNoFace || f == g) return -1;
    for (int h = s.face_start[f]; h < s.face_start[f + 1]; ++h) {
      const PolyhedronEdge& e = s.edges[s.loop_edge[h]];
      if (e.f[0] == g || e.f[1] == g) return s.loop_edge[h];
    }
    return -1;
  }
  SCREE_HD void try_edges(int of_main, int of_target, bool main_is_a) {
    if (of_target < 0) return;
    const int edge_a = main_is_a ? of_main : of_target, edge_b = main_is_a ? of_target : of_main;
    for (int k = 0; k < n_tried_; ++k)
      if (tried_[k][0] == edge_a && tried_[k][1] == edge_b) return;
    if (n_tried_ == kMostTried) return;
    tried_[n_tried_][0] = edge_a, tried_[n_tried_++][1] = edge_b;
    try_edges(edge_a, edge_b);
  }
  SCREE_HD void try_edges(int edge_a, int edge_b) {
    const PolyhedronEdge &a = pair_.a.edges[edge_a], &b = pair_.b.edges[edge_b];
    const Vec3 u = pair_.a.vertices[a.v[1]] - pair_.a.vertices[a.v[0]];
    const Vec3 w = pair_.X.R * (pair_.b.vertices[b.v[1]] - pair_.b.vertices[b.v[0]]);
    Vec3 n = cross(u, w);
    if (!to_unit(n, Real(1e-6) * norm(u) * norm(w))) return;
    const Vec3 out = pair_.a.normals[a.f[0]] + pair_.a.normals[a.f[1]];
    if (dot(n, out) < 0) n = -n;
    offer({FeatureKind::kEdge, edge_a}, {FeatureKind::kEdge, edge_b}, n, a.v[0], b.v[0]);
  }

  static constexpr Real kClearly = Real(1e-3);
  static constexpr int kMostTried = 128;
  const Pair& pair_;
  const LinkCache& cache_;
  WayOut by_face_, by_edges_, remembered_;
  int tried_[kMostTried][2];
  int n_tried_ = 0;
};

}  // namespace scree::polyhedron
