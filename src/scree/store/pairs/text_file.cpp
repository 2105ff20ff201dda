#include "scree/store/pairs/text_file.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>

#include "scree/error.hpp"

namespace scree::pairs {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view word_at(std::string_view text, std::size_t& at) {
  at = std::min(text.find_first_not_of(kBlanks, at), text.size());
  const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
  const std::string_view word = text.substr(at, end - at);
  at = end;
  return word;
}

template <class T>
bool parse(std::string_view word, T& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

// zlib says "end of file in the middle" only on asking, after it has given all it could read.
void check_whole(const std::string& path, gzFile file, int last_read) {
  int code = Z_OK;
  gzerror(file, &code);
  if (code == Z_ERRNO) throw InputError(fmt::format("{}: cannot read: {}", path, std::strerror(errno)));
  if (last_read < 0 || code == Z_BUF_ERROR)
    throw InputError(fmt::format("{}: the compressed data is cut off or damaged", path));
}

}  // namespace

std::string read_text(const std::string& path) {
  errno = 0;
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) throw InputError(fmt::format("{}: cannot read: {}", path, std::strerror(errno)));
  std::string text;
  std::string block(std::size_t(1) << 18, '\0');
  int n = 0;
  while ((n = gzread(file.get(), block.data(), unsigned(block.size()))) > 0) text.append(block, 0, std::size_t(n));
  check_whole(path, file.get(), n);
  return text;
}

Fields::Fields(std::string_view path, std::size_t line, std::string_view text) : path_(path), text_(text), line_(line) {
  std::size_t at = 0;
  first_ = word_at(text_, at);
}

void Fields::fail(std::string_view what) const { throw InputError(fmt::format("{}:{}: {}", path_, line_, what)); }

void Fields::refuse(std::string_view name, std::string_view value, std::string_view allowed) const {
  fail(fmt::format("{} = \"{}\": {}", name, value, allowed));
}

std::string_view Fields::word(std::string_view name) {
  const std::string_view w = word_at(text_, at_);
  if (w.empty()) fail(fmt::format("{} is missing: too few fields", name));
  return w;
}

Real Fields::any_number(std::string_view name) {
  const std::string_view w = word(name);
  Real x = 0;
  if (!parse(w, x)) refuse(name, w, "must be a number");
  return x;
}

Real Fields::number(std::string_view name) {
  const std::string_view w = word(name);
  Real x = 0;
  if (!parse(w, x) || !std::isfinite(x)) refuse(name, w, "must be a finite number");
  return x;
}

Real Fields::positive(std::string_view name) {
  const Real x = number(name);
  if (!(x > 0)) refuse(name, fmt::format("{}", x), "must be > 0");
  return x;
}

int Fields::integer(std::string_view name, int lowest, int highest) {
  const std::string_view w = word(name);
  int i = 0;
  if (!parse(w, i) || i < lowest || i > highest)
    refuse(name, w, fmt::format("must be a whole number from {} to {}", lowest, highest));
  return i;
}

void Fields::expect(std::string_view keyword) {
  const std::string_view w = word(keyword);
  if (w != keyword) fail(fmt::format("\"{}\" where \"{}\" should stand", w, keyword));
}

bool Fields::more() const { return text_.find_first_not_of(kBlanks, at_) != text_.npos; }

void Fields::end() {
  const std::string_view w = word_at(text_, at_);
  if (!w.empty()) fail(fmt::format("too many fields, from \"{}\" on", w));
}

std::optional<Fields> Lines::next() {
  while (at_ < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = std::string_view(text_).substr(at_, end - at_);
    at_ = end + 1;
    const Fields fields(path_, ++line_, line);
    if (!fields.first().empty() && fields.first()[0] != '#') return fields;
  }
  return std::nullopt;
}

Fields Lines::need(std::string_view what) {
  if (std::optional<Fields> fields = next()) return *fields;
  throw InputError(fmt::format("{}:{}: the file ends where {} should follow", path_, line_, what));
}

std::string_view Lines::peek() const {
  std::size_t at = at_;
  while (at < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    std::size_t in_line = 0;
    const std::string_view word = word_at(std::string_view(text_).substr(at, end - at), in_line);
    if (!word.empty() && word[0] != '#') return word;
    at = end + 1;
  }
  return {};
}

}  // namespace scree::pairs
