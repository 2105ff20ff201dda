// This is a b + c with one rounding, where the source says so and nowhere else: compilers are told not to contract
// (-ffp-contract=off), because which of several products they take is their choice. It is one instruction from
// x86-64-v3 and on aarch64, and elsewhere a function of the C library with the same bits.
#pragma once
#include <cmath>
#if defined(__FMA__)
#include <immintrin.h>
#endif

// SCREE_SMALL marks a few instructions that are in place everywhere. In large functions compilers would rather call
// them.
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
  if (__builtin_is_constant_evaluated()) return a * b + c;
#if defined(__CUDA_ARCH__)
  return ::fma(a, b, c);
#else
  return __builtin_fma(a, b, c);
#endif
}
SCREE_SMALL constexpr float fma(float a, float b, float c) {
  if (__builtin_is_constant_evaluated()) return a * b + c;
#if defined(__CUDA_ARCH__)
  return ::fmaf(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}

// These take the product or the sum away: c - a b, a b - c and -(a b) - c, under the names that processors have for
// them. For numbers a compiler makes the same of fma(-a, b, c); for lanes g++ 12 does not.
SCREE_SMALL constexpr double fnma(double a, double b, double c) { return fma(-a, b, c); }
SCREE_SMALL constexpr double fms(double a, double b, double c) { return fma(a, b, -c); }
SCREE_SMALL constexpr double fnms(double a, double b, double c) { return fma(-a, b, -c); }

// Each lane of GCC's vectors of doubles is treated, whatever their length, by the instruction where there is one.
#if defined(__FMA__)
#define SCREE_FMA_SHORT(name)                                                                           \
  if constexpr (sizeof(Lanes) == 16) return Lanes(_mm_##name##_pd(__m128d(a), __m128d(b), __m128d(c))); \
  if constexpr (sizeof(Lanes) == 32) return Lanes(_mm256_##name##_pd(__m256d(a), __m256d(b), __m256d(c)));
#else
#define SCREE_FMA_SHORT(name)
#endif
#if defined(__FMA__) && defined(__AVX512F__)
#define SCREE_FMA_LONG(name) \
  if constexpr (sizeof(Lanes) == 64) return Lanes(_mm512_##name##_pd(__m512d(a), __m512d(b), __m512d(c)));
#else
#define SCREE_FMA_LONG(name)
#endif
#define SCREE_FMA_LANES(name, instruction)                                                           \
  template <class Lanes>                                                                             \
  [[gnu::always_inline]] inline Lanes name##_lanes(const Lanes& a, const Lanes& b, const Lanes& c) { \
    SCREE_FMA_SHORT(instruction)                                                                     \
    SCREE_FMA_LONG(instruction)                                                                      \
    Lanes r = c;                                                                                     \
    for (unsigned l = 0; l < sizeof(Lanes) / sizeof(double); ++l) r[l] = name(a[l], b[l], c[l]);     \
    return r;                                                                                        \
  }
SCREE_FMA_LANES(fma, fmadd)
SCREE_FMA_LANES(fnma, fnmadd)
SCREE_FMA_LANES(fms, fmsub)
SCREE_FMA_LANES(fnms, fnmsub)
#undef SCREE_FMA_LANES
#undef SCREE_FMA_SHORT
#undef SCREE_FMA_LONG

}  // namespace scree
