#include "scree/view/answer.hpp"

#include "scree/error.hpp"
#include "view/sample_run.hpp"

namespace scree::view {
namespace {

using sample::TemporaryFolder;
using sample_run::has;
using sample_run::JsonCheck;

class SiteTest : public testing::Test {
 protected:
  SiteTest() {
    sample_run::write_run(folder_ / "run");
    sample::write_text(folder_ / "secret.txt", "secret");
    std::filesystem::create_directories(folder_ / "page/assets");
    sample::write_text(folder_ / "page/index.html", "<!doctype html>");
    sample::write_text(folder_ / "page/assets/a-1.js", "1;");
    std::filesystem::create_symlink(folder_ / "secret.txt", folder_ / "page/assets/link.txt");
    site_.emplace(folder_ / "run", list_page(folder_ / "page"), HostNames("127.0.0.1", 8600));
  }
  Answer ask(const std::string& target, const std::string& method = "GET") {
    const Answer answer = site_->answer({method, target, {"127.0.0.1:8600"}, "", ""});
    EXPECT_NE(answer.body, nullptr);
    return answer;
  }

  TemporaryFolder folder_;
  std::optional<Site> site_;
};

TEST_F(SiteTest, ServesThePageAndTheRun) {
  EXPECT_EQ(*ask("/").body, "<!doctype html>");
  EXPECT_EQ(ask("/").type, "text/html; charset=utf-8");
  EXPECT_FALSE(ask("/").keep);
  EXPECT_EQ(*ask("/assets/a-1.js").body, "1;");
  EXPECT_EQ(ask("/assets/a-1.js?v=1").type, "text/javascript; charset=utf-8");
  EXPECT_TRUE(ask("/assets/a-1.js").keep);
  EXPECT_TRUE(has(*ask("/api/run").body, "\"ok\":true"));
  EXPECT_TRUE(has(*ask("/api/run?since=2").body, "\"frames\":[{\"n\":2,"));
  EXPECT_TRUE(has(*ask("/api/run?since=x").body, "\"frames\":[{\"n\":0,"));
  EXPECT_EQ(ask("/api/frame/1").type, "application/octet-stream");
  EXPECT_EQ(ask("/api/geometry").body->substr(0, 4), "SCRG");
  EXPECT_EQ(ask("/api/contacts/0").body->substr(0, 4), "SCRC");
  EXPECT_TRUE(has(*ask("/api/body/0/105").body, "\"id\":105"));
  EXPECT_TRUE(has(*ask("/api/telemetry?since=0.1").body, "\"rows\":[[10,0.5,"));
}

TEST_F(SiteTest, AnythingElseIsNotThere) {
  for (const char* target : {"/api",
                             "/api/",
                             "/api/run/",
                             "/api/frame",
                             "/api/frame/",
                             "/api/frame/99",
                             "/api/frame/-1",
                             "/api/frame/1.5",
                             "/api/frame/1/2",
                             "/api/frame/0x1",
                             "/api/frame/18446744073709551616",
                             "/api/body/0",
                             "/api/body/0/1/2",
                             "/api/body/0/7",
                             "/index.htm",
                             "/assets",
                             "/assets/",
                             "/nothing",
                             "",
                             "?",
                             "#",
                             "//",
                             "/favicon.ico"}) {
    const Answer answer = ask(target);
    EXPECT_EQ(answer.status, 404) << target;
    EXPECT_TRUE(JsonCheck::is_valid(*answer.body)) << target;
    EXPECT_TRUE(has(*answer.body, "\"ok\":false")) << target;
  }
}

// Files are looked up in a list made at the start, so there is no path to escape from. All the same:
TEST_F(SiteTest, NoPathLeadsOut) {
  const std::string outside = folder_ / "secret.txt";
  for (const std::string& target :
       std::vector<std::string>{"/../secret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt",
                                "/./../secret.txt", "/assets/..\\..\\secret.txt", "/assets//../../secret.txt",
                                "//secret.txt", "/assets/link.txt", "/assets/a-1.js/../../index.html",
                                "/api/../index.html", "/api/frame/../../scene.toml", "/api/frame/..%2f..%2fscene.toml",
                                "/scene.toml", "/run/scene.toml", "/api/frame/0%00", "/assets/a-1.js%00.html"}) {
    const Answer answer = ask(target);
    EXPECT_EQ(answer.status, 404) << target;
    EXPECT_FALSE(has(*answer.body, "\"secret\"")) << target;
  }
  EXPECT_EQ(ask(outside).status, 404);
  EXPECT_EQ(ask("file://" + outside).status, 404);
}

TEST_F(SiteTest, BrokenFramesAreUnprocessable) {
  sample::write_text(output::frame_path(folder_ / "run", 1), "not HDF5");
  const Answer answer = ask("/api/frame/1");
  EXPECT_EQ(answer.status, 422);
  EXPECT_TRUE(has(*answer.body, "000001.h5")) << *answer.body;
}

TEST_F(SiteTest, OnlyForLooking) {
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", ""})
    EXPECT_EQ(ask("/api/run", method).status, 405) << method;
  EXPECT_EQ(ask("/api/run", "HEAD").status, 200);
  EXPECT_EQ(ask("/api/render/0123", "POST").status, 405);
}

TEST_F(SiteTest, APictureIsTakenByItsTokenAlone) {
  std::string got;
  site_->expect_picture({"0123", [&](const std::string& type, const std::string& body) { got = type + " " + body; }});
  const auto post = [&](const std::string& target) {
    return site_->answer({"POST", target, {"127.0.0.1:8600"}, "image/png", "PNG"}).status;
  };
  EXPECT_EQ(post("/api/render/0124"), 404);
  EXPECT_EQ(post("/api/run"), 404);
  EXPECT_EQ(got, "");
  EXPECT_EQ(post("/api/render/0123"), 200);
  EXPECT_EQ(got, "image/png PNG");
}

TEST_F(SiteTest, OtherNamesAreTurnedAway) {
  const auto status = [&](const std::vector<std::string>& hosts) {
    return site_->answer({"GET", "/", hosts, "", ""}).status;
  };
  EXPECT_EQ(status({"127.0.0.1:8600"}), 200);
  EXPECT_EQ(status({"localhost:8600"}), 200);
  EXPECT_EQ(status({"LOCALHOST:8600"}), 200);
  EXPECT_EQ(status({"[::1]:8600"}), 200);
  EXPECT_EQ(status({"localhost:9000"}), 200);  // the near end of a tunnel
  for (const char* host : {"evil.example:8600", "127.0.0.1.evil.example:8600", "192.168.1.7:8600", "", ":8600", "[::1",
                           "[::1]8600", "localhost:8600:8600", "localhost:", "localhost:x", "evil@127.0.0.1:8600"})
    EXPECT_EQ(status({host}), 403) << host;
  EXPECT_EQ(status({}), 403);
  EXPECT_EQ(status({"127.0.0.1:8600", "evil.example:8600"}), 403);
}

TEST(HostNames, BoundToAnAddressOfTheNetworkAddressesAreFine) {
  const HostNames any("0.0.0.0", 9000);
  EXPECT_TRUE(any.allows("192.168.1.7:9000"));
  EXPECT_TRUE(any.allows("[fe80::1]:9000"));
  EXPECT_TRUE(any.allows("localhost:9000"));
  EXPECT_FALSE(any.allows("evil.example:9000"));
  const HostNames named("Lab.example", 80);
  EXPECT_TRUE(named.allows("lab.example"));
  EXPECT_FALSE(named.allows("lab.example.org"));
  EXPECT_TRUE(is_loopback("127.8.9.1"));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_FALSE(is_loopback("10.0.0.1"));
  EXPECT_FALSE(is_loopback("example.org"));
}

TEST(Page, MissingItSaysHowToBuildIt) {
  const TemporaryFolder folder;
  for (const std::string& dir : {folder.path(), folder / "missing"}) {
    try {
      list_page(dir);
      FAIL();
    } catch (const InputError& e) {
      EXPECT_TRUE(has(e.what(), dir));
      EXPECT_TRUE(has(e.what(), "./run view"));
    }
  }
}

// Nothing inline, nothing from elsewhere, no frames round it.
TEST(SecurityHeaders, AreStrict) {
  std::map<std::string, std::string> headers(security_headers().begin(), security_headers().end());
  const std::string policy = headers["Content-Security-Policy"];
  EXPECT_TRUE(policy.starts_with("default-src 'none'; script-src 'self';"));
  EXPECT_TRUE(has(policy, "frame-ancestors 'none'"));
  for (const char* weak : {"unsafe", "*", "http:", "https:"}) EXPECT_FALSE(has(policy, weak)) << weak;
  EXPECT_EQ(headers["X-Content-Type-Options"], "nosniff");
  EXPECT_EQ(headers.count("Access-Control-Allow-Origin"), 0u);
}

}  // namespace
}  // namespace scree::view
