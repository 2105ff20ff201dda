// Grids for wide size ranges: one level per size class, each class half as large as the one before.
//
// Inside a level balls meet as in sorted_cells. Between two levels one of them looks up the other: either each small
// ball looks around itself in the coarse grid, as usual, or each large ball goes through the rows of the fine grid
// that its sphere cuts. The second is cheaper in a packing: a ball q times as large holds the volume of q^3 small
// balls but cuts only of order q^2 rows. The first is cheaper where there are few small balls. The number of rows to
// go through decides, per pair of levels; both find the same pairs. Carried balls are levels of their own that do not
// meet each other. Levels without balls do not exist.
#include <array>
#include <cmath>

#include "scree/broad/broad_phase.hpp"
#include "scree/broad/cell_grid.hpp"
#include "scree/math/elementary.hpp"
#include "scree/math/whole.hpp"
#include "scree/parallel.hpp"

namespace scree::broad {
namespace {

constexpr int kMostLevels = 32;
constexpr double kFactor = 2.5;

struct Level {
  std::vector<std::uint32_t> balls;
  double r_max = 0;
  bool carried = false;
  CellGrid grid;
};

// Balls [begin, end) of level `from`, sorted, look into level `to`; the same level: half shell.
struct Task {
  std::uint32_t from, to;
  std::size_t begin, end;
};

// The classes divide the range of sizes evenly, on a logarithmic scale, by factors of at most kFactor. The size of a
// ball is what cells see of it, r + margin / 2: a margin wider than the balls leaves one class.
struct Classes {
  double margin;
  int n;
  std::array<double, kMostLevels> least{};  // size from which on a ball is in class k

  Classes(double r_min, double r_max, double m) : margin(m) {
    const double largest = r_max + m / 2;
    const double ratio = std::min(largest / (r_min + m / 2), scree::pow(kFactor, kMostLevels));
    n = ratio > 1 ? std::clamp(whole_ceil<int>(scree::log(ratio) / scree::log(kFactor)), 1, kMostLevels) : 1;
    for (int k = 0; k < n; ++k) least[std::size_t(k)] = largest * scree::pow(ratio, -double(k + 1) / n);
  }
  // From the smallest class on, because most balls are in there.
  std::size_t of(double r) const {
    int k = n - 1;
    while (k > 0 && r + margin / 2 >= least[std::size_t(k) - 1]) --k;
    return std::size_t(k);
  }
};

void sort_into_levels(const Cloud& c, const Census& census, double margin, std::vector<Level>& levels) {
  const Classes classes(census.r_min, census.r_max, margin);
  const auto enter = [&](const std::vector<std::uint32_t>& balls, std::size_t first) {
    for (const std::uint32_t i : balls) {
      const double r = double(c.r[i]);
      Level& level = levels[first + classes.of(r)];
      level.balls.push_back(i);
      level.r_max = std::max(level.r_max, r);
    }
  };
  enter(census.free, 0);
  enter(census.kinematic, kMostLevels);
}

// Cuts the work of one pair of levels into tasks of about kRows rows.
void add_tasks(const std::vector<Level>& levels, std::uint32_t a, std::uint32_t b, double margin,
               std::vector<Task>& tasks) {
  constexpr double kRows = 8192;
  const Level &la = levels[a], &lb = levels[b];
  const double rows_ab = double(la.balls.size()) * lb.grid.rows_around(la.r_max, margin);
  const double rows_ba = double(lb.balls.size()) * la.grid.rows_around(lb.r_max, margin);
  const std::uint32_t from = rows_ba < rows_ab ? b : a, to = rows_ba < rows_ab ? a : b;
  const std::size_t n = levels[from].balls.size();
  const auto step = std::size_t(double(n) * std::min(1.0, kRows / std::min(rows_ab, rows_ba))) + 1;
  for (std::size_t p = 0; p < n; p += step) tasks.push_back({from, to, p, std::min(p + step, n)});
}

}  // namespace

void hierarchical(const Cloud& c, Real margin, PairList& out) {
  const double m = double(margin);
  const Census census = take_census(c);
  std::vector<Level> levels(2 * kMostLevels);
  for (std::size_t k = kMostLevels; k < levels.size(); ++k) levels[k].carried = true;
  sort_into_levels(c, census, m, levels);
  std::erase_if(levels, [](const Level& level) { return level.balls.empty(); });
  for (Level& level : levels) level.grid.build(c, level.balls, census.lo, 2 * level.r_max + m);

  std::vector<Task> tasks;
  for (std::uint32_t a = 0; a < levels.size(); ++a) {
    if (levels[a].carried) break;
    const std::size_t n = levels[a].balls.size();
    for (std::size_t p = 0; p < n; p += kChunk) tasks.push_back({a, a, p, std::min(p + kChunk, n)});
    for (std::uint32_t b = a + 1; b < levels.size(); ++b) add_tasks(levels, a, b, m, tasks);
  }
  const auto run = [&](std::size_t t, PairBuffer& pairs) {
    const Task& task = tasks[t];
    const CellGrid &from = levels[task.from].grid, &to = levels[task.to].grid;
    if (task.from == task.to) return to.half_shell(task.begin, task.end, m, pairs);
    for (std::size_t p = task.begin; p < task.end; ++p) to.around(from.site(p), from.index(p), m, pairs);
  };
  collect_pairs(tasks.size(), run, out);
}

}  // namespace scree::broad
