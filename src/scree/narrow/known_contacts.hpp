// What a batch of pairs of polyhedra knows without asking for any link: pairs that are clear of each other, and
// contacts that are on the features they were on in the last step.
#pragma once
#include "scree/narrow/find_link.hpp"
#include "scree/narrow/pair_table.hpp"
#include "scree/narrow/patch.hpp"
#include "scree/narrow/polyhedron/overlay.hpp"

namespace scree::narrow {

struct PairLanes;
struct FoundLanes;

enum class Known : std::uint8_t {
  kNothing,
  kClear,    // too far apart to touch
  kContact,  // all of it
  kBowl,     // the link; its patch is not the cone of a vertex, but may be the bowl of several
  kOverlay   // the link; its patch is none of the simple ones
};

// A whole contact, in world axes; its centre is seen from that of A.
struct KnownContact {
  Vec3 n;  // from A to B
  Patch patch;
};
// A link, in the frame of the first body, which is A unless B alone has a face; and what is known of its patch, as
// find_patch_on_a wants it.
struct KnownLink {
  bool b_is_first;
  Link link;
  polyhedron::Sectors sectors;
};

class KnownContacts {
 public:
  // Looks at pairs [begin, end) of a bucket of polyhedra. Memory of the pairs whose contact or link is known is that of
  // this step then, and they are counted.
  void find(const BatchArgs& args, const LinkOptions& options);

  Known of(std::size_t p) const { return known_[p - begin_]; }
  const KnownContact& contact(std::size_t p) const { return contacts_[place_[p - begin_]]; }
  const KnownLink& link(std::size_t p) const { return links_[place_[p - begin_]]; }

 private:
  void sort(const BatchArgs& args, const LinkOptions& options);
  void take(const PairLanes& l, const FoundLanes& f);
  void look_at_edges(const BatchArgs& args, const LinkOptions& options, std::size_t first);
  void look_at_vertices(const BatchArgs& args, const LinkOptions& options, std::size_t first);

  std::size_t begin_ = 0;
  std::vector<Known> known_;
  std::vector<std::uint32_t> place_;             // of each pair's contact or link
  std::vector<std::uint32_t> edges_, vertices_;  // pairs to look at
  std::vector<KnownContact> contacts_;
  std::vector<KnownLink> links_;
};

}  // namespace scree::narrow
