#include "scree/force/contacts.hpp"

#include <algorithm>

#include "scree/error.hpp"
#include "scree/force/evaluate_batch.hpp"
#include "scree/force/history.hpp"
#include "scree/math/pack.hpp"
#include "scree/narrow/cluster_batch.hpp"
#include "scree/parallel.hpp"
#include "scree/state/separation.hpp"

namespace scree::force {
namespace {

// Normals of a sphere go through its centre.
bool turns_under_load(ShapeKind kind) { return kind != ShapeKind::kSphere && !is_wall(kind); }

Combined* combined_of_thread() {
  static thread_local Combined combined;
  return &combined;
}

}  // namespace

ContactPass::ContactPass(const Model& model, State& s, double dt)
    : model_(model), s_(s), wall_pose_(narrow::wall_poses(s)), dt_(Real(dt)), round_(model.has_round_polyhedra()) {}

void ContactPass::find_points(const Batch& batch, RangeTally& tally, narrow::Points& points) const {
  const Bucket& bucket = s_.pairs.buckets[batch.bucket];
  const narrow::LinkMemory memory{s_.links.cache.data(), s_.links.first.data(), &tally.links, &tally.normals};
  narrow::find_points(model_, s_, wall_pose_, bucket, batch.begin, batch.end, bucket.reach, memory, points);
}

std::size_t ContactPass::count_points(const Batch& batch) const {
  static thread_local narrow::Points points;
  const Bucket& bucket = s_.pairs.buckets[batch.bucket];
  narrow::find_points(model_, s_, wall_pose_, bucket, batch.begin, batch.end, bucket.reach, {}, points);
  return points.size();
}

void ContactPass::evaluate(Batch& batch, narrow::Points& points, RangeTally& tally, Books& books) const {
  SCREE_ASSERT(points.size() <= batch.capacity);
  const Bucket& bucket = s_.pairs.buckets[batch.bucket];
  Combined* const combined =
      model_.combination_of(bucket.kind_a, bucket.kind_b) == Combination::kSum ? nullptr : combined_of_thread();
  carry_springs(model_, s_, batch, points, combined, books.contact_loss);
  const std::size_t n = points.size();
  points.pad(kLanes);
  if (combined) combined->pad(kLanes);
  const bool levers = turns_under_load(bucket.kind_a) || turns_under_load(bucket.kind_b);
  const EvaluateBatch evaluate_batch = evaluate_batch_function(model_.laws[bucket.law], points, combined != nullptr);
  const Batch* const next = &batch == &s_.contacts.batches.back() ? nullptr : &batch + 1;
  double& deepest = is_wall(bucket.kind_b) ? tally.deepest.walls : tally.deepest.bodies;
  tally.of_unit += evaluate_batch({model_, s_, batch, next, points, n, dt_, deepest, levers, combined, round_});
  if (!batch.ends_unit) return;
  books.add(tally.of_unit);
  tally.of_unit = {};
}

std::vector<RangeTally> tallies_of(const State& s) {
  const std::vector<std::uint32_t>& ranges = s.contacts.batch_ranges;
  std::vector<RangeTally> tallies(ranges.empty() ? 0 : ranges.size() - 1);
  for (RangeTally& tally : tallies) tally.deepest = s.deepest;
  return tallies;
}

void book(State& s, std::span<const RangeTally> tallies, std::span<Books> books) {
  Ledger& ledger = s.ledger;
  Books& all = books[0];
  for (const Books& of_share : books.subspan(1)) all += of_share;
  for (const RangeTally& tally : tallies) {
    s.deepest.bodies = std::max(s.deepest.bodies, tally.deepest.bodies);
    s.deepest.walls = std::max(s.deepest.walls, tally.deepest.walls);
    s.link_counters += tally.links;
    s.normal_counters += tally.normals;
  }
#define X(name) ledger.name = all.name.value();
  SCREE_CONTACT_HELD(X)
#undef X
#define X(name) ledger.name += all.name;
  SCREE_CONTACT_LOST(X)
#undef X
}

void book_ended_contacts(const Model& model, State& s) {
  s.ledger.contact_loss += lost_with(model, s, s.scratch.list.ended);
  s.scratch.list.ended = {};
}

AllPoints find_points(const Model& model, State& s, double dt) {
  narrow::update_rotations(model, s);
  narrow::place_balls(model, s);
  const ContactPass pass(model, s, dt);
  AllPoints points{std::vector<narrow::Points>(s.contacts.batches.size()), tallies_of(s)};
  const std::vector<std::uint32_t>& ranges = s.contacts.batch_ranges;
  for_each_task(points.tallies.size(), [&](std::size_t k) {
    for (std::uint32_t b = ranges[k]; b < ranges[k + 1]; ++b)
      pass.find_points(s.contacts.batches[b], points.tallies[k], points.of_batch[b]);
  });
  return points;
}

namespace {

void make_room_for(State& s, const std::vector<narrow::Points>& points) {
  std::vector<std::uint32_t> wanted;
  bool enough = true;
  for (std::size_t b = 0; b < points.size(); ++b) {
    wanted.push_back(std::uint32_t(points[b].size()));
    enough = enough && points[b].size() <= s.contacts.batches[b].capacity;
  }
  if (!enough) make_room(s, wanted);
}

}  // namespace

void contacts(const Model& model, State& s, double dt, AllPoints points) {
  book_ended_contacts(model, s);
  make_room_for(s, points.of_batch);
  const ContactPass pass(model, s, dt);
  const Sweep& sweep = s.scratch.list.sweep;
  const std::vector<std::uint32_t>& ranges = s.contacts.batch_ranges;
  std::vector<Books> books(std::max<std::size_t>(sweep.n_groups(), 1));
  for_each_task(sweep.n_groups(), [&](std::size_t group) {
    for (const std::uint32_t k : sweep.batch_ranges(group))
      for (std::uint32_t b = ranges[k]; b < ranges[k + 1]; ++b)
        pass.evaluate(s.contacts.batches[b], points.of_batch[b], points.tallies[k], books[group]);
  });
  book(s, points.tallies, books);
}

namespace {

// A force and a torque, two numbers at a time.
struct Sum {
  detail::Two xy, zx, yz;
  explicit Sum(const Wrench& w) {
    const double* part = &w.f.x;
    xy = detail::load_two(part), zx = detail::load_two(part + 2), yz = detail::load_two(part + 4);
  }
  void add(const Sum& w) { xy += w.xy, zx += w.zx, yz += w.yz; }
  void store(Wrench& w) const {
    double* part = &w.f.x;
    detail::store_two(part, xy), detail::store_two(part + 2, zx), detail::store_two(part + 4, yz);
  }
};
static_assert(sizeof(Wrench) == 6 * sizeof(double));

}  // namespace

void add_up(State& s, std::size_t begin, std::size_t end) {
  Pairs& pairs = s.pairs;
  const auto first_of = [&](std::size_t i) {
    return std::size_t(std::lower_bound(pairs.accumulator_body.begin(), pairs.accumulator_body.end(), i) -
                       pairs.accumulator_body.begin());
  };
  const std::size_t last = first_of(end);
  for (std::size_t k = first_of(begin); k < last; ++k) {
    Wrench& load = s.bodies.wrench[pairs.accumulator_body[k]];
    Sum sum(load);
    sum.add(Sum(pairs.accumulators[k]));
    sum.store(load);
    pairs.accumulators[k] = {};
  }
}

void add_up(State& s) {
  for_chunks(s.bodies.size(), [&](std::size_t, std::size_t begin, std::size_t end) { add_up(s, begin, end); });
}

namespace {

struct ExactVec3 {
  ExactSum x, y, z;
  void add(const Vec3& v) { x.add(double(v.x)), y.add(double(v.y)), z.add(double(v.z)); }
  Vec3 value() const { return {Real(x.value()), Real(y.value()), Real(z.value())}; }
  void clear() { x.clear(), y.clear(), z.clear(); }
};

// Over a step a wall moves steadily, so its work is that of the mean of the forces at both ends.
void put_on_wall(WallState& wall, const Vec3& f, const Vec3& tau, double dt, ExactSum& work) {
  const Vec3 f_mean = Real(0.5) * (wall.f + f), tau_mean = Real(0.5) * (wall.tau + tau);
  work.add(-double(dot(f_mean, wall.v) + dot(tau_mean, wall.omega)) * dt);
  wall.f = f;
  wall.tau = tau;
}

}  // namespace

// Sums of pairs and kinematic bodies lie by their walls.
void on_walls(State& s, double dt) {
  ExactVec3 f, tau;
  const std::vector<std::uint32_t>& kinematic = s.scratch.list.kinematic;
  std::size_t k = 0, c = 0;
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    f.clear(), tau.clear();
    for (; k < s.pairs.walls.size() && s.pairs.walls[k] == w; ++k) {
      Wrench& sum = s.pairs.accumulators[s.pairs.accumulator_body.size() + k];
      if (sum.f == Vec3{0, 0, 0} && sum.tau == Vec3{0, 0, 0}) continue;  // most units near a wall do not touch it
      f.add(sum.f), tau.add(sum.tau);
      sum = {};
    }
    for (; c < kinematic.size() && std::size_t(s.bodies.owner[kinematic[c]]) == w; ++c) {
      const Wrench& load = s.bodies.wrench[kinematic[c]];
      if (load.f == Vec3{0, 0, 0} && load.tau == Vec3{0, 0, 0}) continue;
      f.add(load.f);
      tau.add(load.tau + cross(-separation(s.bodies, kinematic[c], s.walls[w]), load.f));
    }
    put_on_wall(s.walls[w], f.value(), tau.value(), dt, s.ledger.wall_work);
  }
}

void book_removal(const Model& model, State& s, const std::vector<std::uint8_t>& remove) {
  for_each_contact(s, [&](std::size_t k, std::uint32_t a, std::uint32_t b) {
    if (remove[a] || (!is_wall_index(b) && remove[b]))
      s.ledger.contact_loss.add(energy_of(model, s, s.contacts, k, a, b).held);
  });
}

}  // namespace scree::force
