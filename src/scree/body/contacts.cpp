#include "scree/body/contacts.hpp"

#include <algorithm>
#include <string_view>

#include "scree/body/by_a.hpp"
#include "scree/body/state.hpp"
#include "scree/math/pack.hpp"
#include "scree/parallel.hpp"

namespace scree {
namespace {

using Indices = std::vector<std::uint32_t>;

// Springs, bodies and pairs of a block fit a first-level cache, and where contacts come and go all the time few of the
// others move up.
constexpr std::uint32_t kPairsInBlock = 192;

std::uint32_t room_for(std::uint32_t contacts) {
  const std::uint32_t wanted = contacts + contacts / 8 + 8;
  return (wanted + kLanes - 1) / kLanes * kLanes;
}

// Every body's row of slots, in the order of the ids of its partners; walls after all bodies.
void fill_rows(State& s) {
  Pairs& pairs = s.pairs;
  const std::size_t n = s.bodies.size();
  pairs.row_start.assign(n + 1, 0);
  for (const std::uint32_t b : pairs.b)
    if (!is_wall_index(b)) ++pairs.row_start[b + 1];
  for (std::size_t i = 0; i < n; ++i) pairs.row_start[i + 1] += pairs.row_start[i];
  Indices pair_in(pairs.row_start[n]), fill(pairs.row_start.begin(), pairs.row_start.end() - 1);
  pairs.slot.resize(pairs.size());
  std::uint32_t wall_slot = pairs.row_start[n];
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (is_wall_index(pairs.b[p])) {
      pairs.slot[p] = wall_slot++;
    } else {
      pair_in[fill[pairs.b[p]]++] = std::uint32_t(p);
    }
  }
  for_each_index(n, [&](std::size_t i) {
    const auto begin = pair_in.begin() + pairs.row_start[i], end = pair_in.begin() + pairs.row_start[i + 1];
    std::sort(begin, end, [&](auto p, auto q) { return s.bodies.id[pairs.a[p]] < s.bodies.id[pairs.a[q]]; });
    for (auto it = begin; it != end; ++it) pairs.slot[*it] = std::uint32_t(it - pair_in.begin());
  });
  pairs.on_b.assign(pairs.size(), Wrench{});
}

// Cuts the buckets into blocks between the rows of two A's.
std::vector<Block> cut_blocks(const Pairs& pairs) {
  std::vector<Block> blocks;
  for (std::uint32_t k = 0; k < pairs.buckets.size(); ++k) {
    const std::uint32_t last = pairs.buckets[k].end;
    for (std::uint32_t begin = pairs.buckets[k].begin; begin < last;) {
      std::uint32_t end = std::min(last, begin + kPairsInBlock);
      while (end < last && pairs.a[end] == pairs.a[end - 1]) ++end;
      Block block;
      block.bucket = k, block.begin = begin, block.end = end;
      blocks.push_back(block);
      begin = end;
    }
  }
  return blocks;
}

// Where the contacts of a block come from, in the order of its pairs.
struct Origin {
  Indices pair, contact;
};

std::vector<Origin> find_origins(const State& s, const std::vector<Block>& blocks, std::vector<std::uint8_t>& listed) {
  const Contacts& loose = s.contacts;
  const ByA by_a(loose.a, s.bodies.size());
  std::vector<Origin> origins(blocks.size());
  for_each_task(blocks.size(), [&](std::size_t k) {
    for (std::uint32_t p = blocks[k].begin; p < blocks[k].end; ++p) {
      const std::uint32_t a = s.pairs.a[p];
      for (std::size_t c = by_a.start[a]; c < by_a.start[a + 1]; ++c) {
        if (loose.b[by_a.place[c]] != s.pairs.b[p]) continue;
        origins[k].pair.push_back(p);
        origins[k].contact.push_back(by_a.place[c]);
        listed[by_a.place[c]] = 1;
      }
    }
  });
  return origins;
}

// Keeps array[order[i]] at place i.
template <class T>
void pick(std::vector<T>& array, const Indices& order) {
  std::vector<T> picked(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) picked[i] = array[order[i]];
  array.swap(picked);
}

Contacts picked(const Contacts& loose, const Indices& order) {
  Contacts c = loose;
  for_each_contact_field(c, [&](const char*, auto& array, Keep) {
    if (!array.empty()) pick(array, order);
  });
  pick(c.a, order);
  pick(c.b, order);
  return c;
}

}  // namespace

bool keeps(const Model& model, Keep what) {
  const auto some_law = [&](auto&& test) { return std::any_of(model.laws.begin(), model.laws.end(), test); };
  switch (what) {
    case Keep::kAlways:
      return true;
    case Keep::kTangential:
      return some_law([](const LawParams& l) { return l.tangential != TangentialLaw::kNone; });
    case Keep::kRolling:
      return some_law(
          [](const LawParams& l) { return l.rolling != RollingLaw::kNone || l.twisting != RollingLaw::kNone; });
    case Keep::kTwisting:
      return keeps(model, Keep::kRolling) ||
             (model.settings.polyhedron_contact == ContactModel::kArea && model.has_polyhedra());
    case Keep::kRound:
      return std::any_of(model.walls.begin(), model.walls.end(),
                         [](const Wall& w) { return w.kind == WallKind::kCylinder || w.kind == WallKind::kCone; });
  }
  return true;
}

Contacts loosened(const State& s) {
  Contacts c = s.contacts;
  if (c.pair.empty()) return c;
  Indices order;
  c.a.clear(), c.b.clear();
  for_each_contact(s, [&](std::size_t k, std::uint32_t a, std::uint32_t b) {
    order.push_back(std::uint32_t(k));
    c.a.push_back(a);
    c.b.push_back(b);
  });
  for_each_contact_field(c, [&](const char*, auto& array, Keep) {
    if (!array.empty()) pick(array, order);
  });
  c.on_b.clear();
  for (const std::uint32_t k : order) c.on_b.push_back(s.pairs.on_b[s.pairs.slot[s.contacts.pair[k]]]);
  c.pair.clear();
  c.blocks.clear();
  return c;
}

void loosen_contacts(State& s) { s.contacts = loosened(s); }

Contacts file_contacts(const Model& model, State& s) {
  Contacts& c = s.contacts;
  fill_rows(s);
  std::vector<Block> blocks = cut_blocks(s.pairs);
  std::vector<std::uint8_t> listed(c.a.size(), 0);
  const std::vector<Origin> origins = find_origins(s, blocks, listed);

  Indices unlisted;
  for (std::size_t k = 0; k < listed.size(); ++k)
    if (!listed[k]) unlisted.push_back(std::uint32_t(k));
  Contacts ended = unlisted.empty() ? Contacts{} : picked(c, unlisted);

  std::uint32_t places = 0;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    blocks[k].count = std::uint32_t(origins[k].contact.size());
    blocks[k].capacity = room_for(blocks[k].count);
    blocks[k].first = places;
    places += blocks[k].capacity;
  }
  const std::vector<Wrench> on_b = std::move(c.on_b);
  c.on_b = {};
  for_each_contact_field(c, [&](const char* name, auto& array, Keep what) {
    const bool kept = keeps(model, what) && name != std::string_view("on_b");
    std::remove_reference_t<decltype(array)> filed(kept ? places : 0);
    if (!filed.empty() && !array.empty())
      for_each_task(blocks.size(), [&](std::size_t k) {
        for (std::size_t j = 0; j < blocks[k].count; ++j) filed[blocks[k].first + j] = array[origins[k].contact[j]];
      });
    array.swap(filed);
  });
  c.pair.resize(places);
  c.a = {}, c.b = {};
  c.blocks = std::move(blocks);
  s.scratch.size.resize(s.bodies.size());
  for_each_index(s.bodies.size(), [&](std::size_t i) {
    s.scratch.size[i] = {s.bodies.radius[i], s.bodies.owner[i] == kFree ? 1 / s.bodies.mass[i] : 0};
  });
  for_each_task(c.blocks.size(), [&](std::size_t k) {
    std::copy(origins[k].pair.begin(), origins[k].pair.end(), c.pair.begin() + c.blocks[k].first);
    for (std::size_t j = 0; j < c.blocks[k].count; ++j)
      s.pairs.on_b[s.pairs.slot[origins[k].pair[j]]] = on_b[origins[k].contact[j]];
  });
  return ended;
}

void make_room(State& s, const std::vector<std::uint32_t>& wanted) {
  Contacts& c = s.contacts;
  std::vector<Block> blocks = c.blocks;
  std::uint32_t places = 0;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    if (wanted[k] > blocks[k].capacity) blocks[k].capacity = room_for(wanted[k]);
    blocks[k].first = places;
    places += blocks[k].capacity;
  }
  const auto move = [&](auto& array) {
    if (array.empty()) return;
    std::remove_reference_t<decltype(array)> moved(places);
    for (std::size_t j = 0; j < blocks.size(); ++j)
      std::copy_n(array.begin() + c.blocks[j].first, blocks[j].count, moved.begin() + blocks[j].first);
    array.swap(moved);
  };
  for_each_contact_field(c, [&](const char*, auto& array, Keep) { move(array); });
  move(c.pair);
  c.blocks = std::move(blocks);
}

std::size_t count_contacts(const Contacts& c) {
  std::size_t n = c.a.size();
  for (const Block& block : c.blocks) n += block.count;
  return n;
}

std::size_t count_touching(const State& s) {
  std::size_t n = 0;
  for_each_contact(s, [&](std::size_t k, std::uint32_t, std::uint32_t) { n += s.contacts.gap[k] <= 0; });
  return n;
}

}  // namespace scree
