// Balls sorted into the cells of a grid: the work-horse of sorted_cells and hierarchical.
//
// A counting sort by the cell of the centre into flat arrays; the cells of a row along x follow each other, so that
// three neighbouring cells are one contiguous range of balls (algorithms notes, fixed cubes, section 5).
//
// The grid is a torus: cell coordinates are taken modulo n_x, n_y, n_z. Cells that are a period apart share their
// balls, which costs a few distance tests and loses nothing, because neighbours stay neighbours. So memory is bounded
// by the number of balls however far the cloud reaches: one body that flies off does not coarsen the cells of the
// others. Every period is at least 3, else a cell would meet another one twice in its half shell.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "scree/broad/broad_phase.hpp"

namespace scree::broad {

// A ball with a position or radius that is not finite (or beyond 1e150 m, whose square would not be) makes no pair in
// any method. Comparisons with NaN are false, so it is left out here and nowhere else needs to think of it.
inline bool counts(const Cloud& c, std::size_t i) {
  constexpr double kFar = 1e150;
  const Vec3d x = c.x[i];
  const double r = double(c.r[i]);
  return std::abs(x.x) <= kFar && std::abs(x.y) <= kFar && std::abs(x.z) <= kFar && r >= 0 && r <= kFar;
}

// The balls that count, in the order of the cloud, and the box of their centres.
struct Census {
  std::vector<std::uint32_t> free, kinematic;
  Vec3d lo = {0, 0, 0}, hi = {0, 0, 0};
  double r_min = 0, r_max = 0;
};
Census take_census(const Cloud& c);

// What a distance test needs, packed: half a cache line.
struct Site {
  Vec3d x;
  double r;
};
// The same expression as near(); the subtraction may be turned round, which changes no bit of the squares.
inline bool near(const Site& a, const Site& b, double margin) {
  const double reach = a.r + b.r + margin;
  return norm2(a.x - b.x) <= reach * reach;
}

// Pairs of one task. Appending has no branch on the outcome of the distance test, which no processor can
// predict: room() is made for a whole range of candidates first.
class PairBuffer {
 public:
  void room(std::size_t n) {
    if (n_ + n > capacity_) grow(n_ + n);
  }
  void add_if(bool hit, std::uint32_t i, std::uint32_t j) {
    pairs_[n_] = i < j ? RawPair{i, j} : RawPair{j, i};
    n_ += hit;
  }
  std::size_t size() const { return n_; }
  const RawPair* data() const { return pairs_.get(); }

 private:
  void grow(std::size_t n) {
    capacity_ = std::max({std::size_t(512), 2 * capacity_, n});
    auto larger = std::make_unique_for_overwrite<RawPair[]>(capacity_);
    std::copy_n(pairs_.get(), n_, larger.get());
    pairs_ = std::move(larger);
  }
  std::unique_ptr<RawPair[]> pairs_;  // not a vector: it would clear what is about to be written
  std::size_t n_ = 0, capacity_ = 0;
};

struct Range {
  std::uint32_t begin, end;
};

class CellGrid {
 public:
  // Sorts `balls` of the cloud. Balls of this grid up to `reach` apart lie in the same or in neighbouring cells.
  // `lo` is the lower corner of all balls, of this grid or not, that will ever be asked for.
  void build(const Cloud& c, std::span<const std::uint32_t> balls, const Vec3d& lo, double reach);

  std::size_t size() const { return index_.size(); }
  double cell_size() const { return cell_size_; }
  double r_max() const { return r_max_; }
  std::size_t n_cells() const { return start_.empty() ? 0 : start_.size() - 1; }
  const Site& site(std::size_t p) const { return site_[p]; }
  std::uint32_t index(std::size_t p) const { return index_[p]; }

  // Pairs of the sorted balls p in [begin, end) with later ones: the rest of the own cell and the 13 cells ahead.
  void half_shell(std::size_t begin, std::size_t end, double margin, PairBuffer& out) const;
  // Distances that half_shell takes for all balls together, and the cells that hold balls: for figures, not for runs.
  std::uint64_t n_tests() const;
  std::vector<std::uint32_t> balls_per_cell() const;
  // Pairs of one ball that is not in this grid with balls that are.
  void around(const Site& ball, std::uint32_t i, double margin, PairBuffer& out) const;
  // About how many rows of cells around() goes through for a ball of radius r.
  double rows_around(double r, double margin) const;

 private:
  using Cell = Vec3T<std::int32_t>;
  struct Row {
    std::uint32_t first_cell;  // of its n_x cells
    Row(const CellGrid& g, std::uint32_t y, std::uint32_t z) : first_cell((z * g.n_y_ + y) * g.n_x_) {}
  };
  struct Shell {
    Range range[10];
    int n = 0;
    void add(std::uint32_t begin, std::uint32_t end) {
      if (begin < end) range[n++] = {begin, end};
    }
  };

  void choose_cells(const Cloud& c, std::span<const std::uint32_t> balls, double reach);
  void sort(const Cloud& c, std::span<const std::uint32_t> balls);
  void sort_bucket(const Cloud& c, std::span<const std::uint32_t> key, std::span<const std::uint32_t> ball, Range range,
                   std::size_t first, std::size_t last);
  std::uint32_t key_of(const Vec3d& x) const;
  Cell cell_of(const Vec3d& x) const;
  Shell cells_ahead(std::uint32_t cell) const;
  void add_row(Shell& s, Row row, std::uint32_t x) const;
  void test(const Site& ball, std::uint32_t i, Range range, double margin, PairBuffer& out) const {
    out.room(range.end - range.begin);
    for (std::uint32_t q = range.begin; q < range.end; ++q) out.add_if(near(ball, site_[q], margin), i, index_[q]);
  }
  void test_cells(const Site& ball, std::uint32_t i, Row row, std::int32_t x0, std::int32_t x1, double margin,
                  PairBuffer& out) const;

  Vec3d lo_ = {0, 0, 0};
  double cell_size_ = 1, per_cell_ = 1, r_max_ = 0;
  std::uint32_t n_x_ = 3, n_y_ = 3, n_z_ = 3;  // periods of the torus
  Cell first_ = {0, 0, 0}, last_ = {0, 0, 0};  // cells that hold balls, before they are taken modulo n
  std::vector<std::uint32_t> start_;           // the balls of cell k are start_[k] .. start_[k + 1]
  std::vector<std::uint32_t> cell_;            // per sorted ball
  std::vector<Site> site_;                     // per sorted ball
  std::vector<std::uint32_t> index_;           // per sorted ball: its place in the cloud
};

// Runs f(task, buffer) for every task in parallel and writes the pairs to `out` in the order of the tasks, so that
// the result does not depend on the number of threads.
template <class F>
void collect_pairs(std::size_t n_tasks, F&& f, PairList& out) {
  std::vector<PairBuffer> part(n_tasks);
#pragma omp parallel for schedule(dynamic) if (n_tasks > 1)
  for (std::ptrdiff_t t = 0; t < std::ptrdiff_t(n_tasks); ++t) f(std::size_t(t), part[std::size_t(t)]);

  std::vector<std::size_t> at(n_tasks + 1, 0);
  for (std::size_t t = 0; t < n_tasks; ++t) at[t + 1] = at[t] + part[t].size();
  out.resize(at[n_tasks]);
#pragma omp parallel for schedule(static) if (n_tasks > 1)
  for (std::ptrdiff_t t = 0; t < std::ptrdiff_t(n_tasks); ++t)
    std::copy_n(part[std::size_t(t)].data(), part[std::size_t(t)].size(),
                out.begin() + std::ptrdiff_t(at[std::size_t(t)]));
}

}  // namespace scree::broad
