#include "scree/narrow/known_contacts.hpp"

#include <algorithm>
#include <bit>

#include "scree/narrow/placed_parts.hpp"
#include "scree/narrow/polyhedron/persistent_features.hpp"
#include "scree/narrow/separated_pairs.hpp"

namespace scree::narrow {

// Four pairs; where there are fewer the last comes again, and its results go nowhere.
struct PairLanes {
  std::uint32_t pair[kLanes], a[kLanes], b[kLanes];
  LinkMemo* memo[kLanes];
  unsigned valid;

  PairLanes(const BatchArgs& args, const std::vector<std::uint32_t>& pairs, std::size_t first) {
    const std::size_t n = std::min<std::size_t>(kLanes, pairs.size() - first);
    valid = (1u << n) - 1;
    for (std::size_t l = 0; l < kLanes; ++l) {
      pair[l] = pairs[first + std::min(l, n - 1)];
      a[l] = args.pairs.a[pair[l]], b[l] = args.pairs.b[pair[l]];
      memo[l] = &memory_of(args, pair[l]);
    }
  }
};

// What was found of them: bits are lanes.
struct FoundLanes {
  unsigned found;       // whose links are found and proved; the others go away empty
  unsigned simple;      // of these, those with their patch
  unsigned bowls;       // and those that may have a bowl
  unsigned b_is_first;  // links are in the frame of B, and from there to A
  polyhedron::LinkLanes link;
  Pack proved;
  PatchT<Pack> patch;
  polyhedron::SectorLanes sectors;
  polyhedron::MomentsT<Pack> moments;  // of the sectors
};

namespace {

using namespace polyhedron;

bool is_free_polyhedron(const BatchArgs& args, std::uint32_t i) {
  const std::vector<Part>& parts = parts_of(args, i);
  return is_single(parts) && parts[0].covered.empty() && args.s.bodies.owner[i] == kDynamic;
}
const PolyhedronData& shape_of(const BatchArgs& args, std::uint32_t i) {
  return args.model.polyhedra[parts_of(args, i)[0].polyhedron];
}

void place(const BatchArgs& args, const std::uint32_t (&bodies)[kLanes], BodyLanes& out) {
  const Mat3* turn[kLanes];
  for (int l = 0; l < kLanes; ++l) {
    const Part& part = parts_of(args, bodies[l])[0];
    out.shape[l] = &args.model.polyhedra[part.polyhedron];
    out.scale[l] = args.s.bodies.scale[bodies[l]] * part.size;
    turn[l] = &args.turn[bodies[l]];
  }
  out.R = gather(turn);
}

// As moved_in_step of one pair: how far points of A and B have moved against each other since the last step, at most.
Pack moved_in_step(const BatchArgs& args, const PairLanes& l) {
  const Bodies& bodies = args.s.bodies;
  const Pack r_a = gather(bodies.radius.data(), l.a), r_b = gather(bodies.radius.data(), l.b);
  const Pack speed = norm(gather(bodies.omega.data(), l.a)) * r_a + norm(gather(bodies.omega.data(), l.b)) * r_b +
                     norm(gather_difference(bodies.v.data(), l.a, l.b));
  return 2 * Real(args.model.settings.dt) * speed + Real(1e-15) * (norm(gather(bodies.x.data(), l.a)) + r_a + r_b);
}

// What is left of the depths that were proved before.
Pack still_proved(const BatchArgs& args, const PairLanes& l) {
  Pack proved;
  for (int i = 0; i < kLanes; ++i) proved.lanes[i] = l.memo[i]->proved;
  return proved - moved_in_step(args, l);
}

// The lanes where what is found is proved: the depth by what was proved before, within the hysteresis.
unsigned proved_lanes(const PairLanes& l, const LinkLanes& link, const Pack& proved, const LinkOptions& options) {
  return bits(link.found & (proved > 0) & (proved >= (1 - options.hysteresis) * link.depth)) & l.valid;
}

// Where nothing of either body has an area across n, as on a thin rim, find_patch has another answer.
unsigned with_area(const MomentsT<Pack>& m) { return bits((m.j3 > 0) & (m.j4 > 0)); }

void count(LinkCounters& counters, std::uint64_t n) {
  counters.solves += n, counters.rung[int(Rung::kWarm)] += n, counters.iterations[1] += n;
  counters.plane_evaluations += n;
}

}  // namespace

void KnownContacts::sort(const BatchArgs& args, const LinkOptions& options) {
  begin_ = args.begin;
  known_.assign(args.end - args.begin, Known::kNothing);
  place_.resize(known_.size());
  edges_.clear(), vertices_.clear(), contacts_.clear(), links_.clear();
  const Settings& settings = args.model.settings;
  // Who looks at single contacts wants to know more of them than is found here.
  const bool again = !args.whole && settings.polyhedron_contact == ContactModel::kArea && args.model.shrunken.empty() &&
                     options.method == LinkMethod::kShortestLink && options.ladder &&
                     settings.integrator == Integrator::kVelocityVerlet;
  const bool knows = knows_displacements(args);
  for (std::size_t p = args.begin; p < args.end; ++p) {
    if (knows && is_separated(args, p)) {
      known_[p - begin_] = Known::kClear;
      continue;
    }
    const LinkMemo& memo = memory_of(args, p);
    if (!again || memo.state != LinkCache::State::kOverlap || !(memo.proved > 0)) continue;
    const std::uint32_t a = args.pairs.a[p], b = args.pairs.b[p];
    if (!is_free_polyhedron(args, a) || !is_free_polyhedron(args, b)) continue;
    if (memo.kind_a == FeatureKind::kEdge && memo.kind_b == FeatureKind::kEdge) {
      edges_.push_back(std::uint32_t(p));
    } else if (memo.kind_a == FeatureKind::kFace && memo.kind_b == FeatureKind::kVertex) {
      if (VertexBelowFace::can(shape_of(args, a), memo.a, shape_of(args, b), memo.b))
        vertices_.push_back(std::uint32_t(p));
    } else if (memo.kind_a == FeatureKind::kVertex && memo.kind_b == FeatureKind::kFace) {
      if (VertexBelowFace::can(shape_of(args, b), memo.b, shape_of(args, a), memo.a))
        vertices_.push_back(std::uint32_t(p));
    }
  }
}

// The pairs remember their links and get their contacts. Where the ends of links lie on their features is not kept up
// to date: only a search that starts from there would want it, and that finds its way from anywhere on them.
void KnownContacts::take(const PairLanes& l, const FoundLanes& f) {
  for (unsigned left = f.found; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    LinkMemo& memo = *l.memo[i];
    const bool b_is_first = f.b_is_first >> i & 1, simple = f.simple >> i & 1;
    const Real depth = f.link.depth.lanes[i];
    memo.n = LinkMemo::shortened(b_is_first ? -lane(f.link.n_2, i) : lane(f.link.n_1, i));
    memo.proved = LinkMemo::rounded_down(f.proved.lanes[i]);
    std::uint32_t& place = place_[l.pair[i] - begin_];
    if (simple) {
      place = std::uint32_t(contacts_.size());
      contacts_.push_back({lane(f.link.n, i),
                           {f.patch.j4.lanes[i], f.patch.j3.lanes[i], lane(f.patch.centre, i), lane(f.patch.g1, i),
                            lane(f.patch.g2, i), depth}});
      known_[l.pair[i] - begin_] = Known::kContact;
      continue;
    }
    place = std::uint32_t(links_.size());
    const Vec3 n = lane(f.link.n_1, i), p = lane(f.link.p_1, i);
    const Feature on_a{memo.kind_a, memo.a}, on_b{memo.kind_b, memo.b};
    links_.push_back(
        {b_is_first,
         {-depth, n, p, p - depth * n, b_is_first ? on_b : on_a, b_is_first ? on_a : on_b, 0, 1, Rung::kWarm},
         f.sectors.at(i, f.moments)});
    known_[l.pair[i] - begin_] = f.bowls >> i & 1 ? Known::kBowl : Known::kOverlay;
  }
}

void KnownContacts::look_at_edges(const BatchArgs& args, const LinkOptions& options, std::size_t first) {
  const PairLanes l(args, edges_, first);
  BodyLanes a, b;
  place(args, l.a, a), place(args, l.b, b);
  int edge_a[kLanes], edge_b[kLanes];
  Vec3Pack last_n;
  for (int i = 0; i < kLanes; ++i) {
    const LinkMemo& memo = *l.memo[i];
    edge_a[i] = memo.a, edge_b[i] = memo.b;
    last_n.x.lanes[i] = memo.n.x, last_n.y.lanes[i] = memo.n.y, last_n.z.lanes[i] = memo.n.z;
  }
  const EdgeLanes of_a(a, edge_a), of_b(b, edge_b);
  CrossingEdges edges(of_a, of_b, gather_difference(args.s.bodies.x.data(), l.b, l.a), last_n, a.radius() + b.radius());
  FoundLanes f;
  f.proved = still_proved(args, l);
  f.found = proved_lanes(l, edges.link, f.proved, options);
  if (f.found == 0) return;
  f.link = edges.link;
  f.simple = edges.find_ends(f.found), f.bowls = 0, f.b_is_first = 0;
  f.sectors = edges.sectors(), f.moments = f.sectors.moments(f.link.depth);
  f.patch = edges.patch(f.moments);
  f.simple &= with_area(f.moments);
  take(l, f);
}

void KnownContacts::look_at_vertices(const BatchArgs& args, const LinkOptions& options, std::size_t first) {
  const PairLanes l(args, vertices_, first);
  std::uint32_t r[kLanes], c[kLanes];
  int face[kLanes], vertex[kLanes];
  Mask on_a;
  for (int i = 0; i < kLanes; ++i) {
    const LinkMemo& memo = *l.memo[i];
    const bool face_of_a = memo.kind_a == FeatureKind::kFace;
    on_a.lanes[i] = face_of_a ? -1 : 0;
    r[i] = face_of_a ? l.a[i] : l.b[i], c[i] = face_of_a ? l.b[i] : l.a[i];
    face[i] = face_of_a ? memo.a : memo.b, vertex[i] = face_of_a ? memo.b : memo.a;
  }
  BodyLanes with_face, with_vertex;
  place(args, r, with_face), place(args, c, with_vertex);
  const Vec3Pack between = gather_difference(args.s.bodies.x.data(), c, r);
  VertexBelowFace contact(with_face, face, with_vertex, vertex, between);
  FoundLanes f;
  f.proved = still_proved(args, l);
  f.found = proved_lanes(l, contact.link, f.proved, options);
  if (f.found == 0) return;
  f.simple = contact.find_ends(f.found), f.bowls = f.found & ~contact.is_alone(f.found), f.b_is_first = ~bits(on_a);
  f.link = contact.link;
  f.link.n = select(on_a, f.link.n, -f.link.n);
  f.sectors = contact.sectors(), f.moments = f.sectors.moments(f.link.depth);
  f.patch = contact.patch(f.moments);
  f.patch.centre = select(on_a, f.patch.centre, f.patch.centre - between);
  f.simple &= with_area(f.moments);
  take(l, f);
}

void KnownContacts::find(const BatchArgs& args, const LinkOptions& options) {
  sort(args, options);
  for (std::size_t k = 0; k < edges_.size(); k += kLanes) look_at_edges(args, options, k);
  for (std::size_t k = 0; k < vertices_.size(); k += kLanes) look_at_vertices(args, options, k);
  count(*args.memory.counters, contacts_.size() + links_.size());
}

}  // namespace scree::narrow
