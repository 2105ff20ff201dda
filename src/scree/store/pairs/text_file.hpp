// Text has one record a line, with fields separated by blanks, plain or gzip-compressed. Bad input is an InputError
// with file, line, field, value and what is allowed.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "scree/math/vec3.hpp"

namespace scree::pairs {

// Returns the whole file; its content, not its name, tells whether it is compressed.
std::string read_text(const std::string& path);

// Takes the fields of one line from left to right; each has a name for the error text.
class Fields {
 public:
  Fields(std::string_view path, std::size_t line, std::string_view text);

  std::string_view word(std::string_view name);
  Real number(std::string_view name);      // finite only
  Real any_number(std::string_view name);  // may be nan or inf
  Real positive(std::string_view name);
  int integer(std::string_view name, int lowest, int highest);
  // It fails unless the next word is this one.
  void expect(std::string_view keyword);
  bool more() const;
  // It fails if anything is left.
  void end();

  std::string_view first() const { return first_; }
  std::size_t line() const { return line_; }
  // throws `path:line: what`
  [[noreturn]] void fail(std::string_view what) const;
  // throws `path:line: name = "value": allowed`
  [[noreturn]] void refuse(std::string_view name, std::string_view value, std::string_view allowed) const;

 private:
  std::string_view path_, text_, first_;
  std::size_t line_, at_ = 0;
};

// Gives the lines of a file that are neither empty nor comments (#). Fields point into it, so it must outlive them.
class Lines {
 public:
  explicit Lines(const std::string& path) : Lines(path, read_text(path)) {}
  Lines(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {}

  std::optional<Fields> next();
  // Returns the next line; fails with "the file ends where <what> should follow".
  Fields need(std::string_view what);
  // Returns the first word of the next line, empty at the end.
  std::string_view peek() const;
  const std::string& path() const { return path_; }

 private:
  std::string path_, text_;
  std::size_t at_ = 0, line_ = 0;
};

}  // namespace scree::pairs
