// What lasts of contact points from step to step: springs. What B gets of a pair lies in Pairs::on_b.
//
// Contacts are filed by the pair list, block by block. A block is a stretch of pairs that holds all pairs of its A's
// in one bucket: one thread works through it, adds up what the A's get, and touches nobody else's memory. Each block
// has places of its own in the arrays, with some room for new contacts, in the order of pairs.
#pragma once
#include <cstdint>
#include <vector>

#include "scree/body/model.hpp"

namespace scree {

inline constexpr std::uint32_t kTouched = 0x80000000u;  // bit of Contacts::mark: the surfaces have overlapped
inline constexpr std::uint32_t kFeature = ~kTouched;

struct Wrench {
  Vec3 f = {0, 0, 0}, tau = {0, 0, 0};
};

struct Block {
  std::uint32_t bucket = 0;
  std::uint32_t begin = 0, end = 0;                  // pairs
  std::uint32_t first = 0, count = 0, capacity = 0;  // contacts: places first .. first + count. Multiples of kLanes.
};

// Which fields of contacts a model needs.
enum class Keep : std::uint8_t { kAlways, kTangential, kRolling, kTwisting, kRound };
bool keeps(const Model& model, Keep what);

struct Contacts {
#define SCREE_CONTACT_FIELD(name, type, unit, when) std::vector<type> name;
#include "scree/body/contact_fields.def"
#undef SCREE_CONTACT_FIELD
  std::vector<std::uint32_t> pair;  // filed: per place
  std::vector<Block> blocks;        // filed
  std::vector<std::uint32_t> a, b;  // loose: bodies (b: or kWallBit + wall), while there is no list to file them by
};

// Calls f("name", array, what it is kept for) for every field.
template <class C, class F>
void for_each_contact_field(C& contacts, F&& f) {
#define SCREE_CONTACT_FIELD(name, type, unit, when) f(#name, contacts.name, Keep::when);
#include "scree/body/contact_fields.def"
#undef SCREE_CONTACT_FIELD
}

}  // namespace scree
