// The pair list: when it must be rebuilt, and how it is put in order.
//
// Pairs up to reach + skin apart are listed. A pair outside the list is still out of reach as long as no two things
// have together moved by the skin, so the list holds while 2 max|x - x_listed| < skin, and with moving walls while
// max|x - x_listed| + travel < skin. Polyhedra are listed by the distance of their surfaces, so turning counts as well:
// no point of a body has moved by more than |x - x_listed| + 2 r |q - q_listed|.
//
// A narrow skin makes few pairs and many lists. With u the skin that a step uses up, lists cost a u / skin a step and
// the pairs of the skin b skin: the sum is least at skin = sqrt(a u / b). So the skin follows the speed of the fastest,
// as the last list has seen it.
#include "scree/contacts/pair_list.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scree/broad/broad_phase.hpp"
#include "scree/contacts/pair_order.hpp"
#include "scree/contacts/wall_reach.hpp"
#include "scree/error.hpp"
#include "scree/narrow/far_pairs.hpp"
#include "scree/parallel.hpp"
#include "scree/state/large_arrays.hpp"
#include "scree/state/order.hpp"

namespace scree::contacts {
namespace {

// Fills PairListScratch::displacement as well.
double largest_displacement(State& s) {
  s.scratch.list.displacement.resize(s.bodies.size());
  return chunked_max(s.bodies.size(), [&](std::size_t i) {
    const Quat &q = s.bodies.q[i], &l = s.q_listed[i];
    const auto apart2 = [&](double sign) {
      const double w = q.w - sign * l.w, x = q.x - sign * l.x, y = q.y - sign * l.y, z = q.z - sign * l.z;
      return w * w + x * x + y * y + z * z;
    };
    const double turned = 2 * double(s.bodies.radius[i]) * std::sqrt(std::min(apart2(1), apart2(-1)));
    const double way = norm(s.bodies.x[i] - s.bodies.x_listed[i]) + turned;
    s.scratch.list.displacement[i] = float(way * (1 + 2e-7));  // rounded up
    return way;
  });
}

// What is used up of the skin: how far any two things can have come nearer to each other since the list was made.
double used_skin(const State& s, double moved) {
  double travel = 0;
  for (const WallState& w : s.walls)
    if (w.present) travel = std::max(travel, double(w.travel));
  return moved + std::max(moved, travel);
}

// a / b, in smallest radii. Anything from 12 to 60 was as fast with falling stones, and from 12 to 25 with the balls of
// scenes/demo.toml (two threads of an AMD EPYC, Zen 4, November 2026).
constexpr double kListOverPairs = 25;

// The skin of the next list; the last one says how much a step uses up. Where no list outlasts two steps a wide skin
// would be for nothing.
Real next_skin(const Model& model, const State& s, double used) {
  const Real least = model.settings.skin, most = model.settings.most_skin;
  if (!(most > least) || model.settings.list_every_step) return least;
  const std::uint64_t now = s.counters.step + 1;  // the first list has the same number as that of the first step
  const double in_a_step = used / double(std::max<std::uint64_t>(now - s.counters.list_step, 1));
  if (!(2 * in_a_step < double(most))) return least;
  return std::clamp(Real(std::sqrt(kListOverPairs * in_a_step * double(model.smallest_radius))), least, most);
}

void list_raw_pairs(const Model& model, State& s, Real margin, broad::PairList& raw) {
  using namespace broad;
  const Cloud cloud{s.bodies.size(), s.bodies.x.data(), s.bodies.radius.data(), s.bodies.owner.data()};
  switch (model.settings.broad) {
    case BroadMethod::kSortedCells:
      return sorted_cells(cloud, margin, raw);
    case BroadMethod::kHierarchical:
      return hierarchical(cloud, margin, raw);
    case BroadMethod::kBruteForce:
      return brute_force(cloud, margin, raw);
    case BroadMethod::kFixedCubes:
      return fixed_cubes(cloud, margin, double(model.settings.cell_size), s.scratch.broad.cubes, raw);
  }
}

bool order_is_due(const Model& model, const State& s) {
  const int every = model.settings.order_every;
  return every > 0 && (s.counters.step + 1) % std::uint64_t(every) == 0;
}

void reorder_if_due(const Model& model, State& s, bool new_order) {
  const int every = model.settings.reorder_every;
  if (every <= 0 || s.bodies.size() == 0) return;
  if (!new_order && s.counters.pair_lists % std::uint64_t(every) != 0) return;
  const auto order = bodies_in_order(s.bodies);
  if (!std::is_sorted(order.begin(), order.end())) reorder_bodies(s, order);
  ++s.counters.reorderings;
}

bool list_outlasts(const Model& model, const State& s, double used) {
  return s.list_valid && !model.settings.list_every_step && used < double(s.skin) && !order_is_due(model, s);
}

// Pairs that an intact joint holds have no contact.
void drop_jointed_pairs(const State& s, broad::PairList& pairs) {
  broad::PairList jointed;
  for (const JointState& joint : s.joints)
    if (joint.mode == JointMode::kIntact) jointed.push_back({std::min(joint.a, joint.b), std::max(joint.a, joint.b)});
  if (jointed.empty()) return;
  std::sort(jointed.begin(), jointed.end());
  std::erase_if(pairs, [&](const broad::RawPair& p) { return std::binary_search(jointed.begin(), jointed.end(), p); });
}

// Returns the largest, or no number where one of them is none.
double largest(const std::vector<double>& of_chunks) {
  double most = 0;
  for (const double x : of_chunks) {
    if (std::isnan(x)) return x;
    most = std::max(most, x);
  }
  return most;
}

// Returns the speed of the fastest body, or no finite number where a body has one that is none.
double fastest(const Bodies& b) {
  double most = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double speed = double(norm(b.v[i])) + 0 * double(norm(b.omega[i]) + norm(b.x[i]));
    if (!std::isfinite(speed)) return speed;
    most = std::max(most, speed);
  }
  return most;
}

}  // namespace

bool list_stays_valid(const Model& model, const State& s, double moved) {
  return list_outlasts(model, s, used_skin(s, moved));
}

double largest_chunk_displacement(const State& s) { return largest(s.scratch.motion.chunk_displacement); }

void find_pairs(const Model& model, State& s) {
  double moved = largest_chunk_displacement(s);
  const bool new_order = order_is_due(model, s);
  // Where bodies have come or gone, how they were turned is not known any more.
  if (s.list_valid && !s.q_listed.empty()) moved = largest_displacement(s);
  const double used = s.list_valid ? used_skin(s, moved) : 2 * moved;
  if (list_outlasts(model, s, used)) return;
  s.skin = next_skin(model, s, used);
  const Real margin = model.reach + s.skin;
  release(s.pairs.accumulators), release(s.pairs.accumulator_of_pair), release(s.pairs.accumulator_body);
  detach_contacts(s);
  detach_links(s);
  if (new_order) renew_order(model, s);
  reorder_if_due(model, s, new_order);

  s.pairs = {};  // its memory is wanted for the new ones
  broad::PairList raw;
  list_raw_pairs(model, s, margin, raw);
  drop_jointed_pairs(s, raw);
  narrow::drop_far_pairs(model, s, margin, raw);
  order_pairs(model, s, std::move(raw), margin);

  s.bodies.x_listed = s.bodies.x;
  if (model.has_shaped_bodies()) s.q_listed = s.bodies.q, s.scratch.list.displacement.assign(s.bodies.size(), 0);
  for (std::size_t k = 0; k < s.walls.size(); ++k) {
    WallState& w = s.walls[k];
    w.travel = 0;
    const double farthest = std::sqrt(chunked_max(s.bodies.size(), [&](auto i) { return norm2(s.bodies.x[i] - w.x); }));
    w.extent =
        std::min(surface_extent(model.walls[k]), Real(farthest) + model.largest_radius + model.reach + 2 * s.skin);
  }
  ++s.counters.pair_lists;
  s.counters.list_step = s.counters.step + 1;
  s.list_valid = true;
  std::fill(s.scratch.motion.chunk_displacement.begin(), s.scratch.motion.chunk_displacement.end(), 0);
}

bool pair_list_stays_valid(const Model& model, const State& s) {
  const PairListForecast& forecast = s.scratch.list.forecast;
  if (forecast.step != s.counters.step || forecast.gravity != s.gravity || model.has_shaped_bodies()) return false;
  if (model.settings.integrator != Integrator::kVelocityVerlet) return false;  // others do not foresee their speeds
  const auto moves = [](const WallState& w) { return w.v != Vec3{0, 0, 0} || w.omega != Vec3{0, 0, 0}; };
  if (model.has_kinematic_bodies() && std::any_of(s.walls.begin(), s.walls.end(), moves)) return false;
  // More than round-off, wherever bodies are: where that is not known for sure, all bodies move first.
  constexpr double kSpare = 1e-3;
  return list_stays_valid(model, s, forecast.moved + model.settings.dt * forecast.speed + kSpare * double(s.skin));
}

void forecast_next_step(State& s, double moved) {
  s.scratch.list.forecast = {s.counters.step + 1, moved, largest(s.scratch.motion.chunk_speed), s.gravity};
}

void forecast_next_step(State& s) { forecast_next_step(s, largest_chunk_displacement(s)); }

void forecast_first_step(State& s) {
  s.scratch.motion = {};
  s.scratch.list.forecast = {};
  s.scratch.list.forecast.speed = fastest(s.bodies);
}

double moved_as_forecast(const Model& model, const State& s) {
  const double moved = largest_chunk_displacement(s) + s.scratch.list.forecast.moved;
  if (!list_stays_valid(model, s, moved))
    throw RunError(
        "bodies were changed between two steps and have left their pair list: set State::list_valid = false");
  return moved;
}

}  // namespace scree::contacts
