// DIR/model.h5 read back: all that is written, nothing that does not fit.
#include "scree/frames/frame.hpp"
#include "scree/store/hdf5.hpp"
#include "store/sample.hpp"

namespace scree::output {
namespace {

using sample::TemporaryFolder;

Model back(const Model& model) {
  const TemporaryFolder folder;
  write_model(folder.path(), model);
  return read_model(folder.path());
}

TEST(ReadModel, WallsComeBack) {
  const Model a = sample::model(), b = back(a);
  EXPECT_EQ(b.title, a.title);
  EXPECT_EQ(b.settings.dt, a.settings.dt);
  EXPECT_EQ(b.settings.gravity, a.settings.gravity);
  EXPECT_EQ(b.settings.dimension, 3);
  ASSERT_EQ(b.materials.size(), 2u);
  EXPECT_EQ(b.materials[1].name, "steel");
  ASSERT_EQ(b.walls.size(), a.walls.size());
  for (std::size_t w = 0; w < a.walls.size(); ++w) {
    EXPECT_EQ(b.walls[w].name, a.walls[w].name);
    EXPECT_EQ(b.walls[w].kind, a.walls[w].kind);
    EXPECT_EQ(b.walls[w].material, a.walls[w].material);
    EXPECT_EQ(b.walls[w].x, a.walls[w].x);
    EXPECT_EQ(b.walls[w].q, a.walls[w].q);
    EXPECT_EQ(b.walls[w].vertices, a.walls[w].vertices);
    EXPECT_EQ(b.walls[w].frustum.r1, a.walls[w].frustum.r1);
  }
  ASSERT_EQ(b.motions.size(), 2u);
  EXPECT_EQ(b.motions[1].name, "lift");
  EXPECT_EQ(b.motions[1].walls, (std::vector<std::uint32_t>{3}));
}

TEST(ReadModel, ShapesComeBack) {
  const Model a = sample::shapes_model(), b = back(a);
  ASSERT_EQ(b.body_types.size(), a.body_types.size());
  for (std::size_t t = 0; t < a.body_types.size(); ++t) {
    EXPECT_EQ(b.body_types[t].name, a.body_types[t].name);
    EXPECT_EQ(b.body_types[t].bounding_radius, a.body_types[t].bounding_radius);
    ASSERT_EQ(b.body_types[t].parts.size(), a.body_types[t].parts.size());
    for (std::size_t p = 0; p < a.body_types[t].parts.size(); ++p) {
      const Part &x = a.body_types[t].parts[p], &y = b.body_types[t].parts[p];
      EXPECT_EQ(y.kind, x.kind);
      EXPECT_EQ(y.size, x.size);
      EXPECT_EQ(y.pose.R, x.pose.R);
      EXPECT_EQ(y.pose.p, x.pose.p);
      EXPECT_EQ(y.material, x.material);
    }
  }
  ASSERT_EQ(b.polyhedra.size(), a.polyhedra.size());
  for (std::size_t k = 0; k < a.polyhedra.size(); ++k) {
    EXPECT_EQ(b.polyhedra[k].vertices, a.polyhedra[k].vertices);
    EXPECT_EQ(b.polyhedra[k].loop, a.polyhedra[k].loop);
    EXPECT_EQ(b.polyhedra[k].face_start, a.polyhedra[k].face_start);
  }
  const Model smooth = sample::smooth_model(), again = back(smooth);
  EXPECT_NEAR(double(again.superellipsoids.at(0).shape.r().y), double(smooth.superellipsoids[0].shape.r().y), 1e-12);
  EXPECT_NEAR(double(again.superellipsoids[0].shape.eps2()), 1.25, 1e-12);
}

// A file that is a model in form, with one dataset put in place by `spoil`.
template <class Spoil>
std::string complaint(Spoil&& spoil) {
  const TemporaryFolder folder;
  Model model = sample::shapes_model();
  model.walls = sample::model().walls;
  spoil(model);
  write_model(folder.path(), model);
  try {
    read_model(folder.path());
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(ReadModel, NumbersThatDoNotFitAreInputErrors) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const auto expect = [](const std::string& complaint, const std::string& part) {
    EXPECT_NE(complaint.find(part), std::string::npos) << complaint;
    EXPECT_NE(complaint.find("model.h5"), std::string::npos) << complaint;
  };
  EXPECT_EQ(complaint([](Model&) {}), "");
  expect(complaint([](Model& m) { m.body_types[0].parts[0].polyhedron = 9; }), "parts/polyhedron");
  expect(complaint([](Model& m) { m.body_types[0].parts[0].material = 2; }), "parts/material");
  expect(complaint([](Model& m) { m.body_types[0].parts[0].size = 0; }), "parts/size");
  expect(complaint([&](Model& m) { m.body_types[0].parts[0].pose.p.x = nan; }), "parts/p");
  expect(complaint([](Model& m) { m.body_types[0].bounding_radius = -1; }), "bounding_radius");
  expect(complaint([](Model& m) { m.body_types[0].parts.clear(); }), "without parts");
  expect(complaint([&](Model& m) { m.polyhedra[0].vertices[0].z = nan; }), "polyhedra/vertices");
  expect(complaint([](Model& m) { m.polyhedra[0].loop[3] = 8; }), "polyhedra/corners");
  expect(complaint([](Model& m) { m.polyhedra[0].loop[3] = -1; }), "polyhedra/corners");
  expect(complaint([](Model& m) { m.polyhedra[0].loop[3] = m.polyhedra[0].loop[1]; }), "polyhedron is damaged");
  expect(complaint([](Model& m) { m.walls[0].material = 7; }), "walls/material");
  expect(complaint([](Model& m) { m.walls[3].vertices.resize(2); }), "plate");
  expect(complaint([](Model& m) { m.walls[4].frustum.r0 = INFINITY; }), "walls/frustum");
  expect(complaint([](Model& m) { m.settings.dimension = 4; }), "dimension");
}

TEST(ReadModel, ReadsHeadsAndForcesOfFramesAlone) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const State s = sample::state(model);
  write_frame(folder / "a.h5", model, s, true);
  write_frame(folder / "b.h5", model, s, false);
  const FrameHead a = read_frame_head(folder / "a.h5"), b = read_frame_head(folder / "b.h5");
  EXPECT_EQ(a.n_bodies, s.bodies.size());
  EXPECT_EQ(a.step, 123456u);
  EXPECT_TRUE(a.contacts);
  EXPECT_FALSE(b.contacts);
  const ContactForces read = read_contact_forces(folder / "a.h5"), made = contact_forces(frame_of(model, s, true));
  EXPECT_EQ(read.id_a, made.id_a);
  EXPECT_EQ(read.id_b, made.id_b);
  EXPECT_EQ(read.f, made.f);
  EXPECT_EQ(read.feature_b, made.feature_b);
  EXPECT_EQ(read_contact_forces(folder / "b.h5").size(), 0u);
  const Frame part = read_frame(folder / "a.h5", [](std::string_view name) { return name == "bodies/x"; });
  EXPECT_EQ(part.bodies.x.size(), s.bodies.size());
  EXPECT_TRUE(part.bodies.v.empty());
  EXPECT_TRUE(part.contacts.empty());
}

}  // namespace
}  // namespace scree::output
