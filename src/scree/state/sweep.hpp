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

// Made with the pair list. Group t: the batch_ranges of one group, in the order of buckets, and the chunks with bodies
// of its pairs.
struct Sweep {
  std::vector<std::uint32_t> first_range, range;
  std::vector<std::uint32_t> first_chunk, chunk;

  std::size_t n_groups() const { return first_range.empty() ? 0 : first_range.size() - 1; }
  std::span<const std::uint32_t> batch_ranges(std::size_t t) const {
    return {range.data() + first_range[t], range.data() + first_range[t + 1]};
  }
  std::span<const std::uint32_t> chunks(std::size_t t) const {
    return {chunk.data() + first_chunk[t], chunk.data() + first_chunk[t + 1]};
  }
};

// `group`: of the A's of each range.
Sweep make_sweep(const Contacts& contacts, const Pairs& pairs, std::size_t n_bodies,
                 const std::vector<std::uint32_t>& group);

}  // namespace scree
