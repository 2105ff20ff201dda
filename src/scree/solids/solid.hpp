// A closed body as those see it who fill it with balls: its surface in triangles, the nearest surface point of a point
// inside, and what its mass is spread like. Made of superellipsoids, convex polyhedra and closed meshes.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "scree/shape/polyhedron_data.hpp"
#include "scree/shape/superellipsoid.hpp"
#include "scree/solids/mass_properties.hpp"

namespace scree {

struct SurfacePoint {
  Vec3 x;
  Vec3 n;     // outward, unit length
  Real area;  // that it stands for
};

class Solid {
 public:
  virtual ~Solid() = default;
  const MassProperties& mass() const { return mass_; }
  // Of a curved surface the corners lie on it and the triangles just inside.
  const SurfaceMesh& mesh() const { return mesh_; }
  // The largest distance of two corners of its box: the measure of tolerances.
  Real size() const { return size_; }

  // The nearest surface point of a point inside.
  virtual Vec3 nearest(const Vec3& x) const = 0;
  // The surface point that belongs to a point of a triangle of the mesh.
  virtual Vec3 on_surface(const Vec3& x) const = 0;
  // How far it is from a surface point straight in to the other side.
  virtual Real depth(const SurfacePoint& p) const = 0;

  // n points, evenly by area and always the same ones.
  std::vector<SurfacePoint> sample(int n) const;

 protected:
  virtual Vec3 normal(const Vec3& on_surface, int triangle) const = 0;
  std::array<Vec3, 3> corners(int triangle) const;
  int n_triangles() const { return int(mesh_.triangles.size() / 3); }
  void set(SurfaceMesh mesh, const MassProperties& mass);

 private:
  SurfaceMesh mesh_;
  MassProperties mass_;
  Real size_ = 0;
};

std::unique_ptr<Solid> solid_of(const Superellipsoid& s);
// Convex or not, closed and outward. Faces must be convex polygons: InputError.
std::unique_ptr<Solid> solid_of(const PolyhedronData& surface);

// About its own axes.
MassProperties mass_properties(const Superellipsoid& s);

}  // namespace scree
