#include "scree/shape/support_tree.hpp"

#include <algorithm>
#include <limits>

#include "scree/math/symmetric_eigen.hpp"

namespace scree {
namespace {

constexpr int kLeaf = 8;  // number of points

Mat3 axes_of(std::span<const Vec3> points, const Vec3& middle) {
  Mat3 sum{};
  for (const Vec3& p : points) {
    const Vec3 d = p - middle;
    sum.row0 += d.x * d;
    sum.row1 += d.y * d;
    sum.row2 += d.z * d;
  }
  return symmetric_eigen(sum).vectors;
}

}  // namespace

SupportTree::SupportTree(std::span<const Vec3> points) : points_(points.begin(), points.end()) {
  Real largest = 0;
  for (const Vec3& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  slack_ = 64 * std::numeric_limits<Real>::epsilon() * largest;
  boxes_.reserve(points.size() / 2 + 1);
  if (!points_.empty()) build(0, int(points_.size()));
}

void SupportTree::build(int begin, int end) {
  const std::size_t own = boxes_.size();
  boxes_.emplace_back();
  const std::span<Vec3> points(points_.data() + begin, std::size_t(end - begin));
  Vec3 mean{0, 0, 0};
  for (const Vec3& p : points) mean += p / Real(points.size());
  const Mat3 axes = axes_of(points, mean);
  Vec3 lo{0, 0, 0}, hi{0, 0, 0};
  for (const Vec3& p : points) {
    const Vec3 at = axes * (p - mean);
    for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], at[k]), hi[k] = std::max(hi[k], at[k]);
  }
  const Vec3 rows[3] = {axes.row0, axes.row1, axes.row2};
  Box box;
  box.middle = mean;
  for (int k = 0; k < 3; ++k) {
    box.middle += ((lo[k] + hi[k]) / 2) * rows[k];
    box.axes[k] = ((hi[k] - lo[k]) / 2) * rows[k];
  }
  const bool leaf = end - begin <= kLeaf;
  box.begin = leaf ? begin : 0, box.end = leaf ? end : 0;
  if (!leaf) {
    int widest = 0;
    for (int k = 1; k < 3; ++k)
      if (hi[k] - lo[k] > hi[widest] - lo[widest]) widest = k;
    const int half = begin + (end - begin) / 2;
    std::nth_element(points_.begin() + begin, points_.begin() + half, points_.begin() + end,
                     [&](const Vec3& a, const Vec3& b) { return dot(rows[widest], a) < dot(rows[widest], b); });
    build(begin, half);
    build(half, end);
  }
  box.next = int(boxes_.size());
  boxes_[own] = box;
}

Real SupportTree::farthest(const Vec3& n, Real beyond) const {
  const int n_boxes = int(boxes_.size());
  for (int b = 0; b < n_boxes;) {
    const Box& box = boxes_[std::size_t(b)];
    const Real reach = dot(n, box.middle) + std::abs(dot(n, box.axes[0])) + std::abs(dot(n, box.axes[1])) +
                       std::abs(dot(n, box.axes[2])) + slack_;
    if (reach <= beyond) {
      b = box.next;
      continue;
    }
    for (int i = box.begin; i < box.end; ++i) beyond = std::max(beyond, dot(n, points_[std::size_t(i)]));
    ++b;
  }
  return beyond;
}

}  // namespace scree
