// DIR/model.h5 is read back. Nothing in it is believed: counts, places and numbers are checked before they are used.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "scree/error.hpp"
#include "scree/frames/frame.hpp"
#include "scree/store/hdf5.hpp"

namespace scree::output {

namespace {

constexpr std::uint32_t kModelVersion = 1;

bool all_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool all_finite(const Mat3& m) { return all_finite(m.row0) && all_finite(m.row1) && all_finite(m.row2); }
bool all_finite(const Quat& q) {
  return std::isfinite(q.w) && std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z);
}
bool all_finite(const Frustum& f) {
  return std::isfinite(f.r0) && std::isfinite(f.z0) && std::isfinite(f.r1) && std::isfinite(f.z1);
}
bool all_finite(Real x) { return std::isfinite(x); }

class ModelReader {
 public:
  explicit ModelReader(const std::string& path) : file_(path) {}

  Model read() {
    read_head();
    read_materials();
    read_polyhedra();
    read_superellipsoids();
    read_body_types();
    read_walls();
    return std::move(model_);
  }

 private:
  [[noreturn]] void wrong(const std::string& name, const std::string& what) const {
    file_.fail(fmt::format("dataset \"{}\" {}", name, what));
  }

  // Reads a column with `n` rows of finite numbers.
  template <class T>
  std::vector<T> column(const std::string& name, std::size_t n) {
    std::vector<T> values = file_.array<T>(name);
    if (values.size() != n) wrong(name, fmt::format("has {} rows instead of {}", values.size(), n));
    if constexpr (!std::is_integral_v<T>)
      for (const T& value : values)
        if (!all_finite(value)) wrong(name, "holds numbers that are not finite");
    return values;
  }
  template <class T>
  std::vector<T> any_column(const std::string& name) {
    return file_.array<T>(name);
  }

  std::vector<std::string> names(const std::string& name, std::size_t n) {
    std::vector<std::string> texts = file_.texts(name);
    if (texts.size() != n) wrong(name, fmt::format("has {} rows instead of {}", texts.size(), n));
    return texts;
  }

  // Reads the starts of `n` lists that follow each other in another dataset of `total` rows.
  std::vector<std::uint32_t> starts(const std::string& name, std::size_t n, std::size_t total) {
    std::vector<std::uint32_t> first = file_.array<std::uint32_t>(name);
    if (first.size() != n + 1) wrong(name, fmt::format("has {} rows instead of {}", first.size(), n + 1));
    if (first.front() != 0 || first.back() != total || !std::is_sorted(first.begin(), first.end()))
      wrong(name, "does not divide what it should");
    return first;
  }

  std::uint32_t material(const std::string& name, std::uint32_t m) const {
    if (m >= model_.materials.size()) wrong(name, fmt::format("names material {} of {}", m, model_.materials.size()));
    return m;
  }

  void read_head() {
    if (!file_.has_attribute("format") || file_.text("format") != "scree model") file_.fail("not a scree model");
    if (const auto version = file_.attribute<std::uint32_t>("version"); version != kModelVersion)
      file_.fail(fmt::format("model version {} by scree {}; this program reads version {}", version,
                             file_.text("program"), kModelVersion));
    model_.title = file_.text("title");
    Settings& settings = model_.settings;
    settings.dt = file_.attribute<double>("dt");
    settings.gravity = file_.attribute<Vec3>("gravity");
    settings.thickness = file_.attribute<Real>("thickness");
    const auto dimension = file_.attribute<std::uint32_t>("dimension");
    if (dimension != 2 && dimension != 3) file_.fail(fmt::format("dimension {} instead of 2 or 3", dimension));
    settings.dimension = int(dimension);
    if (!std::isfinite(settings.dt) || !all_finite(settings.gravity) || !all_finite(settings.thickness))
      file_.fail("dt, gravity or thickness is not finite");
  }

  void read_materials() {
    for (const std::string& name : file_.texts("materials/name")) {
      model_.materials.emplace_back();
      model_.materials.back().name = name;
    }
  }

  void read_polyhedra() {
    const auto vertices = any_column<Vec3>("polyhedra/vertices");
    for (const Vec3& v : vertices)
      if (!all_finite(v)) wrong("polyhedra/vertices", "holds numbers that are not finite");
    const auto corners = any_column<std::int32_t>("polyhedra/corners");
    const std::size_t n = any_column<std::uint32_t>("polyhedra/first_face").size();
    const std::size_t n_faces = any_column<std::uint32_t>("polyhedra/first_corner").size();
    if (n == 0 || n_faces == 0) wrong("polyhedra/first_face", "is empty");
    const auto first_vertex = starts("polyhedra/first_vertex", n - 1, vertices.size());
    const auto first_face = starts("polyhedra/first_face", n - 1, n_faces - 1);
    const auto first_corner = starts("polyhedra/first_corner", n_faces - 1, corners.size());
    for (std::size_t k = 0; k + 1 < n; ++k) {
      std::vector<Vec3> own(vertices.begin() + first_vertex[k], vertices.begin() + first_vertex[k + 1]);
      std::vector<std::vector<int>> loops;
      for (std::size_t f = first_face[k]; f < first_face[k + 1]; ++f) {
        loops.emplace_back(corners.begin() + first_corner[f], corners.begin() + first_corner[f + 1]);
        for (const int corner : loops.back())
          if (corner < 0 || std::size_t(corner) >= own.size()) wrong("polyhedra/corners", "names a vertex too many");
        if (loops.back().size() < 3) wrong("polyhedra/first_corner", "has a face of less than three corners");
      }
      if (own.size() < 4 || loops.size() < 4) wrong("polyhedra/first_face", "has a body that is not closed");
      model_.polyhedra.push_back(closed(std::move(own), loops));
    }
  }

  PolyhedronData closed(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& loops) const {
    try {
      return with_topology(std::move(vertices), loops);
    } catch (const InputError& e) {
      file_.fail(fmt::format("a polyhedron is damaged: {}", e.what()));
    }
  }

  void read_superellipsoids() {
    const auto semi_axes = any_column<Vec3>("superellipsoids/semi_axes");
    const auto squareness = any_column<Vec2>("superellipsoids/squareness");
    if (squareness.size() != semi_axes.size()) wrong("superellipsoids/squareness", "has another number of rows");
    for (std::size_t k = 0; k < semi_axes.size(); ++k) {
      try {
        model_.superellipsoids.push_back({make_superellipsoid(semi_axes[k], squareness[k].x, squareness[k].y), {}});
      } catch (const InputError& e) {
        file_.fail(fmt::format("a superellipsoid is damaged: {}", e.what()));
      }
    }
  }

  ShapeKind kind_of_part(const std::string& text) const {
    for (const ShapeKind kind :
         {ShapeKind::kSphere, ShapeKind::kPolyhedron, ShapeKind::kSuperellipsoid, ShapeKind::kCluster})
      if (text == name_of(kind)) return kind;
    wrong("parts/kind", "has a kind of shape that this program does not know");
  }

  std::vector<Part> read_parts() {
    const std::vector<std::string> kinds = file_.texts("parts/kind");
    const std::size_t n = kinds.size();
    const auto size = column<Real>("parts/size", n);
    const auto p = column<Vec3>("parts/p", n);
    const auto R = column<Mat3>("parts/R", n);
    const auto materials = column<std::uint32_t>("parts/material", n);
    const auto polyhedron = column<std::int32_t>("parts/polyhedron", n);
    const auto smooth = column<std::int32_t>("parts/superellipsoid", n);
    std::vector<Part> parts(n);
    for (std::size_t k = 0; k < n; ++k) {
      Part& part = parts[k];
      part.kind = kind_of_part(kinds[k]);
      part.size = size[k];
      part.pose = {R[k], p[k]};
      part.material = material("parts/material", materials[k]);
      part.polyhedron = std::uint32_t(polyhedron[k]);
      part.superellipsoid = std::uint32_t(smooth[k]);
      if (!(part.size > 0)) wrong("parts/size", "has a size that is not > 0");
      if (part.kind == ShapeKind::kPolyhedron && part.polyhedron >= model_.polyhedra.size())
        wrong("parts/polyhedron", "names a polyhedron that is not there");
      if (part.kind == ShapeKind::kSuperellipsoid && part.superellipsoid >= model_.superellipsoids.size())
        wrong("parts/superellipsoid", "names a superellipsoid that is not there");
    }
    return parts;
  }

  void read_body_types() {
    const std::vector<Part> parts = read_parts();
    const std::vector<std::string> name = file_.texts("body_types/name");
    const std::size_t n = name.size();
    const auto density = column<Real>("body_types/density", n);
    const auto volume = column<Real>("body_types/volume", n);
    const auto gyration2 = column<Vec3>("body_types/gyration2", n);
    const auto radius = column<Real>("body_types/bounding_radius", n);
    const auto first = starts("body_types/first_part", n, parts.size());
    for (std::size_t k = 0; k < n; ++k) {
      if (first[k] == first[k + 1]) wrong("body_types/first_part", "has a type without parts");
      if (!(radius[k] > 0)) wrong("body_types/bounding_radius", "has a radius that is not > 0");
      BodyType type;
      type.name = name[k];
      type.parts.assign(parts.begin() + first[k], parts.begin() + first[k + 1]);
      type.density = density[k];
      type.volume = volume[k];
      type.gyration2 = gyration2[k];
      type.bounding_radius = radius[k];
      model_.body_types.push_back(std::move(type));
    }
  }

  WallKind kind_of_wall(const std::string& text) const {
    if (text == "balls") return WallKind::kBalls;
    for (const WallKind kind : {WallKind::kPlane, WallKind::kPlate, WallKind::kCylinder, WallKind::kCone})
      if (text == name_of(shape_kind(kind))) return kind;
    wrong("walls/kind", "has a kind of wall that this program does not know");
  }

  void read_walls() {
    const std::vector<std::string> name = file_.texts("walls/name");
    const std::size_t n = name.size();
    const std::vector<std::string> kind = names("walls/kind", n);
    const auto materials = column<std::uint32_t>("walls/material", n);
    const auto x = column<Vec3d>("walls/x", n);
    const auto q = column<Quat>("walls/q", n);
    const auto frustum = column<Frustum>("walls/frustum", n);
    const auto vertices = any_column<Vec3>("walls/vertices");
    const auto first_vertex = starts("walls/first_vertex", n, vertices.size());
    for (std::size_t k = 0; k < n; ++k) {
      Wall wall;
      wall.name = name[k];
      wall.kind = kind_of_wall(kind[k]);
      wall.material = material("walls/material", materials[k]);
      wall.x = x[k];
      wall.q = q[k];
      wall.frustum = frustum[k];
      wall.vertices.assign(vertices.begin() + first_vertex[k], vertices.begin() + first_vertex[k + 1]);
      for (const Vec3& v : wall.vertices)
        if (!all_finite(v)) wrong("walls/vertices", "holds numbers that are not finite");
      if (wall.kind == WallKind::kPlate && wall.vertices.size() < 3)
        wrong("walls/first_vertex", "has a plate of less than three corners");
      model_.walls.push_back(std::move(wall));
    }
    read_motions();
  }

  void read_motions() {
    if (!file_.has("walls/motion")) return;  // older runs do not say
    const std::vector<std::string> motion = names("walls/motion", model_.walls.size());
    for (std::uint32_t w = 0; w < motion.size(); ++w) {
      if (motion[w].empty()) continue;
      const auto same = [&](const Motion& m) { return m.name == motion[w]; };
      auto found = std::find_if(model_.motions.begin(), model_.motions.end(), same);
      if (found == model_.motions.end()) {
        found = model_.motions.emplace(found);
        found->name = motion[w];
      }
      found->walls.push_back(w);
    }
  }

  h5::Reader file_;
  Model model_;
};

}  // namespace

Model read_model(const std::string& dir) {
  return ModelReader((std::filesystem::path(dir) / "model.h5").string()).read();
}

}  // namespace scree::output
