// Detached things of pairs, found by the index of their A.
#pragma once
#include <cstdint>
#include <vector>

namespace scree {

struct ByA {
  std::vector<std::uint32_t> start, place;  // of body i: place[start[i]] .. place[start[i + 1]]
  ByA(const std::vector<std::uint32_t>& a, std::size_t n_bodies) : start(n_bodies + 1, 0), place(a.size()) {
    for (const std::uint32_t i : a) ++start[i + 1];
    for (std::size_t i = 0; i < n_bodies; ++i) start[i + 1] += start[i];
    std::vector<std::uint32_t> fill(start.begin(), start.end() - 1);
    for (std::size_t k = 0; k < a.size(); ++k) place[fill[a[k]]++] = std::uint32_t(k);
  }
};

}  // namespace scree
