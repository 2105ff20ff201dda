#include "scree/solids/shape_files.hpp"

#include <fmt/format.h>

#include "scree/error.hpp"
#include "scree/long_work.hpp"
#include "scree/solids/mend.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/polyhedron_check.hpp"
#include "scree/solids/weld.hpp"

namespace scree {
namespace {

constexpr int kLong = 100'000;  // number of faces from which on progress is reported

Mesh read_in_metres(const ShapeFile& file) {
  Mesh mesh = read_mesh(file.path);  // its messages name the file themselves
  if (file.unit != 1)
    for (Vec3& p : mesh.points) p *= file.unit;
  return mesh;
}

MendedMesh mended(const ShapeFile& file, Mesh mesh, LongWork& work) {
  if (mesh.n_faces() >= kLong) work.stage(fmt::format("joining {} {}s", mesh.n_faces(), mesh.face_name));
  MendedMesh m = mend(std::move(mesh));
  if (file.notes)
    for (const std::string& line : mends_text(m)) file.notes->push_back(fmt::format("{}: {}", file.path, line));
  require_closed(m);
  return m;
}

// Errors from building name the file, and the faces as the file has them.
template <class Build>
PolyhedronData from_file(const ShapeFile& file, Build&& build) {
  LongWork work(file.path);
  Mesh mesh = read_in_metres(file);
  try {
    return build(std::move(mesh), work);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", file.path, e.what()));
  }
}

// Meshes of curved bodies have faces that meet at angles as small as the rounding of their coordinates. If they cannot
// be merged to plane ones, the triangles of the hull are convex to the last digit, with all vertices in place.
PolyhedronData hull_as_it_is(const ShapeFile& file, const MendedMesh& m) {
  std::vector<std::vector<int>> loops = hull_triangles(m.vertices);
  std::vector<Vec3> vertices = keep_used(m.vertices, loops);
  const std::size_t n_dropped = m.vertices.size() - vertices.size();
  constexpr Real kAsItIs = Real(1e-12);
  PolyhedronData p = polyhedron_from_faces(vertices, loops, kAsItIs);
  if (file.notes)
    file.notes->push_back(fmt::format(
        "{}: faces meet at angles too small to tell whether they are one plane or two: the {} triangles of its convex "
        "hull are taken{}",
        file.path, p.n_faces(), n_dropped > 0 ? fmt::format("; {} vertices lie inside it", n_dropped) : ""));
  return p;
}

PolyhedronData convex_body(const ShapeFile& file, const MendedMesh& m, LongWork& work) {
  if (m.report.n_pieces > 1)
    throw InputError(fmt::format("has {} pieces; a convex body is one piece", m.report.n_pieces));
  try {
    if (auto p = polyhedron_within(m.vertices, m.faces)) return std::move(*p);
  } catch (const NotConvex& e) {
    const Vec3& v = m.vertices[std::size_t(e.vertex)];
    throw InputError(fmt::format("{} {}: the vertex at ({:.6g}, {:.6g}, {:.6g}) lies {:.2g} m outside it, not convex",
                                 m.face_name, m.face_of_file(e.face), v.x, v.y, v.z, e.by));
  }
  const bool large = int(m.faces.size()) >= kLong;
  if (!large) try {
      return polyhedron_from_faces(m.vertices, m.faces);
    } catch (const InputError&) {
    }
  if (large) work.stage("its hull");
  return hull_as_it_is(file, m);
}

}  // namespace

PolyhedronData read_polyhedron(const ShapeFile& file) {
  return from_file(file, [&](Mesh mesh, LongWork& work) {
    const MendedMesh m = mended(file, std::move(mesh), work);
    if (int(m.faces.size()) >= kLong) work.stage(fmt::format("a body of {} {}s", m.faces.size(), m.face_name));
    return convex_body(file, m, work);
  });
}

PolyhedronData read_closed_surface(const ShapeFile& file) {
  return from_file(file, [&](Mesh mesh, LongWork& work) {
    MendedMesh m = mended(file, std::move(mesh), work);
    check_loops(m.vertices.size(), m.faces);
    return with_topology(std::move(m.vertices), m.faces);
  });
}

PolyhedronData hull_of_file(const ShapeFile& file) {
  return from_file(file, [&](Mesh mesh, LongWork& work) {
    if (int(mesh.points.size()) >= kLong) work.stage(fmt::format("the hull of {} points", mesh.points.size()));
    return hull_of(mesh.points);
  });
}

}  // namespace scree
