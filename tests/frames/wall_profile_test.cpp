#include "scree/frames/wall_profile.hpp"

#include "scree/frames/telemetry.hpp"
#include "scree/scene/ball_wall.hpp"
#include "store/sample.hpp"

namespace scree::output {
namespace {

using sample::TemporaryFolder;

// A wall of balls round a frustum that stands askew, with its balls as bodies.
Model world_of(const Frustum& frustum) {
  Model model;
  model.materials = {{"steel", 7800, 0, 0, 0}};
  model.laws.resize(1);
  model.law_of_pair = {0};
  model.body_types = {sphere_type("ball", 0, 7800)};
  model.settings.dt = 1e-3;
  Wall wall;
  wall.name = "bin, left";
  wall.kind = WallKind::kBalls;
  wall.x = {1, 2, 3};
  wall.q = rotation_by({Real(0.3), Real(-0.5), Real(0.2)});
  wall.frustum = frustum;
  wall.balls = scene::balls_around(frustum, {Distribution::kUniform, Real(0.04), Real(0.05), 0, 0, {}, {}}, 1, 1);
  model.walls = {wall};
  model.output.profiles = {{0, 4}};
  return model;
}

State state_of(const Model& model) {
  State s = initial_state(model);
  const Wall& wall = model.walls[0];
  for (const WallBall& ball : wall.balls)
    add_body(model, s, 0, ball.r, wall.x + Vec3d(rotate(wall.q, Vec3(ball.x))), {0, 0, 0}, 0);
  return s;
}

TEST(WallProfile, SplitsForcesIntoNormalAndShear) {
  for (const Frustum& f : {Frustum{1, 0, 1, 2}, Frustum{Real(0.5), 0, 1, 2}, Frustum{1, 0, Real(0.5), 2}}) {
    const Model model = world_of(f);
    State s = state_of(model);
    // A pressure of 100 N and a pull of 7 N towards the base on each ball.
    const double slant = std::hypot(double(f.r1 - f.r0), 2.0), dr = double(f.r1 - f.r0) / slant, dz = 2 / slant;
    for (std::size_t i = 0; i < s.bodies.size(); ++i) {
      const Vec3d x = model.walls[0].balls[i].x;
      const double rho = std::hypot(x.x, x.y), c = x.x / rho, sn = x.y / rho;
      const Vec3d normal = {dz * c, dz * sn, -dr}, up = {dr * c, dr * sn, dz}, round = {-sn, c, 0};
      s.bodies.wrench[i].f = rotate(model.walls[0].q, Vec3(100.0 * normal - 7.0 * up + 3.0 * round));
    }
    double balls = 0, area = 0;
    for (const WallBand& band : wall_bands(model, s, model.output.profiles[0])) {
      EXPECT_NEAR(band.normal, 100.0 * band.balls, 1e-6 * 100 * band.balls);
      EXPECT_NEAR(band.downwards, 7.0 * band.balls, 1e-6 * 100 * band.balls);
      EXPECT_NEAR(band.to - band.from, 0.5, 1e-12);
      EXPECT_GT(band.balls, 50u);
      balls += band.balls;
      area += band.area;
    }
    EXPECT_EQ(balls, double(s.bodies.size()));
    EXPECT_NEAR(area, std::numbers::pi * double(f.r0 + f.r1) * slant, 1e-9);
  }
}

TEST(WallProfile, CountsWholeRingsWhereBandsAreRings) {
  Model model = world_of({1, 0, 1, 2});
  const double r_mean = std::cbrt((std::pow(0.05, 4) - std::pow(0.04, 4)) / (4 * 0.01));
  const int rings = int(std::ceil(2 / (2 * r_mean)));
  model.output.profiles[0].bins = rings;
  const std::vector<WallBand> bands = wall_bands(model, state_of(model), model.output.profiles[0]);
  ASSERT_EQ(bands.size(), std::size_t(rings));
  for (const WallBand& band : bands) EXPECT_EQ(band.balls, bands[0].balls);
}

TEST(WallProfile, IsWrittenBesideTheTelemetryAndGoesOnAfterAResume) {
  const TemporaryFolder folder;
  const Model model = world_of({1, 0, 1, 2});
  State s = state_of(model);
  const auto rows = [&](Telemetry& telemetry, int first, int last) {
    for (int k = first; k <= last; ++k) {
      s.counters.step = std::uint64_t(10 * k);
      telemetry.row(model, s);
    }
  };
  {
    Telemetry telemetry(folder / "telemetry.csv", model, false, 0);
    rows(telemetry, 0, 5);
  }
  const std::string whole = sample::read_text(folder / "profiles.csv");
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 1 + 6 * 4);
  EXPECT_NE(whole.find("\n30,0.03,\"bin, left\",2,1,1.5,"), whole.npos);
  for (const std::size_t cut : {std::size_t(0), std::size_t(20), std::size_t(200)}) {
    sample::write_text(folder / "profiles.csv", whole.substr(0, whole.size() - cut));
    Telemetry telemetry(folder / "telemetry.csv", model, true, 30);
    rows(telemetry, 3, 5);  // row 3 is there already
    EXPECT_EQ(sample::read_text(folder / "profiles.csv"), whole);
  }
  s.walls[0].present = 0;
  Telemetry telemetry(folder / "telemetry.csv", model, true, 50);
  rows(telemetry, 6, 6);
  EXPECT_EQ(sample::read_text(folder / "profiles.csv"), whole);
}

}  // namespace
}  // namespace scree::output
