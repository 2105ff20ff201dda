// A solid is a closed body that is to be filled with balls: it has its surface in triangles, the nearest surface point
// of a point inside, and its mass properties. It is made of superellipsoids, convex polyhedra and closed meshes.
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
  Real area;  // area that it stands for
};

class Solid {
 public:
  virtual ~Solid() = default;
  const MassProperties& mass() const { return mass_; }
  // On a curved surface the corners lie on it and the triangles just inside.
  const SurfaceMesh& mesh() const { return mesh_; }
  // Returns the diagonal of its box, the measure of tolerances.
  Real size() const { return size_; }

  // Returns the nearest surface point of a point inside.
  virtual Vec3 nearest(const Vec3& x) const = 0;
  // Returns the surface point that belongs to a point of a triangle of the mesh.
  virtual Vec3 on_surface(const Vec3& x) const = 0;
  // Returns how far it is from a surface point straight in to the other side.
  virtual Real depth(const SurfacePoint& p) const = 0;

  // Returns n points, evenly by area and always the same ones.
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
// The surface may be convex or not, but is closed and outward. Faces must be convex polygons, else it throws
// InputError.
std::unique_ptr<Solid> solid_of(const PolyhedronData& surface);

// The properties are about its own axes.
MassProperties mass_properties(const Superellipsoid& s);

}  // namespace scree
