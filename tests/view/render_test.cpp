#include "scree/view/render.hpp"

#include <gtest/gtest.h>

#include "scree/error.hpp"
#include "scree/view/programs.hpp"
#include "view/sample_run.hpp"

namespace scree::view {
namespace {

using sample::TemporaryFolder;
using sample_run::has;

TEST(Render, AddressesAreEncoded) {
  EXPECT_EQ(query_of({{"colour", "speed"}, {"eye", "1,-2,0.5"}, {"map", "a&b=c d#\xc3\xa9"}}),
            "colour=speed&eye=1,-2,0.5&map=a%26b%3Dc%20d%23%C3%A9");
  EXPECT_EQ(query_of({}), "");
}

TEST(Render, ChecksThePictureItGets) {
  const std::string head("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\3\x20\0\0\2\x58\x08\x06\0\0\0", 29);
  const std::string png = head + std::string(40, 'x');
  EXPECT_NO_THROW(check_png(png, 800, 600));
  EXPECT_THROW(check_png(png, 800, 601), InputError);
  EXPECT_THROW(check_png(png.substr(0, 20), 800, 600), InputError);
  EXPECT_THROW(check_png("<html>" + png, 800, 600), InputError);
  EXPECT_THROW(check_png("", 800, 600), InputError);
}

// Said before any browser starts.
TEST(Render, WrongFramesAndFoldersAreInputErrors) {
  const TemporaryFolder folder;
  sample_run::write_run(folder / "run");
  const auto message = [&](const std::string& dir, const std::string& frame) -> std::string {
    RenderOptions options;
    options.dir = dir;
    options.frame = frame;
    options.out = folder / "a.png";
    options.page = folder / "nowhere";
    try {
      render(options);
    } catch (const InputError& e) {
      return e.what();
    }
    return "none";
  };
  for (const char* frame : {"3", "1.5", "first", "", "-1", "1 h", "nan", "inf s", "0 s s"})
    EXPECT_TRUE(has(message(folder / "run", frame), "there are frames 0 to 2")) << frame;
  EXPECT_TRUE(has(message(folder / "run", "last"), "page is not here"));
  EXPECT_TRUE(has(message(folder / "run", "12.3 s"), "page is not here"));
  EXPECT_TRUE(has(message(folder / "run", "40ms"), "page is not here"));
  EXPECT_TRUE(has(message(folder / "none", "last"), "no such folder"));
  sample::write_text(output::frame_path(folder / "run", 2), "broken");
  EXPECT_TRUE(has(message(folder / "run", "2"), "there are frames 0 to 1"));
}

TEST(Child, EndsWhenItIsTold) {
  EXPECT_EQ(find_program({"no-such-program", "sh"}).substr(0, 1), "/");
  EXPECT_EQ(find_program({"no-such-program"}), "");
  EXPECT_EQ(find_program({"/bin/sh"}), "/bin/sh");
  const TemporaryFolder folder;
  Child sleeper({"sh", "-c", "echo begun; sleep 100"}, folder / "log");
  EXPECT_TRUE(sleeper.is_alive());
  sleeper.end();
  EXPECT_FALSE(sleeper.is_alive());
  Child quick({"sh", "-c", "echo said"}, folder / "log");
  quick.wait();
  EXPECT_EQ(sample::read_text(folder / "log"), "said\n");
}

}  // namespace
}  // namespace scree::view
