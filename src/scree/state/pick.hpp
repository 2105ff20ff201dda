// Arrays put into another order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scree {

// Keeps array[order[i]] at place i; elements are `width` numbers long.
template <class T>
void pick(std::vector<T>& array, const std::vector<std::uint32_t>& order, std::size_t width = 1) {
  std::vector<T> picked(order.size() * width);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t k = 0; k < width; ++k) picked[i * width + k] = array[order[i] * width + k];
  array.swap(picked);
}

}  // namespace scree
