// The clock gives the processor time of this thread, so that other programs do not count.
#pragma once
#include <time.h>

namespace scree::bench {

inline double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

}  // namespace scree::bench
