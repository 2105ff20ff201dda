#include "scree/narrow/superellipsoid_batch.hpp"

#include <bit>

#include "scree/narrow/separated_pairs.hpp"
#include "scree/narrow/superellipsoid_frustum.hpp"
#include "scree/narrow/superellipsoid_plane.hpp"
#include "scree/narrow/superellipsoid_polyhedron.hpp"
#include "scree/state/separation.hpp"

namespace scree::narrow {
namespace {

// Proof asked for, relative to the size of the pair. Overlaps are 1e-5 of it and more, and the last step of Newton's
// method, which needs no proof of its own, squares what is left.
constexpr Real kProof = Real(1e-8);

const Superellipsoid& shape_at_scale_1(const BatchArgs& args, const Part& part) {
  static const Superellipsoid kBall = unit_ball();
  return is_ball(part.kind) ? kBall : args.model.superellipsoids[part.superellipsoid].shape;
}
Superellipsoid shape_of(const BatchArgs& args, std::size_t i, const Part& part) {
  return scaled(shape_at_scale_1(args, part), args.s.bodies.scale[i] * part.size);
}

// Appends contacts of one pair of parts, given in the frame of the first.
void write(const BatchArgs& args, std::size_t pair, std::uint32_t feature, const Placed& at, const ContactPoint& c) {
  Points& out = args.out;
  out.pair.push_back(std::uint32_t(pair));
  out.feature.push_back(feature + c.feature);
  out.n.push_back(at.R * c.n);
  out.p.push_back(at.offset + at.R * c.p);
  out.gap.push_back(c.gap);
}

// Points on what counts as flat beside a superellipsoid: faces, and walls of any kind.
void write_on_flat(const BatchArgs& args, std::size_t pair, std::uint32_t feature, const Placed& at,
                   const Superellipsoid& shape, const Manifold& m) {
  for (int k = 0; k < m.n_points; ++k) {
    write(args, pair, feature, at, m.points[k]);
    if (args.radii) args.out.inv_radius.push_back(1 / hertz_radius(contact_radii(shape, m.points[k].n)));
  }
}

void count(const BatchArgs& args, CollideStatus status) {
  NormalCounters& counters = *args.memory.normals;
  ++counters.solves;
  counters.by_plane += status == CollideStatus::kSeparated;
  counters.failed += status == CollideStatus::kFailed;
}

// Radii of curvature of what a part stands for: of balls of clusters another surface than their own.
Sym2 radii_of(const Part& part, const Sym2& own) {
  const Real flatter = part.curvature_radius > 0 ? part.curvature_radius / part.size : Real(1);
  return {flatter * own.xx, flatter * own.yy, flatter * own.xy};
}

// x rounded to single precision, by a product and two differences (Veltkamp). A conversion to float and back would say
// the same, but g++ 12 leaves it out where it converts two numbers at a time (docs/arithmetic.md).
Real in_single(Real x) {
  const Real far = Real(0x1p29 + 1) * x;
  return far - (far - x);
}

// One pair of smooth parts.
void meet(const BatchArgs& args, const NormalOptions& options, std::size_t pair, std::size_t k_a, std::size_t k_b,
          const Placed& at_a, const Mat3& R_b, const Vec3& between, LinkMemo& memo) {
  const std::size_t i = args.pairs.a[pair], j = args.pairs.b[pair];
  const Part &part_a = parts_of(args, i)[k_a], &part_b = parts_of(args, j)[k_b];
  const Superellipsoid a = shape_of(args, i, part_a), b = shape_of(args, j, part_b);
  const Real reach = a.radius + b.radius + args.margin;
  if (norm2(between) > reach * reach) return;
  NormalCache cache = normal_of(memo);
  NormalLink link;
  const Pose X = relative(at_a.R, R_b, between);
  const LinkStatus status = find_link(a, b, X, options, cache, link, *args.memory.normals);
  remember(cache, memo);
  if (status == LinkStatus::kBeyond) return;
  write(args, pair, feature_base(k_a, k_b), at_a, {link.n, Real(0.5) * (link.p_a + link.p_b), link.gap, 0});
  if (args.radii)
    args.out.inv_radius.push_back(
        1 / hertz_radius(contact_radii(a, radii_of(part_a, link.radii_a), b, radii_of(part_b, link.radii_b))));
}

}  // namespace

NormalOptions normal_options(const Model& model, Real margin) {
  NormalOptions options;
  options.method = model.settings.superellipsoid_superellipsoid;
  options.margin = margin;
  options.tolerance = kProof;
  return options;
}

// The normal is kept in two numbers of single precision, the second in p_a: of bodies at rest the last normal is still
// the right one, to more digits than single precision has.
NormalCache normal_of(const LinkMemo& memo) {
  NormalCache cache;
  if (memo.state == LinkCache::State::kNothing) return cache;
  cache.n = normalized(LinkMemo::whole(memo.n) + LinkMemo::whole(memo.p_a));
  cache.state = memo.top_a == 0 ? NormalCache::State::kOfA : NormalCache::State::kOfB;
  cache.apart = memo.state == LinkCache::State::kPlane;
  return cache;
}

void remember(const NormalCache& cache, LinkMemo& memo) {
  const Vec3 high{in_single(cache.n.x), in_single(cache.n.y), in_single(cache.n.z)};
  memo.n = LinkMemo::shortened(high);
  memo.p_a = LinkMemo::shortened(cache.n - high);
  memo.top_a = cache.state == NormalCache::State::kOfA ? 0 : 1;
  memo.state = cache.apart ? LinkCache::State::kPlane : LinkCache::State::kOverlap;
  memo.clear = 0;
}

namespace {

// Pairs of single parts with a plane that parted them in the last step, two at a time: of most it still does. One pair
// alone spends most of its time waiting for one power after the other.
class RememberedPlanes {
 public:
  explicit RememberedPlanes(const BatchArgs& args) : args_(args), parts_(args.out.parted) {
    parts_.assign(args.end - args.begin, 0);
    for (std::size_t p = args.begin; p < args.end; ++p) {
      const LinkMemo& memo = memory_of(args, p);
      if (knows_ && is_separated(args, p)) {
        parts_[p - args.begin] = true;
        count(0, *args.memory.normals);
      } else if (memo.state == LinkCache::State::kPlane) {
        take(p, memo);
      }
      if (n_ == kPairs) look();
    }
    if (n_ > 0) look();
  }
  bool still_parts(std::size_t p) const { return parts_[p - args_.begin] != 0; }

 private:
  static constexpr int kPairs = 2;

  void take(std::size_t p, const LinkMemo& memo) {
    const Bodies& bodies = args_.s.bodies;
    const std::size_t a = args_.pairs.a[p], b = args_.pairs.b[p];
    const Part &part_a = parts_of(args_, a)[0], &part_b = parts_of(args_, b)[0];
    const Mat3 &R_a = args_.turn[a], &R_b = args_.turn[b];
    const Vec3 n = LinkMemo::whole(memo.n);  // not quite of length 1
    const bool of_a = memo.top_a == 0;
    const Vec3 world = (of_a ? R_a : R_b) * n;
    pair_[n_] = p;
    c_[2 * n_] = of_a ? n : turned_back(R_a, world);
    c_[2 * n_ + 1] = of_a ? turned_back(R_b, world) : n;
    norm_[2 * n_] = &shape_at_scale_1(args_, part_a).support;
    norm_[2 * n_ + 1] = &shape_at_scale_1(args_, part_b).support;
    size_[2 * n_] = bodies.scale[a] * part_a.size, size_[2 * n_ + 1] = bodies.scale[b] * part_b.size;
    length_[n_] = norm(world);
    along_[n_] = dot(world, separation(bodies, a, b));
    along_[n_] = fnma(args_.margin, length_[n_], along_[n_]);
    ++n_;
  }
  void look() {
    for (int k = 2 * n_; k < 2 * kPairs; ++k) c_[k] = c_[0], norm_[k] = norm_[0];
    const auto h = scree::detail::norm_values<2 * kPairs>({norm_[0], norm_[1], norm_[2], norm_[3]},
                                                          {&c_[0], &c_[1], &c_[2], &c_[3]});
    for (int k = 0; k < n_; ++k) {
      const Real beyond = along_[k] - fma(size_[2 * k], h[2 * k], size_[2 * k + 1] * h[2 * k + 1]);
      const bool parts = beyond > 0;
      parts_[pair_[k] - args_.begin] = parts;
      if (!parts) continue;
      if (knows_) remember_separation(args_, pair_[k], beyond / length_[k]);
      count(1, *args_.memory.normals);
    }
    n_ = 0;
  }
  static void count(unsigned evaluations, NormalCounters& counters) {
    ++counters.solves, ++counters.by_plane, ++counters.rung[int(NormalRung::kRememberedPlane)];
    counters.evaluations += evaluations;
    counters.count_iterations(0);
  }

  const BatchArgs& args_;
  const bool knows_ = knows_displacements(args_);
  std::vector<std::uint8_t>& parts_;
  int n_ = 0;
  std::size_t pair_[kPairs];
  const NestedNorm* norm_[2 * kPairs];
  Vec3 c_[2 * kPairs];
  Real size_[2 * kPairs], along_[kPairs], length_[kPairs];
};

bool all_single(const Model& model) {
  for (const BodyType& t : model.body_types)
    if (t.parts.size() != 1) return false;
  return true;
}

// Bodies of one part each, the usual case.
void run_single_smooth_bodies(const BatchArgs& args) {
  const NormalOptions options = normal_options(args.model, args.margin);
  const RememberedPlanes planes(args);
  for (std::size_t p = args.begin; p < args.end; ++p) {
    if (planes.still_parts(p)) continue;
    const std::size_t a = args.pairs.a[p], b = args.pairs.b[p];
    meet(args, options, p, 0, 0, {args.turn[a], {0, 0, 0}}, args.turn[b], separation(args.s.bodies, a, b),
         args.memory.cache[args.memory.first[p]]);
  }
}

}  // namespace

void run_smooth_bodies(const BatchArgs& args) {
  if (all_single(args.model)) return run_single_smooth_bodies(args);
  const NormalOptions options = normal_options(args.model, args.margin);
  for (std::size_t p = args.begin; p < args.end; ++p) {
    for_each_part_pair(
        args, p,
        [&](std::size_t k_a, std::size_t k_b, const Placed& at_a, const Placed& at_b, const Vec3& between,
            LinkMemo& memo) { meet(args, options, p, k_a, k_b, at_a, at_b.R, between, memo); });
  }
}

void run_superellipsoid_plane(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
    for_each_part(args, p, [&](std::size_t k, const Placed& at, const Vec3& between) {
      const Superellipsoid shape = shape_of(args, a, parts_of(args, a)[k]);
      SuperellipsoidPlane::Cache nothing;
      Manifold m;
      SuperellipsoidPlane::collide(shape, Plane{}, relative(at.R, args.wall_pose[w].R, between), args.margin, nothing,
                                   m);
      write_on_flat(args, p, feature_base(k, 0), at, shape, m);
    });
  }
}

namespace {

// A superellipsoid and a polyhedron, X its pose in the frame of the superellipsoid. Points are in that frame.
Manifold meet_polyhedron(const BatchArgs& args, const Superellipsoid& a, const PolyhedronView& b, const Pose& X,
                         LinkMemo& memo) {
  using State = LinkCache::State;
  SuperellipsoidPolyhedron::Cache cache;
  if (memo.state == State::kPlane || memo.state == State::kOverlap)
    cache = {{memo.kind_b, memo.b}, LinkMemo::whole(memo.n)};
  Manifold m;
  count(args, SuperellipsoidPolyhedron::collide(a, b, X, args.margin, cache, m));
  memo = {};
  memo.kind_b = cache.on.kind, memo.b = cache.on.index, memo.n = LinkMemo::shortened(cache.n);
  memo.state = m.n_points > 0 ? State::kOverlap : State::kPlane;
  if (args.whole)
    for (int k = 0; k < m.n_points; ++k)
      args.out.kind_a.push_back(kCurved), args.out.kind_b.push_back(std::uint8_t(cache.on.kind));
  return m;
}

// The places where a body touched a round wall: four points in single precision, and which of them are in use.
SuperellipsoidInFrustum::Cache places_of(const LinkMemo& memo) {
  SuperellipsoidInFrustum::Cache cache;
  if (memo.state != LinkCache::State::kPlaces) return cache;
  const auto number = [](std::int32_t bits) { return std::bit_cast<float>(bits); };
  cache.at[0] = memo.n, cache.at[1] = memo.p_a, cache.at[2] = memo.p_b;
  cache.at[3] = {number(memo.a), number(memo.b), number(memo.top_a)};
  cache.held = std::uint32_t(memo.top_b);
  return cache;
}
void remember(const SuperellipsoidInFrustum::Cache& cache, LinkMemo& memo) {
  const auto bits = [](float number) { return std::bit_cast<std::int32_t>(number); };
  memo = {};
  memo.n = cache.at[0], memo.p_a = cache.at[1], memo.p_b = cache.at[2];
  memo.a = bits(cache.at[3].x), memo.b = bits(cache.at[3].y), memo.top_a = bits(cache.at[3].z);
  memo.top_b = std::int32_t(cache.held);
  memo.state = LinkCache::State::kPlaces;
}

Manifold meet_round_wall(const BatchArgs& args, const Superellipsoid& a, const Frustum& frustum, const Pose& X,
                         LinkMemo& memo) {
  SuperellipsoidInFrustum::Cache cache = places_of(memo);
  Manifold m;
  count(args, SuperellipsoidInFrustum::collide(a, frustum, X, args.margin, cache, m));
  remember(cache, memo);
  return m;
}

}  // namespace

void run_superellipsoid_plate(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
    LinkMemo* const memo = args.memory.cache + args.memory.first[p];
    for_each_part(args, p, [&](std::size_t k, const Placed& at, const Vec3& between) {
      const Superellipsoid shape = shape_of(args, a, parts_of(args, a)[k]);
      const Pose X = relative(at.R, args.wall_pose[w].R, between);
      write_on_flat(args, p, feature_base(k, 0), at, shape,
                    meet_polyhedron(args, shape, args.model.wall_shapes[w].view(), X, memo[k]));
    });
  }
}

// Inside, and at the rims, the surface itself; outside, beside it and not beyond its open ends, a prism of many sides.
void run_superellipsoid_frustum(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
    const Frustum& frustum = args.model.walls[w].frustum;
    LinkMemo* const memo = args.memory.cache + args.memory.first[p];
    for_each_part(args, p, [&](std::size_t k, const Placed& at, const Vec3& between) {
      const Superellipsoid shape = shape_of(args, a, parts_of(args, a)[k]);
      const Pose X = relative(at.R, args.wall_pose[w].R, between);
      write_on_flat(args, p, feature_base(k, 0), at, shape,
                    SuperellipsoidInFrustum::is_beside(shape, frustum, X)
                        ? meet_polyhedron(args, shape, args.model.wall_shapes[w].view(), X, memo[k])
                        : meet_round_wall(args, shape, frustum, X, memo[k]));
    });
  }
}

namespace {

// One of the two bodies has superellipsoids, the other polyhedra.
void meet_polyhedra(const BatchArgs& args, std::size_t p, bool smooth_is_a) {
  const std::size_t a = args.pairs.a[p], b = args.pairs.b[p];
  for_each_part_pair(
      args, p,
      [&](std::size_t k_a, std::size_t k_b, const Placed& at_a, const Placed& at_b, const Vec3& between,
          LinkMemo& memo) {
        const Part &part_a = parts_of(args, a)[k_a], &part_b = parts_of(args, b)[k_b];
        const Superellipsoid shape = smooth_is_a ? shape_of(args, a, part_a) : shape_of(args, b, part_b);
        const PolyhedronView view = smooth_is_a ? view_of(args, b, part_b) : view_of(args, a, part_a);
        const Pose X = smooth_is_a ? relative(at_a.R, at_b.R, between) : relative(at_b.R, at_a.R, -between);
        const Manifold m = meet_polyhedron(args, shape, view, X, memo);
        const Placed at{smooth_is_a ? at_a.R : at_b.R, smooth_is_a ? at_a.offset : at_a.offset + between};
        write_on_flat(args, p, feature_base(k_a, k_b), at, shape, m);
        if (smooth_is_a || m.n_points == 0) return;
        args.out.n.back() = -args.out.n.back();
        if (args.whole) std::swap(args.out.kind_a.back(), args.out.kind_b.back());
      });
}

}  // namespace

void run_superellipsoid_polyhedron(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p) meet_polyhedra(args, p, true);
}
void run_polyhedron_superellipsoid(const BatchArgs& args) {
  for (std::size_t p = args.begin; p < args.end; ++p) meet_polyhedra(args, p, false);
}

}  // namespace scree::narrow
