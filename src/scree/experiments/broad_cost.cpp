#include "scree/experiments/broad_cost.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <numbers>
#include <numeric>

#include "scree/broad/fixed_cubes.hpp"
#include "scree/broad/sorted_cells.hpp"
#include "scree/math/random.hpp"

namespace scree::bench {

namespace {

using namespace broad;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The time is that of all threads, which is one here: on a shared machine the clock on the wall measures the
// neighbours.
double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// Runs `sort` and `pairs` in turn until the fastest of each is known well enough. Few balls are sorted several times
// between two looks at the clock, which takes a third of a microsecond itself.
template <class Sort, class Pairs>
void take_time(BroadCost& cost, Sort&& sort, Pairs&& pairs) {
  constexpr double kEnough = 0.3;  // s
  constexpr int kMost = 200;
  const int batch = std::max(1, int(2000 / cost.n));
  const auto time_of = [batch](auto& work) {
    const double start = cpu_seconds();
    for (int k = 0; k < batch; ++k) work();
    return (cpu_seconds() - start) / batch;
  };
  cost.sort_seconds = cost.pair_seconds = std::numeric_limits<double>::infinity();
  double spent = 0;
  for (int k = 0; k < kMost && spent < (k < 3 ? 10 : 1) * kEnough; ++k) {
    const double sorted = time_of(sort), paired = time_of(pairs);
    cost.sort_seconds = std::min(cost.sort_seconds, sorted);
    cost.pair_seconds = std::min(cost.pair_seconds, paired);
    spent += batch * (sorted + paired);
  }
}

void count_balls(const std::vector<std::uint32_t>& b, BroadCost& cost) {
  const auto holding = std::count_if(b.begin(), b.end(), [](std::uint32_t k) { return k > 0; });
  if (holding == 0) return;
  cost.mean_b = std::accumulate(b.begin(), b.end(), 0.0) / double(holding);
  cost.max_b = double(*std::max_element(b.begin(), b.end()));
}

BallCloud ordered(const std::vector<Vec3d>& x) {
  const std::size_t n = x.size();
  BallCloud cloud{x, std::vector<Real>(n, Real(kBallRadius)), std::vector<std::int32_t>(n, kDynamic)};
  const std::vector<std::uint32_t> order = locality_order(cloud.view(), kCube);
  for (std::size_t i = 0; i < n; ++i) cloud.x[i] = x[order[i]];
  return cloud;
}

// The first call chooses the cubes; the balls are then few enough steps away to keep them.
void centre_in_cubes(BallCloud& cloud, CubeTables& tables) {
  sort_into_cubes(cloud.view(), 0, kCube, tables);
  const auto k = cube_of(tables, cloud.x[0]);
  const Vec3d centre =
      tables.origin + tables.cell_size * Vec3d{double(k.x) + 0.5, double(k.y) + 0.5, double(k.z) + 0.5};
  const Vec3d shift = centre - cloud.x[0];
  for (Vec3d& x : cloud.x) x += shift;
}

void cost_of_fixed_cubes(BallCloud& cloud, BroadCost& cost) {
  CubeTables tables;
  PairList pairs;
  if (cost.density == "sparse") centre_in_cubes(cloud, tables);
  const Cloud c = cloud.view();
  take_time(
      cost, [&] { sort_into_cubes(c, 0, kCube, tables); }, [&] { loop_over_cubes(c, 0, tables, pairs); });
  fixed_cubes(c, 0, kCube, tables, pairs);  // counts of one call
  count_balls(tables.b, cost);
  cost.mean_a = tables.stats.mean_a;
  cost.mean_comparisons = tables.stats.mean_comparisons;
  cost.n_tested = double(tables.stats.n_tested);
  cost.n_contacts = double(pairs.size());
}

void cost_of_sorted_cells(const Cloud& c, BroadCost& cost) {
  SortedCells cells;
  PairList pairs;
  take_time(
      cost, [&] { cells = sort_into_cells(c, 0); }, [&] { loop_over_cells(c, 0, cells, pairs); });
  count_balls(cells.grid.balls_per_cell(), cost);
  cost.mean_a = 1;
  cost.n_tested = double(cells.grid.n_tests());
  cost.n_contacts = double(pairs.size());
}

void cost_of_verlet_list(const Cloud& c, BroadCost& cost) {
  constexpr Real kSkin = Real(0.2 * kBallRadius);
  const std::vector<Vec3d> x_listed(c.x, c.x + c.n);
  PairList listed, pairs;
  sorted_cells(c, kSkin, listed);
  volatile double moved2 = 0;
  const auto how_far = [&] {
    double most = 0;
    for (std::size_t i = 0; i < c.n; ++i) most = std::max(most, norm2(c.x[i] - x_listed[i]));
    moved2 = most;
  };
  const auto go_through = [&] {
    pairs.clear();
    for (const RawPair& p : listed)
      if (near(c, p.i, p.j, 0)) pairs.push_back(p);
  };
  take_time(cost, how_far, go_through);
  cost.n_tested = double(listed.size());
  cost.n_contacts = double(pairs.size());
}

void cost_of_brute_force(const Cloud& c, BroadCost& cost) {
  PairList pairs;
  take_time(
      cost, [] {}, [&] { brute_force(c, 0, pairs); });
  cost.sort_seconds = 0;
  cost.n_tested = 0.5 * double(c.n) * double(c.n - 1);
  cost.n_contacts = double(pairs.size());
}

}  // namespace

BallCloud dense_cloud(std::size_t n) {
  // The centres whose ball meets a given cube fill this volume.
  const double a = kCube, r = kBallRadius, pi = std::numbers::pi;
  const double volume = a * a * a + 6 * a * a * r + 3 * pi * a * r * r + 4 * pi / 3 * r * r * r;
  const double side = std::cbrt(double(n) * volume / 20);
  RandomStream random{2002};
  std::vector<Vec3d> x;
  for (std::size_t i = 0; i < n; ++i) {
    const double ux = random.uniform(), uy = random.uniform();
    x.push_back(side * Vec3d{ux, uy, random.uniform()});
  }
  return ordered(x);
}

BallCloud sparse_cloud(std::size_t n) {
  const auto side = std::size_t(std::ceil(std::cbrt(double(n)) - 1e-9));
  std::vector<Vec3d> x;
  for (std::size_t i = 0; i < n; ++i)
    x.push_back(kCube * Vec3d{double(i % side), double(i / side % side), double(i / side / side)});
  return ordered(x);
}

BroadCost broad_cost(const std::string& method, const std::string& density, BallCloud& cloud) {
  BroadCost cost;
  cost.method = method;
  cost.density = density;
  cost.n = cloud.x.size();
  if (method == "fixed_cubes") cost_of_fixed_cubes(cloud, cost);
  if (method == "sorted_cells") cost_of_sorted_cells(cloud.view(), cost);
  if (method == "verlet_list") cost_of_verlet_list(cloud.view(), cost);
  if (method == "brute_force") cost_of_brute_force(cloud.view(), cost);
  return cost;
}

double fitted_exponent(const Curve& curve, int decades) {
  const double first = curve.empty() ? 0 : curve.back().first * std::pow(10, -decades) * 0.999;
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [balls, t] : curve) {
    if (balls < first || !(t > 0)) continue;
    const double x = std::log(balls), y = std::log(t);
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return n < 2 ? kNaN : (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

double cross_over(const Curve& fast, const Curve& slow) {
  double last_n = 0, last = 0;  // log of slow over fast
  double found = kNaN;
  for (const auto& [n, t] : fast) {
    const auto same = std::find_if(slow.begin(), slow.end(), [size = n](const auto& p) { return p.first == size; });
    if (same == slow.end() || !(t > 0) || !(same->second > 0)) continue;
    const double gain = std::log(same->second / t);
    if (gain > 0 && std::isnan(found)) {
      const double f = last_n > 0 ? last / (last - gain) : 1;
      found = last_n > 0 ? last_n * std::pow(n / last_n, f) : n;
    } else if (gain <= 0) {
      found = kNaN;
    }
    last_n = n;
    last = gain;
  }
  return found;
}

}  // namespace scree::bench
