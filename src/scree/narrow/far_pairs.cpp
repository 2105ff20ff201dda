#include "scree/narrow/far_pairs.hpp"

#include "scree/body/by_a.hpp"
#include "scree/narrow/polyhedron_batch.hpp"
#include "scree/parallel.hpp"

namespace scree::narrow {
namespace {

// The one polyhedron of a body; null if it is something else.
const Part* only_polyhedron(const Model& model, const State& s, std::uint32_t i) {
  const std::vector<Part>& parts = model.body_types[s.bodies.type[i]].parts;
  return parts.size() == 1 && parts[0].kind == ShapeKind::kPolyhedron ? parts.data() : nullptr;
}

// What the pair remembers, nothing if it was not listed.
LinkCache remembered(const Links& loose, const ByA& by_a, std::uint32_t a, std::uint32_t b) {
  for (std::size_t k = by_a.start[a]; k < by_a.start[a + 1]; ++k)
    if (const std::uint32_t place = by_a.place[k]; loose.b[place] == b) return loose.cache[loose.first[place]].whole();
  return {};
}

bool are_far(const Model& model, const State& s, std::uint32_t a, std::uint32_t b, const LinkOptions& options,
             LinkCache cache) {
  const Part *const part_a = only_polyhedron(model, s, a), *const part_b = only_polyhedron(model, s, b);
  if (!part_a || !part_b) return false;
  const auto view = [&](std::uint32_t i, const Part& part) {
    return model.polyhedra[part.polyhedron].view(s.bodies.scale[i] * part.size);
  };
  const Pose X = relative(s.scratch.turn[a], s.scratch.turn[b], Vec3(s.bodies.x[b] - s.bodies.x[a]));
  Link link;
  LinkCounters not_counted;
  return find_link(view(a, *part_a), view(b, *part_b), X, options, cache, link, not_counted) == LinkStatus::kBeyond;
}

}  // namespace

void drop_far_pairs(const Model& model, State& s, Real margin, broad::PairList& pairs) {
  if (!model.has_shaped_bodies()) return;
  turn_bodies(model, s);
  const LinkOptions options = link_options(model, margin);
  const ByA by_a(s.links.a, s.bodies.size());
  std::vector<std::uint8_t> far(pairs.size());
  for_each_index(pairs.size(), [&](std::size_t k) {
    const bool in_order = s.bodies.id[pairs[k].i] < s.bodies.id[pairs[k].j];
    const std::uint32_t a = in_order ? pairs[k].i : pairs[k].j, b = in_order ? pairs[k].j : pairs[k].i;
    far[k] = are_far(model, s, a, b, options, remembered(s.links, by_a, a, b));
  });
  std::size_t n = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    if (!far[k]) pairs[n++] = pairs[k];
  pairs.resize(n);
}

}  // namespace scree::narrow
