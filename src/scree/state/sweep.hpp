// The order in which a step goes through its contacts: group by group, each with all its buckets, and with the chunks
// of bodies (parallel.hpp) that it needs.
//
// A body may move on as soon as the last pair that names it is done. Where bodies are more than caches hold, that is
// done at once, chunk by chunk, so that a step fetches a body from memory once instead of three times.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "scree/state/contacts.hpp"

namespace scree {

struct Pairs;

// Made with the pair list. Task t: the stretches of one group, in the order of buckets, and the chunks with bodies of
// its pairs.
struct Sweep {
  std::vector<std::uint32_t> first_stretch, stretch;
  std::vector<std::uint32_t> first_chunk, chunk;

  std::size_t n_tasks() const { return first_stretch.empty() ? 0 : first_stretch.size() - 1; }
  std::span<const std::uint32_t> stretches(std::size_t t) const {
    return {stretch.data() + first_stretch[t], stretch.data() + first_stretch[t + 1]};
  }
  std::span<const std::uint32_t> chunks(std::size_t t) const {
    return {chunk.data() + first_chunk[t], chunk.data() + first_chunk[t + 1]};
  }
};

// `group`: of the A's of each stretch.
Sweep make_sweep(const Contacts& contacts, const Pairs& pairs, std::size_t n_bodies,
                 const std::vector<std::uint32_t>& group);

}  // namespace scree
