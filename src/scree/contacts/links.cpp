// What pairs with polyhedra or superellipsoids remember, carried from one pair list to the next.
#include <algorithm>
#include <numeric>
#include <utility>

#include "scree/contacts/index_by_pair.hpp"
#include "scree/parallel.hpp"
#include "scree/state/by_a.hpp"
#include "scree/state/large_arrays.hpp"
#include "scree/state/state.hpp"

namespace scree::contacts {
namespace {

// How many pairs of parts a pair has to remember. Planes need no memory.
std::uint32_t memories_of(const Model& model, const State& s, std::uint32_t a, std::uint32_t b) {
  const auto parts_of = [&](std::uint32_t i) -> const std::vector<Part>& {
    return model.body_types[s.bodies.type[i]].parts;
  };
  const auto is_shaped = [&](std::uint32_t i) { return !is_ball(parts_of(i).front().kind); };
  const std::uint32_t n_a = std::uint32_t(parts_of(a).size());
  if (is_wall_index(b)) return is_shaped(a) && model.walls[b & ~kWallBit].kind != WallKind::kPlane ? n_a : 0;
  return is_shaped(a) || is_shaped(b) ? n_a * std::uint32_t(parts_of(b).size()) : 0;
}

}  // namespace

namespace {

constexpr std::uint32_t kNowhere = 0xffffffffu;

// What is at i goes to place to[i] of n, without a second copy of all of it: that which has to make way is carried on.
// The other places are empty then.
void rearrange(std::vector<LinkMemo>& cache, const std::vector<std::uint32_t>& to, std::size_t n) {
  const std::size_t most = std::max(to.size(), n);
  if (most > cache.capacity()) cache.reserve(most + most / 16);
  cache.resize(most);
  enum : std::uint8_t { kFree, kWaits, kIndexed };
  std::vector<std::uint8_t> is(most, kFree);
  for (std::size_t i = 0; i < to.size(); ++i)
    if (to[i] != kNowhere) is[i] = kWaits;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (is[i] != kWaits) continue;
    LinkMemo carried = cache[i];
    is[i] = kFree;
    std::uint32_t place = to[i];
    for (; is[place] == kWaits; place = to[place]) {
      std::swap(carried, cache[place]);
      is[place] = kIndexed;
    }
    cache[place] = carried;
    is[place] = kIndexed;
  }
  for (std::size_t i = 0; i < n; ++i)
    if (is[i] != kIndexed) cache[i] = {};
  cache.resize(n);
  for (LinkMemo& memo : cache) memo.clear = 0;  // of the list before
}

}  // namespace

void index_links_by_pair(const Model& model, State& s) {
  if (!model.has_linked_bodies()) return;
  Links& links = s.links;
  std::vector<std::uint32_t> first(s.pairs.size() + 1, 0);
  for (std::size_t p = 0; p < s.pairs.size(); ++p)
    first[p + 1] = first[p] + memories_of(model, s, s.pairs.a[p], s.pairs.b[p]);
  std::vector<std::uint32_t> to(links.cache.size(), kNowhere);
  const ByA by_a(links.a, s.bodies.size());
  for_each_index(s.pairs.size(), [&](std::size_t p) {
    const std::uint32_t a = s.pairs.a[p];
    for (std::size_t k = by_a.start[a]; k < by_a.start[a + 1]; ++k) {
      const std::uint32_t old = by_a.place[k];
      if (links.b[old] != s.pairs.b[p]) continue;
      std::iota(to.begin() + links.first[old], to.begin() + links.first[old + 1], first[p]);
    }
  });
  rearrange(links.cache, to, first.back());
  links.first = std::move(first);
  release(links.a), release(links.b);
}

}  // namespace scree::contacts
