// Model and State are made with these elementary functions: of a number, of a pack and of any vector of doubles, with
// the same bits in every lane, from every compiler and on every machine. They are made of + - * / sqrt, fma and the
// bits of numbers alone; the functions of the C library differ between its versions, between processors and on devices.
//
// The largest error is below one unit in the last place; infinities, zeros, denormal numbers and NaN are treated as in
// the C standard. Arguments of sine and cosine may be as large as they like.
#pragma once
#include "scree/math/elementary/angles.hpp"
#include "scree/math/elementary/powers.hpp"
#include "scree/math/elementary/roots.hpp"

namespace scree {

#if defined(__CUDACC__)
#define SCREE_ELEMENTARY_LANES(f)
#define SCREE_ELEMENTARY_LANES_2(f)
#else
#define SCREE_ELEMENTARY_LANES(f) \
  template <LaneVector V>         \
  inline V f(V x) {               \
    return elementary::f(x);      \
  }
#define SCREE_ELEMENTARY_LANES_2(f)            \
  template <LaneVector V>                      \
  inline V f(V x, std::type_identity_t<V> y) { \
    return elementary::f(x, y);                \
  }
#endif
#define SCREE_ELEMENTARY(f)                                       \
  SCREE_HD inline double f(double x) { return elementary::f(x); } \
  SCREE_ELEMENTARY_LANES(f)
#define SCREE_ELEMENTARY_2(f)                                                  \
  SCREE_HD inline double f(double x, double y) { return elementary::f(x, y); } \
  SCREE_ELEMENTARY_LANES_2(f)

SCREE_ELEMENTARY(exp2)
SCREE_ELEMENTARY(exp)
SCREE_ELEMENTARY(expm1)
SCREE_ELEMENTARY(log2)
SCREE_ELEMENTARY(log)
SCREE_ELEMENTARY(log1p)
SCREE_ELEMENTARY(acosh)
SCREE_ELEMENTARY_2(pow)
SCREE_ELEMENTARY(cbrt)
SCREE_ELEMENTARY_2(hypot)
SCREE_ELEMENTARY(sin)
SCREE_ELEMENTARY(cos)
SCREE_ELEMENTARY(tan)
SCREE_ELEMENTARY(asin)
SCREE_ELEMENTARY(acos)
SCREE_ELEMENTARY(atan)
SCREE_ELEMENTARY_2(atan2)
SCREE_HD inline double lgamma(double x) { return elementary::lgamma(x); }

#undef SCREE_ELEMENTARY
#undef SCREE_ELEMENTARY_2
#undef SCREE_ELEMENTARY_LANES
#undef SCREE_ELEMENTARY_LANES_2

// Returns both, for little more than the cost of one.
SCREE_HD inline elementary::SineCosine<double> sincos(double x) { return elementary::sincos(x); }
#if !defined(__CUDACC__)
template <LaneVector V>
inline elementary::SineCosine<V> sincos(V x) {
  return elementary::sincos(x);
}
#endif

}  // namespace scree
