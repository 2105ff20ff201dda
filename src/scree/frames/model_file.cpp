// DIR/model.h5 holds what does not change in a run and what one needs to draw it.
#include <filesystem>

#include "scree/frames/frame.hpp"
#include "scree/store/hdf5.hpp"

#ifndef SCREE_VERSION
#define SCREE_VERSION "unknown"
#endif

namespace scree::output {

namespace {

template <class Row, class F>
auto column(const std::vector<Row>& rows, F&& f) {
  std::vector<std::remove_cvref_t<decltype(f(rows.front()))>> values;
  for (const Row& row : rows) values.push_back(f(row));
  return values;
}

// Lists of different lengths follow one after the other: those of row i are first[i] up to first[i + 1].
template <class T>
struct Concatenated {
  std::vector<std::uint32_t> first = {0};
  std::vector<T> all;
  void append(const std::vector<T>& list) {
    all.insert(all.end(), list.begin(), list.end());
    first.push_back(std::uint32_t(all.size()));
  }
};

const char* name_of_wall(WallKind kind) { return kind == WallKind::kBalls ? "balls" : name_of(shape_kind(kind)); }

void write_materials(h5::Writer& file, const std::vector<Material>& materials) {
  file.array("materials/name", column(materials, [](const Material& m) { return m.name; }));
  file.array("materials/density", column(materials, [](const Material& m) { return m.density; }), "kg/m3");
  file.array("materials/young", column(materials, [](const Material& m) { return m.young; }), "Pa");
  file.array("materials/poisson", column(materials, [](const Material& m) { return m.poisson; }), "1");
  file.array("materials/surface_energy", column(materials, [](const Material& m) { return m.surface_energy; }), "J/m2");
}

void write_body_types(h5::Writer& file, const std::vector<BodyType>& types) {
  file.array("body_types/name", column(types, [](const BodyType& t) { return t.name; }));
  file.array("body_types/density", column(types, [](const BodyType& t) { return t.density; }), "kg/m3");
  file.array("body_types/volume", column(types, [](const BodyType& t) { return t.volume; }), "m3");
  file.array("body_types/gyration2", column(types, [](const BodyType& t) { return t.gyration2; }), "m2");
  file.array("body_types/bounding_radius", column(types, [](const BodyType& t) { return t.bounding_radius; }), "m");
  Concatenated<Part> parts;
  for (const BodyType& type : types) parts.append(type.parts);
  file.array("body_types/first_part", parts.first, "1");
  file.array("parts/kind", column(parts.all, [](const Part& p) { return std::string(name_of(p.kind)); }));
  file.array("parts/size", column(parts.all, [](const Part& p) { return p.size; }), "m");
  file.array("parts/p", column(parts.all, [](const Part& p) { return p.pose.p; }), "m");
  file.array("parts/R", column(parts.all, [](const Part& p) { return p.pose.R; }), "1");
  file.array("parts/material", column(parts.all, [](const Part& p) { return p.material; }), "1");
  const auto polyhedron = [](const Part& p) {
    return p.kind == ShapeKind::kPolyhedron ? std::int32_t(p.polyhedron) : std::int32_t(-1);
  };
  file.array("parts/polyhedron", column(parts.all, polyhedron), "1");
  const auto superellipsoid = [](const Part& p) {
    return p.kind == ShapeKind::kSuperellipsoid ? std::int32_t(p.superellipsoid) : std::int32_t(-1);
  };
  file.array("parts/superellipsoid", column(parts.all, superellipsoid), "1");
}

// Vertices of all polyhedra are in one list, faces in another, corners of faces in a third. Corners count the vertices
// of their own polyhedron.
void write_polyhedra(h5::Writer& file, const std::vector<PolyhedronData>& polyhedra) {
  Concatenated<Vec3> vertices;
  Concatenated<int> corners;
  std::vector<std::uint32_t> first_face = {0};
  for (const PolyhedronData& p : polyhedra) {
    vertices.append(p.vertices);
    for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f)
      corners.append({p.loop.begin() + p.face_start[f], p.loop.begin() + p.face_start[f + 1]});
    first_face.push_back(std::uint32_t(corners.first.size() - 1));
  }
  file.array("polyhedra/first_vertex", vertices.first, "1");
  file.array("polyhedra/vertices", vertices.all, "m");
  file.array("polyhedra/first_face", first_face, "1");
  file.array("polyhedra/first_corner", corners.first, "1");
  file.array("polyhedra/corners", corners.all, "1");
}

void write_superellipsoids(h5::Writer& file, const std::vector<SuperellipsoidShape>& shapes) {
  file.array("superellipsoids/semi_axes", column(shapes, [](const SuperellipsoidShape& s) { return s.shape.r(); }),
             "m");
  const auto squareness = [](const SuperellipsoidShape& s) { return Vec2{s.shape.eps1(), s.shape.eps2()}; };
  file.array("superellipsoids/squareness", column(shapes, squareness), "1");
}

// Returns the motion that moves each wall; the name is empty if it stays where it is.
std::vector<std::string> motion_names(const Model& model) {
  std::vector<std::string> names(model.walls.size());
  for (const Motion& motion : model.motions)
    for (const std::uint32_t w : motion.walls) names[w] = motion.name;
  return names;
}

void write_walls(h5::Writer& file, const Model& model) {
  const std::vector<Wall>& walls = model.walls;
  file.array("walls/name", column(walls, [](const Wall& w) { return w.name; }));
  file.array("walls/kind", column(walls, [](const Wall& w) { return std::string(name_of_wall(w.kind)); }));
  file.array("walls/material", column(walls, [](const Wall& w) { return w.material; }), "1");
  file.array("walls/x", column(walls, [](const Wall& w) { return w.x; }), "m");
  file.array("walls/q", column(walls, [](const Wall& w) { return w.q; }), "1");
  file.array("walls/motion", motion_names(model));
  file.array("walls/frustum", column(walls, [](const Wall& w) { return w.frustum; }), "m");
  Concatenated<Vec3> vertices;
  Concatenated<WallBall> balls;
  for (const Wall& wall : walls) {
    vertices.append(wall.vertices);
    balls.append(wall.balls);
  }
  file.array("walls/first_vertex", vertices.first, "1");
  file.array("walls/vertices", vertices.all, "m");
  file.array("walls/first_ball", balls.first, "1");
  file.array("walls/ball_x", column(balls.all, [](const WallBall& b) { return b.x; }), "m");
  file.array("walls/ball_radius", column(balls.all, [](const WallBall& b) { return b.r; }), "m");
}

}  // namespace

void write_model(const std::string& dir, const Model& model) {
  h5::Writer file((std::filesystem::path(dir) / "model.h5").string());
  file.attribute("format", "scree model");
  file.attribute("version", std::uint32_t(1));
  file.attribute("program", SCREE_VERSION);
  file.attribute("title", model.title);
  file.attribute("dt", model.settings.dt);
  file.attribute("gravity", model.settings.gravity);
  file.attribute("dimension", std::uint32_t(model.settings.dimension));
  file.attribute("thickness", model.settings.thickness);
  write_materials(file, model.materials);
  write_body_types(file, model.body_types);
  write_polyhedra(file, model.polyhedra);
  write_superellipsoids(file, model.superellipsoids);
  write_walls(file, model);
  file.commit(Durability::kRenamed);
}

}  // namespace scree::output
