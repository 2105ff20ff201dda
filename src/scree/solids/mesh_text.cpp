#include "scree/solids/mesh_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

#include "scree/error.hpp"
#include "scree/solids/mesh.hpp"
#include "scree/solids/polyhedron_check.hpp"

namespace scree {

bool Lines::next(std::string_view& line) {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  line = rest_.substr(0, end);
  rest_ = end == rest_.npos ? std::string_view() : rest_.substr(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  ++number_;
  return true;
}

std::string Place::text() const { return fmt::format("{}:{}", path, line); }

void words_of(std::string_view line, std::vector<std::string_view>& words, std::string_view blanks) {
  words.clear();
  while (true) {
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin == line.npos) return;
    line.remove_prefix(begin);
    words.push_back(line.substr(0, line.find_first_of(blanks)));
    line.remove_prefix(words.back().size());
  }
}

std::string lower_case(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

std::string shortened(std::string_view word) {
  constexpr std::size_t kShown = 40;
  std::string text(word.substr(0, kShown));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
  return word.size() > kShown ? text + "..." : text;
}

// The locale must not matter, as it does for strtod.
std::optional<double> number_of(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::result_out_of_range)  // 1e-400 or 1e400, which the library does not tell apart
    return word.find("e-") != word.npos || word.find("E-") != word.npos ? 0 : std::numeric_limits<double>::infinity();
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

Vec3 point_of(const std::vector<std::string_view>& words, std::size_t first, const Place& place) {
  if (words.size() < first + 3) throw InputError(fmt::format("{}: a vertex has three coordinates", place.text()));
  Vec3 p{0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    const std::string_view word = words[first + std::size_t(k)];
    const auto value = number_of(word);
    if (!value) throw InputError(fmt::format("{}: \"{}\" is no number", place.text(), shortened(word)));
    if (!std::isfinite(*value))
      throw InputError(fmt::format("{}: {} is not a finite number", place.text(), shortened(word)));
    if (std::abs(*value) > double(kLargestCoordinate))
      throw InputError(fmt::format("{}: {} is too large for a coordinate", place.text(), shortened(word)));
    p[k] = Real(*value);
  }
  return p;
}

}  // namespace scree
