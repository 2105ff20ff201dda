#include "scree/broad/cell_grid.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "scree/math/elementary.hpp"
#include "scree/parallel.hpp"

namespace scree::broad {
namespace {

// Cell coordinates stay below this, so that they carry rounding errors of less than kSlack cells:
// 2^29 * 3 roundings * 2^-53 = 1.8e-7.
constexpr double kMostCells = 536870912;
constexpr double kSlack = 1e-6;

struct Extent {
  Vec3d lo, hi;
  double r_min, r_max;
  std::size_t n_free, n_kinematic;
};
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr Extent kNothing = {{kInf, kInf, kInf}, {-kInf, -kInf, -kInf}, kInf, 0, 0, 0};

void widen(Extent& e, const Vec3d& lo, const Vec3d& hi, double r_min, double r_max) {
  e.lo = {std::min(e.lo.x, lo.x), std::min(e.lo.y, lo.y), std::min(e.lo.z, lo.z)};
  e.hi = {std::max(e.hi.x, hi.x), std::max(e.hi.y, hi.y), std::max(e.hi.z, hi.z)};
  e.r_min = std::min(e.r_min, r_min);
  e.r_max = std::max(e.r_max, r_max);
}

// Minima and maxima of f's balls over fixed chunks; they do not depend on the order anyway.
template <class F>
std::vector<Extent> extents(std::size_t n, F&& f) {
  std::vector<Extent> part(n_chunks(n), kNothing);
  for_chunks(n, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Extent e = kNothing;
    for (std::size_t p = begin; p < end; ++p) f(p, e);
    part[chunk] = e;
  });
  return part;
}

Extent whole(const std::vector<Extent>& part) {
  Extent e = kNothing;
  for (const Extent& p : part) {
    widen(e, p.lo, p.hi, p.r_min, p.r_max);
    e.n_free += p.n_free;
    e.n_kinematic += p.n_kinematic;
  }
  return e;
}

bool is_prime(std::uint32_t n) {
  for (std::uint32_t d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

// The period of an axis that needs `wanted` cells and may have `most`. A folded axis gets a prime period: a regular
// arrangement of balls would have to repeat itself by just that many cells to fall on top of itself.
std::uint32_t period(double wanted, double most) {
  if (wanted <= std::max(3.0, most)) return std::uint32_t(std::max(3.0, wanted));
  auto n = std::uint32_t(std::max(3.0, most));
  while (!is_prime(n)) --n;
  return n;
}

std::uint32_t fold(std::int32_t k, std::uint32_t n) {
  const auto u = std::uint32_t(k);
  return u < n ? u : u % n;
}
std::uint32_t up(std::uint32_t k, std::uint32_t n) { return k + 1 < n ? k + 1 : 0; }
std::uint32_t down(std::uint32_t k, std::uint32_t n) { return k > 0 ? k - 1 : n - 1; }

}  // namespace

Census take_census(const Cloud& c) {
  const auto part = extents(c.n, [&](std::size_t i, Extent& e) {
    if (!counts(c, i)) return;
    widen(e, c.x[i], c.x[i], double(c.r[i]), double(c.r[i]));
    ++(c.owner[i] == kDynamic ? e.n_free : e.n_kinematic);
  });
  const Extent e = whole(part);
  Census census;
  if (e.n_free + e.n_kinematic == 0) return census;
  census.lo = e.lo;
  census.hi = e.hi;
  census.r_min = e.r_min;
  census.r_max = e.r_max;
  census.free.resize(e.n_free);
  census.kinematic.resize(e.n_kinematic);
  std::vector<std::size_t> free_at(part.size() + 1, 0), carried_at(part.size() + 1, 0);
  for (std::size_t k = 0; k < part.size(); ++k) {
    free_at[k + 1] = free_at[k] + part[k].n_free;
    carried_at[k + 1] = carried_at[k] + part[k].n_kinematic;
  }
  for_chunks(c.n, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::size_t f = free_at[chunk], w = carried_at[chunk];
    for (std::size_t i = begin; i < end; ++i) {
      if (!counts(c, i)) continue;
      (c.owner[i] == kDynamic ? census.free[f++] : census.kinematic[w++]) = std::uint32_t(i);
    }
  });
  return census;
}

void CellGrid::build(const Cloud& c, std::span<const std::uint32_t> balls, const Vec3d& lo, double reach) {
  lo_ = lo;
  choose_cells(c, balls, reach);
  sort(c, balls);
}

void CellGrid::choose_cells(const Cloud& c, std::span<const std::uint32_t> balls, double reach) {
  const Extent e = whole(extents(balls.size(), [&](std::size_t p, Extent& part) {
    const std::size_t i = balls[p];
    widen(part, c.x[i], c.x[i], double(c.r[i]), double(c.r[i]));
  }));
  r_max_ = e.r_max;
  const Vec3d far = balls.empty() ? Vec3d{0, 0, 0} : e.hi - lo_;
  const double widest = std::max({far.x, far.y, far.z});
  // Neighbours may be no more than one cell apart after rounding. Points without any reach (all radii zero) get
  // cells by their number. The last bound keeps coordinates finite where all of that is zero.
  cell_size_ = std::max({reach * (1 + 4 * kSlack), widest / kMostCells, 1e-150});
  if (reach <= 0) cell_size_ = std::max(cell_size_, widest / scree::cbrt(double(balls.size()) + 1));
  per_cell_ = 1 / cell_size_;
  if (balls.empty()) {
    first_ = last_ = {0, 0, 0};
    n_x_ = n_y_ = n_z_ = 3;
    return;
  }
  first_ = cell_of(e.lo);
  last_ = cell_of(e.hi);

  // At most about eight cells a ball: the shortest axis first, so that what it does not need goes to the others.
  std::array<int, 3> axis = {0, 1, 2};
  std::array<double, 3> wanted{};
  for (int d = 0; d < 3; ++d) wanted[std::size_t(d)] = double(last_[d]) - double(first_[d]) + 1;
  std::sort(axis.begin(), axis.end(), [&](int p, int q) {
    return wanted[std::size_t(p)] != wanted[std::size_t(q)] ? wanted[std::size_t(p)] < wanted[std::size_t(q)] : p < q;
  });
  double left = std::min(8.0 * double(balls.size()) + 64, 1e9);
  std::array<std::uint32_t, 3> n{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto d = std::size_t(axis[k]);
    n[d] = period(wanted[d], k == 0 ? scree::cbrt(left) : k == 1 ? std::sqrt(left) : left);
    left /= n[d];
  }
  n_x_ = n[0];
  n_y_ = n[1];
  n_z_ = n[2];
}

CellGrid::Cell CellGrid::cell_of(const Vec3d& x) const {
  const Vec3d u = per_cell_ * (x - lo_);
  return {std::int32_t(u.x), std::int32_t(u.y), std::int32_t(u.z)};  // u >= 0: truncation is the floor
}

std::uint32_t CellGrid::key_of(const Vec3d& x) const {
  const Cell k = cell_of(x);
  return (fold(k.z, n_z_) * n_y_ + fold(k.y, n_y_)) * n_x_ + fold(k.x, n_x_);
}

// Two stable passes: blocks of balls into at most 256 buckets of cells, then each bucket by cell. Blocks and buckets
// depend on the input alone. Each bucket is small enough to be sorted inside the cache.
void CellGrid::sort(const Cloud& c, std::span<const std::uint32_t> balls) {
  constexpr std::size_t kBlock = 16384, kBuckets = 256;
  const std::size_t n = balls.size();
  const std::size_t n_cells = std::size_t(n_x_) * n_y_ * n_z_;
  const std::size_t n_blocks = (n + kBlock - 1) / kBlock;
  unsigned shift = 0;
  while ((n_cells - 1) >> shift >= kBuckets) ++shift;
  std::vector<std::array<std::uint32_t, kBuckets>> at(n_blocks);
  std::vector<std::uint32_t> key(n), key_2(n), ball_2(n);

#pragma omp parallel for schedule(static) if (n_blocks > 1)
  for (std::ptrdiff_t b = 0; b < std::ptrdiff_t(n_blocks); ++b) {
    auto& count = at[std::size_t(b)];
    count.fill(0);
    for (std::size_t p = std::size_t(b) * kBlock; p < std::min(n, (std::size_t(b) + 1) * kBlock); ++p) {
      key[p] = key_of(c.x[balls[p]]);
      ++count[key[p] >> shift];
    }
  }
  std::array<std::uint32_t, kBuckets + 1> bucket{};
  std::uint32_t sum = 0;
  for (std::size_t k = 0; k < kBuckets; ++k) {
    bucket[k] = sum;
    for (auto& count : at) sum += std::exchange(count[k], sum);
  }
  bucket[kBuckets] = sum;
#pragma omp parallel for schedule(static) if (n_blocks > 1)
  for (std::ptrdiff_t b = 0; b < std::ptrdiff_t(n_blocks); ++b) {
    auto& to = at[std::size_t(b)];
    for (std::size_t p = std::size_t(b) * kBlock; p < std::min(n, (std::size_t(b) + 1) * kBlock); ++p) {
      const std::uint32_t q = to[key[p] >> shift]++;
      key_2[q] = key[p];
      ball_2[q] = balls[p];
    }
  }

  start_.resize(n_cells + 1);
  cell_.resize(n);
  site_.resize(n);
  index_.resize(n);
  start_[n_cells] = std::uint32_t(n);
#pragma omp parallel for schedule(dynamic) if (n_blocks > 1)
  for (std::ptrdiff_t k = 0; k < std::ptrdiff_t(kBuckets); ++k) {
    const std::size_t first = std::size_t(k) << shift, last = std::min(n_cells, (std::size_t(k) + 1) << shift);
    const Range range = {bucket[std::size_t(k)], bucket[std::size_t(k) + 1]};
    if (first < last) sort_bucket(c, key_2, ball_2, range, first, last);
  }
}

// Balls `range` after the first pass, all in cells [first, last).
void CellGrid::sort_bucket(const Cloud& c, std::span<const std::uint32_t> key, std::span<const std::uint32_t> ball,
                           Range range, std::size_t first, std::size_t last) {
  std::vector<std::uint32_t> to(last - first, 0);
  for (std::uint32_t q = range.begin; q < range.end; ++q) ++to[key[q] - first];
  std::uint32_t at = range.begin;
  for (std::size_t cell = first; cell < last; ++cell) {
    start_[cell] = at;
    at += std::exchange(to[cell - first], at);
  }
  for (std::uint32_t q = range.begin; q < range.end; ++q) {
    const std::uint32_t p = to[key[q] - first]++, i = ball[q];
    cell_[p] = key[q];
    site_[p] = {c.x[i], double(c.r[i])};
    index_[p] = i;
  }
}

// Cells x - 1, x, x + 1 of a row; two ranges where the row closes on itself.
void CellGrid::add_row(Shell& s, Row row, std::uint32_t x) const {
  const std::uint32_t* start = start_.data() + row.first_cell;
  if (x > 0 && x + 1 < n_x_) {
    s.add(start[x - 1], start[x + 2]);
  } else if (x == 0) {
    s.add(start[0], start[2]);
    s.add(start[n_x_ - 1], start[n_x_]);
  } else {
    s.add(start[n_x_ - 2], start[n_x_]);
    s.add(start[0], start[1]);
  }
}

// The 13 cells ahead: (x+1, y, z); the rows y + 1 of this layer and y - 1, y, y + 1 of the next one. The first range
// begins with the own cell; half_shell() moves its beginning behind the ball it is at.
CellGrid::Shell CellGrid::cells_ahead(std::uint32_t cell) const {
  const std::uint32_t x = cell % n_x_, y = cell / n_x_ % n_y_, z = cell / n_x_ / n_y_;
  Shell s;
  s.add(start_[cell], start_[cell + (x + 1 < n_x_ ? 2 : 1)]);
  if (x + 1 == n_x_) s.add(start_[cell - x], start_[cell - x + 1]);
  const std::uint32_t z_up = up(z, n_z_);
  add_row(s, Row(*this, up(y, n_y_), z), x);
  add_row(s, Row(*this, down(y, n_y_), z_up), x);
  add_row(s, Row(*this, y, z_up), x);
  add_row(s, Row(*this, up(y, n_y_), z_up), x);
  return s;
}

void CellGrid::half_shell(std::size_t begin, std::size_t end, double margin, PairBuffer& out) const {
  Shell s;
  for (std::size_t p = begin; p < end; ++p) {
    if (p == begin || cell_[p] != cell_[p - 1]) s = cells_ahead(cell_[p]);
    const Site ball = site_[p];
    const std::uint32_t i = index_[p];
    test(ball, i, {std::uint32_t(p + 1), s.range[0].end}, margin, out);
    for (int k = 1; k < s.n; ++k) test(ball, i, s.range[k], margin, out);
  }
}

std::uint64_t CellGrid::n_tests() const {
  std::uint64_t n = 0;
  for (std::uint32_t p = 0; p < size(); ++p) {
    const Shell s = cells_ahead(cell_[p]);
    n += s.range[0].end - (p + 1);
    for (int k = 1; k < s.n; ++k) n += s.range[k].end - s.range[k].begin;
  }
  return n;
}

std::vector<std::uint32_t> CellGrid::balls_per_cell() const {
  std::vector<std::uint32_t> count;
  for (std::size_t k = 0; k < n_cells(); ++k)
    if (start_[k + 1] > start_[k]) count.push_back(start_[k + 1] - start_[k]);
  return count;
}

void CellGrid::test_cells(const Site& ball, std::uint32_t i, Row row, std::int32_t x0, std::int32_t x1, double margin,
                          PairBuffer& out) const {
  const std::uint32_t* start = start_.data() + row.first_cell;
  const auto n = std::uint32_t(x1 - x0 + 1);  // at most n_x_
  const std::uint32_t x = fold(x0, n_x_);
  const std::uint32_t in_row = std::min(n, n_x_ - x);
  test(ball, i, {start[x], start[x + in_row]}, margin, out);
  if (in_row < n) test(ball, i, {start[0], start[n - in_row]}, margin, out);
}

namespace {

// The cells of one axis that a ball reaches, among those that hold balls at all.
struct Span {
  std::int32_t begin, end;
  bool folded;  // the whole period: cells and distances no longer belong together

  Span(double u, double reach, std::int32_t first, std::int32_t last, std::uint32_t n) {
    begin = std::int32_t(std::clamp(std::floor(u - reach - kSlack), double(first), double(last) + 1));
    end = std::int32_t(std::clamp(std::floor(u + reach + kSlack) + 1, double(begin), double(last) + 1));
    folded = std::uint32_t(end - begin) > n;
    if (folded) end = begin + std::int32_t(n);
  }
  // Distance from u to cell k, in cells, never too large.
  double distance(double u, std::int32_t k) const {
    return folded ? 0 : std::max({0.0, double(k) - u - kSlack, u - double(k) - 1 - kSlack});
  }
};

}  // namespace

void CellGrid::around(const Site& ball, std::uint32_t i, double margin, PairBuffer& out) const {
  const Vec3d u = per_cell_ * (ball.x - lo_);
  const double reach = per_cell_ * (ball.r + r_max_ + margin);
  const Span sx(u.x, reach, first_.x, last_.x, n_x_);
  const Span sy(u.y, reach, first_.y, last_.y, n_y_);
  const Span sz(u.z, reach, first_.z, last_.z, n_z_);
  if (sx.begin == sx.end || sy.begin == sy.end || sz.begin == sz.end) return;
  // A large ball among small ones: each row only as far as the chord of its sphere. Not worth a root for a few cells.
  const bool chords = !sx.folded && sx.end - sx.begin > 4;
  const double reach2 = (reach + kSlack) * (reach + kSlack);
  std::uint32_t fz = fold(sz.begin, n_z_);
  for (std::int32_t z = sz.begin; z < sz.end; ++z, fz = up(fz, n_z_)) {
    const double dz = sz.distance(u.z, z);
    const double left = reach2 - dz * dz;
    std::uint32_t fy = fold(sy.begin, n_y_);
    for (std::int32_t y = sy.begin; y < sy.end; ++y, fy = up(fy, n_y_)) {
      const double dy = sy.distance(u.y, y);
      const double chord2 = left - dy * dy;
      if (chord2 < 0) continue;
      const Row row(*this, fy, fz);
      if (!chords) {
        test_cells(ball, i, row, sx.begin, sx.end - 1, margin, out);
        continue;
      }
      const Span chord(u.x, std::sqrt(chord2), first_.x, last_.x, n_x_);
      if (chord.begin < chord.end) test_cells(ball, i, row, chord.begin, chord.end - 1, margin, out);
    }
  }
}

double CellGrid::rows_around(double r, double margin) const {
  const double across = 1 + 2 * per_cell_ * (r + r_max_ + margin);
  const double y = std::min({across, double(last_.y) - double(first_.y) + 1, double(n_y_)});
  const double z = std::min({across, double(last_.z) - double(first_.z) + 1, double(n_z_)});
  return y * z;
}

}  // namespace scree::broad
