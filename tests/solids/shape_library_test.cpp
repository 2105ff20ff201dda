// Every shape of the library against its closed forms.
#include "scree/solids/shape_library.hpp"

#include <numbers>

#include "solids/shape_helpers.hpp"

namespace scree::test {
namespace {

constexpr Real kTight = 1e-14;
const Real kPhi = std::numbers::phi_v<Real>, kPi = std::numbers::pi_v<Real>;

struct Expected {
  std::string name;
  PolyhedronData shape;
  int n_vertices, n_edges, n_faces;
  Real volume;
  Vec3 moments;  // ascending
  Real circumradius, inradius;
};

// Volumes, moments and radii of Platonic solids of edge 1: Coxeter, Regular Polytopes; moments: Satterly 1958.
std::vector<Expected> all_expected() {
  const auto sqrt = [](Real x) { return std::sqrt(x); };
  const auto alike = [](Real x) { return Vec3{x, x, x}; };
  const Real v_dodeca = (15 + 7 * sqrt(5)) / 4;
  const Real v_pyramid = sqrt(2) / 6;
  const Real a6 = 3 * sqrt(3) / 8;  // hexagon in a circle of diameter 1
  const Real s6 = Real(0.5);        // and its side
  return {
      {"tetrahedron", tetrahedron(), 4, 6, 4, sqrt(2) / 12, alike(sqrt(2) / 12 / 20), sqrt(6) / 4, sqrt(6) / 12},
      // Half an octahedron: (x, y) as in the octahedron, z about its own centroid.
      {"pyramid",
       pyramid(),
       5,
       8,
       5,
       v_pyramid,
       {v_pyramid * (Real(1) / 20 + Real(3) / 80 / 2), v_pyramid * (Real(1) / 20 + Real(3) / 80 / 2), v_pyramid / 10},
       std::sqrt(Real(0.5) + Real(1) / 32),
       (sqrt(6) - sqrt(2)) / 4},
      {"cube", cube(), 8, 12, 6, 1, alike(Real(1) / 6), sqrt(3) / 2, Real(0.5)},
      {"octahedron", octahedron(), 6, 12, 8, sqrt(2) / 3, alike(sqrt(2) / 3 / 10), sqrt(2) / 2, sqrt(6) / 6},
      {"dodecahedron", dodecahedron(), 20, 30, 12, v_dodeca, alike(v_dodeca * (39 * kPhi + 28) / 150),
       sqrt(3) * kPhi / 2, std::sqrt(Real(2.5) + Real(1.1) * sqrt(5)) / 2},
      // Cube and six pyramids of height h = 0.3 (0.5): volume 1 + 2 h.
      {"fourteen", fourteen(), 14, 36, 24, Real(1.6), alike(Real(1) / 6 + Real(0.1736)), sqrt(3) / 2,
       Real(0.4) * 2 / std::sqrt(1 + Real(0.36))},
      {"rhombic_dodecahedron", rhombic_dodecahedron(), 14, 24, 12, 2, alike(Real(0.5)), 1, sqrt(2) / 2},
      {"box", box({1, 2, 3}), 8, 12, 6, 6, {Real(2.5), 5, Real(6.5)}, std::sqrt(Real(3.5)), Real(0.5)},
      {"prism",
       prism(6, 2),
       12,
       18,
       8,
       2 * a6,
       // Hexagon of side s: second moment of area 5 sqrt(3) / 16 s^4 about each axis.
       {2 * 2 * 5 * sqrt(3) / 16 * s6 * s6 * s6 * s6, 2 * 5 * sqrt(3) / 16 * s6 * s6 * s6 * s6 + 2 * a6 / 3,
        2 * 5 * sqrt(3) / 16 * s6 * s6 * s6 * s6 + 2 * a6 / 3},
       std::sqrt(Real(1.25)),
       sqrt(3) / 4},
  };
}

TEST(ShapeLibrary, HasTheVolumesMomentsAndRadiiOfTheBooks) {
  for (const Expected& e : all_expected()) {
    SCOPED_TRACE(e.name);
    const MassProperties m = mass_properties(e.shape.view());
    EXPECT_EQ(int(e.shape.vertices.size()), e.n_vertices);
    EXPECT_EQ(int(e.shape.edges.size()), e.n_edges);
    EXPECT_EQ(e.shape.n_faces(), e.n_faces);
    EXPECT_EQ(euler(e.shape), 2);
    EXPECT_EQ(e.shape.n_dropped, 0);
    EXPECT_NEAR(m.volume, e.volume, kTight * e.volume);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(m.moments[k], e.moments[k], 10 * kTight * e.moments[k]) << k;
    EXPECT_NEAR(m.circumradius, e.circumradius, kTight * e.circumradius);
    EXPECT_NEAR(m.inradius, e.inradius, 10 * kTight * e.inradius);
    EXPECT_LT(norm(m.centroid), kTight);
  }
}

// Apex a over the middle of the unit square, base on z = 1/2: integrals of x^2 and z^2 by layers.
TEST(ShapeLibrary, FourteenIsACubeAndSixPyramids) {
  const Real h = Real(0.3), volume = h / 3;
  const Real zz = h / 3 * (Real(0.25)) + h * h / 12 + h * h * h / 30;  // of (1/2 + t)^2 (1 - t/h)^2 over 0..h
  const Real xx = h / 60;                                              // of x^2: (1 - t/h)^4 / 12
  const Real second = Real(1) / 12 + 2 * zz + 4 * xx;                  // of x^2 over the whole body
  const MassProperties m = mass_properties(fourteen().view());
  EXPECT_NEAR(m.volume, 1 + 6 * volume, kTight);
  EXPECT_NEAR(m.moments.x, 2 * second, kTight);
}

TEST(ShapeLibrary, KnowsItsNames) {
  for (const std::string& name : library_names()) EXPECT_GE(library_shape(name).n_faces(), 4) << name;
  EXPECT_EQ(error_of([] { library_shape("cubo"); }),
            "\"cubo\": no such shape in the library (tetrahedron, pyramid, cube, fourteen, box, prism, octahedron, "
            "dodecahedron, rhombic_dodecahedron, rock)");
  EXPECT_EQ(error_of([] { prism(2, 1); }), "a prism of 2 sides; must be at least 3");
}

TEST(ShapeLibrary, PrismsTendToTheCylinder) {
  const MassProperties m = mass_properties(prism(200, 1).view());
  EXPECT_NEAR(m.volume, kPi / 4, 2e-4);
  EXPECT_NEAR(m.inradius, 0.5, 1e-3);
}

TEST(Rock, HasJustTheVerticesAskedFor) {
  for (const int n : {4, 5, 8, 13, 50, 200, 1000}) {
    const PolyhedronData p = rock({n, Real(0.7), Real(0.5), 3});
    EXPECT_EQ(int(p.vertices.size()), n);
    EXPECT_EQ(euler(p), 2);
    EXPECT_LT(not_convex_by(p.view()), 1e-12);
  }
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    EXPECT_EQ(rock({12, Real(0.4), Real(0.3), seed}).vertices.size(), 12u) << seed;
}

TEST(Rock, IsAsLongAndFlatAsAskedFor) {
  const PolyhedronData p = rock({500, Real(0.5), Real(0.4), 1});
  Vec3 extent{0, 0, 0};
  for (const Vec3& v : p.vertices)
    for (int k = 0; k < 3; ++k) extent[k] = std::max(extent[k], std::abs(v[k]));
  EXPECT_NEAR(extent.x, 1, 0.02);
  EXPECT_NEAR(extent.y, 0.5, 0.02);
  EXPECT_NEAR(extent.z, 0.2, 0.02);
}

// A stone must be the same stone on every machine: these are its coordinates, to the bit.
TEST(Rock, OfASeedIsTheSameEverywhere) {
  const PolyhedronData p = rock({6, Real(0.8), Real(0.6), 42});
  const PolyhedronData q = rock({6, Real(0.8), Real(0.6), 42}), other = rock({6, Real(0.8), Real(0.6), 43});
  EXPECT_EQ(p.vertices, q.vertices);
  EXPECT_NE(p.vertices, other.vertices);
  EXPECT_EQ(faces_of(p), faces_of(q));
  EXPECT_EQ(p.vertices[0], (Vec3{-12110019.0 / (1 << 24), 5580384.0 / (1 << 24), -4455607.0 / (1 << 24)}));
  EXPECT_EQ(p.vertices[5], (Vec3{-7227455.0 / (1 << 24), -1360650.0 / (1 << 24), 7221506.0 / (1 << 24)}));
}

TEST(Rock, RefusesWhatIsNoRock) {
  EXPECT_EQ(error_of([] { rock({3}); }), "a rock of 3 vertices; must be from 4 to 2000");
  EXPECT_EQ(error_of([] { rock({8, 2, 1}); }), "elongation 2 and flatness 1 must be > 0 and <= 1");
}

}  // namespace
}  // namespace scree::test
