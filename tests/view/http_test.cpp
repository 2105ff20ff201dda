#include "scree/view/http.hpp"

#include <gtest/gtest.h>

#include "view/sample_run.hpp"

namespace scree::view {
namespace {

using sample_run::has;

RequestHead good(const std::string& bytes) {
  const auto read = read_head(bytes);
  EXPECT_TRUE(std::holds_alternative<RequestHead>(read)) << std::get<BadRequest>(read).message;
  return std::get<RequestHead>(read);
}
int status_of(const std::string& bytes) {
  const auto read = read_head(bytes);
  return std::holds_alternative<BadRequest>(read) ? std::get<BadRequest>(read).status : 0;
}

TEST(Http, ReadsTheFirstLineAndTheHeadersItKnows) {
  const RequestHead head = good(
      "POST /a?b=c HTTP/1.1\r\nHost: one\r\nhOST:\ttwo \r\nContent-Type: image/png\r\nContent-Length: 17\r\n"
      "Range: bytes=0-1\r\nX-Other:\r\n\r\n");
  EXPECT_EQ(head.request.method, "POST");
  EXPECT_EQ(head.request.target, "/a?b=c");
  EXPECT_EQ(head.request.hosts, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(head.request.type, "image/png");
  EXPECT_EQ(head.n_body, 17u);
  EXPECT_EQ(head.range, "bytes=0-1");
  EXPECT_EQ(end_of_head("GET / HTTP/1.1\r\n\r\nmore"), std::size_t(18));
  EXPECT_EQ(end_of_head("GET / HTTP/1.1\r\n\n"), std::nullopt);
}

TEST(Http, RefusesWhatIsNoRequest) {
  for (const char* bytes :
       {"\r\n\r\n", "GET /\r\n\r\n", "GET  HTTP/1.1\r\n\r\n", "GET / / HTTP/1.1\r\n\r\n", "G\tT / HTTP/1.1\r\n\r\n",
        "GET / HTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n folded: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/1.1\r\nX: a\nY: b\r\n\r\n",
        "GET / HTTP/1.1\r\nX: \x01\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"})
    EXPECT_EQ(status_of(bytes), 400) << bytes;
  EXPECT_EQ(status_of("GET / HTTP/2.0\r\n\r\n"), 505);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
  EXPECT_EQ(status_of("GET /" + std::string(kLongestTarget, 'a') + " HTTP/1.1\r\n\r\n"), 414);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nX: " + std::string(kLongestHead, 'a') + "\r\n\r\n"), 431);
  std::string many = "GET / HTTP/1.1\r\n";
  for (std::size_t k = 0; k <= kMostHeaders; ++k) many += "X: y\r\n";
  EXPECT_EQ(status_of(many + "\r\n"), 431);
}

class Ranges : public testing::Test {
 protected:
  Reply reply(const std::string& headers, const char* method = "GET", int status = 200) {
    const Answer answer{status, "text/plain", std::make_shared<const std::string>("0123456789"), false};
    return reply_with(answer, good(std::string(method) + " / HTTP/1.1\r\n" + headers + "\r\n"));
  }
  std::string part(const std::string& range) {
    const Reply r = reply("Range: " + range + "\r\n");
    return r.head.substr(9, 3) + " " + r.body->substr(r.first, r.n);
  }
};

TEST_F(Ranges, OneIsSentAlone) {
  EXPECT_EQ(part("bytes=2-4"), "206 234");
  EXPECT_EQ(part("bytes=0-0"), "206 0");
  EXPECT_EQ(part("bytes=7-"), "206 789");
  EXPECT_EQ(part("bytes=-3"), "206 789");
  EXPECT_EQ(part("bytes=-30"), "206 0123456789");
  EXPECT_EQ(part("bytes=8-99999999999999999999999"), "206 89");
  const Reply r = reply("Range: bytes=2-4\r\n");
  EXPECT_TRUE(has(r.head, "\r\nContent-Range: bytes 2-4/10\r\n"));
  EXPECT_TRUE(has(r.head, "\r\nContent-Length: 3\r\n"));
  EXPECT_TRUE(has(r.head, "\r\nAccept-Ranges: bytes\r\n"));
}

TEST_F(Ranges, OneThatIsNotThereIsSaidSo) {
  for (const char* range : {"bytes=10-", "bytes=99999999999999999999999-", "bytes=-0"}) {
    const Reply r = reply(std::string("Range: ") + range + "\r\n");
    EXPECT_TRUE(r.head.starts_with("HTTP/1.1 416 ")) << range;
    EXPECT_TRUE(has(r.head, "\r\nContent-Range: bytes */10\r\n")) << r.head;
    EXPECT_TRUE(has(r.head, "\r\nContent-Security-Policy: ")) << r.head;
  }
}

TEST_F(Ranges, OthersGetTheWhole) {
  for (const char* range : {"bytes=0-1,3-4", "bytes=4-2", "bytes=-", "bytes=a-b", "octets=0-1", "bytes", "bytes=1", ""})
    EXPECT_EQ(part(range), "200 0123456789") << range;
  EXPECT_EQ(reply("Range: bytes=0-1\r\nRange: bytes=2-3\r\n").n, 10u);
  EXPECT_EQ(reply("Range: bytes=0-1\r\nIf-Range: \"x\"\r\n").n, 10u);
  EXPECT_EQ(reply("Range: bytes=0-1\r\n", "GET", 404).n, 10u);
  const Reply head = reply("Range: bytes=0-1\r\n", "HEAD");
  EXPECT_EQ(head.n, 0u);
  EXPECT_TRUE(has(head.head, "\r\nContent-Length: 10\r\n"));
}

}  // namespace
}  // namespace scree::view
