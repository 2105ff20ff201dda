// A fixed number of spoilt files and requests; the same code goes on for ever in fuzz_view (tests/CMakeLists.txt).
#include "view/fuzz_cases.hpp"

namespace scree::view {
namespace {

using sample::TemporaryFolder;

class Spoilt : public testing::Test {
 protected:
  Spoilt() { fuzz::write_rich_run(folder_.path()); }
  // How many of the spoilt files were still taken, so that the cases are known to reach the inside.
  template <class Look>
  int count(const std::string& name, int cases, std::uint64_t seed, Look&& look) {
    const std::string path = folder_ / name, whole = sample::read_text(path);
    EXPECT_TRUE(look(0)) << "not spoilt";
    std::mt19937_64 rng(seed);
    int taken = 0;
    for (int k = 0; k < cases; ++k) {
      sample::write_text(path, fuzz::mutated(whole, rng));
      SCOPED_TRACE(testing::Message() << name << " case " << k);
      EXPECT_NO_THROW(taken += look(k));
    }
    sample::write_text(path, whole);
    return taken;
  }
  TemporaryFolder folder_;
};

TEST_F(Spoilt, ModelsAreRefusedOrShown) {
  const int taken = count("model.h5", 300, 1, [&](int) { return fuzz::look_at_model(folder_.path()); });
  EXPECT_GT(taken, 40);
  EXPECT_LT(taken, 280);
}

TEST_F(Spoilt, FramesAreRefusedOrShown) {
  const Model model = output::read_model(folder_.path());
  const std::string path = output::frame_path(folder_.path(), 1);
  const int taken = count("frames/000001.h5", 300, 2, [&](int k) { return fuzz::look_at_frame(model, path, k % 30); });
  EXPECT_GT(taken, 40);
  EXPECT_LT(taken, 280);
}

TEST_F(Spoilt, TablesAreRefusedOrShown) {
  const int taken = count("telemetry.csv", 500, 3, [&](int) { return fuzz::look_at_table(folder_ / "telemetry.csv"); });
  EXPECT_GT(taken, 250);
}

TEST_F(Spoilt, FoldersAreAnswered) {
  const auto look = [&](int) { return fuzz::look_at_folder(folder_.path()); };
  EXPECT_LT(count("model.h5", 30, 11, look), 30);
  EXPECT_EQ(count("frames/000001.h5", 30, 12, look), 30);
  EXPECT_EQ(count("telemetry.csv", 30, 13, look), 30);
}

// The numbers in a model, now here, now there: HDF5 has no checksums on these, so only our own checks stand before
// them.
TEST_F(Spoilt, AnyNumberOfAModelMayBeWrong) {
  const std::string path = folder_ / "model.h5", whole = sample::read_text(path);
  std::mt19937_64 rng(4);
  int shown = 0, refused = 0;
  for (int k = 0; k < 300; ++k) {
    const std::size_t at = 8 * (rng() % (whole.size() / 8));
    std::string spoilt = whole;
    const double values[] = {std::nan(""), -1, 1e300, INFINITY};
    const std::uint32_t numbers[] = {0xffffffffu, 0x80000000u, 7u, 1000000u};
    if (rng() % 2) {
      std::memcpy(spoilt.data() + at, &values[rng() % 4], 8);
    } else {
      std::memcpy(spoilt.data() + at, &numbers[rng() % 4], 4);
    }
    sample::write_text(path, spoilt);
    SCOPED_TRACE(testing::Message() << "byte " << at);
    EXPECT_NO_THROW((fuzz::look_at_model(folder_.path()) ? shown : refused)++);
  }
  EXPECT_GT(shown, 20);
  EXPECT_GT(refused, 50);
}

class FuzzServer : public testing::Test {
 protected:
  FuzzServer() {
    fuzz::write_rich_run(folder_ / "run");
    std::filesystem::create_directory(folder_ / "page");
    sample::write_text(folder_ / "page/index.html", "<!doctype html>");
    server_ = std::make_unique<Server>(ServerOptions{.dir = folder_ / "run", .page = folder_ / "page", .port = 0});
    host_ = fmt::format("Host: 127.0.0.1:{}\r\n", server_->port());
  }
  std::string ask(const std::string& bytes) {
    const std::string reply = server_->reply_to(bytes);
    fuzz::check_reply(reply);
    return reply;
  }
  TemporaryFolder folder_;
  std::unique_ptr<Server> server_;
  std::string host_;
};

TEST_F(FuzzServer, AnswersWhatIsAsked) {
  EXPECT_TRUE(ask("GET / HTTP/1.1\r\n" + host_ + "\r\n").starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(ask("GET /api/run HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 403"));
}

TEST_F(FuzzServer, SpoiltRequestsGetAnAnswerOrNone) {
  const std::string heads[] = {
      "GET /api/run?since=1 HTTP/1.1\r\n",
      "GET /api/frame/1 HTTP/1.1\r\nRange: bytes=0-3,5-9\r\n",
      "HEAD /api/geometry HTTP/1.1\r\nAccept-Encoding: gzip, br\r\n",
      "GET /api/body/0/%35?a=b&c HTTP/1.1\r\nConnection: keep-alive\r\n",
      "POST /api/render/0 HTTP/1.1\r\nContent-Length: 4\r\nContent-Type: image/png\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n",
      "PUT /index.html HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9\r\n",
      "OPTIONS * HTTP/1.0\r\nOrigin: http://evil.example\r\n",
      "PRI * HTTP/2.0\r\n"};
  std::mt19937_64 rng(5);
  int fine = 0;
  for (int k = 0; k < 4000; ++k) {
    const std::string whole = heads[rng() % std::size(heads)] + host_ + "\r\n4\r\nbody\r\n0\r\n\r\n";
    SCOPED_TRACE(testing::Message() << "case " << k);
    std::string reply;
    EXPECT_NO_THROW(reply = ask(fuzz::mutated(whole, rng)));
    fine += reply.starts_with("HTTP/1.1 200");
  }
  EXPECT_GT(fine, 100);  // else they are all spoilt at the first byte
}

TEST_F(FuzzServer, BytesFromAnywhereGetAnAnswerOrNone) {
  std::mt19937_64 rng(6);
  for (int k = 0; k < 2000; ++k) {
    std::string bytes(rng() % 300, '\0');
    for (char& c : bytes) c = rng() % 4 == 0 ? "\r\n :/"[rng() % 5] : char(rng());
    EXPECT_NO_THROW(ask(bytes));
  }
  for (const std::string& long_one :
       {"GET /" + std::string(100000, 'a') + " HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nX: " + std::string(100000, 'b') + "\r\n\r\n", std::string(100000, '\n'),
        "GET /?" + std::string(7000, '&') + " HTTP/1.1\r\n" + host_ + "\r\n",
        "GET /" + std::string(7000, '/') + " HTTP/1.1\r\n" + host_ + "\r\n",
        "GET / HTTP/1.1\r\n" + host_ + "Range: bytes=" + std::string(3000, '0') + "-\r\n\r\n"})
    EXPECT_NO_THROW(ask(long_one));
}

// A thousand small ranges of a file, which some servers answer with a thousand copies.
TEST_F(FuzzServer, ManyRangesAreNoAmplifier) {
  std::string ranges = "bytes=0-1";
  for (int k = 0; k < 1000; ++k) ranges += ",0-1";
  const std::string reply = ask("GET /api/frame/0 HTTP/1.1\r\n" + host_ + "Range: " + ranges + "\r\n\r\n");
  EXPECT_LT(reply.size(), ask("GET /api/frame/0 HTTP/1.1\r\n" + host_ + "\r\n").size() + 10);
}

TEST(FuzzSite, TargetsOfAnyKindAreAnswered) {
  const TemporaryFolder folder;
  fuzz::write_rich_run(folder / "run");
  std::filesystem::create_directory(folder / "page");
  sample::write_text(folder / "page/index.html", "<!doctype html>");
  Site site(folder / "run", list_page(folder / "page"), HostNames("127.0.0.1", 1));
  const std::string targets[] = {"/api/run?since=1", "/api/frame/0", "/api/body/1/7", "/api/telemetry?since=0.5",
                                 "/index.html"};
  std::mt19937_64 rng(8);
  for (int k = 0; k < 3000; ++k) {
    const std::string target = fuzz::mutated(targets[rng() % std::size(targets)], rng);
    const std::string host = rng() % 8 ? "127.0.0.1:1" : fuzz::mutated("[::1]:1", rng);
    const Answer answer = site.answer({"GET", target, {host}, "", ""});
    ASSERT_NE(answer.body, nullptr);
    ASSERT_NE(answer.status, 500) << *answer.body;
    ASSERT_TRUE(answer.type != kJson || sample_run::JsonCheck::is_valid(*answer.body)) << *answer.body;
  }
}

}  // namespace
}  // namespace scree::view
