// The hashes of a state: what bodies do, and what the books say.
#include <utility>

#include "scree/math/item_hash.hpp"
#include "scree/state/state.hpp"

namespace scree {

namespace {

enum Kind : std::uint64_t { kBody = 1, kContact, kJoint, kLedger, kWall, kFlowPlane, kStream, kEvent, kMotion, kRun };

std::uint64_t body_hash(const State& s, std::size_t i) {
  const Bodies& b = s.bodies;
  ItemHash h(kBody);
  h.add(b.id[i]).add(b.type[i]).add(b.scale[i]).add(b.x[i]).add(b.q[i]).add(b.v[i]).add(b.omega[i]);
  const std::size_t kept = s.aux.size() / b.size();
  for (std::size_t k = 0; k < kept; ++k) h.add(s.aux[i * kept + k]);
  return h.value();
}

double number(double value) { return value; }
double number(const ExactSum& sum) { return sum.value(); }

// Contact k of bodies a and b, as those see it to whom A has the lower id.
std::uint64_t contact_hash(const State& s, std::size_t k, std::uint32_t a, std::uint32_t b) {
  const Contacts& c = s.contacts;
  const bool turned = is_swapped(s.bodies, a, b);
  if (turned) std::swap(a, b);
  ItemHash h(kContact);
  h.add(s.bodies.id[a]).add(partner_id(s.bodies, b)).add(c.mark[k]);
  const auto add = [&](const std::vector<Real>& array, bool other_sign) {
    const Real xi = array.empty() ? 0 : array[k];
    h.add(xi == 0 ? 0 : other_sign ? -xi : xi);  // a spring at rest has no sign
  };
  for (const auto* array : {&c.xi_x, &c.xi_y, &c.xi_z, &c.roll_x, &c.roll_y, &c.roll_z}) add(*array, turned);
  add(c.twist, false);
  for (const auto* array : {&c.share, &c.own_gap})
    if (!array->empty()) h.add((*array)[k]);
  if (!c.share.empty()) h.add(c.gap[k]).add(c.region[k]);
  return h.value();
}

}  // namespace

std::uint64_t state_hash(const State& s) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) sum += body_hash(s, i);
  for_each_contact(s, [&](std::size_t k, std::uint32_t a, std::uint32_t b) { sum += contact_hash(s, k, a, b); });
  for (std::size_t k = 0; k < s.joints.size(); ++k)
    sum += ItemHash(kJoint).add(k).add(std::uint64_t(s.joints[k].mode)).add(s.joints[k].broken_step).value();
  return sum;
}

std::uint64_t books_hash(const State& s) {
  const Ledger& l = s.ledger;
  ItemHash ledger(kLedger);
#define X(name) ledger.add(number(l.name));
  SCREE_LEDGER_HELD(X)
  SCREE_LEDGER_LOST(X)
  SCREE_LEDGER_GIVEN(X)
#undef X
  std::uint64_t sum = ledger.add(l.initial).add(l.largest).value();
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    const WallState& wall = s.walls[w];
    sum += ItemHash(kWall)
               .add(w)
               .add(wall.x)
               .add(wall.q)
               .add(wall.v)
               .add(wall.omega)
               .add(wall.f)
               .add(wall.tau)
               .add(wall.present)
               .value();
  }
  for (std::size_t k = 0; k < s.flow_mass.size(); ++k)
    sum += ItemHash(kFlowPlane).add(k).add(number(s.flow_mass[k])).value();
  for (std::size_t k = 0; k < s.streams.size(); ++k) {
    const StreamState& stream = s.streams[k];
    sum += ItemHash(kStream)
               .add(k)
               .add(stream.inserted)
               .add(stream.draws)
               .add(stream.owed)
               .add(stream.start)
               .add(stream.end)
               .add(number(stream.mass))
               .value();
  }
  for (std::size_t k = 0; k < s.events.size(); ++k)
    sum += ItemHash(kEvent).add(k).add(s.events[k].since).add(s.events[k].fired_at).value();
  for (std::size_t k = 0; k < s.motion_start.size(); ++k)
    sum += ItemHash(kMotion).add(k).add(s.motion_start[k]).value();
  return sum + ItemHash(kRun)
                   .add(s.counters.step)
                   .add(s.counters.removed_bodies)
                   .add(number(s.counters.removed_mass))
                   .add(s.gravity)
                   .add(s.stop_at)
                   .value();
}

}  // namespace scree
