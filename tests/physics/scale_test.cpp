// Tolerances are relative: the same scene in micrometres and in kilometres gives the same answer.
//
// Lengths times L at the same density and gravity: times and speeds go with sqrt(L), masses with L^3, so the stiffness
// of a linear contact with m g/length, L^2, and E of a Hertz contact with L. Damping ratios, mu and angles stay.
#include "physics/cloud.hpp"
#include "physics/measured.hpp"

namespace scree::test {
namespace {

LawParams scaled_linear(double L) {
  LawParams law = linear_law(Real(2e4 * L * L), Real(0.2), Real(0.5));
  law.zeta_t = Real(0.1);
  law.rolling = RollingLaw::kSpring;
  law.mu_rolling = Real(0.1);
  return law;
}
LawParams scaled_hertz(double L) {
  LawParams law = hertz_law(Real(1e7 * L), Real(0.2));
  law.tangential = TangentialLaw::kMindlin;
  law.G_star = Real(3e6 * L);
  law.mu = Real(0.5);
  return law;
}

// 27 balls fall into a box whose bottom is a cone above a plate.
SmallWorld scene(const LawParams& law, double L) {
  const double r = 0.01 * L;
  SmallWorld w(law, 2500, 2e-5 * std::sqrt(L));
  w.gravity({0, 0, Real(-9.81)});
  add_box(w, {-4 * r, -4 * r, -2 * r}, {4 * r, 4 * r, 20 * r}, false);
  Wall cone;
  cone.name = "cone";
  cone.kind = WallKind::kCone;
  cone.frustum = {Real(1.5 * r), 0, Real(6 * r), Real(3 * r)};
  w.model.walls.push_back(cone);
  w.open();
  add_lattice(w, 3, 3, 3, r, {-2.4 * r, -2.4 * r, 2.5 * r}, 0.3 * std::sqrt(L), 7);
  for (Vec3& v : w.s.bodies.v) v.z -= Real(std::sqrt(L));
  w.begin();
  return w;
}

void expect_same_at(const char* name, LawParams (*law)(double), double L) {
  SmallWorld metre = scene(law(1), 1), other = scene(law(L), L);
  int touching = 0;
  double worst_x = 0, worst_v = 0;
  for (int k = 0; k < 50; ++k) {
    metre.run(50), other.run(50);
    ASSERT_EQ(count_contacts(metre.s.contacts), count_contacts(other.s.contacts))
        << "after " << 50 * (k + 1) << " steps";
    touching = std::max(touching, int(count_contacts(metre.s.contacts)));
    for (std::uint64_t id = 0; id < metre.s.bodies.size(); ++id) {
      const std::size_t i = metre.at(id), j = other.at(id);
      worst_x = std::max(worst_x, norm(metre.s.bodies.x[i] - other.s.bodies.x[j] / L) / 0.01);
      worst_v = std::max(worst_v, double(norm(metre.s.bodies.v[i] - other.s.bodies.v[j] / Real(std::sqrt(L)))));
    }
  }
  EXPECT_GT(touching, 10);
  expect_below(fmt::format("{}_{}_x", name, L), worst_x, 1e-9);
  expect_below(fmt::format("{}_{}_v", name, L), worst_v, 1e-9);
  EXPECT_EQ(metre.s.counters.pair_lists, other.s.counters.pair_lists);
}

TEST(Scale, AMicrometreSceneRunsAsTheMetreSceneDoes) {
  expect_same_at("linear", scaled_linear, 1e-6);
  expect_same_at("hertz", scaled_hertz, 1e-6);
}

TEST(Scale, AKilometreSceneRunsAsTheMetreSceneDoes) {
  expect_same_at("linear", scaled_linear, 1e3);
  expect_same_at("hertz", scaled_hertz, 1e3);
}

}  // namespace
}  // namespace scree::test
