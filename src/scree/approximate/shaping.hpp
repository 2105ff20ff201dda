// `scree shape` puts a cluster of balls or a polyhedron of few vertices in place of a shape, and says what it misses;
// it writes files of it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scree/solids/mass_properties.hpp"
#include "scree/solids/shape_library.hpp"
#include "scree/solids/shape_recipe.hpp"

namespace scree::approximate {

struct Options {
  std::string source;        // sphere, ellipsoid, superellipsoid, a library shape, FILE.stl, FILE.obj or SCENE.toml
  std::string shape;         // name of a shape of a scene
  std::string radius, size;  // lengths, with or without a unit; empty: not given
  std::vector<std::string> semi_axes, lengths;
  std::vector<double> squareness;
  bool hull_of_mesh = false;  // for a mesh: its hull is the true shape
  LibraryOptions library;

  std::optional<int> balls, hull;  // at most one of them
  std::string method = "auto";
  std::optional<double> rho, volume_error;
  std::string surface_error;
  int candidates = 4000, cells = 64;

  std::string out;
  bool overwrite = false;
};

// Holds what was made, and how good it is.
struct Result {
  TrueShape shape;
  MassProperties true_mass;
  std::vector<Ball> balls;  // balls of a cluster
  std::optional<PolyhedronData> hull;
  MassProperties mass;  // properties of the cluster or polyhedron
  Real mass_error = 0;  // error of the volume and moments of a cluster, relative
  SurfaceError surface;
  std::string how;  // "100 balls (lattice, rho 0.5)"
  bool met = true;  // the targets are met
};

Result make(const Options& options);     // throws InputError
std::string report(const Result& r);     // a table for people
std::string balls_csv(const Result& r);  // what scenes read back
std::string properties_csv(const Result& r);

// Does all of it: prints the report and writes the files, if a folder is given. Nothing is written after an error.
void run(const Options& options);

}  // namespace scree::approximate
