// These words let one piece of code serve one number, or four at once (pack.hpp), on host and device: what comparing
// gives, a choice without a branch, and whether any lane says so.
#pragma once
#include <cmath>
#include <type_traits>

#include "scree/math/vec3.hpp"

namespace scree {

template <class R>
struct MaskOfT {
  using type = bool;
};
template <class R>
using MaskOf = typename MaskOfT<R>::type;

SCREE_HD inline Real select(bool m, Real a, Real b) { return m ? a : b; }
template <class M, class T>
SCREE_HD Vec3T<T> select(M m, const Vec3T<T>& a, const Vec3T<T>& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
SCREE_HD inline bool any(bool m) { return m; }
SCREE_HD inline bool equal(Real a, Real b) { return a == b; }
SCREE_HD inline bool both(bool a, bool b) { return a && b; }

template <class R>
SCREE_HD R at_least(const R& x, std::type_identity_t<R> lowest) {
  return larger(x, lowest);
}
template <class R>
SCREE_HD R at_most(const R& x, std::type_identity_t<R> highest) {
  return smaller(x, highest);
}

SCREE_HD inline Real magnitude(Real a) { return std::fabs(a); }

}  // namespace scree
