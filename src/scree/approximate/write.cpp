#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "scree/approximate/shaping.hpp"
#include "scree/error.hpp"
#include "scree/solids/union_surface.hpp"

namespace scree::approximate {
namespace {

namespace fs = std::filesystem;

struct File {
  std::string name, bytes;
};

bool approximated(const Result& r) { return !r.balls.empty() || r.hull; }

SurfaceMesh mesh_of(const PolyhedronData& p) {
  const PolyhedronView s = p.view();
  SurfaceMesh mesh{p.vertices, {}};
  for (int f = 0; f < s.n_faces; ++f)
    for (int h = s.face_start[f] + 1; h + 1 < s.face_start[f + 1]; ++h)
      for (const int v : {s.loop[s.face_start[f]], s.loop[h], s.loop[h + 1]}) mesh.triangles.push_back(v);
  return mesh;
}

std::vector<File> files_of(const Options& o, const Result& r) {
  std::vector<File> files{{"properties.csv", properties_csv(r)}};
  const SurfaceMesh true_mesh = r.shape.smooth ? triangulate(*r.shape.smooth, 40) : mesh_of(r.shape.surface);
  files.push_back({"true.stl", stl_bytes(true_mesh, r.shape.name)});
  if (!r.balls.empty()) {
    files.push_back({"balls.csv", balls_csv(r)});
    files.push_back({"balls.stl", stl_bytes(triangulate(r.balls, o.cells), r.how)});
  }
  if (r.hull) files.push_back({"polyhedron.stl", stl_bytes(mesh_of(*r.hull), r.how)});
  return files;
}

void write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), std::streamsize(bytes.size()));
  file.close();
  if (!file) throw RunError(fmt::format("{}: cannot be written", path.string()));
}

// Writes all files under other names first, so that none is half there if the disk is full.
void write_files(const fs::path& folder, const std::vector<File>& files) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(fmt::format("--out {}: {}", folder.string(), error.message()));
  const auto unfinished = [&](const File& f) { return folder / (f.name + ".unfinished"); };
  try {
    for (const File& f : files) write_bytes(unfinished(f), f.bytes);
  } catch (const RunError&) {
    for (const File& f : files) fs::remove(unfinished(f), error);
    throw;
  }
  for (const File& f : files) fs::rename(unfinished(f), folder / f.name);
}

std::string row(const char* what, Real true_value, Real value, bool has_value) {
  if (!has_value) return fmt::format("{:<28}{:>14.6g}\n", what, true_value);
  const std::string difference =
      true_value != 0 ? fmt::format("{:+.4f} %", 100 * (value / true_value - 1)) : fmt::format("{:+.3g}", value);
  return fmt::format("{:<28}{:>14.6g}{:>14.6g}{:>14}\n", what, true_value, value, difference);
}

struct Column {
  const char* what;
  Real of_true, of_made;
};
std::vector<Column> columns(const Result& r) {
  const MassProperties &t = r.true_mass, &m = r.mass;
  return {{"volume[m3]", t.volume, m.volume},
          {"area[m2]", t.area, m.area},
          {"centroid_x[m]", t.centroid.x, m.centroid.x},
          {"centroid_y[m]", t.centroid.y, m.centroid.y},
          {"centroid_z[m]", t.centroid.z, m.centroid.z},
          {"moment_1[m5]", t.moments.x, m.moments.x},
          {"moment_2[m5]", t.moments.y, m.moments.y},
          {"moment_3[m5]", t.moments.z, m.moments.z},
          {"circumradius[m]", t.circumradius, m.circumradius}};
}

}  // namespace

std::string report(const Result& r) {
  const bool made = approximated(r);
  std::string text = r.shape.name + (made ? fmt::format(" by {}\n", r.how) : "\n");
  text += made ? fmt::format("{:<28}{:>14}{:>14}{:>14}\n", "", "true", r.balls.empty() ? "polyhedron" : "union",
                             "difference")
               : fmt::format("{:<28}{:>14}\n", "", "true");
  const MassProperties &t = r.true_mass, &m = r.mass;
  text += row("volume [m3]", t.volume, m.volume, made);
  text += row("surface [m2]", t.area, m.area, made);
  for (int k = 0; k < 3; ++k)
    text += row(fmt::format("moment of inertia {} [m5]", k + 1).c_str(), t.moments[k], m.moments[k], made);
  text += row("radius of ball round it [m]", t.circumradius, m.circumradius, made);
  if (!made) return text;
  text += fmt::format("{:<28}{:>14.3g}\n", "centroid moved by [m]", norm(m.centroid - t.centroid));
  text += fmt::format("distance from the true surface: largest {:.4g} m (at most {:.2g} m more), mean {:.4g} m\n",
                      r.surface.largest, r.surface.within, r.surface.mean);
  if (!r.balls.empty()) text += fmt::format("volume and moments of the union are right to {:.1g}\n", r.mass_error);
  if (!r.met) text += "the errors asked for are not met with so many balls\n";
  return text;
}

std::string balls_csv(const Result& r) {
  std::string text = "x[m],y[m],z[m],r[m]\n";
  for (const Ball& b : r.balls) text += fmt::format("{},{},{},{}\n", b.x.x, b.x.y, b.x.z, b.r);
  return text;
}

std::string properties_csv(const Result& r) {
  const bool made = approximated(r);
  std::string text = made ? "property,true,made\n" : "property,true\n";
  for (const Column& c : columns(r))
    text += made ? fmt::format("{},{},{}\n", c.what, c.of_true, c.of_made) : fmt::format("{},{}\n", c.what, c.of_true);
  if (!made) return text;
  text += fmt::format("surface_error_largest[m],0,{}\nsurface_error_within[m],0,{}\nsurface_error_mean[m],0,{}\n",
                      r.surface.largest, r.surface.within, r.surface.mean);
  text += fmt::format("volume_error,0,{}\n", 1 - r.mass.volume / r.true_mass.volume);
  if (!r.balls.empty()) text += fmt::format("balls,,{}\nintegration_error,,{}\n", r.balls.size(), r.mass_error);
  if (r.hull) text += fmt::format("vertices,,{}\nfaces,,{}\n", r.hull->vertices.size(), r.hull->n_faces());
  return text;
}

void run(const Options& o) {
  if (!o.out.empty() && !o.overwrite && fs::exists(o.out))
    throw InputError(fmt::format("--out {}: is there already; --overwrite replaces its files", o.out));
  if (o.cells < kLeastCells || o.cells > kMostCells)
    throw InputError(fmt::format("--cells {}: must be from {} to {}", o.cells, kLeastCells, kMostCells));
  const Result r = make(o);
  const std::vector<File> files = o.out.empty() ? std::vector<File>{} : files_of(o, r);
  if (!files.empty()) write_files(o.out, files);
  fmt::print("{}", report(r));
  if (files.empty()) return;
  fmt::print("in {}:", o.out);
  for (const File& f : files) fmt::print(" {}", f.name);
  fmt::print("\n");
}

}  // namespace scree::approximate
