#include "scree/state/contacts.hpp"

#include <algorithm>

#include "scree/math/pack.hpp"
#include "scree/state/large_arrays.hpp"
#include "scree/state/pick.hpp"
#include "scree/state/state.hpp"

namespace scree {
namespace {

using Indices = std::vector<std::uint32_t>;

}  // namespace

std::uint32_t room_for(std::uint32_t contacts) {
  const std::uint32_t wanted = contacts + contacts / 32 + 4;
  return (wanted + kLanes - 1) / kLanes * kLanes;
}

std::uint32_t spare_for(std::uint32_t places) { return places / 32 / kLanes * kLanes; }

bool keeps(const Model& model, Keep what) {
  const auto some_law = [&](auto&& test) { return std::any_of(model.laws.begin(), model.laws.end(), test); };
  switch (what) {
    case Keep::kAlways:
      return true;
    case Keep::kTangential:
      return some_law([](const LawParams& l) { return l.tangential != TangentialLaw::kNone; });
    case Keep::kRolling:
      return some_law(
          [](const LawParams& l) { return l.rolling != RollingLaw::kNone || l.twisting != RollingLaw::kNone; });
    case Keep::kTwisting:
      return keeps(model, Keep::kRolling) ||
             (model.settings.polyhedron_contact == ContactModel::kArea && model.has_polyhedra());
    case Keep::kDrag:
      return keeps(model, Keep::kTwisting) ||
             (keeps(model, Keep::kTangential) && (model.has_superellipsoids() || model.has_clusters()));
    case Keep::kRound:
      return std::any_of(model.walls.begin(), model.walls.end(),
                         [](const Wall& w) { return w.kind == WallKind::kCylinder || w.kind == WallKind::kCone; });
    case Keep::kCurved:
      return (model.has_superellipsoids() || model.has_clusters()) && some_law(uses_radius);
    case Keep::kCombined:
      return model.combines_points();
    case Keep::kForces:
      return model.output.frames && model.output.contacts;
  }
  return true;
}

namespace {

// One field after the other, so that no two copies of all of them are there at a time.
void detach(Contacts& c, const Pairs& pairs) {
  if (c.pair.empty()) return;
  Indices order;
  order.reserve(count_contacts(c));
  for (const Batch& batch : c.batches)
    for (std::uint32_t k = batch.first; k < batch.first + batch.count; ++k) order.push_back(k);
  for_each_contact_field(c, [&](const char*, auto& array, Keep) {
    if (!array.empty()) pick(array, order);
  });
  pick(c.pair, order);
  c.a = c.b = std::move(c.pair);
  for (std::uint32_t& a : c.a) a = pairs.a[a];
  for (std::uint32_t& b : c.b) b = pairs.b[b];
  release(c.pair), release(c.batches), release(c.batch_ranges);
}

}  // namespace

Contacts detached(const State& s) {
  Contacts c = s.contacts;
  detach(c, s.pairs);
  return c;
}

void swap_sides(const Model& model, State& s) {
  Contacts& c = s.contacts;
  const Sides sides(model, s.bodies);
  for (std::size_t k = 0; k < c.a.size(); ++k) {
    if (is_wall_index(c.b[k]) || sides.is_a(c.a[k], c.b[k])) continue;
    std::swap(c.a[k], c.b[k]);
    for (auto* array : {&c.xi_x, &c.xi_y, &c.xi_z, &c.roll_x, &c.roll_y, &c.roll_z})
      if (!array->empty()) (*array)[k] = -(*array)[k];
    if (!c.force.empty()) c.force[k] = -c.force[k];
  }
}

void detach_contacts(State& s) { detach(s.contacts, s.pairs); }

namespace {

// The batches that want more move behind all others. False if there are too few spare places.
bool move_to_spare_places(Contacts& c, const Indices& wanted) {
  std::size_t used = 0;
  for (const Batch& batch : c.batches) used = std::max<std::size_t>(used, batch.first + batch.capacity);
  Indices moving;
  std::size_t end = used;
  for (std::uint32_t k = 0; k < c.batches.size(); ++k) {
    if (wanted[k] <= c.batches[k].capacity) continue;
    moving.push_back(k);
    end += room_for(wanted[k]);
  }
  if (end > c.pair.size()) return false;
  for (const std::uint32_t k : moving) {
    Batch& batch = c.batches[k];
    const auto move = [&](auto& array) {
      if (!array.empty()) std::copy_n(array.begin() + batch.first, batch.count, array.begin() + std::ptrdiff_t(used));
    };
    for_each_contact_field(c, [&](const char*, auto& array, Keep) { move(array); });
    move(c.pair);
    batch.first = std::uint32_t(used);
    batch.capacity = room_for(wanted[k]);
    used += batch.capacity;
  }
  return true;
}

}  // namespace

void make_room(State& s, const std::vector<std::uint32_t>& wanted) {
  Contacts& c = s.contacts;
  if (move_to_spare_places(c, wanted)) return;
  std::vector<Batch> batches = c.batches;
  std::uint32_t places = 0;
  for (std::size_t k = 0; k < batches.size(); ++k) {
    if (wanted[k] > batches[k].capacity) batches[k].capacity = room_for(wanted[k]);
    batches[k].first = places;
    places += batches[k].capacity;
  }
  places += spare_for(places);
  const auto move = [&](auto& array) {
    if (array.empty()) return;
    std::remove_reference_t<decltype(array)> moved(places);
    for (std::size_t j = 0; j < batches.size(); ++j)
      std::copy_n(array.begin() + c.batches[j].first, batches[j].count, moved.begin() + batches[j].first);
    array.swap(moved);
  };
  for_each_contact_field(c, [&](const char*, auto& array, Keep) { move(array); });
  move(c.pair);
  c.batches = std::move(batches);
}

std::size_t count_contacts(const Contacts& c) {
  std::size_t n = c.a.size();
  for (const Batch& batch : c.batches) n += batch.count;
  return n;
}

std::size_t count_touching(const State& s) {
  std::size_t n = 0;
  for_each_contact(s, [&](std::size_t k, std::uint32_t, std::uint32_t) { n += s.contacts.gap[k] <= 0; });
  return n;
}

}  // namespace scree
