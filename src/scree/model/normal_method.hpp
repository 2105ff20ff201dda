// The methods that find the common normal of two superellipsoids, by name: what scenes and `scree pairs` choose from.
#pragma once
#include <cstdint>

namespace scree {

enum class NormalMethod : std::uint8_t {
  kSupportGap,   // Newton on the support gap
  kCommonNormal  // Wellmann et al. 2008
};
inline constexpr int kNormalMethods = 2;
inline constexpr const char* name_of(NormalMethod m) {
  constexpr const char* names[kNormalMethods] = {"support_gap", "common_normal"};
  return names[int(m)];
}

}  // namespace scree
