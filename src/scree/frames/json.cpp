#include "scree/frames/json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace scree::json {

namespace {

// Returns the length of the UTF-8 character that begins at `at`, 0 if there is none (RFC 3629: no overlong forms, no
// surrogates).
std::size_t utf8_length(std::string_view s, std::size_t at) {
  const auto byte = [&](std::size_t k) { return at + k < s.size() ? static_cast<unsigned char>(s[at + k]) : 0u; };
  const auto follows = [&](std::size_t k) { return (byte(k) & 0xc0u) == 0x80u; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool allowed = (first != 0xe0 || second >= 0xa0) && (first != 0xed || second <= 0x9f);
    return allowed && follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool allowed = (first != 0xf0 || second >= 0x90) && (first != 0xf4 || second <= 0x8f);
    return allowed && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

std::string escaped(char c) {
  if (c == '"' || c == '\\') return std::string("\\") + c;
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  return fmt::format("\\u{:04x}", static_cast<unsigned>(c));
}

}  // namespace

std::string text(std::string_view value) {
  std::string out = "\"";
  for (std::size_t i = 0; i < value.size();) {
    const std::size_t length = utf8_length(value, i);
    if (length == 0) {
      out += "\xef\xbf\xbd";
      ++i;
      continue;
    }
    const char c = value[i];
    const bool plain = length > 1 || (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != 0x7f);
    out += plain ? std::string(value.substr(i, length)) : escaped(c);
    i += length;
  }
  return out + "\"";
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

std::string vector(const Vec3d& v) { return fmt::format("[{},{},{}]", number(v.x), number(v.y), number(v.z)); }

std::string quaternion(const Quat& q) {
  return fmt::format("[{},{},{},{}]", number(q.x), number(q.y), number(q.z), number(q.w));
}

std::string list(const std::vector<std::string>& items) {
  std::string out = "[";
  for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "" : ",") + items[i];
  return out + "]";
}

std::string texts(const std::vector<std::string>& values) {
  std::vector<std::string> items;
  for (const std::string& value : values) items.push_back(text(value));
  return list(items);
}

std::string numbers(const std::vector<double>& values) {
  std::vector<std::string> items;
  for (const double value : values) items.push_back(number(value));
  return list(items);
}

}  // namespace scree::json
