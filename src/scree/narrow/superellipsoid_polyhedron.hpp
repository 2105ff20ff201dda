// Superellipsoid against a convex polyhedron, a thin plate or a prism of many sides: one point, at the common normal.
//
// The widest slab between the two, by a walk over the polyhedron's features (superellipsoid/fan_walk.hpp); overlapping,
// minus the least translation along the normal that parts them. Rungs: from the remembered feature and direction;
// without memory, from where a sphere about A's centre would touch; overlapping without memory, or deeply, also from
// where A would touch first if it grew from its centre, and from the widest of the slabs across the normals of B's
// faces, edges and corners and along A's axes, because a deep overlap has several ways out: the shortest one found is
// taken. A thin plate so pushes to the side that A's centre is on.
#pragma once
#include "scree/narrow/manifold.hpp"
#include "scree/narrow/superellipsoid/fan_walk.hpp"

namespace scree {

struct SuperellipsoidPolyhedron {
  using ShapeA = Superellipsoid;
  using ShapeB = PolyhedronView;
  struct Cache {
    Feature on;  // of B
    Vec3 n{};    // the last direction, in A's frame; 0: nothing is remembered
  };
  static constexpr bool kTurns = true;

  // How far p_B may lie beside the normal at p_A, relative to the smaller body's radius.
  static constexpr Real kTolerance = Real(1e-8);
  // A remembered way out is asked no questions up to this overlap, relative to the inner radius of A.
  static constexpr Real kShallow = Real(0.1);

  // kFailed if no answer could be proved: the best there is is handed out, never to be taken for apart.
  SCREE_HD static CollideStatus collide(const Superellipsoid& a, const PolyhedronView& b, const Pose& X_ab, Real margin,
                                        Cache& cache, Manifold& m) {
    const Real far = a.radius + b.radius + margin;
    if (norm2(X_ab * b.centre) > far * far) return CollideStatus::kSeparated;
    Search s(a, b, X_ab, margin);
    const End end = s.climb(cache);
    cache = {s.best.on(), s.best.at().c};
    if (end == End::kApart) return CollideStatus::kSeparated;
    add(a, s.best, m);
    return end == End::kProved ? CollideStatus::kContact : CollideStatus::kFailed;
  }

 private:
  using FanWalk = superellipsoid::FanWalk;
  using End = FanWalk::End;

  SCREE_HD static void add(const Superellipsoid& a, const FanWalk& w, Manifold& m) {
    const superellipsoid::Touch& t = w.at();
    superellipsoid::TouchPoint at{t.c, t.p_a(), t.gap};
    if (w.on().kind != FeatureKind::kFace) at = superellipsoid::polished(a, t);
    m.add({at.c, fma(at.gap / 2, at.c, at.p_a), at.gap, 0});
  }

  struct Search {
    const Superellipsoid& a;
    const PolyhedronView& b;
    const Pose& X;
    const superellipsoid::SearchSettings how;
    FanWalk best;
    End end = End::kNotProved;
    bool any = false;

    SCREE_HD Search(const Superellipsoid& a_, const PolyhedronView& b_, const Pose& X_ab, Real margin)
        : a(a_),
          b(b_),
          X(X_ab),
          how{margin, kTolerance * (a_.radius < b_.radius ? a_.radius : b_.radius), 50},
          best(a_, b_, X_ab, how) {}

    SCREE_HD End climb(const Cache& cache) {
      const int n_features = cache.on.kind == FeatureKind::kFace   ? b.n_faces
                             : cache.on.kind == FeatureKind::kEdge ? b.n_edges
                                                                   : b.n_vertices;
      const bool memory = norm2(cache.n) > 0 && cache.on.index < n_features;
      if (memory) {
        offer([&](FanWalk& w) { return w.from(cache.on, normalized(cache.n)); });
        if (settled(kShallow * a.inradius)) return end;
      }
      offer([](FanWalk& w) { return w.from_centre(); });
      if (settled(0)) return end;
      offer([&](FanWalk& w) { return from_first_touch(w); });
      offer_widest();
      return end;
    }
    SCREE_HD bool settled(Real deepest) const {
      return end == End::kApart || (end == End::kProved && best.gap() >= -deepest);
    }
    // A proof of being apart ends it all; else proved answers come first, and of these the widest slab.
    template <class F>
    SCREE_HD void offer(const F& from) {
      if (end == End::kApart) return;
      FanWalk w(a, b, X, how);
      const End ended = from(w);
      const bool first = !any || ended == End::kApart || (ended == End::kProved && end != End::kProved);
      if (!first && (ended != end || !(w.gap() > best.gap()))) return;
      best.take(w);
      end = ended, any = true;
    }

    // A shrunk about its centre until it just touches, which is a problem with one maximum, and its full size from
    // there: the way in which a shallow overlap came about. How far to shrink: the largest ratio c.x / h_A(c), by
    // Dinkelbach's method (1967), as in superellipsoid/continuation.hpp.
    SCREE_HD End from_first_touch(FanWalk& w) const {
      Feature on = best.on();
      Vec3 c = best.at().c;
      Real shrink = best.first_touch();
      for (int pass = 0; pass < 20 && shrink > 0 && shrink < 1; ++pass) {
        const Superellipsoid smaller = scaled(a, shrink);
        FanWalk shrunk(smaller, b, X, {Real(1e300), how.tolerance, how.max_iterations});
        shrunk.from(on, c);
        on = shrunk.on(), c = shrunk.at().c;
        const Real next = shrink * shrunk.first_touch();
        if (!(next - shrink > Real(1e-6))) break;
        shrink = next;
      }
      return w.from(on, c);
    }

    struct Start {
      Vec3 c;
      int vertex;
      Real gap = Real(-1e300);
    };
    static constexpr int kStarts = 6;
    SCREE_HD void offer_widest() {
      Start starts[kStarts];
      const auto consider = [&](const Vec3& c, int vertex) {
        const Vec3 x = best.vertex(vertex);
        if (!(best.at_most(c, x) > starts[kStarts - 1].gap)) return;
        const Real gap = dot(c, x) - support_value(a, c);
        int k = kStarts;
        for (; k > 0 && gap > starts[k - 1].gap; --k)
          if (k < kStarts) starts[k] = starts[k - 1];
        if (k < kStarts) starts[k] = {c, vertex, gap};
      };
      consider_all(consider);
      for (const Start& s : starts)
        if (s.gap > Real(-1e299)) offer([&](FanWalk& w) { return w.from_direction(s.c, s.vertex); });
    }
    template <class F>
    SCREE_HD void consider_all(const F& consider) const {
      for (int f = 0; f < b.n_faces; ++f) consider(-(X.R * b.normals[f]), b.loop[b.face_start[f]]);
      for (int k = 0; k < b.n_edges; ++k) {
        const PolyhedronEdge& e = b.edges[k];
        consider(-(X.R * middle_of_edge(e)), e.v[0]);
      }
      for (int v = 0; v < b.n_vertices; ++v) {
        Vec3 sum{0, 0, 0};
        for (int k = b.fan_start[v]; k < b.fan_start[v + 1]; ++k) sum += middle_of_edge(b.edges[b.fan_edge[k]]);
        const Real l = norm(sum);
        if (l > 0) consider(-(X.R * sum) / l, v);
      }
      int top = 0;
      for (int k = 0; k < 6; ++k) {
        Vec3 c{0, 0, 0};
        c[k / 2] = k % 2 == 0 ? Real(1) : Real(-1);
        top = scree::climb(b, transpose(X.R) * -c, top).vertex;
        consider(c, top);
      }
    }
    // Of its two normals; of a plate's edge straight out of it.
    SCREE_HD Vec3 middle_of_edge(const PolyhedronEdge& e) const {
      const Vec3 sum = b.normals[e.f[0]] + b.normals[e.f[1]];
      const Real l = norm(sum);
      if (l > Real(1e-6)) return sum / l;
      return normalized(cross(b.vertices[e.v[1]] - b.vertices[e.v[0]], b.normals[e.f[0]]));
    }
  };
};
static_assert(PairCollider<SuperellipsoidPolyhedron>);

}  // namespace scree
