#include "scree/force/combine.hpp"

#include <algorithm>

#include "scree/math/pack.hpp"

namespace scree::force {
namespace {

constexpr Real kSameSide = Real(0.5);  // cosine between the normals of a region

// Contacts of one pair: places [first, last), of old ones in Contacts, of new ones in Points.
struct Span {
  std::size_t first, last;
  std::size_t size() const { return last - first; }
};

struct Region {
  Vec3 normal;                          // of its first point
  int n = 0, n_old = 0, n_counted = 0;  // points; those that go on; those whose increments count
  Real depth = 0, deepest = 0;          // sum and largest of the overlaps, from the reach on
  std::size_t deepest_at = 0;
  Real weight = 0;  // of old shares
  Real x = 0;       // overlap of the last step
  Vec3 xi_t = {0, 0, 0}, xi_r = {0, 0, 0};
  Real xi_s = 0;
  Real grown = 0;                               // sum of increments, weighted or not
  Vec3 left_t = {0, 0, 0}, left_r = {0, 0, 0};  // springs that are missing to those of the last step
  Real left_s = 0;
};

class Pair {
 public:
  Pair(Combination how, const Contacts& c, const Batch& batch, const narrow::Points& points,
       const std::vector<std::uint32_t>& from, Real reach, Combined& out)
      : how_(how), c_(c), batch_(batch), points_(points), from_(from), reach_(reach), out_(out) {}

  void combine(Span old, Span now) {
    if (now.size() == 1 && old.size() == 1 && from_[now.first] == old.first && c_.share[old.first] == 1)
      return go_on(old.first, now.first);
    gather(now);
    find_targets(old, now);
    take_old(old);
    set_shares(now);
    set_overlaps(now);
    if (how_ != Combination::kMean) set_springs(now);
  }

 private:
  Real depth(std::size_t j) const { return std::max(Real(0), reach_ - points_.gap[j]); }
  Real old_depth(std::size_t k) const { return reach_ - c_.own_gap[k]; }
  static Vec3 vector(const std::vector<Real>& x, const std::vector<Real>& y, const std::vector<Real>& z,
                     std::size_t k) {
    return x.empty() ? Vec3{0, 0, 0} : Vec3{x[k], y[k], z[k]};
  }
  Vec3 spring_t(std::size_t k) const { return vector(c_.xi_x, c_.xi_y, c_.xi_z, k); }
  Vec3 spring_r(std::size_t k) const { return vector(c_.roll_x, c_.roll_y, c_.roll_z, k); }
  Real spring_s(std::size_t k) const { return c_.twist.empty() ? 0 : c_.twist[k]; }

  // The usual case.
  void go_on(std::size_t k, std::size_t j) {
    const Real xi_old = -c_.gap[k];
    out_.share[j] = out_.share_old[j] = 1;
    out_.xi[j] = -points_.gap[j];
    out_.xi_old[j] = out_.xi_before[j] = xi_old;
    out_.step[j] = c_.own_gap[k] - points_.gap[j];
    out_.shift_t[j] = out_.shift_r[j] = {0, 0, 0}, out_.shift_s[j] = 0;
    out_.own_gap[j] = points_.gap[j];
    out_.region[j] = 1;
    out_.simple[j] = 1;
  }

  void gather(Span now) {
    regions_.clear();
    for (std::size_t j = now.first; j < now.last; ++j) {
      std::size_t r = 0;
      while (r < regions_.size() && dot(regions_[r].normal, points_.n[j]) < kSameSide) ++r;
      if (r == regions_.size()) regions_.push_back({}), regions_.back().normal = points_.n[j];
      Region& region = regions_[r];
      const Real d = depth(j);
      if (region.n == 0 || d > region.deepest) region.deepest = d, region.deepest_at = j;
      region.depth += d;
      ++region.n;
      out_.region[j] = std::uint32_t(r + 1);
      out_.own_gap[j] = points_.gap[j];
      out_.simple[j] = 0;
    }
  }

  // The region each old contact goes on in: that of its point, else that of the first that was in one region with it.
  void find_targets(Span old, Span now) {
    target_.assign(old.size(), 0);
    for (std::size_t j = now.first; j < now.last; ++j)
      if (from_[j] != kNoSpring) target_[from_[j] - old.first] = out_.region[j];
    for (std::size_t k = old.first; k < old.last; ++k) {
      out_.handed[k - batch_.first] = 0;
      if (target_[k - old.first] != 0 || how_ == Combination::kMean) continue;
      for (std::size_t j = now.first; j < now.last; ++j) {
        if (from_[j] == kNoSpring || c_.region[from_[j]] != c_.region[k]) continue;
        target_[k - old.first] = out_.region[j];
        out_.handed[k - batch_.first] = 1;
        break;
      }
    }
  }

  void take_old(Span old) {
    for (std::size_t k = old.first; k < old.last; ++k) {
      if (target_[k - old.first] == 0) continue;
      Region& region = regions_[target_[k - old.first] - 1];
      const Real share = c_.share[k];
      region.weight += share;
      region.x += share * (reach_ - c_.gap[k]);
      region.xi_t += share * spring_t(k), region.xi_r += share * spring_r(k);
      region.xi_s += share * spring_s(k);
    }
  }

  void set_shares(Span now) {
    for (std::size_t j = now.first; j < now.last; ++j) {
      Region& region = regions_[out_.region[j] - 1];
      const std::uint32_t k = from_[j];
      region.n_old += k != kNoSpring;
      out_.share_old[j] = k == kNoSpring ? 0 : c_.share[k];
      out_.step[j] = depth(j) - (k == kNoSpring ? 0 : old_depth(k));
      const Real equal = Real(1) / Real(region.n);
      if (how_ == Combination::kMean)
        out_.share[j] = equal;
      else if (how_ == Combination::kDeepest)
        out_.share[j] = j == region.deepest_at ? 1 : 0;
      else
        out_.share[j] = region.depth > 0 ? depth(j) / region.depth : equal;
    }
  }

  // New points have gone part of the way only: that they count all the same is an error of a step.
  bool counts(std::size_t j) const {
    return how_ == Combination::kIncremental || from_[j] != kNoSpring || regions_[out_.region[j] - 1].n_old == 0;
  }
  void grow(Span now) {
    for (std::size_t j = now.first; j < now.last; ++j) {
      Region& region = regions_[out_.region[j] - 1];
      if (counts(j)) region.grown += out_.step[j], ++region.n_counted;
    }
    for (Region& region : regions_) {
      region.grown /= Real(std::max(1, region.n_counted));
      // Bodies that overlap from the first: as deep as the perfect body lies.
      if (how_ == Combination::kContinuing && region.n_old == 0 && !(region.weight > 0)) region.grown = region.deepest;
    }
  }

  void set_overlaps(Span now) {
    grow(now);
    for (std::size_t j = now.first; j < now.last; ++j) {
      const Region& region = regions_[out_.region[j] - 1];
      const std::uint32_t k = from_[j];
      out_.xi_before[j] = k == kNoSpring ? 0 : -c_.gap[k];
      if (how_ == Combination::kMean) {
        out_.xi[j] = -points_.gap[j];
        out_.xi_old[j] = out_.xi_before[j];
        continue;
      }
      out_.xi_old[j] = region.weight > 0 ? region.x - reach_ : 0;
      // One point alone is the contact itself: what paths have left over is forgotten there.
      const bool own = how_ == Combination::kDeepest || region.n == 1;
      out_.xi[j] = (own ? region.deepest : region.x + region.grown) - reach_;
    }
  }

  // New points begin with the mean spring of their region; then all are moved alike, so that the region has the
  // springs it had.
  void set_springs(Span now) {
    for (Region& r : regions_) r.left_t = r.xi_t, r.left_r = r.xi_r, r.left_s = r.xi_s;
    for (std::size_t j = now.first; j < now.last; ++j) {
      Region& r = regions_[out_.region[j] - 1];
      const std::uint32_t k = from_[j];
      const Real share = out_.share[j];
      r.left_t -= share * (k == kNoSpring ? r.xi_t : spring_t(k));
      r.left_r -= share * (k == kNoSpring ? r.xi_r : spring_r(k));
      r.left_s -= share * (k == kNoSpring ? r.xi_s : spring_s(k));
    }
    for (std::size_t j = now.first; j < now.last; ++j) {
      const Region& r = regions_[out_.region[j] - 1];
      const bool is_new = from_[j] == kNoSpring;
      out_.shift_t[j] = r.left_t + (is_new ? r.xi_t : Vec3{0, 0, 0});
      out_.shift_r[j] = r.left_r + (is_new ? r.xi_r : Vec3{0, 0, 0});
      out_.shift_s[j] = r.left_s + (is_new ? r.xi_s : 0);
    }
  }

  Combination how_;
  const Contacts& c_;
  const Batch& batch_;
  const narrow::Points& points_;
  const std::vector<std::uint32_t>& from_;
  Real reach_;
  Combined& out_;
  std::vector<Region> regions_;
  std::vector<std::uint32_t> target_;  // per old contact: its region now, 0: none
};

}  // namespace

void Combined::resize(std::size_t n) {
  for (auto* v : {&share, &share_old, &xi, &xi_old, &xi_before, &step, &shift_s, &own_gap}) v->resize(n);
  shift_t.assign(n, {0, 0, 0}), shift_r.assign(n, {0, 0, 0});
  std::fill(shift_s.begin(), shift_s.end(), Real(0));
  region.resize(n), simple.resize(n);
}

void Combined::pad(std::size_t k) {
  while (share.size() % k != 0) {
    for (auto* v : {&share, &share_old, &xi, &xi_old, &xi_before, &step, &shift_s, &own_gap}) v->push_back(v->back());
    shift_t.push_back(shift_t.back()), shift_r.push_back(shift_r.back());
    region.push_back(region.back()), simple.push_back(simple.back());
  }
}

void combine(Combination how, const Contacts& c, const Batch& batch, const narrow::Points& points,
             const std::vector<std::uint32_t>& from, Real reach, Combined& out) {
  out.resize(points.size());
  out.handed.assign(batch.count, 0);
  Pair pair(how, c, batch, points, from, reach, out);
  const std::size_t end = batch.first + batch.count;
  std::size_t o = batch.first;
  for (std::size_t j = 0; j < points.size();) {
    Span now{j, j};
    while (now.last < points.size() && points.pair[now.last] == points.pair[j]) ++now.last;
    while (o < end && c.pair[o] < points.pair[j]) ++o;
    Span old{o, o};
    while (old.last < end && c.pair[old.last] == points.pair[j]) ++old.last;
    pair.combine(old, now);
    j = now.last;
  }
}

void keep_combined(const Combined& combined, const Batch& batch, Contacts& c) {
  for (std::size_t j = 0; j < batch.count; ++j) {
    const std::size_t k = batch.first + j;
    c.share[k] = combined.share[j];
    c.own_gap[k] = combined.own_gap[j];
    c.region[k] = combined.region[j];
    if (combined.simple[j]) continue;
    const Vec3 &t = combined.shift_t[j], &r = combined.shift_r[j];
    if (!c.xi_x.empty()) c.xi_x[k] += t.x, c.xi_y[k] += t.y, c.xi_z[k] += t.z;
    if (!c.roll_x.empty()) c.roll_x[k] += r.x, c.roll_y[k] += r.y, c.roll_z[k] += r.z;
    if (!c.twist.empty()) c.twist[k] += combined.shift_s[j];
  }
}

}  // namespace scree::force
