// The canvas holds where things lie in a picture, and colours; the code for bodies and for the rest shares it.
#pragma once
#include <algorithm>
#include <cmath>

#include "scree/picture/picture.hpp"

namespace scree::output {

inline constexpr int kShades = 48;                // colours of a scale
inline constexpr std::uint32_t kGrey = 0xb9bcc0;  // kinematic bodies

// Mixes from a to b, t in 0..1; colours are 0xrrggbb.
inline std::uint32_t mix(std::uint32_t a, std::uint32_t b, double t) {
  std::uint32_t c = 0;
  for (int shift : {16, 8, 0}) {
    const double u = (a >> shift) & 255, v = (b >> shift) & 255;
    c |= std::uint32_t(std::lround(u + t * (v - u))) << shift;
  }
  return c;
}

struct Point {
  double x, y;  // px
};

// Light comes from the left, above and in front.
inline Vec3d lamp_of(const Camera& c) { return normalized(-0.45 * c.right + 0.7 * c.up + 0.65 * c.eye); }

struct Canvas {
  Camera camera;
  Vec3d middle;
  double scale;  // px/m
  int width, height;

  Canvas(const Box& box, const PictureOptions& o)
      : camera(o.view), middle(0.5 * (box.lo + box.hi)), width(o.width), height(o.height) {
    double half_w = 0, half_h = 0;
    for (int k = 0; k < 8; ++k) {
      const Vec3d c =
          Vec3d{k & 1 ? box.hi.x : box.lo.x, k & 2 ? box.hi.y : box.lo.y, k & 4 ? box.hi.z : box.lo.z} - middle;
      half_w = std::max(half_w, std::abs(dot(c, camera.right)));
      half_h = std::max(half_h, std::abs(dot(c, camera.up)));
    }
    scale = std::min((width / 2 - 30) / half_w, (height / 2 - 55) / half_h);
  }
  double x(const Vec3d& p) const { return width / 2.0 + scale * dot(p - middle, camera.right); }
  double y(const Vec3d& p) const { return height / 2.0 - scale * dot(p - middle, camera.up); }
  double depth(const Vec3d& p) const { return dot(p, camera.eye); }
};

}  // namespace scree::output
