#include "scree/bench/broad_figure.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "scree/output/files.hpp"

namespace scree::bench {

namespace {

constexpr double kTooLong = 20;  // s, where a method stops

std::vector<std::size_t> sizes_up_to(std::size_t most) {
  std::vector<std::size_t> sizes;
  for (std::size_t decade = 10; decade <= most; decade *= 10)
    for (const std::size_t k : {1, 2, 3, 4, 6, 8})
      if (k * decade <= most) sizes.push_back(k * decade);
  return sizes;
}

std::string row(const BroadCost& c) {
  const auto count = [](double value) { return value < 0 ? "-" : fmt::format("{:.2f}", value); };
  return fmt::format("{:<13} {:<7} {:>8} {:>7} {:>5} {:>6} {:>11.3e} {:>11.3e} {:>12.0f} {:>9.0f} {:>9.0f}\n", c.method,
                     c.density, c.n, count(c.mean_b), c.max_b < 0 ? "-" : fmt::format("{:.0f}", c.max_b),
                     count(c.mean_a), c.sort_seconds, c.pair_seconds, c.n_tested, c.n_contacts,
                     1e9 * c.seconds() / double(c.n));
}

std::string csv_of(const std::vector<BroadCost>& all) {
  std::string text = "method,density,n,mean_b,max_b,mean_a,sort_s,pair_s,tested,contacts\n";
  for (const BroadCost& c : all)
    text += fmt::format("{},{},{},{:.4f},{:.0f},{:.4f},{:.6e},{:.6e},{:.0f},{:.0f}\n", c.method, c.density, c.n,
                        c.mean_b, c.max_b, c.mean_a, c.sort_seconds, c.pair_seconds, c.n_tested, c.n_contacts);
  return text;
}

template <class Time>
Curve curve(const std::vector<BroadCost>& all, const std::string& method, const std::string& density, Time&& time) {
  Curve points;
  for (const BroadCost& c : all)
    if (c.method == method && c.density == density) points.emplace_back(double(c.n), time(c));
  return points;
}

// Exponents over the last decade and over the last two, and where a method overtakes the loop over all pairs.
std::string conclusions(const std::vector<BroadCost>& all) {
  const auto line = [](const auto&... cells) {
    return fmt::format("{:<12} {:<7} {:>8} {:>8} {:>8} {:>11} {:>11} {:>12}\n", cells...);
  };
  const auto exponent = [](const Curve& c, int decades) {
    const double p = fitted_exponent(c, decades);
    return std::isnan(p) ? "-" : fmt::format("{:.2f}", p);
  };
  std::string text = line("exponents", "density", "sorting", "pairs", "both", "sorting, 2", "both, 2", "cross-over n");
  for (const std::string& method : kBroadMethods)
    for (const char* density : {"dense", "sparse"}) {
      const auto both_of = [](const BroadCost& c) { return c.seconds(); };
      const Curve sort = curve(all, method, density, [](const BroadCost& c) { return c.sort_seconds; });
      const Curve pairs = curve(all, method, density, [](const BroadCost& c) { return c.pair_seconds; });
      const Curve both = curve(all, method, density, both_of);
      const double from = cross_over(both, curve(all, "brute_force", density, both_of));
      text += line(method, density, exponent(sort, 1), exponent(pairs, 1), exponent(both, 1), exponent(sort, 2),
                   exponent(both, 2), std::isnan(from) ? "-" : fmt::format("{:.0f}", from));
    }
  return text + "# over the last decade of n, and over the last two; cross-over: faster than all pairs from there on\n";
}

}  // namespace

std::vector<BroadCost> broad_figure(const BroadFigure& figure, const std::function<void(const std::string&)>& say) {
  omp_set_num_threads(1);
  const std::size_t most = figure.most > 0 ? std::size_t(figure.most) : figure.large ? 1000000 : 100000;
  say("# broad: one thread, processor seconds, the fastest of several; b_k balls of a cube that holds any, a_i cubes "
      "of "
      "a ball\n");
  say(fmt::format("{:<13} {:<7} {:>8} {:>7} {:>5} {:>6} {:>11} {:>11} {:>12} {:>9} {:>9}\n", "method", "density", "n",
                  "mean_b", "max_b", "mean_a", "sort_s", "pair_s", "tested", "contacts", "ns/ball"));
  std::vector<BroadCost> all;
  for (const char* density : {"dense", "sparse"})
    for (const std::string& method : kBroadMethods)
      for (const std::size_t n : sizes_up_to(most)) {
        if (method == "brute_force" && n > 100000) break;
        BallCloud cloud = density == std::string("dense") ? dense_cloud(n) : sparse_cloud(n);
        all.push_back(broad_cost(method, density, cloud));
        say(row(all.back()));
        output::write_whole_file(figure.csv, csv_of(all));
        if (all.back().seconds() < kTooLong) continue;
        say(fmt::format("# {} stops here: more than {:g} s\n", method, kTooLong));
        break;
      }
  say(conclusions(all));
  return all;
}

}  // namespace scree::bench
