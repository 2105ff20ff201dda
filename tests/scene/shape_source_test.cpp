// `from`: clusters and polyhedra in place of true shapes.
#include <numbers>

#include "scene/scene_helpers.hpp"

namespace scree::test {
namespace {

const std::string kHead =
    "schema = 1\ntime = { end = 1 }\n[[material]]\nname = \"m\"\ndensity = 1000\n[[shape]]\nname = \"s\"\nmaterial = "
    "\"m\"\n"
    "[[contact]]\nbetween = [\"*\", \"*\"]\nlaw = \"linear\"\nk_n = 1000\nrestitution = 1\n";

std::string scene(const std::string& type, const std::string& from) {
  return replaced(kHead, "material = \"m\"\n", "material = \"m\"\ntype = \"" + type + "\"\nfrom = { " + from + " }\n");
}
BodyType type_of(const std::string& type, const std::string& from) {
  return load_text(scene(type, from)).model.body_types[0];
}
std::string with(const std::string& type, const std::string& from) { return problems_of(scene(type, from)); }

TEST(ShapeSource, ASphereOfBallsHasTheMassOfTheSphere) {
  const BodyType s = type_of("cluster", "type = \"sphere\", radius = \"25 mm\", n = 100, rho = 0.8");
  ASSERT_EQ(s.parts.size(), 100u);
  EXPECT_NEAR(s.volume, 4 * std::numbers::pi / 3, 1e-9);
  EXPECT_NEAR(s.gyration2.x, 0.4, 1e-9);
  for (const Part& p : s.parts) EXPECT_NEAR(p.size, 0.8, 1e-12);
  const BodyType own = type_of("cluster", "type = \"sphere\", radius = 1, n = 100, mass = \"own\"");
  EXPECT_LT(own.volume, 0.98 * s.volume);
  EXPECT_GT(own.volume, 0.95 * s.volume);
}

TEST(ShapeSource, AnEllipsoidOfFacesKeepsItsMiddleAndItsMass) {
  const std::string axes = "type = \"ellipsoid\", semi_axes = [2, 1, 1], n = 50";
  const Scene scene_ = load_text(scene("polyhedron", axes));
  const BodyType& s = scene_.model.body_types[0];
  const PolyhedronData& p = scene_.model.polyhedra[0];
  ASSERT_EQ(p.vertices.size(), 50u);
  Real r = 0;
  for (const Vec3& v : p.vertices) r = std::max(r, norm(v));
  EXPECT_NEAR(r, 1, 1e-12);
  // In units of the ball round it, whose radius is that of the farthest vertex; vertices lie on the ellipsoid.
  const Real unit = std::cbrt(s.volume * 3 / (8 * std::numbers::pi_v<Real>));
  for (const Vec3& v : p.vertices) {
    const Vec3 x = rotate(s.as_given, v / unit);
    EXPECT_NEAR(x.x * x.x / 4 + x.y * x.y + x.z * x.z, 1, 1e-9);
  }
  EXPECT_NEAR(s.gyration2.x / (unit * unit), Real(0.4), 1e-9);
  EXPECT_NEAR(s.gyration2.y / (unit * unit), 1, 1e-9);
  EXPECT_LT(type_of("polyhedron", axes + ", mass = \"own\"").volume, 0.95 * 4 * std::numbers::pi);
}

TEST(ShapeSource, TakesSuperellipsoidsPolyhedraAndMeshes) {
  EXPECT_EQ(type_of("cluster", "type = \"ellipsoid\", semi_axes = [2, 1, 1], n = 15").parts.size(), 15u);
  EXPECT_EQ(type_of("cluster", "type = \"polyhedron\", library = \"cube\", n = 20").parts.size(), 20u);
  const std::size_t n =
      type_of("cluster", "type = \"polyhedron\", library = \"box\", lengths = [3, 1, 1], n = 200, volume_error = 0.2")
          .parts.size();
  EXPECT_GT(n, 3u);
  EXPECT_LT(n, 100u);
  EXPECT_EQ(load_text(scene("polyhedron", "type = \"polyhedron\", library = \"rock\", n_vertices = 100, n = 12"))
                .model.polyhedra[0]
                .vertices.size(),
            12u);
}

TEST(ShapeSource, ProblemsNameTheKey) {
  EXPECT_EQ(with("cluster", "type = \"sphere\", n = 5"),
            "s.toml:10: shape[0].from.radius: missing; must be a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with("cluster", "type = \"sphere\", radius = 1"),
            "s.toml:10: shape[0].from.n: missing; must be an integer");
  EXPECT_EQ(with("cluster", "type = \"sphere\", radius = 1, n = 9000"),
            "s.toml:10: shape[0].from.n = 9000: must be from 1 to 8000");
  EXPECT_EQ(with("polyhedron", "type = \"sphere\", radius = 1, n = 3"),
            "s.toml:10: shape[0].from.n = 3: must be from 4 to 5000");
  EXPECT_EQ(with("polyhedron", "type = \"sphere\", radius = 1, n = 30, rho = 0.5"),
            "s.toml:10: shape[0].from.rho = 0.5: not used by type \"sphere\"");
  EXPECT_EQ(with("cluster", "type = \"ellipsoid\", semi_axes = [2, 1, 1], n = 5, rho = 0.5"),
            "s.toml:10: shape[0].from.rho = 0.5: not used by type \"ellipsoid\"");
  EXPECT_EQ(
      with("cluster", "type = \"ellipsoid\", semi_axes = [1, 1, 1], n = 5, method = \"axis\""),
      "s.toml:10: shape[0].from: shape \"s\": a sphere has no long axis to put balls on; take 1 ball or a lattice");
  EXPECT_EQ(with("cluster", "type = \"mesh\", n = 5"), "s.toml:10: shape[0].from.file: missing; a mesh needs it");
  EXPECT_EQ(
      with("cluster", "type = \"mesh\", file = \"no.stl\", n = 5").find("there is no such file") == std::string::npos,
      false);
  EXPECT_EQ(with("cluster", "type = \"polyhedron\", n = 5"),
            "s.toml:10: shape[0].from: needs just one of vertices, file and library");
}

}  // namespace
}  // namespace scree::test
