#include "scree/narrow/polyhedron_batch.hpp"

#include <numbers>

#include "scree/narrow/find_link.hpp"
#include "scree/narrow/internal_faces.hpp"
#include "scree/narrow/known_contacts.hpp"
#include "scree/narrow/polyhedron/contact_points.hpp"
#include "scree/narrow/polyhedron/patch.hpp"
#include "scree/narrow/polyhedron_frustum.hpp"
#include "scree/narrow/polyhedron_plane.hpp"
#include "scree/narrow/separated_pairs.hpp"
#include "scree/narrow/shrunken_edge.hpp"
#include "scree/narrow/sphere_polyhedron.hpp"
#include "scree/state/relative_displacement.hpp"
#include "scree/state/separation.hpp"

namespace scree::narrow {
namespace {

// Two ways out of an overlap that differ by less take no turns (LinkOptions::hysteresis).
constexpr Real kHysteresis = Real(0.02);
// Proof asked for, relative to the size of the pair. Overlaps are 1e-5 of it and more; boxes that lie on each other
// askew by 1e-9 have edges that are parallel to rounding, and their least depth is not known to more digits.
constexpr Real kProof = Real(1e-8);
// Vertices that lie level with a wall to this part of the radius make an edge or a face.
constexpr Real kLevel = Real(1e-6);
constexpr int kMostPoints = 16;  // of a pair, in the point model

// What a pair remembers, at hand for as long as this lives.
struct ScopedCache {
  LinkMemo& memo;
  LinkCache cache = memo.whole();
  explicit ScopedCache(LinkMemo& m) : memo(m) {}
  ScopedCache(const ScopedCache&) = delete;
  ~ScopedCache() { memo = LinkMemo(cache); }
};

// Where the next points go. Arrays are made long enough at first, and as long as need be at last: to ask each of nine
// whether it has room for one more took 200 instructions a point.
class PointSink {
 public:
  // `patches`: points have some.
  PointSink(const BatchArgs& args, bool patches)
      : out_(args.out), patches_(patches), kinds_(args.whole), n_(args.out.size()) {
    resize(n_ + (args.end - args.begin));
  }
  ~PointSink() { resize(n_); }
  PointSink(const PointSink&) = delete;

  std::size_t next() {
    if (n_ == out_.size()) resize(2 * n_ + 16);
    return n_++;
  }

 private:
  void resize(std::size_t n) {
    out_.pair.resize(n), out_.feature.resize(n), out_.n.resize(n), out_.p.resize(n), out_.gap.resize(n);
    if (patches_) out_.j4.resize(n), out_.j3.resize(n), out_.g1.resize(n), out_.g2.resize(n);
    if (kinds_) out_.kind_a.resize(n), out_.kind_b.resize(n);
  }

  Points& out_;
  bool patches_, kinds_;
  std::size_t n_;
};

// Appends contacts of one pair of parts, given in the frame of the first.
struct Writer {
  const BatchArgs& args;
  PointSink& room;
  std::uint32_t pair, base;
  const Placed& at;

  std::size_t add(const Vec3& n, const Vec3& p, Real gap, std::uint32_t feature, FeatureKind a, FeatureKind b) const {
    return add(n, p, gap, feature, std::uint8_t(a), std::uint8_t(b));
  }
  std::size_t add(const Vec3& n, const Vec3& p, Real gap, std::uint32_t feature, std::uint8_t a, std::uint8_t b) const {
    const std::size_t k = room.next();
    Points& out = args.out;
    out.pair[k] = pair;
    // Names of contact points use all bits: an odd factor spreads the pairs of parts over them, and keeps them apart.
    out.feature[k] = (feature ^ (base * 0x9e3779b1u)) & kFeature;
    out.n[k] = at.R * n;
    out.p[k] = at.offset + at.R * p;
    out.gap[k] = gap;
    if (args.whole) out.kind_a[k] = a, out.kind_b[k] = b;
    return k;
  }
  // Of point k. One that gets none among others that do counts with its gap.
  void patch(std::size_t k, const Patch& patch) const {
    Points& out = args.out;
    out.j4[k] = patch.j4, out.j3[k] = patch.j3;
    out.g1[k] = at.R * patch.g1, out.g2[k] = at.R * patch.g2;
  }
};

bool by_area(const BatchArgs& args) { return args.model.settings.polyhedron_contact == ContactModel::kArea; }

// The two sides of a contact, for those who look at them.
struct Kinds {
  FeatureKind a = FeatureKind::kVertex, b = FeatureKind::kVertex;
};

// What two overlapping or nearly touching bodies hand to the law.
void write_link(const Writer& to, const polyhedron::Pair& pair, const Link& link, const Kinds& kinds) {
  if (by_area(to.args)) {
    Patch patch;
    const bool has_patch = link.gap < 0 && find_patch(pair, link, patch);
    const Vec3 p = has_patch ? patch.centre : Real(0.5) * (link.p_a + link.p_b);
    const std::size_t k = to.add(link.n, p, link.gap, 0, kinds.a, kinds.b);
    if (has_patch) to.patch(k, patch);
    return;
  }
  ContactPoint points[kMostPoints];
  const int n = link.gap < 0 ? contact_points(pair.a, pair.b, pair.X, link, points, kMostPoints) : 0;
  for (int k = 0; k < n; ++k) to.add(points[k].n, points[k].p, points[k].gap, points[k].feature, kinds.a, kinds.b);
  if (n == 0) to.add(link.n, Real(0.5) * (link.p_a + link.p_b), link.gap, 0, kinds.a, kinds.b);
}

// What else is known of two parts: the faces that lie against other parts of their bodies, of walls and single shapes
// none; and their shrunken edges, where these are asked for.
struct Sides {
  const CoveredFaces& covered_a;
  const CoveredFaces& covered_b;
  const ShrunkenShape* shrunken_a = nullptr;
  const ShrunkenShape* shrunken_b = nullptr;
};
const CoveredFaces kAllOpen;

Sides sides_of(const Model& model, const Part& a, const Part& b) {
  if (model.shrunken.empty()) return {a.covered, b.covered};
  return {a.covered, b.covered, &model.shrunken[a.polyhedron], &model.shrunken[b.polyhedron]};
}

void count_parted(LinkCounters& counters) {
  ++counters.solves, ++counters.rung[int(Rung::kRememberedPlane)], ++counters.plane_evaluations;
  counters.count_iterations(0);
}
// Pairs that are apart by what their plane left when it was looked at last.
void count_clear(std::uint64_t n, LinkCounters& counters) {
  counters.solves += n, counters.rung[int(Rung::kRememberedPlane)] += n, counters.iterations[0] += n;
}

// By shrunken edges. They feel a contact a little late: B is moved out of A by as much, so that forces start from zero.
bool meet_shrunken(const Writer& to, const LinkOptions& options, const ShrunkenView& a, const ShrunkenView& b, Pose& X,
                   LinkCache& cache, Link& link, Kinds& kinds) {
  const Real tolerance = shrunken_tolerance(a, b, to.args.model.settings.shrinkage.tolerance);
  ShrunkenContact contact;
  if (!find_shrunken_contact(a, b, X, tolerance, options.hysteresis, false, cache, contact, *to.args.memory.counters))
    return false;
  if (contact.gap > options.margin) return false;
  X.p = fma(contact.lag, contact.n, X.p);
  link = contact.link;
  kinds = {contact.a, contact.b};
  return true;
}

// One pair of convex parts that no remembered plane parts.
void meet_near(const Writer& to, const LinkOptions& options, const PolyhedronView& a, const PolyhedronView& b,
               const Mat3& R_b, const Vec3& between, const Sides& sides, LinkMemo& memo) {
  ScopedCache at_hand(memo);
  polyhedron::Pair pair{a, b, relative(to.at.R, R_b, between)};
  Link link;
  Kinds kinds;
  if (sides.shrunken_a) {
    if (!meet_shrunken(to, options, {a, *sides.shrunken_a}, {b, *sides.shrunken_b}, pair.X, at_hand.cache, link, kinds))
      return;
  } else if (find_link(pair, options, at_hand.cache, link, *to.args.memory.counters) == LinkStatus::kBeyond) {
    return;
  }
  const bool seams = !sides.covered_a.empty() || !sides.covered_b.empty();
  if (seams && link.gap < 0 && leads_into_seam(pair, sides.covered_a, sides.covered_b, link) &&
      !leave_by_open_face(pair, sides.covered_a, sides.covered_b, link))
    return;
  if (!sides.shrunken_a) kinds = {link.a.kind, link.b.kind};
  write_link(to, pair, link, kinds);
}

// One pair of convex parts.
void meet(const Writer& to, const LinkOptions& options, const PolyhedronView& a, const PolyhedronView& b,
          const Mat3& R_b, const Vec3& between, const Sides& sides, LinkMemo& memo) {
  if (plane_still_parts(a, to.at.R, b, R_b, between, options.margin, memo))
    count_parted(*to.args.memory.counters);
  else
    meet_near(to, options, a, b, R_b, between, sides, memo);
}

// A half space, its surface at `offset` along n_wall, both in the frame of the body.
void write_plane_patch(const Writer& to, const PolyhedronView& a, const Vec3& n_wall, Real offset) {
  const Support lowest = climb(a, -n_wall, 0);
  const Real gap = -lowest.value - offset;
  if (gap > to.args.margin) return;
  Patch patch;
  const bool has_patch = gap < 0 && plane_patch(a, n_wall, offset, patch);
  const Vec3 tip = a.vertices[lowest.vertex];
  const FeatureKind kind =
      to.args.whole ? polyhedron::extreme_feature(a, -n_wall, lowest.vertex, kLevel).kind : FeatureKind::kVertex;
  const Vec3 p = has_patch ? patch.centre : tip - gap / 2 * n_wall;
  const std::size_t k = to.add(-n_wall, p, gap, 0, kind, FeatureKind::kFace);
  if (has_patch) to.patch(k, patch);
}

// Every vertex for itself.
template <class Collider>
void write_points(const Writer& to, const PolyhedronView& a, const typename Collider::ShapeB& wall, const Pose& X,
                  std::uint8_t kind) {
  typename Collider::Cache cache;
  Manifold m;
  Collider::collide(a, wall, X, to.args.margin, cache, m);
  for (int k = 0; k < m.n_points; ++k)
    to.add(m.points[k].n, m.points[k].p, m.points[k].gap, m.points[k].feature, std::uint8_t(FeatureKind::kVertex),
           kind);
}

// A body in a round wall touches it or not; one that hangs over the rim of an open end, which is not there for
// polyhedra, may get vertices into the wall from behind. They did not come through it: the body passes until they are
// out again.
enum class InWall : std::int32_t { kDynamic, kTouching, kPassing };
InWall next_in_wall(const LinkMemo& memo, Real depth, Real way) {
  if (!(depth > 0)) return InWall::kDynamic;
  if (memo.state != LinkCache::State::kInside || InWall(memo.a) == InWall::kTouching) return InWall::kTouching;
  if (InWall(memo.a) == InWall::kPassing) return InWall::kPassing;
  return depth > 2 * way ? InWall::kPassing : InWall::kTouching;
}

// Inside a cylinder or cone. Every vertex beyond it counts with the area of the law's reference.
void write_vertex_patch(const Writer& to, const PolyhedronView& a, const VertexPatch& v) {
  const Real area = std::numbers::pi_v<Real> * a.radius * a.radius;
  const std::size_t k = to.add(v.n, v.centre, -v.depth, 0, std::uint8_t(FeatureKind::kVertex), kCurved);
  to.patch(k, {area * v.sum4, area * v.sum3, v.centre, v.g1, v.g2, v.depth});
}

void meet_parts(const BatchArgs& args, PointSink& room, const LinkOptions& options, std::size_t p) {
  const Bodies& bodies = args.s.bodies;
  const std::size_t a = args.pairs.a[p], b = args.pairs.b[p];
  for_each_part_pair(args, p,
                     [&](std::size_t k_a, std::size_t k_b, const Placed& at_a, const Placed& at_b, const Vec3& between,
                         LinkMemo& memo) {
                       const Part &part_a = parts_of(args, a)[k_a], &part_b = parts_of(args, b)[k_b];
                       const Real reach = bodies.scale[a] * part_a.size + bodies.scale[b] * part_b.size + args.margin;
                       if (norm2(between) > reach * reach) return;
                       meet({args, room, std::uint32_t(p), feature_base(k_a, k_b), at_a}, options,
                            view_of(args, a, part_a), view_of(args, b, part_b), at_b.R, between,
                            sides_of(args.model, part_a, part_b), memo);
                     });
}

// How far points of A and B have moved against each other since the last step, at most. Twice over, because spins
// change within a step.
Real moved_in_step(const BatchArgs& args, std::uint32_t a, std::uint32_t b) {
  const Bodies& bodies = args.s.bodies;
  if (bodies.owner[a] != kDynamic || bodies.owner[b] != kDynamic) return LinkOptions::kUnknown;
  const Real rounding = Real(1e-15) * (Real(norm(bodies.x[a])) + bodies.radius[a] + bodies.radius[b]);
  return 2 * largest_relative_displacement(args.model, args.s, a, b) + rounding;
}

// Shapes at the size of bodies, for as long as the next body has the same: bodies of few sizes and the A's of a row do.
class ScaledViewCache {
 public:
  const PolyhedronView& of(const Model& model, const Part& part, Real size) {
    Slot& slot = slots_[part.polyhedron % kSlots];
    if (slot.of != &part || slot.size != size) slot = {&part, size, model.polyhedra[part.polyhedron].view(size)};
    return slot.view;
  }

 private:
  static constexpr std::size_t kSlots = 8;
  struct Slot {
    const Part* of = nullptr;
    Real size = 0;
    PolyhedronView view;
  };
  Slot slots_[kSlots];
};

// What the pairs of a batch share: room for their points, how links are asked for, shapes of A's and of B's.
struct Shared {
  PointSink room;
  LinkOptions options;
  ScaledViewCache a, b;
};

// Bodies of one part each, the usual case. Most listed pairs are parted by their planes: only for the others more than
// fans is looked up.
void meet_singles(const BatchArgs& args, Shared& shared, std::size_t p, const Part& part_a, const Part& part_b) {
  LinkOptions& options = shared.options;
  const Bodies& bodies = args.s.bodies;
  const std::size_t a = args.pairs.a[p], b = args.pairs.b[p];
  const Vec3 between = separation(bodies, a, b);
  const Real size_a = bodies.scale[a] * part_a.size, size_b = bodies.scale[b] * part_b.size;
  const Real reach = size_a + size_b + args.margin;
  LinkMemo& memo = memory_of(args, p);
  if (norm2(between) > reach * reach) {
    memo.proved = 0;
    return;
  }
  const PolyhedronData &data_a = args.model.polyhedra[part_a.polyhedron],
                       &data_b = args.model.polyhedra[part_b.polyhedron];
  const Real left = left_by_plane(data_a.fans(size_a), args.turn[a], data_b.fans(size_b), args.turn[b], between, memo);
  if (left > options.margin) {
    if (knows_displacements(args)) remember_separation(args, p, left - options.margin);
    return count_parted(*args.memory.counters);
  }
  const bool proved = memo.proved > 0 && args.model.settings.integrator == Integrator::kVelocityVerlet;
  options.moved = proved ? moved_in_step(args, args.pairs.a[p], args.pairs.b[p]) : LinkOptions::kUnknown;
  const Placed at_a{args.turn[a], {0, 0, 0}};
  meet_near({args, shared.room, std::uint32_t(p), feature_base(0, 0), at_a}, options,
            shared.a.of(args.model, part_a, size_a), shared.b.of(args.model, part_b, size_b), args.turn[b], between,
            sides_of(args.model, part_a, part_b), memo);
}

void meet_bodies(const BatchArgs& args, Shared& shared, std::size_t p) {
  const std::vector<Part>&parts_a = parts_of(args, args.pairs.a[p]), &parts_b = parts_of(args, args.pairs.b[p]);
  if (is_single(parts_a) && is_single(parts_b))
    meet_singles(args, shared, p, parts_a[0], parts_b[0]);
  else
    meet_parts(args, shared.room, link_options(args.model, args.margin), p);
}

// A contact of which all is known.
void write_known(const BatchArgs& args, PointSink& room, std::size_t p, const KnownContact& c) {
  const std::size_t k = room.next();
  Points& out = args.out;
  out.pair[k] = std::uint32_t(p), out.feature[k] = 0;
  out.n[k] = c.n, out.p[k] = c.patch.centre, out.gap[k] = -c.patch.depth;
  out.j4[k] = c.patch.j4, out.j3[k] = c.patch.j3;
  out.g1[k] = c.patch.g1, out.g2[k] = c.patch.g2;
}
// One of which the link is known, and that its patch is no simple one.
void complete_known(const BatchArgs& args, Shared& shared, std::size_t p, Known what, const KnownLink& c) {
  const Bodies& bodies = args.s.bodies;
  const std::uint32_t a = args.pairs.a[p], b = args.pairs.b[p];
  const std::uint32_t first = c.b_is_first ? b : a, second = c.b_is_first ? a : b;
  const auto view = [&](ScaledViewCache& views, std::uint32_t i) -> const PolyhedronView& {
    const Part& part = parts_of(args, i)[0];
    return views.of(args.model, part, bodies.scale[i] * part.size);
  };
  const Vec3 between = separation(bodies, first, second);
  const polyhedron::Pair pair{view(shared.a, first), view(shared.b, second),
                              relative(args.turn[first], args.turn[second], between)};
  using polyhedron::ShortCuts;
  Patch patch;
  polyhedron::find_patch_on_a(pair, c.link, what == Known::kBowl ? ShortCuts::kBowl : ShortCuts::kNone, &c.sectors,
                              patch);
  const Placed at{args.turn[first], c.b_is_first ? -between : Vec3{0, 0, 0}};
  const Writer to{args, shared.room, std::uint32_t(p), feature_base(0, 0), at};
  const Vec3 n = c.b_is_first ? -c.link.n : c.link.n;
  to.patch(to.add(n, patch.centre, c.link.gap, 0, c.link.a.kind, c.link.b.kind), patch);
}

}  // namespace

LinkOptions link_options(const Model& model, Real margin) {
  LinkOptions options;
  options.method = model.settings.polyhedron_polyhedron;
  options.margin = margin;
  options.hysteresis = kHysteresis;
  options.tolerance = kProof;
  return options;
}

void run_polyhedra(const BatchArgs& args) {
  const LinkOptions options = link_options(args.model, args.margin);
  static thread_local KnownContacts known;
  known.find(args, options);
  Shared shared{{args, by_area(args)}, options, {}, {}};
  std::uint64_t clear = 0;
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const Known what = known.of(p);
    if (what == Known::kClear) {
      ++clear;
      continue;
    }
    if (what == Known::kContact)
      write_known(args, shared.room, p, known.contact(p));
    else if (what != Known::kNothing)
      complete_known(args, shared, p, what, known.link(p));
    else
      meet_bodies(args, shared, p);
  }
  if (clear > 0) count_clear(clear, *args.memory.counters);
}

void run_polyhedron_plane(const BatchArgs& args) {
  PointSink room(args, by_area(args));
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
    for_each_part(args, p, [&](std::size_t k, const Placed& at, const Vec3& between) {
      const PolyhedronView view = view_of(args, a, parts_of(args, a)[k]);
      const Mat3& R_w = args.wall_pose[w].R;
      const Vec3 n_world = {R_w.row0.z, R_w.row1.z, R_w.row2.z};
      if (-dot(n_world, between) > view.radius + args.margin) return;
      const Writer to{args, room, std::uint32_t(p), feature_base(k, 0), at};
      if (by_area(args))
        write_plane_patch(to, view, turned_back(at.R, n_world), dot(n_world, between));
      else
        write_points<PolyhedronPlane>(to, view, Plane{}, relative(at.R, R_w, between),
                                      std::uint8_t(FeatureKind::kFace));
    });
  }
}

void run_polyhedron_plate(const BatchArgs& args) {
  PointSink room(args, by_area(args));
  const LinkOptions options = link_options(args.model, args.margin);
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
    const PolyhedronView plate = args.model.wall_shapes[w].view();
    LinkMemo* const memo = args.memory.cache + args.memory.first[p];
    for_each_part(args, p, [&](std::size_t k, const Placed& at, const Vec3& between) {
      const Part& part = parts_of(args, a)[k];
      meet({args, room, std::uint32_t(p), feature_base(k, 0), at}, options, view_of(args, a, part), plate,
           args.wall_pose[w].R, between, {part.covered, kAllOpen}, memo[k]);
    });
  }
}

namespace {

bool overlaps(const PolyhedronView& a, const PolyhedronView& b, const Pose& X) {
  LinkOptions options;
  options.margin = 0;
  LinkCache cache;
  Link link;
  LinkCounters not_counted;
  return find_link(a, b, X, options, cache, link, not_counted) != LinkStatus::kBeyond && link.gap < 0;
}

// Round walls are open at their ends, but from outside they are met as solid bodies. One that has come out of an end
// may hang over the rim then: until it is clear of the wall, it does not touch it.
bool has_just_come_out(const PolyhedronView& a, const PolyhedronView& wall, const Pose& X, LinkMemo& memo) {
  if (memo.state != LinkCache::State::kInside) return false;
  if (overlaps(a, wall, X)) return true;
  memo = {};
  return false;
}

}  // namespace

void run_polyhedron_frustum(const BatchArgs& args) {
  PointSink room(args, by_area(args));
  const LinkOptions options = link_options(args.model, args.margin);
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
    const Frustum& frustum = args.model.walls[w].frustum;
    const Mat3& R_wall = args.wall_pose[w].R;
    LinkMemo* const memo = args.memory.cache + args.memory.first[p];
    for_each_part(args, p, [&](std::size_t k, const Placed& at, const Vec3& between) {
      const Part& part = parts_of(args, a)[k];
      const PolyhedronView view = view_of(args, a, part);
      const Writer to{args, room, std::uint32_t(p), feature_base(k, 0), at};
      const Pose X = relative(at.R, R_wall, between);
      if (!PolyhedronInFrustum::inside(view, frustum, X)) {
        const PolyhedronView wall = args.model.wall_shapes[w].view();
        if (!has_just_come_out(view, wall, X, memo[k]))
          meet(to, options, view, wall, R_wall, between, {part.covered, kAllOpen}, memo[k]);
        return;
      }
      VertexPatch v;
      const bool beyond = PolyhedronInFrustum::patch(view, frustum, X, v);
      const InWall now =
          next_in_wall(memo[k], beyond ? v.depth : 0,
                       largest_relative_displacement(args.model, args.s, args.pairs.a[p], args.pairs.b[p]));
      memo[k] = {};
      memo[k].state = LinkCache::State::kInside;
      memo[k].a = std::int32_t(now);
      if (now == InWall::kPassing) return;
      if (!by_area(args))
        write_points<PolyhedronInFrustum>(to, view, frustum, X, kCurved);
      else if (beyond)
        write_vertex_patch(to, view, v);
    });
  }
}

namespace {

// One of the two bodies has spheres, the other polyhedra. The frame of a sphere has the axes of the world.
void meet_spheres(const BatchArgs& args, PointSink& room, std::size_t p, bool sphere_is_a) {
  const std::size_t a = args.pairs.a[p], b = args.pairs.b[p];
  for_each_part_pair(
      args, p,
      [&](std::size_t k_a, std::size_t k_b, const Placed& at_a, const Placed& at_b, const Vec3& between,
          LinkMemo& memo) {
        const Part &part_a = parts_of(args, a)[k_a], &part_b = parts_of(args, b)[k_b];
        const Sphere sphere{args.s.bodies.scale[sphere_is_a ? a : b] * (sphere_is_a ? part_a : part_b).size};
        const PolyhedronView view = sphere_is_a ? view_of(args, b, part_b) : view_of(args, a, part_a);
        const Pose X{(sphere_is_a ? at_b : at_a).R, sphere_is_a ? between : -between};
        Manifold m{};  // g++ loads the point before it asks whether there is one, and would warn
        SpherePolyhedron::Cache nearest{{memo.kind_b, memo.b}};
        SpherePolyhedron::collide(sphere, view, X, args.margin, nearest, m);
        memo.kind_b = nearest.on.kind, memo.b = nearest.on.index, memo.state = LinkCache::State::kPlane;
        if (m.n_points == 0) return;
        const Mat3 world = Mat3::identity();
        const Placed from_a{world, at_a.offset};
        const Writer to{args, room, std::uint32_t(p), feature_base(k_a, k_b), from_a};
        const ContactPoint& c = m.points[0];
        const std::uint8_t kind = std::uint8_t(nearest.on.kind);
        sphere_is_a ? to.add(c.n, c.p, c.gap, 0, kCurved, kind) : to.add(-c.n, between + c.p, c.gap, 0, kind, kCurved);
      });
}

}  // namespace

void run_sphere_polyhedron(const BatchArgs& args) {
  PointSink room(args, false);
  for (std::size_t p = args.begin; p < args.end; ++p) meet_spheres(args, room, p, true);
}
void run_polyhedron_sphere(const BatchArgs& args) {
  PointSink room(args, false);
  for (std::size_t p = args.begin; p < args.end; ++p) meet_spheres(args, room, p, false);
}

}  // namespace scree::narrow
