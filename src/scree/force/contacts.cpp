#include "scree/force/contacts.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "scree/error.hpp"
#include "scree/force/evaluate_batch.hpp"
#include "scree/force/history.hpp"
#include "scree/math/pack.hpp"
#include "scree/narrow/cluster_batch.hpp"
#include "scree/narrow/points.hpp"
#include "scree/parallel.hpp"

namespace scree::force {
namespace {

#define SCREE_CONTACT_ENERGIES(X) \
  X(elastic_normal)               \
  X(elastic_tangential)           \
  X(cohesion) X(friction) X(damping_normal) X(damping_tangential) X(rolling) X(cohesion_lost) X(contact_loss)

// What contacts do to the ledger, unit by unit.
struct Books {
#define X(name) ExactSum name;
  SCREE_CONTACT_ENERGIES(X)
#undef X
  void add(const Energies& e) {
#define X(name) name.add(e.name);
    SCREE_CONTACT_ENERGIES(X)
#undef X
  }
  Books& operator+=(const Books& other) {
#define X(name) name += other.name;
    SCREE_CONTACT_ENERGIES(X)
#undef X
    return *this;
  }
};

// A range of batches: how far it is, and what it did so far.
struct Progress {
  std::uint32_t next = 0, end = 0;  // batches
  std::uint32_t wanted = 0;         // places for the next batch, if it has too few: then its points wait
  narrow::Points waiting;           // not looked for again, because pairs remember the first search
  Energies of_unit;                 // of the batches of a unit so far, in their order
  DeepestOverlaps deepest;
  LinkCounters links;
  NormalCounters normals;
};

// Normals of a sphere go through its centre.
bool turns_under_load(ShapeKind kind) { return kind != ShapeKind::kSphere && !is_wall(kind); }

struct Step {
  const Model& model;
  State& s;
  std::span<const Pose> wall_pose;
  Real dt;
  bool round;  // some polyhedra stand for smooth bodies
};

Combined* combined_of_thread() {
  static thread_local Combined combined;
  return &combined;
}

// Returns the places it needs if they are more than it has.
std::uint32_t evaluate(const Step& step, Batch& batch, Progress& progress, Books& books, narrow::Points& points) {
  const Model& model = step.model;
  State& s = step.s;
  const Bucket& bucket = s.pairs.buckets[batch.bucket];
  if (progress.wanted > 0) {
    points = std::exchange(progress.waiting, {});
  } else {
    const narrow::LinkMemory memory{s.links.cache.data(), s.links.first.data(), &progress.links, &progress.normals};
    narrow::find_points(model, s, step.wall_pose, bucket, batch.begin, batch.end, bucket.reach, memory, points);
  }
  if (points.size() > batch.capacity) {
    progress.waiting = points;  // no larger than need be
    return std::uint32_t(points.size());
  }
  Combined* const combined =
      model.combination_of(bucket.kind_a, bucket.kind_b) == Combination::kSum ? nullptr : combined_of_thread();
  carry_springs(model, s, batch, points, combined, books.contact_loss);
  const std::size_t n = points.size();
  points.pad(kLanes);
  if (combined) combined->pad(kLanes);
  const bool levers = turns_under_load(bucket.kind_a) || turns_under_load(bucket.kind_b);
  const EvaluateBatch evaluate_batch = evaluate_batch_function(model.laws[bucket.law], points, combined != nullptr);
  const Batch* const next = &batch == &s.contacts.batches.back() ? nullptr : &batch + 1;
  double& deepest = is_wall(bucket.kind_b) ? progress.deepest.walls : progress.deepest.bodies;
  progress.of_unit +=
      evaluate_batch({model, s, batch, next, points, n, step.dt, deepest, levers, combined, step.round});
  if (batch.ends_unit) {
    books.add(progress.of_unit);
    progress.of_unit = {};
  }
  return 0;
}

// Where all contacts are new at once, and all ranges of batches waited for room, their points would be half of all
// memory. So few of them do, but not so few that room, which moves all contacts, is made often.
int most_waiting(std::size_t n_stretches) { return std::max(128, int(n_stretches / 8)); }

// Where there are no contacts yet, and searching twice is free of consequences: they are counted first. Else room would
// be made again and again, while the old room is still there.
bool needs_first_room(const State& s) { return count_contacts(s.contacts) == 0 && s.links.first.empty(); }
void make_first_room(const Step& step) {
  State& s = step.s;
  const std::vector<Batch>& batches = s.contacts.batches;
  std::vector<std::uint32_t> wanted(batches.size(), 0);
  for_each_task(batches.size(), [&](std::size_t k) {
    static thread_local narrow::Points points;
    const Bucket& bucket = s.pairs.buckets[batches[k].bucket];
    narrow::find_points(step.model, s, step.wall_pose, bucket, batches[k].begin, batches[k].end, bucket.reach, {},
                        points);
    wanted[k] = std::uint32_t(points.size());
  });
  make_room(s, wanted);
}

// What is done around the contacts of chunks. A chunk whose contacts are all in one share of groups gets it from the
// thread of that share, right before the first and right after the last of them, while a cache has it; the others
// before and after all contacts.
class Chunks {
 public:
  Chunks(const Model& model, State& s, const ChunkHooks& hooks, const std::vector<std::size_t>& shares)
      : model_(model), s_(s), hooks_(hooks), chunks_(n_chunks(s.bodies.size())) {
    for (std::size_t share = 0; share + 1 < shares.size(); ++share)
      for (std::size_t group = shares[share]; group < shares[share + 1]; ++group)
        for (const std::uint32_t c : s.scratch.sweep.chunks(group)) {
          Chunk& chunk = chunks_[c];
          chunk.share = chunk.groups_left == 0 || chunk.share == share ? std::uint32_t(share) : kShared;
          ++chunk.groups_left;
        }
  }
  void begin_all() {
    for_each_task(chunks_.size(), [&](std::size_t c) { begin(c); });
  }
  void begin_shared() {
    for_each_task(chunks_.size(), [&](std::size_t c) {
      if (chunks_[c].share == kShared) begin(c);
    });
  }
  void begin(std::size_t share, std::size_t group) {
    for (const std::uint32_t c : s_.scratch.sweep.chunks(group))
      if (chunks_[c].share == share) begin(c);
  }
  void end(std::size_t share, std::size_t group) {
    for (const std::uint32_t c : s_.scratch.sweep.chunks(group))
      if (chunks_[c].share == share && --chunks_[c].groups_left == 0) end(c);
  }
  // Those of several shares, and those without any pairs.
  void end_others() {
    for_each_task(chunks_.size(), [&](std::size_t c) {
      begin(c);
      end(c);
    });
  }

 private:
  static constexpr std::uint32_t kShared = 0xffffffffu;
  struct Chunk {
    std::uint32_t share = kShared;
    std::uint32_t groups_left = 0;
    bool begun = false, ended = false;
  };
  void begin(std::size_t c) {
    if (hooks_.before_first_contact && !chunks_[c].begun) hooks_.before_first_contact(model_, s_, c);
    chunks_[c].begun = true;
  }
  void end(std::size_t c) {
    if (hooks_.after_last_contact && !chunks_[c].ended) hooks_.after_last_contact(model_, s_, c);
    chunks_[c].ended = true;
  }

  const Model& model_;
  State& s_;
  ChunkHooks hooks_;
  std::vector<Chunk> chunks_;
};

bool is_done(const Progress& p) { return p.next == p.end; }

// Goes on with the ranges of batches of a group, one bucket after the other: true if all are done. `waiting`: how many
// ranges need more room, of which there are at most `most`.
bool go_on(const Step& step, std::size_t group, std::span<Progress> batch_ranges, Books& books,
           std::atomic<int>& waiting, int most) {
  static thread_local narrow::Points points;
  for (const std::uint32_t k : step.s.scratch.sweep.batch_ranges(group)) {
    Progress& p = batch_ranges[k];
    for (; p.next < p.end; ++p.next) {
      if (p.wanted == 0 && waiting.load(std::memory_order_relaxed) >= most) return false;
      p.wanted = evaluate(step, step.s.contacts.batches[p.next], p, books, points);
      if (p.wanted == 0) continue;
      waiting.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
  }
  return true;
}

// Shares of groups that have as much to do.
std::vector<std::size_t> shares_of(const State& s) {
  const std::vector<Batch>& batches = s.contacts.batches;
  const std::vector<std::uint32_t>& first = s.contacts.batch_ranges;
  constexpr std::uint64_t kContactOverPair = 8;  // by instructions, with spheres
  return even_shares(s.scratch.sweep.n_groups(), [&](std::size_t group) {
    std::uint64_t sum = 0;
    for (const std::uint32_t k : s.scratch.sweep.batch_ranges(group))
      for (std::uint32_t b = first[k]; b < first[k + 1]; ++b)
        sum += batches[b].end - batches[b].begin + kContactOverPair * batches[b].count;
    return sum;
  });
}

// Goes through all groups until each is done, and makes room where too many wait for it. Groups share no sums, so that
// groups can go side by side. `books`: one for each share.
void evaluate_all(const Step& step, std::span<Progress> batch_ranges, const std::vector<std::size_t>& shares,
                  std::span<Books> books, Chunks& chunks) {
  const int most = most_waiting(batch_ranges.size());
  std::vector<std::uint8_t> done(step.s.scratch.sweep.n_groups(), 0);
  for (;;) {
    std::atomic<int> waiting = 0;
    for_shares(shares, [&](std::size_t share, std::size_t group) {
      if (done[group]) return;
      chunks.begin(share, group);
      if (!go_on(step, group, batch_ranges, books[share], waiting, most)) return;
      done[group] = 1;
      chunks.end(share, group);
    });
    if (std::all_of(batch_ranges.begin(), batch_ranges.end(), is_done)) return;
    std::vector<std::uint32_t> wanted(step.s.contacts.batches.size(), 0);
    for (const Progress& p : batch_ranges)
      if (p.wanted > 0) wanted[p.next] = p.wanted;
    make_room(step.s, wanted);
  }
}

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

void book(State& s, std::span<const Progress> batch_ranges, std::span<Books> books) {
  Ledger& ledger = s.ledger;
  Books& all = books[0];
  for (const Books& of_share : books.subspan(1)) all += of_share;
  for (const Progress& p : batch_ranges) {
    s.deepest.bodies = std::max(s.deepest.bodies, p.deepest.bodies);
    s.deepest.walls = std::max(s.deepest.walls, p.deepest.walls);
    s.link_counters += p.links;
    s.normal_counters += p.normals;
  }
  ledger.elastic_normal = all.elastic_normal.value();
  ledger.elastic_tangential = all.elastic_tangential.value();
  ledger.cohesion = all.cohesion.value();
  ledger.friction += all.friction;
  ledger.damping_normal += all.damping_normal;
  ledger.damping_tangential += all.damping_tangential;
  ledger.rolling += all.rolling;
  ledger.cohesion_lost += all.cohesion_lost;
  ledger.contact_loss += all.contact_loss;
}

}  // namespace

void contacts(const Model& model, State& s, double dt, const ChunkHooks& hooks) {
  SCREE_ASSERT(!hooks.before_first_contact || !model.has_shaped_bodies());
  s.ledger.contact_loss += lost_with(model, s, s.scratch.ended);
  s.scratch.ended = {};
  const std::vector<Pose> wall_pose = narrow::wall_poses(s);
  narrow::update_rotations(model, s);
  narrow::place_balls(model, s);
  const Step step{model, s, wall_pose, Real(dt), model.has_round_polyhedra()};
  const std::vector<std::size_t> shares = shares_of(s);
  Chunks chunks(model, s, hooks, shares);
  if (needs_first_room(s)) {
    chunks.begin_all();
    make_first_room(step);
  }
  chunks.begin_shared();
  const std::vector<std::uint32_t>& first = s.contacts.batch_ranges;
  std::vector<Progress> batch_ranges(first.empty() ? 0 : first.size() - 1);
  for (std::size_t k = 0; k < batch_ranges.size(); ++k)
    batch_ranges[k].next = first[k], batch_ranges[k].end = first[k + 1], batch_ranges[k].deepest = s.deepest;
  std::vector<Books> books(shares.size() - 1);
  evaluate_all(step, batch_ranges, shares, books, chunks);
  chunks.end_others();
  book(s, batch_ranges, books);
}

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
  const std::vector<std::uint32_t>& kinematic = s.scratch.kinematic;
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
      tau.add(load.tau + cross(Vec3(s.bodies.x[kinematic[c]] - s.walls[w].x), load.f));
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
