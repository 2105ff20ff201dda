#include "scree/picture/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "scree/math/random.hpp"
#include "scree/picture/picture_bodies.hpp"
#include "scree/store/files.hpp"

namespace scree::output {

namespace {

constexpr int kRound = 64;  // corners of a drawn circle

Vec3d to_world(const WallState& wall, const Vec3d& p) { return wall.x + Vec3d(rotate(wall.q, Vec3(p))); }
Vec3d to_wall(const WallState& wall, const Vec3d& p) { return Vec3d(rotate(conjugate(wall.q), Vec3(p - wall.x))); }

Line circle(double r, double z) {
  Line line;
  for (int k = 0; k <= kRound; ++k) {
    const double phi = 2 * std::numbers::pi * k / kRound;
    line.push_back({r * std::cos(phi), r * std::sin(phi), z});
  }
  return line;
}

// Returns the polygon in which the plane z = 0 of the wall's frame cuts the box.
Line cut(const WallState& wall, const Box& box) {
  Line corners;
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < 4; ++k) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      Vec3d a = box.lo, b = box.lo;
      a[u] = b[u] = k & 1 ? box.hi[u] : box.lo[u];
      a[v] = b[v] = k & 2 ? box.hi[v] : box.lo[v];
      b[axis] = box.hi[axis];
      a = to_wall(wall, a);
      b = to_wall(wall, b);
      if ((a.z <= 0) != (b.z <= 0)) corners.push_back(a + (a.z / (a.z - b.z)) * (b - a));
    }
  if (corners.size() < 3) return {};
  Vec3d middle = {0, 0, 0};
  for (const Vec3d& c : corners) middle += c / double(corners.size());
  const auto angle = [&](const Vec3d& c) { return std::atan2(c.y - middle.y, c.x - middle.x); };
  std::stable_sort(corners.begin(), corners.end(), [&](const Vec3d& a, const Vec3d& b) { return angle(a) < angle(b); });
  corners.push_back(corners.front());
  return corners;
}

std::string shade(const std::string& name, std::uint32_t colour) {
  return fmt::format(
      "<radialGradient id=\"{}\" cx=\".5\" cy=\".5\" r=\".5\" fx=\".34\" fy=\".3\"><stop offset=\"0\" "
      "stop-color=\"#{:06x}\"/>"
      "<stop offset=\".55\" stop-color=\"#{:06x}\"/><stop offset=\"1\" stop-color=\"#{:06x}\"/></radialGradient>\n",
      name, mix(colour, 0xffffff, 0.55), colour, mix(colour, 0x000000, 0.45));
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return out;
}

std::string walls_svg(const Model& model, const Frame& frame, const Box& box, const Canvas& canvas, const char* style) {
  std::string svg;
  for (std::size_t w = 0; w < model.walls.size() && w < frame.walls.size(); ++w) {
    if (!frame.walls[w].present) continue;
    for (const Line& line : wall_outlines(model.walls[w], frame.walls[w], box)) {
      std::string points;
      for (const Vec3d& p : line) {
        const Vec3d q = to_world(frame.walls[w], p);
        points += fmt::format("{:.1f},{:.1f} ", canvas.x(q), canvas.y(q));
      }
      svg += fmt::format("<polyline points=\"{}\" {}/>\n", points, style);
    }
  }
  return svg;
}

std::string chains_svg(const Frame& frame, const Canvas& canvas) {
  std::vector<double> forces;
  for (const auto& c : frame.contacts) forces.push_back(double(norm(c.f)));
  const double top = colour_top(forces);
  std::string svg = "<g stroke=\"#7a1022\" stroke-linecap=\"round\">\n";
  for (std::size_t k = 0; k < forces.size(); ++k) {
    const double w = 5 * std::min(1.0, forces[k] / top);
    if (w < 0.15) continue;
    const auto& c = frame.contacts[k];
    svg += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke-width=\"{:.2f}\"/>\n",
                       canvas.x(c.x_a), canvas.y(c.x_a), canvas.x(c.x_b), canvas.y(c.x_b), w);
  }
  return svg + "</g>\n";
}

// Draws title, scale bar of 1, 2 or 5 times a power of ten, and colour bar.
std::string legend_svg(const Model& model, const Frame& frame, const Canvas& canvas, const PictureOptions& o,
                       double top) {
  const double target = 0.2 * canvas.width / canvas.scale, power = std::pow(10, std::floor(std::log10(target)));
  const double length = (target / power >= 5 ? 5 : target / power >= 2 ? 2 : 1) * power;
  const int y = canvas.height - 22;
  std::string svg = fmt::format("<text x=\"24\" y=\"34\" font-size=\"19\">{}</text>\n", escaped(model.title));
  svg +=
      fmt::format("<text x=\"{}\" y=\"34\" text-anchor=\"end\">t = {:.4g} s</text>\n", canvas.width - 24, frame.time);
  svg += fmt::format(
      "<path d=\"M24 {0}v6h{1:.1f}v-6\" fill=\"none\" stroke=\"#333\"/><text x=\"24\" y=\"{2}\">{3:.3g} m</text>\n", y,
      length * canvas.scale, y - 6, length);
  if (o.chains) return svg;
  constexpr int kBar = 180;
  const int left = canvas.width - 24 - kBar;
  for (int k = 0; k < kShades; ++k)
    svg += fmt::format("<rect x=\"{:.2f}\" y=\"{}\" width=\"4.2\" height=\"8\" fill=\"#{:06x}\"/>",
                       left + double(k) * kBar / kShades, y, viridis((k + 0.5) / kShades));
  svg += fmt::format("\n<text x=\"{}\" y=\"{}\">0</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{} {:.3g}</text>\n",
                     left, y - 6, canvas.width - 24, y - 6, colour_label(o.colour), top);
  return svg;
}

}  // namespace

Camera::Camera(const Vec3d& view) : eye(normalized(view)) {
  const Vec3d above = std::abs(eye.z) < kUpright ? Vec3d{0, 0, 1} : Vec3d{0, 1, 0};
  right = normalized(cross(above, eye));
  up = cross(eye, right);
}

std::uint32_t viridis(double t) {
  constexpr std::array<std::uint32_t, 9> kPoints = {0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c,
                                                    0x28ae80, 0x5ec962, 0xaddc30, 0xfde725};
  const double u = std::clamp(t, 0.0, 1.0) * (kPoints.size() - 1);
  const std::size_t k = std::min(std::size_t(u), kPoints.size() - 2);
  return mix(kPoints[k], kPoints[k + 1], u - double(k));
}

std::vector<Line> wall_outlines(const Wall& wall, const WallState& pose, const Box& box) {
  std::vector<Line> lines;
  if (wall.kind == WallKind::kPlane) {
    lines = {cut(pose, box)};
  } else if (wall.kind == WallKind::kPlate) {
    lines.emplace_back();
    for (const Vec3& v : wall.vertices) lines[0].push_back(Vec3d(v));
    lines[0].push_back(lines[0].front());
  } else if (wall.kind == WallKind::kCylinder || wall.kind == WallKind::kCone) {
    const Frustum& f = wall.frustum;
    const Line low = circle(double(f.r0), double(f.z0)), high = circle(double(f.r1), double(f.z1));
    lines = {low, high};
    for (int k = 0; k < kRound; k += kRound / 8) lines.push_back({low[std::size_t(k)], high[std::size_t(k)]});
  }
  return lines;
}

std::vector<double> colour_values(const Frame& frame, const std::string& colour) {
  const Bodies& b = frame.bodies;
  std::vector<double> values(b.size());
  std::uint64_t first = 0;  // id of the first dynamic body: balls of walls are there before all others
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b.owner[i] != kDynamic) first = std::max(first, b.id[i] + 1);
  for (std::size_t i = 0; i < b.size(); ++i)
    values[i] = colour == "radius"  ? double(b.radius[i])
                : colour == "force" ? double(norm(b.wrench[i].f))
                : colour == "type"  ? double(b.type[i]) + 0.5
                : colour == "id"    ? double(RandomStream::mix(b.id[i] + 1) >> 40) * 0x1.0p-24
                : colour == "order" ? double(b.id[i]) - double(first)
                                    : double(norm(b.v[i]));
  return values;
}

Frame cut_frame(const Frame& frame, const PictureOptions& o) {
  if (o.cut_axis < 0) return frame;
  const double side = Camera(o.view).eye[o.cut_axis] < 0 ? -1 : 1;
  const auto stays = [&](const Vec3d& x) { return side * (x[o.cut_axis] - o.cut_at) <= 0; };
  Frame rest = frame;
  for_each_field(rest.bodies, [&](const char*, auto& array) {
    if (array.size() != frame.bodies.size()) return;  // not a field of frames
    std::size_t n = 0;
    for (std::size_t i = 0; i < array.size(); ++i)
      if (stays(frame.bodies.x[i])) array[n++] = array[i];
    array.resize(n);
  });
  std::erase_if(rest.contacts, [&](const auto& c) { return !stays(c.x_a) || !stays(c.x_b); });
  return rest;
}

std::string colour_label(const std::string& colour) {
  return colour == "radius"  ? "radius [m]"
         : colour == "force" ? "force [N]"
         : colour == "speed" ? "speed [m/s]"
         : colour == "order" ? "order of entry"
                             : colour;
}

double colour_top(std::vector<double> values) {
  if (values.empty()) return 1;
  const auto at = values.begin() + std::ptrdiff_t(0.98 * double(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at > 0 ? *at : std::max(1e-30, *std::max_element(values.begin(), values.end()));
}

PictureOptions with_view(const Model& model, PictureOptions o) {
  if (norm2(o.view) > 0) return o;
  o.view = model.settings.dimension == 2 ? Vec3d{0, 0, 1} : Vec3d{0.9, -2.2, 0.9};
  return o;
}

void write_picture(const std::string& path, const Model& model, const Frame& whole, const PictureOptions& options) {
  const PictureOptions o = with_view(model, options);
  const Box box = view_box(model, whole);
  const Canvas canvas(box, o);
  const double top = colour_top(colour_values(whole, o.colour));  // a colour means the same with and without the cut
  const Frame frame = cut_frame(whole, o);
  const std::vector<double> values = colour_values(frame, o.colour);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"14\" fill=\"#222\">\n<defs>\n",
      o.width, o.height);
  for (int k = 0; k < kShades; ++k) svg += shade("g" + std::to_string(k), viridis((k + 0.5) / kShades));
  svg += shade("gw", kGrey) + "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#f7f6f3\"/>\n";
  svg += walls_svg(model, frame, box, canvas,
                   "fill=\"#5b6b7b\" fill-opacity=\".05\" stroke=\"#5b6b7b\" stroke-opacity=\".6\"");
  svg +=
      fmt::format("<g{}>\n{}</g>\n", o.chains ? " opacity=\".18\"" : "", bodies_svg(model, frame, canvas, values, top));
  if (o.chains) svg += chains_svg(frame, canvas);
  svg += walls_svg(model, frame, box, canvas, "fill=\"none\" stroke=\"#5b6b7b\" stroke-opacity=\".22\"");
  svg += legend_svg(model, frame, canvas, o, top) + "</svg>\n";
  make_folder_of(path);
  write_whole_file(path, svg);
}

}  // namespace scree::output
