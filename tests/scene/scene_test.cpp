#include "scree/scene/scene.hpp"

#include "scene/scene_helpers.hpp"
#include "scree/frames/frame.hpp"
#include "scree/scene/ball_wall.hpp"
#include "scree/scene/reader.hpp"

namespace scree::test {
namespace {

const std::string kSource = SCREE_SOURCE_DIR;

TEST(Scenes, AllOfThemLoad) {
  int n = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kSource + "/scenes")) {
    if (entry.path().extension() != ".toml") continue;
    ++n;
    try {
      load_scene(entry.path().string());
    } catch (const InputError& e) {  // one that goes on from another run wants that run first, and nothing else
      const std::string what = e.what();
      EXPECT_NE(what.find("there is no file or folder"), what.npos) << what;
      EXPECT_NE(what.find("/out/"), what.npos) << what;
      EXPECT_EQ(what.find('\n'), what.npos) << what;
    }
  }
  EXPECT_GE(n, 4);
}

TEST(Scene, AFolderIsTheLastFrameOfItsRun) {
  const std::string table = kGood + "[[fill]]\nkind = \"table\"\nshapes = [\"ball\"]\nfile = \"run\"\n";
  EXPECT_EQ(problems_of(table), "s.toml:31: fill[0].file = \"run\": there is no file or folder run");
  std::filesystem::create_directories(scratch_folder() / "run");
  EXPECT_EQ(problems_of(table), "s.toml:31: fill[0].file = \"run\": there are no frames of a run in the folder run");
  Scene before = load_text(kGood);
  for (const std::uint64_t k : {3, 11}) {  // numbers, not names, say which is the last
    before.state.bodies.x[1].z = double(k);
    output::write_frame(output::frame_path((scratch_folder() / "run").string(), k), before.model, before.state, false);
  }
  const Scene s = load_text(table);
  ASSERT_EQ(s.state.bodies.size(), 4u);
  EXPECT_EQ(s.state.bodies.x[1].z, 11);
}

TEST(SceneDocs, TheReferenceIsTheListOfKeys) {
  const std::string page = read_file(kSource + "/docs/scene.md");
  EXPECT_NE(page.find(scene::scene_reference()), page.npos) << "docs/scene.md must end with:\n"
                                                            << scene::scene_reference();
  EXPECT_EQ(page.size() - page.find(scene::scene_reference()), scene::scene_reference().size());
}

TEST(SceneDocs, TheExampleLoads) {
  const std::string page = read_file(kSource + "/docs/scene.md");
  const std::size_t begin = page.find("```toml\n", page.find("## A complete example")) + 8;
  const std::string example = page.substr(begin, page.find("```", begin) - begin);
  EXPECT_EQ(load_text(example).state.bodies.size(), 300u);
}

TEST(SceneDocs, EveryExampleOfATableHasKnownKeysOnly) {
  for (const scene::TableInfo& table : scene::all_tables()) {
    scene::Problems problems("example");
    const scene::Node tree = scene::parse_toml(table.example, "example");
    const bool top = *table.heading == '[' || !*table.name;
    if (top) scene::check_unknown_keys(problems, tree, "", "");
    EXPECT_TRUE(problems.empty()) << table.heading << "\n" << problems.joined();
  }
}

TEST(Scene, PlacesBodiesAndReadsSettings) {
  const Scene s = load_text(kGood +
                            "[alarms]\noverlap_warning = \"2 %\"\n[broad_phase]\nmethod = \"fixed_cubes\"\n"
                            "[domain]\nlo = [-1, -1, \"-50 cm\"]\n");
  ASSERT_EQ(s.state.bodies.size(), 2u);
  EXPECT_EQ(s.state.bodies.x[1].z, 0.2);
  EXPECT_EQ(s.model.largest_radius, Real(0.01));
  EXPECT_NEAR(s.model.settings.skin, 0.002, 1e-12);
  EXPECT_EQ(s.model.settings.gravity.z, Real(-9.81));
  EXPECT_EQ(s.model.settings.overlap_warning, Real(0.02));
  EXPECT_EQ(s.model.settings.broad, BroadMethod::kFixedCubes);
  EXPECT_EQ(s.model.settings.domain_lo.z, -0.5);
  EXPECT_EQ(s.model.settings.domain_hi.z, kNever);
  EXPECT_GT(s.model.settings.dt_stable, s.model.settings.dt);
  EXPECT_EQ(s.state.walls.size(), 1u);
}

TEST(Scene, ChoosesTheStep) {
  const Scene s = load_text(replaced(kGood, "dt = 1e-5", "dt = \"auto\""));
  const Scene half = load_text(replaced(kGood, "dt = 1e-5", "fraction = 0.5"));
  EXPECT_GT(s.model.settings.dt, 0);
  EXPECT_DOUBLE_EQ(half.model.settings.dt, s.model.settings.dt / 2);
  EXPECT_EQ(s.notes.back().find("dt = "), 0u) << s.notes.back();
}

TEST(Scene, ABodyAloneNeedsNoLaw) {
  const std::string alone = R"(schema = 1
time = { dt = "1 ms", end = 1 }
[[material]]
name = "stone"
density = 2600
[[shape]]
name = "ball"
material = "stone"
[[body]]
shape = "ball"
radius = "1 cm"
position = [0, 0, 0]
angular_velocity = [0, 0, "60 rpm"]
)";
  const Scene s = load_text(alone);
  EXPECT_NEAR(s.state.bodies.omega[0].z, 2 * 3.141592653589793, 1e-12);
  EXPECT_EQ(problems_of(replaced(alone, "dt = \"1 ms\"", "dt = \"auto\"")),
            "s.toml:2: time.dt = \"auto\": \"auto\" needs contacts to go by; must be a time, e.g. \"3 ms\"");
}

SizeDistribution stream_size(const std::string& radius) {
  const std::string text = replaced(kGood, "radius = 0.01\n", "radius = " + radius + "\n") +
                           "[[stream]]\nname = \"s\"\nshapes = [\"ball\"]\nrate = \"5 t/h\"\n"
                           "inside = [[0, 0, 1], [1, 1, 1]]\n";
  const Scene s = load_text(text, {"body[0].radius=0.01", "body[1].radius=0.01"});
  EXPECT_TRUE(s.model.streams[0].by_mass);
  return s.model.streams[0].sizes[0];
}

TEST(Scene, ReadsSizeDistributions) {
  EXPECT_EQ(stream_size("0.02").kind, Distribution::kFixed);
  const SizeDistribution uniform = stream_size("{ distribution = \"uniform\", min = \"1 cm\", max = \"2 cm\" }");
  EXPECT_EQ(uniform.kind, Distribution::kUniform);
  EXPECT_EQ(uniform.max, Real(0.02));
  const SizeDistribution normal = stream_size("{ distribution = \"normal\", mean = 0.02, deviation = 0.002 }");
  EXPECT_NEAR(normal.min, 0.014, 1e-12);
  EXPECT_NEAR(normal.max, 0.026, 1e-12);
  const SizeDistribution log =
      stream_size("{ distribution = \"lognormal\", mean = 0.02, deviation = 0.01, min = 0.005, max = 0.06 }");
  EXPECT_EQ(log.kind, Distribution::kLognormal);
  EXPECT_EQ(log.max, Real(0.06));
  const SizeDistribution triangle =
      stream_size("{ distribution = \"triangular\", min = 0.01, mode = 0.012, max = 0.02 }");
  EXPECT_EQ(triangle.mean, Real(0.012));
  const SizeDistribution table =
      stream_size("{ distribution = \"table\", sizes = [0.01, \"2 cm\"], passing = [0, \"100 %\"] }");
  EXPECT_EQ(table.sizes[1], Real(0.02));
  EXPECT_EQ(table.weights[1], 1);
}

TEST(Scene, DiametersAreHalved) {
  const Scene s = load_text(replaced(kGood, "radius = 0.01", "diameter = 0.03"));
  EXPECT_EQ(s.state.bodies.radius[0], Real(0.015));
}

TEST(Scene, ChecksSizeDistributions) {
  const auto problems = [](const std::string& radius) {
    return problems_of(replaced(kGood, "radius = 0.01", "radius = " + radius),
                       {"body[0].radius=1", "body[1].radius=1"});
  };
  EXPECT_EQ(problems("{ distribution = \"uniform\", min = 3, max = 2 }"),
            "s.toml:14: shape[0].radius.min = 3: must be <= max");
  EXPECT_EQ(problems("{ distribution = \"uniform\", min = 3 }"),
            "s.toml:14: shape[0].radius.max: missing; must be a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(problems("{ distribution = \"normal\", mean = 1, deviation = 0.5 }"),
            "s.toml:14: shape[0].radius.deviation = 0.5: three deviations below the mean is below 0; give min");
  EXPECT_EQ(problems("{ distribution = \"table\", sizes = [1, 2], passing = [0, 0.9] }"),
            "s.toml:14: shape[0].radius.passing = [0, 0.9]: must begin with 0 and end with 1");
}

TEST(Scene, ReadsEvents) {
  const std::string more = R"([[flow_plane]]
name = "out"
point = [0, 0, 0]
[[motion]]
name = "lift"
walls = ["floor"]
start = "event"
phases = [{ velocity = [0, 0, "1 cm/s"], end = 2 }]
[[event]]
at = "0.5 s"
start = ["lift"]
[[event]]
when = "kinetic_energy_per_mass < 1e-6 J/kg"
after = 0.1
hold = "10 ms"
remove = ["floor"]
[[event]]
when = "mass_flow(out) >= 2 g"
gravity = [0, 0, 0]
stop_after = 1
[[event]]
when = "bodies<1"
stop = true
)";
  const Scene s = load_text(kGood + more);
  const std::vector<Event>& e = s.model.events;
  ASSERT_EQ(e.size(), 4u);
  EXPECT_EQ(e[0].quantity, Quantity::kTime);
  EXPECT_TRUE(e[0].above);
  EXPECT_EQ(e[0].value, 0.5);
  EXPECT_EQ(e[0].start_motions, std::vector<std::uint32_t>{0});
  EXPECT_EQ(e[1].quantity, Quantity::kKineticEnergyPerMass);
  EXPECT_FALSE(e[1].above);
  EXPECT_EQ(e[1].value, 1e-6);
  EXPECT_EQ(e[1].hold, 0.01);
  EXPECT_EQ(e[2].quantity, Quantity::kMassFlow);
  EXPECT_DOUBLE_EQ(e[2].value, 2e-3);
  EXPECT_TRUE(e[2].set_gravity);
  EXPECT_EQ(e[2].stop_after, 1);
  EXPECT_TRUE(e[3].stop);
  EXPECT_EQ(s.model.motions[0].start, kNever);
  EXPECT_EQ(s.model.motions[0].phases[0].velocity.z, Real(0.01));
}

TEST(Scene, ChecksEvents) {
  const auto problems = [](const std::string& event) { return problems_of(kGood + "[[event]]\n" + event); };
  EXPECT_EQ(problems("at = 1\n"),
            "s.toml:28: event[0]: does nothing; give one of remove, remove_blocks, start, stop_streams, gravity, "
            "checkpoint, stop, "
            "stop_after");
  EXPECT_EQ(problems("stop = true\n"), "s.toml:28: event[0]: needs just one of at and when");
  EXPECT_EQ(problems("at = 1\nhold = 1\nstop = true\n"), "s.toml:30: event[0].hold = 1: not used by an event with at");
  EXPECT_EQ(
      problems("when = \"max_sped < 1\"\nstop = true\n"),
      "s.toml:29: event[0].when = \"max_sped < 1\": no such quantity as \"max_sped\"; did you mean \"max_speed\"?");
  EXPECT_EQ(problems("when = \"max_speed < 1 kg\"\nstop = true\n"),
            "s.toml:29: event[0].when = \"max_speed < 1 kg\": the value must be a velocity, e.g. \"2 m/s\"");
  EXPECT_EQ(problems("when = \"max_speed = 1\"\nstop = true\n"),
            "s.toml:29: event[0].when = \"max_speed = 1\": must be QUANTITY < VALUE or QUANTITY > VALUE, e.g. "
            "\"max_speed < 1 mm/s\"");
  EXPECT_EQ(problems_of(kGood + "[[motion]]\nname = \"m\"\nwalls = [\"floor\"]\nstart = \"event\"\n"
                                "phases = [{ velocity = [1, 0, 0] }]\n"),
            "s.toml:31: motion[0].start = \"event\": no event starts it");
}

TEST(SceneWalls, FramesPutTheNormalAndTheAxisAlongZ) {
  const Scene s = load_text(kGood + R"([[wall]]
name = "side"
type = "plane"
material = "stone"
point = [1, 0, 0]
normal = [-2, 0, 0]
[[wall]]
name = "roof"
type = "plane"
material = "stone"
point = [0, 0, 3]
normal = [0, 0, -1]
[[wall]]
name = "plate"
type = "plate"
material = "stone"
vertices = [[5, 0, 0], [5, 1, 0], [5, 1, 1], [5, 0, 1]]
[[wall]]
name = "cone"
type = "cone"
material = "stone"
base = [0, 0, 1]
axis = [0, 2, 0]
radius_base = 3
radius_top = 4
)");
  const auto z = [&](int w) { return rotate(s.model.walls[std::size_t(w)].q, Vec3{0, 0, 1}); };
  EXPECT_NEAR(z(1).x, -1, 1e-12);
  EXPECT_NEAR(z(2).z, -1, 1e-12);
  EXPECT_NEAR(z(3).x, 1, 1e-12);
  EXPECT_NEAR(z(4).y, 1, 1e-12);
  const Wall& plate = s.model.walls[3];
  const double corners[4][3] = {{5, 0, 0}, {5, 1, 0}, {5, 1, 1}, {5, 0, 1}};
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3d back = plate.x + Vec3d(rotate(plate.q, plate.vertices[i]));
    EXPECT_NEAR(norm(back - Vec3d{corners[i][0], corners[i][1], corners[i][2]}), 0, 1e-12);
    const Vec3 a = plate.vertices[i], b = plate.vertices[(i + 1) % 4];
    EXPECT_GT(cross(a, b).z, 0);
  }
  EXPECT_EQ(s.model.walls[4].frustum.r1, 4);
  EXPECT_EQ(s.model.walls[4].frustum.z1, 2);
}

TEST(BallWall, TouchesTheSurfaceFromOutsideWithoutGaps) {
  SizeDistribution radius;
  radius.kind = Distribution::kUniform;
  radius.min = Real(0.215);
  radius.max = Real(0.225);
  const Frustum cone{1, 0, Real(5.5), Real(4.5)};
  const auto balls = scene::balls_around(cone, radius, Real(0.96), 1);
  const double s = std::sqrt(0.5);
  for (const WallBall& b : balls) {
    const double rho = std::hypot(b.x.x, b.x.y);
    EXPECT_NEAR((rho - 1 - b.x.z) * s, double(b.r), 1e-9);  // distance from the line r = 1 + z
    double nearest = 1e9;
    for (const WallBall& other : balls)
      if (&other != &b) nearest = std::min(nearest, norm(other.x - b.x));
    ASSERT_LT(nearest, 0.45);
  }
  // The silo of the paper has 3821 wall balls in all; the cylinder above the hopper gives most of them.
  const auto shell = scene::balls_around({Real(5.5), 0, Real(5.5), 16}, radius, Real(0.96), 1);
  EXPECT_NEAR(double(shell.size() + balls.size()), 3821, 0.1 * 3821);
}

TEST(BallWall, LiesBelowAPlate) {
  SizeDistribution radius;
  radius.min = radius.max = radius.mean = Real(0.05);
  const auto balls = scene::balls_below({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, radius, 1, 1);
  EXPECT_NEAR(double(balls.size()), 400, 25);
  for (const WallBall& b : balls) EXPECT_DOUBLE_EQ(b.x.z, -0.05);
}

TEST(BallWall, BecomesBodiesOfItsWall) {
  const Scene s = load_text(kGood + R"([[wall]]
name = "shell"
type = "balls"
material = "stone"
surface = { cylinder = { base = [0, 0, 1], axis = [1, 0, 0], radius = 0.5 } }
ball_radius = "5 cm"
)");
  const std::size_t n = s.model.walls[1].balls.size();
  ASSERT_GT(n, 100u);
  ASSERT_EQ(s.state.bodies.size(), n + 2);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(s.state.bodies.owner[i], 1);
    const Vec3d x = s.state.bodies.x[i];
    EXPECT_NEAR(std::hypot(x.y, x.z - 1), 0.55, 1e-9);
    EXPECT_TRUE(x.x > 0 && x.x < 1);
  }
  EXPECT_EQ(s.state.bodies.owner[n], kDynamic);
}

TEST(BallWall, CanComeFromAFile) {
  const std::string wall = "[[wall]]\nname = \"w\"\ntype = \"balls\"\nmaterial = \"stone\"\nfile = \"balls.csv\"\n";
  std::ofstream(scratch_folder() / "balls.csv") << "x,y,z,r\n1,2,3,0.5\n4, 5, 6, 0.25\n";
  const Scene s = load_text(kGood + wall);
  ASSERT_EQ(s.state.bodies.size(), 4u);
  EXPECT_EQ(s.state.bodies.x[1].y, 5);
  EXPECT_EQ(s.state.bodies.radius[1], Real(0.25));
  std::ofstream(scratch_folder() / "balls.csv") << "x,y,z,r\n1,2,3,-0.5\n1,2\n";
  EXPECT_EQ(problems_of(kGood + wall),
            "s.toml:32: wall[1].file = \"balls.csv\": balls.csv:2: r = -0.5: must be a number from 1e-15 to 1e+15 m\n"
            "s.toml:32: wall[1].file = \"balls.csv\": balls.csv:3: 2 columns; must be x, y, z, r with r > 0");
}

}  // namespace
}  // namespace scree::test
