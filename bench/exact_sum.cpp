// What an addition to an exact sum takes, beside one to a double, and what reading and joining sums takes.
//
//   exact_sum [--benchmark_filter=REGEX]
#include "scree/math/exact_sum.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

namespace {

// Of both signs, over `decades` of ten.
std::vector<double> terms(double decades) {
  std::mt19937_64 rng(1);
  std::uniform_real_distribution<double> mantissa(-1, 1), exponent(-decades / 2, decades / 2);
  std::vector<double> x(1 << 14);
  for (double& v : x) v = mantissa(rng) * std::pow(10, exponent(rng));
  return x;
}

void exact(benchmark::State& state) {
  const std::vector<double> x = terms(double(state.range(0)));
  scree::ExactSum sum;
  for (auto _ : state) {
    for (const double v : x) sum.add(v);
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t(x.size()));
}

void plain(benchmark::State& state) {
  const std::vector<double> x = terms(double(state.range(0)));
  double sum = 0;
  for (auto _ : state) {
    for (const double v : x) sum += v;
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t(x.size()));
}

scree::ExactSum example(double decades) {
  scree::ExactSum sum;
  for (const double v : terms(decades)) sum.add(v);
  return sum;
}

void value(benchmark::State& state) {
  const scree::ExactSum sum = example(double(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(sum.value());
}

void join(benchmark::State& state) {
  const scree::ExactSum part = example(double(state.range(0)));
  for (auto _ : state) {
    scree::ExactSum sum;
    sum += part;
    benchmark::DoNotOptimize(sum);
  }
}

BENCHMARK(plain)->Arg(10);
BENCHMARK(exact)->Arg(2)->Arg(10)->Arg(600);
BENCHMARK(value)->Arg(10)->Arg(600);
BENCHMARK(join)->Arg(10)->Arg(600);

}  // namespace

BENCHMARK_MAIN();
