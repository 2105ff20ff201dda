// The PEC trapezoid and Gear's schemes on single bodies.
#include "scree/integrate/predictor_corrector.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "scree/integrate/integrate.hpp"
#include "support/small_world.hpp"

namespace scree::test {
namespace {

using integrate::Gear;

SmallWorld one_ball(Integrator integrator, int gear_values, double dt) {
  SmallWorld w(linear_law(1), 1, dt);
  w.model.settings.integrator = integrator;
  w.model.settings.gear_values = gear_values;
  w.open();
  w.ball(1, {0, 0, 0});
  return w;
}

TEST(PecTrapezoid, OneStepByHand) {
  SmallWorld w = one_ball(Integrator::kPredictorCorrector, 0, 0.5);
  const Real m = w.s.bodies.mass[0];
  w.s.bodies.v[0] = {1, 0, 0};
  w.s.bodies.wrench[0].f = {4 * m, 0, 0};
  integrate::first_half(w.model, w.s, 0, w.s.bodies.size());
  EXPECT_EQ(w.s.bodies.x[0], (Vec3d{1, 0, 0}));  // 1 * 0.5 + 4 * 0.25/2
  EXPECT_EQ(w.s.bodies.v[0], (Vec3{3, 0, 0}));   // predicted at the end of the step: what forces see
  w.s.bodies.wrench[0].f = {0, 0, 0};
  integrate::second_half(w.model, w.s, 0, w.s.bodies.size());
  EXPECT_EQ(w.s.bodies.v[0], (Vec3{2, 0, 0}));  // 1 + 0.5 (4 + 0)/2
}

// Pascal's triangle moves a polynomial of the scheme's degree on exactly, whatever the step.
template <int kValues>
void expect_predicts_polynomial() {
  const double dt = 0.3, c[] = {0, 2, -1, 0.5, 0.25, -0.125};  // x = sum c_k t^k
  const auto derivative = [&](int order, double t) {
    double sum = 0;
    for (int k = order; k < kValues; ++k) {
      double term = c[k] * std::pow(t, k - order);
      for (int j = 0; j < order; ++j) term *= k - j;
      sum += term;
    }
    return sum;
  };
  Vec3 v{Real(derivative(1, 0)), 0, 0};
  Vec3 high[kValues - 2];
  double scale = dt;
  for (int k = 2; k < kValues; ++k) {
    scale *= dt / k;
    high[k - 2] = {Real(scale * derivative(k, 0)), 0, 0};
  }
  double x = 0;
  for (int step = 1; step <= 3; ++step) {
    x += double(Gear<kValues>::predict(v, high, Real(dt)).x);
    EXPECT_NEAR(x, derivative(0, step * dt), 1e-14);
    EXPECT_NEAR(v.x, derivative(1, step * dt), 1e-14);
    EXPECT_NEAR(high[0].x, dt * dt / 2 * derivative(2, step * dt), 1e-14);
    // And a right prediction is left as it is.
    const Vec3 shift = Gear<kValues>::correct(v, high, {Real(derivative(2, step * dt)), 0, 0}, Real(dt));
    EXPECT_NEAR(shift.x, 0, 1e-14);
  }
}

TEST(Gear, PredictsPolynomialsOfItsDegree) {
  expect_predicts_polynomial<4>();
  expect_predicts_polynomial<5>();
  expect_predicts_polynomial<6>();
}

TEST(Gear, TheCorrectionMakesTheAccelerationThatOfTheForce) {
  for (const int values : {4, 5, 6}) {
    const double dt = 0.25;
    SmallWorld w = one_ball(Integrator::kGear, values, dt);
    const Real m = w.s.bodies.mass[0];
    w.s.bodies.wrench[0].f = {m, 0, 0};
    integrate::begin(w.model, w.s);
    integrate::first_half(w.model, w.s, 0, w.s.bodies.size());
    EXPECT_NEAR(w.s.bodies.x[0].x, dt * dt / 2, 1e-16);
    w.s.bodies.wrench[0].f = {3 * m, 0, 0};
    integrate::second_half(w.model, w.s, 0, w.s.bodies.size());
    EXPECT_NEAR(w.s.aux[0].x, dt * dt / 2 * 3, 1e-15);  // q_2
  }
}

// A body that enters later starts with its own derivatives, and taking out another one moves them with it.
TEST(Gear, DerivativesStayWithTheirBodyWhenOthersLeave) {
  SmallWorld w = one_ball(Integrator::kGear, 6, 0.1);
  w.ball(1, {10, 0, 0});
  w.s.bodies.wrench[1].f = {w.s.bodies.mass[1], 0, 0};
  integrate::begin(w.model, w.s);
  const std::vector<Vec3> kept(w.s.aux.begin() + 8, w.s.aux.end());
  remove_bodies(w.s, {1, 0});
  EXPECT_EQ(w.s.aux, kept);
  EXPECT_GT(w.s.aux[0].x, 0);
}

}  // namespace
}  // namespace scree::test
