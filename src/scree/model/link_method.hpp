// The methods that find the link of two convex bodies, by name: what scenes and `scree pairs` choose from.
#pragma once
#include <cstdint>

namespace scree {

enum class LinkMethod : std::uint8_t {
  kShortestLink,      // Nezami et al. 2006
  kFastCommonPlane,   // Nezami et al. 2004
  kCommonPlane,       // Cundall 1988, axes turned before the step is halved
  kCommonPlaneFixed,  // Cundall 1988, fixed axes
  kGjk,               // Gilbert, Johnson & Keerthi 1988; overlaps by an expanding polytope
  kAxisScan           // every face normal and every pair of edges: slow, and right for overlaps
};
inline constexpr int kLinkMethods = 6;
inline constexpr const char* name_of(LinkMethod m) {
  constexpr const char* names[kLinkMethods] = {
      "shortest_link", "fast_common_plane", "common_plane", "common_plane_fixed", "gjk", "axis_scan"};
  return names[int(m)];
}

}  // namespace scree
