#include "scree/state/order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scree/math/morton.hpp"
#include "scree/parallel.hpp"

namespace scree {
namespace {

// floor(x / a) modulo 2^31, also of negative and of huge numbers.
std::uint64_t cell_of(double x, double a) {
  const double cell = std::floor(x / a);
  if (!std::isfinite(cell)) return 0;
  return std::uint64_t(cell - 0x1p31 * std::floor(cell / 0x1p31));  // exact; 2^21 divides it
}

std::uint64_t hash_of(std::uint64_t box, int shift) {
  std::uint64_t h = box + 0x9e3779b97f4a7c15ull * std::uint64_t(shift + 1);
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;
  return h ^ (h >> 31);
}

// Bodies in a unit and in a group, on average. Large groups have few pairs across their borders, small ones are many
// for many threads. Anything but spheres is worth a thread in smaller numbers; of many spheres larger groups still are
// enough for many threads.
constexpr double kEnoughGroups = 64;
double wanted_unit(const Model& model, std::size_t n) {
  if (!model.has_shaped_bodies()) return 256;
  return double(n) >= 64 * kEnoughGroups ? 64 : 32;
}
double wanted_group(const Model& model, std::size_t n) {
  double size = wanted_unit(model, n);
  if (model.has_shaped_bodies()) return size;
  while (size < 4096 && 2 * size * kEnoughGroups <= double(n)) size *= 2;
  return size;
}

// Boxes with the number of bodies nearest to `wanted` on average: no other is nearer by its ratio.
std::uint32_t shift_for(const OccupiedBoxes& boxes, std::size_t n, double wanted) {
  std::uint32_t best = 0;
  double least = 0;
  for (int shift = 0; shift < OccupiedBoxes::kShifts; ++shift) {
    const double mean = double(n) / boxes.count(shift), ratio = std::max(mean / wanted, wanted / mean);
    if (shift == 0 || ratio < least) best = std::uint32_t(shift), least = ratio;
  }
  return best;
}

// Springs, bodies and pairs of a batch fit a first-level cache: of spheres a body is A of some four pairs.
constexpr std::size_t kBodiesInBatch = 64;

}  // namespace

std::uint64_t order_at(const Model& model, const Vec3d& x) {
  const double a = 2 * double(model.smallest_radius);
  if (model.settings.dimension == 2) return morton(cell_of(x.x, a), cell_of(x.y, a));
  return morton(cell_of(x.x, a), cell_of(x.y, a), cell_of(x.z, a));
}

std::vector<std::uint32_t> bodies_in_order(const Bodies& b) {
  std::vector<std::uint32_t> order(b.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto before = [&](std::uint32_t i, std::uint32_t j) { return comes_before(b, i, j); };
  if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
  return order;
}

void OccupiedBoxes::add(std::uint64_t order) {
  for (int shift = 0; shift < kShifts; ++shift) {
    const std::uint64_t box = order >> shift;
    if (any_ && box == last_ >> shift) break;
    const std::uint64_t h = hash_of(box, shift), rest = h >> 7;
    const auto zeros = std::uint8_t(rest == 0 ? 58 : __builtin_clzll(rest) - 6);  // leading ones of 57 bits, and 1
    std::uint8_t& largest = largest_[std::size_t(shift) * kRegisters + (h & (kRegisters - 1))];
    largest = std::max(largest, zeros);
  }
  last_ = order, any_ = true;
}

OccupiedBoxes& OccupiedBoxes::operator+=(const OccupiedBoxes& other) {
  for (std::size_t k = 0; k < largest_.size(); ++k) largest_[k] = std::max(largest_[k], other.largest_[k]);
  return *this;
}

double OccupiedBoxes::count(int shift) const {
  double sum = 0;
  int empty = 0;
  for (int k = 0; k < kRegisters; ++k) {
    const std::uint8_t largest = largest_[std::size_t(shift * kRegisters + k)];
    sum += std::ldexp(1.0, -int(largest));
    empty += largest == 0;
  }
  constexpr double kBias = 0.7213 / (1 + 1.079 / kRegisters);
  const double estimate = kBias * kRegisters * kRegisters / sum;
  if (estimate > 2.5 * kRegisters || empty == 0) return std::max(estimate, 1.0);
  // Few: as many as leave so many registers empty, drawn one by one.
  double drawn = 0;
  for (int k = empty + 1; k <= kRegisters; ++k) drawn += double(kRegisters) / k;
  return std::max(drawn, 1.0);
}

void renew_order(const Model& model, State& s) {
  Bodies& b = s.bodies;
  for_each_index(b.size(), [&](std::size_t i) { b.order[i] = order_at(model, b.x[i]); });
  const auto boxes =
      joined_sum<OccupiedBoxes>(b.size(), [&](std::size_t i, OccupiedBoxes& part) { part.add(b.order[i]); });
  const std::size_t n = b.size();
  s.unit_shift = n == 0 ? 0 : shift_for(boxes, n, wanted_unit(model, n));
  s.group_shift = std::max(s.unit_shift, n == 0 ? 0 : shift_for(boxes, n, wanted_group(model, n)));
}

Turns::Turns(const Model& model, const State& s, const std::vector<std::uint32_t>& in_order)
    : group(s.bodies.size()), unit(s.bodies.size()), batch(s.bodies.size()) {
  // Bodies are A of fewer pairs of a bucket where pairs are shared out to several.
  const auto of_bodies = [](const Bucket& bucket) { return !is_wall(bucket.kind_b); };
  const auto n_buckets = std::count_if(s.pairs.buckets.begin(), s.pairs.buckets.end(), of_bodies);
  const std::size_t wanted = kBodiesInBatch * std::size_t(std::max<std::ptrdiff_t>(n_buckets, 1));
  const auto box = [&](std::size_t k, std::uint32_t shift) { return s.bodies.order[in_order[k]] >> shift; };
  std::uint32_t its_group = 0, its_unit = 0, its_batch = 0;
  for (std::size_t k = 0; k < in_order.size(); ++its_unit) {
    std::size_t end = k + 1;
    while (end < in_order.size() && box(end, s.unit_shift) == box(k, s.unit_shift)) ++end;
    if (k > 0 && box(k, s.group_shift) != box(k - 1, s.group_shift)) ++its_group;
    const std::size_t n = end - k;
    const std::size_t n_batches = model.has_shaped_bodies() ? 1 : std::max<std::size_t>(1, (n + wanted / 2) / wanted);
    for (std::size_t at = 0; at < n; ++at, ++k) {
      const std::uint32_t i = in_order[k];
      group[i] = its_group, unit[i] = its_unit, batch[i] = its_batch + std::uint32_t(at * n_batches / n);
    }
    its_batch += std::uint32_t(n_batches);
  }
}

}  // namespace scree
