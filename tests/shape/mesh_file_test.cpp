// STL and OBJ: there and back, and every way a file can be wrong.
#include "scree/shape/mesh_file.hpp"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "scene/scene_helpers.hpp"
#include "shape/shape_helpers.hpp"

namespace scree::test {
namespace {

std::string file_with(const std::string& name, const std::string& bytes) {
  const std::string path = (scratch_folder() / name).string();
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// What reading the file says, without the folder.
std::string problem_with(const std::string& name, const std::string& bytes) {
  const std::string path = file_with(name, bytes);
  std::string text = error_of([&] { read_polyhedron(path); });
  const std::string folder = scratch_folder().string() + "/";
  for (std::size_t at; (at = text.find(folder)) != text.npos;) text.erase(at, folder.size());
  return text;
}

std::vector<std::array<Vec3, 3>> triangles_of(const PolyhedronData& p) {
  std::vector<std::array<Vec3, 3>> triangles;
  for (const auto& f : faces_of(p))
    for (std::size_t k = 1; k + 1 < f.size(); ++k)
      triangles.push_back(
          {p.vertices[std::size_t(f[0])], p.vertices[std::size_t(f[k])], p.vertices[std::size_t(f[k + 1])]});
  return triangles;
}

std::string ascii_stl(const PolyhedronData& p) {
  std::string text = "solid stone\n";
  for (const auto& t : triangles_of(p)) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (const Vec3& v : t) text += fmt::format("      vertex {:.9e} {:.9e} {:.9e}\n", v.x, v.y, v.z);
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid stone\n";
}

std::string binary_stl(const PolyhedronData& p, std::string header = "made by a test") {
  header.resize(80, '\0');
  const auto triangles = triangles_of(p);
  const auto append = [&](const auto& value) { header.append(reinterpret_cast<const char*>(&value), sizeof value); };
  append(std::uint32_t(triangles.size()));
  for (const auto& t : triangles) {
    for (int k = 0; k < 3; ++k) append(0.0f);
    for (const Vec3& v : t)
      for (int k = 0; k < 3; ++k) append(float(v[k]));
    append(std::uint16_t(0));
  }
  return header;
}

std::string obj(const PolyhedronData& p) {
  std::string text = "# a stone\no stone\n";
  for (const Vec3& v : p.vertices) text += fmt::format("v {:.17g} {:.17g} {:.17g}\n", v.x, v.y, v.z);
  text += "vt 0 0\nvn 0 0 1\n";
  for (const auto& f : faces_of(p)) {
    text += "f";
    for (std::size_t k = 0; k < f.size(); ++k) text += fmt::format(" {}{}", f[k] + 1, k % 2 ? "/1/1" : "//1");
    text += "\n";
  }
  return text;
}

// Same body, though vertices may be numbered otherwise.
void expect_same(const PolyhedronData& a, const PolyhedronData& b, Real tolerance) {
  EXPECT_EQ(a.vertices.size(), b.vertices.size());
  EXPECT_EQ(a.n_faces(), b.n_faces());
  EXPECT_EQ(a.edges.size(), b.edges.size());
  for (const Vec3& v : a.vertices) {
    Real nearest = 1e300;
    for (const Vec3& w : b.vertices) nearest = std::min(nearest, norm(v - w));
    EXPECT_LE(nearest, tolerance);
  }
}

TEST(MeshFile, ShapesComeBack) {
  std::mt19937 rng(31);
  std::vector<PolyhedronData> shapes = {cube(), fourteen(), dodecahedron(), moved(prism(5, 1), random_pose(rng, 1))};
  for (int k = 0; k < 10; ++k) shapes.push_back(random_rock(rng));
  for (const PolyhedronData& unit : shapes)
    for (const Real s : {Real(1e-6), Real(1), Real(1e3)}) {
      const PolyhedronData p = moved(unit, {}, s);
      expect_same(p, read_polyhedron(file_with("a.stl", ascii_stl(p))), 1e-7 * s);
      expect_same(p, read_polyhedron(file_with("b.STL", binary_stl(p))), 1e-6 * s);
      expect_same(p, read_polyhedron(file_with("c.stl", binary_stl(p, "solid in name only"))), 1e-6 * s);
      const PolyhedronData q = read_polyhedron(file_with("d.obj", obj(p)));
      EXPECT_EQ(p.vertices, q.vertices);
      EXPECT_EQ(faces_of(p), faces_of(q));
    }
}

TEST(MeshFile, ObjHasManyForms) {
  const std::string v = "v 0 0 0\r\nv 1 0 0 1.0\n\nv 0 +1 0 # a comment\nv 0 0 1e0\n";
  const PolyhedronData p = read_polyhedron(file_with("a.obj", v + "f 3 2 1\nf -4 -3 -1\nf 2/1 3/2 4/3\nf 1 4 \\\n3\n"));
  EXPECT_EQ(p.n_faces(), 4);
  EXPECT_EQ(p.vertices[2], (Vec3{0, 1, 0}));
}

TEST(MeshFile, ObjErrorsNameTheLine) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  EXPECT_EQ(problem_with("a.obj", v + "f 1 2 5\n"), "a.obj:5: there is no vertex 5; 4 have been given so far");
  EXPECT_EQ(problem_with("a.obj", v + "f 1 2 0\n"), "a.obj:5: there is no vertex 0; 4 have been given so far");
  EXPECT_EQ(problem_with("a.obj", v + "f 1 2 -5\n"), "a.obj:5: there is no vertex -5; 4 have been given so far");
  EXPECT_EQ(problem_with("a.obj", v + "f 1 2 x\n"), "a.obj:5: \"x\" is no vertex of a face");
  EXPECT_EQ(problem_with("a.obj", v + "f 1 2\n"), "a.obj:5: a face has at least 3 vertices, this one 2");
  EXPECT_EQ(problem_with("a.obj", v), "a.obj: has no faces (lines \"f 1 2 3\")");
  EXPECT_EQ(problem_with("a.obj", ""), "a.obj: has no faces (lines \"f 1 2 3\")");
  EXPECT_EQ(problem_with("a.obj", "v 1 2\n"), "a.obj:1: a vertex has three coordinates");
  EXPECT_EQ(problem_with("a.obj", "v 1 2 z\n"), "a.obj:1: \"z\" is no number");
  EXPECT_EQ(problem_with("a.obj", "v 1 2 nan\n"), "a.obj:1: nan is not a finite number");
  EXPECT_EQ(problem_with("a.obj", "v 1 2 1e999\n"), "a.obj:1: 1e999 is not a finite number");
  EXPECT_EQ(problem_with("a.obj", v + "f 1 2 3\nf 1 2 4\nf 2 3 4\nf 1 4 3\n").substr(0, 22), "a.obj: face 1: its sid");
  EXPECT_EQ(
      problem_with("a.obj", v + "f 1 2 3\nf 2 1 4\nf 3 2 4\nf 1 3 4\n"),
      "a.obj: every face is turned inside out; list the vertices of a face counter-clockwise as seen from outside");
}

TEST(MeshFile, AsciiStlErrorsNameTheLine) {
  const std::string whole = ascii_stl(tetrahedron());
  EXPECT_EQ(problem_with("a.stl", whole), "");
  EXPECT_EQ(problem_with("a.stl", whole.substr(0, whole.find("endsolid"))),
            "a.stl:29: the file is cut off: it ends without endsolid");
  EXPECT_EQ(problem_with("a.stl", "solid\nendsolid\n"), "a.stl: has no triangles");
  EXPECT_EQ(problem_with("a.stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n"),
            "a.stl:6: a triangle has 3 vertices, this one 2");
  EXPECT_EQ(problem_with("a.stl", "solid\nouter loop\n"), "a.stl:2: \"outer\" is out of place");
  EXPECT_EQ(problem_with("a.stl", "solid\nvertex 0 0 0\n"), "a.stl:2: \"vertex\" is out of place");
  EXPECT_EQ(problem_with("a.stl", "solid\nfacet\nouter loop\nvertex 0 0 nan\n"), "a.stl:4: nan is not a finite number");
  EXPECT_EQ(problem_with("a.stl", "solid\nfascet\n"), "a.stl:2: \"fascet\" is no word of an STL file");
}

TEST(MeshFile, BinaryStlErrorsNameTriangleAndByte) {
  std::string whole = binary_stl(tetrahedron());
  EXPECT_EQ(problem_with("a.stl", whole), "");
  EXPECT_EQ(problem_with("a.stl", whole.substr(0, 200)),
            "a.stl: the file is cut off: it ends at byte 200 in triangle 2 of 4");
  EXPECT_EQ(problem_with("a.stl", whole.substr(0, 40)),
            "a.stl: 40 bytes are too few for an STL file, which has 84 before the first triangle");
  const std::uint32_t none = 0;
  std::string empty = whole;
  std::memcpy(empty.data() + 80, &none, sizeof none);
  EXPECT_EQ(problem_with("a.stl", empty), "a.stl: has no triangles");
  const float nan = NAN;
  std::memcpy(whole.data() + 84 + 50 + 12 + 8, &nan, sizeof nan);
  EXPECT_EQ(problem_with("a.stl", whole), "a.stl: triangle 1 (byte 154): nan is not a finite number");
}

TEST(MeshFile, FilesThatAreNone) {
  EXPECT_EQ(error_of([] { read_polyhedron("/nonexistent/a.stl"); }), "/nonexistent/a.stl: there is no such file");
  EXPECT_EQ(problem_with("a.ply", "ply\n"), "a.ply: must end in .stl or .obj");
}

TEST(MeshFile, HullOfAFileNeedsNoClosedSurface) {
  const std::string path = file_with("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv .1 .1 .1\nf 1 2 3\n");
  EXPECT_EQ(hull_of_file(path).vertices.size(), 4u);
  EXPECT_EQ(hull_of_file(path).n_dropped, 1);
}

}  // namespace
}  // namespace scree::test
