#include "scree/scene/units.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numbers>

namespace scree::scene {
namespace {

double si(const char* text, Dim dim) {
  std::string error;
  const auto m = parse_measure(text, error);
  EXPECT_TRUE(m) << text << ": " << error;
  if (!m) return 0;
  EXPECT_TRUE(fits(m->dimension, dim)) << text;
  return m->value;
}
std::string error_of(const char* text) {
  std::string error;
  EXPECT_FALSE(parse_measure(text, error)) << text;
  return error;
}

TEST(Units, TurnsCommonQuantitiesIntoSi) {
  EXPECT_DOUBLE_EQ(si("2.5 cm", Dim::kLength), 0.025);
  EXPECT_DOUBLE_EQ(si("2.5cm", Dim::kLength), 0.025);
  EXPECT_DOUBLE_EQ(si("-3 um", Dim::kLength), -3e-6);
  EXPECT_DOUBLE_EQ(si("3 µm", Dim::kLength), 3e-6);
  EXPECT_DOUBLE_EQ(si("130 kN/m", Dim::kStiffness), 130e3);
  EXPECT_DOUBLE_EQ(si("35 deg", Dim::kAngle), 35 * std::numbers::pi / 180);
  EXPECT_DOUBLE_EQ(si("9.81 m/s^2", Dim::kAcceleration), 9.81);
  EXPECT_DOUBLE_EQ(si("9.81 m/s2", Dim::kAcceleration), 9.81);
  EXPECT_DOUBLE_EQ(si("9.81 m s^-2", Dim::kAcceleration), 9.81);
  EXPECT_DOUBLE_EQ(si("1.2 g/cm3", Dim::kDensity), 1200);
  EXPECT_DOUBLE_EQ(si("1.2 t/m^3", Dim::kDensity), 1200);
  EXPECT_DOUBLE_EQ(si("40 rpm", Dim::kAngularVelocity), 40 * 2 * std::numbers::pi / 60);
  EXPECT_DOUBLE_EQ(si("3 ms", Dim::kTime), 3e-3);
  EXPECT_DOUBLE_EQ(si("2 min", Dim::kTime), 120);
  EXPECT_DOUBLE_EQ(si("5 t/h", Dim::kMassRate), 5000.0 / 3600);
  EXPECT_DOUBLE_EQ(si("50 1/s", Dim::kPerTime), 50);
  EXPECT_DOUBLE_EQ(si("50 Hz", Dim::kFrequency), 50);
  EXPECT_DOUBLE_EQ(si("20 %", Dim::kNone), 0.2);
  EXPECT_DOUBLE_EQ(si("10 GPa", Dim::kPressure), 1e10);
  EXPECT_DOUBLE_EQ(si("0.1 J/m2", Dim::kSurfaceEnergy), 0.1);
  EXPECT_DOUBLE_EQ(si("1 N s/m", Dim::kDamping), 1);
  EXPECT_DOUBLE_EQ(si("1 N.s/m", Dim::kDamping), 1);
  EXPECT_DOUBLE_EQ(si("1 N*s/m", Dim::kDamping), 1);
  EXPECT_DOUBLE_EQ(si("1 N m/rad", Dim::kRollingStiffness), 1);
  EXPECT_DOUBLE_EQ(si("1e-6 J/kg", Dim::kEnergyPerMass), 1e-6);
  EXPECT_DOUBLE_EQ(si("3 kg", Dim::kMass), 3);
  EXPECT_DOUBLE_EQ(si("6 kg/(m s^2)", Dim::kPressure), 6);
}

TEST(Units, TellsDimensionsApart) {
  std::string error;
  EXPECT_FALSE(fits(parse_measure("1 kg", error)->dimension, Dim::kLength));
  EXPECT_FALSE(fits(parse_measure("5", error)->dimension, Dim::kLength));  // a string needs its unit
  EXPECT_FALSE(fits(parse_measure("35 deg", error)->dimension, Dim::kNone));
  EXPECT_TRUE(fits(parse_measure("2 1/s", error)->dimension, Dim::kAngularVelocity));
  EXPECT_TRUE(fits(parse_measure("1 N m", error)->dimension, Dim::kRollingStiffness));
}

TEST(Units, SaysWhatItDoesNotUnderstand) {
  EXPECT_EQ(error_of("3 cmm"), "\"cmm\" is no unit");
  EXPECT_EQ(error_of("3 m/"), "a unit is missing");
  EXPECT_EQ(error_of("3 m^"), "\"\" is no exponent");
  EXPECT_EQ(error_of("3 (m"), "a bracket is not closed");
  EXPECT_EQ(error_of("three m"), "no number with a unit");
  EXPECT_EQ(error_of(""), "no number with a unit");
  EXPECT_EQ(error_of("inf m"), "not a finite number");
  EXPECT_EQ(error_of("nan"), "not a finite number");
  EXPECT_EQ(error_of("1e308 Tm"), "not a finite number");
  EXPECT_EQ(error_of("2 m)"), "\")\" is no unit");
}

// Property: a prefix is a power of ten, and the square of a unit has the square of its factor.
TEST(Units, ScalesWithPrefixesAndPowers) {
  EXPECT_TRUE(rc::check([] {
    const double x = double(*rc::gen::inRange(1, 100000)) / 1000;
    std::string error;
    const auto in = [&](const char* unit) { return parse_measure(std::to_string(x) + " " + unit, error)->value; };
    const double m = in("m");
    RC_ASSERT(std::abs(in("mm") - m * 1e-3) <= 1e-15 * m);
    RC_ASSERT(std::abs(in("mm2") - m * 1e-6) <= 1e-18 * m);
    RC_ASSERT(std::abs(in("1/km") - m * 1e-3) <= 1e-15 * m);
    RC_ASSERT(std::abs(in("kN/mm") - m * 1e6) <= 1e-9 * m);
  }));
}

// Property: whatever is typed, the parser returns.
TEST(Units, SurvivesAnyText) {
  EXPECT_TRUE(rc::check([](const std::string& tail) {
    std::string error;
    parse_measure("1 " + tail, error);
    parse_measure(tail, error);
  }));
}

}  // namespace
}  // namespace scree::scene
