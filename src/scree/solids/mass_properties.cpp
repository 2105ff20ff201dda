#include "scree/solids/mass_properties.hpp"

#include <algorithm>

#include "scree/math/symmetric_eigen.hpp"
#include "scree/solids/inscribed_ball.hpp"

namespace scree {
namespace {

constexpr Real kEqualMoments = Real(1e-9);  // relative to the largest moment

// Holds sums over tetrahedra with their apex at the point all vertices are measured from.
struct Integrals {
  Real six_volumes = 0;
  Real twice_area = 0;
  Vec3 first = {0, 0, 0};  // 24 times the integral of x
  // These are 120 times the integral of x x^T: xx, yy, zz and yz, zx, xy.
  Vec3 squares = {0, 0, 0}, mixed = {0, 0, 0};

  void add_tetrahedron(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Real six = dot(a, cross(b, c));
    const Vec3 sum = a + b + c;
    six_volumes += six;
    twice_area += norm(cross(b - a, c - a));
    first += six * sum;
    for (const Vec3& v : {a, b, c, sum}) {
      squares += six * componentwise(v, v);
      mixed += six * Vec3{v.y * v.z, v.z * v.x, v.x * v.y};
    }
  }
};

Integrals integrate_about(const PolyhedronView& s, const Vec3& origin) {
  Integrals sum;
  for (int f = 0; f < s.n_faces; ++f) {
    const Vec3 a = s.vertices[s.loop[s.face_start[f]]] - origin;
    for (int h = s.face_start[f] + 1; h + 1 < s.face_start[f + 1]; ++h)
      sum.add_tetrahedron(a, s.vertices[s.loop[h]] - origin, s.vertices[s.loop[h + 1]] - origin);
  }
  return sum;
}

// Chooses the sign that makes the largest component positive; of equal ones the first counts.
Vec3 with_fixed_sign(const Vec3& axis) {
  const Real largest = std::max({std::abs(axis.x), std::abs(axis.y), std::abs(axis.z)});
  for (int k = 0; k < 3; ++k)
    if (std::abs(axis[k]) >= largest - Real(1e-9)) return axis[k] > 0 ? axis : -axis;
  return axis;
}

// Returns an axis across u, as near as can be to the axis of the shape that is most across it.
Vec3 nearest_across(const Vec3& u) {
  int best = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(u[k]) < std::abs(u[best]) - Real(1e-9)) best = k;
  Vec3 e{0, 0, 0};
  e[best] = 1;
  return normalized(tangential(e, u));
}

}  // namespace

Mat3 principal_axes(const Mat3& inertia, Vec3& moments) {
  const SymmetricEigen eigen = symmetric_eigen(inertia);
  moments = eigen.values;
  const Real equal = kEqualMoments * moments.z;
  const bool low = moments.y - moments.x <= equal, high = moments.z - moments.y <= equal;
  if (low && high) return Mat3::identity();
  Vec3 e0 = with_fixed_sign(eigen.vectors.row0), e1 = with_fixed_sign(eigen.vectors.row1);
  if (low) {  // all axes across the third are alike
    const Vec3 e2 = with_fixed_sign(eigen.vectors.row2);
    e0 = nearest_across(e2);
    e1 = cross(e2, e0);
  } else if (high) {
    e1 = nearest_across(e0);
  }
  return transpose(Mat3{e0, e1, cross(e0, e1)});
}

MassProperties mass_of_surface(const PolyhedronView& s) {
  const Integrals sum = integrate_about(s, s.centre);
  MassProperties m;
  m.volume = sum.six_volumes / 6;
  m.area = sum.twice_area / 2;
  // The point of reference is the centroid but for rounding; what is left is moved by Steiner's theorem.
  const Vec3 c = sum.first / (4 * sum.six_volumes);
  m.centroid = s.centre + c;
  const Vec3 xx = sum.squares / 120 - m.volume * componentwise(c, c);
  const Vec3 yz = sum.mixed / 120 - m.volume * Vec3{c.y * c.z, c.z * c.x, c.x * c.y};
  m.inertia = {{xx.y + xx.z, -yz.z, -yz.y}, {-yz.z, xx.z + xx.x, -yz.x}, {-yz.y, -yz.x, xx.x + xx.y}};
  m.principal = {principal_axes(m.inertia, m.moments), m.centroid};
  for (int i = 0; i < s.n_vertices; ++i) m.circumradius = std::max(m.circumradius, norm(s.vertices[i] - m.centroid));
  return m;
}

MassProperties mass_properties(const PolyhedronView& s) {
  MassProperties m = mass_of_surface(s);
  const Ball ball = largest_inscribed_ball(s);
  m.inradius = ball.r;
  m.incentre = ball.x;
  return m;
}

}  // namespace scree
