#include "shape_options.hpp"

namespace app {
namespace {

void add_source_options(CLI::App& command, scree::approximate::Options& o) {
  command
      .add_option("SHAPE", o.source,
                  "the true shape: sphere, ellipsoid, superellipsoid, a library shape (docs/shapes.md), a closed mesh "
                  "(.stl, .obj, in m) or a scene (.toml, with --shape)")
      ->required();
  command.add_option("--shape", o.shape, "name of the shape of a scene")->type_name("NAME");
  command.add_option("--radius", o.radius, "sphere: its radius, 0.025 or \"25 mm\" (default: 1)")->type_name("LENGTH");
  command.add_option("--semi-axes", o.semi_axes, "ellipsoid, superellipsoid: half its lengths")
      ->delimiter(',')
      ->type_name("A,B,C");
  command.add_option("--squareness", o.squareness, "superellipsoid: its exponents (default: 1,1)")
      ->delimiter(',')
      ->type_name("E1,E2");
  command.add_option("--lengths", o.lengths, "box: its edges")->delimiter(',')->type_name("A,B,C");
  command.add_option("--sides", o.library.sides, "prism: sides of its base")->type_name("N")->capture_default_str();
  command.add_option("--height", o.library.height, "prism: height by the diameter of its base")
      ->type_name("X")
      ->capture_default_str();
  command.add_option("--seed", o.library.rock.seed, "rock")->type_name("N")->capture_default_str();
  command.add_flag("--of-hull", o.hull_of_mesh, "mesh: its convex hull is the true shape");
  command.add_option("--size", o.size, "scale it to this diameter of the ball round it")->type_name("LENGTH");
}

void add_result_options(CLI::App& command, scree::approximate::Options& o) {
  command.add_option("--balls", o.balls, "a cluster of N balls inside; method fill: of N at most")->type_name("N");
  command.add_option("--hull", o.hull, "a convex polyhedron of N vertices")->type_name("N");
  command.add_option("--method", o.method, "of a cluster: lattice (sphere), axis (ellipsoid), fill (any)")
      ->check(CLI::IsMember({"auto", "lattice", "axis", "fill"}))
      ->capture_default_str();
  command.add_option("--rho", o.rho, "lattice: radius of the balls by that of the sphere (default: 0.5)")
      ->type_name("X");
  command.add_option("--volume-error", o.volume_error, "fill: stop at this part of the volume missing")->type_name("X");
  command.add_option("--surface-error", o.surface_error, "fill: stop at this largest distance from the surface")
      ->type_name("LENGTH");
  command.add_option("--candidates", o.candidates, "fill: balls to choose from")->type_name("N")->capture_default_str();
}

}  // namespace

void add_shape_options(CLI::App& command, scree::approximate::Options& o) {
  add_source_options(command, o);
  add_result_options(command, o);
  command.add_option("--cells", o.cells, "balls.stl: cells of the grid along the longest side")
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--out", o.out, "folder for balls.csv, properties.csv and STL files")->type_name("DIR");
  command.add_flag("--overwrite", o.overwrite, "replace the files in DIR");
}

}  // namespace app
