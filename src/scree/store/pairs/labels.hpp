// The name of some sets is the type of contact that all their pairs have: there the type is part of the answer.
#pragma once
#include <optional>
#include <string_view>

#include "scree/narrow/contact_type.hpp"

namespace scree::pairs {

struct Label {
  FeatureKind a, b;
};

// Reads `vertex_face` and so on, A first; `_rot` is the same, rotated. Returns nothing for other names.
inline std::optional<Label> label_of(std::string_view set) {
  constexpr std::string_view names[] = {"vertex", "edge", "face"}, turned = "_rot";
  if (set.ends_with(turned)) set.remove_suffix(turned.size());
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      if (set.starts_with(names[a]) && set.substr(names[a].size()).starts_with('_') &&
          set.substr(names[a].size() + 1) == names[b])
        return Label{FeatureKind(a), FeatureKind(b)};
  return std::nullopt;
}

}  // namespace scree::pairs
