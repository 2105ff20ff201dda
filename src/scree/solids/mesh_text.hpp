// Readers of text files share these: lines with their numbers, words, and numbers.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree {

// Gives the lines of a text, without \r at their ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next(std::string_view& line);
  int number() const { return number_; }  // number of the last line, from 1
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

// Messages name a place as "path:line".
struct Place {
  const std::string& path;
  int line;
  std::string text() const;
};

inline constexpr std::string_view kBlanks = " \t\r\v\f";
void words_of(std::string_view line, std::vector<std::string_view>& words, std::string_view blanks = kBlanks);
std::string lower_case(std::string_view word);
// Messages shorten words, which may be as long as the file.
std::string shortened(std::string_view word);
// Returns a number, finite or not, or nothing.
std::optional<double> number_of(std::string_view word);
// Returns three coordinates from words[first] on, or throws an InputError.
Vec3 point_of(const std::vector<std::string_view>& words, std::size_t first, const Place& place);

}  // namespace scree
