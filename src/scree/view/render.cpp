#include "scree/view/render.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include "scree/error.hpp"
#include "scree/store/files.hpp"
#include "scree/view/programs.hpp"
#include "scree/view/server.hpp"

namespace scree::view {

namespace fs = std::filesystem;

namespace {

// The token must not be guessed by another page in the browser.
std::string random_token() {
  std::random_device device;
  std::string token;
  for (int k = 0; k < 4; ++k) token += fmt::format("{:08x}", device());
  return token;
}

// Returns the frame nearest to a time.
RunView::Entry nearest(const std::vector<RunView::Entry>& frames, double time) {
  RunView::Entry best = frames.front();
  for (const RunView::Entry& frame : frames)
    if (std::abs(frame.time - time) < std::abs(best.time - time)) best = frame;
  return best;
}

[[noreturn]] void refuse_frame(const std::string& text, const std::vector<RunView::Entry>& frames) {
  throw InputError(
      fmt::format("--frame {}: must be last, a number or a time (\"0.5 s\", \"20 ms\"); there are frames {} to {}, "
                  "from {:.6g} s to {:.6g} s",
                  text, frames.front().number, frames.back().number, frames.front().time, frames.back().time));
}

RunView::Entry chosen_frame(const std::string& text, const std::vector<RunView::Entry>& frames) {
  if (text == "last") return frames.back();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit = std::string_view(end, std::size_t(text.data() + text.size() - end));
  if (error != std::errc() || !std::isfinite(value)) refuse_frame(text, frames);
  if (unit == "s" || unit == " s") return nearest(frames, value);
  if (unit == "ms" || unit == " ms") return nearest(frames, value / 1000);
  for (const RunView::Entry& frame : frames)
    if (unit.empty() && double(frame.number) == value) return frame;
  refuse_frame(text, frames);
}

// The browser has a folder of its own, which goes with this object.
class BrowserFolder {
 public:
  BrowserFolder() {
    std::string name = (fs::temp_directory_path() / "scree_render_XXXXXX").string();
    if (!mkdtemp(name.data())) throw RunError(fmt::format("{}: cannot be made: {}", name, std::strerror(errno)));
    path_ = name;
  }
  ~BrowserFolder() {
    std::error_code ignored;  // the browser may still be writing its last file
    for (int k = 0; k < 10 && fs::exists(path_, ignored); ++k) {
      fs::remove_all(path_, ignored);
      if (k > 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  std::string in(const char* name) const { return (fs::path(path_) / name).string(); }

 private:
  std::string path_;
};

std::vector<std::string> browser_command(const BrowserFolder& folder, const RenderOptions& o,
                                         const std::string& address) {
  const char* named = std::getenv("SCREE_BROWSER");
  const std::string program =
      named && *named ? find_program({named})
                      : find_program({"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"});
  if (program.empty())
    throw InputError(
        "scree render draws with a browser that has no window, and finds none: install the package chromium, or name "
        "the "
        "program in SCREE_BROWSER");
  // The picture is drawn by the processor, the same on every machine. The last few options keep the browser from
  // calling home.
  std::vector<std::string> command = {program,
                                      "--headless",
                                      "--use-gl=angle",
                                      "--use-angle=swiftshader",
                                      "--enable-unsafe-swiftshader",
                                      "--ignore-gpu-blocklist",
                                      "--force-device-scale-factor=1",
                                      "--hide-scrollbars",
                                      "--mute-audio",
                                      "--no-first-run",
                                      "--no-default-browser-check",
                                      "--disable-extensions",
                                      "--disable-background-networking",
                                      "--disable-component-update",
                                      "--disable-sync",
                                      "--disable-quic",
                                      "--disable-dev-shm-usage",
                                      fmt::format("--window-size={},{}", o.width, o.height),
                                      "--user-data-dir=" + folder.in("profile")};
  if (geteuid() == 0) command.push_back("--no-sandbox");  // the browser does not start as root otherwise
  command.push_back(address);
  return command;
}

// Waits for what the page sends, or finds that it never does.
class Delivery {
 public:
  void take(const std::string& type, const std::string& body) {
    const std::lock_guard lock(mutex_);
    if (there_) return;
    type_ = type, body_ = body, there_ = true;
    came_.notify_all();
  }
  // Returns PNG bytes. Throws RunError if the browser ends, the page gives up or time is over.
  std::string wait(Child& browser, double patience) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
    std::unique_lock lock(mutex_);
    while (!there_) {
      came_.wait_for(lock, std::chrono::milliseconds(100));
      if (there_) break;
      if (!browser.is_alive()) throw RunError("the browser ended before it had drawn the picture");
      if (std::chrono::steady_clock::now() > until)
        throw RunError(fmt::format("the browser has not drawn the picture in {} s", patience));
    }
    if (!type_.starts_with("image/png"))
      throw RunError("the page could not draw the picture: " + body_.substr(0, 1000));
    return body_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  bool there_ = false;
  std::string type_, body_;
};

std::string draw(const RenderOptions& o, std::uint64_t number) {
  Server server({.dir = o.dir, .page = o.page, .host = kThisMachine, .port = 0});
  Delivery delivery;
  const std::string token = random_token();
  server.expect_picture({token, [&](const std::string& type, const std::string& body) { delivery.take(type, body); }});
  std::vector<std::pair<std::string, std::string>> settings = o.settings;
  settings.insert(settings.begin(), {{"render", token},
                                     {"frame", fmt::format("{}", number)},
                                     {"width", fmt::format("{}", o.width)},
                                     {"height", fmt::format("{}", o.height)}});
  const BrowserFolder folder;
  const std::vector<std::string> command = browser_command(folder, o, server.address() + "?" + query_of(settings));
  server.start();
  Child browser(command, folder.in("browser.log"));
  try {
    return delivery.wait(browser, o.patience);
  } catch (const RunError& e) {
    browser.end();
    std::ifstream log(folder.in("browser.log"));
    std::string text{std::istreambuf_iterator<char>(log), {}};
    if (text.size() > 1500) text = "..." + text.substr(text.size() - 1500);
    throw RunError(fmt::format("{}\nThe browser said:\n{}", e.what(), text));
  }
}

}  // namespace

std::string query_of(const std::vector<std::pair<std::string, std::string>>& settings) {
  std::string query;
  const auto add = [&](const std::string& text) {
    for (const unsigned char c : text)
      query += std::isalnum(c) || std::strchr("-._~,", c) ? std::string(1, char(c)) : fmt::format("%{:02X}", c);
  };
  for (const auto& [name, value] : settings) {
    if (!query.empty()) query += "&";
    add(name);
    query += "=";
    add(value);
  }
  return query;
}

void check_png(const std::string& bytes, int width, int height) {
  constexpr std::string_view kBegin("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < 4; ++k) value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
    return value;
  };
  if (bytes.size() < 45 || !std::string_view(bytes).starts_with(kBegin)) throw InputError("not a PNG picture");
  if (number(16) != std::uint32_t(width) || number(20) != std::uint32_t(height))
    throw InputError(fmt::format("a picture of {} x {} instead of {} x {}", number(16), number(20), width, height));
}

Rendered render(const RenderOptions& o) {
  RunView run(o.dir);
  if (const std::optional<Problem> problem = run.problem())
    throw InputError(fmt::format("{}: {}", problem->title, problem->message));
  const std::vector<RunView::Entry> frames = run.readable_frames();
  if (frames.empty()) throw InputError(fmt::format("{}: none of its frames can be read", o.dir));
  const RunView::Entry frame = chosen_frame(o.frame, frames);
  run.frame(frame.number);  // what is broken in it is said here, and not by the page
  const std::string png = draw(o, frame.number);
  try {
    check_png(png, o.width, o.height);
  } catch (const InputError& e) {
    throw RunError(fmt::format("the page sent {}", e.what()));
  }
  output::make_folder_of(o.out);
  output::write_whole_file(o.out, png);
  return {frame.number, frame.time};
}

}  // namespace scree::view
