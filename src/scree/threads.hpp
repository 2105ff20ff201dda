// How many threads a program takes, and how they wait for each other.
//
// Threads that share a step meet many times in it. The first to arrive looks for the others a little while and then
// sleeps, so that a thread that has lost its core to another program gets it back sooner: threads that only spin would
// hold the core that the last one needs. OpenMP reads that choice from the environment before main(); threads.cpp
// puts it there unless the user has (OMP_WAIT_POLICY, GOMP_SPINCOUNT).
#pragma once
#include <optional>
#include <string>

namespace scree {

inline constexpr int kMostThreads = 4096;

// The cores that this process may use: what it is bound to, or what its control groups grant in time, whichever is
// less. The load of the moment does not count, so that the same command is the same run on a busy machine.
int available_cores();

// Also sees to it that all of them round alike (floating_point.hpp). n > 0: so many. 0: OMP_NUM_THREADS if that is set,
// else available_cores(). InputError above kMostThreads.
void use_threads(int n);

// What makes a thread more worth its while, in instructions about: below, waking it and waiting for it costs more than
// it does, and much more where other programs want the cores. SCREE_WORK_OF_THREAD=0 shares out whatever there is, for
// tests.
double work_of_thread();

// Until its end, parallel loops of this thread have at most so many threads.
class AtMostThreads {
 public:
  explicit AtMostThreads(int n);
  ~AtMostThreads();
  AtMostThreads(const AtMostThreads&) = delete;
  AtMostThreads& operator=(const AtMostThreads&) = delete;

 private:
  int before_;
};

// Cores that the control groups of a process grant, the least along its path: `groups` is the text of
// /proc/self/cgroup and `mount` the folder where the groups are mounted. None: no limit.
std::optional<double> cores_granted(const std::string& groups, const std::string& mount);

}  // namespace scree
