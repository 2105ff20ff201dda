#include "scree/view/http.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace scree::view {

namespace {

bool is_letter_or_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || (c != '\0' && std::strchr("!#$%&'*+-.^_`|~", c));
  });
}
bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);  // char has no sign everywhere
    return (code < ' ' && c != '\t') || code == 127;
  });
}
bool is_named(std::string_view header, std::string_view name) {
  return std::equal(header.begin(), header.end(), name.begin(), name.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Reads digits alone; what is too large for any file is as large as can be.
std::optional<std::size_t> count_in(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size()) return std::nullopt;
  return error == std::errc() ? value : std::numeric_limits<std::size_t>::max();
}

const char* phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 206:
      return "Partial Content";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 416:
      return "Range Not Satisfiable";
    case 422:
      return "Unprocessable Content";
    case 431:
      return "Request Header Fields Too Large";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return status < 500 ? "Bad Request" : "Internal Server Error";
  }
}

// Reads method and target, or says what is wrong with the first line.
std::optional<BadRequest> read_request_line(std::string_view line, Request& to) {
  const std::size_t one = line.find(' '), two = line.rfind(' ');
  if (one == std::string_view::npos || one == two) return BadRequest{400, "The first line is not one of HTTP."};
  const std::string_view method = line.substr(0, one), target = line.substr(one + 1, two - one - 1);
  const std::string_view version = line.substr(two + 1);
  if (!is_token(method) || !version.starts_with("HTTP/") || target.empty() ||
      target.find(' ') != std::string_view::npos)
    return BadRequest{400, "The first line is not one of HTTP."};
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return BadRequest{505, "This server speaks HTTP/1.1."};
  if (target.size() > kLongestTarget)
    return BadRequest{414, fmt::format("Addresses have at most {} bytes here.", kLongestTarget)};
  to.method = method;
  to.target = target;
  return std::nullopt;
}

struct Seen {
  bool length = false, condition = false;
  int ranges = 0;
};

std::optional<BadRequest> take_header(std::string_view name, std::string_view value, RequestHead& to, Seen& seen) {
  if (is_named(name, "host")) {
    to.request.hosts.emplace_back(value);
  } else if (is_named(name, "content-type")) {
    to.request.type = value;
  } else if (is_named(name, "content-length")) {
    const auto n = count_in(value);
    if (!n || (seen.length && *n != to.n_body)) return BadRequest{400, "Content-Length is not a number of bytes."};
    to.n_body = *n;
    seen.length = true;
  } else if (is_named(name, "transfer-encoding")) {
    return BadRequest{501, "Bodies come with their length here, not in chunks."};
  } else if (is_named(name, "range")) {
    ++seen.ranges;
    to.range = value;
  } else if (is_named(name, "if-range")) {
    seen.condition = true;
  }
  return std::nullopt;
}

struct Part {
  int status = 200;
  std::size_t first = 0, n = 0;
};

// Reads "bytes=0-99", "bytes=100-" or "bytes=-50"; anything else gets the whole.
Part part_asked_for(std::string_view range, std::size_t size) {
  const Part whole{200, 0, size}, none{416, 0, 0};
  constexpr std::string_view kUnit = "bytes=";
  if (!range.starts_with(kUnit) || range.find(',') != std::string_view::npos) return whole;
  range.remove_prefix(kUnit.size());
  const std::size_t dash = range.find('-');
  if (dash == std::string_view::npos) return whole;
  const std::string_view from = trimmed(range.substr(0, dash)), to = trimmed(range.substr(dash + 1));
  const auto first = count_in(from), last = count_in(to);
  if ((!first && !from.empty()) || (!last && !to.empty()) || (!first && !last)) return whole;
  if (!first) {
    const std::size_t n = std::min(*last, size);
    return n == 0 ? none : Part{206, size - n, n};
  }
  if (last && *last < *first) return whole;
  if (*first >= size) return none;
  return {206, *first, std::min(last.value_or(size - 1), size - 1) - *first + 1};
}

std::string head_of(int status, const std::string& type, std::size_t n_body, bool keep, const std::string& more) {
  std::string head = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: {}\r\nConnection: close\r\n{}",
      status, phrase(status), type, n_body, keep ? "public, max-age=31536000, immutable" : "no-store", more);
  for (const auto& [name, value] : security_headers()) head += fmt::format("{}: {}\r\n", name, value);
  return head + "\r\n";
}

}  // namespace

std::optional<std::size_t> end_of_head(std::string_view bytes) {
  const std::size_t at = bytes.find("\r\n\r\n");
  if (at == std::string_view::npos) return std::nullopt;
  return at + 4;
}

std::variant<RequestHead, BadRequest> read_head(std::string_view bytes) {
  if (bytes.size() > kLongestHead)
    return BadRequest{431, fmt::format("A request has at most {} bytes of headers here.", kLongestHead)};
  RequestHead head;
  Seen seen;
  std::size_t n_headers = 0;
  for (std::size_t at = 0, end = 0; (end = bytes.find("\r\n", at)) != at; at = end + 2) {
    if (end == std::string_view::npos) return BadRequest{400, "The headers do not end."};
    const std::string_view line = bytes.substr(at, end - at);
    if (has_control(line)) return BadRequest{400, "There are control characters in the headers."};
    if (at == 0) {
      if (auto bad = read_request_line(line, head.request)) return *bad;
      continue;
    }
    const std::size_t colon = std::min(line.find(':'), line.size());
    if (colon == line.size() || !is_token(line.substr(0, colon))) return BadRequest{400, "A header has no name."};
    if (++n_headers > kMostHeaders)
      return BadRequest{431, fmt::format("A request has at most {} headers here.", kMostHeaders)};
    if (auto bad = take_header(line.substr(0, colon), trimmed(line.substr(colon + 1)), head, seen)) return *bad;
  }
  if (head.request.method.empty()) return BadRequest{400, "The first line is empty."};
  // Nothing here has a name by which one could ask for a range of the same thing as before.
  if (seen.condition || seen.ranges > 1) head.range.clear();
  return head;
}

Reply reply_with(const Answer& answer, const RequestHead& asked) {
  const bool of_a_get = asked.request.method == "GET" && answer.status == 200;
  const std::size_t size = answer.body->size();
  const Part part = of_a_get && !asked.range.empty() ? part_asked_for(asked.range, size) : Part{answer.status, 0, size};
  std::string more;
  if (of_a_get) more += "Accept-Ranges: bytes\r\n";
  if (part.status == 206)
    more += fmt::format("Content-Range: bytes {}-{}/{}\r\n", part.first, part.first + part.n - 1, size);
  if (part.status == 416) {
    Reply none = refusal({416, "There are no such bytes."});
    none.head.insert(none.head.find("\r\n") + 2, fmt::format("Content-Range: bytes */{}\r\n", size));
    return none;
  }
  if (part.status == 405) more += "Allow: GET, HEAD\r\n";
  const bool head_only = asked.request.method == "HEAD";
  return {head_of(part.status, answer.type, part.n, answer.keep, more), answer.body, part.first,
          head_only ? 0 : part.n};
}

Reply refusal(const BadRequest& bad) {
  auto body = std::make_shared<const std::string>(problem_json({"This request was not answered", bad.message, false}));
  return {head_of(bad.status, kJson, body->size(), false, ""), body, 0, body->size()};
}

}  // namespace scree::view
