// Shapes of type "polyhedron" in scenes: where they come from, what is carried, what is wrong.
#include "scene/scene_helpers.hpp"
#include "scree/check.hpp"
#include "scree/run.hpp"
#include "scree/shape/mass_properties.hpp"

namespace scree::test {
namespace {

const std::string kHead = R"(schema = 1
time = { end = 1 }
[[material]]
name = "stone"
density = 2600
[[shape]]
name = "s"
type = "polyhedron"
material = "stone"
)";  // the first line after it is 10

std::string with(const std::string& keys) { return problems_of(kHead + keys); }

TEST(ScenePolyhedra, ComeFromEverySource) {
  std::ofstream(scratch_folder() / "t.obj")
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 3 2 1\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  const std::string corners = "vertices = [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]\n";
  for (const std::string& keys :
       {corners, corners + "faces = [[2,1,0],[0,1,3],[1,2,3],[0,3,2]]\n", std::string("file = \"t.obj\"\n"),
        std::string("file = \"t.obj\"\nhull = true\n"), std::string("library = \"tetrahedron\"\n")}) {
    SCOPED_TRACE(keys);
    const Scene scene = load_text(kHead + keys);
    ASSERT_EQ(scene.model.polyhedra.size(), 1u);
    EXPECT_EQ(scene.model.polyhedra[0].n_faces(), 4);
    EXPECT_EQ(scene.model.body_types[0].parts[0].kind, ShapeKind::kPolyhedron);
  }
  for (const char* keys : {"library = \"box\"\nlengths = [\"1 cm\", \"2 cm\", \"3 cm\"]\n",
                           "library = \"prism\"\nsides = 5\nheight = 0.5\n",
                           "library = \"rock\"\nn_vertices = 30\nelongation = 0.7\nflatness = \"50 %\"\nseed = 4\n"})
    EXPECT_EQ(with(keys), "") << keys;
}

// At scale 1 a body has circumradius 1, whatever the size of the shape as given.
TEST(ScenePolyhedra, AreCarriedInTheirPrincipalFrame) {
  const Scene scene = load_text(kHead + "library = \"box\"\nlengths = [0.03, 0.01, 0.02]\nsize = \"2 cm\"\n");
  const BodyType& type = scene.model.body_types[0];
  const MassProperties m = mass_properties(scene.model.polyhedra[type.parts[0].polyhedron].view());
  EXPECT_NEAR(m.circumradius, 1, 1e-14);
  EXPECT_LT(norm(m.centroid), 1e-15);
  EXPECT_NEAR(type.volume, m.volume, 1e-14);
  EXPECT_LT(norm(m.volume * type.gyration2 - m.moments), 1e-14);
  EXPECT_NEAR(m.inertia.row0.x, m.moments.x, 1e-14);
  EXPECT_NEAR(m.inertia.row2.z, m.moments.z, 1e-14);
  EXPECT_EQ(type.density, 2600);
  EXPECT_EQ(type.bounding_radius, 1);
}

TEST(ScenePolyhedra, AloneCanBeCheckedButNotRun) {
  Scene scene = load_text(kHead + "library = \"cube\"\nsize = \"2 cm\"\n");
  const std::string text = physical_summary(scene);
  EXPECT_NE(text.find("shape \"s\": 8 vertices, 12 edges, 6 faces; size 0.02 m: volume 1.5396e-06 m3, circumradius "
                      "0.01 m, inradius 0.0057735 m, principal moments of inertia 3.42133e-11, 3.42133e-11, "
                      "3.42133e-11 m5 at density 1"),
            text.npos)
      << text;
  EXPECT_NE(text.find("nothing to run: the scene has no bodies"), text.npos);
  RunOptions options;
  options.out = (scratch_folder() / "run").string();
  EXPECT_THROW(run(scene, options), InputError);
  scene = load_text(kHead +
                    "vertices = [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[0.1,0.1,0.1]]\n"
                    "size = { distribution = \"uniform\", min = 1, max = 2 }\n");
  EXPECT_NE(physical_summary(scene).find("sizes 1 .. 2 m; the largest: volume "), text.npos);
  EXPECT_NE(physical_summary(scene).find("; 1 points given are no vertices and were dropped"), text.npos);
}

TEST(ScenePolyhedra, CannotBeMovedYet) {
  const std::string shape =
      "[[shape]]\nname = \"c\"\ntype = \"polyhedron\"\nmaterial = \"stone\"\nlibrary = \"cube\"\n";
  const std::string no = ": polyhedra can be checked and queried (scree pairs) but not yet moved";
  EXPECT_EQ(problems_of(kGood + shape), "");
  EXPECT_EQ(problems_of(kGood + shape + "[[body]]\nshape = \"c\"\nposition = [0, 0, 1]\n"),
            "s.toml:34: body[2].shape = \"c\"" + no);
  EXPECT_EQ(
      problems_of(kGood + shape + "[[fill]]\nshapes = [\"ball\", \"c\"]\ncount = 1\ninside = [[0,0,1],[1,1,2]]\n"),
      "s.toml:34: fill[0].shapes[1] = \"c\"" + no);
  EXPECT_EQ(
      problems_of(kGood + shape + "[[stream]]\nname = \"i\"\nshapes = [\"c\"]\nrate = 1\ninside = [[0,0,1],[1,1,2]]\n"),
      "s.toml:35: stream[0].shapes[0] = \"c\"" + no);
}

TEST(ScenePolyhedra, ProblemsNameTheKey) {
  EXPECT_EQ(with("size = 1\n"), "s.toml:6: shape[0]: needs just one of vertices, file and library");
  EXPECT_EQ(with("library = \"cube\"\nfile = \"x.stl\"\n"),
            "s.toml:6: shape[0]: needs just one of vertices, file and library");
  EXPECT_EQ(with("library = \"cube\"\nsides = 5\n"), "s.toml:11: shape[0].sides = 5: not used by library \"cube\"");
  EXPECT_EQ(with("library = \"cube\"\nradius = 5\n"), "s.toml:11: shape[0].radius = 5: not used by library \"cube\"");
  EXPECT_EQ(with("library = \"prism\"\n"), "s.toml:6: shape[0].sides: missing; must be an integer");
  EXPECT_EQ(with("library = \"box\"\n"),
            "s.toml:6: shape[0].lengths: missing; must be a list of three, each a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with("library = \"cubo\"\n").substr(0, 70),
            "s.toml:10: shape[0].library = \"cubo\": must be \"tetrahedron\", \"pyramid\"");
  EXPECT_EQ(with("library = \"rock\"\nn_vertices = 3\n"),
            "s.toml:10: shape[0].library = \"rock\": shape \"s\": a rock of 3 vertices; must be from 4 to 2000");
  EXPECT_EQ(with("library = \"rock\"\nflatness = 2\n"), "s.toml:11: shape[0].flatness = 2: must be > 0 and <= 1");
  EXPECT_EQ(with("vertices = []\n"),
            "s.toml:10: shape[0].vertices = []: shape \"s\": 0 points; a body has at least 4 vertices");
  EXPECT_EQ(with("library = \"cube\"\nfaces = [[0, 1, 2]]\n"),
            "s.toml:11: shape[0].faces = [[0, 1, 2]]: not used by library \"cube\"");
  const std::string corners = "vertices = [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]\n";
  EXPECT_EQ(with(corners + "faces = [[0, 1, 2.5]]\n"),
            "s.toml:11: shape[0].faces[0] = [0, 1, 2.5]: must be a list of faces, each a list of integers");
  EXPECT_EQ(with(corners + "faces = [[0,1,2],[1,0,3],[2,1,3],[0,2,3]]\n"),
            "s.toml:10: shape[0].vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]: shape \"s\": every face is "
            "turned inside out; list the vertices of a face counter-clockwise as seen from outside");
  EXPECT_EQ(with("file = \"no.stl\"\n"),
            "s.toml:10: shape[0].file = \"no.stl\": shape \"s\": no.stl: there is no such file");
  EXPECT_EQ(problems_of(replaced(kGood, "radius = 0.01", "radius = 0.01\nlibrary = \"cube\"")),
            "s.toml:15: shape[0].library = \"cube\": not used by type \"sphere\"");
}

}  // namespace
}  // namespace scree::test
