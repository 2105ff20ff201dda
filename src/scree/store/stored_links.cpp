#include "scree/store/stored_links.hpp"

#include <algorithm>
#include <cstring>

namespace scree::output {
namespace {

constexpr std::size_t kNumbers = 7, kVectors = 3;

// Holds all counters of a run as one row of numbers.
struct AllCounters {
  LinkCounters links;
  NormalCounters normals;
};
constexpr std::size_t kCounters = sizeof(AllCounters) / sizeof(std::uint64_t);
static_assert(std::is_trivially_copyable_v<AllCounters> && sizeof(AllCounters) % sizeof(std::uint64_t) == 0);

// The largest polyhedron bounds every index: a cache names features of its own two only, or (superellipsoids) one of
// the two bodies.
std::int32_t largest_count(const Model& model) {
  std::size_t n = 2;
  for (const auto* list : {&model.polyhedra, &model.wall_shapes})
    for (const PolyhedronData& p : *list) n = std::max({n, p.vertices.size(), p.edges.size(), p.normals.size()});
  return std::int32_t(n);
}

LinkCache cache_at(const StoredLinks& links, std::size_t k) {
  const std::int32_t* n = &links.numbers[kNumbers * k];
  const Vec3* v = &links.vectors[kVectors * k];
  LinkCache c;
  c.state = LinkCache::State(n[0]);
  c.a = {FeatureKind(n[1]), n[2]}, c.b = {FeatureKind(n[3]), n[4]};
  c.top_a = n[5], c.top_b = n[6];
  c.n = v[0], c.p_a = v[1], c.p_b = v[2];
  return c;
}

// A list that must be rebuilt, because a joint has broken, still says which pair remembers what.
bool fit_old_pairs(const StoredLinks& links, const Model& model, const State& s) {
  const Pairs& p = s.pairs;
  const auto is_body = [&](std::uint32_t i) { return i < s.bodies.size(); };
  const auto is_partner = [&](std::uint32_t i) {
    return is_wall_index(i) ? (i & ~kWallBit) < model.walls.size() : is_body(i);
  };
  return p.b.size() == p.a.size() && links.first.size() == p.size() + 1 && links.first.back() == links.proved.size() &&
         std::all_of(p.a.begin(), p.a.end(), is_body) && std::all_of(p.b.begin(), p.b.end(), is_partner);
}

}  // namespace

StoredLinks stored_links(const State& s) {
  StoredLinks stored;
  stored.first = s.links.first;
  for (const LinkMemo& memo : s.links.cache) {
    const LinkCache c = memo.whole();
    for (const int n : {int(c.state), int(c.a.kind), c.a.index, int(c.b.kind), c.b.index, c.top_a, c.top_b})
      stored.numbers.push_back(n);
    for (const Vec3& v : {c.n, c.p_a, c.p_b}) stored.vectors.push_back(v);
    stored.proved.push_back(memo.proved), stored.clear.push_back(memo.clear);
  }
  stored.counters.resize(kCounters);
  const AllCounters all{s.link_counters, s.normal_counters};
  std::memcpy(stored.counters.data(), &all, sizeof all);
  return stored;
}

std::string restore(const StoredLinks& links, const Model& model, State& s) {
  const std::size_t n = links.vectors.size() / kVectors;
  if (links.numbers.size() != kNumbers * n || links.proved.size() != n || links.clear.size() != n ||
      links.counters.size() != kCounters)
    return "links differ in length";
  const bool listed = s.list_valid && model.has_linked_bodies();
  if (listed && links.first.size() != s.pairs.size() + 1) return "links do not fit the pairs";
  if (!std::is_sorted(links.first.begin(), links.first.end()) || (listed && links.first.back() != n))
    return "links out of range";
  const bool indexed = listed || (model.has_linked_bodies() && fit_old_pairs(links, model, s));
  const std::int32_t most = largest_count(model);
  for (std::size_t k = 0; k < n; ++k) {
    if (links.numbers[kNumbers * k] == int(LinkCache::State::kPlaces)) continue;
    for (const std::size_t place : {2, 4, 5, 6})
      if (const std::int32_t i = links.numbers[kNumbers * k + place]; i < 0 || i >= most) return "links out of range";
  }
  AllCounters all;
  std::memcpy(static_cast<void*>(&all), links.counters.data(), sizeof all);
  s.link_counters = all.links, s.normal_counters = all.normals;
  if (!indexed) return "";  // pairs will be rebuilt
  s.links.first = links.first;
  s.links.cache.clear();
  for (std::size_t k = 0; k < n; ++k) {
    s.links.cache.push_back(LinkMemo(cache_at(links, k)));
    s.links.cache.back().proved = links.proved[k], s.links.cache.back().clear = links.clear[k];
  }
  return "";
}

}  // namespace scree::output
