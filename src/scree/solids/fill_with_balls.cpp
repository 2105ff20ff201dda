#include "scree/solids/fill_with_balls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "scree/error.hpp"
#include "scree/parallel.hpp"
#include "scree/solids/ball_cluster.hpp"
#include "scree/solids/ball_union.hpp"

namespace scree {
namespace {

constexpr std::size_t kClimbs = 3;
constexpr Real kVolumeTolerance = Real(1e-6);  // while targets are looked for

void check(const FillTarget& t) {
  if (t.most_balls < 1 || t.most_balls > kMostInscribedBalls)
    throw InputError(fmt::format("at most {} balls; must be from 1 to {}", t.most_balls, kMostInscribedBalls));
  if (!(t.volume_error >= 0 && t.volume_error < 1))
    throw InputError(fmt::format("volume error {}; must be >= 0 and < 1", t.volume_error));
  if (!(t.surface_error >= 0)) throw InputError(fmt::format("surface error {} m; must be >= 0", t.surface_error));
  if (t.n_candidates < 1 || t.n_candidates > 100000)
    throw InputError(fmt::format("{} candidates; must be from 1 to 100000", t.n_candidates));
}

// Climbs to a ball that is larger than all those near by. It takes steps in 14 directions, half as long when none leads
// up.
Ball climbed(const Solid& solid, Ball at) {
  const auto step_up = [&](Real step) {
    for (int k = 0; k < 27; ++k) {
      const Vec3 e{Real(k % 3 - 1), Real(k / 3 % 3 - 1), Real(k / 9 - 1)};
      const Vec3 x = at.x + step * e;
      if ((norm2(e) != 1 && norm2(e) != 3) || norm(x - at.x) >= at.r) continue;  // farther ones may lie outside
      const Real r = norm(x - solid.nearest(x));
      if (2 * r > solid.size())
        throw InputError("a ball larger than the body fits in: the surface crosses itself, or lies inside out in part");
      if (r <= at.r + Real(1e-3) * step) continue;
      at = {x, r};
      return true;
    }
    return false;
  };
  for (Real step = at.r / 2; step > Real(1e-7) * solid.size();)
    if (!step_up(step)) step /= 2;
  return at;
}

// Chooses the next ball, again and again.
class Choice {
 public:
  Choice(const Solid& solid, int n, FillProgress progress) : points_(solid.sample(n)), candidates_(points_.size()) {
    constexpr std::size_t kAtATime = 100;
    for (std::size_t done = 0; done < points_.size(); done += kAtATime) {
      if (progress) progress(done, points_.size());
      for_each_index(std::min(kAtATime, points_.size() - done),
                     [&](std::size_t i) { candidates_[done + i] = ball_touching(solid, points_[done + i]); });
    }
    add_largest(solid);
    distance_.assign(points_.size(), solid.size());
    std::vector<Real> gains(candidates_.size());
    for_each_index(candidates_.size(), [&](std::size_t i) { gains[i] = gain(candidates_[i]); });
    for (std::size_t i = 0; i < gains.size(); ++i) open_.push({gains[i], i});
    least_ = Real(1e-12) * solid.size() * Real(points_.size());
  }

  // Returns false when no ball makes a difference any more.
  bool next(Ball& chosen) {
    while (!open_.empty()) {
      Weighed top = open_.top();
      open_.pop();
      top.gain = gain(candidates_[top.index]);
      if (top.gain <= least_) continue;
      if (!open_.empty() && open_.top() > top) {
        open_.push(top);
        continue;
      }
      chosen = candidates_[top.index];
      for (std::size_t i = 0; i < points_.size(); ++i) distance_[i] = std::min(distance_[i], outside(chosen, i));
      return true;
    }
    return false;
  }

 private:
  struct Weighed {
    Real gain;
    std::size_t index;
    // The first of equal ones counts.
    bool operator<(const Weighed& o) const { return gain < o.gain || (gain == o.gain && index > o.index); }
    bool operator>(const Weighed& o) const { return o < *this; }
  };

  // The largest balls of all touch the surface in several points, which the points looked at miss.
  void add_largest(const Solid& solid) {
    std::vector<Ball> from;
    while (from.size() < kClimbs) {
      const Ball* best = nullptr;
      for (const Ball& b : candidates_) {
        const auto near_b = [&](const Ball& f) { return norm2(f.x - b.x) < f.r * f.r; };
        if ((!best || b.r > best->r) && std::none_of(from.begin(), from.end(), near_b)) best = &b;
      }
      if (!best) break;
      from.push_back(*best);
    }
    for (Ball& b : from) candidates_.push_back(climbed(solid, b));
  }

  Real outside(const Ball& b, std::size_t i) const { return std::max(Real(0), norm(points_[i].x - b.x) - b.r); }
  Real gain(const Ball& b) const {
    Real sum = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) sum += std::max(Real(0), distance_[i] - outside(b, i));
    return sum;
  }

  std::vector<SurfacePoint> points_;
  std::vector<Ball> candidates_;
  std::vector<Real> distance_;  // point -> from the balls chosen
  std::priority_queue<Weighed> open_;
  Real least_ = 0;
};

bool meets(const Solid& solid, std::span<const Ball> balls, const FillTarget& t) {
  if (t.surface_error > 0 && surface_error(solid, balls).largest > t.surface_error) return false;
  return !(t.volume_error > 0) ||
         1 - union_properties(balls, kVolumeTolerance).mass.volume / solid.mass().volume <= t.volume_error;
}

}  // namespace

// Starts from the ball as large as the way to the other side allows and shrinks it until nothing but p touches it: each
// time it takes the ball that touches p and goes through the surface point nearest to its centre.
Ball ball_touching(const Solid& solid, const SurfacePoint& p) {
  Real r = solid.depth(p) / 2;
  Vec3 x = p.x - r * p.n;
  for (int i = 0; i < 50; ++i) {
    const Vec3 q = solid.nearest(x), to_q = p.x - q;
    const Real towards = dot(p.n, to_q);
    if (norm(x - q) >= r * (1 - Real(1e-9)) || !(towards > 0)) break;
    const Real smaller = norm2(to_q) / (2 * towards);
    if (!(smaller < r)) break;
    r = smaller;
    x = p.x - r * p.n;
  }
  return {x, norm(x - solid.nearest(x))};
}

BallFill fill_with_balls(const Solid& solid, const FillTarget& target) {
  check(target);
  Choice choice(solid, std::max(target.n_candidates, 4 * target.most_balls), target.progress);
  BallFill fill;
  Ball ball;
  while (int(fill.balls.size()) < target.most_balls && choice.next(ball)) fill.balls.push_back(ball);
  if (!(target.volume_error > 0 || target.surface_error > 0)) return fill;
  fill.met = meets(solid, fill.balls, target);
  if (!fill.met) return fill;
  // Errors only fall from ball to ball, so bisection finds the first number of balls that is enough.
  std::size_t few = 0, enough = fill.balls.size();
  while (enough - few > 1) {
    const std::size_t middle = (few + enough) / 2;
    (meets(solid, std::span(fill.balls).first(middle), target) ? enough : few) = middle;
  }
  fill.balls.resize(enough);
  return fill;
}

}  // namespace scree
