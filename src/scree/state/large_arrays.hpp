// Memory of many bodies.
#pragma once
#include <cstddef>
#include <vector>

namespace scree {

// Has arrays of 128 KiB and more returned to the system when they are freed, for the rest of the process. By default
// glibc keeps those of up to 32 MB once it has seen one, and after new lists a tenth of all memory is gaps between
// arrays. Fewer bodies have small arrays, and keeping these is faster.
void return_large_arrays(std::size_t n_bodies);

// Empties an array and frees its memory, which array = {} keeps.
template <class T>
void release(std::vector<T>& array) {
  std::vector<T>().swap(array);
}

}  // namespace scree
