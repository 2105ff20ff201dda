#include "scree/narrow/points.hpp"

#include <algorithm>
#include <limits>

#include "scree/math/pack.hpp"
#include "scree/narrow/hit_lanes.hpp"
#include "scree/narrow/pair_table.hpp"
#include "scree/parallel.hpp"
#include "scree/state/separation.hpp"

namespace scree::narrow {

std::vector<Pose> wall_poses(const State& s) {
  std::vector<Pose> pose(s.walls.size());
  for (std::size_t w = 0; w < s.walls.size(); ++w) pose[w].R = to_matrix(s.walls[w].q);
  return pose;
}

void update_rotations(const Model& model, State& s) {
  if (!model.has_shaped_bodies()) return;
  std::vector<Mat3>& turn = s.scratch.narrow.turn;
  turn.resize(s.bodies.size());
  for_each_index(turn.size(), [&](std::size_t i) { turn[i] = to_matrix(s.bodies.q[i]); });
}

void find_points(const Model& model, const State& s, std::span<const Pose> wall_pose, const Bucket& bucket,
                 std::size_t begin, std::size_t end, Real margin, const LinkMemory& memory, Points& out) {
  out.clear();
  default_algorithm(bucket.kind_a, bucket.kind_b)
      ->host({model, s, s.pairs, wall_pose, s.scratch.narrow.turn, begin, end, margin, memory,
              uses_radius(model.laws[bucket.law]), false, out});
}

// Four distances at a time. All four pairs are written, those that touch first, and the place moves on behind these
// only: a branch would be unpredictable.
void touching_spheres(const State& s, const Pairs& pairs, std::size_t begin, std::size_t end, Real margin,
                      std::vector<std::uint32_t>& out) {
  std::size_t n = out.size();
  out.resize(n + (end - begin) + kLanes);
  std::uint32_t* const found = out.data();
  const Size* const size = s.scratch.list.size.data();  // contacts need these lines, too
  const auto look = [&](std::size_t p, const std::uint32_t* a, const std::uint32_t* b, unsigned lanes) {
    const Vec3Pack between = separations(s.bodies, a, b);
    const Pack reach = gather_first(size, a) + gather_first(size, b) + margin;
    const HitLanes& hits = kHits[bits(norm2(between) <= reach * reach) & lanes];
    for (unsigned l = 0; l < kLanes; ++l) found[n + l] = std::uint32_t(p) + hits.lane[l];
    n += hits.n;
  };
  const std::uint32_t *const a = pairs.a.data(), *const b = pairs.b.data();
  std::size_t p = begin;
  for (; p + kLanes <= end; p += kLanes) look(p, a + p, b + p, 15u);
  if (p < end) {
    // Lanes that are too many repeat a pair of the batch: other bodies may be moving in the hands of other threads.
    std::uint32_t rest_a[kLanes] = {a[p], a[p], a[p], a[p]}, rest_b[kLanes] = {b[p], b[p], b[p], b[p]};
    std::copy(a + p, a + end, rest_a);
    std::copy(b + p, b + end, rest_b);
    look(p, rest_a, rest_b, (1u << (end - p)) - 1);
  }
  out.resize(n);
}

namespace {

ShapeKind kind_of(const Model& model, const State& s, std::uint32_t i) {
  return is_wall_index(i) ? shape_kind(model.walls[i & ~kWallBit].kind)
                          : model.body_types[s.bodies.type[i]].parts.front().kind;
}

ContactRow row_of(const State& s, std::size_t k, std::uint32_t a, std::uint32_t b) {
  const Contacts& c = s.contacts;
  ContactRow row{};
  row.a = a, row.b = b;
  row.feature = c.mark[k] & kFeature;
  row.gap = !c.region.empty() && c.region[k] > 0 ? c.own_gap[k] : c.gap[k];
  if (!c.force.empty()) row.f = c.force[k];
  if (!c.xi_x.empty()) row.xi_t = {c.xi_x[k], c.xi_y[k], c.xi_z[k]};
  if (!c.roll_x.empty()) row.xi_r = {c.roll_x[k], c.roll_y[k], c.roll_z[k]};
  if (!c.twist.empty()) row.xi_s = c.twist[k];
  return row;
}

// A copy of what the pair of contact k remembers: looking at contacts must not change them.
std::vector<LinkMemo> memory_of(const State& s, std::size_t k) {
  const Links& links = s.links;
  if (s.contacts.pair.empty() || links.first.empty()) return {};
  const std::uint32_t p = s.contacts.pair[k];
  return {links.cache.begin() + links.first[p], links.cache.begin() + links.first[p + 1]};
}

std::size_t n_parts(const Model& model, const State& s, std::uint32_t i) {
  return is_wall_index(i) ? 1 : model.body_types[s.bodies.type[i]].parts.size();
}

}  // namespace

std::vector<ContactRow> contact_rows(const Model& model, const State& s) {
  const std::vector<Pose> pose = wall_poses(s);
  std::vector<Mat3> turn;
  for (std::size_t i = 0; model.has_shaped_bodies() && i < s.bodies.size(); ++i)
    turn.push_back(to_matrix(s.bodies.q[i]));
  std::vector<ContactRow> rows;
  Pairs pair;
  Points points;
  LinkCounters ignored;
  NormalCounters ignored_too;
  for_each_contact(s, [&](std::size_t k, std::uint32_t a, std::uint32_t b) {
    const bool turned = is_swapped(s.bodies, a, b);
    if (turned) std::swap(a, b);
    ContactRow row = row_of(s, k, a, b);
    if (turned) row.f = -row.f, row.xi_t = -row.xi_t, row.xi_r = -row.xi_r;
    pair.a = {a}, pair.b = {b};
    points.clear();
    const PairAlgorithm& algorithm = *default_algorithm(kind_of(model, s, a), kind_of(model, s, b));
    std::vector<LinkMemo> cache = memory_of(s, k);
    cache.resize(n_parts(model, s, a) * n_parts(model, s, b));
    const std::uint32_t first[] = {0, std::uint32_t(cache.size())};
    const LinkMemory memory{cache.data(), first, &ignored, &ignored_too};
    algorithm.host(
        {model, s, pair, pose, turn, 0, 1, std::numeric_limits<Real>::infinity(), memory, false, true, points});
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (points.feature[j] != row.feature) continue;
      row.n = points.n[j], row.p = points.p[j];
      if (points.has_patches()) row.gap = points.gap[j];  // the depth, where the law has another measure
      if (!points.kind_a.empty()) row.feature_a = points.kind_a[j], row.feature_b = points.kind_b[j];
    }
    rows.push_back(row);
  });
  return rows;
}

}  // namespace scree::narrow
