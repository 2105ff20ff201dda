#include "scree/narrow/narrow_phase.hpp"

#include <algorithm>

#include "scree/narrow/pair_table.hpp"
#include "scree/parallel.hpp"

namespace scree::narrow {
namespace {

// The chunk's pairs, bucket by bucket.
void find_points(const Model& model, const State& s, const std::vector<Pose>& wall_pose, std::size_t begin,
                 std::size_t end, std::vector<FoundPoint>& out) {
  out.clear();
  for (const Bucket& bucket : s.pairs.buckets) {
    const std::size_t from = std::max<std::size_t>(begin, bucket.begin), to = std::min<std::size_t>(end, bucket.end);
    if (from >= to) continue;
    default_algorithm(bucket.kind_a, bucket.kind_b)->host({model, s, wall_pose, from, to, bucket.reach, out});
  }
}

// Copies the springs of old contact `from` to new contact `to`.
void carry(const Contacts& old, std::size_t from, Contacts& c, std::size_t to) {
#define SCREE_CONTACT_FIELD(name, type, unit, spring) \
  if constexpr (spring) c.name[to] = old.name[from];
#include "scree/body/contact_fields.def"
#undef SCREE_CONTACT_FIELD
}
void clear(Contacts& c, std::size_t to) {
#define SCREE_CONTACT_FIELD(name, type, unit, spring) \
  if constexpr (spring) c.name[to] = {};
#include "scree/body/contact_fields.def"
#undef SCREE_CONTACT_FIELD
}

// A ball that crosses the axis of a cylinder or cone finds its near point where its far one was. Both keep their
// springs: true if the points of the pair have traded features, by the directions of their normals.
bool traded(const Contacts& old, std::size_t first, std::size_t last, const FoundPoint* point, std::size_t n_points) {
  const bool two_old = last - first == 2 && old.feature[first + 1] == (old.feature[first] ^ 1u);
  const bool two_new = n_points == 2 && point[1].feature == (point[0].feature ^ 1u);
  if (first == last || n_points == 0 || !(two_old || two_new)) return false;
  const Real same = dot(old.n[first], point[0].n);
  return (two_old && dot(old.n[first + 1], point[0].n) > same) || (two_new && dot(old.n[first], point[1].n) > same);
}

// Writes one chunk's contacts from place `c` on; returns the energy of springs that found no point.
double place_chunk(State& s, const std::vector<FoundPoint>& found, std::size_t begin, std::size_t end, std::size_t c) {
  const Contacts& old = s.scratch.old_contacts;
  const auto& old_first = s.scratch.old_first_contact;
  double lost = 0;
  auto point = found.begin();
  for (std::size_t p = begin; p < end; ++p) {
    s.pairs.first_contact[p] = std::uint32_t(c);
    double held = 0;
    for (std::size_t o = old_first[p]; o < old_first[p + 1]; ++o) held += double(old.energy[o] - old.returned[o]);
    auto end_of_pair = point;
    while (end_of_pair != found.end() && end_of_pair->pair == p) ++end_of_pair;
    const std::uint32_t flip = traded(old, old_first[p], old_first[p + 1], found.data() + (point - found.begin()),
                                      std::size_t(end_of_pair - point));
    for (; point != end_of_pair; ++point, ++c) {
      clear(s.contacts, c);
      for (std::size_t o = old_first[p]; o < old_first[p + 1]; ++o) {
        if (old.feature[o] != (point->feature ^ flip)) continue;
        carry(old, o, s.contacts, c);
        held -= double(old.energy[o] - old.returned[o]);
        break;
      }
      s.contacts.a[c] = s.pairs.a[p];
      s.contacts.b[c] = s.pairs.b[p];
      s.contacts.feature[c] = point->feature;
      s.contacts.n[c] = point->n;
      s.contacts.p[c] = point->p;
      s.contacts.gap_old[c] = s.contacts.gap[c];
      s.contacts.gap[c] = point->gap;
    }
    lost += held;
  }
  return lost;
}

}  // namespace

void collide(const Model& model, State& s) {
  std::vector<Pose> wall_pose(s.walls.size());
  for (std::size_t w = 0; w < s.walls.size(); ++w) wall_pose[w].R = to_matrix(s.walls[w].q);

  const std::size_t n_pairs = s.pairs.size();
  auto& found = s.scratch.found;
  found.resize(n_chunks(n_pairs));
  for_chunks(n_pairs, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    find_points(model, s, wall_pose, begin, end, found[chunk]);
  });

  std::swap(s.contacts, s.scratch.old_contacts);
  std::swap(s.pairs.first_contact, s.scratch.old_first_contact);
  std::vector<std::size_t> start(found.size() + 1, 0);
  for (std::size_t k = 0; k < found.size(); ++k) start[k + 1] = start[k] + found[k].size();
  resize(s.contacts, start.back());
  s.pairs.first_contact.resize(n_pairs + 1);
  s.pairs.first_contact[n_pairs] = std::uint32_t(start.back());

  auto& lost = s.scratch.lost_energy;
  lost.assign(found.size(), 0);
  for_chunks(n_pairs, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    lost[chunk] = place_chunk(s, found[chunk], begin, end, start[chunk]);
  });
  for (const double e : lost) s.ledger.contact_loss += e;
}

}  // namespace scree::narrow
