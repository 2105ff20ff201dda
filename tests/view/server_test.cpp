// Over a socket, as a browser does it.
#include "scree/view/server.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "scree/error.hpp"
#include "view/sample_run.hpp"

namespace scree::view {
namespace {

using sample::TemporaryFolder;
using sample_run::has;

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    sample_run::write_run(folder_ / "run");
    std::filesystem::create_directory(folder_ / "page");
    sample::write_text(folder_ / "page/index.html", "<!doctype html>");
  }
  ServerOptions options(int port = 0) const {
    return {.dir = folder_ / "run", .page = folder_ / "page", .host = kThisMachine, .port = port};
  }
  TemporaryFolder folder_;
};

class Client {
 public:
  explicit Client(int port) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to = {};
    to.sin_family = AF_INET;
    to.sin_port = htons(std::uint16_t(port));
    inet_pton(AF_INET, kThisMachine, &to.sin_addr);
    connected_ = connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
  }
  Client(Client&& c) noexcept : fd_(std::exchange(c.fd_, -1)), connected_(c.connected_) {}
  ~Client() {
    if (fd_ >= 0) close(fd_);
  }
  void say(const std::string& bytes) const {
    if (connected_) send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  // Until the other side closes.
  std::string hear() const {
    std::string reply;
    char part[4096];
    for (ssize_t n = 0; connected_ && (n = recv(fd_, part, sizeof part, 0)) > 0;) reply.append(part, std::size_t(n));
    return reply;
  }
  char hear_byte() const {
    char byte = 0;
    return recv(fd_, &byte, 1, 0) == 1 ? byte : '\0';
  }
  bool is_kept() const {
    char byte = 0;
    return connected_ && recv(fd_, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
  }

 private:
  int fd_;
  bool connected_ = false;
};

std::string talk(int port, const std::string& bytes) {
  const Client client(port);
  client.say(bytes);
  return client.hear();
}

std::string get(const Server& server, const std::string& target) {
  return talk(server.port(), fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", target, server.port()));
}

TEST_F(ServerTest, ServesPageAndRunWithAllHeaders) {
  Server server(options());
  server.start();
  EXPECT_EQ(server.address(), fmt::format("http://127.0.0.1:{}/", server.port()));
  const std::string page = get(server, "/"), run = get(server, "/api/run"), missing = get(server, "/x");
  EXPECT_TRUE(page.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(page.ends_with("\r\n\r\n<!doctype html>"));
  EXPECT_TRUE(has(run, "{\"ok\":true"));
  EXPECT_TRUE(missing.starts_with("HTTP/1.1 404"));
  for (const std::string& reply : {page, run, missing}) {
    for (const auto& [name, value] : security_headers()) EXPECT_TRUE(has(reply, name + ": " + value + "\r\n")) << reply;
    EXPECT_TRUE(has(reply, "Cache-Control: no-store\r\n"));
    EXPECT_TRUE(has(reply, "Connection: close\r\n"));
    EXPECT_FALSE(has(reply, "Access-Control-"));
  }
  const std::string frame = get(server, "/api/frame/0");
  EXPECT_EQ(frame.substr(frame.find("\r\n\r\n") + 4, 4), "SCRF");
}

TEST_F(ServerTest, RefusesOtherHostsMethodsAndNonsense) {
  Server server(options());
  server.start();
  const int port = server.port();
  EXPECT_TRUE(talk(port, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").starts_with("HTTP/1.1 403"));
  EXPECT_TRUE(talk(port, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 403"));
  const std::string post =
      talk(port, fmt::format("POST /api/run HTTP/1.1\r\nHost: localhost:{}\r\nContent-Length: 0\r\n\r\n", port));
  EXPECT_TRUE(post.starts_with("HTTP/1.1 405")) << post;
  EXPECT_TRUE(has(post, "Allow: GET, HEAD\r\n"));
  const std::string nonsense = talk(port, "nonsense\r\n\r\n");
  EXPECT_TRUE(nonsense.starts_with("HTTP/1.1 400")) << nonsense;
  EXPECT_TRUE(has(nonsense, "\"ok\":false")) << nonsense;
  const std::string out = get(server, "/../../../../etc/passwd");
  EXPECT_TRUE(out.starts_with("HTTP/1.1 404"));
  EXPECT_FALSE(has(out, "root:"));
}

TEST_F(ServerTest, TakesAPictureOnlyWhenOneIsExpected) {
  Server server(options());
  std::string got;
  server.expect_picture({"abc", [&](const std::string&, const std::string& body) { got = body; }});
  server.start();
  const auto post = [&](const std::string& target) {
    return talk(
        server.port(),
        fmt::format(
            "POST {} HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: image/png\r\nContent-Length: 4\r\n\r\nPNG!",
            target, server.port()));
  };
  EXPECT_TRUE(post("/api/render/abd").starts_with("HTTP/1.1 404"));
  EXPECT_EQ(got, "");
  EXPECT_TRUE(post("/api/render/abc").starts_with("HTTP/1.1 200"));
  server.stop();
  EXPECT_EQ(got, "PNG!");
}

TEST_F(ServerTest, ATakenPortIsAnInputErrorAndOneNotNamedMovesOn) {
  Server first(options());
  first.start();
  try {
    Server second(options(first.port()));
    FAIL();
  } catch (const InputError& e) {
    EXPECT_TRUE(has(e.what(), fmt::format("127.0.0.1, port {}", first.port()))) << e.what();
    EXPECT_TRUE(has(e.what(), "--port"));
  }
  Server a(options(-1)), b(options(-1));
  EXPECT_NE(a.port(), b.port());
  EXPECT_GE(a.port(), kFirstPort);
  ServerOptions nowhere = options();
  nowhere.host = "203.0.113.7";  // an address of nobody
  EXPECT_THROW(Server{nowhere}, InputError);
}

// They are still there when others have been answered, so nobody has waited for them to go.
TEST_F(ServerTest, SlowOnesKeepNobodyWaiting) {
  ServerOptions patient = options();
  patient.limits.head = std::chrono::hours(1);
  Server server(patient);
  server.start();
  std::vector<Client> slow;
  for (int k = 0; k < 200; ++k) {
    slow.emplace_back(server.port());
    slow.back().say(k % 2 ? "GET / HT" : "");
  }
  for (int k = 0; k < 20; ++k) EXPECT_TRUE(get(server, "/api/run").starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(std::all_of(slow.begin(), slow.end(), [](const Client& c) { return c.is_kept(); }));
}

TEST_F(ServerTest, TheOldestMakesRoom) {
  ServerOptions few = options();
  few.limits.most = 3;
  few.limits.head = std::chrono::hours(1);
  Server server(few);
  server.start();
  std::vector<Client> slow;
  for (int k = 0; k < 5; ++k) slow.emplace_back(server.port());
  EXPECT_EQ(slow[0].hear(), "");
  EXPECT_EQ(slow[1].hear(), "");
  EXPECT_TRUE(get(server, "/").starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(slow[3].is_kept() && slow[4].is_kept());
}

TEST_F(ServerTest, ARequestThatDoesNotComeIsGivenUp) {
  ServerOptions hasty = options();
  hasty.limits.head = std::chrono::milliseconds(50);
  Server server(hasty);
  server.start();
  const Client silent(server.port()), begun(server.port());
  begun.say("GET / HTTP/1.1\r\n");
  EXPECT_EQ(silent.hear(), "");
  const std::string reply = begun.hear();
  EXPECT_TRUE(reply.empty() || reply.starts_with("HTTP/1.1 408 ")) << reply;
}

TEST_F(ServerTest, AnswersThatNobodyTakesAreBounded) {
  constexpr std::size_t kLarge = std::size_t(20) << 20;  // more than sockets hold
  sample::write_text(folder_ / "page/large.txt", std::string(kLarge, 'x'));
  ServerOptions small = options();
  small.limits.most_waiting = kLarge + kLarge / 2;
  Server server(small);
  server.start();
  const std::string ask = fmt::format("GET /large.txt HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port());
  const Client one(server.port()), other(server.port());
  for (const Client* client : {&one, &other}) {
    client->say(ask);
    EXPECT_EQ(client->hear_byte(), 'H');
  }
  EXPECT_GT(other.hear().size(), kLarge);
  EXPECT_LT(one.hear().size(), kLarge);
}

TEST_F(ServerTest, ABodyThatNobodyWantsIsNotRead) {
  Server server(options());
  server.start();
  const std::string reply =
      talk(server.port(),
           fmt::format("POST /api/render/x HTTP/1.1\r\nHost: localhost:{}\r\nContent-Length: 99999999999\r\n\r\n",
                       server.port()));
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 405 ")) << reply;
}

TEST_F(ServerTest, StopsAtOnceAndMayNeverHaveStarted) {
  Server never(options());
  never.stop();
  for (int k = 0; k < 5; ++k) {
    Server server(options());
    server.start();
    server.stop();
    server.stop();
    EXPECT_EQ(get(server, "/"), "");
  }
}

}  // namespace
}  // namespace scree::view
