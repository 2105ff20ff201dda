// Impacts of polyhedra with closed forms: restitution for faces, edges and corners, and the momenta of a closed pair.
#include "physics/measured.hpp"
#include "physics/poly_world.hpp"

namespace scree::test {
namespace {

constexpr double kSide = 0.05, kR = kSide * kRoot3 / 2, kSpeed = 0.2, kDensity = 2650;

// The way down: a face, an edge or a corner of the cube.
enum class Feature { kFace, kEdge, kCorner };
constexpr const char* kFeatureNames[] = {"face", "edge", "corner"};
Quat feature_down(Feature f) {
  if (f == Feature::kEdge) return turn_to({1, 0, 1}, {0, 0, -1});
  if (f == Feature::kCorner) return turn_to({1, 1, 1}, {0, 0, -1});
  return {1, 0, 0, 0};
}

// The lowest corner of a body.
struct Corner {
  Vec3d x;
  Vec3 arm;
};
Corner lowest_corner(const PolyWorld& w, std::size_t i) {
  const Bodies& b = w.s.bodies;
  Corner lowest{{0, 0, 1e300}, {0, 0, 0}};
  for (const Vec3& v : w.model.polyhedra[w.model.body_types[b.type[i]].parts[0].polyhedron].vertices) {
    const Vec3 arm = rotate(b.q[i], b.scale[i] * v);
    const Vec3d x = b.x[i] + Vec3d(arm);
    if (x.z < lowest.x.z) lowest = {x, arm};
  }
  return lowest;
}
// Of body 0 against body 1 or the floor, at the lowest corner of body 0, upwards.
double corner_speed(const PolyWorld& w) {
  const Bodies& b = w.s.bodies;
  const std::size_t i = w.at(0), j = w.at(1);
  const Corner c = lowest_corner(w, i);
  const Vec3 v = b.v[i] + cross(b.omega[i], c.arm);
  if (j == b.size()) return v.z;
  return v.z - (b.v[j] + cross(b.omega[j], Vec3(c.x - b.x[j]))).z;
}

enum class Partner { kPlane, kPlate, kHeavyCube, kEqualCube };
constexpr const char* kPartnerNames[] = {"plane", "plate", "heavy_cube", "equal_cube"};

// A cube 1 nm above its partner at z = 0, without gravity.
PolyWorld cube_above(const LawParams& law, Partner partner, const Quat& turn) {
  PolyWorld w(law, Real(kDensity));
  const std::uint32_t cube_type = w.shape(cube()), heavy_type = w.shape(cube(), 1000);
  if (partner == Partner::kPlane) w.floor();
  if (partner == Partner::kPlate) w.plate({0, 0, 0}, {0, 0, 1}, 3 * kSide, 3 * kSide);
  w.open();
  w.block(cube_type, kR, {0, 0, 0}, turn, {0, 0, Real(-kSpeed)});
  w.s.bodies.x[0].z = 1e-9 - lowest_corner(w, 0).arm.z;
  if (partner == Partner::kHeavyCube) w.block(heavy_type, kR, {0, 0, -kSide / 2});
  if (partner == Partner::kEqualCube) w.block(cube_type, kR, {0, 0, -kSide / 2});
  w.step_of(0.25);
  w.begin();
  return w;
}

// From the first touch to the first step without force.
void collide(PolyWorld& w) {
  const auto touches = [&] { return norm2(w.s.bodies.wrench[w.at(0)].f) > 0; };
  int steps = 0;
  while (!touches() && ++steps < 1000000) w.run(1);
  while (touches() && ++steps < 1000000) w.run(1);
  ASSERT_LT(steps, 1000000) << "no impact, or no end of it";
}

double parting_speed(const PolyWorld& w) {
  const Vec3 v = w.s.bodies.v[w.at(0)];
  return v.z - (w.s.bodies.size() > 1 ? w.s.bodies.v[w.at(1)].z : 0);
}

void expect_restitution(const std::string& name, const LawParams& law, double e, Partner partner, Feature feature) {
  PolyWorld w = cube_above(law, partner, feature_down(feature));
  collide(w);
  expect_close(fmt::format("{}_{}_{}_e{}", name, kPartnerNames[int(partner)], kFeatureNames[int(feature)], e),
               parting_speed(w) / kSpeed, e, 0.01);
  EXPECT_LT(norm(w.s.bodies.omega[w.at(0)]) * kR, 1e-6 * kSpeed);  // central: nothing turns
}

TEST(PolyhedraImpact, ACubePartsWithTheRestitutionOfTheLawWhateverItLandsOn) {
  for (const Partner partner : {Partner::kPlane, Partner::kPlate, Partner::kHeavyCube})
    for (const Feature feature : {Feature::kFace, Feature::kEdge, Feature::kCorner})
      for (const double e : {0.3, 0.8, 1.0}) {
        expect_restitution("linear", linear_block_law(1e6, e), e, partner, feature);
        expect_restitution("hertz", hertz_block_law(1e7, e), e, partner, feature);
      }
}

TEST(PolyhedraImpact, EqualCubesFaceToFacePartWithTheRestitutionOfTheLaw) {
  for (const double e : {0.3, 0.8, 1.0}) {
    expect_restitution("linear", linear_block_law(1e6, e), e, Partner::kEqualCube, Feature::kFace);
    expect_restitution("hertz", hertz_block_law(1e7, e), e, Partner::kEqualCube, Feature::kFace);
  }
}

// Cubes turned any way, so that the corner that hits is not below the centre, on the floor and away from the middle of
// an equal cube. Without friction the velocity of the corner along the normal turns round times e, however much goes
// into spin.
TEST(PolyhedraImpact, ACornerThatHitsOffCentrePartsWithTheRestitutionOfTheLaw) {
  double least_spin = 1e300;
  for (const Partner partner : {Partner::kPlane, Partner::kEqualCube})
    for (const double e : {0.3, 0.8, 1.0})
      for (int k = 0; k < 4; ++k) {
        const Quat turn = turn_about({Real(1), Real(0.3 * k), 0}, 0.35 + 0.1 * k);
        for (const bool hertz : {false, true}) {
          const LawParams law = hertz ? hertz_block_law(1e10, e) : linear_block_law(1e9, e);
          PolyWorld w = cube_above(law, partner, turn_about({0, 1, 0}, 0.2) * turn);
          ASSERT_NEAR(corner_speed(w), -kSpeed, 1e-12);
          collide(w);
          expect_close(fmt::format("{}_{}_{}_e{}", hertz ? "hertz" : "linear", kPartnerNames[int(partner)], k, e),
                       corner_speed(w) / kSpeed, e, 0.03);
          least_spin = std::min(least_spin, double(norm(w.s.bodies.omega[w.at(0)])) * kR / kSpeed);
        }
      }
  EXPECT_GT(least_spin, 0.2);  // else they hit below their centres
}

struct Momenta {
  Vec3d p{0, 0, 0}, l{0, 0, 0};
  double p_scale = 0, l_scale = 0;  // sums of magnitudes
};
Momenta momenta_of(const PolyWorld& w) {
  Momenta sum;
  const Bodies& b = w.s.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec3 moments = inertias_of(w.model, b, i), omega = rotate(conjugate(b.q[i]), b.omega[i]);
    const Vec3d spin = Vec3d(rotate(b.q[i], {moments.x * omega.x, moments.y * omega.y, moments.z * omega.z}));
    const Vec3d p = double(b.mass[i]) * Vec3d(b.v[i]), orbit = cross(b.x[i], p);
    sum.p += p, sum.l += orbit + spin;
    sum.p_scale += norm(p), sum.l_scale += norm(orbit) + norm(spin);
  }
  return sum;
}

// A stone and a brick, or a stone and a ball, spin and hit each other off centre.
PolyWorld two_spinning(const LawParams& law, ContactModel contact, bool with_ball) {
  PolyWorld w(law, Real(kDensity));
  w.model.settings.polyhedron_contact = contact;
  const std::uint32_t stone = w.shape(rock({})), brick = w.shape(box({1, 2, 3}));
  w.open();
  w.block(stone, 0.04, {-0.045, 0, 0.01}, turn_about({1, 2, 3}, 1), {2, 0, Real(0.3)}, {5, -20, 10});
  if (with_ball)
    w.sphere(0.03, {0.04, 0.01, 0}, {-1, Real(0.2), 0}, {-10, 15, 30});
  else
    w.block(brick, 0.045, {0.045, 0.01, 0}, turn_about({3, 1, -2}, 2), {-1, Real(0.2), 0}, {-10, 15, 30});
  w.step_of(0.25);
  w.begin();
  return w;
}

// Sum of the forces, and of their moments about the origin, over the sums of magnitudes.
void expect_forces_in_balance(const PolyWorld& w) {
  const Bodies& b = w.s.bodies;
  Vec3d f{0, 0, 0}, tau{0, 0, 0};
  double f_scale = 0, tau_scale = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec3d lever = cross(b.x[i], Vec3d(b.wrench[i].f));
    f += Vec3d(b.wrench[i].f), tau += lever + Vec3d(b.wrench[i].tau);
    f_scale += norm(b.wrench[i].f), tau_scale += norm(lever) + norm(b.wrench[i].tau);
  }
  ASSERT_LE(norm(f), 1e-14 * f_scale);
  ASSERT_LE(norm(tau), 1e-13 * tau_scale);
}

TEST(PolyhedraImpact, AClosedPairWithFrictionKeepsMomentumAndAngularMomentum) {
  for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints})
    for (const bool hertz : {false, true})
      for (const bool with_ball : {false, true}) {
        const LawParams law = hertz ? hertz_block_law(1e8, 0.6, 0.5) : linear_block_law(1e6, 0.6, 0.5);
        PolyWorld w = two_spinning(law, contact, with_ball);
        const Momenta before = momenta_of(w);
        int touching = 0;
        for (double end = 0.05; w.time() < end; w.run(1)) {
          touching += norm2(w.s.bodies.wrench[0].f) > 0;
          expect_forces_in_balance(w);
        }
        EXPECT_GT(touching, 100);
        const Momenta after = momenta_of(w);
        const std::string name = fmt::format("{}_{}_{}", contact == ContactModel::kArea ? "area" : "points",
                                             hertz ? "hertz" : "linear", with_ball ? "ball" : "brick");
        expect_below(name + "_p", norm(after.p - before.p) / before.p_scale, 1e-13);
        expect_below(name + "_l", norm(after.l - before.l) / before.l_scale, 1e-12);
      }
}

}  // namespace
}  // namespace scree::test
