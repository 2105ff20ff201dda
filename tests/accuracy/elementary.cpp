// The largest error of each elementary function, in units in the last place, against MPFR on random arguments:
//   elementary_accuracy [ARGUMENTS [FUNCTION]]
// Arguments of one function are shared among ranges: the usual, near zeros and ends, and any bits there are. Ends with
// 1 where a function is above its bound, or lanes differ from numbers alone.
#include "scree/math/elementary.hpp"

#include <mpfr.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "scree/math/exp_log.hpp"
#if defined(SCREE_SLEEF)
#include <sleef.h>
#endif

namespace {

using namespace scree;

constexpr int kDigits = 140;  // bits, of sums and differences near zeros too: exact values are rounded once
// What the headers say; in haste 5e-16 of the value.
constexpr double kBound = 1, kHastyBound = 5e-16 * 0x1p53;

class Exact {
 public:
  Exact(mpfr_prec_t bits = kDigits) { mpfr_init2(v_, bits); }
  ~Exact() { mpfr_clear(v_); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  mpfr_ptr operator()() { return v_; }

 private:
  mpfr_t v_;
};

// |result - exact| in units in the last place of the exact one.
double error_of(double result, mpfr_ptr exact, mpfr_ptr work) {
  const double rounded = mpfr_get_d(exact, MPFR_RNDN);
  if (std::isnan(rounded) || std::isnan(result)) return std::isnan(rounded) && std::isnan(result) ? 0 : HUGE_VAL;
  if (std::isinf(rounded) || std::isinf(result)) return rounded == result ? 0 : HUGE_VAL;
  if (rounded == 0 && result == 0) return std::signbit(rounded) == std::signbit(result) ? 0 : HUGE_VAL;
  const int exponent = rounded == 0 ? -1022 : std::max(std::ilogb(rounded), -1022);
  mpfr_sub_d(work, exact, result, MPFR_RNDN);
  mpfr_mul_2si(work, work, 52 - exponent, MPFR_RNDN);
  return std::abs(mpfr_get_d(work, MPFR_RNDN));
}

struct Arguments {
  double x, y;
};
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : rng_(seed) {}
  double between(double low, double high) { return std::fma(high - low, std::ldexp(double(rng_() >> 11), -53), low); }
  double scaled(double x, int low, int high) { return std::ldexp(x, low + int(rng_() % unsigned(high - low))); }
  double small(int powers) {
    const double x = between(-1, 1);
    return scaled(x, 1 - powers, 1);
  }
  double bits() {
    double x;
    do {
      const std::uint64_t w = rng_();
      std::memcpy(&x, &w, 8);
    } while (std::isnan(x));
    return x;
  }
  double positive() { return std::abs(bits()); }
  double whole(int below) { return double(int(rng_() % unsigned(2 * below)) - below); }
  double near_one() {
    const double x = between(-0.5, 1);
    return 1 + scaled(x, -51, 1);
  }

 private:
  std::mt19937_64 rng_;
};
using Range = Arguments (*)(Draw&);

using Lanes4 = LanesOf<4>::Real;
struct Function {
  const char* name;
  double bound;
  double (*alone)(double, double);
  Lanes4 (*lanes)(Lanes4, Lanes4);
  double (*other)(double, double);  // SLEEF's
  void (*exact)(mpfr_ptr, mpfr_ptr, mpfr_ptr);
  std::vector<Range> ranges;
  double from = -HUGE_VAL, to = HUGE_VAL;  // edges
  bool two = false;
};

Arguments usual_angles(Draw& d) { return {d.between(-100, 100), 0}; }
Arguments large_angles(Draw& d) {
  const double x = d.between(-1, 1);
  return {d.scaled(x, 0, 60), 0};
}
Arguments near_quarters(Draw& d) {
  const double k = d.whole(1 << 20);
  return {std::fma(k, 1.5707963267948966, d.small(60)), 0};
}
Arguments any_bits(Draw& d) { return {d.bits(), 0}; }
Arguments positive_bits(Draw& d) { return {d.positive(), 0}; }
Arguments small_ones(Draw& d) { return {d.small(60), 0}; }
Arguments near_one(Draw& d) { return {d.near_one(), 0}; }
Arguments around_two(Draw& d) { return {2 + d.small(52), 0}; }
Arguments up_to_twenty(Draw& d) { return {d.between(0, 20), 0}; }
Arguments unit(Draw& d) { return {d.between(-1, 1), 0}; }
Arguments ends(Draw& d) {
  const double sign = d.whole(1);  // -1 or 0
  return {std::copysign(1 - std::abs(d.small(52)), sign), 0};
}
Arguments exponents(Draw& d) { return {d.between(-1080, 1030), 0}; }
Arguments normal_numbers(Draw& d) {
  const double m = d.between(1, 2);
  return {d.scaled(m, -1000, 1000), 0};
}
Arguments hasty_exponents(Draw& d) { return {d.between(-1019, 1019), 0}; }
Arguments natural_exponents(Draw& d) { return {d.between(-745, 710), 0}; }
Arguments pairs(Draw& d) { return {d.between(-10, 10), d.between(-10, 10)}; }
Arguments pairs_of_bits(Draw& d) { return {d.bits(), d.bits()}; }
Arguments alike(Draw& d) {
  const double x = d.bits(), ratio = d.between(-2, 2);
  return {x, x * d.scaled(ratio, -10, 10)};
}
Arguments powers(Draw& d) { return {d.between(0, 10), d.between(-10, 10)}; }
Arguments whole_powers(Draw& d) { return {d.between(-10, 10), d.whole(100)}; }
Arguments large_powers(Draw& d) {
  const double x = d.positive();
  return {x, d.between(-1080, 1030) / std::log2(x)};
}
Arguments powers_of_one(Draw& d) {
  const double x = d.near_one(), y = d.between(-1080, 1030) / std::log2(x);
  return {x, std::isfinite(y) ? y : 1};
}

// clang-format off
#if defined(SCREE_SLEEF)
#define SLEEF_1(f) [](double x, double) { return Sleef_finz_##f##purecfma(x); }
#define SLEEF_2(f) [](double x, double y) { return Sleef_finz_##f##purecfma(x, y); }
#else
#define SLEEF_1(f) nullptr
#define SLEEF_2(f) nullptr
#endif
#define ONE(f, accuracy) #f, kBound,                                 \
    [](double x, double) { return scree::f(x); },                    \
    [](Lanes4 x, Lanes4) -> Lanes4 { return scree::f(x); },          \
    SLEEF_1(f##d1_##accuracy),                                       \
    [](mpfr_ptr r, mpfr_ptr x, mpfr_ptr) { mpfr_##f(r, x, MPFR_RNDN); }
#define TWO(f, accuracy) #f, kBound,                                 \
    [](double x, double y) { return scree::f(x, y); },               \
    [](Lanes4 x, Lanes4 y) -> Lanes4 { return scree::f(x, y); },     \
    SLEEF_2(f##d1_##accuracy),                                       \
    [](mpfr_ptr r, mpfr_ptr x, mpfr_ptr y) { mpfr_##f(r, x, y, MPFR_RNDN); }
// clang-format on

const std::vector<Function> kFunctions = {
    {ONE(exp2, u10), {exponents, small_ones, any_bits}},
    {ONE(exp, u10), {natural_exponents, small_ones, any_bits}},
    {ONE(expm1, u10), {natural_exponents, small_ones, any_bits}},
    {ONE(log2, u10), {positive_bits, near_one}},
    {ONE(log, u10), {positive_bits, near_one, any_bits}},
    {ONE(log1p, u10), {positive_bits, small_ones, any_bits}},
    {ONE(acosh, u10), {positive_bits, near_one}},
    {TWO(pow, u10), {powers, large_powers, powers_of_one, whole_powers, pairs_of_bits}, -HUGE_VAL, HUGE_VAL, true},
    {ONE(cbrt, u10), {any_bits, near_one, unit}},
    {TWO(hypot, u05), {pairs, alike, pairs_of_bits}, -HUGE_VAL, HUGE_VAL, true},
    {ONE(sin, u10), {usual_angles, small_ones, large_angles, near_quarters, any_bits}},
    {ONE(cos, u10), {usual_angles, small_ones, large_angles, near_quarters, any_bits}},
    {ONE(tan, u10), {usual_angles, small_ones, large_angles, near_quarters, any_bits}},
    {ONE(asin, u10), {unit, small_ones, ends}},
    {ONE(acos, u10), {unit, small_ones, ends}},
    {ONE(atan, u10), {usual_angles, small_ones, near_one, any_bits}},
    {TWO(atan2, u10), {pairs, alike, pairs_of_bits}, -HUGE_VAL, HUGE_VAL, true},
    {"lgamma",
     kBound,
     [](double x, double) { return scree::lgamma(x); },
     nullptr,
     SLEEF_1(lgammad1_u10),
     [](mpfr_ptr r, mpfr_ptr x, mpfr_ptr) {
       int sign;
       mpfr_lgamma(r, &sign, x, MPFR_RNDN);
     },
     {up_to_twenty, near_one, around_two, positive_bits},
     0},
    {"exp2_inside",
     kHastyBound,
     [](double x, double) { return exp2_inside(x); },
     [](Lanes4 x, Lanes4) -> Lanes4 { return exp2_inside(x); },
     nullptr,
     [](mpfr_ptr r, mpfr_ptr x, mpfr_ptr) { mpfr_exp2(r, x, MPFR_RNDN); },
     {hasty_exponents, small_ones},
     -1020,
     1020},
    {"log2_of",
     kHastyBound,
     [](double x, double) { return log2_of(x); },
     [](Lanes4 x, Lanes4) -> Lanes4 { return log2_of(x); },
     nullptr,
     [](mpfr_ptr r, mpfr_ptr x, mpfr_ptr) { mpfr_log2(r, x, MPFR_RNDN); },
     {normal_numbers, near_one},
     0x1p-1022,
     0x1p1023},
};

const std::vector<double>& edges() {
  static const std::vector<double> all = [] {
    std::vector<double> e;
    const double inf = HUGE_VAL, max = 0x1.fffffffffffffp+1023, quarter = 0.78539816339744828;
    for (const double x :
         {0.0, 0x1p-1074, 0x0.fffffffffffffp-1022, 0x1p-1022, 0x1p-1021, 0x1p-600, 0x1p-60, 0x1p-54, 0x1p-53, 0x1p-27,
          0x1p-26, 0.25, 1.0 / 3, 0.41421356237309503, 0.5, 0.70710678118654746, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0,
          8.0, 10.0, 11.5, 12.0, 27.0, 170.0, 709.0, 709.78271289338397, 709.78271289338409, 744.44007192138126,
          745.13321910194122, 1022.0, 1023.0, 1024.0, 1074.0, 1075.0, 1076.0, 1e5, 0x1p26, 0x1p52, 0x1p53, 0x1p54,
          0x1p63, 0x1p64, 1e22, 0x1p500, 0x1p1000,
          // next to a multiple of pi / 2
          6381956970095103.0 * 0x1p797, 0x1.6ac5b262ca1ffp+849, 2.5e305, 0x1p1023, max, inf}) {
      for (const double y : {x, std::nextafter(x, inf), std::nextafter(x, -inf)}) e.push_back(y), e.push_back(-y);
    }
    for (int k = 1; k < 32; ++k) e.push_back(k * quarter), e.push_back(-k * quarter);
    e.push_back(std::nan(""));
    return e;
  }();
  return all;
}

std::uint64_t bits_of(double x) {
  std::uint64_t w;
  std::memcpy(&w, &x, 8);
  return w;
}
bool same(double a, double b) { return bits_of(a) == bits_of(b) || (std::isnan(a) && std::isnan(b)); }

// The function at some arguments: alone, in lanes, by SLEEF and to all digits.
class Measurement {
 public:
  explicit Measurement(const Function& f) : f_(f) {}
  void at(const Arguments& a) {
    const double r = f_.alone(a.x, a.y);
    sum_ = sum_ * 31 + (std::isnan(r) ? 0 : bits_of(r));
    const int lane = int(n_++ % 4);
    x_lanes_[lane] = a.x, y_lanes_[lane] = a.y, results_[lane] = r;
    if (f_.lanes && lane == 3) {
      const Lanes4 lanes = f_.lanes(x_lanes_, y_lanes_);
      for (int l = 0; l < 4; ++l) different_ += !same(lanes[l], results_[l]);
    }
    mpfr_set_d(x_(), a.x, MPFR_RNDN), mpfr_set_d(y_(), a.y, MPFR_RNDN);
    f_.exact(exact_(), x_(), y_());
    const double error = error_of(r, exact_(), work_());
    if (error > worst_) worst_ = error, worst_at_ = a;
    if (f_.other) other_worst_ = std::max(other_worst_, error_of(f_.other(a.x, a.y), exact_(), work_()));
  }
  // Whether the function keeps its promise; prints a line.
  bool report() const {
    const bool good = worst_ < f_.bound && different_ == 0;
    std::printf("%-11s %8.4f ulp at %.17g %.17g  sum %016llx", f_.name, worst_, worst_at_.x, worst_at_.y,
                static_cast<unsigned long long>(sum_));
    if (f_.other) std::printf("  sleef %.4g", other_worst_);
    if (different_) std::printf("  %ld lanes DIFFER", different_);
    std::printf("%s\n", worst_ < f_.bound ? "" : "  TOO MUCH");
    std::fflush(stdout);
    return good;
  }

 private:
  const Function& f_;
  Exact x_{53}, y_{53}, exact_, work_;
  double worst_ = 0, other_worst_ = 0;
  Arguments worst_at_{0, 0};
  long n_ = 0, different_ = 0;
  std::uint64_t sum_ = 0;  // of all bits: equal from every compiler
  Lanes4 x_lanes_{}, y_lanes_{};
  double results_[4] = {};
};

bool measure(const Function& f, long n) {
  Measurement m(f);
  for (const double x : edges()) {
    if (x < f.from || x > f.to || (std::isnan(x) && f.to < HUGE_VAL)) continue;
    if (!f.two)
      m.at({x, 0});
    else
      for (const double y : edges()) m.at({x, y});
  }
  Draw draw(20);
  for (const Range range : f.ranges)
    for (long k = 0; k < n / long(f.ranges.size()); ++k) m.at(range(draw));
  return m.report();
}

}  // namespace

int main(int argc, char** argv) {
  const long n = argc > 1 ? std::atol(argv[1]) : 100000;
  const std::string only = argc > 2 ? argv[2] : "";
  if (n < 1) return std::fprintf(stderr, "the first argument is a number of arguments, at least 1\n"), 2;
  mpfr_set_emin(-1200), mpfr_set_emax(1200);
  bool good = true, found = false;
  for (const Function& f : kFunctions)
    if (only.empty() || only == f.name) good &= measure(f, n), found = true;
  if (!found) return std::fprintf(stderr, "there is no function %s\n", only.c_str()), 2;
  return good ? 0 : 1;
}
