#include "scree/frames/frame.hpp"

#include "scree/error.hpp"
#include "scree/store/hdf5.hpp"
#include "store/sample.hpp"

namespace scree::output {
namespace {

using sample::TemporaryFolder;

TEST(Frame, HoldsBodiesInTheOrderOfTheirIds) {
  const Model model = sample::model();
  const State s = sample::state(model);
  const Frame frame = frame_of(model, s, true);
  ASSERT_EQ(frame.bodies.size(), s.bodies.size());
  EXPECT_TRUE(frame.bodies.x_listed.empty());  // not a field of frames
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const std::size_t k = s.bodies.id[i] - 100;
    EXPECT_EQ(frame.bodies.id[k], s.bodies.id[i]);
    EXPECT_EQ(frame.bodies.x[k], s.bodies.x[i]);
    EXPECT_EQ(frame.bodies.q[k], s.bodies.q[i]);
  }
  EXPECT_EQ(frame.step, 123456u);
  EXPECT_DOUBLE_EQ(frame.time, 12.3456);
}

// Two bodies that touch, one of them on the floor, and one just out of touch but pulled by cohesion.
TEST(Frame, CountsTouchingContactsAndListsThoseWithForces) {
  const Model model = sample::model();
  State s = initial_state(model);
  for (int i = 0; i < 4; ++i) add_body(model, s, 0, 1, {2.0 * i, 0, 1}, {0, 0, 0});
  s.contacts.a = {0, 0, 1, 2};
  s.contacts.b = {1, kWallBit, 2, 3};
  s.contacts.gap = {0, Real(-0.1), Real(0.1), Real(0.2)};  // touching exactly is touching
  s.contacts.mark.assign(4, 0);
  s.contacts.force.assign(4, Vec3{0, 0, 0});
  s.contacts.force[2] = {1, 0, 0};
  const Frame frame = frame_of(model, s, true);
  EXPECT_EQ(frame.coordination, (std::vector<std::uint32_t>{2, 1, 0, 0}));
  ASSERT_EQ(frame.contacts.size(), 3u);  // the last neither touches nor pulls
  EXPECT_EQ(frame.contacts[0].p, (Vec3d{1, 0, 1}));
  EXPECT_EQ(frame.contacts[0].x_b, (Vec3d{2, 0, 1}));
  EXPECT_EQ(frame.contacts[1].id_b, 0x8000000000000000ull);  // wall 0
  EXPECT_EQ(frame.contacts[1].x_b, (Vec3d{0, 0, 0}));
  EXPECT_TRUE(frame_of(model, s, false).contacts.empty());
  EXPECT_EQ(frame_of(model, s, false).coordination, frame.coordination);
}

TEST(Frame, ReadsBackAsWritten) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const State s = sample::state(model);
  const std::string path = frame_path(folder.path(), 7);
  EXPECT_TRUE(path.ends_with("/frames/000007.h5"));
  write_frame(path, model, s, true);
  const Frame a = frame_of(model, s, true), b = read_frame(path);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.type_names, b.type_names);
  EXPECT_EQ(a.coordination, b.coordination);
#define SCREE_FIELD(name, type, ghosts, unit, frame) \
  EXPECT_TRUE(sample::same_bits(a.bodies.name, b.bodies.name)) << #name;
#include "scree/state/fields.def"
#undef SCREE_FIELD
  EXPECT_TRUE(sample::same_bits(a.bodies.wrench, b.bodies.wrench));
  ASSERT_EQ(a.contacts.size(), b.contacts.size());
  ASSERT_GT(a.contacts.size(), 10u);
  for (std::size_t k = 0; k < a.contacts.size(); ++k) {
    const Frame::ContactLine &u = a.contacts[k], &v = b.contacts[k];
    EXPECT_TRUE(u.id_a == v.id_a && u.id_b == v.id_b && u.x_a == v.x_a && u.x_b == v.x_b && u.p == v.p && u.n == v.n &&
                u.f == v.f && u.gap == v.gap && u.feature_a == v.feature_a && u.feature_b == v.feature_b);
    EXPECT_TRUE(u.feature_a == 3 && u.feature_b == 3);  // spheres are round
  }
  ASSERT_EQ(a.walls.size(), b.walls.size());
  for (std::size_t w = 0; w < a.walls.size(); ++w) {
    const WallState &u = a.walls[w], &v = b.walls[w];
    EXPECT_TRUE(u.x == v.x && u.q == v.q && u.v == v.v && u.omega == v.omega && u.f == v.f && u.tau == v.tau &&
                u.present == v.present);
  }
}

TEST(Frame, WithoutContactsReadsBackToo) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  write_frame(folder / "a.h5", model, sample::state(model), false);
  EXPECT_TRUE(read_frame(folder / "a.h5").contacts.empty());
  write_frame(folder / "a.h5", model, initial_state(model), true);  // no bodies either
  EXPECT_EQ(read_frame(folder / "a.h5").bodies.size(), 0u);
}

// Property: the file depends on the physics alone, byte for byte.
TEST(Frame, DoesNotDependOnTheOrderOfArrays) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = sample::state(model);
  write_frame(folder / "a.h5", model, s, true);
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    sample::shuffle(s, seed);
    write_frame(folder / "b.h5", model, s, true);
    EXPECT_EQ(sample::read_text(folder / "a.h5"), sample::read_text(folder / "b.h5"));
  }
}

TEST(Frame, BrokenAndForeignFilesAreInputErrors) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  write_frame(folder / "a.h5", model, sample::state(model), true);
  const std::string whole = sample::read_text(folder / "a.h5");
  for (std::size_t length = 0; length < whole.size(); length += 499) {
    sample::write_text(folder / "cut.h5", whole.substr(0, length));
    EXPECT_THROW(read_frame(folder / "cut.h5"), InputError) << length;
  }
  write_model(folder.path(), model);
  EXPECT_THROW(read_frame(folder / "model.h5"), InputError);
  EXPECT_THROW(read_frame(folder / "missing.h5"), InputError);
}

TEST(Frame, ListIsInOrderOfNumbers) {
  const TemporaryFolder folder;
  EXPECT_TRUE(list_frames(folder.path()).empty());
  std::filesystem::create_directory(folder / "frames");
  for (const std::uint64_t number : {10ull, 9ull, 1'000'000ull, 999'999ull}) {
    sample::write_text(frame_path(folder.path(), number), "");
  }
  sample::write_text(folder / "frames/000011.h5.tmp", "");
  sample::write_text(folder / "frames/readme.txt", "");
  const std::vector<std::string> frames = list_frames(folder.path());
  ASSERT_EQ(frames.size(), 4u);
  EXPECT_TRUE(frames[0].ends_with("000009.h5"));
  EXPECT_TRUE(frames[3].ends_with("1000000.h5"));
}

TEST(ModelFile, HoldsShapesMaterialsAndWalls) {
  const TemporaryFolder folder;
  write_model(folder.path(), sample::model());
  h5::Reader file(folder / "model.h5");
  EXPECT_EQ(file.text("title"), "sample");
  EXPECT_EQ(file.attribute<double>("dt"), 1e-4);
  EXPECT_EQ(file.texts("materials/name"), (std::vector<std::string>{"stone", "steel"}));
  EXPECT_EQ(file.texts("parts/kind"), (std::vector<std::string>{"sphere", "sphere"}));
  EXPECT_EQ(file.array<std::uint32_t>("body_types/first_part"), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(file.texts("walls/kind"),
            (std::vector<std::string>{"plane", "plane", "plane", "plate", "cylinder", "cone", "balls"}));
  EXPECT_EQ(file.array<std::uint32_t>("walls/first_vertex"), (std::vector<std::uint32_t>{0, 0, 0, 0, 4, 4, 4, 4}));
  EXPECT_EQ(file.array<Real>("walls/ball_radius").size(), 2u);
  EXPECT_EQ(file.attribute<std::uint32_t>("dimension"), 3u);
  EXPECT_EQ(file.array<std::uint32_t>("polyhedra/first_vertex"), (std::vector<std::uint32_t>{0}));
  EXPECT_TRUE(file.array<std::int32_t>("polyhedra/corners").empty());
}

TEST(ModelFile, HoldsPolyhedraAndTheirPlacesInBodies) {
  using Numbers = std::vector<std::uint32_t>;
  const TemporaryFolder folder;
  const Model model = sample::shapes_model();
  write_model(folder.path(), model);
  h5::Reader file(folder / "model.h5");
  EXPECT_EQ(file.texts("parts/kind"),
            (std::vector<std::string>{"polyhedron", "polyhedron", "polyhedron", "polyhedron", "sphere", "sphere"}));
  EXPECT_EQ(file.array<std::int32_t>("parts/polyhedron"), (std::vector<std::int32_t>{0, 1, 0, 0, -1, -1}));
  EXPECT_EQ(file.array<Real>("parts/size")[3], Real(0.25));
  EXPECT_EQ(file.array<Vec3>("parts/p")[2], (Vec3{Real(-0.75), 0, 0}));
  EXPECT_EQ(file.array<std::uint32_t>("body_types/first_part"), (Numbers{0, 1, 2, 5, 6}));
  EXPECT_EQ(file.array<std::uint32_t>("polyhedra/first_vertex"), (Numbers{0, 8, 12}));
  EXPECT_EQ(file.array<std::uint32_t>("polyhedra/first_face"), (Numbers{0, 6, 10}));
  EXPECT_EQ(file.array<std::uint32_t>("polyhedra/first_corner"), (Numbers{0, 4, 8, 12, 16, 20, 24, 27, 30, 33, 36}));
  const std::vector<Vec3> vertices = file.array<Vec3>("polyhedra/vertices");
  for (const Vec3& v : vertices) EXPECT_NEAR(norm(v), 1, 1e-6);
  // Every face as the polyhedron has it, counted in its own vertices.
  const std::vector<std::int32_t> corners = file.array<std::int32_t>("polyhedra/corners");
  EXPECT_TRUE(std::equal(corners.begin() + 24, corners.end(), model.polyhedra[1].loop.begin()));
  EXPECT_TRUE(sample::same_bits(std::vector<Vec3>(vertices.begin() + 8, vertices.end()), model.polyhedra[1].vertices));
  EXPECT_EQ(file.array<std::int32_t>("parts/superellipsoid"), std::vector<std::int32_t>(6, -1));
  EXPECT_TRUE(file.array<Vec3>("superellipsoids/semi_axes").empty());
}

TEST(ModelFile, HoldsSuperellipsoidsInABallOfRadiusOne) {
  const TemporaryFolder folder;
  const Model model = sample::smooth_model();
  write_model(folder.path(), model);
  h5::Reader file(folder / "model.h5");
  EXPECT_EQ(file.texts("parts/kind"), (std::vector<std::string>{"sphere", "superellipsoid"}));
  EXPECT_EQ(file.array<std::int32_t>("parts/superellipsoid"), (std::vector<std::int32_t>{-1, 0}));
  EXPECT_EQ(file.array<std::int32_t>("parts/polyhedron"), (std::vector<std::int32_t>{-1, -1}));
  const std::vector<Vec3> r = file.array<Vec3>("superellipsoids/semi_axes");
  const std::vector<Vec2> eps = file.array<Vec2>("superellipsoids/squareness");
  ASSERT_EQ(r.size(), 1u);
  ASSERT_EQ(eps.size(), 1u);
  EXPECT_NEAR(eps[0].x, 0.5, 1e-6);
  EXPECT_NEAR(eps[0].y, 1.25, 1e-6);
  EXPECT_NEAR(make_superellipsoid(r[0], eps[0].x, eps[0].y).radius, 1, 1e-6);
  EXPECT_NEAR(r[0].z / r[0].x, 2, 1e-6);
}

}  // namespace
}  // namespace scree::output
