// The broad phases are timed against the number of balls: Lazarević 2002, Fig. 5.
//
// The dense cloud has centres at random, as many that a cube holds b_k = 20 balls on average, far more than balls can
// be packed. The sparse cloud has one ball at the centre of each cube, b_k = 1 and the cheapest way through the search
// tree. Cubes have the side a = 0.5 m of the paper's Table 1, balls the mean radius 0.22 m.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scree/broad/broad_phase.hpp"

namespace scree::bench {

inline constexpr double kCube = 0.5, kBallRadius = 0.22;  // m

struct BallCloud {
  std::vector<Vec3d> x;
  std::vector<Real> r;
  std::vector<std::int32_t> owner;
  broad::Cloud view() const { return {x.size(), x.data(), r.data(), owner.data()}; }
};
// Both clouds are in the order of space, as the bodies of a run are.
BallCloud dense_cloud(std::size_t n);
BallCloud sparse_cloud(std::size_t n);

struct BroadCost {
  std::string method, density;
  std::size_t n = 0;
  double mean_b = -1, max_b = -1;             // balls of a cube or cell that holds any; -1: there are none
  double mean_a = -1;                         // cubes or cells of a ball
  double mean_comparisons = -1;               // comparisons of a ball, in the search tree of fixed_cubes
  double sort_seconds = 0, pair_seconds = 0;  // processor time, the fastest of several
  double n_tested = 0;                        // distances taken
  double n_contacts = 0;
  double seconds() const { return sort_seconds + pair_seconds; }
};

// verlet_list is what a step costs that finds its list still good: how far balls have moved (in the place of sorting),
// and the distances of the pairs listed with a skin of 0.2 r.
inline const std::vector<std::string> kBroadMethods = {"fixed_cubes", "sorted_cells", "verlet_list", "brute_force"};
// Moves the balls of the sparse cloud to the centres of the cubes it gets.
BroadCost broad_cost(const std::string& method, const std::string& density, BallCloud& cloud);

// Returns the exponent p of t ~ n^p, by least squares of the logarithms over the last decades of n; NaN for fewer than
// two points.
using Curve = std::vector<std::pair<double, double>>;  // n, t in ascending n
double fitted_exponent(const Curve& curve, int decades = 1);
// Returns the number of balls from which on `fast` is faster than `slow`; NaN if it never is.
double cross_over(const Curve& fast, const Curve& slow);

}  // namespace scree::bench
