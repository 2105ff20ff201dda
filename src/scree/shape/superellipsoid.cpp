#include "scree/shape/superellipsoid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"

namespace scree {
namespace {

void check(const Vec3& r, Real eps1, Real eps2) {
  std::vector<std::string> problems;
  for (int k = 0; k < 3; ++k)
    if (!(r[k] > 0) || !std::isfinite(r[k]))
      problems.push_back(fmt::format("superellipsoid: semi-axis {} = {}: must be > 0 and finite", k + 1, r[k]));
  const Real eps[2] = {eps1, eps2};
  for (int k = 0; k < 2; ++k)
    if (!(eps[k] >= kLeastSquareness && eps[k] <= kMostSquareness))
      problems.push_back(
          fmt::format("superellipsoid: eps{} = {}: must be from {} (nearly a box) to {} (nearly an "
                      "octahedron); 1 is an ellipsoid",
                      k + 1, eps[k], kLeastSquareness, kMostSquareness));
  if (!problems.empty()) throw InputError(fmt::format("{}", fmt::join(problems, "\n")));
}

// Returns (x^p + y^p)^(1/p) for any p but 0, by the larger one, since exponents are large near eps = 1.
Real power_mean(Real x, Real y, Real p) {
  const Real big = p > 0 ? std::max(x, y) : std::min(x, y), small = p > 0 ? std::min(x, y) : std::max(x, y);
  return big * scree::exp2(scree::log2(1 + scree::exp2(p * scree::log2(small / big))) / p);
}
// Returns the farthest or nearest of the body whose cross-section is a superellipse of semi-axes x, y.
Real farthest(Real x, Real y, Real eps) { return eps < 1 ? power_mean(x, y, 2 / (1 - eps)) : std::max(x, y); }
Real nearest(Real x, Real y, Real eps) { return eps > 1 ? power_mean(x, y, -2 / (eps - 1)) : std::min(x, y); }

Real beta(Real x, Real y) { return scree::exp(scree::lgamma(x) + scree::lgamma(y) - scree::lgamma(x + y)); }

struct Eigen2 {
  Real smaller, larger;
  Real cos, sin;  // direction of the larger
};
Eigen2 eigen(const Sym2& m) {
  const Real mean = (m.xx + m.yy) / 2, half = (m.xx - m.yy) / 2, off = scree::hypot(half, m.xy);
  // The smaller value comes from the determinant: the difference would lose it where the larger is huge.
  const Real larger = mean + off, det = m.xx * m.yy - m.xy * m.xy;
  const Real angle = scree::atan2(m.xy, half) / 2;
  return {larger > 0 ? std::max(det / larger, Real(0)) : 0, larger, scree::cos(angle), scree::sin(angle)};
}
Sym2 across(const Sym3& H, const Vec3& e1, const Vec3& e2) {
  return {dot(e1, H * e1), dot(e2, H * e2), dot(e1, H * e2)};
}
Sym2 matrix(const Eigen2& e) {
  const Real cc = e.cos * e.cos, ss = e.sin * e.sin, cs = e.cos * e.sin;
  return {e.larger * cc + e.smaller * ss, e.larger * ss + e.smaller * cc, (e.larger - e.smaller) * cs};
}
// Returns the curvatures, from radii held between two bounds.
Sym2 bounded_curvature(const Superellipsoid& s, const Sym2& radii, Real least, Real most) {
  const Real ball = s.mean_radius;
  Eigen2 e = eigen(radii);
  e.smaller = 1 / std::clamp(e.smaller, least * ball, most * ball);
  e.larger = 1 / std::clamp(e.larger, least * ball, most * ball);
  return matrix(e);
}

// Numbers the points of a cube's surface once, whichever of its sides asks.
class CubeGrid {
 public:
  CubeGrid(const Superellipsoid& s, int n) : s_(s), n_(n) {}
  int vertex(int i, int j, int k) {
    const auto [at, is_new] = known_.try_emplace({i, j, k}, int(mesh.vertices.size()));
    if (is_new) {
      const Vec3 x = componentwise(s_.r(), {place(i), place(j), place(k)});
      mesh.vertices.push_back(x / norm_value(s_.gauge, x));
    }
    return at->second;
  }
  void square(int a, int b, int c, int d) {
    for (const int v : {a, b, c, a, c, d}) mesh.triangles.push_back(v);
  }
  SurfaceMesh mesh;

 private:
  // The places are at angles of equal size seen from the centre.
  Real place(int i) const { return scree::tan(std::numbers::pi_v<Real> / 4 * (2 * Real(i) / Real(n_) - 1)); }

  const Superellipsoid& s_;
  int n_;
  std::map<std::array<int, 3>, int> known_;
};

}  // namespace

Superellipsoid make_superellipsoid(const Vec3& r, Real eps1, Real eps2) {
  check(r, eps1, eps2);
  Superellipsoid s;
  s.support = nested_norm(r, 2 / (2 - eps1), 2 / (2 - eps2));
  s.gauge = nested_norm({1 / r.x, 1 / r.y, 1 / r.z}, 2 / eps1, 2 / eps2);
  s.radius = farthest(farthest(r.x, r.y, eps1), r.z, eps2);
  s.inradius = nearest(nearest(r.x, r.y, eps1), r.z, eps2);
  s.mean_radius = scree::cbrt(3 * volume(s) / (4 * std::numbers::pi_v<Real>));
  return s;
}

Radii radii_of_curvature(const Superellipsoid& s, const Vec3& c) {
  const Vec3 e1 = any_perpendicular(c), e2 = cross(c, e1);
  const Eigen2 e = eigen(across(support_derivative(s, c), e1, e2));
  return {e.smaller, e.larger};
}

Superellipsoid unit_ball() {
  static const Superellipsoid ball = make_superellipsoid({1, 1, 1}, 1, 1);
  return ball;
}

ContactRadii contact_radii(const Superellipsoid& a, const Sym2& radii_a, const Superellipsoid& b, const Sym2& radii_b,
                           Real least, Real most) {
  const Sym2 k_a = bounded_curvature(a, radii_a, least, most), k_b = bounded_curvature(b, radii_b, least, most);
  const Eigen2 k = eigen(k_a + k_b);
  return {{1 / k.larger, 1 / k.smaller}, 1 / std::sqrt(k.smaller * k.larger)};
}

ContactRadii contact_radii(const Superellipsoid& a, const Superellipsoid& b, const Mat3& R_ab, const Vec3& c,
                           Real least, Real most) {
  const Mat3 to_b = transpose(R_ab);
  const Vec3 e1 = any_perpendicular(c), e2 = cross(c, e1);
  return contact_radii(a, across(support_derivative(a, c), e1, e2), b,
                       across(support_derivative(b, to_b * c), to_b * e1, to_b * e2), least, most);
}

ContactRadii contact_radii(const Superellipsoid& a, const Vec3& c, Real least, Real most) {
  const Radii r = radii_of_curvature(a, c);
  const auto held = [&](Real radius) { return std::clamp(radius, least * a.mean_radius, most * a.mean_radius); };
  const Radii relative{held(r.smaller), held(r.larger)};
  return {relative, std::sqrt(relative.smaller * relative.larger)};
}

Real hertz_radius(const ContactRadii& radii) {
  const Real ratio = std::max(radii.relative.larger / radii.relative.smaller, Real(1));
  const Real f2 = 1 - scree::pow(scree::pow(ratio, Real(0.0684)) - 1, Real(1.531));
  return radii.effective / (f2 * f2 * f2);
}

Real volume(const Superellipsoid& s) {
  const Real e1 = s.eps1(), e2 = s.eps2();
  return 2 * s.r().x * s.r().y * s.r().z * e1 * e2 * beta(e1 / 2, e1 / 2) * beta(e2 / 2 + 1, e2);
}

Vec3 inertia(const Superellipsoid& s) {
  const Real e1 = s.eps1(), e2 = s.eps2();
  const Vec3& r = s.r();
  const Real b1 = beta(3 * e1 / 2, e1 / 2) * beta(e2 / 2, 2 * e2 + 1);
  const Real b2 = beta(e1 / 2, e1 / 2 + 1) * beta(3 * e2 / 2, e2 + 1);
  const Real f = r.x * r.y * r.z * e1 * e2 / 2;
  const Real x2 = r.x * r.x, y2 = r.y * r.y, z2 = r.z * r.z;
  return {f * (y2 * b1 + 4 * z2 * b2), f * (x2 * b1 + 4 * z2 * b2), f * (x2 + y2) * b1};
}

SurfaceMesh triangulate(const Superellipsoid& s, int n) {
  CubeGrid grid(s, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (const int side : {0, n}) {
        // u x v points outwards on the far side; on the near side the square is reversed.
        const auto add = [&](auto at) {
          const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
          side > 0 ? grid.square(a, b, c, d) : grid.square(d, c, b, a);
        };
        add([&](int u, int v) { return grid.vertex(side, u, v); });
        add([&](int u, int v) { return grid.vertex(v, side, u); });
        add([&](int u, int v) { return grid.vertex(u, v, side); });
      }
  return std::move(grid.mesh);
}

}  // namespace scree
