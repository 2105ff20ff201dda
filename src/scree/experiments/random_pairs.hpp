// Pairs of polyhedra are made at random: apart, nearly touching, overlapping a little and deeply. Pair `index` depends
// on seed and index alone, so that any of them can be rebuilt, by any thread.
#pragma once
#include "scree/bench/pair_shapes.hpp"
#include "scree/math/random.hpp"

namespace scree::bench {

using RandomPair = pairs::Pair<pairs::Space>;

class RandomPairs {
 public:
  static constexpr int kSmall = 400, kLarge = 24;  // number of shapes
  static constexpr std::uint64_t kLargeEvery = 100;

  explicit RandomPairs(std::uint64_t seed) : seed_(seed), pool_(shape_pool(seed, kSmall, kLarge)) {}
  const PairShapes& set() const { return pool_.set; }

  // Every hundredth pair has a body of 50 to 200 vertices, every tenth has its bodies parallel. Gaps and depths of the
  // nearly touching are 1e-9 to 1e-1 of the size, spread evenly in the logarithm. The pair has no reference.
  RandomPair pair(std::uint64_t index) const;
  // A shallow overlap of small bodies is 1e-4 to 3e-2 of the size, along the normal they met with.
  RandomPair shallow(std::uint64_t index) const;

  // Returns the same bodies a little earlier: B is rotated by up to a degree and up to 1e-3 of the size away.
  RandomPair nearby(const RandomPair& pair) const;
  // Returns them overlapping less: moved out by up to half of the depth, given with its normal, and rotated by up to a
  // degree.
  RandomPair less_deep(const RandomPair& pair, Real depth, const Vec3& n) const;
  // Returns the same bodies anywhere round each other.
  RandomPair elsewhere(const RandomPair& pair) const;

 private:
  void choose_bodies(RandomPair& pair, bool large, RandomStream& random) const;
  Real size(const RandomPair& pair) const;
  // Puts B beside A in direction u, with the nearest slab across u as wide as `gap`.
  void put_beside(RandomPair& pair, const Vec3& u, Real gap) const;
  // Moves B from there straight towards A until the gap is as given.
  void bring_to(RandomPair& pair, Real gap) const;
  RandomStream stream(const RandomPair& pair, std::uint64_t purpose) const;

  std::uint64_t seed_;
  ShapePool pool_;
};

}  // namespace scree::bench
