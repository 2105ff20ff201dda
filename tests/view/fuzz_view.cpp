// libFuzzer: the first byte says what the others are, a file of a run or a request.
#include "view/fuzz_cases.hpp"

namespace {

using namespace scree;

struct World {
  sample::TemporaryFolder folder;
  std::unique_ptr<view::Server> server;
  World() {
    view::fuzz::write_rich_run(folder / "run");
    std::filesystem::create_directory(folder / "page");
    sample::write_text(folder / "page/index.html", "<!doctype html>");
    server =
        std::make_unique<view::Server>(view::ServerOptions{.dir = folder / "run", .page = folder / "page", .port = 0});
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static World world;
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const char* const files[] = {"run/model.h5", "run/frames/000001.h5", "run/telemetry.csv"};
  if (data[0] % 4 == 3) {
    view::fuzz::check_reply(world.server->reply_to(bytes));
    return 0;
  }
  const std::string path = world.folder / files[data[0] % 4];
  const std::string whole = sample::read_text(path);
  sample::write_text(path, bytes);
  view::fuzz::look_at_folder(world.folder / "run");
  sample::write_text(path, whole);
  return 0;
}
