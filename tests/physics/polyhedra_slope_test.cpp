// Blocks on a slope: they slide above the friction angle, creep nowhere below it, and topple where they must.
//
// The slope is flat and gravity is tilted, so that moving along it is moving along x.
#include "physics/measured.hpp"
#include "physics/poly_world.hpp"

namespace scree::test {
namespace {

constexpr double kSide = 0.05, kG = 9.81, kMu = 0.5, kDegree = 3.14159265358979323846 / 180;

Vec3 tilted(double angle) { return {Real(kG * std::sin(angle)), 0, Real(-kG * std::cos(angle))}; }

enum class Slope { kPlane, kPlate };
constexpr const char* kSlopeNames[] = {"plane", "plate"};

// A block of side kSide and the height given, sunk in by about what its weight needs.
PolyWorld block_on(Slope slope, const LawParams& law, double height, double angle, ContactModel contact) {
  PolyWorld w(law, 2650);
  w.model.settings.polyhedron_contact = contact;
  w.gravity(tilted(angle));
  if (slope == Slope::kPlane) w.floor();
  if (slope == Slope::kPlate) w.plate({0, 0, 0}, {0, 0, 1}, 2, 1);
  const std::uint32_t type = w.shape(box({Real(kSide), Real(kSide), Real(height)}));
  w.open();
  const double r = std::sqrt(2 * kSide * kSide + height * height) / 2;
  w.block(type, r, {0, 0, height / 2 - 2650 * kSide * kSide * height * kG / law.k_n});
  w.step_of(3);
  w.begin();
  return w;
}

void expect_slides_above(Slope slope, ContactModel contact) {
  const LawParams law = linear_block_law(1e6, 0.3, kMu);
  const std::string name =
      fmt::format("{}_{}", kSlopeNames[int(slope)], contact == ContactModel::kArea ? "area" : "points");
  PolyWorld still = block_on(slope, law, kSide, std::atan(kMu) - 0.1 * kDegree, contact);
  still.run_for(0.5);
  const Vec3d x = still.s.bodies.x[0];
  still.run_for(2);
  expect_below(name + "_creep", norm(still.s.bodies.x[0] - x) / kSide, 1e-6);

  const double angle = std::atan(kMu) + 0.1 * kDegree;
  PolyWorld sliding = block_on(slope, law, kSide, angle, contact);
  sliding.run_for(0.5);
  const double v = sliding.s.bodies.v[0].x, t = sliding.time();
  sliding.run_for(0.5);
  expect_close(name + "_acceleration", (sliding.s.bodies.v[0].x - v) / (sliding.time() - t),
               kG * (std::sin(angle) - kMu * std::cos(angle)), 0.05);
}

TEST(PolyhedraSlope, ACubeSlidesAboveTheFrictionAngleAndNotBelow) {
  for (const Slope slope : {Slope::kPlane, Slope::kPlate})
    for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints}) expect_slides_above(slope, contact);
}

// How far a block has turned after 0.7 s, or 0.1 rad.
double leaning(const LawParams& law, int n, double angle, ContactModel contact) {
  PolyWorld w = block_on(Slope::kPlane, law, n * kSide, angle, contact);
  const Quat upright = conjugate(w.s.bodies.q[0]);
  double lean = 0;
  while (w.time() < 0.7 && lean < 0.1) {
    w.run_for(0.05);
    lean = std::acos(std::min(1.0, double(rotate(w.s.bodies.q[0] * upright, {0, 0, 1}).z)));
  }
  return lean;
}

// A block as wide as 1/n of its height stands up to atan(1/n). The edge it leans on is not hard: on an area whose
// centre of pressure is c from the edge it gives way by the angle F/(6.25 k_n c^1.5 sqrt(w/A_ref)), here 0.001 at most,
// and the step onto it is sudden.
TEST(PolyhedraSlope, ATallBlockTopplesWhereItsWeightPassesTheEdgeAndNotBefore) {
  const LawParams law = linear_block_law(1e8, 0.3, 1);
  for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints})
    for (const int n : {2, 4}) {
      const double limit = std::atan(1.0 / n);
      const std::string name = fmt::format("{}_{}", contact == ContactModel::kArea ? "area" : "points", n);
      expect_below(name + "_stands", leaning(law, n, limit - 0.5 * kDegree, contact), 0.005);
      EXPECT_GE(leaning(law, n, limit + 0.5 * kDegree, contact), 0.1) << name;
    }
}

}  // namespace
}  // namespace scree::test
