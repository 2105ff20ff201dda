// A quantity is a number with a unit, converted to SI and checked for its dimension.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace scree::scene {

// Holds the exponents of kilogram, metre, second and radian.
struct Dimension {
  int kg = 0, m = 0, s = 0, rad = 0;
  bool operator==(const Dimension&) const = default;
};

struct Measure {
  double value = 0;  // SI
  Dimension dimension;
};

// Reads "2.5 cm", "130 kN/m", "9.81 m/s^2", "1.2 g/cm3" or "50 1/s". Factors are multiplied by a space, a dot or *,
// divided by /, from left to right; brackets group. Returns nothing and says why in `error` if the text is no quantity.
std::optional<Measure> parse_measure(std::string_view text, std::string& error);

// Lists the dimensions that keys of a scene can have.
enum class Dim {
  kNone,
  kLength,
  kMass,
  kTime,
  kVelocity,
  kAcceleration,
  kAngle,
  kAngularVelocity,
  kFrequency,
  kDensity,
  kPressure,
  kForce,
  kStiffness,
  kDamping,
  kPerTime,
  kSurfaceEnergy,
  kRollingStiffness,
  kEnergy,
  kEnergyPerMass,
  kMassRate,
  kMinutes,
  kAreaStiffness,
};
struct DimInfo {
  const char* name;     // "length"
  const char* unit;     // "m": unit of a plain number
  const char* example;  // "2.5 cm"
  Dimension dimension;
  // The limits are in the unit. A value that must be > 0 is at least `least`, and no magnitude is above `most`: far
  // beyond what anybody simulates, and near enough to 1 that masses, moments of inertia and energies made of such
  // numbers are finite.
  double least, most;
};
const DimInfo& info(Dim dim);
std::span<const DimInfo> all_dimensions();

// An angle may be left out ("2 1/s" is an angular velocity) but not brought in ("35 deg" is no friction coefficient).
bool fits(const Dimension& given, Dim wanted);

}  // namespace scree::scene
