// STL, OBJ and PLY: there and back, what is mended, and every way a file can be wrong.
#include <fmt/format.h>
#include <sys/stat.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "scene/scene_helpers.hpp"
#include "scree/input_file.hpp"
#include "scree/solids/mend.hpp"
#include "scree/solids/mesh.hpp"
#include "scree/solids/shape_files.hpp"
#include "solids/shape_helpers.hpp"

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
  std::string text = error_of([&] { read_polyhedron({path}); });
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
      expect_same(p, read_polyhedron({file_with("a.stl", ascii_stl(p))}), 1e-7 * s);
      expect_same(p, read_polyhedron({file_with("b.STL", binary_stl(p))}), 1e-6 * s);
      expect_same(p, read_polyhedron({file_with("c.stl", binary_stl(p, "solid in name only"))}), 1e-6 * s);
      const PolyhedronData q = read_polyhedron({file_with("d.obj", obj(p))});
      EXPECT_EQ(p.vertices, q.vertices);
      EXPECT_EQ(faces_of(p), faces_of(q));
    }
}

TEST(MeshFile, ObjHasManyForms) {
  const std::string v = "v 0 0 0\r\nv 1 0 0 1.0\n\nv 0 +1 0 # a comment\nv 0 0 1e0\n";
  const PolyhedronData p =
      read_polyhedron({file_with("a.obj", v + "f 3 2 1\nf -4 -3 -1\nf 2/1 3/2 4/3\nf 1 4 \\\n3\n")});
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
  EXPECT_EQ(problem_with("a.obj", v + "f 1 2 3\nf 1 2 4\nf 2 3 4\n"),
            "a.obj: face 0: one of its sides has no other face (3 such sides); the surface is not closed");
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
  EXPECT_EQ(error_of([] { read_polyhedron({"/nonexistent/a.stl"}); }), "/nonexistent/a.stl: there is no such file");
  EXPECT_EQ(error_of([] { read_polyhedron({"/tmp"}); }), "/tmp: must end in .stl, .obj or .ply");
  EXPECT_EQ(problem_with("a.step", "x"), "a.step: must end in .stl, .obj or .ply");
  const std::filesystem::path folder = scratch_folder();
  std::filesystem::create_directories(folder / "f.stl");
  EXPECT_EQ(error_of([&] { read_stl((folder / "f.stl").string()); }),
            (folder / "f.stl").string() + ": is a folder, not a file");
  const std::string pipe = (folder / "p.ply").string();
  std::filesystem::remove(pipe);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(error_of([&] { read_ply(pipe); }), pipe + ": is a pipe, not a file");
  EXPECT_EQ(error_of([] { read_input_file("/dev/zero"); }), "/dev/zero: is a device, not a file");
  const std::string large = file_with("large.stl", "solid");
  std::filesystem::resize_file(large, std::uintmax_t(3) << 30);  // takes no room on the disk
  EXPECT_EQ(error_of([&] { read_stl(large); }).substr(large.size()),
            ": the file has 3.22 GB, more than the 2.15 GB that can be read");
  std::filesystem::remove(large);
  // Files of the system have no length that anybody knows beforehand.
  EXPECT_FALSE(read_input_file("/proc/self/status").empty());
}

TEST(MeshFile, HullOfAFileNeedsNoClosedSurface) {
  const std::string path = file_with("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv .1 .1 .1\nf 1 2 3\n");
  EXPECT_EQ(hull_of_file({path}).vertices.size(), 4u);
  EXPECT_EQ(hull_of_file({path}).n_dropped, 1);
}

// A PLY file with properties that nobody reads, in front of, between and behind those that count.
template <class T>
void append(std::string& bytes, T value, bool big) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  if (big) std::reverse(raw, raw + sizeof value);
  bytes.append(raw, sizeof value);
}

std::string ply_header(const PolyhedronData& p, const char* format) {
  return fmt::format(
      "ply\nformat {} 1.0\ncomment by a test\nelement camera 1\nproperty list uchar short view\nelement vertex {}\n"
      "property uchar red\nproperty double x\nproperty double y\nproperty double z\nelement face {}\nproperty list "
      "uchar int vertex_indices\nproperty float quality\nelement nothing 4000000000\nend_header\n",
      format, p.vertices.size(), p.n_faces());
}

std::string binary_ply(const PolyhedronData& p, bool big) {
  std::string bytes = ply_header(p, big ? "binary_big_endian" : "binary_little_endian");
  append(bytes, std::uint8_t(2), big);
  append(bytes, std::int16_t(-1), big);
  append(bytes, std::int16_t(7), big);
  for (const Vec3& v : p.vertices) {
    append(bytes, std::uint8_t(255), big);
    for (int k = 0; k < 3; ++k) append(bytes, v[k], big);
  }
  for (const auto& f : faces_of(p)) {
    append(bytes, std::uint8_t(f.size()), big);
    for (const int v : f) append(bytes, std::int32_t(v), big);
    append(bytes, 0.5f, big);
  }
  return bytes;
}

std::string ascii_ply(const PolyhedronData& p) {
  std::string text = ply_header(p, "ascii") + "2 -1 7\n";
  for (const Vec3& v : p.vertices) text += fmt::format("255 {:.17g} {:.17g} {:.17g}\n", v.x, v.y, v.z);
  for (const auto& f : faces_of(p)) text += fmt::format("{} {} 0.5\n", f.size(), fmt::join(f, " "));
  return text;
}

TEST(MeshFile, PlyComesBackInAllThreeFormats) {
  std::mt19937 rng(32);
  for (const PolyhedronData& p : {cube(), dodecahedron(), random_rock(rng)})
    for (const std::string& bytes : {ascii_ply(p), binary_ply(p, false), binary_ply(p, true)}) {
      const PolyhedronData q = read_polyhedron({file_with("a.ply", bytes)});
      EXPECT_EQ(p.vertices, q.vertices);
      EXPECT_EQ(faces_of(p), faces_of(q));
    }
}

TEST(MeshFile, PlyErrorsNameLineOrByte) {
  const std::string text = ascii_ply(tetrahedron()), bytes = binary_ply(tetrahedron(), false);
  const auto with = [](std::string s, const std::string& from, const std::string& to) {
    s.replace(s.find(from), from.size(), to);
    return s;
  };
  EXPECT_EQ(problem_with("a.ply", ""), "a.ply: the file is empty");
  EXPECT_EQ(problem_with("a.ply", "plyx\n"), "a.ply:1: a PLY file begins with the line \"ply\"");
  EXPECT_EQ(problem_with("a.ply", "ply\nformat ascii 1.0\n"),
            "a.ply:2: the file is cut off: its header ends without end_header");
  EXPECT_EQ(problem_with("a.ply", with(text, "ascii", "asciii")),
            "a.ply:2: \"asciii\" is no format of a PLY file (ascii, binary_little_endian, binary_big_endian)");
  EXPECT_EQ(problem_with("a.ply", with(text, "vertex 4", "vertex x")), "a.ply:6: \"x\" is no number of elements");
  EXPECT_EQ(problem_with("a.ply", with(text, "double x", "double u")),
            "a.ply: has no property x of its vertices, or has it twice");
  EXPECT_EQ(problem_with("a.ply", with(text, "uchar int", "float int")),
            "a.ply:12: a list is counted with whole numbers");
  EXPECT_EQ(problem_with("a.ply", with(text, "3 0", "2 0")).substr(0, 20), "a.ply:21: face 0: a ");
  EXPECT_EQ(problem_with("a.ply", with(text, "3 0", "3 9")),
            "a.ply:21: face 0: there is no vertex 9; they run from 0 to 3");
  EXPECT_EQ(problem_with("a.ply", with(text, "vertex 4", "vertex 4000000000")).substr(0, 34),
            "a.ply: the file is cut off: 400000");
  EXPECT_EQ(problem_with("a.ply", with(bytes, "face 4", "face 4000000000")).substr(0, 34),
            "a.ply: the file is cut off: 400000");
  EXPECT_EQ(problem_with("a.ply", bytes.substr(0, bytes.size() - 1)).substr(0, 14), "a.ply: face 3 ");
}

// Triangles as a file has them, some of them wrong.
std::string obj_of(const std::vector<Vec3>& vertices, const std::vector<std::vector<int>>& faces) {
  std::string text;
  for (const Vec3& v : vertices) text += fmt::format("v {:.17g} {:.17g} {:.17g}\n", v.x, v.y, v.z);
  for (const auto& f : faces) {
    text += "f";
    for (const int v : f) text += fmt::format(" {}", v + 1);
    text += "\n";
  }
  return text;
}

TEST(Mend, SaysWhatItDidAndWhereFirst) {
  const PolyhedronData p = dodecahedron();
  const std::vector<std::vector<int>> faces = faces_of(p);
  const auto notes_of = [&](const std::vector<Vec3>& v, const std::vector<std::vector<int>>& f) {
    std::vector<std::string> notes;
    const std::string path = file_with("m.obj", obj_of(v, f));
    const PolyhedronData q = read_polyhedron({path, 1, &notes});
    EXPECT_NEAR(mass_properties(q.view()).volume, mass_properties(p.view()).volume, 1e-5);
    std::string text;
    for (const std::string& note : notes) text += note.substr(path.size() + 2) + "\n";
    return text;
  };
  EXPECT_EQ(notes_of(p.vertices, faces), "");
  auto turned = faces;
  std::reverse(turned[3].begin(), turned[3].end());
  std::reverse(turned[7].begin(), turned[7].end());
  EXPECT_EQ(notes_of(p.vertices, turned),
            "2 faces turned round, which looked the other way than those beside (first: face 3)\n");
  auto inside_out = faces;
  for (auto& f : inside_out) std::reverse(f.begin(), f.end());
  EXPECT_EQ(notes_of(p.vertices, inside_out), "1 piece turned inside out, to look outwards (first: face 0)\n");
  auto doubled = faces;
  doubled.insert(doubled.begin() + 5, {faces[2][1], faces[2][2], faces[2][3], faces[2][4], faces[2][0]});
  doubled.push_back({0, 1, 0});
  EXPECT_EQ(notes_of(p.vertices, doubled),
            "1 face without area left out (first: face 13)\n1 face that stood there twice left out (first: face 5)\n");
  auto moved_corner = p.vertices;
  auto with_own = faces;
  moved_corner.push_back(moved_corner[std::size_t(faces[4][0])] + Vec3{0, 1e-8, 0});
  with_own[4][0] = int(moved_corner.size()) - 1;
  EXPECT_EQ(notes_of(moved_corner, with_own),
            "1 corner up to 1e-08 m beside another one became the same vertex (first: face 4)\n");
}

TEST(Mend, RefusesWhatItCannotMend) {
  const PolyhedronData p = cube();
  const auto problem = [&](const std::vector<std::vector<int>>& faces) {
    return problem_with("m.obj", obj_of(p.vertices, faces));
  };
  auto faces = faces_of(p);
  faces.pop_back();
  EXPECT_EQ(problem(faces).substr(problem(faces).find("one of")),
            "one of its sides has no other face (4 such sides); the surface is not closed");
  faces = faces_of(p);
  faces.push_back(faces[0]);
  std::reverse(faces.back().begin(), faces.back().end());
  EXPECT_EQ(problem(faces),
            "m.obj: face 6: there is another one with the same corners that looks the other way, a sheet without "
            "thickness (1 of them); the surface is not closed");
  faces = faces_of(p);
  faces.push_back({faces[0][0], faces[0][1], faces[1][0] == faces[0][0] ? faces[1][2] : faces[1][0]});
  EXPECT_NE(problem(faces), "");
}

TEST(Mend, AHollowStaysAHollow) {
  const PolyhedronData outer = cube(), inner = moved(cube(), {}, Real(0.5));
  for (const bool hollow : {true, false}) {
    std::vector<Vec3> v = outer.vertices;
    std::vector<std::vector<int>> f = faces_of(outer);
    for (const Vec3& x : inner.vertices) v.push_back(x + (hollow ? Vec3{0, 0, 0} : Vec3{5, 0, 0}));
    for (auto loop : faces_of(inner)) {
      for (int& k : loop) k += int(outer.vertices.size());
      std::reverse(loop.begin(), loop.end());
      f.push_back(loop);
    }
    const Real one = mass_of_surface(outer.view()).volume;
    std::vector<std::string> notes;
    const PolyhedronData both = read_closed_surface({file_with("h.obj", obj_of(v, f)), 1, &notes});
    EXPECT_NEAR(mass_of_surface(both.view()).volume, (hollow ? Real(0.875) : Real(1.125)) * one, 1e-12);
    EXPECT_EQ(notes.size(), hollow ? 0u : 1u);
  }
}

TEST(MeshFile, UnitsScaleAndErrorsNameTheTriangleOfTheFile) {
  const PolyhedronData p = cube();
  const std::string path = file_with("u.stl", binary_stl(p));
  EXPECT_DOUBLE_EQ(read_polyhedron({path, Real(1e-3)}).radius, 1e-3 * read_polyhedron({path}).radius);
  auto dented = p.vertices;
  dented[0] = 0.5 * dented[0];
  auto faces = faces_of(p);
  std::vector<std::vector<int>> triangles = {{0, 1, 0}};  // number 0 goes
  for (const auto& f : faces)
    for (std::size_t k = 1; k + 1 < f.size(); ++k) triangles.push_back({f[0], f[k], f[k + 1]});
  const std::string text = problem_with("d.obj", obj_of(dented, triangles));
  ASSERT_EQ(text.substr(0, 12), "d.obj: face ") << text;
  const auto named = std::size_t(std::stoul(text.substr(12)));
  ASSERT_TRUE(named > 0 && named < triangles.size());
  const auto& t = triangles[named];
  EXPECT_TRUE(std::find(t.begin(), t.end(), 0) != t.end()) << text;  // the faces at the dent
  EXPECT_NE(text.find("m outside it, not convex"), text.npos) << text;
}

}  // namespace
}  // namespace scree::test
