// HTTP/1.1 is spoken as far as the viewer needs it: one request and one answer a connection. Text comes in and text
// goes out: there are no sockets here, so that tests and fuzzers call it as the server does.
//
// It is our own because the library that Debian has (cpp-httplib 0.11) answers a request for a thousand ranges with a
// thousand copies, restarts its clock with every byte, and keeps a thread waiting for every slow sender.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "scree/view/answer.hpp"

namespace scree::view {

// A longer head is refused before more of it is read.
inline constexpr std::size_t kLongestHead = std::size_t(16) << 10, kLongestTarget = std::size_t(8) << 10;
inline constexpr std::size_t kMostHeaders = 100;
inline constexpr std::size_t kLargestBody = std::size_t(256) << 20;

// Holds the first line and the headers.
struct RequestHead {
  Request request;         // its body is still to come
  std::size_t n_body = 0;  // bytes of the body
  std::string range;       // range of bytes; empty: all
};

// Says why a request is none.
struct BadRequest {
  int status = 400;
  std::string message;
};

// Returns the number of bytes up to the end of the blank line after the headers, or nothing if that has not come yet.
std::optional<std::size_t> end_of_head(std::string_view bytes);
// Reads the head from all bytes up to there.
std::variant<RequestHead, BadRequest> read_head(std::string_view bytes);

// A reply goes out as it is: the head, then `n` bytes of the body from `first` on. The body is shared, not copied.
struct Reply {
  std::string head;
  SharedText body;
  std::size_t first = 0, n = 0;
};
// If one range of bytes is asked for, that is sent (206). More than one get the whole, as RFC 9110 allows (14.2).
Reply reply_with(const Answer& answer, const RequestHead& asked);
Reply refusal(const BadRequest& bad);

}  // namespace scree::view
