#include "scree/boundary/boundary.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "scree/boundary/inlet.hpp"
#include "scree/force/contacts.hpp"
#include "scree/force/joints.hpp"
#include "scree/integrate/integrate.hpp"
#include "scree/parallel.hpp"
#include "scree/state/ledger.hpp"

namespace scree::boundary {
namespace {

bool outside(const Settings& settings, const Vec3d& x) {
  const Vec3d &lo = settings.domain_lo, &hi = settings.domain_hi;
  return x.x < lo.x || x.y < lo.y || x.z < lo.z || x.x > hi.x || x.y > hi.y || x.z > hi.z;
}

bool has_bounds(const Settings& settings) {
  const Settings none;
  return settings.domain_lo != none.domain_lo || settings.domain_hi != none.domain_hi;
}

void insert_streams(const Model& model, State& s) {
  if (model.streams.empty()) return;
  const std::size_t n = s.bodies.size();
  if (run_streams(model, s) == 0) return;
  // Only the new ones: what they bring in.
  for (std::size_t i = n; i < s.bodies.size(); ++i) {
    integrate::begin(model, s, i);
    s.ledger.inserted.add(energy_of_body(model, s, i).total());
  }
}

// Bit k: beyond flow plane k.
std::uint32_t side_of(const Model& model, const Vec3d& x) {
  std::uint32_t side = kSideKnown;
  for (std::size_t k = 0; k < model.flow_planes.size(); ++k)
    side |= (dot(x - model.flow_planes[k].x, Vec3d(model.flow_planes[k].n)) > 0 ? 1u : 0u) << k;
  return side;
}

// Plane and mass of those who went through, in any order.
struct Crossings {
  std::vector<std::pair<std::size_t, double>> list;
  Crossings& operator+=(const Crossings& other) {
    list.insert(list.end(), other.list.begin(), other.list.end());
    return *this;
  }
};

bool within_radius(const FlowPlane& plane, const Vec3d& x) {
  return norm(tangential(x - plane.x, Vec3d(plane.n))) <= double(plane.radius);
}

}  // namespace

void take_away(const Model& model, State& s, const std::vector<std::uint8_t>& remove) {
  for (std::size_t i = 0; i < remove.size(); ++i) {
    if (!remove[i]) continue;
    ++s.counters.removed_bodies;
    s.counters.removed_mass.add(double(s.bodies.mass[i]));
    s.ledger.removed.add(energy_of_body(model, s, i).total());
  }
  force::book_removal(model, s, remove);
  force::book_joint_removal(model, s, remove);
  remove_bodies(s, remove);
}

void remove_escaped_bodies(const Model& model, State& s) {
  const std::size_t n = s.bodies.size();
  if (!has_bounds(model.settings)) return;
  const auto leaves = [&](std::size_t i) {
    return s.bodies.owner[i] == kDynamic && outside(model.settings, s.bodies.x[i]);
  };
  if (joined_sum<std::size_t>(n, [&](std::size_t i, std::size_t& part) { part += leaves(i); }) == 0) return;
  std::vector<std::uint8_t> remove(n, 0);
  for (std::size_t i = 0; i < n; ++i) remove[i] = leaves(i);
  take_away(model, s, remove);
}

void count_flow(const Model& model, State& s) {
  if (model.flow_planes.empty()) return;
  Bodies& b = s.bodies;
  const Crossings crossings = joined_sum<Crossings>(b.size(), [&](std::size_t i, Crossings& part) {
    if (b.owner[i] != kDynamic) return;
    const std::uint32_t side = side_of(model, b.x[i]);
    const std::uint32_t crossed = b.side[i] & kSideKnown ? side ^ b.side[i] : 0;
    b.side[i] = side;
    for (std::size_t k = 0; crossed && k < model.flow_planes.size(); ++k)
      if ((crossed >> k) & 1u && within_radius(model.flow_planes[k], b.x[i]))
        part.list.emplace_back(k, (side >> k) & 1u ? double(b.mass[i]) : -double(b.mass[i]));
  });
  for (const auto& [plane, mass] : crossings.list) s.flow_mass[plane].add(mass);
}

void begin(const Model& model, State& s) { count_flow(model, s); }

void advance(const Model& model, State& s) {
  remove_escaped_bodies(model, s);
  fire_events(model, s);
  insert_streams(model, s);
  move_walls(model, s);
}

void finish(const Model& model, State& s) {
  force::on_walls(s, model.settings.dt);
  ++s.counters.step;
  count_flow(model, s);
}

}  // namespace scree::boundary
