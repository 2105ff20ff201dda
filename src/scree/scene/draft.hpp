// A draft is a scene while it is being read: the Model so far, and what must wait until all names and bodies are known.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scree/scene/reader.hpp"
#include "scree/setup/blocks/block_types.hpp"
#include "scree/setup/blocks/make_joints.hpp"
#include "scree/setup/fill.hpp"
#include "scree/state/state.hpp"

namespace scree::scene {

struct ContactSpec {
  Table table;
  int material[2] = {-1, -1};                                // -1: any
  bool usable = false;                                       // both materials and the law are known
  std::string by;                                            // `law "hertz"`, for messages
  LawParams law;                                             // all but the numbers below
  double k_n = 0, impact_speed = 0, k_t = 0, k_t_ratio = 0;  // NaN: not given
  double adhesion = 0;
};

struct ShapeSpec {
  std::string name;
  ShapeKind kind = ShapeKind::kSphere;
  std::vector<std::uint32_t> materials;    // its material; those of the parts of a compound
  std::optional<SizeDistribution> radius;  // that of the bounding sphere
  bool usable = true;                      // false after a problem, so that what uses it makes no more of them
};

struct BodySpec {
  Table table;
  std::uint32_t type = 0;
  Real radius = 0;
  Vec3d x;
  Vec3 v, omega;
  Quat turn;  // rotation from the shape as given
};

struct BlockSpec {
  Table table;
  std::string name;
  std::vector<blocks::PlacedBlock> blocks;
  std::vector<blocks::Interface> interfaces;
  std::optional<blocks::JointOptions> joints;  // nothing: no joints
  std::vector<std::int32_t> owners;            // wall or kDynamic, one a block; empty: all dynamic
  Vec3 v, omega;                               // velocities of the group as one body
};

// Counts how bodies of a material enter: 0 none, 1 a single body, 2 more.
struct MaterialUse {
  int bodies = 0;
  bool walls = false;
  bool has_density = false, has_young = false, has_poisson = false, has_surface_energy = false;
};

struct Draft {
  explicit Draft(const std::string& path) : problems(path), folder(std::filesystem::path(path).parent_path()) {}

  Problems problems;
  std::filesystem::path folder;  // folder of the scene file, for relative paths
  Model model;
  std::vector<std::string> notes;

  std::vector<MaterialUse> use;  // one a material
  std::vector<ContactSpec> contacts;
  std::vector<ShapeSpec> shapes;          // one a body type; types of ball walls follow
  std::vector<std::uint32_t> ball_types;  // one a wall, if it is of balls
  std::vector<BlockSpec> blocks;
  std::vector<FillSpec> fills;
  std::vector<BodySpec> bodies;

  std::optional<double> dt, skin, cell_size;  // nothing: "auto"
  double fraction = 1;
};

bool read_dimension(Draft& d, const Table& root);  // first; is it two?
void read_materials(Draft& d, const Table& root);
void read_shapes(Draft& d, const Table& root);
void read_walls(Draft& d, const Table& root);
void read_blocks(Draft& d, const Table& root);    // after walls, which may carry blocks
void read_fills(Draft& d, const Table& root);     // fills, bodies, inlets
void read_motions(Draft& d, const Table& root);   // motions, flow planes, events
void read_settings(Draft& d, const Table& root);  // time, phases, alarms, domain, output
void read_measures(Draft& d, const Table& output);
void read_contacts(Draft& d, const Table& root);  // last, because only materials that can meet need a law

void place_blocks(const Draft& d, const BlockSpec& spec, State& s);
// Returns the ids of the blocks that "GROUP" or "GROUP.NUMBER" names; reports a name that is none.
std::vector<std::uint64_t> find_blocks(const Draft& d, const Table& t, const NamedRef& ref);

// Finds the numbers of the laws that depend on the size of bodies; fills laws, law_of_pair and reach.
void resolve_laws(Draft& d, const State& s);

SizeDistribution read_size(const Table& table, std::string_view key);
SizeDistribution read_half_size(const Table& table, std::string_view key);  // reads a diameter, returns the radius

// Reads the rest of a [[shape]] of type "polyhedron". What is wrong is reported, and a unit ball takes its place.
BodyType read_polyhedron_type(Draft& d, const Table& t, ShapeSpec& shape, Real density);
// Reads the rest of a shape of type "superellipsoid".
BodyType read_superellipsoid_type(Draft& d, const Table& t, ShapeSpec& shape, Real density);
// Reads the rest of a shape of type "polygon".
BodyType read_polygon_type(Draft& d, const Table& t, ShapeSpec& shape, Real density);
// Reads the rest of a shape of type "cluster".
BodyType read_cluster_type(Draft& d, const Table& t, ShapeSpec& shape, Real density);
// Reads the rest of a shape of type "compound". `material` is that of all parts, if given.
BodyType read_compound_type(Draft& d, const Table& t, ShapeSpec& shape, std::optional<std::uint32_t> material);
std::string size_text(const SizeDistribution& radius);  // "size 0.02 m"
// Returns what a number of the file of a shape is in m: the key `unit`.
Real read_file_unit(const Table& t);
// Returns how a shape is rotated from the pose it was given in: by angle and axis, or by quaternion.
Quat read_turn(const Table& t);

// Reads `name` and reports it if another of the list has it. Names may not be empty.
std::string read_name(const Table& table, const std::vector<std::string>& others, const char* what);
// Returns the place of the name in the list; reports `no such shape (cube, ball)`.
std::optional<std::uint32_t> find_name(const Table& table, const NamedRef& ref, const std::vector<std::string>& names,
                                       const char* what);
std::optional<std::uint32_t> find_name(const Table& table, std::string_view key, const std::vector<std::string>& names,
                                       const char* what);

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.push_back(item.name);
  return names;
}

}  // namespace scree::scene
