#include "scree/math/symmetric_eigen.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "scree/math/elementary.hpp"

namespace scree {
namespace {

struct Work {
  Real a[3][3];       // becomes diagonal
  Real v[3][3] = {};  // columns: eigenvectors
};

// Makes a[p][q] zero (Golub & Van Loan, Matrix Computations, Alg. 8.4.1).
void rotate_away(Work& w, int p, int q) {
  if (w.a[p][q] == 0) return;
  const Real theta = (w.a[q][q] - w.a[p][p]) / (2 * w.a[p][q]);
  const Real t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + scree::hypot(theta, Real(1)));
  const Real c = 1 / scree::hypot(t, Real(1)), s = t * c;
  for (int k = 0; k < 3; ++k) {
    const Real kp = w.a[k][p], kq = w.a[k][q];
    w.a[k][p] = fms(c, kp, s * kq);
    w.a[k][q] = fma(s, kp, c * kq);
  }
  for (int k = 0; k < 3; ++k) {
    const Real pk = w.a[p][k], qk = w.a[q][k];
    w.a[p][k] = fms(c, pk, s * qk);
    w.a[q][k] = fma(s, pk, c * qk);
    const Real vp = w.v[k][p], vq = w.v[k][q];
    w.v[k][p] = fms(c, vp, s * vq);
    w.v[k][q] = fma(s, vp, c * vq);
  }
  w.a[p][q] = w.a[q][p] = 0;
}

}  // namespace

SymmetricEigen symmetric_eigen(const Mat3& m) {
  Work w{{{m.row0.x, m.row0.y, m.row0.z}, {m.row1.x, m.row1.y, m.row1.z}, {m.row2.x, m.row2.y, m.row2.z}}};
  for (int k = 0; k < 3; ++k) w.v[k][k] = 1;
  constexpr int kSweeps = 30;  // convergence is quadratic: six do
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    const Real off = std::abs(w.a[0][1]) + std::abs(w.a[0][2]) + std::abs(w.a[1][2]);
    const Real on = std::abs(w.a[0][0]) + std::abs(w.a[1][1]) + std::abs(w.a[2][2]);
    if (off <= on * Real(1e-18)) break;
    rotate_away(w, 0, 1);
    rotate_away(w, 0, 2);
    rotate_away(w, 1, 2);
  }
  std::array<int, 3> order = {0, 1, 2};
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return w.a[i][i] < w.a[j][j]; });
  const auto axis = [&](int k) { return Vec3{w.v[0][order[k]], w.v[1][order[k]], w.v[2][order[k]]}; };
  const auto value = [&](int k) { return w.a[order[k]][order[k]]; };
  const Vec3 e0 = normalized(axis(0)), e1 = normalized(tangential(axis(1), e0));
  return {{value(0), value(1), value(2)}, {e0, e1, cross(e0, e1)}};
}

}  // namespace scree
