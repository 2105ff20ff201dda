// Events: conditions on the state, looked at every check_every steps, and what they set off. An event fires once.
#include <algorithm>

#include "scree/boundary/boundary.hpp"
#include "scree/force/joints.hpp"
#include "scree/state/ledger.hpp"

namespace scree::boundary {

double quantity_of(const Model& model, const State& s, const Event& event) {
  const Bodies& b = s.bodies;
  ExactSum kinetic, mass;  // an event fires in the same step whatever the order of the arrays
  double speed2 = 0, n = 0;
  switch (event.quantity) {
    case Quantity::kTime:
      return s.time(model);
    case Quantity::kContacts:
      return double(count_touching(s));
    case Quantity::kMassFlow:
      return s.flow_mass[event.plane].value();
    default:
      break;
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.owner[i] != kDynamic) continue;
    const double m = double(b.mass[i]);
    kinetic.add(m / 2 * double(norm2(b.v[i])) + rotational_energy(model, b, i));
    mass.add(m);
    speed2 = std::max(speed2, double(norm2(b.v[i])));
    n += 1;
  }
  switch (event.quantity) {
    case Quantity::kKineticEnergy:
      return kinetic.value();
    case Quantity::kKineticEnergyPerMass:
      return n > 0 ? kinetic.value() / mass.value() : 0;
    case Quantity::kMaxSpeed:
      return std::sqrt(speed2);
    default:
      return n;
  }
}

namespace {

// Walls go with the springs that leaned on them; the bodies that a wall carries go with it.
void remove_wall(const Model& model, State& s, std::uint32_t w) {
  s.walls[w].present = 0;
  s.walls[w].v = s.walls[w].omega = {0, 0, 0};
  std::vector<std::uint8_t> gone(s.bodies.size(), 0);
  for (std::size_t i = 0; i < s.bodies.size(); ++i) gone[i] = s.bodies.owner[i] == std::int32_t(w);
  if (std::find(gone.begin(), gone.end(), 1) != gone.end()) {
    force::book_joint_removal(model, s, gone);
    remove_bodies(s, gone);
  }
  s.list_valid = false;
}

void remove_blocks(const Model& model, State& s, const std::vector<std::uint64_t>& ids) {
  std::vector<std::uint8_t> gone(s.bodies.size(), 0);
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    gone[i] = std::binary_search(ids.begin(), ids.end(), s.bodies.id[i]);
  if (std::find(gone.begin(), gone.end(), 1) != gone.end()) take_away(model, s, gone);
}

// The potential energy that appears when gravity turns is work from outside.
void set_gravity(const Model& model, State& s, const Vec3& gravity) {
  update_ledger(model, s);
  const double before = s.ledger.gravity;
  s.gravity = gravity;
  update_ledger(model, s);
  s.ledger.external.add(s.ledger.gravity);
  s.ledger.external.add(-before);
}

void fire(const Model& model, State& s, const Event& event, double t) {
  for (const std::uint32_t w : event.remove_walls) remove_wall(model, s, w);
  if (!event.remove_bodies.empty()) remove_blocks(model, s, event.remove_bodies);
  for (const std::uint32_t m : event.start_motions) s.motion_start[m] = t;
  for (const std::uint32_t k : event.start_streams) {
    s.streams[k].start = t;
    s.streams[k].end = model.streams[k].end;  // it may have been stopped before
    s.streams[k].owed = 0;
  }
  for (const std::uint32_t k : event.stop_streams) s.streams[k].end = t;
  if (event.set_gravity) set_gravity(model, s, event.gravity);
  if (event.checkpoint) s.checkpoint_wanted = true;
  if (event.stop) s.stop_at = std::min(s.stop_at, t);
  s.stop_at = std::min(s.stop_at, t + event.stop_after);
}

}  // namespace

void fire_events(const Model& model, State& s) {
  const double t = s.time(model);
  const double grace = model.settings.dt / 2;  // round-off in step * dt must not delay an event by a step
  const bool look = s.counters.step % std::uint64_t(std::max(1, model.settings.check_every)) == 0;
  for (std::size_t k = 0; k < model.events.size(); ++k) {
    const Event& event = model.events[k];
    EventState& state = s.events[k];
    if (state.fired_at != kNever || t + grace < event.after) continue;
    // Times are met on the step itself; everything else costs a pass over the bodies.
    const bool by_time = event.quantity == Quantity::kTime;
    if (!by_time && !look) continue;
    const double value = quantity_of(model, s, event) + (by_time ? grace : 0);
    if (event.above ? value < event.value : value > event.value) {
      state.since = kNever;
      continue;
    }
    if (state.since == kNever) state.since = t;
    if (t - state.since + grace < event.hold) continue;
    state.fired_at = t;
    fire(model, s, event, t);
  }
}

}  // namespace scree::boundary
