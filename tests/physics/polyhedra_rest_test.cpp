// Polyhedra come to rest and stay there: a cube, a stack, a wall of bricks.
//
// The measure is the kinetic energy over m g times the height of the system.
#include "physics/measured.hpp"
#include "physics/poly_world.hpp"

namespace scree::test {
namespace {

constexpr double kSide = 0.05, kG = 9.81, kDensity = 2650;
constexpr double kQuiet = 1e-10;

PolyWorld world_of(const LawParams& law, ContactModel contact = ContactModel::kArea) {
  PolyWorld w(law, Real(kDensity));
  w.model.settings.polyhedron_contact = contact;
  w.gravity({0, 0, Real(-kG)});
  return w;
}
const char* name_of(ContactModel contact) { return contact == ContactModel::kArea ? "area" : "points"; }

double noise(const PolyWorld& w, double height) { return w.kinetic() / (w.mass() * kG * height); }

// Runs until `rest`, then looks at 200 moments of a further `watch` seconds.
void expect_rest(const std::string& name, PolyWorld& w, double height, double rest, double watch) {
  w.run_for(rest);
  const auto every = std::max<std::uint64_t>(1, std::uint64_t(watch / 200 / w.model.settings.dt));
  double worst = 0;
  for (int k = 0; k < 200; ++k) w.run(every), worst = std::max(worst, noise(w, height));
  expect_below(name, worst, kQuiet);
}

TEST(PolyhedraRest, ACubeDroppedOnAPlateComesToRest) {
  for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints}) {
    PolyWorld w = world_of(linear_block_law(1e6, 0.3, 0.5), contact);
    w.plate({0, 0, 0}, {0, 0, 1}, 0.3, 0.3);
    const std::uint32_t type = w.shape(cube());
    w.open();
    w.block(type, kSide * kRoot3 / 2, {0, 0, 0.06}, turn_about({1, 2, 0}, 0.4));
    w.step_of(3);
    w.begin();
    expect_rest(name_of(contact), w, kSide, 0.5, 0.1);
    EXPECT_NEAR(w.s.bodies.x[0].z, kSide / 2, 1e-4 * kSide);  // it lies on a face
  }
}

// Ten cubes of 5 cm, each up to 0.2 mm off and turned, 10 um apart. What is left after the first clatter is the stack's
// sway as a beam of EI = side 3 k_n sqrt(A/A_ref) side^2/12, at some 14 Hz and with a damping ratio of 0.008: its
// energy falls by e in 0.77 s, and starts with the square of the offsets.
TEST(PolyhedraRest, AStackOfTenCubesStands) {
  PolyWorld w = world_of(linear_block_law(1e7, 0.3, 0.5));
  w.floor();
  const std::uint32_t type = w.shape(cube());
  w.open();
  for (int k = 0; k < 10; ++k)
    w.block(type, kSide * kRoot3 / 2, {1e-4 * ((k * 7) % 5 - 2), 1e-4 * ((k * 3) % 5 - 2), (kSide + 1e-5) * (k + 0.5)},
            turn_about({0, 0, 1}, 0.1 * k));
  w.step_of(4);
  w.begin();
  expect_rest("stack", w, 10 * kSide, 2.5, 0.2);
  for (std::uint64_t k = 0; k < 10; ++k) EXPECT_NEAR(w.s.bodies.x[w.at(k)].z, kSide * (double(k) + 0.5), 1e-3 * kSide);
}

// Four courses of bricks 4:2:1 with half a brick's offset, 0.5 mm apart.
TEST(PolyhedraRest, AWallOfBricksInRunningBondStands) {
  constexpr double u = 0.025, gap = 5e-4;
  PolyWorld w = world_of(linear_block_law(1e7, 0.3, 0.5));
  w.floor();
  const std::uint32_t type = w.shape(box({4, 2, 1}));
  w.open();
  for (int course = 0; course < 4; ++course)
    for (int k = 0; k < 4 - course % 2; ++k)
      w.block(type, u * std::sqrt(21.0) / 2,
              {(4 * u + gap) * (k + 0.5 * (course % 2)), 0, u * (course + 0.5) + 1e-4 * (course + 1)});
  w.step_of(3);
  w.begin();
  expect_rest("bricks", w, 4 * u, 0.1, 0.2);
  for (std::uint64_t k = 0; k < w.s.bodies.size(); ++k) EXPECT_LT(std::abs(w.s.bodies.x[w.at(k)].y), 1e-4 * u);
}

}  // namespace
}  // namespace scree::test
