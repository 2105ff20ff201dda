#include "scree/state/sweep.hpp"

#include <algorithm>
#include <numeric>

#include "scree/parallel.hpp"
#include "scree/state/state.hpp"

namespace scree {
namespace {

using Indices = std::vector<std::uint32_t>;

// Sorts the ranges of batches by their group; those of one group keep their order.
void sort_ranges(const Indices& group, Sweep& sweep) {
  sweep.range.resize(group.size());
  std::iota(sweep.range.begin(), sweep.range.end(), 0u);
  std::stable_sort(sweep.range.begin(), sweep.range.end(), [&](auto i, auto j) { return group[i] < group[j]; });
  for (std::uint32_t k = 0; k < group.size(); ++k)
    if (k == 0 || group[sweep.range[k]] != group[sweep.range[k - 1]]) sweep.first_range.push_back(k);
  sweep.first_range.push_back(std::uint32_t(group.size()));
}

}  // namespace

Sweep make_sweep(const Contacts& c, const Pairs& pairs, std::size_t n_bodies, const Indices& group) {
  Sweep sweep;
  sort_ranges(group, sweep);
  constexpr std::uint32_t kNone = 0xffffffffu;
  Indices wanted_by(n_chunks(n_bodies), kNone);  // the last group that wants a chunk
  sweep.first_chunk.push_back(0);
  for (std::uint32_t t = 0; t < sweep.n_groups(); ++t) {
    const auto want = [&](std::uint32_t i) {
      const std::uint32_t chunk = std::uint32_t(i / kChunk);
      if (wanted_by[chunk] == t) return;
      wanted_by[chunk] = t;
      sweep.chunk.push_back(chunk);
    };
    for (const std::uint32_t k : sweep.batch_ranges(t)) {
      const std::uint32_t begin = c.batches[c.batch_ranges[k]].begin, end = c.batches[c.batch_ranges[k + 1] - 1].end;
      for (std::uint32_t p = begin; p < end; ++p) {
        want(pairs.a[p]);
        if (!is_wall_index(pairs.b[p])) want(pairs.b[p]);
      }
    }
    std::sort(sweep.chunk.begin() + sweep.first_chunk.back(), sweep.chunk.end());
    sweep.first_chunk.push_back(std::uint32_t(sweep.chunk.size()));
  }
  return sweep;
}

}  // namespace scree
