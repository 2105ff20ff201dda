#include "scree/scene/units.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>

#include "scree/math/elementary.hpp"
#include "scree/scene/shown_text.hpp"

namespace scree::scene {

namespace {

struct Unit {
  std::string_view name;
  double factor;
  Dimension dimension;
  bool prefixed;  // may take an SI prefix
};
constexpr double kPi = std::numbers::pi;
constexpr Unit kUnits[] = {
    {"m", 1, {0, 1, 0, 0}, true},
    {"g", 1e-3, {1, 0, 0, 0}, true},
    {"t", 1e3, {1, 0, 0, 0}, true},
    {"s", 1, {0, 0, 1, 0}, true},
    {"min", 60, {0, 0, 1, 0}, false},
    {"h", 3600, {0, 0, 1, 0}, false},
    {"d", 86400, {0, 0, 1, 0}, false},
    {"Hz", 1, {0, 0, -1, 0}, true},
    {"N", 1, {1, 1, -2, 0}, true},
    {"Pa", 1, {1, -1, -2, 0}, true},
    {"bar", 1e5, {1, -1, -2, 0}, true},
    {"J", 1, {1, 2, -2, 0}, true},
    {"W", 1, {1, 2, -3, 0}, true},
    {"l", 1e-3, {0, 3, 0, 0}, true},
    {"L", 1e-3, {0, 3, 0, 0}, true},
    {"rad", 1, {0, 0, 0, 1}, true},
    {"deg", kPi / 180, {0, 0, 0, 1}, false},
    {"°", kPi / 180, {0, 0, 0, 1}, false},
    {"rev", 2 * kPi, {0, 0, 0, 1}, false},
    {"rpm", 2 * kPi / 60, {0, 0, -1, 1}, false},
    {"%", 1e-2, {}, false},
};
struct Prefix {
  std::string_view name;
  double factor;
};
constexpr Prefix kPrefixes[] = {{"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6}, {"µ", 1e-6}, {"μ", 1e-6},
                                {"m", 1e-3},  {"c", 1e-2}, {"d", 1e-1}, {"h", 1e2},  {"k", 1e3},
                                {"M", 1e6},   {"G", 1e9},  {"T", 1e12}};

// A unit by itself wins over a prefix and a shorter unit: "min" is a minute.
std::optional<Measure> find_unit(std::string_view name) {
  for (const Unit& u : kUnits)
    if (u.name == name) return Measure{u.factor, u.dimension};
  for (const Prefix& p : kPrefixes) {
    if (!name.starts_with(p.name)) continue;
    for (const Unit& u : kUnits)
      if (u.prefixed && u.name == name.substr(p.name.size())) return Measure{p.factor * u.factor, u.dimension};
  }
  return std::nullopt;
}

Measure power(const Measure& a, int n) {
  const Dimension& d = a.dimension;
  return {scree::pow(a.value, n), {d.kg * n, d.m * n, d.s * n, d.rad * n}};
}
Measure product(const Measure& a, const Measure& b) {
  const Dimension &c = a.dimension, &d = b.dimension;
  return {a.value * b.value, {c.kg + d.kg, c.m + d.m, c.s + d.s, c.rad + d.rad}};
}

// unit = factor { (" " | "." | "*" | "·" | "/") factor };  factor = ("1" | name | "(" unit ")") [["^"] integer]
struct UnitParser {
  std::string_view rest;
  std::string error;
  int depth = 0;

  void skip_spaces() {
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  }
  bool take(std::string_view s) {
    if (!rest.starts_with(s)) return false;
    rest.remove_prefix(s.size());
    return true;
  }

  static bool ends_name(char c) { return c == '-' || c == '+' || std::string_view(" ./*^()0123456789").find(c) < 99; }

  std::optional<int> exponent() {
    const bool hat = take("^");
    std::string_view digits = rest;
    if (digits.starts_with("+")) digits.remove_prefix(1);
    int n = 1;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (code == std::errc() && n >= -9 && n <= 9) {
      rest = rest.substr(std::size_t(end - rest.data()));
      return n;
    }
    if (!hat && code == std::errc::invalid_argument && digits.size() == rest.size()) return 1;
    error = fmt::format("\"{}\" is no exponent", shortened(rest));
    return std::nullopt;
  }

  std::optional<Measure> factor() {
    skip_spaces();
    Measure base{1, {}};
    if (take("(")) {
      if (++depth > 8) {
        error = "too many brackets";
        return std::nullopt;
      }
      const auto inner = unit();
      if (!inner) return std::nullopt;
      skip_spaces();
      if (!take(")")) {
        error = "a bracket is not closed";
        return std::nullopt;
      }
      --depth;
      base = *inner;
    } else if (take("1")) {
      return base;
    } else {
      std::size_t n = 0;
      while (n < rest.size() && !ends_name(rest[n]) && !rest.substr(n).starts_with("·")) ++n;
      const std::string_view name = rest.substr(0, n);
      const auto found = find_unit(name);
      if (!found) {
        error = name.empty() ? "a unit is missing" : fmt::format("\"{}\" is no unit", shortened(name));
        return std::nullopt;
      }
      rest.remove_prefix(n);
      base = *found;
    }
    const auto n = exponent();
    if (!n) return std::nullopt;
    return power(base, *n);
  }

  std::optional<Measure> unit() {
    auto result = factor();
    while (result) {
      skip_spaces();
      if (rest.empty() || rest.front() == ')') break;
      const bool divide = take("/");
      if (!divide && !take("*") && !take(".")) take("·");
      const auto next = factor();
      if (!next) return std::nullopt;
      result = product(*result, divide ? power(*next, -1) : *next);
    }
    return result;
  }
};

}  // namespace

std::optional<Measure> parse_measure(std::string_view text, std::string& error) {
  UnitParser parser{text, {}};
  parser.skip_spaces();
  parser.take("+");
  double number = 0;
  const char* const last = parser.rest.data() + parser.rest.size();
  const auto [end, code] = std::from_chars(parser.rest.data(), last, number);
  if (code != std::errc()) {
    error = "no number with a unit";
    return std::nullopt;
  }
  parser.rest = std::string_view(end, std::size_t(last - end));
  parser.skip_spaces();
  Measure result{1, {}};
  if (!parser.rest.empty()) {
    // "/s" alone is not "1/s": a missing unit is more likely.
    const auto unit = parser.unit();
    if (!unit || !parser.rest.empty()) {
      error = parser.error.empty() ? fmt::format("\"{}\" is no unit", shortened(parser.rest)) : parser.error;
      return std::nullopt;
    }
    result = *unit;
  }
  result.value *= number;
  if (!std::isfinite(result.value)) {
    error = "not a finite number";
    return std::nullopt;
  }
  return result;
}

namespace {

// The entries follow the order of the enumeration.
constexpr DimInfo kDims[] = {
    {"plain number", "1", "0.5", {}, 1e-30, 1e30},
    {"length", "m", "2.5 cm", {0, 1, 0, 0}, 1e-15, 1e15},
    {"mass", "kg", "3 kg", {1, 0, 0, 0}, 1e-60, 1e60},
    {"time", "s", "3 ms", {0, 0, 1, 0}, 1e-30, 1e15},
    {"velocity", "m/s", "2 m/s", {0, 1, -1, 0}, 1e-15, 1e15},
    {"acceleration", "m/s2", "9.81 m/s^2", {0, 1, -2, 0}, 1e-15, 1e15},
    {"angle", "rad", "35 deg", {0, 0, 0, 1}, 1e-15, 1e9},
    {"angular velocity", "rad/s", "40 rpm", {0, 0, -1, 1}, 1e-15, 1e15},
    {"frequency", "Hz", "50 Hz", {0, 0, -1, 0}, 1e-15, 1e15},
    {"density", "kg/m3", "1.2 g/cm3", {1, -3, 0, 0}, 1e-12, 1e21},
    {"pressure", "Pa", "10 GPa", {1, -1, -2, 0}, 1e-15, 1e21},
    {"force", "N", "2 kN", {1, 1, -2, 0}, 1e-30, 1e30},
    {"stiffness", "N/m", "130 kN/m", {1, 0, -2, 0}, 1e-30, 1e30},
    {"damping coefficient", "N s/m", "1 N s/m", {1, 0, -1, 0}, 1e-30, 1e30},
    {"rate", "1/s", "50 1/s", {0, 0, -1, 0}, 1e-15, 1e15},
    {"surface energy", "J/m2", "0.1 J/m2", {1, 0, -2, 0}, 1e-30, 1e15},
    {"rotational stiffness", "N m/rad", "1 N m/rad", {1, 2, -2, -1}, 1e-60, 1e60},
    {"energy", "J", "3 mJ", {1, 2, -2, 0}, 1e-60, 1e60},
    {"energy per mass", "J/kg", "1e-6 J/kg", {0, 2, -2, 0}, 1e-30, 1e30},
    {"mass rate", "kg/s", "5 t/h", {1, 0, -1, 0}, 1e-30, 1e30},
    {"plain number of minutes", "min", "10", {}, 1e-6, 1e9},
    {"stiffness per area", "Pa/m", "10 GPa/m", {1, -2, -2, 0}, 1e-30, 1e30},
};

}  // namespace

std::span<const DimInfo> all_dimensions() { return kDims; }
const DimInfo& info(Dim dim) { return kDims[int(dim)]; }

bool fits(const Dimension& given, Dim wanted) {
  const Dimension& w = info(wanted).dimension;
  return given.kg == w.kg && given.m == w.m && given.s == w.s && (given.rad == w.rad || given.rad == 0);
}

}  // namespace scree::scene
