#include "scree/solids/shape_library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"
#include "scree/solids/polyhedron_build.hpp"

namespace scree {
namespace {

// Returns the eight corners of a box with the given half-lengths.
std::vector<Vec3> corners(const Vec3& half) {
  std::vector<Vec3> points;
  for (const int z : {-1, 1})
    for (const int y : {-1, 1})
      for (const int x : {-1, 1}) points.push_back({x * half.x, y * half.y, z * half.z});
  return points;
}

// Adds two points on each axis, at the distance `reach`.
void add_axis_points(std::vector<Vec3>& points, Real reach) {
  for (int k = 0; k < 3; ++k)
    for (const int sign : {-1, 1}) {
      Vec3 p{0, 0, 0};
      p[k] = sign * reach;
      points.push_back(p);
    }
}

PolyhedronData cube_with_apices(Real reach) {
  std::vector<Vec3> points = corners({Real(0.5), Real(0.5), Real(0.5)});
  add_axis_points(points, reach);
  return hull_of(points);
}

}  // namespace

PolyhedronData tetrahedron() {
  const Real a = std::sqrt(Real(0.125));  // alternate corners of a cube of side 2 a
  return hull_of(std::vector<Vec3>{{a, a, a}, {a, -a, -a}, {-a, a, -a}, {-a, -a, a}});
}

PolyhedronData pyramid() {
  const Real a = Real(0.5), height = std::sqrt(Real(0.5)), base = -height / 4;  // the centroid is a quarter up
  return hull_of(std::vector<Vec3>{{-a, -a, base}, {a, -a, base}, {a, a, base}, {-a, a, base}, {0, 0, base + height}});
}

PolyhedronData cube() { return box({1, 1, 1}); }

PolyhedronData octahedron() {
  std::vector<Vec3> points;
  add_axis_points(points, std::sqrt(Real(0.5)));
  return hull_of(points);
}

PolyhedronData dodecahedron() {
  const Real phi = std::numbers::phi_v<Real>, a = phi / 2, b = a / phi, c = a * phi;
  std::vector<Vec3> points = corners({a, a, a});
  for (const int s : {-1, 1})
    for (const int t : {-1, 1}) {
      points.push_back({0, s * b, t * c});
      points.push_back({s * b, t * c, 0});
      points.push_back({t * c, 0, s * b});
    }
  return hull_of(points);
}

PolyhedronData fourteen() { return cube_with_apices(Real(0.8)); }
PolyhedronData rhombic_dodecahedron() { return cube_with_apices(1); }
PolyhedronData box(const Vec3& lengths) { return hull_of(corners(lengths / 2)); }

PolyhedronData prism(int sides, Real height) {
  if (sides < 3) throw InputError(fmt::format("a prism of {} sides; must be at least 3", sides));
  std::vector<Vec3> points;
  for (const int end : {-1, 1})
    for (int k = 0; k < sides; ++k) {
      const Real angle = 2 * std::numbers::pi_v<Real> * Real(k) / Real(sides);
      points.push_back({scree::cos(angle) / 2, scree::sin(angle) / 2, end * height / 2});
    }
  return hull_of(points);
}

const std::vector<std::string>& library_names() {
  static const std::vector<std::string> names = {
      "tetrahedron",          "pyramid", "cube", "fourteen", "box", "prism", "octahedron", "dodecahedron",
      "rhombic_dodecahedron", "rock"};
  return names;
}

PolyhedronData library_shape(const std::string& name, const LibraryOptions& options) {
  if (name == "tetrahedron") return tetrahedron();
  if (name == "pyramid") return pyramid();
  if (name == "cube") return cube();
  if (name == "fourteen") return fourteen();
  if (name == "box") return box(options.lengths);
  if (name == "prism") return prism(options.sides, options.height);
  if (name == "octahedron") return octahedron();
  if (name == "dodecahedron") return dodecahedron();
  if (name == "rhombic_dodecahedron") return rhombic_dodecahedron();
  if (name == "rock") return rock(options.rock);
  throw InputError(fmt::format("\"{}\": no such shape in the library ({})", name, fmt::join(library_names(), ", ")));
}

}  // namespace scree
