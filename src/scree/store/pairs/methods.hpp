// The methods have these names in options and error texts.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "scree/narrow/link.hpp"

namespace scree::pairs {

inline std::optional<LinkMethod> find_method(std::string_view name) {
  for (int m = 0; m < kLinkMethods; ++m)
    if (name == name_of(LinkMethod(m))) return LinkMethod(m);
  return std::nullopt;
}

inline std::string method_names() {
  std::string names;
  for (int m = 0; m < kLinkMethods; ++m) names += (m > 0 ? ", " : "") + std::string(name_of(LinkMethod(m)));
  return names;
}

}  // namespace scree::pairs
