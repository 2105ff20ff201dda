#include "scree/force/history.hpp"

#include <algorithm>
#include <numeric>

#include "scree/force/law_table.hpp"
#include "scree/state/relative_displacement.hpp"

namespace scree::force {
namespace {

constexpr std::uint32_t kNew = kNoSpring;

std::uint32_t feature_of(const narrow::Points& points, std::size_t j) {
  return points.on_centre_line ? 0 : points.feature[j];
}

// How many points at the start of the batch are those of the last step.
std::size_t same_at_first(const Contacts& c, const Batch& batch, const narrow::Points& points) {
  if (!points.on_centre_line && !c.normal.empty()) return 0;  // points can trade places: somebody has to look
  const std::size_t n = std::min<std::size_t>(points.size(), batch.count);
  const auto stop = std::mismatch(points.pair.begin(), points.pair.begin() + n, c.pair.begin() + batch.first).first;
  std::size_t same = std::size_t(stop - points.pair.begin());
  for (std::size_t j = 0; !points.on_centre_line && j < same; ++j)
    if (points.feature[j] != (c.mark[batch.first + j] & kFeature)) same = j;
  while (same > 0 && same < points.size() && points.pair[same] == points.pair[same - 1]) --same;  // whole pairs only
  while (same > 0 && same < batch.count && c.pair[batch.first + same] == c.pair[batch.first + same - 1]) --same;
  return same;
}

// Contacts of one pair, old or new: places [first, last).
struct Span {
  std::size_t first, last;
  std::size_t size() const { return last - first; }
};

// A ball that crosses the axis of a cylinder or cone finds its near point where its far one was. Both keep their
// springs: true if the points of the pair have traded features, by the directions of their normals.
bool traded(const Contacts& c, Span old, const narrow::Points& points, Span now) {
  if (c.normal.empty() || points.on_centre_line || old.size() == 0 || now.size() == 0) return false;
  const auto feature = [&](std::size_t k) { return c.mark[k] & kFeature; };
  const bool two_old = old.size() == 2 && feature(old.first + 1) == (feature(old.first) ^ 1u);
  const bool two_now = now.size() == 2 && points.feature[now.first + 1] == (points.feature[now.first] ^ 1u);
  if (!(two_old || two_now)) return false;
  const Real same = dot(c.normal[old.first], points.n[now.first]);
  return (two_old && dot(c.normal[old.first + 1], points.n[now.first]) > same) ||
         (two_now && dot(c.normal[old.first], points.n[now.first + 1]) > same);
}

// What one thread needs again and again.
struct Buffers {
  std::vector<std::uint32_t> from;    // where each point's springs are, or kNew
  std::vector<std::uint8_t> goes_on;  // per old contact
};

// Points of two polyhedra that roll from feature to feature: a new point takes over the springs of one that has gone,
// in the order of both, so that friction does not begin anew with every feature.
void hand_on(Span old, Span now, std::size_t begin, std::vector<std::uint32_t>& from) {
  const auto taken = [&](std::size_t k) {
    return std::any_of(from.begin() + std::ptrdiff_t(now.first - begin),
                       from.begin() + std::ptrdiff_t(now.last - begin), [&](std::uint32_t f) { return f == k; });
  };
  std::size_t k = old.first;
  for (std::size_t j = now.first; j < now.last; ++j) {
    if (from[j - begin] != kNew) continue;
    while (k < old.last && taken(k)) ++k;
    if (k == old.last) return;
    from[j - begin] = std::uint32_t(k++);
  }
}

// Two spheres each, one point a pair: old contacts and points are walked together. Which of them goes on cannot
// be predicted, so there is no branch.
void find_springs_of_spheres(const Contacts& c, const Batch& batch, const narrow::Points& points, std::size_t begin,
                             std::vector<std::uint32_t>& from) {
  from.assign(points.size() - begin, kNew);
  const std::uint32_t *now = points.pair.data(), *old = c.pair.data();
  std::size_t j = begin, k = batch.first + begin;
  const std::size_t end = batch.first + batch.count;
  while (j < points.size() && k < end) {
    const std::uint32_t pair = now[j], of = old[k];
    from[j - begin] = of == pair ? std::uint32_t(k) : kNew;
    j += pair <= of, k += of <= pair;
  }
}

// Both sides are sorted by pair. Points before `begin` stay where they are. `rolling`: see hand_on.
void find_springs(const Contacts& c, const Batch& batch, const narrow::Points& points, std::size_t begin, bool rolling,
                  std::vector<std::uint32_t>& from) {
  from.assign(points.size() - begin, kNew);
  const std::size_t end = batch.first + batch.count;
  std::size_t o = batch.first + begin;
  for (std::size_t j = begin; j < points.size();) {
    const std::uint32_t pair = points.pair[j];
    Span now{j, j};
    while (now.last < points.size() && points.pair[now.last] == pair) ++now.last;
    while (o < end && c.pair[o] < pair) ++o;
    Span old{o, o};
    while (old.last < end && c.pair[old.last] == pair) ++old.last;
    const std::uint32_t flip = traded(c, old, points, now) ? 1u : 0u;
    for (; j < now.last; ++j)
      for (std::size_t k = old.first; k < old.last; ++k)
        if ((c.mark[k] & kFeature) == (feature_of(points, j) ^ flip)) from[j - begin] = std::uint32_t(k);
    if (rolling) hand_on(old, now, begin, from);
  }
}

// Books contacts that found no point. What goes on in others of its region is counted there again.
void end_contacts(const Model& model, State& s, const Batch& batch, std::size_t begin, Buffers& buffers,
                  const Combined* combined, ExactSum& lost) {
  const std::size_t first = batch.first + begin, n = batch.count - begin;
  buffers.goes_on.assign(n, 0);
  for (const std::uint32_t k : buffers.from)
    if (k != kNew) buffers.goes_on[k - first] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    if (buffers.goes_on[k]) continue;
    const std::uint32_t p = s.contacts.pair[first + k];
    const ContactEnergy e = energy_of(model, s, s.contacts, first + k, s.pairs.a[p], s.pairs.b[p]);
    lost.add(combined && combined->handed[begin + k] ? e.held : e.held - e.returned);
  }
}

void move_springs(Contacts& c, const Batch& batch, std::size_t begin, const std::vector<std::uint32_t>& from) {
  const std::size_t first = batch.first + begin;
  for_each_contact_field(c, [&](const char*, auto& array, Keep) {
    using T = typename std::remove_reference_t<decltype(array)>::value_type;
    if (array.empty()) return;
    thread_local std::vector<T> old;
    old.assign(array.begin() + first, array.begin() + batch.first + batch.count);
    const std::size_t none = old.size();
    old.push_back(T{});
    static_assert(kNew == 0xffffffffu);
    for (std::size_t j = 0; j < from.size(); ++j) array[first + j] = old[std::min<std::size_t>(from[j] - first, none)];
  });
}

const LawParams& law_of(const Model& model, const Bodies& bodies, std::uint32_t a, std::uint32_t b) {
  const auto material = [&](std::uint32_t i) {
    return is_wall_index(i) ? model.walls[i & ~kWallBit].material
                            : model.body_types[bodies.type[i]].parts.front().material;
  };
  return model.laws[model.law_index(material(a), material(b))];
}

}  // namespace

void carry_springs(const Model& model, State& s, Batch& batch, const narrow::Points& points, Combined* combined,
                   ExactSum& lost) {
  Contacts& c = s.contacts;
  std::size_t begin = same_at_first(c, batch, points);
  const bool all_same = begin == points.size() && begin == batch.count;
  if (all_same && !combined) return;
  thread_local Buffers buffers;
  const Bucket& bucket = s.pairs.buckets[batch.bucket];
  const auto combine_all = [&] {
    combine(model.combination_of(bucket.kind_a, bucket.kind_b), c, batch, points, buffers.from, bucket.reach,
            *combined);
  };
  if (all_same) {
    buffers.from.resize(points.size());
    std::iota(buffers.from.begin(), buffers.from.end(), batch.first);
    combine_all();
    keep_combined(*combined, batch, c);
    return;
  }
  if (combined) begin = 0;
  const bool rolling = bucket.kind_a == ShapeKind::kPolyhedron && !points.has_patches();
  if (points.on_centre_line)
    find_springs_of_spheres(c, batch, points, begin, buffers.from);
  else
    find_springs(c, batch, points, begin, rolling, buffers.from);
  if (combined) combine_all();
  end_contacts(model, s, batch, begin, buffers, combined, lost);
  move_springs(c, batch, begin, buffers.from);
  batch.count = std::uint32_t(points.size());
  std::copy(points.pair.begin() + begin, points.pair.end(), c.pair.begin() + batch.first + begin);
  for (std::size_t j = begin; j < points.size(); ++j) {
    std::uint32_t& mark = c.mark[batch.first + j];
    mark = (mark & kTouched) | feature_of(points, j);
    if (!c.normal.empty() && !points.on_centre_line) c.normal[batch.first + j] = points.n[j];
  }
  if (combined) keep_combined(*combined, batch, c);
}

ContactEnergy energy_of(const Model& model, const State& s, const Contacts& c, std::size_t k, std::uint32_t a,
                        std::uint32_t b) {
  const Bodies& bodies = s.bodies;
  ContactInput in{};
  in.xi_n = in.xi_n_old = -c.gap[k];
  in.n = {0, 0, 1};
  const bool curved = !c.inv_radius.empty() && c.inv_radius[k] > 0;
  in.r_star = 1 / (curved ? c.inv_radius[k] : inv_radius(model, bodies, a, b));
  in.m_star = in.i_star = 1;  // for dashpots, which hold nothing
  Springs springs;
  springs.touched = c.mark[k] & kTouched;
  if (!c.xi_x.empty()) springs.xi_t = {c.xi_x[k], c.xi_y[k], c.xi_z[k]};
  if (!c.roll_x.empty()) springs.xi_r = {c.roll_x[k], c.roll_y[k], c.roll_z[k]};
  if (!c.twist.empty()) springs.xi_s = c.twist[k];
  in.patch = !c.twist.empty();
  Energies ignored;
  const LawParams& law = law_of(model, bodies, a, b);
  with_law(law, [&]<class Law>(Law) { Law::evaluate(law, in, springs, ignored); });
  // Polyhedra that find another way out end a contact at once, however deep it is: what comes back is no more than the
  // work of the force, at most 5/2 of what is held over the overlap, on the way of a step.
  if (in.patch && in.xi_n > 0) {
    const Real most =
        Real(2.5) * springs.returned / in.xi_n * c.rate[k] * largest_relative_displacement(model, s, a, b);
    springs.returned = std::min(springs.returned, most);
  }
  if (c.region.empty() || c.region[k] == 0) return {springs.energy, springs.returned};
  // A region that ends with more overlap than its last point has gives back what that point's way is worth.
  const Real way = -c.gap[k] > 0 ? std::clamp(c.own_gap[k] / c.gap[k], Real(0), Real(1)) : Real(1);
  return {c.share[k] * springs.energy, way * c.share[k] * springs.returned};
}

double energy_at(const Model& model, const State& s, std::uint32_t a, std::uint32_t b, Real overlap) {
  ContactInput in{};
  in.xi_n = in.xi_n_old = overlap;
  in.n = {0, 0, 1};
  in.r_star = 1 / inv_radius(model, s.bodies, a, b);
  in.m_star = in.i_star = 1;  // for dashpots, which hold nothing
  Springs springs;
  Energies ignored;
  with_law(law_of(model, s.bodies, a, b),
           [&]<class Law>(Law) { Law::evaluate(law_of(model, s.bodies, a, b), in, springs, ignored); });
  return springs.energy;
}

ExactSum lost_with(const Model& model, const State& s, const Contacts& ended) {
  ExactSum lost;
  for (std::size_t k = 0; k < ended.a.size(); ++k) {
    const ContactEnergy e = energy_of(model, s, ended, k, ended.a[k], ended.b[k]);
    const bool wall_gone = is_wall_index(ended.b[k]) && !s.walls[ended.b[k] & ~kWallBit].present;
    lost.add(wall_gone ? e.held : e.held - e.returned);
  }
  return lost;
}

}  // namespace scree::force
