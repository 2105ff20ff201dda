#include "scree/contacts/pair_order.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scree/contacts/index_by_pair.hpp"
#include "scree/contacts/wall_reach.hpp"
#include "scree/error.hpp"
#include "scree/parallel.hpp"
#include "scree/state/large_arrays.hpp"
#include "scree/state/order.hpp"
#include "scree/state/separation.hpp"

namespace scree::contacts {
namespace {

using Indices = std::vector<std::uint32_t>;

// Walls within reach of each body, body by body, walls in rising order.
void walls_near_bodies(const Model& model, const State& s, Real margin, Indices& start, Indices& wall) {
  const std::size_t n = s.bodies.size();
  std::vector<Mat3> to_wall;
  for (const WallState& w : s.walls) to_wall.push_back(transpose(to_matrix(w.q)));
  std::vector<Indices> found(n_chunks(n));
  start.assign(n + 1, 0);
  for_chunks(n, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (s.bodies.owner[i] != kDynamic) continue;
      for (std::size_t w = 0; w < s.walls.size(); ++w) {
        if (!s.walls[w].present || model.walls[w].kind == WallKind::kBalls) continue;
        const Vec3 centre = to_wall[w] * -separation(s.bodies, i, s.walls[w]);
        if (distance_to_wall(model.walls[w], centre) > s.bodies.radius[i] + margin) continue;
        found[chunk].push_back(std::uint32_t(w));
        ++start[i + 1];
      }
    }
  });
  for (std::size_t i = 0; i < n; ++i) start[i + 1] += start[i];
  wall.clear();
  for (const Indices& f : found) wall.insert(wall.end(), f.begin(), f.end());
}

// Bodies in order, and the place of each.
struct Places {
  Indices order, place;
  explicit Places(const Bodies& b) : order(bodies_in_order(b)), place(b.size()) {
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = std::uint32_t(k);
  }
};

// Rows of A's in order: the places of their partners in order, then walls. Row k is that of the body at place k.
void rows_by_a(const Model& model, const State& s, const broad::PairList& raw, Real margin, const Places& places,
               Indices& start, Indices& partner) {
  const std::size_t n = s.bodies.size();
  const Sides sides(model, s.bodies);
  Indices wall_start, wall;
  walls_near_bodies(model, s, margin, wall_start, wall);

  start.assign(n + 1, 0);
  for (const broad::RawPair& p : raw) ++start[places.place[sides.is_a(p.i, p.j) ? p.i : p.j] + 1];
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint32_t i = places.order[k];
    start[k + 1] += start[k] + (wall_start[i + 1] - wall_start[i]);
  }
  partner.resize(start[n]);
  Indices fill(start.begin(), start.end() - 1);
  for (const broad::RawPair& p : raw) {
    const bool in_order = sides.is_a(p.i, p.j);
    partner[fill[places.place[in_order ? p.i : p.j]]++] = places.place[in_order ? p.j : p.i];
  }
  for_each_index(n, [&](std::size_t k) {
    std::sort(partner.begin() + start[k], partner.begin() + fill[k]);
    const std::uint32_t i = places.order[k];
    for (std::size_t w = wall_start[i]; w < wall_start[i + 1]; ++w) partner[fill[k]++] = kWallBit | wall[w];
  });
}

// (algorithm, law) of every pair of body types and of every body type with every wall. Types of one kind of shape and
// one material are one class, because there may be as many types as bodies.
class BucketOf {
 public:
  BucketOf(const Model& model, std::vector<Bucket>& buckets) {
    buckets.clear();
    std::vector<const Part*> classes;
    for (const BodyType& type : model.body_types) {
      const Part& part = type.parts.front();
      const auto same = [&](const Part* p) { return p->kind == part.kind && p->material == part.material; };
      const auto it = std::find_if(classes.begin(), classes.end(), same);
      class_of_.push_back(std::uint32_t(it - classes.begin()));
      if (it == classes.end()) classes.push_back(&part);
    }
    n_classes_ = classes.size();
    width_ = n_classes_ + model.walls.size();
    for (const Part* a : classes) {
      for (const Part* b : classes) add(model, buckets, *a, b->kind, b->material);
      for (const Wall& w : model.walls) {
        if (w.kind == WallKind::kBalls) {
          of_.push_back(0);  // never asked for: its balls are bodies
        } else {
          add(model, buckets, *a, shape_kind(w.kind), w.material);
        }
      }
    }
  }
  std::uint32_t operator()(const Bodies& bodies, std::uint32_t a, std::uint32_t b) const {
    const std::size_t column = is_wall_index(b) ? n_classes_ + (b & ~kWallBit) : class_of_[bodies.type[b]];
    return of_[class_of_[bodies.type[a]] * width_ + column];
  }

 private:
  void add(const Model& model, std::vector<Bucket>& buckets, const Part& a, ShapeKind kind_b,
           std::uint32_t material_b) {
    const std::uint32_t law = model.law_index(a.material, material_b);
    const Bucket bucket{a.kind, kind_b, law, cohesive_reach(model.laws[law], model.largest_contact_radius()), 0, 0};
    const auto same = [&](const Bucket& x) {
      return x.kind_a == bucket.kind_a && x.kind_b == bucket.kind_b && x.law == bucket.law;
    };
    auto it = std::find_if(buckets.begin(), buckets.end(), same);
    if (it == buckets.end()) it = buckets.insert(buckets.end(), bucket);
    of_.push_back(std::uint32_t(it - buckets.begin()));
  }
  std::size_t n_classes_ = 0, width_ = 0;
  std::vector<std::uint32_t> class_of_, of_;  // of types; of pairs of classes
};

// Stable sort of the rows' pairs into buckets.
void fill_buckets(const Model& model, const State& s, const Places& places, const Indices& start, Indices& partner,
                  Pairs& pairs) {
  const BucketOf bucket_of(model, pairs.buckets);
  const std::size_t n = s.bodies.size();
  std::vector<std::uint32_t> place(pairs.buckets.size() + 1, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = start[i]; k < start[i + 1]; ++k) {
      if (!is_wall_index(partner[k])) partner[k] = places.order[partner[k]];
      ++place[bucket_of(s.bodies, places.order[i], partner[k]) + 1];
    }
  for (std::size_t k = 0; k < pairs.buckets.size(); ++k) {
    place[k + 1] += place[k];
    pairs.buckets[k].begin = place[k];
    pairs.buckets[k].end = place[k + 1];
  }
  pairs.a.resize(partner.size());
  pairs.b.resize(partner.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = start[i]; k < start[i + 1]; ++k) {
      const std::uint32_t p = place[bucket_of(s.bodies, places.order[i], partner[k])]++;
      pairs.a[p] = places.order[i];
      pairs.b[p] = partner[k];
    }
  }
}

}  // namespace

void order_pairs(const Model& model, State& s, broad::PairList raw, Real margin) {
  // Rows number a pair twice in 32 bits; walls add at most one pair each to a body.
  constexpr std::size_t kMostPairs = std::size_t(1) << 31;
  if (raw.size() + s.bodies.size() * s.walls.size() >= kMostPairs)
    throw RunError(fmt::format("{} pairs of bodies are more than one list can hold (2^31)", raw.size()));
  const Places places(s.bodies);
  {
    Indices start, partner;
    rows_by_a(model, s, raw, margin, places, start, partner);
    release(raw);
    fill_buckets(model, s, places, start, partner, s.pairs);
  }
  index_links_by_pair(model, s);
  swap_sides(model, s);
  s.scratch.list.ended = index_contacts_by_pair(model, s, places.order);
}

}  // namespace scree::contacts
