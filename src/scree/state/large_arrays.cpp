#include "scree/state/large_arrays.hpp"

#include <cstdlib>
#include <mutex>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace scree {

void return_large_arrays(std::size_t n_bodies) {
  constexpr std::size_t kMany = 1 << 15;
  if (n_bodies < kMany) return;
#if defined(__GLIBC__)
  static std::once_flag once;
  std::call_once(once, [] { mallopt(M_MMAP_THRESHOLD, 1 << 17); });
#endif
}

}  // namespace scree
