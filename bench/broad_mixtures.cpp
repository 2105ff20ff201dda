// What a mixture of sizes costs: ns per returned pair for each broad phase. (Cost against the number of balls: scree
// bench broad.)
//
//   broad_mixtures [--benchmark_filter=REGEX]
//
// Mixtures 1:q are volume-balanced: every octave of radii between r_min and q r_min holds the same volume. Beds are
// random close packings, made by pushing overlapping balls apart. The margin is 0.2 of the smallest radius, the skin
// of a list that lasts some tens of steps. Bodies are in locality_order, as in a run.
// After the table of Google Benchmark the program prints, per method and size, the cost per pair of each mixture
// relative to balls of one size.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <random>
#include <string>

#include "scree/broad/broad_phase.hpp"

namespace {

using namespace scree;
using namespace scree::broad;

struct Bed {
  std::vector<Vec3d> x;
  std::vector<Real> r;
  std::vector<std::int32_t> owner;
  double margin = 0;
  Cloud cloud() const { return {x.size(), x.data(), r.data(), owner.data()}; }
};

// Radii with a density of r^-4 on [1, q]: equal volume per octave.
std::vector<double> radii(std::size_t n, double q, std::mt19937_64& rng) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> r(n);
  const double low = std::pow(q, -3);
  for (double& v : r) v = std::pow(1 - uniform(rng) * (1 - low), -1.0 / 3);
  return r;
}

// One round of pushing overlapping balls apart, the lighter one further; the box keeps them in.
void push_apart(Bed& b, double side) {
  PairList pairs;
  hierarchical(b.cloud(), Real(0), pairs);
  for (const RawPair& p : pairs) {
    const Vec3d d = b.x[p.j] - b.x[p.i];
    const double r_i = double(b.r[p.i]), r_j = double(b.r[p.j]), apart = std::max(norm(d), 1e-9);
    const double m_i = r_i * r_i * r_i, m_j = r_j * r_j * r_j;
    const Vec3d push = 0.6 * std::max(0.0, r_i + r_j - apart) / (apart * (m_i + m_j)) * d;
    b.x[p.i] -= m_j * push;
    b.x[p.j] += m_i * push;
  }
  for (Vec3d& x : b.x) x = {std::clamp(x.x, 0.0, side), std::clamp(x.y, 0.0, side), std::clamp(x.z, 0.0, side)};
}

const Bed& bed(std::size_t n, int q) {
  static std::map<std::pair<std::size_t, int>, Bed> beds;
  Bed& b = beds[{n, q}];
  if (!b.x.empty()) return b;
  std::mt19937_64 rng(20020 + n + std::size_t(q));
  double volume = 0;
  for (const double r : radii(n, q, rng)) {
    b.r.push_back(Real(r));
    volume += 4.18879 * r * r * r;
  }
  // Random close packings: mixtures fill more of the space.
  const double side = std::cbrt(volume / (q == 1 ? 0.62 : q == 10 ? 0.72 : 0.82));
  std::uniform_real_distribution<double> uniform(0, side);
  for (std::size_t i = 0; i < n; ++i) {
    const double ux = uniform(rng), uy = uniform(rng);
    b.x.push_back({ux, uy, uniform(rng)});
  }
  b.owner.assign(n, kDynamic);
  for (int round = 0; round < 60; ++round) push_apart(b, side);
  b.margin = 0.2;
  const auto order = locality_order(b.cloud(), 0);
  const Bed old = b;
  for (std::size_t i = 0; i < n; ++i) {
    b.x[i] = old.x[order[i]];
    b.r[i] = old.r[order[i]];
  }
  return b;
}

// Processor time of all threads: on a shared machine the clock on the wall measures the neighbours.
double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

std::map<std::string, double> ns_per_pair;  // "method/n/q"

template <class Find>
void cost(benchmark::State& state, const char* method, Find&& find) {
  const auto n = std::size_t(state.range(0));
  const int q = int(state.range(1));
  const Bed& b = bed(n, q);
  PairList out;
  find(b, out);
  double best = 1e300;
  for (auto _ : state) {
    const double start = cpu_seconds();
    find(b, out);
    const double t = cpu_seconds() - start;
    state.SetIterationTime(t);
    best = std::min(best, t);
  }
  const double pair = 1e9 * best / double(std::max<std::size_t>(1, out.size()));
  state.counters["pairs/ball"] = double(out.size()) / double(n);
  state.counters["ns/ball"] = 1e9 * best / double(n);
  state.counters["ns/pair"] = pair;
  ns_per_pair[std::string(method) + "/" + std::to_string(n) + "/" + std::to_string(q)] = pair;
}

void cells(benchmark::State& s) {
  cost(s, "sorted_cells", [](const Bed& b, PairList& out) { sorted_cells(b.cloud(), Real(b.margin), out); });
}
void levels(benchmark::State& s) {
  cost(s, "hierarchical", [](const Bed& b, PairList& out) { hierarchical(b.cloud(), Real(b.margin), out); });
}
void cubes(benchmark::State& s) {
  CubeTables tables;
  cost(s, "fixed_cubes", [&](const Bed& b, PairList& out) { fixed_cubes(b.cloud(), Real(b.margin), 0, tables, out); });
}

void print_ratios() {
  std::printf("\ncost per pair relative to one size\n%-14s %9s %8s %8s\n", "method", "balls", "1:10", "1:100");
  for (const auto& [name, one] : ns_per_pair) {
    if (name.size() < 2 || name.substr(name.size() - 2) != "/1") continue;
    const std::string stem = name.substr(0, name.size() - 1);
    const auto ratio = [&](const char* q) {
      const auto at = ns_per_pair.find(stem + q);
      return at == ns_per_pair.end() ? 0.0 : at->second / one;
    };
    const auto slash = name.find('/');
    std::printf("%-14s %9s %8.2f %8.2f\n", name.substr(0, slash).c_str(),
                stem.substr(slash + 1, stem.size() - slash - 2).c_str(), ratio("10"), ratio("100"));
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Cells as wide as the largest ball make the other two quadratic in wide mixtures: they stop at fewer balls there.
  for (const long n : {10000L, 100000L, 1000000L})
    for (const long q : {1L, 10L, 100L}) {
      benchmark::RegisterBenchmark("hierarchical", levels)
          ->Args({n, q})
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
      if (q == 1 || (q == 10 && n <= 100000) || n <= 10000) {
        benchmark::RegisterBenchmark("sorted_cells", cells)
            ->Args({n, q})
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark("fixed_cubes", cubes)
            ->Args({n, q})
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  print_ratios();
  return 0;
}
