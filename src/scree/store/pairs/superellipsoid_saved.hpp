// A pair of superellipsoids that was answered wrongly is saved whole, as text that stands alone (saved_pair.hpp does
// the same for polyhedra).
#pragma once
#include <string>

#include "scree/store/pairs/superellipsoid_set.hpp"

namespace scree::pairs {

inline constexpr const char* kSavedSuperellipsoids = "failed_superellipsoids";

struct SavedSmoothPair {
  SmoothPair pair;
  NormalOptions options;
  NormalCache before;
  SmoothAnswer answer;
  std::string verdict;  // verdict on the answer, in one word
};

std::string text_of(const SavedSmoothPair& saved);
SavedSmoothPair read_saved_superellipsoids(Lines& lines);

std::optional<NormalMethod> find_normal_method(std::string_view name);
std::string normal_method_names();

}  // namespace scree::pairs
