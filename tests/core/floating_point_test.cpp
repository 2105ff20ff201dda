// Whatever a library has done to the processor's rounding, every thread rounds as IEEE says.
#include "scree/floating_point.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cfenv>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace scree {
namespace {

bool keeps_small_numbers() {
  volatile double least_normal = 0x1p-1022, denormal = 0x1p-1074;
  const volatile double half = least_normal / 2, twice = denormal * 2;
  return half > 0 && twice == 0x1p-1073;
}
bool rounds_to_nearest() {
  volatile double one = 1, three = 3;
  const volatile double third = one / three, minus_third = -one / three;
  return third == 0x1.5555555555555p-2 && minus_third == -0x1.5555555555555p-2 && one + 0x1.8p-53 == 1 + 0x1p-52;
}

void spoil_rounding() {
  std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040u);  // what crtfastmath.o does
#endif
}

TEST(FloatingPoint, IsAsIeeeSaysInEveryThread) {
  const int n = 3, before = omp_get_max_threads();
  omp_set_num_threads(n);
  std::vector<int> spoiled(n, 0), good(n, 0);
#pragma omp parallel
  {
    spoil_rounding();
    spoiled[std::size_t(omp_get_thread_num())] = !rounds_as_ieee() && !rounds_to_nearest();
  }
  round_as_ieee_everywhere();
#pragma omp parallel
  good[std::size_t(omp_get_thread_num())] = rounds_as_ieee() && rounds_to_nearest() && keeps_small_numbers();
  omp_set_num_threads(before);
  for (int k = 0; k < n; ++k) EXPECT_TRUE(spoiled[std::size_t(k)] && good[std::size_t(k)]) << k;
}

// Threads that are started later do as the one that starts them.
TEST(FloatingPoint, GoesOnToNewThreads) {
  round_as_ieee_everywhere();
  const int before = omp_get_max_threads();
  omp_set_num_threads(5);
  std::vector<int> good(5, 0);
#pragma omp parallel
  good[std::size_t(omp_get_thread_num())] = rounds_as_ieee() && keeps_small_numbers();
  omp_set_num_threads(before);
  for (const int g : good) EXPECT_TRUE(g);
}

}  // namespace
}  // namespace scree
