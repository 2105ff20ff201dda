// What readers of text files share: lines with their numbers, words, numbers.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree {

// Lines of a text, without \r at their ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next(std::string_view& line);
  int number() const { return number_; }  // of the last line, from 1
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

// For messages: "path:line".
struct Place {
  const std::string& path;
  int line;
  std::string text() const;
};

inline constexpr std::string_view kBlanks = " \t\r\v\f";
void words_of(std::string_view line, std::vector<std::string_view>& words, std::string_view blanks = kBlanks);
std::string lower_case(std::string_view word);
// For messages: words may be as long as the file.
std::string shortened(std::string_view word);
// A number, finite or not, or nothing.
std::optional<double> number_of(std::string_view word);
// Three coordinates from words[first] on, or an InputError.
Vec3 point_of(const std::vector<std::string_view>& words, std::size_t first, const Place& place);

}  // namespace scree
