#include "scree/scene/shown_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree::scene {

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::string_view kDots = "...";
  const auto goes_on = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };  // UTF-8
  std::size_t n = text.size();
  if (n > most) {
    n = most - kDots.size();
    while (n > 0 && goes_on(text[n])) --n;
  }
  std::string shown(text.substr(0, n));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return n < text.size() ? shown.append(kDots) : shown;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), kMost); ++k) text += (k == 0 ? "" : ", ") + shortened(names[k]);
  return names.size() > kMost ? fmt::format("{} and {} more", text, names.size() - kMost) : text;
}

}  // namespace scree::scene
