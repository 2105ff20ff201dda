// The method of Gilbert, Johnson and Keerthi (1988) finds the distance: the point of C = A - B nearest to the origin,
// by simplices of points of C. It is independent of the shortest link method, and the rung below it.
//
// Four coplanar points are normal, not exceptional (two edges make a parallelogram), so a flat tetrahedron counts as
// its faces. The end is judged by the slab across v: |v| less its width is the proof.
#pragma once
#include "scree/narrow/polyhedron/difference.hpp"

namespace scree::polyhedron {

struct Simplex {
  DifferencePoint w[4];
  Real weight[4];
  int n = 0;
  SCREE_HD Vec3 nearest() const {
    Vec3 v{0, 0, 0};
    for (int k = 0; k < n; ++k) v = fma(weight[k], w[k].c, v);
    return v;
  }
};

SCREE_HD inline Simplex make_simplex(const DifferencePoint& p) { return {{p}, {1}, 1}; }

// Returns the part of the segment nearest to the origin.
SCREE_HD inline Simplex reduce(const DifferencePoint& p, const DifferencePoint& q) {
  const Vec3 u = q.c - p.c;
  const Real t = -dot(p.c, u), l2 = norm2(u);
  if (t <= 0) return make_simplex(p);
  if (t >= l2) return make_simplex(q);
  return {{p, q}, {1 - t / l2, t / l2}, 2};
}

// Returns the part of the triangle: the interior if the foot lies there, else the nearest of the sides that see the
// origin.
SCREE_HD inline Simplex reduce(const DifferencePoint& p, const DifferencePoint& q, const DifferencePoint& r) {
  const Vec3 m = cross(q.c - p.c, r.c - p.c);
  const Real m2 = norm2(m);
  const Real wp = dot(m, cross(q.c, r.c)), wq = dot(m, cross(r.c, p.c)), wr = dot(m, cross(p.c, q.c));
  if (m2 > 0 && wp > 0 && wq > 0 && wr > 0) {
    const Real sum = wp + wq + wr;
    return {{p, q, r}, {wp / sum, wq / sum, wr / sum}, 3};
  }
  Simplex best;
  Real best2 = -1;
  const auto try_side = [&](const DifferencePoint& x, const DifferencePoint& y) {
    const Simplex s = reduce(x, y);
    const Real d2 = norm2(s.nearest());
    if (best2 < 0 || d2 < best2) best2 = d2, best = s;
  };
  const auto try_sides = [&](bool all) {
    if (!(wr > 0) || all) try_side(p, q);
    if (!(wp > 0) || all) try_side(q, r);
    if (!(wq > 0) || all) try_side(r, p);
  };
  try_sides(!(m2 > 0));
  // All sides are tried if none seems to see it: a weight that is zero but for rounding can be rounded differently
  // above, where the compiler computes the three together (g++ 12, fused multiply-add), and an empty simplex passes for
  // an overlap.
  if (best2 < 0) try_sides(true);
  return best;
}

// Returns the part of the tetrahedron: n = 4 if it holds the origin.
SCREE_HD inline Simplex reduce(const DifferencePoint (&w)[4]) {
  constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
  Simplex best;
  Real best2 = -1;
  for (const auto& f : faces) {
    const Vec3 m = cross(w[f[1]].c - w[f[0]].c, w[f[2]].c - w[f[0]].c), rise = w[f[3]].c - w[f[0]].c;
    const Real of_origin = -dot(m, w[f[0]].c), of_fourth = dot(m, rise);
    const bool flat = of_fourth * of_fourth <= Real(1e-24) * norm2(m) * norm2(rise);
    if (!flat && of_origin * of_fourth > 0) continue;  // the origin is on the inner side
    const Simplex s = reduce(w[f[0]], w[f[1]], w[f[2]]);
    const Real d2 = norm2(s.nearest());
    if (best2 < 0 || d2 < best2) best2 = d2, best = s;
  }
  if (best2 < 0) best = {{w[0], w[1], w[2], w[3]}, {}, 4};
  return best;
}

SCREE_HD inline Simplex grow(const Simplex& s, const DifferencePoint& w) {
  if (s.n == 1) return reduce(s.w[0], w);
  if (s.n == 2) return reduce(s.w[0], s.w[1], w);
  return reduce({s.w[0], s.w[1], s.w[2], w});
}

struct GjkResult {
  bool overlap = false;  // the origin is in C, or too near to tell
  Vec3 n{};
  Slab across{};
  Vec3 p_a{}, p_b{};  // both in A's frame
  Real length = 0;
  int iterations = 0;
};

SCREE_HD inline GjkResult gjk(const Pair& pair, LinkCounters& counters) {
  constexpr int kLimit = 200;
  GjkResult r;
  Simplex s = make_simplex(farthest(pair, centre_line(pair), centre_of_difference(pair)));
  Vec3 v = s.nearest();
  for (r.iterations = 1; r.iterations <= kLimit; ++r.iterations) {
    const Real v2 = norm2(v);
    if (!(v2 > Real(1e-24) * pair.size() * pair.size())) return r.overlap = true, r;
    const DifferencePoint w = farthest(pair, -v, s.w[0]);
    ++counters.plane_evaluations;
    bool known = false;
    for (int k = 0; k < s.n; ++k) known |= s.w[k].a == w.a && s.w[k].b == w.b;
    if (known || v2 - dot(v, w.c) <= Real(1e-15) * v2) break;
    const Simplex next = grow(s, w);
    if (next.n == 4) return r.overlap = true, r;
    const Vec3 v_next = next.nearest();
    if (!(norm2(v_next) < v2)) break;
    s = next, v = v_next;
  }
  r.length = norm(v);
  r.n = -v / r.length;
  r.p_a = r.p_b = {0, 0, 0};
  for (int k = 0; k < s.n; ++k) {
    r.p_a = fma(s.weight[k], pair.a.vertices[s.w[k].a], r.p_a);
    r.p_b = fma(s.weight[k], pair.to_a(pair.b.vertices[s.w[k].b]), r.p_b);
  }
  r.across = slab(pair, r.n, s.w[0].a, s.w[0].b);
  polish_normal(pair, r.n, r.across, tie_of_link(pair, r.length));
  return r;
}

}  // namespace scree::polyhedron
