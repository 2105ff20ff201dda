// The methods that find the link of two convex bodies, for people: what each does, and where it comes from.
#pragma once
#include <array>

#include "scree/narrow/link.hpp"

namespace scree {

struct LinkMethodRow {
  LinkMethod method;
  const char* what;
  const char* source;
};
inline constexpr std::array<LinkMethodRow, kLinkMethods> kLinkMethodTable = {{
    {LinkMethod::kShortestLink, "the shortest link between the bodies, and the plane across it", "Nezami 2006"},
    {LinkMethod::kFastCommonPlane, "the best of few candidate planes at the nearest vertices", "Nezami 2004"},
    {LinkMethod::kCommonPlane, "a plane turned until the gap is largest, axes turned before halving", "Cundall 1988"},
    {LinkMethod::kCommonPlaneFixed, "a plane turned until the gap is largest, fixed axes", "Cundall 1988"},
    {LinkMethod::kGjk, "simplices in the Minkowski difference, overlaps by an expanding polytope",
     "Gilbert, Johnson & Keerthi 1988"},
    {LinkMethod::kAxisScan, "every face normal and every pair of edges: slow, the reference for overlaps",
     "separating axes"},
}};

// Rows stand where their method is numbered.
constexpr bool in_order(const std::array<LinkMethodRow, kLinkMethods>& table) {
  for (int m = 0; m < kLinkMethods; ++m)
    if (table[std::size_t(m)].method != LinkMethod(m)) return false;
  return true;
}
static_assert(in_order(kLinkMethodTable));

}  // namespace scree
