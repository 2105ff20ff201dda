#include "scree/narrow/superellipsoid_batch.hpp"

#include "scree/narrow/superellipsoid_plane.hpp"

namespace scree::narrow {
namespace {

// Proof asked for, in parts of the size of the pair. Overlaps are 1e-5 of it and more, and the last step of Newton's
// method, which needs no proof of its own, squares what is left.
constexpr Real kProof = Real(1e-8);

Superellipsoid shape_of(const BatchArgs& args, std::size_t i, const Part& part) {
  const Real size = args.s.bodies.scale[i] * part.size;
  static const Superellipsoid kBall = unit_ball();
  return scaled(part.kind == ShapeKind::kSphere ? kBall : args.model.superellipsoids[part.smooth].shape, size);
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

// One pair of smooth parts.
void meet(const BatchArgs& args, const NormalOptions& options, std::size_t pair, std::uint32_t base,
          const Superellipsoid& a, const Placed& at_a, const Superellipsoid& b, const Mat3& R_b, const Vec3& between,
          LinkMemo& memo) {
  const Real reach = a.radius + b.radius + args.margin;
  if (norm2(between) > reach * reach) return;
  NormalCache cache = normal_of(memo);
  NormalLink link;
  const Pose X = relative(at_a.R, R_b, between);
  const LinkStatus status = find_link(a, b, X, options, cache, link, *args.memory.normals);
  remember(cache, memo);
  if (status == LinkStatus::kBeyond) return;
  write(args, pair, base, at_a, {link.n, Real(0.5) * (link.p_a + link.p_b), link.gap, 0});
  if (args.radii) args.out.inv_radius.push_back(1 / hertz_radius(contact_radii(a, link.radii_a, b, link.radii_b)));
}

}  // namespace

NormalOptions normal_options(const Model&, Real margin) {
  NormalOptions options;
  options.margin = margin;
  options.tolerance = kProof;
  return options;
}

// Single precision is kept of the normal: where a search starts, not what it finds.
NormalCache normal_of(const LinkMemo& memo) {
  NormalCache cache;
  if (memo.state == LinkCache::State::kNothing) return cache;
  cache.n = normalized(LinkMemo::whole(memo.n));
  cache.state = memo.top_a == 0 ? NormalCache::State::kOfA : NormalCache::State::kOfB;
  cache.apart = memo.state == LinkCache::State::kPlane;
  return cache;
}

void remember(const NormalCache& cache, LinkMemo& memo) {
  memo.n = LinkMemo::shortened(cache.n);
  memo.top_a = cache.state == NormalCache::State::kOfA ? 0 : 1;
  memo.state = cache.apart ? LinkCache::State::kPlane : LinkCache::State::kOverlap;
}

void run_smooth_bodies(const BatchArgs& args) {
  const NormalOptions options = normal_options(args.model, args.margin);
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], b = args.pairs.b[p];
    for_each_part_pair(args, p,
                       [&](std::size_t k_a, std::size_t k_b, const Placed& at_a, const Placed& at_b,
                           const Vec3& between, LinkMemo& memo) {
                         meet(args, options, p, feature_base(k_a, k_b), shape_of(args, a, parts_of(args, a)[k_a]), at_a,
                              shape_of(args, b, parts_of(args, b)[k_b]), at_b.R, between, memo);
                       });
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
      for (int j = 0; j < m.n_points; ++j) {
        write(args, p, feature_base(k, 0), at, m.points[j]);
        if (args.radii) args.out.inv_radius.push_back(1 / hertz_radius(contact_radii(shape, m.points[j].n)));
      }
    });
  }
}

}  // namespace scree::narrow
