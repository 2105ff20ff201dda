#include "scree/scene/ball_wall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "scree/error.hpp"
#include "scree/input_file.hpp"
#include "scree/math/elementary.hpp"
#include "scree/math/whole.hpp"
#include "scree/model/size_distribution.hpp"
#include "scree/scene/shown_text.hpp"
#include "scree/scene/units.hpp"
#include "scree/solids/mesh_text.hpp"
#include "scree/solids/polyhedron_check.hpp"

namespace scree::scene {

namespace {

// Returns the number of steps of at most `longest` that cover a length; rounding does not add one.
int steps_over(double length, double longest) { return std::max(1, whole_ceil<int>(length / longest - 1e-9)); }

double mean_radius(const SizeDistribution& radius) { return scree::cbrt(double(mean_cube(radius))); }

bool inside(const std::vector<Vec3>& polygon, double x, double y) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double ex = double(b.x - a.x), ey = double(b.y - a.y);
    if (ex * (y - double(a.y)) - ey * (x - double(a.x)) < 0) return false;
  }
  return true;
}

double step_of(const SizeDistribution& radius, Real spacing) { return double(spacing) * 2 * mean_radius(radius); }

struct Rectangle {
  double lo[2] = {kNever, kNever}, hi[2] = {-kNever, -kNever};
  explicit Rectangle(const std::vector<Vec3>& vertices) {
    for (const Vec3& v : vertices)
      for (int k = 0; k < 2; ++k) {
        lo[k] = std::min(lo[k], double(v[k]));
        hi[k] = std::max(hi[k], double(v[k]));
      }
  }
};

}  // namespace

double estimated_balls(const Frustum& f, const SizeDistribution& radius, Real spacing) {
  const double s = step_of(radius, spacing), slant = hypot(double(f.r1 - f.r0), double(f.z1 - f.z0));
  const double r = (double(f.r0) + double(f.r1)) / 2 + mean_radius(radius);
  return (slant / s + 1) * (2 * std::numbers::pi * r / s + 1);
}

double estimated_balls(const std::vector<Vec3>& vertices, const SizeDistribution& radius, Real spacing) {
  const Rectangle box(vertices);
  const double s = step_of(radius, spacing);
  return ((box.hi[0] - box.lo[0]) / s + 1) * ((box.hi[1] - box.lo[1]) / s + 1);
}

std::vector<WallBall> balls_around(const Frustum& f, const SizeDistribution& radius, Real spacing, std::uint64_t seed) {
  RandomStream random{seed};
  const double r_mean = mean_radius(radius), s = double(spacing) * 2 * r_mean;
  const double dr = double(f.r1 - f.r0), dz = double(f.z1 - f.z0), slant = scree::hypot(dr, dz);
  const double n_r = dz / slant, n_z = -dr / slant;  // outward, at right angles to the slant
  const int rings = steps_over(slant, s);
  std::vector<WallBall> balls;
  for (int i = 0; i < rings; ++i) {
    const double t = (i + 0.5) / rings;
    const double r = double(f.r0) + t * dr, z = double(f.z0) + t * dz;
    const int n = steps_over(2 * std::numbers::pi * std::max(0.0, r + n_r * r_mean), s);
    for (int k = 0; k < n; ++k) {
      const double phi = 2 * std::numbers::pi * (k + (i % 2) * 0.5) / n;
      const Real ball = draw_size(radius, random);
      const double rho = r + n_r * double(ball);
      balls.push_back({{rho * scree::cos(phi), rho * scree::sin(phi), z + n_z * double(ball)}, ball});
    }
  }
  return balls;
}

std::vector<WallBall> balls_below(const std::vector<Vec3>& vertices, const SizeDistribution& radius, Real spacing,
                                  std::uint64_t seed) {
  RandomStream random{seed};
  const double s = step_of(radius, spacing);
  const auto& [lo, hi] = Rectangle(vertices);
  const int n_x = steps_over(hi[0] - lo[0], s), n_y = steps_over(hi[1] - lo[1], s);
  const double s_x = (hi[0] - lo[0]) / n_x, s_y = (hi[1] - lo[1]) / n_y;
  std::vector<WallBall> balls;
  for (int j = 0; j < n_y; ++j) {
    const int n = n_x + j % 2;  // a staggered row has a ball on both ends
    for (int i = 0; i < n; ++i) {
      const double x = lo[0] + (i + (j % 2 ? 0.0 : 0.5)) * s_x, y = lo[1] + (j + 0.5) * s_y;
      if (!inside(vertices, std::clamp(x, lo[0] + 1e-9 * s, hi[0] - 1e-9 * s), y)) continue;
      const Real ball = draw_size(radius, random);
      balls.push_back({{x, y, -double(ball)}, ball});
    }
  }
  return balls;
}

namespace {

// Appends the ball of a row, or returns what is wrong with it.
std::string read_ball(const std::vector<std::string_view>& words, Real unit, std::vector<WallBall>& balls) {
  const DimInfo& length = info(Dim::kLength);
  if (words.size() != 4) return fmt::format("{} columns; must be x, y, z, r with r > 0", words.size());
  double v[4];
  for (std::size_t k = 0; k < 4; ++k) {
    const auto value = number_of(words[k]);
    const double least = k == 3 ? length.least : -length.most;
    v[k] = value ? double(unit) * *value : 0;
    if (!value || !(v[k] >= least && v[k] <= length.most))
      return fmt::format("{} = {}: must be a number from {:g} to {:g} m", "xyzr"[k], shortened(words[k]), least,
                         length.most);
  }
  balls.push_back({{v[0], v[1], v[2]}, Real(v[3])});
  return {};
}

}  // namespace

std::vector<WallBall> balls_from_file(const std::string& path, Real unit, std::vector<std::string>& problems) {
  std::vector<WallBall> balls;
  std::string text;
  try {
    text = read_input_file(path);
  } catch (const InputError& e) {
    problems.push_back(e.what());
    return balls;
  }
  bool seen_header = false;
  Lines lines(text);
  std::vector<std::string_view> words;
  for (std::string_view line; lines.next(line);) {
    words_of(line.substr(0, line.find('#')), words, " ,;\t\r\v\f");
    if (words.empty()) continue;
    const bool header = balls.empty() && problems.empty() && !std::exchange(seen_header, true);
    if (header && std::none_of(words.begin(), words.end(), number_of)) continue;  // names of columns; nan is a number
    const std::string problem = read_ball(words, unit, balls);
    if (problem.empty()) continue;
    problems.push_back(fmt::format("{}:{}: {}", path, lines.number(), problem));
    if (problems.size() >= 10) return balls;
  }
  if (balls.empty() && problems.empty()) problems.push_back(fmt::format("{}: holds no balls", path));
  return balls;
}

}  // namespace scree::scene
