// What lasts of contact points from step to step: springs.
//
// Contacts are indexed by the pair list, batch by batch. A batch is a row of pairs that holds all pairs of its A's
// in one bucket: these are a batch of bodies, or those of a unit with a wall (order.hpp), whatever pairs are listed, so
// that energies added up within a batch do not depend on the list. Each batch has places of its own in the arrays, with
// some room for new contacts, in the order of pairs. A batch that outgrows its places moves to spare ones behind all
// others.
//
// Bodies of one box of space are a group, and the batches of a group's A's a range of batches: one thread works through
// it in order, adds up what the bodies of the group get, and touches nobody else's sums.
#pragma once
#include <cstdint>
#include <vector>

#include "scree/model/model.hpp"

namespace scree {

inline constexpr std::uint32_t kTouched = 0x80000000u;  // bit of Contacts::mark: the surfaces have overlapped
inline constexpr std::uint32_t kFeature = ~kTouched;

struct Wrench {
  Vec3 f = {0, 0, 0}, tau = {0, 0, 0};
};

struct Batch {
  std::uint32_t bucket = 0;
  std::uint32_t begin = 0, end = 0;                  // pairs
  std::uint32_t first = 0, count = 0, capacity = 0;  // contacts: places first .. first + count. Multiples of kLanes.
  bool ends_unit = true;                             // the next batch is of another unit, or of another range
};

// Which fields of contacts a model needs.
enum class Keep : std::uint8_t {
  kAlways,
  kTangential,
  kRolling,
  kTwisting,
  kDrag,
  kRound,
  kCurved,
  kCombined,
  kForces
};
bool keeps(const Model& model, Keep what);

struct Contacts {
#define SCREE_CONTACT_FIELD(name, type, unit, when) std::vector<type> name;
#include "scree/state/contact_fields.def"
#undef SCREE_CONTACT_FIELD
  std::vector<std::uint32_t> pair;  // indexed: per place
  std::vector<Batch> batches;       // indexed
  std::vector<std::uint32_t>
      batch_ranges;                 // indexed: the first batch of each, and behind the last one the number of batches
  std::vector<std::uint32_t> a, b;  // detached: bodies (b: or kWallBit + wall), while there is no list to index them by
};

// Places for a batch with so many contacts, some of them for new ones; and behind those of all batches, for batches
// that outgrow theirs.
std::uint32_t room_for(std::uint32_t contacts);
std::uint32_t spare_for(std::uint32_t places);

// Calls f("name", array, what it is kept for) for every field.
template <class C, class F>
void for_each_contact_field(C& contacts, F&& f) {
#define SCREE_CONTACT_FIELD(name, type, unit, when) f(#name, contacts.name, Keep::when);
#include "scree/state/contact_fields.def"
#undef SCREE_CONTACT_FIELD
}

}  // namespace scree
