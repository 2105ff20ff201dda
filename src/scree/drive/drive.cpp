#include "scree/drive/drive.hpp"

#include <algorithm>

#include "scree/force/contacts.hpp"
#include "scree/force/joints.hpp"
#include "scree/insert/stream.hpp"
#include "scree/integrate/integrate.hpp"
#include "scree/parallel.hpp"
#include "scree/step.hpp"

namespace scree::drive {
namespace {

bool outside(const Settings& settings, const Vec3d& x) {
  const Vec3d &lo = settings.domain_lo, &hi = settings.domain_hi;
  return x.x < lo.x || x.y < lo.y || x.z < lo.z || x.x > hi.x || x.y > hi.y || x.z > hi.z;
}

bool has_bounds(const Settings& settings) {
  const Settings none;
  return settings.domain_lo != none.domain_lo || settings.domain_hi != none.domain_hi;
}

double energy_of_bodies(const Model& model, State& s) {
  update_ledger(model, s);
  return s.ledger.kinetic_translation + s.ledger.kinetic_rotation + s.ledger.gravity;
}

void insert_streams(const Model& model, State& s) {
  if (model.streams.empty()) return;
  const std::size_t n = s.bodies.size();
  if (run_streams(model, s) == 0) return;
  // Only the new ones: what they bring in.
  for (std::size_t i = n; i < s.bodies.size(); ++i) {
    const double m = double(s.bodies.mass[i]);
    integrate::begin(model, s, i);
    s.ledger.inserted += m / 2 * double(norm2(s.bodies.v[i])) - m * dot(Vec3d(s.gravity), s.bodies.x[i]);
  }
}

// Bit k: beyond flow plane k.
std::uint32_t side_of(const Model& model, const Vec3d& x) {
  std::uint32_t side = kSideKnown;
  for (std::size_t k = 0; k < model.flow_planes.size(); ++k)
    side |= (dot(x - model.flow_planes[k].x, Vec3d(model.flow_planes[k].n)) > 0 ? 1u : 0u) << k;
  return side;
}

bool within_radius(const FlowPlane& plane, const Vec3d& x) {
  return norm(tangential(x - plane.x, Vec3d(plane.n))) <= double(plane.radius);
}

}  // namespace

void take_away(const Model& model, State& s, const std::vector<std::uint8_t>& remove) {
  const double before = energy_of_bodies(model, s);
  for (std::size_t i = 0; i < remove.size(); ++i) {
    if (!remove[i]) continue;
    ++s.counters.removed_bodies;
    s.counters.removed_mass += double(s.bodies.mass[i]);
  }
  force::book_removal(model, s, remove);
  force::book_joint_removal(model, s, remove);
  remove_bodies(s, remove);
  s.ledger.removed += before - energy_of_bodies(model, s);
}

void remove_leavers(const Model& model, State& s) {
  const std::size_t n = s.bodies.size();
  if (!has_bounds(model.settings)) return;
  const auto leaves = [&](std::size_t i) {
    return s.bodies.owner[i] == kFree && outside(model.settings, s.bodies.x[i]);
  };
  if (chunked_sum<std::size_t>(n, [&](std::size_t i) { return std::size_t(leaves(i)); }) == 0) return;
  std::vector<std::uint8_t> remove(n, 0);
  for (std::size_t i = 0; i < n; ++i) remove[i] = leaves(i);
  take_away(model, s, remove);
}

void count_flow(const Model& model, State& s) {
  if (model.flow_planes.empty()) return;
  Bodies& b = s.bodies;
  const std::size_t n_planes = model.flow_planes.size();
  std::vector<double> part(n_chunks(b.size()) * n_planes, 0);
  for_chunks(b.size(), [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (b.owner[i] != kFree) continue;
      const std::uint32_t side = side_of(model, b.x[i]);
      const std::uint32_t crossed = b.side[i] & kSideKnown ? side ^ b.side[i] : 0;
      b.side[i] = side;
      for (std::size_t k = 0; crossed && k < n_planes; ++k)
        if ((crossed >> k) & 1u && within_radius(model.flow_planes[k], b.x[i]))
          part[chunk * n_planes + k] += (side >> k) & 1u ? double(b.mass[i]) : -double(b.mass[i]);
    }
  });
  for (std::size_t k = 0; k < part.size(); ++k) s.flow_mass[k % n_planes] += part[k];
}

void begin(const Model& model, State& s) { count_flow(model, s); }

void advance(const Model& model, State& s) {
  remove_leavers(model, s);
  fire_events(model, s);
  insert_streams(model, s);
  move_walls(model, s);
}

void finish(const Model& model, State& s) {
  ++s.counters.step;
  count_flow(model, s);
}

}  // namespace scree::drive
