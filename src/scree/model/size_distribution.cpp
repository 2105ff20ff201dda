// Drawing sizes, and the third moment (in 2-D the second) that turns masses into numbers.
//
// Moments of the piecewise linear densities are those of B-splines: E[x^3] over the knots t_0..t_n is the complete
// homogeneous polynomial h_3(t_0..t_n) over binomial(n + 3, 3) (Curry & Schoenberg 1966), which has no cancellation
// and needs no special case when knots coincide; E[x^2] likewise is h_2 over binomial(n + 2, 2).
#include "scree/model/size_distribution.hpp"

#include <algorithm>
#include <cmath>

#include "scree/math/elementary.hpp"

namespace scree {
namespace {

// A draw outside the cut-offs is thrown away. Cut-offs so far out that this many draws miss them are an odd input, not
// a reason to hang: the last draw is then moved to the nearest of them.
constexpr int kMaxRejections = 1000;

// Lognormal with this mean and deviation of the size itself: exp(mu + sigma z).
struct LogParameters {
  double mu, sigma;
};
LogParameters log_parameters(const SizeDistribution& d) {
  const double ratio = double(d.deviation) / double(d.mean);
  const double sigma2 = scree::log1p(ratio * ratio);
  return {scree::log(double(d.mean)) - sigma2 / 2, std::sqrt(sigma2)};
}

double draw_cut(const SizeDistribution& d, RandomStream& random) {
  const bool log = d.kind == Distribution::kLognormal;
  const LogParameters p = log ? log_parameters(d) : LogParameters{};
  double size = d.mean;
  for (int k = 0; k < kMaxRejections; ++k) {
    const double z = random.normal();
    size = log ? scree::exp(p.mu + p.sigma * z) : double(d.mean) + double(d.deviation) * z;
    if (size > 0 && size >= d.min && size <= d.max) return size;
  }
  return std::clamp(size, double(d.min), double(d.max));
}

double draw_triangular(const SizeDistribution& d, double u) {
  const double a = d.min, b = d.max, mode = d.mean;
  if (!(b > a)) return a;
  const double below = (mode - a) / (b - a);  // cumulative at the mode
  return u < below ? a + std::sqrt(u * (b - a) * (mode - a)) : b - std::sqrt((1 - u) * (b - a) * (b - mode));
}

double draw_table(const SizeDistribution& d, double u) {
  const double target = u * double(d.weights.back());
  const auto row = std::upper_bound(d.weights.begin(), d.weights.end(), Real(target)) - d.weights.begin();
  if (row == 0) return d.sizes.front();  // a first row above zero holds that share of the bodies
  if (std::size_t(row) == d.weights.size()) return d.sizes.back();
  const double w0 = d.weights[row - 1], w1 = d.weights[row];
  const double s0 = d.sizes[row - 1], s1 = d.sizes[row];
  return s0 + (s1 - s0) * (target - w0) / (w1 - w0);
}

double h2(double a, double b) { return a * a + a * b + b * b; }
double h3(double a, double b) { return a * a * a + a * a * b + a * b * b + b * b * b; }

// Simpson in z, where the uncut density is that of a standard normal.
template <class Power>
double mean_power_cut(const SizeDistribution& d, Power power) {
  const bool log = d.kind == Distribution::kLognormal;
  const LogParameters p = log ? log_parameters(d) : LogParameters{double(d.mean), double(d.deviation)};
  auto z_of = [&](double size) { return ((log ? scree::log(size) : size) - p.mu) / p.sigma; };
  auto size_of = [&](double z) { return log ? scree::exp(p.mu + p.sigma * z) : p.mu + p.sigma * z; };
  // The cube moves a lognormal's weight up by 3 sigma in z. Beyond 12 the density is below 1e-31.
  const double z_lo = std::max(z_of(std::max(double(d.min), 0.0)), -12.0);
  const double z_hi = std::min(z_of(d.max), 12 + 3 * p.sigma);
  if (!(z_hi > z_lo)) {
    const double nearest = std::clamp(double(d.mean), double(d.min), double(d.max));
    return power(nearest);
  }
  constexpr int kIntervals = 4000;
  const double z_peak = std::clamp(0.0, z_lo, z_hi);  // keeps far tails from underflowing
  double sum = 0, sum_power = 0;
  for (int k = 0; k <= kIntervals; ++k) {
    const double z = z_lo + (z_hi - z_lo) * k / kIntervals;
    const double simpson = k == 0 || k == kIntervals ? 1 : k % 2 ? 4 : 2;
    const double weight = simpson * scree::exp((z_peak * z_peak - z * z) / 2);
    const double size = size_of(z);
    sum += weight;
    sum_power += weight * power(size);
  }
  return sum_power / sum;
}

double cube(double size) { return size * size * size; }
double square(double size) { return size * size; }

double mean_square_table(const SizeDistribution& d) {
  double sum = double(d.weights.front()) * square(d.sizes.front());
  for (std::size_t k = 1; k < d.sizes.size(); ++k)
    sum += double(d.weights[k] - d.weights[k - 1]) * h2(d.sizes[k - 1], d.sizes[k]) / 3;
  return sum / double(d.weights.back());
}

double mean_cube_table(const SizeDistribution& d) {
  const double s_first = d.sizes.front();
  double sum = double(d.weights.front()) * s_first * s_first * s_first;
  for (std::size_t k = 1; k < d.sizes.size(); ++k)
    sum += double(d.weights[k] - d.weights[k - 1]) * h3(d.sizes[k - 1], d.sizes[k]) / 4;
  return sum / double(d.weights.back());
}

}  // namespace

Real draw_size(const SizeDistribution& d, RandomStream& random) {
  switch (d.kind) {
    case Distribution::kFixed:
      return d.min;
    case Distribution::kUniform:
      return Real(random.uniform(d.min, d.max));
    case Distribution::kTriangular:
      return Real(draw_triangular(d, random.uniform()));
    case Distribution::kTable:
      return Real(draw_table(d, random.uniform()));
    case Distribution::kNormal:
    case Distribution::kLognormal:
      break;
  }
  if (!(d.deviation > 0)) return std::clamp(d.mean, d.min, d.max);
  return Real(draw_cut(d, random));
}

Real smallest_size(const SizeDistribution& d) { return d.kind == Distribution::kTable ? d.sizes.front() : d.min; }

Real largest_size(const SizeDistribution& d) {
  if (d.kind == Distribution::kTable) return d.sizes.back();
  return d.kind == Distribution::kFixed ? d.min : d.max;
}

std::size_t draw_share(const std::vector<Real>& shares, RandomStream& random) {
  if (shares.size() < 2) return 0;  // nothing to decide, nothing drawn
  const double u = random.uniform();
  double sum = 0;
  for (std::size_t k = 0; k + 1 < shares.size(); ++k) {
    sum += shares[k];
    if (u < sum) return k;
  }
  return shares.size() - 1;
}

Real mean_cube(const SizeDistribution& d) {
  const double a = d.min, b = d.max, m = d.mean;
  switch (d.kind) {
    case Distribution::kFixed:
      return Real(a * a * a);
    case Distribution::kUniform:
      return Real(h3(a, b) / 4);
    case Distribution::kTriangular:
      return Real((h3(a, b) + m * (a * a + a * b + b * b) + m * m * (a + b) + m * m * m) / 10);
    case Distribution::kTable:
      return Real(mean_cube_table(d));
    case Distribution::kNormal:
    case Distribution::kLognormal:
      break;
  }
  if (!(d.deviation > 0)) {
    const double size = std::clamp(m, a, b);
    return Real(size * size * size);
  }
  return Real(mean_power_cut(d, cube));
}

Real mean_square(const SizeDistribution& d) {
  const double a = d.min, b = d.max, m = d.mean;
  switch (d.kind) {
    case Distribution::kFixed:
      return Real(a * a);
    case Distribution::kUniform:
      return Real(h2(a, b) / 3);
    case Distribution::kTriangular:
      return Real((h2(a, b) + m * (a + b) + m * m) / 6);
    case Distribution::kTable:
      return Real(mean_square_table(d));
    case Distribution::kNormal:
    case Distribution::kLognormal:
      break;
  }
  if (!(d.deviation > 0)) return Real(square(std::clamp(m, a, b)));
  return Real(mean_power_cut(d, square));
}

}  // namespace scree
