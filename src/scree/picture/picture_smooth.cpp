// The light on a body depends on its normal alone. A contour is therefore known by its normals, those that turn away
// from the lamp by a certain angle, as far as the eye sees them. The support function leads from a normal to the point
// of the surface, without a mesh: outlines are exact, and few points are enough.
#include "scree/picture/picture_smooth.hpp"

#include <numbers>

namespace scree::output {

namespace {

constexpr double kTolerance = 0.3;  // px, between a contour and its polygon

class ContourTracer {
 public:
  ContourTracer(const Canvas& canvas, const BodyPart& part)
      : canvas_(canvas), part_(part), eye_(canvas.camera.eye), lamp_(lamp_of(canvas.camera)) {
    across_ = normalized(cross(lamp_, eye_));
    along_ = cross(lamp_, across_);
  }

  double least_light() const { return -norm(cross(lamp_, eye_)); }

  // Returns the points with normals up to the angle `reach` from the lamp.
  std::vector<Point> contour(double reach) const {
    constexpr int kPieces = 12;
    std::vector<Point> corners;
    const auto angle = [](int k) { return 2 * std::numbers::pi * k / kPieces; };
    for (int k = 0; k < kPieces; ++k) {
      const Point p = at(angle(k), reach), q = at(angle(k + 1), reach);
      add(p, corners);
      add_between(angle(k), p, angle(k + 1), q, reach, corners);
    }
    return corners;
  }

 private:
  // The way from the lamp ends at the angle `reach`, or where the normal turns away from the eye.
  Point at(double angle, double reach) const {
    const Vec3d side = std::cos(angle) * across_ + std::sin(angle) * along_;
    const double way = std::min(reach, std::atan2(dot(lamp_, eye_), -dot(side, eye_)));
    const Vec3 n = transpose(part_.R) * Vec3(std::cos(way) * lamp_ + std::sin(way) * side);
    const Vec3d p = part_.centre + Vec3d(part_.size * (part_.R * support_point(*part_.smooth, n)));
    return {canvas_.x(p), canvas_.y(p)};
  }

  void add_between(double from, const Point& p, double to, const Point& q, double reach, std::vector<Point>& corners,
                   int depth = 4) const {
    const double middle = (from + to) / 2;
    const Point m = at(middle, reach);
    const double dx = q.x - p.x, dy = q.y - p.y, length = std::hypot(dx, dy);
    const double beside =
        length > 0 ? std::abs(dx * (m.y - p.y) - dy * (m.x - p.x)) / length : std::hypot(m.x - p.x, m.y - p.y);
    if (beside < kTolerance || depth == 0) return;
    add_between(from, p, middle, m, reach, corners, depth - 1);
    add(m, corners);
    add_between(middle, m, to, q, reach, corners, depth - 1);
  }

  // A corner of the body has many normals, and would be many corners in one place.
  static void add(const Point& p, std::vector<Point>& corners) {
    if (!corners.empty() && std::hypot(p.x - corners.back().x, p.y - corners.back().y) < kTolerance) return;
    corners.push_back(p);
  }

  const Canvas& canvas_;
  const BodyPart& part_;
  Vec3d eye_, lamp_, across_, along_;
};

}  // namespace

std::vector<Contour> smooth_contours(const Canvas& canvas, const BodyPart& part) {
  const ContourTracer tracer(canvas, part);
  const int n = std::clamp(int(canvas.scale * double(part.size) / 3), 3, 24);
  const double least = tracer.least_light(), step = (1 - least) / n;
  std::vector<Contour> contours;
  for (int k = 0; k < n; ++k) {
    const double light = least + k * step;
    Contour c{tracer.contour(k == 0 ? std::numbers::pi : std::acos(light)), light + step / 2};
    if (k == 0 || c.corners.size() > 2) contours.push_back(std::move(c));
  }
  return contours;
}

}  // namespace scree::output
