#include "scree/force/contacts.hpp"

#include "scree/force/act.hpp"
#include "scree/force/history.hpp"
#include "scree/narrow/points.hpp"
#include "scree/parallel.hpp"

namespace scree::force {
namespace {

struct BlockResult {
  Energies energies;
  double lost = 0;           // J, in springs whose contact has ended
  std::uint32_t wanted = 0;  // places, if the block has too few: then nothing was done
};

// One a block: what it did, and where there are polyhedra what was counted.
struct Results {
  std::vector<BlockResult> block;
  std::vector<LinkCounters> links;
};

BlockResult evaluate(const Model& model, State& s, std::span<const Pose> wall_pose, std::size_t k, Real dt,
                     LinkCounters* counters, narrow::Points& points) {
  Block& block = s.contacts.blocks[k];
  const Bucket& bucket = s.pairs.buckets[block.bucket];
  BlockResult r;
  const narrow::LinkMemory memory{s.links.cache.data(), s.links.first.data(), counters};
  if (counters) *counters = {};
  narrow::find_points(model, s, wall_pose, bucket, block.begin, block.end, bucket.reach, memory, points);
  if (points.size() > block.capacity) {
    r.wanted = std::uint32_t(points.size());
    return r;
  }
  r.lost = carry_springs(model, s, block, points);
  const std::size_t n = points.size();
  points.pad(kLanes);
  const bool levers = bucket.kind_a == ShapeKind::kPolyhedron || bucket.kind_b == ShapeKind::kPolyhedron;
  r.energies = act_function(model.laws[bucket.law], points)({model, s, block, points, n, dt, levers});
  return r;
}

// Evaluates the blocks in `todo`; returns those that need more room.
std::vector<std::uint32_t> evaluate_all(const Model& model, State& s, std::span<const Pose> wall_pose, Real dt,
                                        std::span<const std::uint32_t> todo, Results& result) {
#pragma omp parallel if (todo.size() > 1)
  {
    narrow::Points points;
#pragma omp for schedule(static)
    for (std::ptrdiff_t t = 0; t < std::ptrdiff_t(todo.size()); ++t) {
      const std::uint32_t k = todo[std::size_t(t)];
      result.block[k] = evaluate(model, s, wall_pose, k, dt, result.links.empty() ? nullptr : &result.links[k], points);
    }
  }
  std::vector<std::uint32_t> again;
  for (const std::uint32_t k : todo)
    if (result.block[k].wanted > 0) again.push_back(k);
  return again;
}

void evaluate_with_room(const Model& model, State& s, std::span<const Pose> wall_pose, Real dt,
                        std::vector<std::uint32_t> todo, Results& result) {
  for (;;) {
    todo = evaluate_all(model, s, wall_pose, dt, todo, result);
    if (todo.empty()) return;
    std::vector<std::uint32_t> wanted(s.contacts.blocks.size(), 0);
    for (const std::uint32_t k : todo) wanted[k] = result.block[k].wanted;
    make_room(s, wanted);
  }
}

// A force and a torque, two numbers at a time.
struct Sum {
  detail::Two xy, zx, yz;
  Sum(const Vec3& f, const Vec3& tau) : xy{f.x, f.y}, zx{f.z, tau.x}, yz{tau.y, tau.z} {}
  void add(const Wrench& w) {
    const double* part = &w.f.x;
    xy += detail::load_two(part), zx += detail::load_two(part + 2), yz += detail::load_two(part + 4);
  }
  void store(Vec3& f, Vec3& tau) const {
    f = {xy[0], xy[1], zx[0]};
    tau = {zx[1], yz[0], yz[1]};
  }
};
static_assert(sizeof(Wrench) == 6 * sizeof(double));

// What the walls of a bucket get from their contacts, chunk by chunk.
void add_contacts(const State& s, const Bucket& bucket, std::vector<Vec3>& f, std::vector<Vec3>& tau) {
  const std::size_t n_pairs = bucket.end - bucket.begin, n_walls = s.walls.size();
  std::vector<Wrench> part(n_chunks(n_pairs) * n_walls);
  for_chunks(n_pairs, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t p = bucket.begin + begin; p < bucket.begin + end; ++p) {
      const Wrench& on_wall = s.pairs.on_b[s.pairs.slot[p]];
      Wrench& sum = part[chunk * n_walls + (s.pairs.b[p] & ~kWallBit)];
      sum.f += on_wall.f;
      sum.tau += on_wall.tau;
    }
  });
  for (std::size_t k = 0; k < part.size(); ++k) f[k % n_walls] += part[k].f, tau[k % n_walls] += part[k].tau;
}

void book(Ledger& ledger, const std::vector<BlockResult>& result) {
  Energies e;
  for (const BlockResult& r : result) {
    e += r.energies;
    ledger.contact_loss += r.lost;
  }
  ledger.elastic_normal = e.elastic_normal;
  ledger.elastic_tangential = e.elastic_tangential;
  ledger.cohesion = e.cohesion;
  ledger.friction += e.friction;
  ledger.damping_normal += e.damping_normal;
  ledger.damping_tangential += e.damping_tangential;
  ledger.rolling += e.rolling;
  ledger.cohesion_lost += e.cohesion_lost;
}

}  // namespace

void contacts(const Model& model, State& s, double dt) {
  s.ledger.contact_loss += lost_with(model, s, s.scratch.ended);
  s.scratch.ended = {};
  const std::vector<Pose> wall_pose = narrow::wall_poses(s);
  narrow::turn_bodies(model, s);
  const std::size_t n_blocks = s.contacts.blocks.size();
  Results result{std::vector<BlockResult>(n_blocks), std::vector<LinkCounters>(model.has_polyhedra() ? n_blocks : 0)};
  // One bucket after the other: within a bucket no two blocks share an A.
  for (std::uint32_t k = 0; k < n_blocks;) {
    std::vector<std::uint32_t> todo;
    for (const std::uint32_t bucket = s.contacts.blocks[k].bucket;
         k < n_blocks && s.contacts.blocks[k].bucket == bucket; ++k)
      todo.push_back(k);
    evaluate_with_room(model, s, wall_pose, Real(dt), std::move(todo), result);
  }
  book(s.ledger, result.block);
  for (const LinkCounters& c : result.links) s.link_counters += c;
}

void add_up(State& s, std::size_t begin, std::size_t end) {
  const Pairs& pairs = s.pairs;
  const Wrench* on_b = pairs.on_b.data() + pairs.row_start[begin];
  for (std::size_t i = begin; i < end; ++i) {
    Sum sum(s.bodies.f[i], s.bodies.tau[i]);
    for (const Wrench* const row_end = pairs.on_b.data() + pairs.row_start[i + 1]; on_b < row_end; ++on_b)
      sum.add(*on_b);
    sum.store(s.bodies.f[i], s.bodies.tau[i]);
  }
}

// Over a step a wall moves steadily, so its work is that of the mean of the forces at both ends.
void on_walls(const Model& model, State& s, double dt) {
  std::vector<Vec3> f(s.walls.size(), {0, 0, 0}), tau(s.walls.size(), {0, 0, 0});
  for (const Bucket& bucket : s.pairs.buckets)
    if (is_wall(bucket.kind_b)) add_contacts(s, bucket, f, tau);
  for (std::size_t i = 0; model.has_carried_bodies() && i < s.bodies.size(); ++i) {
    if (s.bodies.owner[i] == kFree) continue;
    const std::size_t w = std::size_t(s.bodies.owner[i]);
    f[w] += s.bodies.f[i];
    tau[w] += s.bodies.tau[i] + cross(Vec3(s.bodies.x[i] - s.walls[w].x), s.bodies.f[i]);
  }
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    WallState& wall = s.walls[w];
    const Vec3 f_mean = Real(0.5) * (wall.f + f[w]), tau_mean = Real(0.5) * (wall.tau + tau[w]);
    s.ledger.wall_work -= double(dot(f_mean, wall.v) + dot(tau_mean, wall.omega)) * dt;
    wall.f = f[w];
    wall.tau = tau[w];
  }
}

void book_removal(const Model& model, State& s, const std::vector<std::uint8_t>& remove) {
  for_each_contact(s, [&](std::size_t k, std::uint32_t a, std::uint32_t b) {
    if (remove[a] || (!is_wall_index(b) && remove[b]))
      s.ledger.contact_loss += energy_of(model, s, s.contacts, k, a, b).held;
  });
}

}  // namespace scree::force
