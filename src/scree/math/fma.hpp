// a b + c with one rounding, where the source says so and nowhere else: compilers are told not to contract
// (-ffp-contract=off), because which of several products they take is their choice. One instruction from x86-64-v3 and
// on aarch64; elsewhere a function of the C library with the same bits.
#pragma once
#include <cmath>
#include <type_traits>
#if defined(__FMA__)
#include <immintrin.h>
#endif

// SCREE_SMALL: some instructions that are in place everywhere. In large functions compilers would rather call them.
#if defined(__CUDACC__)
#define SCREE_HD __host__ __device__
#define SCREE_SMALL __host__ __device__
#else
#define SCREE_HD
#define SCREE_SMALL [[gnu::always_inline]]
#endif

namespace scree {

// Constants that a compiler works out have exact products.
SCREE_SMALL constexpr double fma(double a, double b, double c) {
  if (std::is_constant_evaluated()) return a * b + c;
#if defined(__CUDA_ARCH__)
  return ::fma(a, b, c);
#else
  return __builtin_fma(a, b, c);
#endif
}
SCREE_SMALL constexpr float fma(float a, float b, float c) {
  if (std::is_constant_evaluated()) return a * b + c;
#if defined(__CUDA_ARCH__)
  return ::fmaf(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}

#if !defined(__CUDACC__)
// Of each lane of GCC's vectors of doubles, whatever their length.
template <class Lanes>
[[gnu::always_inline]] inline Lanes fma_lanes(const Lanes& a, const Lanes& b, const Lanes& c) {
  constexpr unsigned n = sizeof(Lanes) / sizeof(double);
#if defined(__FMA__)
  if constexpr (n == 2) return Lanes(_mm_fmadd_pd(__m128d(a), __m128d(b), __m128d(c)));
  if constexpr (n == 4) return Lanes(_mm256_fmadd_pd(__m256d(a), __m256d(b), __m256d(c)));
#endif
#if defined(__FMA__) && defined(__AVX512F__)
  if constexpr (n == 8) return Lanes(_mm512_fmadd_pd(__m512d(a), __m512d(b), __m512d(c)));
#endif
  Lanes r = c;
  for (unsigned l = 0; l < n; ++l) r[l] = __builtin_fma(a[l], b[l], c[l]);
  return r;
}
#endif

}  // namespace scree
