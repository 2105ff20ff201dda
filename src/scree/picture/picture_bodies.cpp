#include "scree/picture/picture_bodies.hpp"

#include <fmt/format.h>

#include <numeric>

#include "scree/math/whole.hpp"
#include "scree/picture/picture_smooth.hpp"

namespace scree::output {

namespace {

// Patches are drawn one after the other: a circle, or a convex polygon.
struct Patch {
  std::size_t body;
  Point centre;
  double radius;  // for a circle
  std::vector<Point> corners;
  double light;                   // for a polygon: -1 dark, 1 bright
  std::vector<Contour> brighter;  // for a superellipsoid: on top of it
};

// Finds which patches are seen in the end, where later ones cover earlier ones: all are painted with their numbers for
// colours, two dots a pixel.
class Painting {
 public:
  Painting(int width, int height) : width_(kDots * width), height_(kDots * height) {
    dots_.resize(std::size_t(width_) * std::size_t(height_), kNobody);
  }

  void paint(const Patch& patch, std::uint32_t number) {
    double lo = patch.centre.y - patch.radius, hi = patch.centre.y + patch.radius;
    for (const Point& p : patch.corners) lo = std::min(lo, p.y), hi = std::max(hi, p.y);
    const int last = row_below(hi);
    for (int row = row_below(lo); row <= last; ++row) {
      const auto [left, right] = chord(patch, (row + 0.5) / kDots);
      const int first = std::max(0, whole_ceil<int>(left * kDots - 0.5));
      const int end = std::min(width_ - 1, whole_floor<int>(right * kDots - 0.5));
      for (int x = first; x <= end; ++x) dots_[std::size_t(row) * std::size_t(width_) + std::size_t(x)] = number;
    }
  }

  std::vector<bool> seen(std::size_t n) const {
    std::vector<bool> seen(n, false);
    for (const std::uint32_t number : dots_)
      if (number != kNobody) seen[number] = true;
    return seen;
  }

 private:
  static constexpr int kDots = 2;
  static constexpr std::uint32_t kNobody = 0xffffffffu;

  int row_below(double y) const { return std::clamp(whole_floor<int>(y * kDots), 0, height_ - 1); }

  static std::pair<double, double> chord(const Patch& patch, double y) {
    if (patch.corners.empty()) {
      const double half2 = patch.radius * patch.radius - (y - patch.centre.y) * (y - patch.centre.y);
      const double half = half2 > 0 ? std::sqrt(half2) : -1;
      return {patch.centre.x - half, patch.centre.x + half};
    }
    double left = 1e9, right = -1e9;  // beyond any picture
    for (std::size_t k = 0; k < patch.corners.size(); ++k) {
      const Point &p = patch.corners[k], &q = patch.corners[(k + 1) % patch.corners.size()];
      if ((p.y <= y) == (q.y <= y)) continue;
      const double x = p.x + (y - p.y) / (q.y - p.y) * (q.x - p.x);
      left = std::min(left, x), right = std::max(right, x);
    }
    return {left, right};
  }

  int width_, height_;
  std::vector<std::uint32_t> dots_;
};

Patch face_patch(const Canvas& canvas, const BodyPart& part, int face, std::size_t body) {
  Patch patch{body, {}, 0, {}, 0, {}};
  for (const Vec3d& p : part.polygon(face)) patch.corners.push_back({canvas.x(p), canvas.y(p)});
  patch.centre = patch.corners.front();
  patch.light = dot(part.normal(face), lamp_of(canvas.camera));
  return patch;
}

Patch smooth_patch(const Canvas& canvas, const BodyPart& part, std::size_t body) {
  std::vector<Contour> contours = smooth_contours(canvas, part);
  Patch patch{body, {}, 0, std::move(contours[0].corners), contours[0].light, {}};
  contours.erase(contours.begin());
  patch.centre = patch.corners.front();
  patch.brighter = std::move(contours);
  return patch;
}

void add_patches(const Canvas& canvas, const BodyPart& part, std::size_t body, std::vector<Patch>& patches) {
  if (!part.shape) {
    patches.push_back(
        {body, {canvas.x(part.centre), canvas.y(part.centre)}, canvas.scale * double(part.size), {}, 0, {}});
    return;
  }
  if (part.smooth) return patches.push_back(smooth_patch(canvas, part, body));
  for (int f = 0; f < part.shape->n_faces(); ++f)
    if (dot(part.normal(f), canvas.camera.eye) > 0) patches.push_back(face_patch(canvas, part, f, body));
}

struct PlacedPart {
  BodyPart part;
  std::size_t body;
  double depth;
};

// Patches are sorted from the back to the front by the middle of each part. For bodies that do not overlap and are
// about as wide as they are long that is nearly always right.
std::vector<Patch> patches_of(const Model& model, const Frame& frame, const Canvas& canvas) {
  std::vector<PlacedPart> parts;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i)
    for (const BodyPart& part : parts_of(model, frame, i)) parts.push_back({part, i, canvas.depth(part.centre)});
  std::stable_sort(parts.begin(), parts.end(),
                   [](const PlacedPart& a, const PlacedPart& b) { return a.depth < b.depth; });
  std::vector<Patch> patches;
  for (const PlacedPart& p : parts) add_patches(canvas, p.part, p.body, patches);
  return patches;
}

// Thousands of faces are hidden by others: without them a file has a fraction of its size.
void drop_hidden(std::vector<Patch>& patches, const Canvas& canvas) {
  Painting painting(canvas.width, canvas.height);
  for (std::size_t k = 0; k < patches.size(); ++k) painting.paint(patches[k], std::uint32_t(k));
  const std::vector<bool> seen = painting.seen(patches.size());
  std::vector<Patch> kept;
  for (std::size_t k = 0; k < patches.size(); ++k)
    if (seen[k]) kept.push_back(std::move(patches[k]));
  patches = std::move(kept);
}

// Writes a tenth of a pixel, as short as SVG allows.
std::string tenths(long n) {
  if (n % 10 == 0) return std::to_string(n / 10);
  const long whole = std::abs(n) / 10;
  return fmt::format("{}{}.{}", n < 0 ? "-" : "", whole ? std::to_string(whole) : "", std::abs(n) % 10);
}

std::string polygon_svg(const std::vector<Point>& corners, std::uint32_t fill) {
  std::string path;
  long x = 0, y = 0;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const long to_x = std::lround(10 * corners[k].x), to_y = std::lround(10 * corners[k].y);
    path += fmt::format("{}{} {}", k == 0 ? "M" : k == 1 ? "l" : " ", tenths(to_x - x), tenths(to_y - y));
    x = to_x, y = to_y;
  }
  return fmt::format("<path d=\"{}z\" fill=\"#{:06x}\"/>\n", path, fill);
}

std::uint32_t lit(std::uint32_t colour, double light) {
  constexpr double kPlain = 0.6;  // a face so bright has the colour of the scale
  return light > kPlain ? mix(colour, 0xffffff, 0.4 * (light - kPlain) / (1 - kPlain))
                        : mix(colour, 0x000000, 0.6 * (kPlain - light) / (1 + kPlain));
}

// The contours of a superellipsoid have no lines round them.
std::string faces_svg(const Patch& patch, std::uint32_t colour, bool flat) {
  std::string svg = polygon_svg(patch.corners, flat ? colour : lit(colour, patch.light));
  if (patch.brighter.empty()) return svg;
  svg += "<g stroke=\"none\">\n";
  for (const Contour& c : patch.brighter) svg += polygon_svg(c.corners, lit(colour, c.light));
  return svg + "</g>\n";
}

}  // namespace

std::string bodies_svg(const Model& model, const Frame& frame, const Canvas& canvas, const std::vector<double>& values,
                       double top) {
  const bool flat = model.settings.dimension == 2, shapes = has_shapes(model);
  std::vector<Patch> patches = patches_of(model, frame, canvas);
  if (shapes) drop_hidden(patches, canvas);
  std::string svg;
  for (const Patch& p : patches) {
    const int k = std::clamp(int(values[p.body] / top * kShades), 0, kShades - 1);
    const bool carried = frame.bodies.owner[p.body] != kDynamic;
    const std::uint32_t colour = carried ? kGrey : viridis((k + 0.5) / kShades);
    if (!p.corners.empty()) {
      svg += faces_svg(p, colour, flat);
      continue;
    }
    const std::string fill = flat      ? fmt::format("#{:06x}", colour)
                             : carried ? std::string("url(#gw)")
                                       : fmt::format("url(#g{})", k);
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.2f}\" fill=\"{}\"/>\n", p.centre.x, p.centre.y,
                       p.radius, fill);
  }
  // Thin lines serve as edges and leave no gaps between faces.
  constexpr const char* kEdges =
      "<g stroke=\"#000\" stroke-opacity=\".3\" stroke-width=\".4\" stroke-linejoin=\"round\">";
  return shapes ? fmt::format("{}\n{}</g>\n", kEdges, svg) : svg;
}

}  // namespace scree::output
