// Polygons and discs in the plane: they stay in it, come to rest, and slide where they must.
#include <fstream>

#include "physics/measured.hpp"
#include "scree/scene/scene.hpp"
#include "scree/state/ledger.hpp"
#include "scree/step.hpp"
#include "support/temporary_folder.hpp"

namespace scree::test {
namespace {

constexpr double kG = 9.81, kDegree = 3.14159265358979323846 / 180;

Scene load_text(const std::string& text) {
  const TemporaryFolder folder;
  return load_scene(folder.file("polygons.toml", text));
}
void run_for(Scene& scene, double seconds) {
  for (auto n = std::llround(seconds / scene.model.settings.dt); n > 0; --n) step(scene.model, scene.state);
}

// Rolling resistance, because discs on a level line would roll for ever.
std::string head(const std::string& contact_model, const std::string& gravity, const char* dt) {
  return fmt::format(R"(schema = 1
dimension = 2
thickness = "2 cm"
gravity = {}
time = {{ dt = "{}", end = 10 }}
narrow_phase.polyhedron_contact = "{}"
[[material]]
name = "stone"
density = 2650
[[contact]]
between = ["stone", "stone"]
law = "linear_coulomb"
k_n = 130e3
k_t_ratio = 0.8
mu = 0.5
mu_rolling = 0.02
restitution = 0.3
)",
                     gravity, dt, contact_model);
}

// A box of lines, hexagons and discs above each other.
std::string box_of_lines() {
  std::string text = R"([[shape]]
name = "hexagon"
type = "polygon"
material = "stone"
library = "regular"
sides = 6
size = { distribution = "uniform", min = "2 cm", max = "3 cm" }
[[shape]]
name = "disc"
type = "disc"
material = "stone"
radius = { distribution = "uniform", min = "8 mm", max = "14 mm" }
[[fill]]
shapes = ["hexagon", "disc"]
count = 24
inside = [[0, 0], [0.1, 0.4]]
velocity = [0, -1]
velocity_spread = [0.3, 0.3]
seed = 3
)";
  int k = 0;
  for (const char* ends : {"[[-0.1, 0], [0.25, 0]]", "[[0, -0.1], [0, 0.6]]", "[[0.1, -0.1], [0.1, 0.6]]"})
    text +=
        fmt::format("[[wall]]\nname = \"line{}\"\ntype = \"plate\"\nmaterial = \"stone\"\nvertices = {}\n", k++, ends);
  return text;
}

double kinetic(const Scene& scene) {
  const Bodies& b = scene.state.bodies;
  double sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i)
    sum += b.mass[i] / 2 * norm2(b.v[i]) + rotational_energy(scene.model, b, i);
  return sum;
}
double mass(const Scene& scene) {
  double sum = 0;
  for (const Real m : scene.state.bodies.mass) sum += m;
  return sum;
}
bool in_the_plane(const Scene& scene) {
  const Bodies& b = scene.state.bodies;
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b.x[i].z != 0 || b.v[i].z != 0 || b.omega[i].x != 0 || b.omega[i].y != 0) return false;
  return true;
}

TEST(Polygons, StayInThePlaneAndComeToRestInABoxOfLines) {
  for (const char* contact : {"area", "points"}) {
    Scene scene = load_text(head(contact, "[0, -9.81]", "10 us") + box_of_lines());
    start(scene.model, scene.state);
    for (int k = 0; k < 9; ++k) {
      run_for(scene, 0.1);
      ASSERT_TRUE(in_the_plane(scene)) << contact;
    }
    update_ledger(scene.model, scene.state);
    expect_below(fmt::format("{}_kinetic", contact), kinetic(scene) / (mass(scene) * kG * 0.2), 1e-10);
    expect_below(fmt::format("{}_residual", contact),
                 std::abs(scene.state.ledger.residual()) / scene.state.ledger.lost(), 0.01);
    for (const Vec3d& x : scene.state.bodies.x) EXPECT_TRUE(x.x > 0 && x.x < 0.1 && x.y > 0 && x.y < 0.4);
  }
}

Scene square_on_slope(const char* contact, double angle) {
  const std::string gravity = fmt::format("[{:.17g}, {:.17g}]", kG * std::sin(angle), -kG * std::cos(angle));
  Scene scene = load_text(head(contact, gravity, "20 us") + R"([[shape]]
name = "square"
type = "polygon"
material = "stone"
vertices = [[0, 0], [0.05, 0], [0.05, 0.05], [0, 0.05]]
[[body]]
shape = "square"
position = [0, 0.02499]
[[wall]]
name = "slope"
type = "plate"
material = "stone"
vertices = [[-1, 0], [1, 0]]
)");
  start(scene.model, scene.state);
  return scene;
}

TEST(Polygons, ASquareSlidesAboveTheFrictionAngleAndNotBelow) {
  const double limit = std::atan(0.5), above = limit + 0.1 * kDegree;
  for (const char* contact : {"area", "points"}) {
    Scene still = square_on_slope(contact, limit - 0.1 * kDegree);
    run_for(still, 0.5);
    const Vec3d x = still.state.bodies.x[0];
    run_for(still, 2);
    expect_below(fmt::format("{}_creep", contact), norm(still.state.bodies.x[0] - x) / 0.05, 1e-6);
    Scene sliding = square_on_slope(contact, above);
    run_for(sliding, 0.5);
    const double v = sliding.state.bodies.v[0].x;
    run_for(sliding, 0.5);
    expect_close(fmt::format("{}_acceleration", contact), (sliding.state.bodies.v[0].x - v) / 0.5,
                 kG * (std::sin(above) - 0.5 * std::cos(above)), 0.05);
    EXPECT_TRUE(in_the_plane(sliding));
  }
}

}  // namespace
}  // namespace scree::test
