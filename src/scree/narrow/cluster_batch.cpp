#include "scree/narrow/cluster_batch.hpp"

#include "scree/math/pack.hpp"
#include "scree/narrow/hit_lanes.hpp"
#include "scree/narrow/placed_parts.hpp"
#include "scree/narrow/sphere_polyhedron.hpp"
#include "scree/narrow/sphere_sphere.hpp"
#include "scree/narrow/sphere_surface.hpp"
#include "scree/parallel.hpp"
#include "scree/state/separation.hpp"

namespace scree::narrow {
namespace {

using Indices = std::vector<std::uint32_t>;

// A cluster and another one or a sphere.
bool are_balls(const Model& model, const Bodies& bodies, std::uint32_t a, std::uint32_t b) {
  if (is_wall_index(b)) return false;
  const auto kind = [&](std::uint32_t i) { return model.body_types[bodies.type[i]].parts.front().kind; };
  return is_ball(kind(a)) && is_ball(kind(b)) && (kind(a) == ShapeKind::kCluster || kind(b) == ShapeKind::kCluster);
}

// Balls of all types in one list. Types of other shapes have none.
void list_types(const Model& model, PlacedBalls& p) {
  p.at_scale_1.clear();
  p.first_of_type = {0};
  for (const BodyType& t : model.body_types) {
    for (const Part& part : t.parts)
      if (is_ball(part.kind)) p.at_scale_1.push_back({part.pose.p, part.size});
    p.first_of_type.push_back(std::uint32_t(p.at_scale_1.size()));
  }
}

void number_balls(const Bodies& b, PlacedBalls& p) {
  p.first.resize(b.size() + 1);
  p.first[0] = 0;
  for (std::size_t i = 0; i < b.size(); ++i)
    p.first[i + 1] = p.first[i] + p.first_of_type[b.type[i] + 1] - p.first_of_type[b.type[i]];
  p.balls.resize(p.first.back());
}

// Four numbers a ball, its place and its radius, are one pack.
static_assert(sizeof(PlacedBall) == kLanes * sizeof(double));

void place(const PlacedBall* from, std::size_t n, const Vec3d& x, Real scale, const Mat3& R, PlacedBall* to) {
  const Pack c0(Pack::Lanes{scale * R.row0.x, scale * R.row1.x, scale * R.row2.x, 0});
  const Pack c1(Pack::Lanes{scale * R.row0.y, scale * R.row1.y, scale * R.row2.y, 0});
  const Pack c2(Pack::Lanes{scale * R.row0.z, scale * R.row1.z, scale * R.row2.z, 0});
  const Pack c3(Pack::Lanes{0, 0, 0, scale}), base(Pack::Lanes{x.x, x.y, x.z, 0});
  for (std::size_t k = 0; k < n; ++k) {
    const PlacedBall& ball = from[k];
    const Pack turned = fma(Pack(ball.x.z), c2, fma(Pack(ball.x.y), c1, Pack(ball.x.x) * c0));
    const Pack placed = base + fma(Pack(ball.r), c3, turned);
    placed.store(&to[k].x.x);
  }
}

void place_all(const State& s, const std::vector<Vec3d>& x, const std::vector<Mat3>& turn, PlacedBalls& p,
               std::vector<PlacedBall>& to) {
  const Bodies& b = s.bodies;
  for_each_index(b.size(), [&](std::size_t i) {
    const std::uint32_t first = p.first_of_type[b.type[i]], n = p.first_of_type[b.type[i] + 1] - first;
    place(p.at_scale_1.data() + first, n, x[i], b.scale[i], turn[i], to.data() + p.first[i]);
  });
}

// Balls of one body that come near the ball round the other one.
void near_body(const PlacedBall* balls, std::uint32_t first, std::uint32_t end, const Vec3d& x, Real reach,
               Indices& out) {
  out.clear();
  for (std::uint32_t k = first; k < end; ++k) {
    const Real d = balls[k].r + reach;
    if (norm2(Vec3(balls[k].x - x)) <= d * d) out.push_back(k);
  }
}

struct NearBalls {
  Indices a, b, pair;
};

void list_near(const PlacedBalls& p, const std::vector<PlacedBall>& balls, const State& s, std::size_t pair,
               Real margin, NearBalls& out) {
  thread_local Indices of_a, of_b;
  const std::uint32_t a = s.pairs.a[pair], b = s.pairs.b[pair];
  const Bodies& bodies = s.bodies;
  near_body(balls.data(), p.first[a], p.first[a + 1], bodies.x_listed[b], bodies.radius[b] + margin, of_a);
  if (of_a.empty()) return;
  near_body(balls.data(), p.first[b], p.first[b + 1], bodies.x_listed[a], bodies.radius[a] + margin, of_b);
  for (const std::uint32_t i : of_a)
    for (const std::uint32_t j : of_b) {
      const Real d = balls[i].r + balls[j].r + margin;
      if (norm2(balls[j].x - balls[i].x) > d * d) continue;
      out.a.push_back(i), out.b.push_back(j), out.pair.push_back(std::uint32_t(pair));
    }
}

// With the poses that the list was made for: a surface has moved by less than half the skin since.
void list_near_balls(const Model& model, const State& s, PlacedBalls& p) {
  std::vector<Mat3> turn(s.bodies.size());
  for_each_index(turn.size(), [&](std::size_t i) { turn[i] = to_matrix(s.q_listed[i]); });
  std::vector<PlacedBall> balls(p.balls.size());
  place_all(s, s.bodies.x_listed, turn, p, balls);
  const std::size_t n = s.pairs.size();
  const Real margin = model.reach + s.skin;
  std::vector<NearBalls> chunks(n_chunks(n));
  p.near_start.assign(n + 1, 0);
  for_chunks(n, [&](std::size_t c, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      if (are_balls(model, s.bodies, s.pairs.a[k], s.pairs.b[k])) list_near(p, balls, s, k, margin, chunks[c]);
      p.near_start[k + 1] = std::uint32_t(chunks[c].a.size());  // within the chunk
    }
  });
  p.near_a.clear(), p.near_b.clear(), p.near_pair.clear();
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    const std::uint32_t before = std::uint32_t(p.near_a.size());
    for (std::size_t k = c * kChunk; k < std::min(n, (c + 1) * kChunk); ++k) p.near_start[k + 1] += before;
    p.near_a.insert(p.near_a.end(), chunks[c].a.begin(), chunks[c].a.end());
    p.near_b.insert(p.near_b.end(), chunks[c].b.begin(), chunks[c].b.end());
    p.near_pair.insert(p.near_pair.end(), chunks[c].pair.begin(), chunks[c].pair.end());
  }
  for (int k = 0; k < kLanes; ++k)  // so that four can be read at any place
    p.near_a.push_back(0), p.near_b.push_back(0), p.near_pair.push_back(0);
}

// Appends points of one ball with something, given from the centre of the ball, whose own place is `offset`.
void append(const BatchArgs& args, const Manifold& m, std::size_t pair, std::uint32_t base, const Vec3& offset,
            Real inv_radius) {
  Points& out = args.out;
  for (int k = 0; k < m.n_points; ++k) {
    const ContactPoint& c = m.points[k];
    out.pair.push_back(std::uint32_t(pair));
    out.feature.push_back(base + c.feature);
    out.n.push_back(c.n);
    out.p.push_back(offset + c.p);
    out.gap.push_back(c.gap);
    if (args.radii) out.inv_radius.push_back(inv_radius);
  }
}

// 1/R of the surface that a ball stands for.
Real curvature_of(const BatchArgs& args, std::size_t body, const Part& part) {
  return 1 / (args.s.bodies.scale[body] * (part.curvature_radius > 0 ? part.curvature_radius : part.size));
}

// Ball by ball, without lists: for those who look at single pairs.
void meet_all_balls(const BatchArgs& args, std::size_t p) {
  const std::uint32_t a = args.pairs.a[p], b = args.pairs.b[p];
  const std::vector<Part>&parts_a = parts_of(args, a), &parts_b = parts_of(args, b);
  const Bodies& bodies = args.s.bodies;
  const Vec3 between = separation(bodies, a, b);
  SphereSphere::Cache nothing;
  for (std::size_t k_a = 0; k_a < parts_a.size(); ++k_a) {
    const Vec3 offset_a = offset_of(args, a, parts_a[k_a]);
    const Real r_a = bodies.scale[a] * parts_a[k_a].size;
    for (std::size_t k_b = 0; k_b < parts_b.size(); ++k_b) {
      const Real r_b = bodies.scale[b] * parts_b[k_b].size;
      const Pose X{Mat3::identity(), between + offset_of(args, b, parts_b[k_b]) - offset_a};
      Manifold m;
      SphereSphere::collide({r_a}, {r_b}, X, args.margin, nothing, m);
      append(args, m, p, feature_base(k_a, k_b), offset_a,
             curvature_of(args, a, parts_a[k_a]) + curvature_of(args, b, parts_b[k_b]));
    }
  }
}

// Four balls, one after the other, as four numbers each.
struct BallPack {
  Vec3Pack x;
  Pack r;
};
BallPack gather_balls(const PlacedBall* balls, const std::uint32_t* i) {
  const auto row = [&](int l) { return Pack::load(&balls[i[l]].x.x); };
  const QuatPack q = transposed({row(0), row(1), row(2), row(3)});
  return {{q.w, q.x, q.y}, q.z};
}

constexpr Pack::Lanes kSigns = {-1, -1, -1, 1};

// Which of the listed pairs of balls [begin, end) are within the margin, in order: the first ones of `out`. All four
// are written and the place moves on behind the hits: a branch would be unpredictable.
std::size_t touching_balls(const PlacedBalls& p, std::uint32_t begin, std::uint32_t end, Real margin, Indices& out) {
  if (out.size() < end - begin + 2 * kLanes) out.resize(end - begin + 2 * kLanes);
  std::uint32_t* const found = out.data();
  const PlacedBall* const balls = p.balls.data();
  const std::uint32_t *const a = p.near_a.data(), *const b = p.near_b.data();
  std::size_t n = 0;
  for (std::uint32_t k = begin; k < end; k += kLanes) {
    // Rows of differences, with the sum of the radii at the end.
    const auto row = [&](std::uint32_t l) {
      const Pack of_a = Pack::load(&balls[a[k + l]].x.x), of_b = Pack::load(&balls[b[k + l]].x.x);
      return Pack(of_b.lanes + of_a.lanes * kSigns);
    };
    const QuatPack d = transposed({row(0), row(1), row(2), row(3)});
    const Pack reach = d.z + margin;
    const unsigned lanes = end - k < unsigned(kLanes) ? (1u << (end - k)) - 1 : 15u;
    const HitLanes& hits = kHits[bits(fma(d.y, d.y, fma(d.x, d.x, d.w * d.w)) <= reach * reach) & lanes];
    for (unsigned l = 0; l < unsigned(kLanes); ++l) found[n + l] = k + hits.lane[l];
    n += hits.n;
  }
  return n;
}

// Four points at a time; lanes behind the last one repeat it, and what they write is overwritten or cut off.
void write_balls(const BatchArgs& args, const PlacedBalls& p, Indices& hits, std::size_t n) {
  Points& out = args.out;
  const std::size_t at = out.size();
  if (n == 0) return;
  const std::size_t whole = (n + kLanes - 1) / kLanes * kLanes, room = at + whole;
  for (std::size_t k = n; k < whole; ++k) hits[k] = hits[n - 1];
  out.pair.resize(room), out.feature.resize(room), out.n.resize(room), out.p.resize(room), out.gap.resize(room);
  if (args.radii) out.inv_radius.resize(room);
  for (std::size_t k = 0; k < whole; k += kLanes) {
    std::uint32_t i[kLanes], j[kLanes], a[kLanes];
    for (int l = 0; l < kLanes; ++l) {
      const std::uint32_t hit = hits[k + std::size_t(l)], pair = p.near_pair[hit];
      i[l] = p.near_a[hit], j[l] = p.near_b[hit], a[l] = args.pairs.a[pair];
      out.pair[at + k + std::size_t(l)] = pair;
      out.feature[at + k + std::size_t(l)] = feature_base(i[l] - p.first[a[l]], j[l] - p.first[args.pairs.b[pair]]);
    }
    const BallPack ball_a = gather_balls(p.balls.data(), i), ball_b = gather_balls(p.balls.data(), j);
    const Vec3Pack between = ball_b.x - ball_a.x;
    const Pack d = norm(between), gap = d - ball_a.r - ball_b.r;
    const Vec3Pack normal = select(d > 0, 1 / d * between, Vec3Pack{0, 0, 1});
    store_four(normal, &out.n[at + k]);
    store_four((ball_a.x - gather(args.s.bodies.x.data(), a)) + (ball_a.r + gap / 2) * normal, &out.p[at + k]);
    gap.store(&out.gap[at + k]);
    if (!args.radii) continue;
    for (int l = 0; l < kLanes; ++l) {
      const std::uint32_t b = args.pairs.b[p.near_pair[hits[k + std::size_t(l)]]];
      out.inv_radius[at + k + std::size_t(l)] = curvature_of(args, a[l], parts_of(args, a[l])[i[l] - p.first[a[l]]]) +
                                                curvature_of(args, b, parts_of(args, b)[j[l] - p.first[b]]);
    }
  }
  out.pair.resize(at + n), out.feature.resize(at + n), out.n.resize(at + n), out.p.resize(at + n);
  out.gap.resize(at + n);
  if (args.radii) out.inv_radius.resize(at + n);
}

template <class Collider, class WallShape>
void meet_wall(const BatchArgs& args, std::size_t p, const WallShape& shape) {
  const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
  if (!args.s.walls[w].present) return;
  const Bodies& bodies = args.s.bodies;
  const std::vector<Part>& parts = parts_of(args, a);
  const Vec3 between = separation(bodies, a, args.s.walls[w]);
  typename Collider::Cache nothing;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Vec3 offset = offset_of(args, a, parts[k]);
    const Real r = bodies.scale[a] * parts[k].size;
    Manifold m;
    Collider::collide({r}, shape, Pose{args.wall_pose[w].R, between - offset}, args.margin, nothing, m);
    append(args, m, p, feature_base(k, 0), offset, curvature_of(args, a, parts[k]));
  }
}

// As SpherePlane, for all balls of a body.
void meet_plane(const BatchArgs& args, std::size_t p) {
  const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
  if (!args.s.walls[w].present) return;
  const Bodies& bodies = args.s.bodies;
  const Mat3& R = args.wall_pose[w].R;
  const Vec3 n = {R.row0.z, R.row1.z, R.row2.z};
  const Real height = -dot(n, separation(bodies, a, args.s.walls[w]));
  if (height > bodies.radius[a] + args.margin) return;
  const Vec3 in_body = bodies.scale[a] * (transpose(args.turn[a]) * n);
  const std::vector<Part>& parts = parts_of(args, a);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Real r = bodies.scale[a] * parts[k].size, gap = height + dot(in_body, parts[k].pose.p) - r;
    if (gap > args.margin) continue;
    Manifold m;
    m.add({-n, -(r + gap / 2) * n, gap, 0});
    append(args, m, p, feature_base(k, 0), offset_of(args, a, parts[k]), curvature_of(args, a, parts[k]));
  }
}

// One of the two bodies has balls, the other polyhedra. The frame of a ball has the axes of the world.
void meet_polyhedra(const BatchArgs& args, std::size_t p, bool ball_is_a) {
  const std::size_t a = args.pairs.a[p], b = args.pairs.b[p];
  const Bodies& bodies = args.s.bodies;
  for_each_part_pair(args, p,
                     [&](std::size_t k_a, std::size_t k_b, const Placed& at_a, const Placed& at_b, const Vec3& between,
                         LinkMemo& memo) {
                       const Part &part_a = parts_of(args, a)[k_a], &part_b = parts_of(args, b)[k_b];
                       const Real reach = bodies.scale[a] * part_a.size + bodies.scale[b] * part_b.size + args.margin;
                       if (norm2(between) > reach * reach) return;
                       const Sphere ball{bodies.scale[ball_is_a ? a : b] * (ball_is_a ? part_a : part_b).size};
                       const PolyhedronView view = ball_is_a ? view_of(args, b, part_b) : view_of(args, a, part_a);
                       const Pose X{(ball_is_a ? at_b : at_a).R, ball_is_a ? between : -between};
                       Manifold m;
                       SpherePolyhedron::Cache nearest{{memo.kind_b, memo.b}};
                       SpherePolyhedron::collide(ball, view, X, args.margin, nearest, m);
                       memo.kind_b = nearest.on.kind, memo.b = nearest.on.index;
                       memo.state = LinkCache::State::kPlane;
                       if (m.n_points == 0) return;
                       if (!ball_is_a) m.points[0].n = -m.points[0].n;
                       const Vec3 centre = ball_is_a ? at_a.offset : at_a.offset + between;  // of the ball
                       append(args, m, p, feature_base(k_a, k_b), centre,
                              curvature_of(args, ball_is_a ? a : b, ball_is_a ? part_a : part_b));
                       const std::uint8_t kind = std::uint8_t(nearest.on.kind);
                       if (!args.whole) return;
                       args.out.kind_a.push_back(ball_is_a ? kCurved : kind);
                       args.out.kind_b.push_back(ball_is_a ? kind : kCurved);
                     });
}

}  // namespace

void place_balls(const Model& model, State& s) {
  if (!model.has_clusters()) return;
  PlacedBalls& p = s.scratch.narrow.placed;
  const bool new_list = p.list != s.counters.pair_lists || p.near_start.size() != s.pairs.size() + 1;
  if (new_list) {
    list_types(model, p);
    number_balls(s.bodies, p);
  }
  place_all(s, s.bodies.x, s.scratch.narrow.turn, p, p.balls);
  if (!new_list) return;
  list_near_balls(model, s, p);
  p.list = s.counters.pair_lists;
}

void run_cluster_balls(const BatchArgs& args) {
  const PlacedBalls& p = args.s.scratch.narrow.placed;
  if (args.whole || &args.pairs != &args.s.pairs) {
    for (std::size_t k = args.begin; k < args.end; ++k) meet_all_balls(args, k);
    return;
  }
  thread_local Indices hits;
  const std::size_t n = touching_balls(p, p.near_start[args.begin], p.near_start[args.end], args.margin, hits);
  write_balls(args, p, hits, n);
}

void run_cluster_plane(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p) meet_plane(args, p);
}
void run_cluster_plate(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const Wall& w = args.model.walls[args.pairs.b[p] & ~kWallBit];
    meet_wall<SpherePlate>(args, p, PlateView{w.vertices.data(), int(w.vertices.size())});
  }
}
void run_cluster_frustum(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p)
    meet_wall<SphereFrustum>(args, p, args.model.walls[args.pairs.b[p] & ~kWallBit].frustum);
}

void run_cluster_polyhedron(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p) meet_polyhedra(args, p, true);
}
void run_polyhedron_cluster(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p) meet_polyhedra(args, p, false);
}

}  // namespace scree::narrow
