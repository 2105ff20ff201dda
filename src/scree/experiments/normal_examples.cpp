#include "scree/experiments/normal_examples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "scree/error.hpp"
#include "scree/math/random.hpp"
#include "scree/narrow/superellipsoid/ladder.hpp"

namespace scree::bench {
namespace {

using namespace superellipsoid;

constexpr Real kPi = std::numbers::pi_v<Real>;
constexpr Real kTolerance = Real(1e-6);  // for the gradient of |d|^2, as in the paper's tests
constexpr int kMostPairs = 2000, kStarts = 24;

// The plane is x = 0, where the angles of common_normal have one axis in it and one across, and no step leaves it.
Vec3 in_plane(Real angle) { return {0, std::cos(angle), std::sin(angle)}; }

struct FlatPair {
  Superellipsoid a, b;
  Real eps_a = 1, eps_b = 1, turn = 0;
  Pose X;
  Real gap = 0;
  Vec3 n{};  // normal of the contact that it was made with
  Pair pair() const { return {a, b, X}; }
};

// The normal and the gap come first, then the second body, as in the paper's tests.
FlatPair flat_pair(std::uint64_t seed, std::uint64_t index, Real gap) {
  RandomStream random = RandomStream::branch(seed, index);
  const auto shape = [&](Real& eps) {
    const Real r1 = random.uniform(0.7, 2), r2 = random.uniform(0.7, 2);
    eps = random.uniform(0.3, 1.5);
    return make_superellipsoid({1, r1, r2}, 1, eps);
  };
  FlatPair p;
  p.a = shape(p.eps_a), p.b = shape(p.eps_b);
  p.gap = gap;
  p.n = in_plane(random.uniform(-kPi, kPi));
  p.turn = random.uniform(-kPi, kPi);
  p.X.R = to_matrix(Quat{std::cos(p.turn / 2), std::sin(p.turn / 2), 0, 0});
  p.X.p = support_point(p.a, p.n) + gap * p.n + p.X.R * support_point(p.b, transpose(p.X.R) * p.n);
  p.X.p.x = 0;
  return p;
}

// Returns how far the points lie beside each other.
Real beside(const Search& s) { return std::sqrt(norm2(s.at.d_t)); }

struct Trace {
  std::vector<Search> steps;  // after 0, 1, ... iterations
  const Search& last() const { return steps.back(); }
};

Trace trace_from(const Pair& pair, const Vec3& start, Real margin) {
  Trace t;
  for (int most = 0; most <= 50; ++most) {
    t.steps.push_back(common_normal(pair, start, {margin, kTolerance, most}));
    if (t.last().iterations < most || t.last().end != SearchEnd::kStalled) break;
  }
  return t;
}

std::string vec(const Vec3& v) { return fmt::format("[{:.15g}, {:.15g}]", v.y, v.z); }

std::string step_text(const FlatPair& p, const Search& s) {
  Real in_a, in_b;  // norms, below 1 inside
  norm_values(p.a.gauge, s.at.p_b, p.b.gauge, p.pair().turn_to_b(s.at.p_a - p.X.p), in_a, in_b);
  return fmt::format(
      "{{\"c\": {}, \"p_a\": {}, \"p_b\": {}, \"slab\": {:.12g}, \"beside\": {:.12g}, \"p_b_in_a\": {:.12g}, "
      "\"p_a_in_b\": "
      "{:.12g}}}",
      vec(s.at.c.a), vec(s.at.p_a), vec(s.at.p_b), s.at.gap, beside(s), in_a, in_b);
}

std::string text_of(const char* name, const FlatPair& p, const Trace& t) {
  std::vector<std::string> steps;
  for (const Search& s : t.steps) steps.push_back(step_text(p, s));
  return fmt::format(
      "  \"{}\": {{\n    \"a\": {{\"r\": [{:.12g}, {:.12g}], \"eps\": {:.12g}, \"radius\": {:.12g}}},\n"
      "    \"b\": {{\"r\": [{:.12g}, {:.12g}], \"eps\": {:.12g}, \"radius\": {:.12g}, \"turn\": {:.12g}, \"x\": {}}},\n"
      "    \"gap\": {:.12g}, \"normal\": {},\n    \"steps\": [\n      {}\n    ]\n  }}",
      name, p.a.support.r.y, p.a.support.r.z, p.eps_a, p.a.radius, p.b.support.r.y, p.b.support.r.z, p.eps_b,
      p.b.radius, p.turn, vec(p.X.p), p.gap, vec(p.n), fmt::join(steps, ",\n      "));
}

bool boxes_meet(const FlatPair& p) {
  const auto reach = [&](const Vec3& axis) {
    return support_value(p.a, axis) + support_value(p.b, p.pair().turn_to_b(axis)) - std::fabs(dot(axis, p.X.p));
  };
  return reach({0, 1, 0}) > 0 && reach({0, 0, 1}) > 0 && norm(p.X.p) < p.a.radius + p.b.radius;
}

// Fig. 2 shows the way from the line of centres to the contact points, with some steps in between.
std::optional<Trace> to_contact(const FlatPair& p) {
  Trace t = trace_from(p.pair(), centre_line(p.pair()).a, Real(1e300));
  const bool good = t.last().end == SearchEnd::kConverged && beside(t.last()) < Real(1e-5) && t.steps.size() > 3;
  return good && std::fabs(t.last().at.gap - p.gap) < Real(1e-6) ? std::optional(t) : std::nullopt;
}

// In Fig. 3 the bounding spheres and boxes of the bodies meet, and the line of centres does not part them, but a later
// direction does.
std::optional<Trace> to_exclusion(const FlatPair& p) {
  if (!boxes_meet(p)) return std::nullopt;
  Trace t = trace_from(p.pair(), centre_line(p.pair()).a, 0);
  return t.last().end == SearchEnd::kApart && t.last().iterations >= 2 ? std::optional(t) : std::nullopt;
}

// In Fig. 4 the search has converged, with the points over each other and both outside the other body.
std::optional<Trace> to_local_minimum(const FlatPair& p) {
  const Vec3 line = centre_line(p.pair()).a;
  for (int k = 0; k < kStarts; ++k) {
    const Trace t =
        trace_from(p.pair(), in_plane(std::atan2(line.z, line.y) + 2 * kPi * Real(k) / kStarts), Real(1e300));
    const Search& s = t.last();
    if (s.end != SearchEnd::kConverged || beside(s) > Real(1e-3) * std::fabs(s.at.gap)) continue;
    Real in_a, in_b;
    norm_values(p.a.gauge, s.at.p_b, p.b.gauge, p.pair().turn_to_b(s.at.p_a - p.X.p), in_a, in_b);
    if (in_a > Real(1.01) && in_b > Real(1.01)) return t;
  }
  return std::nullopt;
}

template <class Find>
std::string first_example(const char* name, std::uint64_t seed, Real gap, Find&& find) {
  for (std::uint64_t i = 0; i < kMostPairs; ++i) {
    const FlatPair p = flat_pair(seed, i, gap);
    if (const auto t = find(p)) return text_of(name, p, *t);
  }
  throw RunError(fmt::format("normal_examples: no pair for {} with seed {}", name, seed));
}

}  // namespace

std::string normal_examples(unsigned long long seed) {
  return fmt::format("{{\n{},\n{},\n{}\n}}\n", first_example("contact", seed, Real(0.3), to_contact),
                     first_example("exclusion", seed, Real(0.12), to_exclusion),
                     first_example("local_minimum", seed, Real(-0.05), to_local_minimum));
}

}  // namespace scree::bench
