#include "scree/experiments/broad_figure.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "scree/store/files.hpp"

namespace scree::bench {

namespace {

constexpr double kTooLong = 20;  // s, where a method stops
constexpr double kLong = 1;      // s, measured once only

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
  std::string text = "method,density,n,mean_b,max_b,mean_a,sort_s,pair_s,tested,contacts,comparisons\n";
  for (const BroadCost& c : all)
    text += fmt::format("{},{},{},{:.4f},{:.0f},{:.4f},{:.6e},{:.6e},{:.0f},{:.0f},{:.4f}\n", c.method, c.density, c.n,
                        c.mean_b, c.max_b, c.mean_a, c.sort_seconds, c.pair_seconds, c.n_tested, c.n_contacts,
                        c.mean_comparisons);
  return text;
}

template <class Time>
Curve curve(const std::vector<BroadCost>& all, const std::string& method, const std::string& density, Time&& time) {
  Curve points;
  for (const BroadCost& c : all)
    if (c.method == method && c.density == density) points.emplace_back(double(c.n), time(c));
  return points;
}

// Gives exponents over the last decade and over the last two, and where a method overtakes the loop over all pairs.
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

// Lists what is to be measured: every method at every size, in the order of the table.
std::vector<BroadCost> cases_up_to(std::size_t most) {
  std::vector<BroadCost> cases;
  for (const char* density : {"dense", "sparse"})
    for (const std::string& method : kBroadMethods)
      for (const std::size_t n : sizes_up_to(method == "brute_force" ? std::min<std::size_t>(most, 100000) : most)) {
        cases.push_back({});
        cases.back().density = density;
        cases.back().method = method;
        cases.back().n = n;
      }
  return cases;
}

// Takes the faster of two runs, part by part, since noise only ever adds.
void take_faster(BroadCost& a, const BroadCost& b) {
  const double sort = a.seconds() > 0 ? std::min(a.sort_seconds, b.sort_seconds) : b.sort_seconds;
  const double pair = a.seconds() > 0 ? std::min(a.pair_seconds, b.pair_seconds) : b.pair_seconds;
  a = b;
  a.sort_seconds = sort;
  a.pair_seconds = pair;
}

// Measures each case once more. Rounds lie minutes apart, so that one busy minute of the machine spoils nothing.
void measure_round(std::vector<BroadCost>& cases, const std::function<void(const BroadCost&)>& done) {
  for (std::size_t k = 0; k < cases.size(); ++k) {
    BroadCost& c = cases[k];
    const bool stopped = k > 0 && cases[k - 1].method == c.method && cases[k - 1].density == c.density &&
                         (cases[k - 1].seconds() > kTooLong || cases[k - 1].seconds() == 0);
    if (stopped) continue;
    if (c.seconds() < kLong) {
      BallCloud cloud = c.density == "dense" ? dense_cloud(c.n) : sparse_cloud(c.n);
      take_faster(c, broad_cost(c.method, c.density, cloud));
    }
    done(c);
  }
}

}  // namespace

std::vector<BroadCost> broad_figure(const BroadFigure& figure, const std::function<void(const std::string&)>& say) {
  omp_set_num_threads(1);
  const std::size_t most = figure.most > 0 ? std::size_t(figure.most) : figure.large ? 1000000 : 100000;
  std::vector<BroadCost> cases = cases_up_to(most);
  for (int round = 1; round < figure.rounds; ++round) {
    fmt::print(stderr, "# round {} of {} ...\n", round, figure.rounds);
    measure_round(cases, [](const BroadCost&) {});
  }
  say(fmt::format(
      "# broad: one thread, processor seconds, the fastest of {} rounds; b_k balls of a cube that holds any, "
      "a_i cubes of a ball\n",
      figure.rounds));
  say(fmt::format("{:<13} {:<7} {:>8} {:>7} {:>5} {:>6} {:>11} {:>11} {:>12} {:>9} {:>9}\n", "method", "density", "n",
                  "mean_b", "max_b", "mean_a", "sort_s", "pair_s", "tested", "contacts", "ns/ball"));
  measure_round(cases, [&say](const BroadCost& c) {
    say(row(c));
    if (c.seconds() > kTooLong) say(fmt::format("# {} stops here: more than {:g} s\n", c.method, kTooLong));
  });
  std::erase_if(cases, [](const BroadCost& c) { return !(c.seconds() > 0); });
  output::write_whole_file(figure.csv, csv_of(cases));
  say(conclusions(cases));
  return cases;
}

}  // namespace scree::bench
