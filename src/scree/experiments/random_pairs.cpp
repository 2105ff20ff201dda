#include "scree/experiments/random_pairs.hpp"

#include <cmath>
#include <numbers>

#include "scree/oracle/solve.hpp"

namespace scree::bench {
namespace {

using pairs::Space;
constexpr Real kDegree = std::numbers::pi_v<Real> / 180;
enum Purpose : std::uint64_t { kPose, kNearby, kLessDeep, kElsewhere };

Vec3 random_direction(RandomStream& random) {
  const Real x = random.normal(), y = random.normal(), z = random.normal();
  return normalized(Vec3{x, y, z});
}

Mat3 random_rotation(RandomStream& random) {
  const Real q[4] = {random.normal(), random.normal(), random.normal(), random.normal()};
  return Space::pose(q, {0, 0, 0}).R;
}

Real log_uniform(RandomStream& random, double least, double most) {
  return Real(least * std::pow(most / least, random.uniform()));
}

void turn_a_little(RandomPair& pair, RandomStream& random) {
  const Vec3 by = Real(random.uniform()) * kDegree * random_direction(random);
  pair.X_b.R = Space::rotation(by).R * pair.X_b.R;
}

}  // namespace

RandomStream RandomPairs::stream(const RandomPair& pair, std::uint64_t purpose) const {
  return RandomStream::branch(seed_ + purpose, std::uint64_t(pair.id));
}

Real RandomPairs::size(const RandomPair& pair) const {
  return pairs::size_of<Space>(pool_.set.views[std::size_t(pair.a)], pool_.set.views[std::size_t(pair.b)]);
}

void RandomPairs::choose_bodies(RandomPair& pair, bool large, RandomStream& random) const {
  const auto any = [&](bool big) {
    return big ? pool_.n_small + int(random.uniform(0, pool_.n_large)) : int(random.uniform(0, pool_.n_small));
  };
  pair.a = any(large);
  pair.b = any(large && random.uniform() < 0.5);
  pair.X_a.R = random_rotation(random), pair.X_b.R = random_rotation(random);
}

void RandomPairs::put_beside(RandomPair& pair, const Vec3& u, Real gap) const {
  const PolyhedronView &a = pool_.set.views[std::size_t(pair.a)], &b = pool_.set.views[std::size_t(pair.b)];
  const Real reach = Space::reach(a, transpose(pair.X_a.R) * u) + Space::reach(b, -(transpose(pair.X_b.R) * u));
  pair.X_b.p = pair.X_a.p + (reach + gap) * u;
}

// A move along the normal shrinks the gap by as much; beyond contact the depth is at most what is left.
void RandomPairs::bring_to(RandomPair& pair, Real gap) const {
  LinkOptions options;
  options.method = LinkMethod::kGjk;
  pairs::Answer<Space> answer;
  LinkCache nothing;
  LinkCounters not_counted;
  ask(pool_.set.views, pair, options, nothing, answer, not_counted);
  pair.X_b.p -= (answer.link.gap - gap) * (pair.X_a.R * answer.link.n);
}

RandomPair RandomPairs::pair(std::uint64_t index) const {
  RandomPair pair;
  pair.id = int(index), pair.set = "random";
  RandomStream random = stream(pair, kPose);
  choose_bodies(pair, index % kLargeEvery == kLargeEvery - 1, random);
  Vec3 u = random_direction(random);
  if (random.uniform() < 0.1) {  // parallel, and half of these one straight above the other
    pair.X_a.R = pair.X_b.R = Mat3::identity();
    if (random.uniform() < 0.5) u = {0, 0, 1};
  }
  const Real size = this->size(pair);
  put_beside(pair, u, Real(0.02) * size);
  const double kind = random.uniform();
  if (kind < 0.15) {
    put_beside(pair, u, Real(random.uniform(0, 2)) * size);
  } else if (kind < 0.85) {  // nearly touching, or a shallow overlap
    const Real gap = log_uniform(random, 1e-9, 1e-1) * size;
    bring_to(pair, kind < 0.45 ? gap : -gap);
  } else {
    pair.X_b.p = pair.X_a.p + Real(random.uniform()) * (pair.X_b.p - pair.X_a.p);
  }
  return pair;
}

RandomPair RandomPairs::shallow(std::uint64_t index) const {
  RandomPair pair;
  pair.id = int(index), pair.set = "shallow";
  RandomStream random = stream(pair, kPose);
  choose_bodies(pair, false, random);
  const Real size = this->size(pair);
  put_beside(pair, random_direction(random), Real(0.02) * size);
  bring_to(pair, -log_uniform(random, 1e-4, 3e-2) * size);
  return pair;
}

RandomPair RandomPairs::nearby(const RandomPair& pair) const {
  RandomStream random = stream(pair, kNearby);
  RandomPair other = pair;
  turn_a_little(other, random);
  other.X_b.p += Real(1e-3 * random.uniform()) * size(pair) * random_direction(random);
  return other;
}

RandomPair RandomPairs::less_deep(const RandomPair& pair, Real depth, const Vec3& n) const {
  RandomStream random = stream(pair, kLessDeep);
  RandomPair other = pair;
  turn_a_little(other, random);
  other.X_b.p += Real(random.uniform(0, 0.5)) * depth * (pair.X_a.R * n);
  return other;
}

RandomPair RandomPairs::elsewhere(const RandomPair& pair) const {
  RandomStream random = stream(pair, kElsewhere);
  RandomPair other = pair;
  other.X_b.R = random_rotation(random);
  put_beside(other, random_direction(random), Real(random.uniform(-0.5, 0.5)) * size(pair));
  return other;
}

}  // namespace scree::bench
