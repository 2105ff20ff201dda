// The integrators on motions with closed forms.
//
// Free fall: x = x_0 + v_0 t + g t^2/2. A ball pressed on the floor by gravity swings about its place of rest as
// x'' = -omega^2 (x - x_r) - 2 zeta omega x', as long as it does not lift off:
//   x - x_r = A exp(-zeta omega t) (cos(w t) + zeta omega/w sin(w t)), w = omega sqrt(1 - zeta^2), from rest at A.
// Errors fall with dt to the order of the scheme.
#include <functional>

#include "physics/impact.hpp"
#include "physics/measured.hpp"
#include "scree/state/ledger.hpp"

namespace scree::test {
namespace {

struct Scheme {
  const char* name;
  Integrator integrator;
  int gear_values;
  double order;  // without damping
  double damped_order;
  double unseeded_order;  // damped, from the start the program makes: derivatives of a unknown, taken as zero
};
constexpr Scheme kSchemes[] = {
    {"verlet", Integrator::kVelocityVerlet, 0, 2, 1, 1}, {"pec", Integrator::kPredictorCorrector, 0, 2, 2, 2},
    {"gear_4", Integrator::kGear, 4, 3, 3, 1.8},         {"gear_5", Integrator::kGear, 5, 4, 4, 2},
    {"gear_6", Integrator::kGear, 6, 5, 5, 2},
};

void use(Model& model, const Scheme& scheme) {
  model.settings.integrator = scheme.integrator;
  model.settings.gear_values = scheme.gear_values;
}

TEST(Integrators, FreeFallIsExactForEveryScheme) {
  for (const Scheme& scheme : kSchemes) {
    SmallWorld w(linear_law(1e5), 2500, 1e-3);
    use(w.model, scheme);
    w.gravity({1, -2, Real(-9.81)}).open();
    w.ball(Real(0.01), {0, 0, 0}, {3, 4, 5});
    w.begin();
    w.run(1000);
    const Vec3d x = w.s.bodies.x[0];
    EXPECT_NEAR(x.x, 3 + 0.5, 1e-10) << scheme.name;
    EXPECT_NEAR(x.y, 4 - 1.0, 1e-10) << scheme.name;
    expect_within(scheme.name, x.z, 5 - 9.81 / 2, 1e-10);
    EXPECT_NEAR(w.s.bodies.v[0].z, 5 - 9.81, 1e-10) << scheme.name;
  }
}

constexpr double kR = 0.01, kDensity = 2500, kStiffness = 1e4, kG = 9.81;

struct Swing {
  double omega, zeta, amplitude, rest;
  explicit Swing(double damping) : zeta(damping) {
    const double m = sphere_mass(kR, kDensity);
    omega = std::sqrt(kStiffness / m);
    rest = kR - m * kG / kStiffness;
    amplitude = 0.5 * m * kG / kStiffness;  // half the overlap at rest: no lifting off
  }
  double at(double t) const {
    const double w = omega * std::sqrt(1 - zeta * zeta);
    return amplitude * std::exp(-zeta * omega * t) * (std::cos(w * t) + zeta * omega / w * std::sin(w * t));
  }
};

// Gear's schemes keep derivatives: put in the true ones, d^k x/dt^k dt^k/k!, from x'' = -omega^2 x - 2 zeta omega x'.
void seed_derivatives(SmallWorld& w, const Swing& swing) {
  double lower = 0, d = -swing.omega * swing.omega * swing.amplitude, factor = w.model.settings.dt;
  for (int k = 2; k < w.model.settings.gear_values; ++k) {
    factor *= w.model.settings.dt / k;
    w.s.aux[std::size_t(k - 2)] = {0, 0, Real(factor * d)};
    const double next = -swing.omega * swing.omega * lower - 2 * swing.zeta * swing.omega * d;
    lower = d;
    d = next;
  }
}

// Largest error of the height over one and a quarter swings in n steps, over the amplitude.
double swing_error(const Scheme& scheme, double zeta, int n, bool seeded) {
  const Swing swing(zeta);
  SmallWorld w(linear_law(Real(kStiffness), Real(zeta)), Real(kDensity), 2.5 * kPi / swing.omega / n);
  use(w.model, scheme);
  w.gravity({0, 0, Real(-kG)}).plane({0, 0, 0}, {0, 0, 1}).open();
  w.ball(Real(kR), {0, 0, swing.rest + swing.amplitude});
  w.begin();
  if (seeded && scheme.integrator == Integrator::kGear) seed_derivatives(w, swing);
  double worst = 0;
  for (int k = 0; k < n; ++k) {
    w.run(1);
    worst = std::max(worst, std::abs(w.s.bodies.x[0].z - swing.rest - swing.at(w.time())));
  }
  return worst / swing.amplitude;
}

void expect_order(const std::string& name, double expected, const std::function<double(int)>& error) {
  const double coarse = error(200), fine = error(400);
  const double order = std::log2(coarse / fine);
  testing::Test::RecordProperty(name, fmt::format("order {:.3f} error {:.2e} at 400 steps", order, fine));
  EXPECT_GT(order, expected - 0.15) << name << ", errors " << coarse << " and " << fine;
  EXPECT_LT(fine, 1e-2) << name;
}

TEST(Integrators, AnUndampedSwingConvergesWithTheOrderOfTheScheme) {
  for (const Scheme& s : kSchemes) expect_order(s.name, s.order, [&](int n) { return swing_error(s, 0, n, true); });
}

TEST(Integrators, ADampedSwingConvergesWithTheOrderOfTheScheme) {
  for (const Scheme& s : kSchemes)
    expect_order(s.name, s.damped_order, [&](int n) { return swing_error(s, 0.1, n, true); });
}

TEST(Integrators, AStartWithoutKnownDerivativesCostsGearItsOrder) {
  for (const Scheme& s : kSchemes)
    expect_order(s.name, s.unseeded_order, [&](int n) { return swing_error(s, 0.1, n, false); });
}

// An elastic ball that bounces for ever, over the energy it has. Where in a step an impact begins and ends is a matter
// of chance, so that the errors of single impacts, up to (omega dt)^2/4 = 1e-3, come with both signs and do not add up.
double worst_energy_error(const Scheme& scheme, int steps) {
  const double m = sphere_mass(kR, kDensity), height = 0.5 * kR;
  SmallWorld w(linear_law(Real(kStiffness)), Real(kDensity), kPi * std::sqrt(m / kStiffness) / 50);
  use(w.model, scheme);
  w.gravity({0, 0, Real(-kG)}).plane({0, 0, 0}, {0, 0, 1}).open();
  w.ball(Real(kR), {0, 0, kR + height});
  w.begin();
  const double scale = m * kG * height;
  double worst = 0;
  for (int k = 0; k < steps; ++k) {
    w.run(1);
    update_ledger(w.model, w.s);
    worst = std::max(worst, std::abs(w.s.ledger.residual()) / scale);
  }
  return worst;
}

TEST(Integrators, VerletKeepsTheEnergyOfABouncingBallOver100000Steps) {
  expect_below("worst_of_1e4", worst_energy_error(kSchemes[0], 10000), 2e-3);
  expect_below("worst_of_1e5", worst_energy_error(kSchemes[0], 100000), 2e-3);
}

TEST(Integrators, PredictorCorrectorKeepsTheEnergyOfABouncingBallOver100000Steps) {
  expect_below("worst_of_1e5", worst_energy_error(kSchemes[1], 100000), 2e-3);
}

}  // namespace
}  // namespace scree::test
