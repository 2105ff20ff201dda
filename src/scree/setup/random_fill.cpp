// Bodies are added by random sequential addition: each is put at a random place until it overlaps nothing.
//
// All sizes are drawn before any place is, so the grading does not depend on how well bodies fit: taking them in the
// order drawn and skipping what finds no room would quietly drop the large ones. Large bodies are placed first, while
// there is still room for them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "scree/long_work.hpp"
#include "scree/memory.hpp"
#include "scree/model/size_distribution.hpp"
#include "scree/setup/fill_parts.hpp"

namespace scree::insert {
namespace {

// Equal spheres jam at 0.384 in this process (Zhang & Torquato 2013); the last hundredths take unbounded attempts and
// the region's walls cost some more. Small bodies do fit between large ones, so for wide gradings only what no random
// packing reaches is refused before trying.
constexpr double kJammedEqual = 0.38;
constexpr double kJammedWide = 0.64;
constexpr double kNearlyEqual = 1.5;  // largest over smallest radius
// In a plane the limits are 0.547 for equal discs (Feder 1980) and 0.84 for random close packing.
constexpr double kJammedDiscs = 0.54;
constexpr double kJammedDiscsWide = 0.84;

constexpr const char* kRemedy = "fill a larger region, take a lattice fill, or pour the bodies in with a stream";

double jammed(bool flat, bool equal) {
  return flat ? (equal ? kJammedDiscs : kJammedDiscsWide) : (equal ? kJammedEqual : kJammedWide);
}
// Returns the volume of a bounding sphere or circle over the cube or the square of its radius.
double volume_of_unit_ball(const Model& model) {
  return model.settings.dimension == 2 ? std::numbers::pi * double(model.settings.thickness) : 4 * std::numbers::pi / 3;
}

// The message says what the sizes come to on average, before any is drawn; drawn ones may come out some per cent
// lighter.
std::string far_too_much(const Model& model, const FillSpec& fill, double expected) {
  const double room = volume(fill);
  if (!(room > 0) || expected < 1000) return {};
  const bool flat = model.settings.dimension == 2;
  double ball = 0;
  for (std::size_t k = 0; k < fill.types.size(); ++k) {
    const double share = fill.shares.empty() ? 1 / double(fill.types.size()) : double(fill.shares[k]);
    const double r = double(model.body_types[fill.types[k]].bounding_radius);
    ball += share * volume_of_unit_ball(model) * double(flat ? mean_square(fill.sizes[k]) : mean_cube(fill.sizes[k])) *
            (flat ? r * r : r * r * r);
  }
  const bool equal = largest_radius(model, fill) <= kNearlyEqual * smallest_radius(model, fill);
  const double limit = jammed(flat, equal), share = expected * ball / room;
  if (share <= 1.2 * limit) return {};
  return fmt::format(
      "{:.4g} bodies would fill {:.3g} times the region; random places without overlap never more than "
      "{:.2f} of it: {}",
      expected, share, limit, kRemedy);
}

bool draw_bodies(const Model& model, const FillSpec& fill, std::vector<NewBody>& bodies, std::string& problem) {
  Target target(fill);
  if (target.open_ended()) {
    problem = "a random fill needs count, mass or solid_fraction";
    return false;
  }
  const double expected = target.expected_bodies(model, fill);
  if (!(expected < kMaxBodies)) {
    problem = fmt::format("about {:.3g} bodies would be needed, more than {:.0f}", expected, kMaxBodies);
    return false;
  }
  problem = far_too_much(model, fill, expected);
  if (const auto much = too_much_memory(expected * kBytesOfABody); problem.empty() && much)
    problem = fmt::format("about {:.3g} bodies: {}", expected, *much);
  if (!problem.empty()) return false;
  RandomStream sizes = RandomStream::branch(fill.seed, kSizes);
  for (;;) {
    const NewBody b = draw_body(fill, sizes);
    if (target.reached_before(model, b)) break;
    target.book(model, b);
    bodies.push_back(b);
  }
  if (bodies.empty()) problem = "what is asked for is less than half a body";
  return problem.empty();
}

// Bodies of all shapes keep apart like their bounding spheres, in 2-D like the circles.
std::string too_much(const Model& model, const FillSpec& fill, const std::vector<NewBody>& bodies) {
  const double room = volume(fill);
  if (!(room > 0)) return {};
  const bool flat = model.settings.dimension == 2;
  const double unit = volume_of_unit_ball(model);
  double solid = 0, balls = 0, r_min = kNever, r_max = 0;
  for (const NewBody& b : bodies) {
    const double r = radius_of(model, b);
    solid += volume_of(model, b);
    balls += model.sized(unit, r);
    r_min = std::min(r_min, r);
    r_max = std::max(r_max, r);
  }
  const bool equal = r_max <= kNearlyEqual * r_min, round = solid > 0.999 * balls;
  const double limit = jammed(flat, equal);
  if (balls <= limit * room) return {};
  return fmt::format(
      "{} bodies are a solid fraction of {:.3g}{}; random places without overlap reach {}, never more than "
      "{:.2f}: {}",
      bodies.size(), solid / room,
      round ? "" : fmt::format(", the {} round them {:.3g}", flat ? "circles" : "balls", balls / room),
      flat ? "0.45 to 0.52" : "0.3 to 0.36", limit, kRemedy);
}

}  // namespace

void random_fill(const Model& model, const FillSpec& fill, const State& s, std::vector<NewBody>& out,
                 std::vector<std::string>& problems) {
  std::vector<NewBody> bodies;
  std::string problem;
  if (draw_bodies(model, fill, bodies, problem)) problem = too_much(model, fill, bodies);
  if (!problem.empty()) return problems.push_back(problem);

  std::vector<std::size_t> order(bodies.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return radius_of(model, bodies[a]) > radius_of(model, bodies[b]);
  });

  OverlapGrid grid = bodies_near_region(fill, s);
  RandomStream positions = RandomStream::branch(fill.seed, kPositions);
  double solid = 0;
  LongWork work(fill.where);
  for (std::size_t n = 0; n < order.size(); ++n) {
    work.now_and_then([&] { return fmt::format("{} of {} bodies have a place", n, bodies.size()); });
    NewBody& b = bodies[order[n]];
    const double r = radius_of(model, b);
    bool placed = false;
    for (std::uint64_t attempt = 0; attempt < fill.attempts && !placed; ++attempt) {
      if (!draw_centre(fill, r, positions, b.x))
        return problems.push_back(fmt::format("a body of radius {:.4g} m is too large for the region", r));
      placed = !grid.overlaps(b.x, r);
    }
    if (!placed) {
      const double room = volume(fill);
      return problems.push_back(fmt::format(
          "{} of {} bodies fitted, then {} attempts found no place{}: {}", n, bodies.size(), fill.attempts,
          room > 0 ? fmt::format(" (solid fraction reached: {:.3g})", solid / room) : std::string(), kRemedy));
    }
    grid.add(b.x, r);
    solid += volume_of(model, b);
  }
  out = std::move(bodies);
}

}  // namespace scree::insert
