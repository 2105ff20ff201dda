#include "scree/narrow/far_pairs.hpp"

#include "scree/narrow/polyhedron_batch.hpp"
#include "scree/narrow/superellipsoid_batch.hpp"
#include "scree/parallel.hpp"
#include "scree/state/by_a.hpp"
#include "scree/state/separation.hpp"

namespace scree::narrow {
namespace {

// The one part of a body of this kind; null if it is something else.
const Part* only_part(const Model& model, const State& s, std::uint32_t i, ShapeKind kind) {
  const std::vector<Part>& parts = model.body_types[s.bodies.type[i]].parts;
  return parts.size() == 1 && parts[0].kind == kind ? parts.data() : nullptr;
}

// What the pair remembers, nothing if it was not listed.
LinkMemo remembered(const Links& detached, const ByA& by_a, std::uint32_t a, std::uint32_t b) {
  for (std::size_t k = by_a.start[a]; k < by_a.start[a + 1]; ++k)
    if (const std::uint32_t place = by_a.place[k]; detached.b[place] == b) return detached.cache[detached.first[place]];
  return {};
}

// How far apart, and how asked.
struct Question {
  LinkOptions links;
  NormalOptions normals;
};

Pose pose_of(const State& s, std::uint32_t a, std::uint32_t b) {
  return relative(s.scratch.narrow.turn[a], s.scratch.narrow.turn[b], separation(s.bodies, a, b));
}

bool are_far(const Model& model, const State& s, std::uint32_t a, std::uint32_t b, const Question& asked,
             const LinkMemo& memo) {
  using enum ShapeKind;
  if (const Part* const p_a = only_part(model, s, a, kPolyhedron), * const p_b = only_part(model, s, b, kPolyhedron);
      p_a && p_b) {
    const auto view = [&](std::uint32_t i, const Part& part) {
      return model.polyhedra[part.polyhedron].view(s.bodies.scale[i] * part.size);
    };
    LinkCache cache = memo.whole();
    Link link;
    LinkCounters not_counted;
    return find_link(view(a, *p_a), view(b, *p_b), pose_of(s, a, b), asked.links, cache, link, not_counted) ==
           LinkStatus::kBeyond;
  }
  if (const Part* const p_a = only_part(model, s, a, kSuperellipsoid), * const p_b =
                                                                           only_part(model, s, b, kSuperellipsoid);
      p_a && p_b) {
    const auto shape = [&](std::uint32_t i, const Part& part) {
      return scaled(model.superellipsoids[part.superellipsoid].shape, s.bodies.scale[i] * part.size);
    };
    NormalCache cache = normal_of(memo);
    NormalLink link;
    NormalCounters not_counted;
    return find_link(shape(a, *p_a), shape(b, *p_b), pose_of(s, a, b), asked.normals, cache, link, not_counted) ==
           LinkStatus::kBeyond;
  }
  return false;
}

}  // namespace

void drop_far_pairs(const Model& model, State& s, Real margin, broad::PairList& pairs) {
  if (!model.has_linked_bodies()) return;
  update_rotations(model, s);
  const Question asked{link_options(model, margin), normal_options(model, margin)};
  const ByA by_a(s.links.a, s.bodies.size());
  std::vector<std::uint8_t> far(pairs.size());
  for_each_index(pairs.size(), [&](std::size_t k) {
    const bool in_order = s.bodies.id[pairs[k].i] < s.bodies.id[pairs[k].j];
    const std::uint32_t a = in_order ? pairs[k].i : pairs[k].j, b = in_order ? pairs[k].j : pairs[k].i;
    far[k] = are_far(model, s, a, b, asked, remembered(s.links, by_a, a, b));
  });
  std::size_t n = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    if (!far[k]) pairs[n++] = pairs[k];
  pairs.resize(n);
}

}  // namespace scree::narrow
