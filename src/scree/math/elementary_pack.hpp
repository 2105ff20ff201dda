// Elementary functions of packs have, lane by lane, the bits of those of numbers alone. Devices have no packs.
#pragma once
#include "scree/math/elementary.hpp"
#if !defined(__CUDACC__)
#include "scree/math/pack.hpp"

namespace scree {

inline Pack exp2(Pack x) { return Pack(elementary::exp2(x.lanes)); }
inline Pack exp(Pack x) { return Pack(elementary::exp(x.lanes)); }
inline Pack expm1(Pack x) { return Pack(elementary::expm1(x.lanes)); }
inline Pack log2(Pack x) { return Pack(elementary::log2(x.lanes)); }
inline Pack log(Pack x) { return Pack(elementary::log(x.lanes)); }
inline Pack log1p(Pack x) { return Pack(elementary::log1p(x.lanes)); }
inline Pack acosh(Pack x) { return Pack(elementary::acosh(x.lanes)); }
inline Pack cbrt(Pack x) { return Pack(elementary::cbrt(x.lanes)); }
inline Pack sin(Pack x) { return Pack(elementary::sin(x.lanes)); }
inline Pack cos(Pack x) { return Pack(elementary::cos(x.lanes)); }
inline Pack tan(Pack x) { return Pack(elementary::tan(x.lanes)); }
inline Pack asin(Pack x) { return Pack(elementary::asin(x.lanes)); }
inline Pack acos(Pack x) { return Pack(elementary::acos(x.lanes)); }
inline Pack atan(Pack x) { return Pack(elementary::atan(x.lanes)); }
inline Pack pow(Pack x, Pack y) { return Pack(elementary::pow(x.lanes, y.lanes)); }
inline Pack hypot(Pack x, Pack y) { return Pack(elementary::hypot(x.lanes, y.lanes)); }
inline Pack atan2(Pack y, Pack x) { return Pack(elementary::atan2(y.lanes, x.lanes)); }
inline elementary::SineCosine<Pack> sincos(Pack x) {
  const elementary::SineCosine<Pack::Lanes> s = elementary::sincos(x.lanes);
  return {Pack(s.sin), Pack(s.cos)};
}

}  // namespace scree
#endif
