#include "scree/threads.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "scree/error.hpp"
#include "scree/floating_point.hpp"

namespace scree {

namespace {

namespace fs = std::filesystem;

// Looks of libgomp at a barrier before a thread sleeps: some microseconds.
constexpr const char* kSpins = "300";

// libgomp is linked into the program and reads the environment when it is initialised: this comes first. libomp reads
// it with the first parallel region.
[[gnu::constructor(101)]] void wait_without_spinning() {
  if (std::getenv("OMP_WAIT_POLICY") || std::getenv("GOMP_SPINCOUNT") || std::getenv("KMP_BLOCKTIME")) return;
  setenv("GOMP_SPINCOUNT", kSpins, 0);
  setenv("KMP_BLOCKTIME", "0", 0);
}

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// Version 2: "quota period" or "max period", in microseconds.
std::optional<double> share_of_version_2(const fs::path& folder) {
  std::istringstream line(first_line(folder / "cpu.max"));
  double quota = 0, period = 0;
  if (!(line >> quota >> period) || !(quota > 0 && period > 0)) return std::nullopt;
  return quota / period;
}

// Version 1: two files; no limit is a quota of -1.
std::optional<double> share_of_version_1(const fs::path& folder) {
  std::istringstream first(first_line(folder / "cpu.cfs_quota_us")), second(first_line(folder / "cpu.cfs_period_us"));
  double quota = 0, period = 0;
  if (!(first >> quota) || !(second >> period) || !(quota > 0 && period > 0)) return std::nullopt;
  return quota / period;
}

// The least of a group and those it is in. In a container the path may not be there, but the mount itself is the group.
template <class Share>
std::optional<double> least_along(const fs::path& mount, fs::path group, Share&& share) {
  std::optional<double> least;
  for (group = group.relative_path();; group = group.parent_path()) {
    if (const std::optional<double> cores = share(mount / group)) least = std::min(*cores, least.value_or(*cores));
    if (group.empty()) return least;
  }
}

bool names_cpu(const std::string& controllers) {
  std::istringstream names(controllers);
  for (std::string name; std::getline(names, name, ',');)
    if (name == "cpu") return true;
  return false;
}

int bound_cores() {
  for (int most = 1024; most <= 1 << 20; most *= 2) {
    cpu_set_t* const set = CPU_ALLOC(most);
    const std::size_t size = CPU_ALLOC_SIZE(most);
    CPU_ZERO_S(size, set);
    const bool ok = sched_getaffinity(0, size, set) == 0;
    const int count = ok ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (ok) return std::max(1, count);
  }
  return std::max(1, int(std::thread::hardware_concurrency()));
}

}  // namespace

std::optional<double> cores_granted(const std::string& groups, const std::string& mount) {
  std::optional<double> least;
  std::istringstream lines(groups);
  // hierarchy:controllers:path, without controllers for version 2
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    std::optional<double> cores;
    if (controllers.empty()) {
      cores = least_along(mount, path, share_of_version_2);
    } else if (names_cpu(controllers)) {
      cores = least_along(fs::path(mount) / controllers, path, share_of_version_1);
    }
    if (cores) least = std::min(*cores, least.value_or(*cores));
  }
  return least;
}

int available_cores() {
  std::ifstream file("/proc/self/cgroup");
  std::ostringstream groups;
  groups << file.rdbuf();
  const int bound = bound_cores();
  const std::optional<double> granted = cores_granted(groups.str(), "/sys/fs/cgroup");
  // Half a core more is a thread that waits half of the time, and all others with it.
  return granted && *granted < bound ? std::max(1, int(std::floor(*granted))) : bound;
}

double work_of_thread() {
  static const double work = [] {
    constexpr double kUsual = 3e5;  // some 100 us
    const char* const said = std::getenv("SCREE_WORK_OF_THREAD");
    return said ? std::max(0.0, std::atof(said)) : kUsual;
  }();
  return work;
}

AtMostThreads::AtMostThreads(int n) : before_(omp_get_max_threads()) {
  if (n < before_) omp_set_num_threads(n);
}
AtMostThreads::~AtMostThreads() { omp_set_num_threads(before_); }

void use_threads(int n) {
  const bool chosen = n > 0 || std::getenv("OMP_NUM_THREADS");
  if (n == 0) n = chosen ? omp_get_max_threads() : available_cores();
  if (chosen && n > kMostThreads)
    throw InputError(fmt::format("{} threads: must be at most {} (--threads, OMP_NUM_THREADS)", n, kMostThreads));
  omp_set_num_threads(std::min(n, kMostThreads));
  round_as_ieee_everywhere();
}

}  // namespace scree
