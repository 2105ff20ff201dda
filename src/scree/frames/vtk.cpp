#include "scree/frames/vtk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "scree/error.hpp"
#include "scree/frames/body_parts.hpp"
#include "scree/frames/vtk_poly_data.hpp"
#include "scree/frames/wall_surface.hpp"
#include "scree/narrow/contact_type.hpp"
#include "scree/store/files.hpp"

namespace scree::output {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kOnlyWithShapes = "shapes", kOnlyWithClusters = "balls", kOnlyWithJoints = "joints";
constexpr const char* kCollections[] = {"bodies", "shapes", "balls", "contacts", "walls", "joints"};

std::string vtk_path(const std::string& dir, const std::string& name) {
  return (fs::path(dir) / "vtk" / name).string();
}

// Pictures do not need more than float; positions stay double, as in the State. The frames keep every bit.
template <class Rows, class F>
std::vector<float> numbers(const Rows& rows, F&& f) {
  std::vector<float> out;
  for (const auto& row : rows) out.push_back(float(f(row)));
  return out;
}
template <class Rows, class F>
std::vector<float> vectors(const Rows& rows, F&& f) {
  std::vector<float> out;
  for (const auto& row : rows) {
    const Vec3T<float> v(f(row));
    out.insert(out.end(), {v.x, v.y, v.z});
  }
  return out;
}
// Integers are kept as they are.
template <class Rows, class F>
auto integers(const Rows& rows, F&& f) {
  std::vector<std::remove_cvref_t<decltype(f(rows.front()))>> out;
  for (const auto& row : rows) out.push_back(f(row));
  return out;
}
constexpr auto kItself = [](const auto& v) { return v; };

std::string bodies_xml(const Frame& frame) {
  const Bodies& b = frame.bodies;
  VtkPolyData data(VtkCells::kVerts);
  for (const Vec3d& x : b.x) data.add_cell({x});
  data.point_array("radius", numbers(b.radius, kItself));
  data.point_array("id", b.id);
  data.point_array("type", b.type);
  data.point_array("owner", b.owner);
  data.point_array("mass", numbers(b.mass, kItself));
  data.point_array("velocity", vectors(b.v, kItself), 3);
  data.point_array("speed", numbers(b.v, [](const Vec3& v) { return norm(v); }));
  data.point_array("angular_velocity", vectors(b.omega, kItself), 3);
  data.point_array("force", vectors(b.wrench, [](const Wrench& w) { return w.f; }), 3);
  data.point_array("torque", vectors(b.wrench, [](const Wrench& w) { return w.tau; }), 3);
  std::vector<float> orientation;
  for (const Quat& q : b.q) orientation.insert(orientation.end(), {float(q.w), float(q.x), float(q.y), float(q.z)});
  data.point_array("orientation", orientation, 4);
  data.point_array("coordination", frame.coordination);
  return data.to_xml(frame.time);
}

// Adds the faces of one part; returns how many.
std::size_t add_faces(VtkPolyData& data, const BodyPart& part, bool flat) {
  if (flat) {
    data.add_cell(flat_polygon(part));
    return 1;
  }
  if (!part.shape) return 0;  // balls are points, for glyphs
  std::vector<Vec3d> points;
  for (int v = 0; v < int(part.shape->vertices.size()); ++v) points.push_back(part.vertex(v));
  data.add_cells(points, part.shape->face_start, part.shape->loop);
  return std::size_t(part.shape->n_faces());
}

// Writes polyhedra as they are, every face with the fields of its body.
std::string shapes_xml(const Model& model, const Frame& frame) {
  const Bodies& b = frame.bodies;
  VtkPolyData data(VtkCells::kPolys);
  std::vector<std::size_t> body;  // body of each face
  std::vector<std::uint32_t> material;
  for (std::size_t i = 0; i < b.size(); ++i)
    for (const BodyPart& part : parts_of(model, frame, i)) {
      const std::size_t n = add_faces(data, part, model.settings.dimension == 2);
      body.insert(body.end(), n, i);
      material.insert(material.end(), n, part.material);
    }
  data.cell_array("id", integers(body, [&](std::size_t i) { return b.id[i]; }));
  data.cell_array("type", integers(body, [&](std::size_t i) { return b.type[i]; }));
  data.cell_array("material", material);
  data.cell_array("owner", integers(body, [&](std::size_t i) { return b.owner[i]; }));
  data.cell_array("radius", numbers(body, [&](std::size_t i) { return b.radius[i]; }));
  data.cell_array("velocity", vectors(body, [&](std::size_t i) { return b.v[i]; }), 3);
  data.cell_array("speed", numbers(body, [&](std::size_t i) { return norm(b.v[i]); }));
  data.cell_array("angular_velocity", vectors(body, [&](std::size_t i) { return b.omega[i]; }), 3);
  data.cell_array("force", vectors(body, [&](std::size_t i) { return b.wrench[i].f; }), 3);
  data.cell_array("coordination", integers(body, [&](std::size_t i) { return frame.coordination[i]; }));
  return data.to_xml(frame.time);
}

// Writes the balls of clusters as points, for glyphs, with the fields of their bodies.
std::string balls_xml(const Model& model, const Frame& frame) {
  const Bodies& b = frame.bodies;
  VtkPolyData data(VtkCells::kVerts);
  std::vector<std::size_t> body;  // body of each ball
  std::vector<float> radius;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const std::vector<BodyPart> parts = parts_of(model, frame, i);
    if (model.body_types[b.type[i]].parts.front().kind != ShapeKind::kCluster) continue;
    for (const BodyPart& part : parts) {
      data.add_cell({part.centre});
      radius.push_back(float(part.size));
      body.push_back(i);
    }
  }
  data.point_array("radius", radius);
  data.point_array("id", integers(body, [&](std::size_t i) { return b.id[i]; }));
  data.point_array("type", integers(body, [&](std::size_t i) { return b.type[i]; }));
  data.point_array("owner", integers(body, [&](std::size_t i) { return b.owner[i]; }));
  data.point_array("velocity", vectors(body, [&](std::size_t i) { return b.v[i]; }), 3);
  data.point_array("speed", numbers(body, [&](std::size_t i) { return norm(b.v[i]); }));
  data.point_array("coordination", integers(body, [&](std::size_t i) { return frame.coordination[i]; }));
  return data.to_xml(frame.time);
}

std::string contacts_xml(const Frame& frame) {
  using Line = Frame::ContactLine;
  constexpr std::uint64_t kWall = 0x8000000000000000ull;
  const auto normal_force = [](const Line& c) { return -dot(c.f, c.n); };  // positive: the two press on each other
  const auto magnitude = [](const Line& c) { return norm(c.f); };
  const std::vector<Line>& lines = frame.contacts;
  VtkPolyData data(VtkCells::kLines);
  std::vector<std::uint64_t> id_a, id_b;
  std::vector<std::int32_t> wall;
  std::vector<float> end_normal, end_magnitude;  // on both ends: tubes take their radius from points
  for (const Line& c : lines) {
    data.add_cell({c.x_a, c.x_b});
    id_a.push_back(c.id_a);
    id_b.push_back(c.id_b);
    wall.push_back(c.id_b & kWall ? std::int32_t(c.id_b & ~kWall) : -1);
    end_normal.insert(end_normal.end(), 2, float(normal_force(c)));
    end_magnitude.insert(end_magnitude.end(), 2, float(magnitude(c)));
  }
  data.point_array("normal_force", end_normal);
  data.point_array("force_magnitude", end_magnitude);
  data.cell_array("force", vectors(lines, [](const Line& c) { return c.f; }), 3);
  data.cell_array("force_magnitude", numbers(lines, magnitude));
  data.cell_array("normal_force", numbers(lines, normal_force));
  data.cell_array("gap", numbers(lines, [](const Line& c) { return c.gap; }));
  data.cell_array("feature_a", integers(lines, [](const Line& c) { return c.feature_a; }));
  data.cell_array("feature_b", integers(lines, [](const Line& c) { return c.feature_b; }));
  data.cell_array("contact_type",
                  integers(lines, [](const Line& c) { return std::uint8_t(contact_type(c.feature_a, c.feature_b)); }));
  data.cell_array("id_a", id_a);
  data.cell_array("id_b", id_b);
  data.cell_array("wall", wall);
  return data.to_xml(frame.time);
}

std::string walls_xml(const Model& model, const Frame& frame) {
  VtkPolyData data(VtkCells::kPolys);
  const Box view = view_box(model, frame);
  std::vector<std::int32_t> wall;
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    if (!frame.walls[w].present) continue;
    for (const Polygon& polygon : wall_surface(model.walls[w], frame.walls[w], view)) {
      data.add_cell(polygon);
      wall.push_back(std::int32_t(w));
    }
  }
  const auto now = [&](std::int32_t w) -> const WallState& { return frame.walls[std::size_t(w)]; };
  data.cell_array("wall", wall);
  data.cell_array("force", vectors(wall, [&](std::int32_t w) { return now(w).f; }), 3);
  data.cell_array("torque", vectors(wall, [&](std::int32_t w) { return now(w).tau; }), 3);
  data.cell_array("velocity", vectors(wall, [&](std::int32_t w) { return now(w).v; }), 3);
  return data.to_xml(frame.time);
}

// Writes the interfaces of joints where A has moved them, broken ones too. Joints whose blocks are gone have no place.
std::string joints_xml(const Model& model, const Frame& frame) {
  using Row = Frame::JointRow;
  const Bodies& b = frame.bodies;
  VtkPolyData data(VtkCells::kPolys);
  std::vector<Row> rows;
  for (std::size_t k = 0; k < frame.joints.size(); ++k) {
    if (frame.joints[k].mode == JointMode::kGone) continue;
    const Joint& joint = model.joints[k];
    const std::size_t i = std::size_t(std::lower_bound(b.id.begin(), b.id.end(), joint.id_a) - b.id.begin());
    std::vector<Vec3d> polygon;
    for (const Vec2& c : joint.corners)
      polygon.push_back(b.x[i] + Vec3d(rotate(b.q[i], joint.p_a + rotate(joint.q_a, {c.x, c.y, 0}))));
    data.add_cell(polygon);
    rows.push_back(frame.joints[k]);
  }
  data.cell_array("mode", integers(rows, [](const Row& r) { return std::uint8_t(r.mode); }));
  data.cell_array("broken", integers(rows, [](const Row& r) { return std::uint8_t(r.mode != JointMode::kIntact); }));
  data.cell_array("broken_at", numbers(rows, [](const Row& r) { return r.broken_at; }));
  data.cell_array("normal_stress", numbers(rows, [](const Row& r) { return r.normal; }));
  data.cell_array("tension", numbers(rows, [](const Row& r) { return r.tension; }));
  data.cell_array("shear", numbers(rows, [](const Row& r) { return r.shear; }));
  data.cell_array("normal", vectors(rows, [](const Row& r) { return r.n; }), 3);
  data.cell_array("id_a", integers(rows, [](const Row& r) { return r.id_a; }));
  data.cell_array("id_b", integers(rows, [](const Row& r) { return r.id_b; }));
  return data.to_xml(frame.time);
}

using TimedFile = std::pair<double, std::string>;
std::vector<TimedFile> files_of(const std::string& dir, const std::string& name) {
  std::vector<TimedFile> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(dir) / "vtk")) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with(name + "_") && file.ends_with(".vtp")) {
      files.emplace_back(time_of_vtk_file(entry.path().string()), file);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string collection_xml(const std::vector<TimedFile>& files) {
  std::string xml =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
      "byte_order=\"LittleEndian\">\n<Collection>\n";
  for (const auto& [time, file] : files) {
    xml += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, file);
  }
  return xml + "</Collection>\n</VTKFile>\n";
}

}  // namespace

void write_vtk_frame(const std::string& dir, std::uint64_t number, const Model& model, const Frame& frame) {
  if (frame.walls.size() != model.walls.size()) {
    throw InputError(
        fmt::format("{}: the frame has {} walls, the model {}", dir, frame.walls.size(), model.walls.size()));
  }
  write_whole_file(vtk_path(dir, fmt::format("bodies_{:06}.vtp", number)), bodies_xml(frame));
  if (model.has_clusters())
    write_whole_file(vtk_path(dir, fmt::format("balls_{:06}.vtp", number)), balls_xml(model, frame));
  if (has_shapes(model))
    write_whole_file(vtk_path(dir, fmt::format("shapes_{:06}.vtp", number)), shapes_xml(model, frame));
  if (frame.joints.size() != model.joints.size()) {
    throw InputError(
        fmt::format("{}: the frame has {} joints, the model {}", dir, frame.joints.size(), model.joints.size()));
  }
  if (!frame.joints.empty())
    write_whole_file(vtk_path(dir, fmt::format("joints_{:06}.vtp", number)), joints_xml(model, frame));
  write_whole_file(vtk_path(dir, fmt::format("contacts_{:06}.vtp", number)), contacts_xml(frame));
  write_whole_file(vtk_path(dir, fmt::format("walls_{:06}.vtp", number)), walls_xml(model, frame));
}

// Every file says its own time, so the collections can be rebuilt from what is there: after a resume, after frames were
// deleted, after another export.
void write_pvd(const std::string& dir) {
  make_folder_of(vtk_path(dir, "bodies.pvd"));
  for (const char* name : kCollections) {
    const std::vector<TimedFile> files = files_of(dir, name);
    const bool may_lack = name == kOnlyWithShapes || name == kOnlyWithClusters || name == kOnlyWithJoints;
    if (files.empty() && may_lack) continue;
    write_whole_file(vtk_path(dir, std::string(name) + ".pvd"), collection_xml(files));
  }
}

}  // namespace scree::output
