#include "scree/step.hpp"

#include <algorithm>
#include <cmath>

#include "scree/boundary/boundary.hpp"
#include "scree/broad/broad_phase.hpp"
#include "scree/error.hpp"
#include "scree/force/contacts.hpp"
#include "scree/force/joints.hpp"
#include "scree/integrate/integrate.hpp"
#include "scree/narrow/far_pairs.hpp"
#include "scree/parallel.hpp"
#include "scree/state/ledger.hpp"
#include "scree/state/order.hpp"
#include "scree/threads.hpp"

namespace scree {
namespace {

void drop_pairs(const Model& model, State& s, Real margin, broad::PairList& pairs) {
  force::drop_jointed_pairs(s, pairs);
  narrow::drop_far_pairs(model, s, margin, pairs);
}

// Of speeds that are no numbers nothing is larger.
double largest(const std::vector<double>& of_chunks) {
  double most = 0;
  for (const double x : of_chunks) {
    if (std::isnan(x)) return x;
    most = std::max(most, x);
  }
  return most;
}

// Of a body that is no number, no number.
double fastest(const Bodies& b) {
  double most = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double speed = double(norm(b.v[i])) + 0 * double(norm(b.omega[i]) + norm(b.x[i]));
    if (!std::isfinite(speed)) return speed;
    most = std::max(most, speed);
  }
  return most;
}

std::size_t end_of(const State& s, std::size_t chunk) { return std::min((chunk + 1) * kChunk, s.bodies.size()); }

// v to t + dt/2, x and q to t + dt; loads are cleared.
void first_half(const Model& model, State& s, std::size_t chunk) {
  s.scratch.moved[chunk] = integrate::first_half(model, s, chunk * kChunk, end_of(s, chunk));
}
// The same where the pair list is known to hold.
void first_half_listed(const Model& model, State& s, std::size_t chunk) {
  s.scratch.moved[chunk] =
      integrate::first_half(model, s, chunk * kChunk, end_of(s, chunk), integrate::Displacement::kInStep);
}
// v to t + dt.
void second_half(const Model& model, State& s, std::size_t chunk) {
  const std::size_t begin = chunk * kChunk, end = end_of(s, chunk);
  force::add_up(s, begin, end);  // -> s.bodies.wrench
  s.scratch.speed[chunk] = integrate::second_half(model, s, begin, end);
}
void for_all(const Model& model, State& s, force::ChunkHooks::Function f) {
  for_each_task(n_chunks(s.bodies.size()), [&](std::size_t chunk) { f(model, s, chunk); });
}

// Whether the pair list is going to hold after the first half, by what the last step has said about it. Then chunks can
// move when their contacts are due, instead of all before the first contact.
bool pair_list_stays_valid(const Model& model, const State& s) {
  const PairListForecast& forecast = s.scratch.forecast;
  if (forecast.step != s.counters.step || forecast.gravity != s.gravity || model.has_shaped_bodies()) return false;
  if (model.settings.integrator != Integrator::kVelocityVerlet) return false;  // others do not foresee their speeds
  const auto moves = [](const WallState& w) { return w.v != Vec3{0, 0, 0} || w.omega != Vec3{0, 0, 0}; };
  if (model.has_kinematic_bodies() && std::any_of(s.walls.begin(), s.walls.end(), moves)) return false;
  // More than round-off, wherever bodies are: those who do not know for sure move first and look.
  constexpr double kSpare = 1e-3;
  return broad::list_stays_valid(model, s,
                                 forecast.moved + model.settings.dt * forecast.speed + kSpare * double(s.skin));
}

// Instructions of a step, about: by the pairs of the list and the contacts there were when it was made.
double work_of(const Model& model, const State& s) {
  constexpr double kBody = 100, kPair = 12, kContact = 100;  // of spheres
  constexpr double kShaped = 20;
  const double work =
      kBody * double(s.bodies.size()) + kPair * double(s.pairs.size()) + kContact * double(count_contacts(s.contacts));
  return model.has_shaped_bodies() ? kShaped * work : work;
}
// OpenMP ends the threads that a smaller team leaves out, and makes new ones for a larger: so not for a little work.
int threads_for(const Model& model, const State& s) {
  const double least = work_of_thread();
  if (!(least > 0)) return kMostThreads;
  const double worth = std::clamp(work_of(model, s) / least, 1.0, double(kMostThreads));
  const int now = s.scratch.threads;
  return now > 1 && worth > 0.8 * now && worth < 1.25 * (now + 1) ? now : int(worth);
}

}  // namespace

void step(const Model& model, State& s) {
  const AtMostThreads team(s.scratch.threads);
  const double dt = model.settings.dt;
  boundary::advance(model, s);  // events, streams and leavers; walls to t + dt
  const bool holds = pair_list_stays_valid(model, s);
  s.scratch.moved.resize(n_chunks(s.bodies.size()));
  s.scratch.speed.resize(n_chunks(s.bodies.size()));
  if (!holds) {
    for_all(model, s, first_half);
    const std::uint64_t lists = s.counters.pair_lists;
    broad::find_pairs(model, s, largest(s.scratch.moved), drop_pairs);  // -> s.pairs, bucketed by algorithm and law
    if (s.counters.pair_lists > lists) {
      std::fill(s.scratch.moved.begin(), s.scratch.moved.end(), 0);
      s.scratch.threads = threads_for(model, s);
    }
  }
  // Joints act after all contacts and before the second half.
  const bool jointed = !model.joints.empty();
  force::contacts(model, s, dt,
                  {holds ? first_half_listed : nullptr, jointed ? nullptr : second_half});  // -> loads, springs
  // From where bodies were listed, at most.
  const double moved = largest(s.scratch.moved) + (holds ? s.scratch.forecast.moved : 0);
  if (holds && !broad::list_stays_valid(model, s, moved))
    throw RunError(
        "bodies were changed between two steps and have left their pair list: set State::list_valid = false");
  if (jointed) {
    force::joints(model, s, dt);  // -> their forces, and which of them break
    for_all(model, s, second_half);
  }
  force::on_walls(s, dt);      // -> s.walls.f, tau
  boundary::finish(model, s);  // clock, mass through flow planes
  s.scratch.forecast = {s.counters.step, moved, largest(s.scratch.speed), s.gravity};
}

void start(const Model& model, State& s) {
  s.scratch.forecast = {};
  s.scratch.forecast.speed = fastest(s.bodies);
  boundary::begin(model, s);
  std::fill(s.bodies.wrench.begin(), s.bodies.wrench.end(), Wrench{});
  renew_order(model, s);
  broad::find_pairs(model, s, 0, drop_pairs);
  force::contacts(model, s, 0);
  force::joints(model, s, 0);
  force::add_up(s, 0, s.bodies.size());
  force::on_walls(s, 0);
  integrate::begin(model, s);
  update_ledger(model, s);
  s.ledger.initial = s.ledger.held() + s.ledger.lost() - s.ledger.given();
}

}  // namespace scree
