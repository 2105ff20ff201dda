// Messages show text of a scene. What a scene holds may be long, or not text at all.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scree::scene {

// Cuts text where it is long, between characters, and drops control characters.
std::string shortened(std::string_view text, std::size_t most = 60);
// Lists names as "cube, ball", of many only the first.
std::string listed(const std::vector<std::string>& names);

}  // namespace scree::scene
