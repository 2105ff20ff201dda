// Two cubes of side 2 in space and two squares of side 2 in the plane, 0.5 apart or 0.5 into each other along x.
#pragma once
#include <fstream>
#include <string>

#include "scree/store/pairs/judge.hpp"
#include "support/temporary_folder.hpp"

namespace scree::pairs {

inline const char* const kCube =
    "shape cube block 8 6 2\n"
    "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
    "f 4 0 3 2 1\nf 4 4 5 6 7\nf 4 0 1 5 4\nf 4 1 2 6 5\nf 4 2 3 7 6\nf 4 3 0 4 7\n";
inline const char* const kSquare = "shape square block 4 2\nv -1 -1\nv 1 -1\nv 1 1\nv -1 1\n";

template <class S>
std::vector<Shape<S>> one_shape() {
  Lines lines("mini", S::kDim == 3 ? kCube : kSquare);
  std::vector<Shape<S>> shapes;
  shapes.push_back(read_shape<S>(lines));
  return shapes;
}

template <class S>
typename S::Vec along_x(Real x) {
  const Real v[3] = {x, 0, 0};
  return S::vec(v);
}

// B lies beyond A on the x axis and a little to the side, so that the faces overlap in a patch.
template <class S>
Pair<S> pair_with_gap(Real gap) {
  Pair<S> p;
  p.id = 5, p.set = "mini";
  const Real x[3] = {2 + gap, Real(0.25), 0};
  p.X_b.p = S::vec(x);
  Reference<S>& r = p.reference;
  r.kind = gap > 0 ? 'S' : 'P';
  r.gap = gap;
  r.n = along_x<S>(1);
  r.p_a = along_x<S>(1), r.p_b = along_x<S>(1 + gap);
  r.dim_a = r.dim_b = S::kDim - 1;
  r.patch_dim = S::kDim - 1;
  return p;
}

// The answer to it.
template <class S>
Answer<S> right_answer(Real gap) {
  Answer<S> a;
  a.status = LinkStatus::kLink;
  a.link.gap = gap;
  a.link.n = along_x<S>(1);
  a.link.p_a = along_x<S>(1), a.link.p_b = along_x<S>(1 + gap);
  a.link.a.kind = a.link.b.kind = FeatureKind(S::kDim - 1);
  a.link.rung = Rung::kCold;
  a.link.iterations = 2;
  return a;
}

}  // namespace scree::pairs
