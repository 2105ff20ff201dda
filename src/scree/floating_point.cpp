#include "scree/floating_point.hpp"

#include <cfenv>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#endif

namespace scree {
namespace {

#if defined(__x86_64__)
// MXCSR: flush to zero, rounding (two bits), denormals are zero.
constexpr unsigned kNotIeee = 0x8000u | 0x6000u | 0x0040u;
unsigned mode() { return _mm_getcsr() & kNotIeee; }
void clear_mode() { _mm_setcsr(_mm_getcsr() & ~kNotIeee); }
#elif defined(__aarch64__)
// FPCR: default for what is no number, flush to zero, rounding (two bits).
constexpr std::uint64_t kNotIeee = 0xfull << 22;
std::uint64_t control() {
  std::uint64_t r;
  __asm__ volatile("mrs %0, fpcr" : "=r"(r));
  return r;
}
std::uint64_t mode() { return control() & kNotIeee; }
void clear_mode() { __asm__ volatile("msr fpcr, %0" : : "r"(control() & ~kNotIeee)); }
#else
int mode() { return std::fegetround() == FE_TONEAREST ? 0 : 1; }
void clear_mode() { std::fesetround(FE_TONEAREST); }
#endif

}  // namespace

void round_as_ieee() { clear_mode(); }
bool rounds_as_ieee() { return mode() == 0; }

void round_as_ieee_everywhere() {
  round_as_ieee();
#pragma omp parallel
  round_as_ieee();
}

}  // namespace scree
