// One shape, three ways to put it: as a superellipsoid, by balls, by a polyhedron. What stands for a smooth body feels
// what that body feels.
#include <fmt/format.h>

#include "scene/scene_helpers.hpp"
#include "scree/frames/frame.hpp"
#include "scree/step.hpp"

namespace scree::test {
namespace {

constexpr double kStiffness = 125e3, kLong = 0.05, kShort = 0.025;

const std::string kExact = "type = \"superellipsoid\"\nsemi_axes = [0.05, 0.025, 0.025]";
std::string put_by(const char* type, int n) {
  return fmt::format("type = \"{}\"\nfrom = {{ type = \"ellipsoid\", semi_axes = [0.05, 0.025, 0.025], n = {} }}", type,
                     n);
}

std::string scene(const std::string& law, const std::string& shape) {
  return fmt::format(R"(schema = 1
time = {{ dt = 1e-7, end = 1e-6 }}
alarms.overlap_warning = "50 %"
[[material]]
name = "m"
density = 2500
young = "100 MPa"
poisson = 0.3
[[contact]]
between = ["*", "*"]
{}
restitution = 1
[[wall]]
name = "floor"
type = "plane"
material = "m"
point = [0, 0, 0]
normal = [0, 0, 1]
[[shape]]
name = "e"
material = "m"
{}
[[body]]
shape = "e"
position = [0, 0, 1]
)",
                     law, shape);
}

// How far the true body reaches below its centre, its long axis turned from level by `angle`.
double reach(double angle) { return std::hypot(kLong * std::sin(angle), kShort * std::cos(angle)); }

double lowest(const Model& model, const Bodies& b) {
  const BodyType& type = model.body_types[b.type[0]];
  const Part& first = type.parts.front();
  const Mat3 turn = to_matrix(b.q[0]);
  double z = 0;
  if (first.kind == ShapeKind::kSuperellipsoid) {
    const Superellipsoid& shape = model.superellipsoids[first.superellipsoid].shape;
    return -double(b.scale[0] * first.size) * double(support_value(shape, transpose(turn) * Vec3{0, 0, -1}));
  }
  if (first.kind == ShapeKind::kPolyhedron) {
    for (const Vec3& v : model.polyhedra[first.polyhedron].vertices)
      z = std::min(z, double(b.scale[0] * first.size * (turn * v).z));
    return z;
  }
  for (const Part& ball : type.parts) z = std::min(z, double(b.scale[0] * ((turn * ball.pose.p).z - ball.size)));
  return z;
}

struct Pressed {
  double force;  // N, on the floor
  double depth;  // m, of the lowest point
};

// Centred where the true body would be `overlap` deep in the floor; or, to the bit, where it is so deep itself.
Pressed press(const std::string& law, const std::string& shape, double angle, double overlap, bool itself) {
  Scene s = load_text(scene(law, shape));
  Bodies& b = s.state.bodies;
  b.q[0] = Quat{Real(std::cos(angle / 2)), 0, Real(std::sin(angle / 2)), 0} * s.model.body_types[b.type[0]].as_given;
  b.x[0] = {0, 0, (itself ? -lowest(s.model, b) : reach(angle)) - overlap};
  start(s.model, s.state);
  return {-double(s.state.walls[0].f.z), -(b.x[0].z + lowest(s.model, b))};
}

const double kAngles[] = {0, 0.5, 0.785, 1.2, 1.5707963};

TEST(SameForce, LinearSpringByTheDepth) {
  for (const std::string& shape :
       {kExact, put_by("cluster", 20), put_by("cluster", 100), put_by("polyhedron", 30), put_by("polyhedron", 200)})
    for (const double angle : kAngles)
      for (const double overlap : {1e-5, 2e-4, 5e-4}) {
        const Pressed p = press(fmt::format("law = \"linear\"\nk_n = {}", kStiffness), shape, angle, overlap, true);
        EXPECT_NEAR(p.depth, overlap, 1e-12) << shape << angle;
        EXPECT_NEAR(p.force, kStiffness * overlap, 1e-6 * kStiffness * overlap) << shape << angle;
      }
}

// Balls lie as deep as the body to 0.04 of the overlap here, and the ellipse of contact is that of the body.
TEST(SameForce, HertzOfClusters) {
  for (const double angle : kAngles) {
    const double exact = press("law = \"hertz\"", kExact, angle, 5e-4, false).force;
    EXPECT_NEAR(press("law = \"hertz\"", put_by("cluster", 200), angle, 5e-4, false).force / exact, 1, 0.1) << angle;
  }
}

// The error falls as the faces become smaller.
TEST(SameForce, HertzOfPolyhedraConverges) {
  for (const double angle : kAngles) {
    const double exact = press("law = \"hertz\"", kExact, angle, 1e-3, true).force;
    const auto error = [&](int n) {
      return std::abs(press("law = \"hertz\"", put_by("polyhedron", n), angle, 1e-3, true).force / exact - 1);
    };
    EXPECT_LT(error(1500), 0.12) << angle;
    EXPECT_LT(error(1500), error(60)) << angle;
  }
}

// However many points two bodies touch in, a frame has the force of each of them once.
TEST(SameForce, ForcesOfAFrameAddUp) {
  const std::string cube = "type = \"polyhedron\"\nlibrary = \"cube\"\nsize = 0.1";
  const std::string points = "law = \"linear_coulomb\"\nk_n = 1e5\nk_t_ratio = 0.5\nmu = 0.5";
  for (const std::string& shape : {kExact, put_by("cluster", 50), put_by("polyhedron", 100), cube})
    for (const char* model : {"area", "points"}) {
      Scene s = load_text(fmt::format("narrow_phase.polyhedron_contact = \"{}\"\n", model) + scene(points, shape));
      Bodies& b = s.state.bodies;
      b.x[0] = {0, 0, -lowest(s.model, b) - 3e-4};
      b.v[0] = {Real(0.1), 0, 0};
      start(s.model, s.state);
      step(s.model, s.state);
      const output::Frame frame = output::frame_of(s.model, s.state, true);
      Vec3 sum = {0, 0, 0};
      for (const auto& c : frame.contacts) sum += c.f;
      EXPECT_GT(sum.z, 0) << shape << model;
      EXPECT_NEAR(norm(sum - b.wrench[0].f), 0, 1e-12 * norm(sum)) << shape << model;
    }
}

// The pieces of a cube are faces, unless it is said to be round.
TEST(SameForce, SurfaceCanBeSaid) {
  const std::string cube = "type = \"polyhedron\"\nlibrary = \"cube\"\nsize = 0.1";
  EXPECT_FALSE(load_text(scene("law = \"hertz\"", cube)).model.body_types[0].round);
  EXPECT_TRUE(load_text(scene("law = \"hertz\"", cube + "\nsurface = \"round\"")).model.body_types[0].round);
  EXPECT_TRUE(load_text(scene("law = \"hertz\"", put_by("polyhedron", 60))).model.body_types[0].round);
  EXPECT_FALSE(
      load_text(scene("law = \"hertz\"", put_by("polyhedron", 60) + "\nsurface = \"flat\"")).model.body_types[0].round);
  EXPECT_NE(problems_of(scene("law = \"hertz\"", cube + "\nsurface = \"smooth\"")).find("surface"), std::string::npos);
}

}  // namespace
}  // namespace scree::test
