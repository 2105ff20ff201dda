// Bodies with three different moments of inertia: the rotation schemes alone and inside the integrators.
#include "scree/integrate/rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "scree/integrate/integrate.hpp"
#include "scree/state/ledger.hpp"
#include "support/small_world.hpp"

namespace scree::test {
namespace {

using integrate::Spin;

constexpr Vec3 kMoments = {1, 2, 3}, kOmega = {Real(0.3), 1, Real(0.2)};
constexpr double kTime = 10;

// A body of mass 1 and scale 1 with these principal moments, far from anything, and the torque on it.
struct Top {
  SmallWorld w;
  std::function<Vec3(const Quat&, const Vec3& omega)> torque = [](const Quat&, const Vec3&) { return Vec3{0, 0, 0}; };

  explicit Top(
      double dt, const Vec3& moments = kMoments, const Vec3& omega = kOmega,
      const std::function<void(Settings&)>& set = [](Settings&) {})
      : w(linear_law(1), 1, dt) {
    set(w.model.settings);
    BodyType& type = w.model.body_types[0];
    type.volume = 1;
    type.gyration2 = moments;
    w.open();
    w.ball(1, {0, 0, 0}, {0, 0, 0}, omega);
  }
  Bodies& b() { return w.s.bodies; }
  void set_torque() {
    for (std::size_t i = 0; i < b().size(); ++i) b().wrench[i].tau = torque(b().q[i], b().omega[i]);
  }
  void begin() {
    set_torque();
    integrate::begin(w.model, w.s);
  }
  void step() {
    integrate::first_half(w.model, w.s, 0, w.s.bodies.size());
    set_torque();
    integrate::second_half(w.model, w.s, 0, b().size());
  }
  void run(int n) {
    for (int k = 0; k < n; ++k) step();
  }
  Vec3 omega_in_body() { return rotate(conjugate(b().q[0]), b().omega[0]); }
  Vec3 momentum() { return rotate(b().q[0], componentwise(inertias_of(w.model, b(), 0), omega_in_body())); }
  double energy() { return rotational_energy(w.model, b(), 0); }
};

void splitting(Settings& s) { s.rotation = Rotation::kSplitting; }
void pcdm(Settings& s) { s.rotation = Rotation::kPcdm; }
void trapezoid(Settings& s) { s.integrator = Integrator::kPredictorCorrector; }
template <int kValues>
void gear(Settings& s) {
  s.integrator = Integrator::kGear;
  s.gear_values = kValues;
}

double distance(const Quat& a, const Quat& b) {
  return std::sqrt((a.w - b.w) * (a.w - b.w) + (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) +
                   (a.z - b.z) * (a.z - b.z));
}
double length2(const Quat& q) { return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z; }

// An oracle that shares no code with the schemes but the algebra of quaternions: Runge-Kutta of fourth order on q and
// the angular momentum in world axes.
struct Exact {
  Quat q;
  Vec3 l;
};
Exact runge_kutta(const Vec3& moments, const Vec3& omega, double time, const std::function<Vec3(const Quat&)>& torque) {
  struct Rate {
    Quat q;
    Vec3 l;
  };
  const auto rate = [&](const Exact& e) {
    const Vec3 l = rotate(conjugate(e.q), e.l), w = rotate(e.q, {l.x / moments.x, l.y / moments.y, l.z / moments.z});
    const Quat dq = Quat{0, w.x / 2, w.y / 2, w.z / 2} * e.q;
    return Rate{dq, torque(e.q)};
  };
  const auto along = [](const Exact& e, const Rate& r, double h) {
    return Exact{{e.q.w + h * r.q.w, e.q.x + h * r.q.x, e.q.y + h * r.q.y, e.q.z + h * r.q.z}, e.l + h * r.l};
  };
  const int n = 20000;
  const double h = time / n;
  Exact e = {Quat{}, componentwise(moments, omega)};
  for (int k = 0; k < n; ++k) {
    const Rate a = rate(e), b = rate(along(e, a, h / 2)), c = rate(along(e, b, h / 2)), d = rate(along(e, c, h));
    e = along(along(along(along(e, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
    e.q = normalized(e.q);
  }
  return e;
}
Vec3 no_torque(const Quat&) { return {0, 0, 0}; }

struct Errors {
  double q, omega, energy, momentum, length;  // of the end; largest of the run for the last three
};
Errors errors_of(int n, const std::function<void(Settings&)>& scheme) {
  static const Exact exact = runge_kutta(kMoments, kOmega, kTime, no_torque);
  Top top(kTime / n, kMoments, kOmega, scheme);
  top.begin();
  const double energy = top.energy();
  Errors e{};
  for (int k = 0; k < n; ++k) {
    top.step();
    e.energy = std::max(e.energy, std::abs(top.energy() / energy - 1));
    e.momentum = std::max(e.momentum, double(norm(top.momentum() - componentwise(kMoments, kOmega))));
    e.length = std::max(e.length, std::abs(length2(top.b().q[0]) - 1));
  }
  const Vec3 l = rotate(conjugate(exact.q), exact.l);
  e.q = distance(top.b().q[0], exact.q);
  e.omega = norm(top.omega_in_body() - Vec3{l.x / kMoments.x, l.y / kMoments.y, l.z / kMoments.z});
  return e;
}

// The figures are those of an independent implementation.
TEST(Rotation, SplittingIsOfSecondOrderAndKeepsTheAngularMomentum) {
  const Errors coarse = errors_of(200, splitting), fine = errors_of(1600, splitting);
  EXPECT_NEAR(coarse.q, 1.3e-4, 0.05e-4);
  EXPECT_NEAR(fine.q, 2.0e-6, 0.05e-6);
  EXPECT_NEAR(coarse.omega, 3.0e-4, 0.1e-4);
  EXPECT_NEAR(fine.omega, 4.6e-6, 0.1e-6);
  EXPECT_NEAR(coarse.energy, 1.8e-5, 0.1e-5);
  EXPECT_NEAR(fine.energy, 2.8e-7, 0.1e-7);
  EXPECT_LT(fine.momentum, 1e-13);
  EXPECT_LT(fine.length, 1e-15);
}

TEST(Rotation, PcdmIsOfSecondOrder) {
  const Errors coarse = errors_of(200, pcdm), fine = errors_of(1600, pcdm);
  EXPECT_NEAR(coarse.q, 5.1e-4, 0.1e-4);
  EXPECT_NEAR(fine.q, 7.8e-6, 0.1e-6);
  EXPECT_NEAR(coarse.omega, 7.4e-5, 0.1e-5);
  EXPECT_NEAR(fine.omega, 1.0e-6, 0.05e-6);
  EXPECT_NEAR(coarse.energy, 2.2e-4, 0.1e-4);
  EXPECT_NEAR(fine.energy, 3.3e-6, 0.1e-6);
  EXPECT_LT(fine.length, 1e-15);
}

// The turn over a step is the exponential of one vector, so what does not commute costs all of them orders beyond two.
TEST(Rotation, PredictorCorrectorsConvergeForThreeMoments) {
  for (const auto& scheme : {trapezoid, gear<4>, gear<5>, gear<6>}) {
    const Errors coarse = errors_of(400, scheme), fine = errors_of(1600, scheme);
    EXPECT_GT(coarse.q / fine.q, 14) << fine.q;
    EXPECT_GT(coarse.omega / fine.omega, 14) << fine.omega;
    EXPECT_LT(fine.q, 1e-4);
    EXPECT_LT(fine.energy, 1e-4);
  }
}

// Largest relative energy error of steps [0, n) and the spin after them.
template <class Step>
double worst_energy(Spin& spin, int n, double dt, Step&& step) {
  const auto energy = [&] {
    const Vec3 omega = rotate(conjugate(spin.q), spin.omega);
    return dot(kMoments, componentwise(omega, omega));
  };
  const double first = dot(kMoments, componentwise(kOmega, kOmega));
  double worst = 0;
  for (int k = 0; k < n; ++k) {
    spin = step(spin, kMoments, Vec3{0, 0, 0}, dt);
    worst = std::max(worst, std::abs(energy() / first - 1));
  }
  return worst;
}

TEST(Rotation, SplittingKeepsTheEnergyOverAMillionSteps) {
  Spin spin = {Quat{}, kOmega};
  const double early = worst_energy(spin, 10000, 0.05, integrate::split_step<Real>);
  const double late = worst_energy(spin, 1000000, 0.05, integrate::split_step<Real>);
  EXPECT_LT(early, 2e-5);
  EXPECT_LT(late, 1.0001 * early);
  const Vec3 momentum = rotate(spin.q, componentwise(kMoments, rotate(conjugate(spin.q), spin.omega)));
  EXPECT_LT(norm(momentum - componentwise(kMoments, kOmega)) / norm(momentum), 1e-12);
  EXPECT_NEAR(length2(spin.q), 1, 1e-15);
}

// PCDM is not symplectic: its energy drifts, with the third power of the step.
TEST(Rotation, PcdmDriftsSlowly) {
  double drift[2];
  for (const int fine : {0, 1}) {
    Spin spin = {Quat{}, kOmega};
    drift[fine] = worst_energy(spin, fine ? 2000000 : 1000000, fine ? 0.0125 : 0.025, integrate::pcdm_step);
    EXPECT_NEAR(length2(spin.q), 1, 1e-15);
  }
  EXPECT_LT(drift[0], 1e-2);
  EXPECT_NEAR(drift[0] / drift[1], 8, 1) << drift[0];
}

// Backwards along its own path, torque and all.
TEST(Rotation, SplittingIsReversible) {
  Top top(0.02);
  top.torque = [](const Quat& q, const Vec3&) { return cross(rotate(q, {1, Real(0.5), 0}), {0, 0, -1}); };
  top.begin();
  top.run(1000);
  EXPECT_GT(distance(top.b().q[0], Quat{}), 0.1);
  top.b().omega[0] = -top.b().omega[0];
  top.run(1000);
  EXPECT_LT(distance(top.b().q[0], Quat{}), 1e-10);
  EXPECT_LT(norm(top.b().omega[0] + kOmega), 1e-10);
}

// The mean time between two flips about the intermediate axis. Closed form: half of 4 K(k) / p (Landau & Lifshitz,
// Mechanics, Sec. 37), here for L^2 > 2 E I_2.
TEST(Rotation, TheFlipAboutTheIntermediateAxisTakesItsTimeWhateverTheStep) {
  const Vec3 omega = {0, 1, Real(1e-3)};
  const double I1 = kMoments.x, I2 = kMoments.y, I3 = kMoments.z;
  const double E2 = I2 * 1 + I3 * 1e-6, L2 = I2 * I2 + I3 * I3 * 1e-6;  // twice the energy, and L^2
  const double p = std::sqrt((I3 - I2) * (L2 - E2 * I1) / (I1 * I2 * I3));
  const double k2 = (I2 - I1) * (E2 * I3 - L2) / ((I3 - I2) * (L2 - E2 * I1));
  const double expected = 2 * std::comp_ellint_1(std::sqrt(k2)) / p;
  for (const auto& scheme : {splitting, pcdm})
    for (const double dt : {0.02, 0.01, 0.005}) {
      Top top(dt, kMoments, omega, scheme);
      double first = 0, last = 0, before = omega.y;
      int flips = 0;
      for (int k = 1; flips < 11; ++k) {
        top.step();
        const double now = top.omega_in_body().y;
        if (now * before < 0) {
          last = dt * (k - now / (now - before));
          if (flips++ == 0) first = last;
        }
        before = now;
      }
      EXPECT_NEAR((last - first) / 10 / expected, 1, 1e-3) << dt;
    }
}

TEST(Rotation, ASymmetricTopPrecessesAtItsRate) {
  const Vec3 moments = {1, 1, Real(1.8)}, omega = {Real(0.1), 0, 2};
  const double rate = (1.8 - 1) * 2 / 1;
  for (const auto& scheme : {splitting, pcdm, trapezoid, gear<5>}) {
    Top top(1e-3, moments, omega, scheme);
    top.begin();
    top.run(3000);
    const Vec3 w = top.omega_in_body();
    EXPECT_NEAR(w.z, 2, 1e-6);
    EXPECT_NEAR(std::hypot(w.x, w.y), 0.1, 1e-6);
    EXPECT_NEAR(std::remainder(std::atan2(w.y, w.x) - rate * 3, 2 * std::numbers::pi), 0, 2e-5);
  }
}

// A lever in a field: the torque follows the pose, so both kicks count.
TEST(Rotation, TorquesThatFollowThePoseKeepTheOrder) {
  const Vec3 lever = {1, Real(0.5), Real(-0.3)};
  const auto torque = [&](const Quat& q) { return cross(rotate(q, lever), {0, 0, -1}); };
  const Exact exact = runge_kutta(kMoments, kOmega, kTime, torque);
  for (const auto& scheme : {splitting, pcdm, trapezoid, gear<4>, gear<5>, gear<6>}) {
    double error[2];
    for (const int fine : {0, 1}) {
      const int n = fine ? 1600 : 400;
      Top top(kTime / n, kMoments, kOmega, scheme);
      top.torque = [&](const Quat& q, const Vec3&) { return torque(q); };
      top.begin();
      top.run(n);
      error[fine] = distance(top.b().q[0], exact.q) + norm(top.momentum() - exact.l);
    }
    EXPECT_GT(error[0] / error[1], 14) << error[1];
    EXPECT_LT(error[1], 1e-3);
  }
}

TEST(Rotation, ABodyAtRestKeepsItsPoseToTheBit) {
  const Quat q = normalized(Quat{Real(0.3), Real(0.7), Real(-0.2), Real(0.1)});
  for (const auto& scheme : {splitting, pcdm}) {
    Top top(0.1, kMoments, {0, 0, 0}, scheme);
    top.b().q[0] = q;
    top.run(100);
    EXPECT_EQ(top.b().q[0], q);
    EXPECT_EQ(top.b().omega[0], (Vec3{0, 0, 0}));
  }
}

// Cubes turn as balls with their moment do, to the bit; moments that differ by round-off are one moment.
TEST(Rotation, CubesTurnAsBalls) {
  const Real m = Real(1) / 6;
  Top cube(0.01, {m, m * (1 + Real(1e-15)), m * (1 - Real(1e-15))}, {1, 2, 3}), ball(0.01, {m, m, m}, {1, 2, 3});
  cube.torque = ball.torque = [](const Quat& q, const Vec3&) { return rotate(q, {1, 0, Real(0.2)}); };
  cube.run(1000), ball.run(1000);
  EXPECT_EQ(cube.b().q[0], ball.b().q[0]);
  EXPECT_EQ(cube.b().omega[0], ball.b().omega[0]);
  EXPECT_NEAR(ball.energy(), m / 2 * norm2(ball.b().omega[0]), 1e-14);
}

// Property: what a body does depends on nobody else. Balls and others in any order and number, carried ones between
// them, move as each does alone.
TEST(Rotation, BallsAndOthersMixWithoutSeeingEachOther) {
  const auto torque = [](const Quat& q, const Vec3&) { return rotate(q, {1, 0, Real(0.2)}); };
  BodyType odd = sphere_type("odd", 0, 1);
  odd.volume = 1;
  odd.gyration2 = {1, 2, 3};
  const auto world = [&](std::size_t n) {
    Top top(0.01, {2, 2, 2});
    top.torque = torque;
    top.w.model.body_types.push_back(odd);
    top.w.s = initial_state(top.w.model);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = n == 1 ? 0 : i;
      add_body(top.w.model, top.w.s, std::uint32_t(k * 7 % 3 == 0), 1, {0, 0, 0}, {Real(k), 0, 1},
               k % 5 == 4 ? 0 : kDynamic);
      top.b().omega[i] = {Real(0.1) * Real(k), 1, 2};
    }
    return top;
  };
  Top all = world(600);
  all.begin();
  for (int k = 0; k < 50; ++k) {  // chunk by chunk, as in a step
    integrate::first_half(all.w.model, all.w.s, 0, all.w.s.bodies.size());
    all.set_torque();
    for (std::size_t begin = 0; begin < 600; begin += 256)
      integrate::second_half(all.w.model, all.w.s, begin, std::min<std::size_t>(begin + 256, 600));
  }
  int odd_ones = 0;
  for (std::size_t i = 0; i < 600; ++i) {
    Top one = world(1);
    Bodies &b = one.b(), &a = all.b();
    b.type[0] = a.type[i], b.owner[0] = a.owner[i], b.omega[0] = {Real(0.1) * Real(i), 1, 2};
    b.mass[0] = a.mass[i], b.v[0] = {Real(i), 0, 1};
    one.begin();
    one.run(50);
    ASSERT_EQ(a.q[i], b.q[0]) << i;
    ASSERT_EQ(a.omega[i], b.omega[0]) << i;
    ASSERT_EQ(a.x[i], b.x[0]) << i;
    ASSERT_EQ(a.owner[i] != kDynamic, a.q[i] == Quat{}) << i;
    odd_ones += a.type[i] == 1;
  }
  EXPECT_EQ(odd_ones, 200);
}

// In 2-D a body turns about z with its moment about z, whichever of its axes that is, and nothing lifts it.
TEST(Rotation, InTwoDimensionsBodiesStayInThePlane) {
  const Quat lying = {std::sqrt(Real(0.5)), std::sqrt(Real(0.5)), 0, 0};  // its y axis along z
  for (const bool ball : {false, true})
    for (const auto& scheme : {splitting, pcdm, trapezoid, gear<4>, gear<6>}) {
      Top top(0.01, ball ? Vec3{2, 2, 2} : kMoments, {0, 0, 1}, [&](Settings& s) {
        scheme(s);
        s.dimension = 2;
        s.gravity = {1, 0, -9};
      });
      top.torque = [](const Quat&, const Vec3&) { return Vec3{3, 4, 2}; };  // alpha = 2/2
      top.b().q[0] = lying;
      top.begin();
      for (int k = 0; k < 100; ++k) {
        integrate::first_half(top.w.model, top.w.s, 0, top.w.s.bodies.size());
        top.set_torque();
        top.b().wrench[0].f = {0, 0, 5};
        integrate::second_half(top.w.model, top.w.s, 0, 1);
      }
      const Bodies& b = top.b();
      EXPECT_EQ(b.x[0].z, 0);
      EXPECT_EQ(b.v[0].z, 0);
      EXPECT_EQ(b.omega[0].x, 0);
      EXPECT_EQ(b.omega[0].y, 0);
      EXPECT_NEAR(b.x[0].x, 0.5, 1e-12);
      EXPECT_NEAR(b.omega[0].z, 2, 1e-12);
      const Quat turned = rotation_by({0, 0, Real(1.5)}) * lying;
      EXPECT_LT(distance(b.q[0], turned), 1e-4);
    }
}

TEST(Rotation, TheLedgerKnowsThreeMoments) {
  Top top(0.01);
  top.b().q[0] = normalized(Quat{1, 2, 3, 4});
  top.b().omega[0] = rotate(top.b().q[0], kOmega);
  const double expected = (1 * 0.09 + 2 * 1 + 3 * 0.04) / 2;
  EXPECT_NEAR(ledger_now(top.w.model, top.w.s).kinetic_rotation, expected, 1e-14);
  EXPECT_NEAR(inertia_of(top.w.model, top.b(), 0), 2, 1e-15);
}

}  // namespace
}  // namespace scree::test
