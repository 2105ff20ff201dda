#include "scree/view/run_view.hpp"

#include <thread>

#include "scree/error.hpp"
#include "scree/run/run_folder.hpp"
#include "view/sample_run.hpp"

namespace scree::view {
namespace {

namespace fs = std::filesystem;
using sample::TemporaryFolder;
using sample_run::FrameReader;
using sample_run::has;
using sample_run::JsonCheck;
using sample_run::write_run;

std::string run_json(const std::string& dir) {
  const std::string json = RunView(dir).run_json(0);
  EXPECT_TRUE(JsonCheck::is_valid(json)) << json;
  return json;
}

void expect_problem(const std::string& dir, const std::string& part, bool retry) {
  const std::string json = run_json(dir);
  EXPECT_TRUE(json.starts_with("{\"ok\":false,\"title\":\"")) << json;
  EXPECT_TRUE(has(json, part)) << json;
  EXPECT_TRUE(has(json, dir)) << json;  // it says where
  EXPECT_TRUE(has(json, retry ? "\"retry\":true" : "\"retry\":false")) << json;
  RunView view(dir);
  EXPECT_THROW(view.frame(0), NotThere);
  EXPECT_THROW(view.geometry(), NotThere);
}

TEST(RunView, SaysWhatARunHas) {
  const TemporaryFolder folder;
  write_run(folder / "run");
  const std::string json = run_json(folder / "run");
  for (const char* part :
       {R"("ok":true,"name":"run","title":"sample")", R"("state":"finished")", R"("dimension":3)", R"("up":[0,0,1])",
        R"("frames_total":3,"frames":[{"n":0,"t":12.345600000000001,"bodies":40,"step":123456},{"n":1,)",
        R"({"name":"pebble","shape":"sphere","material":0,"mesh":-1,"balls":-1,"parts":1,"radius":1,)",
        R"("materials":["stone","steel"])",
        R"({"name":"floor","kind":"plane","material":1,"mesh":0,"moving":true,"motion":"shake"})",
        R"("name":"left, \"west\"","kind":"plane")", R"("kind":"balls","material":1,"mesh":-1,"moving":false)",
        R"("contact_types":["none","other","vertex_vertex",)", R"("telemetry":true,"has_contacts":true)"})
    EXPECT_TRUE(has(json, part)) << part << "\n" << json;
  RunView view(folder / "run");
  EXPECT_TRUE(has(view.run_json(2), R"("frames_total":3,"frames":[{"n":2,)"));
  EXPECT_TRUE(has(view.run_json(7), R"("frames_total":3,"frames":[],)"));
  EXPECT_EQ(FrameReader(*view.frame(1)).n, 40u);
  EXPECT_EQ(view.contacts(1)->substr(0, 4), "SCRC");
  EXPECT_TRUE(has(view.body_json(2, 105), "\"id\":105"));
  EXPECT_TRUE(has(view.telemetry_json(0), "[10,0.5,40,-0.002]"));
  EXPECT_THROW(view.frame(3), NotThere);
  EXPECT_THROW(view.body_json(0, 1), NotThere);
}

TEST(RunView, LinksOutOfTheFolderAreNotFollowed) {
  const TemporaryFolder folder;
  write_run(folder / "run");
  write_run(folder / "other");
  const auto link = [&](const char* name) {
    fs::remove_all(fs::path(folder / "run") / name);
    fs::create_symlink(fs::path("..") / "other" / name, fs::path(folder / "run") / name);
  };
  fs::remove(fs::path(folder / "run/telemetry.csv"));
  fs::create_symlink(folder / "other/telemetry.csv", folder / "run/telemetry.csv");
  fs::remove(output::frame_path(folder / "run", 1));
  fs::create_symlink(output::frame_path(folder / "other", 1), output::frame_path(folder / "run", 1));
  fs::remove(output::frame_path(folder / "run", 2));
  fs::create_symlink("000000.h5", output::frame_path(folder / "run", 2));  // stays inside
  RunView view(folder / "run");
  EXPECT_EQ(view.frame(0)->size(), view.frame(2)->size());
  EXPECT_THROW(view.frame(1), InputError);
  EXPECT_THROW(view.telemetry_json(0), InputError);
  EXPECT_TRUE(has(view.run_json(0), "a link that leads out of the folder"));
  link("frames");
  EXPECT_THROW(view.frame(0), InputError);
  link("model.h5");
  EXPECT_TRUE(has(view.run_json(0), R"({"ok":false,"title":"The model of this run lies elsewhere")"));
  // The folder itself may be one.
  fs::create_directory_symlink(folder / "other", folder / "name");
  EXPECT_TRUE(has(run_json(folder / "name"), R"({"ok":true)"));
}

TEST(RunView, KeepsWhatItHasPacked) {
  const TemporaryFolder folder;
  write_run(folder.path());
  RunView view(folder.path());
  const SharedText once = view.frame(0);
  EXPECT_EQ(view.frame(0), once);  // the same bytes, not only equal ones
  // Another file under the same name is another frame.
  const Model model = sample::model();
  fs::remove(output::frame_path(folder.path(), 0));
  output::write_frame(output::frame_path(folder.path(), 0), model, sample::state(model, 30), true);
  EXPECT_EQ(FrameReader(*view.frame(0)).n, 30u);
  EXPECT_EQ(FrameReader(*once).n, 40u);
}

TEST(RunView, FoldersThatAreNoRunsSaySo) {
  const TemporaryFolder folder;
  expect_problem(folder / "missing", "no such folder", true);
  expect_problem(folder.path(), "empty", true);
  sample::write_text(folder / "photo.jpg", "x");
  expect_problem(folder.path(), "not the folder of a run", true);
  expect_problem(folder / "photo.jpg", "is a file", false);
  write_run(folder / "silo");
  expect_problem(folder.path(), "silo", true);  // one level too high
}

TEST(RunView, UnfinishedAndBrokenRunsSaySo) {
  const TemporaryFolder folder;
  const std::string dir = folder / "run";
  fs::create_directory(dir);
  sample::write_text(dir + "/scene.toml", "");
  expect_problem(dir, "has not written anything to look at yet", true);
  output::write_model(dir, sample::model());
  expect_problem(dir, "no frames", true);
  write_run(dir);
  const std::string whole = sample::read_text(dir + "/model.h5");
  for (const std::size_t length : {std::size_t(0), std::size_t(7), whole.size() / 2, whole.size() - 1}) {
    sample::write_text(dir + "/model.h5", whole.substr(0, length));
    expect_problem(dir, "model of this run cannot be read", true);
  }
  sample::write_text(dir + "/model.h5", whole);
  EXPECT_TRUE(has(run_json(dir), "\"ok\":true"));
  fs::copy_file(output::frame_path(dir, 0), dir + "/model.h5", fs::copy_options::overwrite_existing);
  expect_problem(dir, "not a scree model", true);
}

TEST(RunView, OneBrokenFrameDoesNotHideTheOthers) {
  const TemporaryFolder folder;
  write_run(folder.path(), 4);
  const std::string whole = sample::read_text(output::frame_path(folder.path(), 1));
  sample::write_text(output::frame_path(folder.path(), 1), whole.substr(0, whole.size() / 2));
  sample::write_text(output::frame_path(folder.path(), 2), "");
  RunView view(folder.path());
  const std::string json = view.run_json(0);
  EXPECT_TRUE(has(json, R"({"n":1,"broken":")")) << json;
  EXPECT_TRUE(has(json, R"({"n":2,"broken":")")) << json;
  EXPECT_THROW(view.frame(1), InputError);
  EXPECT_THROW(view.contacts(2), InputError);
  EXPECT_EQ(FrameReader(*view.frame(3)).n, 40u);
  EXPECT_EQ(view.readable_frames().size(), 2u);
}

// Frames of another run among its own.
TEST(RunView, AForeignFrameIsRefusedAndNotDrawn) {
  const TemporaryFolder folder;
  write_run(folder.path());
  const Model other = sample::shapes_model();
  State s = initial_state(other);
  add_body(other, s, 2, 1, {0, 0, 0}, {0, 0, 0});
  output::write_frame(output::frame_path(folder.path(), 1), other, s, true);
  RunView view(folder.path());
  EXPECT_THROW(view.frame(1), InputError);
  EXPECT_EQ(FrameReader(*view.frame(2)).n, 40u);
}

TEST(RunView, ALiveRunGrowsWhileItIsLookedAt) {
  const TemporaryFolder folder;
  const std::string dir = folder / "run";
  RunView view(dir);
  EXPECT_TRUE(has(view.run_json(0), "\"retry\":true"));
  const Model model = sample::model();
  const State s = sample::state(model);
  fs::create_directory(dir);
  sample::write_text(dir + "/scene.toml", "");
  sample::write_text(dir + "/log.txt", "");
  std::optional<run_folder::FolderLock> lock(dir);
  output::write_model(dir, model);
  EXPECT_TRUE(has(view.run_json(0), "has not written its first frame yet"));
  for (std::uint64_t k = 0; k < 3; ++k) {
    output::write_frame(output::frame_path(dir, k), model, s, true);
    const std::string json = view.run_json(k);
    EXPECT_TRUE(has(json, fmt::format(R"("frames_total":{},"frames":[{{"n":{},)", k + 1, k))) << json;
    EXPECT_TRUE(has(json, "\"state\":\"running\"")) << json;
    EXPECT_EQ(FrameReader(*view.frame(k)).n, 40u);
  }
  lock.reset();
  EXPECT_TRUE(has(view.run_json(0), "\"state\":\"stopped\""));
  sample::write_text(dir + "/log.txt", "t = 1\nwarning: interrupted at t = 0.5 s, state saved; to go on:\n");
  EXPECT_TRUE(has(view.run_json(0), "\"note\":\"interrupted at t = 0.5 s"));
  fs::create_directory(dir + "/alarm");
  sample::write_text(dir + "/alarm/alarm.txt", "too fast");
  EXPECT_TRUE(has(view.run_json(0), R"("state":"failed","note":"too fast")"));
  sample::write_text(dir + "/summary.txt", "done");
  EXPECT_TRUE(has(view.run_json(0), "\"state\":\"finished\""));
}

// What planes are cut with: bodies that come to lie outside ask for new geometry, small moves do not.
TEST(RunView, GeometryIsRenewedWhenTheBoxHasGrown) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = sample::state(model);
  write_run(folder.path(), model, s, 1);
  RunView view(folder.path());
  EXPECT_TRUE(has(view.run_json(0), "\"geometry\":1,"));
  output::write_frame(output::frame_path(folder.path(), 1), model, s, true);
  EXPECT_TRUE(has(view.run_json(0), "\"geometry\":1,"));
  s.bodies.x[5] = {30, 0, 0};
  output::write_frame(output::frame_path(folder.path(), 2), model, s, true);
  EXPECT_TRUE(has(view.run_json(0), "\"geometry\":2,"));
  s.bodies.x[5] = {std::nan(""), 0, 0};
  s.bodies.x[6] = {0, 1e200, 0};
  output::write_frame(output::frame_path(folder.path(), 3), model, s, true);
  EXPECT_TRUE(has(view.run_json(0), "\"geometry\":2,"));
}

TEST(RunView, AnotherRunInTheFolderHasAnotherKey) {
  const TemporaryFolder folder;
  write_run(folder.path());
  RunView view(folder.path());
  const auto key = [&] {
    const std::string json = view.run_json(0);
    return json.substr(json.find("\"key\""), 24);
  };
  const std::string first = key();
  EXPECT_EQ(key(), first);
  Model model = sample::shapes_model();
  State s = initial_state(model);
  add_body(model, s, 0, 1, {0, 0, 0}, {0, 0, 0});
  fs::remove_all(folder / "frames");
  output::write_model(folder.path(), model);
  output::write_frame(output::frame_path(folder.path(), 0), model, s, true);
  EXPECT_NE(key(), first);
  EXPECT_EQ(FrameReader(*view.frame(0)).n, 1u);
}

// HDF5 itself is not for two threads.
TEST(RunView, ManyMayAskAtOnce) {
  const TemporaryFolder folder;
  write_run(folder.path(), 4);
  RunView view(folder.path());
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t)
    threads.emplace_back([&view, t] {
      for (std::uint64_t k = 0; k < 8; ++k) {
        EXPECT_EQ(FrameReader(*view.frame((k + t) % 4)).n, 40u);
        EXPECT_TRUE(has(view.run_json(0), "\"ok\":true"));
        view.contacts((k * t) % 4);
        view.body_json(k % 4, 100 + k);
        view.telemetry_json(0);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace scree::view
