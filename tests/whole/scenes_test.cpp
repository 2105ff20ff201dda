// Whole runs of scenes with every shape, with threads, output and a restart: under the sanitizers they show what tests
// of single rooms do not touch. What they come to is tested from outside (tests/cli/scenes_test.py).
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <filesystem>

#include "scree/frames/frame.hpp"
#include "scree/run/run.hpp"
#include "scree/scene/scene.hpp"
#include "support/temporary_folder.hpp"

namespace scree {
namespace {

struct Case {
  const char* scene;  // of scenes/, or of this folder
  double end;         // s
  int min_contacts;   // at the end: else nothing was tested
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.scene; }

RunResult run_until(const Case& c, double end, const std::string& out, int threads, bool resume) {
  std::string path = fmt::format("{}/whole/{}.toml", SCREE_TEST_DIR, c.scene);
  if (!std::filesystem::exists(path)) path = fmt::format("{}/scenes/{}.toml", SCREE_SOURCE_DIR, c.scene);
  Scene scene = load_scene(path, {fmt::format("time.end={}", end)});
  RunOptions options;
  options.out = out;
  options.quiet = true;
  options.threads = threads;
  options.resume = resume;
  return run(scene, options);
}

class WholeScenes : public testing::TestWithParam<Case> {
 protected:
  void TearDown() override { omp_set_num_threads(before_); }

 private:
  int before_ = omp_get_max_threads();
};

TEST_P(WholeScenes, RunWithThreadsAndARestart) {
  const test::TemporaryFolder folder;
  const std::string out = folder / "out";
  run_until(GetParam(), GetParam().end / 2, out, 2, false);
  const RunResult r = run_until(GetParam(), GetParam().end, out, 3, true);
  EXPECT_GE(int(r.contacts), GetParam().min_contacts);
  EXPECT_FALSE(output::list_frames(out).empty());
}

INSTANTIATE_TEST_SUITE_P(OneAShape, WholeScenes,
                         testing::Values(Case{"drum_small", 0.07, 50}, Case{"flow_small", 0.14, 20},
                                         Case{"bucket_small", 0.1, 20}, Case{"mixed_small", 0.09, 10},
                                         Case{"clusters_small", 0.05, 3}, Case{"clusters_plane_small", 0.12, 5},
                                         Case{"plane_blocks", 0.2, 5}, Case{"block_wall_small", 0.02, 20},
                                         Case{"block_slope_small", 0.02, 20}, Case{"silo_small", 0.06, 0},
                                         Case{"compounds", 0.06, 3}),
                         [](const auto& c) { return c.param.scene; });

}  // namespace
}  // namespace scree
