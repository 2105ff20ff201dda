// What pairs with polyhedra or superellipsoids remember, carried from one pair list to the next.
#include <algorithm>

#include "scree/body/by_a.hpp"
#include "scree/body/state.hpp"
#include "scree/parallel.hpp"

namespace scree {
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

void loosen_links(State& s) {
  Links& links = s.links;
  const bool filed = links.a.empty() && links.first.size() == s.pairs.size() + 1;
  if (!filed) return;
  Links loose;
  loose.first = {0};
  for (std::size_t p = 0; p < s.pairs.size(); ++p) {
    const auto begin = links.cache.begin() + links.first[p], end = links.cache.begin() + links.first[p + 1];
    if (std::all_of(begin, end, [](const LinkMemo& c) { return c.state == LinkCache::State::kNothing; })) continue;
    loose.a.push_back(s.pairs.a[p]);
    loose.b.push_back(s.pairs.b[p]);
    loose.cache.insert(loose.cache.end(), begin, end);
    loose.first.push_back(std::uint32_t(loose.cache.size()));
  }
  links = std::move(loose);
}

void file_links(const Model& model, State& s) {
  if (!model.has_linked_bodies()) return;
  const Links loose = std::move(s.links);
  Links& links = s.links;
  links = {};
  links.first.resize(s.pairs.size() + 1);
  links.first[0] = 0;
  for (std::size_t p = 0; p < s.pairs.size(); ++p)
    links.first[p + 1] = links.first[p] + memories_of(model, s, s.pairs.a[p], s.pairs.b[p]);
  links.cache.resize(links.first.back());
  const ByA by_a(loose.a, s.bodies.size());
  for_each_index(s.pairs.size(), [&](std::size_t p) {
    const std::uint32_t a = s.pairs.a[p];
    for (std::size_t k = by_a.start[a]; k < by_a.start[a + 1]; ++k) {
      const std::uint32_t old = by_a.place[k];
      if (loose.b[old] != s.pairs.b[p]) continue;
      std::copy(loose.cache.begin() + loose.first[old], loose.cache.begin() + loose.first[old + 1],
                links.cache.begin() + links.first[p]);
    }
  });
}

}  // namespace scree
