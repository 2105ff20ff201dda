// A fill may put bodies in boxes, cylinders along any axis, and spheres.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/math/elementary.hpp"
#include "scree/setup/fill_parts.hpp"

namespace scree::insert {
namespace {

constexpr double kRounding = 1e-9;  // relative to the region's size: 1.0 - 2 * 0.05 is not 0.9 in binary

double extent(const FillSpec& fill) {
  switch (fill.region) {
    case Region::kBox:
      return norm(fill.hi - fill.lo);
    case Region::kCylinder:
      return norm(fill.axis) + double(fill.radius);
    case Region::kSphere:
      return fill.radius;
  }
  return 0;
}

// Finds two unit vectors at right angles to the cylinder's axis and to each other.
void across(const Vec3d& axis, Vec3d& u, Vec3d& w) {
  const Vec3d n = normalized(axis);
  const Vec3d other = std::abs(n.z) < 0.5 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
  u = normalized(cross(n, other));
  w = cross(n, u);
}

}  // namespace

bool is_flat(const FillSpec& fill, int axis) { return fill.region == Region::kBox && fill.lo[axis] == fill.hi[axis]; }

double volume(const FillSpec& fill) {
  const double r = fill.radius;
  switch (fill.region) {
    case Region::kBox: {
      const Vec3d size = fill.hi - fill.lo;
      return size.x * size.y * (fill.thickness > 0 ? double(fill.thickness) : size.z);
    }
    case Region::kCylinder:
      return std::numbers::pi * r * r * norm(fill.axis);
    case Region::kSphere:
      return 4 * std::numbers::pi / 3 * r * r * r;
  }
  return 0;
}

void bounding_box(const FillSpec& fill, Vec3d& lo, Vec3d& hi) {
  const double r = fill.radius;
  switch (fill.region) {
    case Region::kBox:
      lo = fill.lo;
      hi = fill.hi;
      return;
    case Region::kSphere:
      lo = fill.base - Vec3d{r, r, r};
      hi = fill.base + Vec3d{r, r, r};
      return;
    case Region::kCylinder:
      break;
  }
  const Vec3d n = normalized(fill.axis), top = fill.base + fill.axis;
  for (int k = 0; k < 3; ++k) {
    const double rim = r * std::sqrt(std::max(0.0, 1 - n[k] * n[k]));  // reach of the end discs
    lo[k] = std::min(fill.base[k], top[k]) - rim;
    hi[k] = std::max(fill.base[k], top[k]) + rim;
  }
}

bool holds(const FillSpec& fill, const Vec3d& x, double r) {
  const double slack = kRounding * extent(fill);
  switch (fill.region) {
    case Region::kBox:
      for (int k = 0; k < 3; ++k) {
        const double inset = is_flat(fill, k) ? 0 : r;
        if (x[k] < fill.lo[k] + inset - slack || x[k] > fill.hi[k] - inset + slack) return false;
      }
      return true;
    case Region::kCylinder: {
      const double height = norm(fill.axis);
      const Vec3d n = fill.axis / height, d = x - fill.base;
      const double along = dot(d, n);
      return along >= r - slack && along <= height - r + slack &&
             norm(d - along * n) <= double(fill.radius) - r + slack;
    }
    case Region::kSphere:
      return norm(x - fill.base) <= double(fill.radius) - r + slack;
  }
  return false;
}

bool draw_centre(const FillSpec& fill, double r, RandomStream& positions, Vec3d& x) {
  const double slack = kRounding * extent(fill), room = double(fill.radius) - r;
  if (fill.region == Region::kBox) {
    for (int k = 0; k < 3; ++k) {
      const double inset = is_flat(fill, k) ? 0 : r, width = fill.hi[k] - fill.lo[k] - 2 * inset;
      if (width < -slack) return false;
      x[k] = fill.lo[k] + inset + std::max(width, 0.0) * positions.uniform();
    }
    return true;
  }
  if (room < -slack) return false;
  const double phi = 2 * std::numbers::pi * positions.uniform(), c = scree::cos(phi), s = scree::sin(phi);
  if (fill.region == Region::kSphere) {
    const double z = positions.uniform(-1, 1), rim = std::sqrt(1 - z * z);
    x = fill.base + std::max(room, 0.0) * scree::cbrt(positions.uniform()) * Vec3d{rim * c, rim * s, z};
    return true;
  }
  const double height = norm(fill.axis) - 2 * r;
  if (height < -slack) return false;
  Vec3d u, w;
  across(fill.axis, u, w);
  const double rho = std::max(room, 0.0) * std::sqrt(positions.uniform());
  const double along = r + std::max(height, 0.0) * positions.uniform();
  x = fill.base + along * normalized(fill.axis) + rho * c * u + rho * s * w;
  return true;
}

OverlapGrid bodies_near_region(const FillSpec& fill, const State& s) {
  Vec3d lo, hi;
  bounding_box(fill, lo, hi);
  OverlapGrid grid;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const Vec3d& x = s.bodies.x[i];
    // A flat box lets bodies stick out by their own radius, so nothing is left out there.
    const double r = s.bodies.radius[i];
    bool near = true;
    for (int k = 0; k < 3; ++k) near &= is_flat(fill, k) || (x[k] + r >= lo[k] && x[k] - r <= hi[k]);
    if (near) grid.add(x, r);
  }
  return grid;
}

}  // namespace scree::insert
