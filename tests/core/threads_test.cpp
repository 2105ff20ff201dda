#include "scree/threads.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "scree/error.hpp"
#include "scree/run/step_clock.hpp"
#include "support/temporary_folder.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

// A folder of control groups with files in it.
struct Groups {
  test::TemporaryFolder folder;
  void put(const std::string& name, const std::string& text) {
    fs::create_directories(fs::path(folder / name).parent_path());
    folder.file(name, text);
  }
  std::optional<double> granted(const std::string& groups) const { return cores_granted(groups, folder.path()); }
};

TEST(CoresGranted, AreTheLeastAlongThePathOfVersion2) {
  Groups g;
  g.put("cpu.max", "max 100000\n");
  g.put("job/cpu.max", "150000 100000\n");
  g.put("job/step/cpu.max", "400000 100000\n");
  EXPECT_DOUBLE_EQ(g.granted("0::/job/step\n").value(), 1.5);
  EXPECT_DOUBLE_EQ(g.granted("0::/job\n").value(), 1.5);
  EXPECT_FALSE(g.granted("0::/\n"));
}

TEST(CoresGranted, OfVersion1AreAQuotaAPeriod) {
  Groups g;
  g.put("cpu,cpuacct/docker/1/cpu.cfs_quota_us", "50000\n");
  g.put("cpu,cpuacct/docker/1/cpu.cfs_period_us", "100000\n");
  g.put("cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  g.put("cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_DOUBLE_EQ(g.granted("7:memory:/docker/1\n4:cpu,cpuacct:/docker/1\n").value(), 0.5);
  EXPECT_FALSE(g.granted("4:cpu,cpuacct:/other\n"));
}

// In a container the path is that of the host, and what is mounted is the container's own group.
TEST(CoresGranted, OfAContainerStandInTheMount) {
  Groups g;
  g.put("cpu.max", "200000 100000\n");
  EXPECT_DOUBLE_EQ(g.granted("0::/system.slice/docker-1234.scope\n").value(), 2);
}

TEST(CoresGranted, NonsenseIsNoLimit) {
  Groups g;
  g.put("cpu.max", "0 0\n");
  for (const char* text : {"", "\n", ":", "0::", "0::/\n", "x\ny:z\n"}) EXPECT_FALSE(g.granted(text)) << text;
}

TEST(Threads, AreAtLeastOneAndAtMostWhatIsAllowed) {
  EXPECT_GE(available_cores(), 1);
  EXPECT_THROW(use_threads(kMostThreads + 1), InputError);
}

TEST(SlowSteps, AreToldOfWhenTheyTakeMuchLongerThanTheirProcessorTime) {
  EXPECT_FALSE(slow_steps_text(10, 9.5, 2));
  EXPECT_FALSE(slow_steps_text(10, 10, 1));
  EXPECT_NE(slow_steps_text(10, 4, 2).value().find("2.5 times"), std::string::npos);
  EXPECT_NE(slow_steps_text(10, 4, 2).value().find("--threads"), std::string::npos);
  EXPECT_EQ(slow_steps_text(10, 4, 1).value().find("--threads"), std::string::npos);
}

}  // namespace
}  // namespace scree
