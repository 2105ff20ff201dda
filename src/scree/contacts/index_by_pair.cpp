#include "scree/contacts/index_by_pair.hpp"

#include <algorithm>

#include "scree/parallel.hpp"
#include "scree/state/by_a.hpp"
#include "scree/state/large_arrays.hpp"
#include "scree/state/order.hpp"
#include "scree/state/pick.hpp"

namespace scree::contacts {
namespace {

using Indices = std::vector<std::uint32_t>;

// Cuts the buckets into batches.
std::vector<Batch> cut_batches(const Pairs& pairs, const Turns& turns, Indices& batch_ranges) {
  std::vector<Batch> batches;
  batch_ranges.clear();
  for (std::uint32_t k = 0; k < pairs.buckets.size(); ++k) {
    const Bucket& bucket = pairs.buckets[k];
    const Indices& part_of = is_wall(bucket.kind_b) ? turns.unit : turns.batch;
    for (std::uint32_t begin = bucket.begin; begin < bucket.end;) {
      const std::uint32_t a = pairs.a[begin];
      if (begin == bucket.begin || turns.group[a] != turns.group[pairs.a[begin - 1]])
        batch_ranges.push_back(std::uint32_t(batches.size()));
      if (begin > bucket.begin) batches.back().ends_unit = turns.unit[a] != turns.unit[pairs.a[begin - 1]];
      std::uint32_t end = begin + 1;
      while (end < bucket.end && part_of[pairs.a[end]] == part_of[a]) ++end;
      Batch batch;
      batch.bucket = k, batch.begin = begin, batch.end = end;
      batches.push_back(batch);
      begin = end;
    }
  }
  batch_ranges.push_back(std::uint32_t(batches.size()));
  return batches;
}

// Where the contacts of a batch come from, in the order of its pairs.
struct Origin {
  Indices pair, contact;
};

std::vector<Origin> find_origins(const State& s, const std::vector<Batch>& batches, std::vector<std::uint8_t>& listed) {
  const Contacts& detached = s.contacts;
  const ByA by_a(detached.a, s.bodies.size());
  std::vector<Origin> origins(batches.size());
  for_each_task(batches.size(), [&](std::size_t k) {
    for (std::uint32_t p = batches[k].begin; p < batches[k].end; ++p) {
      const std::uint32_t a = s.pairs.a[p];
      for (std::size_t c = by_a.start[a]; c < by_a.start[a + 1]; ++c) {
        if (detached.b[by_a.place[c]] != s.pairs.b[p]) continue;
        origins[k].pair.push_back(p);
        origins[k].contact.push_back(by_a.place[c]);
        listed[by_a.place[c]] = 1;
      }
    }
  });
  return origins;
}

Contacts picked(const Contacts& detached, const Indices& order) {
  Contacts c = detached;
  for_each_contact_field(c, [&](const char*, auto& array, Keep) {
    if (!array.empty()) pick(array, order);
  });
  pick(c.a, order);
  pick(c.b, order);
  return c;
}

// Takes out the contacts that no batch has asked for.
Contacts take_unlisted(Contacts& c, const std::vector<std::uint8_t>& listed) {
  Indices unlisted;
  for (std::size_t k = 0; k < listed.size(); ++k)
    if (!listed[k]) unlisted.push_back(std::uint32_t(k));
  Contacts ended = unlisted.empty() ? Contacts{} : picked(c, unlisted);
  release(c.a), release(c.b);
  return ended;
}

// Gives batches their places and puts contacts there, one field after the other, so that no two copies of all of them
// are there at a time.
void place_contacts(const Model& model, std::vector<Batch> batches, const std::vector<Origin>& origins, Contacts& c) {
  std::uint32_t places = 0;
  for (std::size_t k = 0; k < batches.size(); ++k) {
    batches[k].count = std::uint32_t(origins[k].contact.size());
    batches[k].capacity = room_for(batches[k].count);
    batches[k].first = places;
    places += batches[k].capacity;
  }
  places += spare_for(places);
  for_each_contact_field(c, [&](const char*, auto& array, Keep what) {
    std::remove_reference_t<decltype(array)> indexed(keeps(model, what) ? places : 0);
    if (!indexed.empty() && !array.empty())
      for_each_task(batches.size(), [&](std::size_t k) {
        for (std::size_t j = 0; j < batches[k].count; ++j) indexed[batches[k].first + j] = array[origins[k].contact[j]];
      });
    array.swap(indexed);
  });
  c.pair.resize(places);
  c.batches = std::move(batches);
  for_each_task(c.batches.size(), [&](std::size_t k) {
    std::copy(origins[k].pair.begin(), origins[k].pair.end(), c.pair.begin() + c.batches[k].first);
  });
}

void list_inertias(const Model& model, State& s) {
  const Bodies& b = s.bodies;
  if (!model.has_shaped_bodies()) return;
  s.scratch.list.inv_inertia.resize(b.size());
  for_each_index(b.size(), [&](std::size_t i) {
    const bool sphere = model.body_types[b.type[i]].parts.front().kind == ShapeKind::kSphere;
    const Vec3 moments = inertias_of(model, b, i);
    s.scratch.list.inv_inertia[i] =
        sphere || b.owner[i] != kDynamic ? Vec3{0, 0, 0} : Vec3{1 / moments.x, 1 / moments.y, 1 / moments.z};
  });
}

// The bodies that walls carry, wall by wall, those of one wall in their order.
Indices bodies_by_wall(const Bodies& b, std::size_t n_walls) {
  Indices next(n_walls + 1, 0);  // place of the next body of each wall
  for (const std::int32_t owner : b.owner)
    if (owner != kDynamic) ++next[std::size_t(owner) + 1];
  for (std::size_t w = 0; w < n_walls; ++w) next[w + 1] += next[w];
  Indices bodies(next[n_walls]);
  for (std::uint32_t i = 0; i < b.size(); ++i)
    if (b.owner[i] != kDynamic) bodies[next[std::size_t(b.owner[i])]++] = i;
  return bodies;
}

// What a step wants to know of bodies beside their fields.
void list_bodies(const Model& model, State& s) {
  PairListScratch& list = s.scratch.list;
  const Bodies& b = s.bodies;
  list.size.resize(b.size());
  for_each_index(b.size(), [&](std::size_t i) {
    list.size[i] = {b.radius[i], b.owner[i] == kDynamic ? 1 / b.mass[i] : 0};
  });
  list.inner_radius = model.has_only_single_spheres() ? std::vector<Real>{} : inner_radii(model, b);
  list.kinematic = bodies_by_wall(b, s.walls.size());
  if (model.has_shaped_bodies()) list_inertias(model, s);
}

// Where what B gets is added up: in its own load, or, if A is of another group, in a sum for what that group gives B.
// Every bucket has its own sums. Were one shared where a group gives to B in two buckets and no other does in between,
// it would depend on pairs that are listed and do not touch in which order a body is given what.
void make_sums(State& s, const Indices& group_of) {
  constexpr std::uint32_t kNone = 0xffffffffu;
  Pairs& pairs = s.pairs;
  const std::size_t n = s.bodies.size();
  Indices giver(n, kNone);  // the group that a body got its last sum for
  // f(p, whether it is the first of a sum) for every pair of two groups. In a bucket pairs lie by the group of A.
  const auto each_elsewhere = [&](auto&& f) {
    for (const Bucket& bucket : pairs.buckets) {
      std::fill(giver.begin(), giver.end(), kNone);
      for (std::size_t p = bucket.begin; p < bucket.end; ++p) {
        const std::uint32_t b = pairs.b[p], group = group_of[pairs.a[p]];
        if (is_wall_index(b) || group_of[b] == group) continue;
        f(p, giver[b] != group);
        giver[b] = group;
      }
    }
  };
  Indices next(n + 1, 0);  // sum of each body; first, how many it has
  each_elsewhere([&](std::size_t p, bool first) { next[pairs.b[p] + 1] += first; });
  for (std::size_t i = 0; i < n; ++i) next[i + 1] += next[i];
  pairs.accumulator_body.resize(next[n]);
  for (std::uint32_t i = 0; i < n; ++i)
    std::fill(pairs.accumulator_body.begin() + next[i], pairs.accumulator_body.begin() + next[i + 1], i);
  pairs.accumulator_of_pair = pairs.b;
  each_elsewhere([&](std::size_t p, bool first) {
    std::uint32_t& end = next[pairs.b[p]];
    end += first;
    pairs.accumulator_of_pair[p] = std::uint32_t(n) + end - 1;
  });
}

// Wall sums by their walls, those of one wall as they came.
void sort_wall_sums(Pairs& pairs, std::uint32_t first, std::size_t n_walls) {
  Indices next(n_walls + 1, 0), place;  // of each wall the place of its next sum
  place.reserve(pairs.walls.size());
  for (const std::uint32_t w : pairs.walls) ++next[w + 1];
  for (std::size_t w = 0; w < n_walls; ++w) next[w + 1] += next[w];
  for (const std::uint32_t w : pairs.walls) place.push_back(next[w]++);
  for (std::uint32_t w = 0, k = 0; w < n_walls; ++w)
    std::fill(pairs.walls.begin() + k, pairs.walls.begin() + next[w], w), k = next[w];
  for (std::size_t p = 0; p < pairs.size(); ++p)
    if (is_wall_index(pairs.b[p])) pairs.accumulator_of_pair[p] = first + place[pairs.accumulator_of_pair[p] - first];
}

// In a bucket one sum a unit for each wall that its bodies may touch.
void make_wall_sums(State& s, const Indices& unit_of) {
  Pairs& pairs = s.pairs;
  constexpr std::uint32_t kNone = 0xffffffffu;
  const std::uint32_t first = std::uint32_t(s.bodies.size() + pairs.accumulator_body.size());
  Indices sum_of(s.walls.size(), kNone);
  pairs.walls.clear();
  for (const Bucket& bucket : pairs.buckets) {
    for (std::uint32_t p = bucket.begin; p < bucket.end; ++p) {
      if (p == bucket.begin || unit_of[pairs.a[p]] != unit_of[pairs.a[p - 1]])
        std::fill(sum_of.begin(), sum_of.end(), kNone);
      if (!is_wall_index(pairs.b[p])) continue;
      const std::uint32_t w = pairs.b[p] & ~kWallBit;
      if (sum_of[w] == kNone) {
        sum_of[w] = first + std::uint32_t(pairs.walls.size());
        pairs.walls.push_back(w);
      }
      pairs.accumulator_of_pair[p] = sum_of[w];
    }
  }
  sort_wall_sums(pairs, first, s.walls.size());
}

// The order in which a step goes through groups, and the accumulators of what they give to others and to walls.
void make_accumulators(State& s, const Turns& turns) {
  const Contacts& c = s.contacts;
  make_sums(s, turns.group);
  make_wall_sums(s, turns.unit);
  Indices group;
  for (std::size_t k = 0; k + 1 < c.batch_ranges.size(); ++k)
    group.push_back(turns.group[s.pairs.a[c.batches[c.batch_ranges[k]].begin]]);
  s.scratch.list.sweep = make_sweep(c, s.pairs, s.bodies.size(), group);
  s.pairs.accumulators.assign(s.pairs.accumulator_body.size() + s.pairs.walls.size(), Wrench{});
}

}  // namespace

Contacts index_contacts_by_pair(const Model& model, State& s) {
  return index_contacts_by_pair(model, s, bodies_in_order(s.bodies));
}

Contacts index_contacts_by_pair(const Model& model, State& s, const Indices& in_order) {
  const Turns turns(model, s, in_order);
  std::vector<Batch> batches = cut_batches(s.pairs, turns, s.contacts.batch_ranges);
  std::vector<std::uint8_t> listed(s.contacts.a.size(), 0);
  std::vector<Origin> origins = find_origins(s, batches, listed);
  Contacts ended = take_unlisted(s.contacts, listed);
  place_contacts(model, std::move(batches), origins, s.contacts);
  release(origins);
  list_bodies(model, s);
  make_accumulators(s, turns);
  return ended;
}

}  // namespace scree::contacts
