// Model: everything that is fixed once a scene is loaded. Never written afterwards.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/math/pose.hpp"
#include "scree/model/joints.hpp"
#include "scree/model/link_method.hpp"
#include "scree/model/material.hpp"
#include "scree/model/normal_method.hpp"
#include "scree/shape/polyhedron_data.hpp"
#include "scree/shape/shapes.hpp"
#include "scree/shape/shrunken_shape.hpp"
#include "scree/shape/superellipsoid.hpp"

namespace scree {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// A part of a body: a convex shape at a fixed pose. `size` is the radius at scale 1, of polyhedra and superellipsoids
// that of the ball round them. All parts of a body have the same kind.
struct Part {
  ShapeKind kind = ShapeKind::kSphere;
  Real size = 1;
  Pose pose;
  std::uint32_t material = 0;
  std::uint32_t polyhedron = 0;      // kPolyhedron: place in Model::polyhedra
  std::uint32_t superellipsoid = 0;  // kSuperellipsoid: place in Model::superellipsoids
  // kCluster: of the surface that the ball stands for, where contacts take R* from, at scale 1. 0: the ball's own.
  Real curvature_radius = 0;
  // kPolyhedron in a body of several parts: one a face, 1 where most of it lies against a face of another part. Empty:
  // none does.
  std::vector<std::uint8_t> covered;
};

// A superellipsoid in a ball of radius 1, and its surface in flat triangles for those who draw or sample it.
struct SuperellipsoidShape {
  Superellipsoid shape;
  PolyhedronData surface;
};

// A kind of body at scale 1; a body is a type and a size factor. Mass properties scale with it.
struct BodyType {
  std::string name;
  std::vector<Part> parts;
  Real density = 0;            // kg/m3
  Real volume = 0;             // m3 at scale 1; in 2-D area times thickness
  Vec3 gyration2 = {0, 0, 0};  // principal inertia / mass, m2 at scale 1
  Real bounding_radius = 1;    // m at scale 1
  Quat as_given;               // turns a body of principal axes along x, y, z into the pose its shape was given in
  bool round = false;          // a polyhedron that stands for a smooth body: its faces are no faces to contact laws

  // One sphere about the centre of mass.
  bool is_single_sphere() const {
    return parts.size() == 1 && parts[0].kind == ShapeKind::kSphere && parts[0].pose.p == Vec3{0, 0, 0} &&
           parts[0].size == bounding_radius;
  }
};
BodyType sphere_type(std::string name, std::uint32_t material, Real density);  // radius 1 m at scale 1
BodyType disc_type(std::string name, std::uint32_t material, Real density, Real thickness);

// One phase of a prescribed motion. Phases may overlap in time: their rates add up.
struct MotionPhase {
  double start = 0, end = kNever;     // s, from the start of the motion
  Vec3 velocity = {0, 0, 0};          // m/s
  Vec3 angular_velocity = {0, 0, 0};  // rad/s, about the pivot
  Vec3 amplitude = {0, 0, 0};  // m:   displacement amplitude sin(2 pi frequency t + phase), from its value at start
  Vec3 angular_amplitude = {0, 0, 0};  // rad: likewise
  Real frequency = 0;                  // Hz
  Real phase = 0;                      // rad
};
struct Motion {
  std::string name;
  std::vector<std::uint32_t> walls;
  std::vector<MotionPhase> phases;
  Vec3d pivot = {0, 0, 0};  // at t = 0, carried along by the motion
  double start = 0;         // s; kNever: an event starts it
};

struct WallBall {
  Vec3d x;  // in the frame of the wall
  Real r;
};
enum class WallKind : std::uint32_t { kPlane, kPlate, kCylinder, kCone, kBalls };
struct Wall {
  std::string name;
  WallKind kind = WallKind::kPlane;
  std::uint32_t material = 0;
  Vec3d x = {0, 0, 0};          // origin of its frame at t = 0
  Quat q;                       // its frame to world at t = 0
  Frustum frustum{};            // cylinder, cone
  std::vector<Vec3> vertices;   // plate, in its frame, z = 0
  std::vector<WallBall> balls;  // balls: become bodies carried by the wall
  bool carries_blocks = false;  // some blocks of the scene go with it
};
inline ShapeKind shape_kind(WallKind k) { return ShapeKind(std::uint32_t(k) + std::uint32_t(ShapeKind::kPlane)); }

// Radii or scales drawn at random. Lengths in m.
enum class Distribution : std::uint8_t { kFixed, kUniform, kNormal, kLognormal, kTriangular, kTable };
struct SizeDistribution {
  Distribution kind = Distribution::kFixed;
  Real min = 0, max = 0;             // cut-offs; kFixed: equal
  Real mean = 0, deviation = 0;      // normal, lognormal (of the size itself); triangular: mean is the mode
  std::vector<Real> sizes, weights;  // table: cumulative by number, linear between the rows
};

// How bodies that are no spheres are turned when they enter: any way with the same chance, or as the shape was given.
enum class Orientation : std::uint8_t { kRandom, kAsGiven };

// Bodies that enter while the run goes on.
struct Stream {
  std::string name;
  std::vector<std::uint32_t> types;
  std::vector<Real> shares;             // by number, sum 1
  std::vector<SizeDistribution> sizes;  // one a type
  Real rate = 0;                        // bodies/s, kg/s if by_mass, layers/s if layers
  bool by_mass = false;
  double start = 0, end = kNever;  // s; start kNever: an event starts it
  std::uint64_t max_count = std::numeric_limits<std::uint64_t>::max();
  Vec3d lo = {0, 0, 0}, hi = {0, 0, 0};  // box of centres; of a round inlet: the box round it
  bool round = false;                    // centres lie in the upright cylinder that just fits the box
  // A layer at a time instead of single bodies: `rate` then counts layers/s.
  bool layers = false;
  Real spacing = 0;  // m, nearest distance of sites in a layer
  Real jitter = 0;   // largest random offset, relative to the free space between bodies (0..1)
  Vec3 velocity = {0, 0, 0}, velocity_spread = {0, 0, 0};
  Orientation orientation = Orientation::kRandom;
  std::uint64_t seed = 1;
};

// Mass is counted as centres cross the plane along its normal (against it: negative).
struct FlowPlane {
  std::string name;
  Vec3d x = {0, 0, 0};
  Vec3 n = {0, 0, -1};
  Real radius = std::numeric_limits<Real>::infinity();  // only crossings within this distance of x
};

enum class Quantity : std::uint8_t {
  kTime,
  kKineticEnergyPerMass,
  kKineticEnergy,
  kBodies,
  kContacts,
  kMaxSpeed,
  kMassFlow
};
struct Event {
  std::string name;
  Quantity quantity = Quantity::kTime;
  bool above = true;        // fires when quantity >= value, else when <= value
  double value = 0;         // SI
  std::uint32_t plane = 0;  // kMassFlow
  double after = 0;         // s, not looked at before
  double hold = 0;          // s, must hold for so long without a break
  std::vector<std::uint32_t> remove_walls, start_motions, start_streams, stop_streams;
  std::vector<std::uint64_t> remove_bodies;  // ids
  bool set_gravity = false;
  Vec3 gravity = {0, 0, 0};
  bool checkpoint = false;
  bool stop = false;           // the run ends here
  double stop_after = kNever;  // s after firing the run ends
};

enum class BroadMethod : std::uint8_t { kSortedCells, kFixedCubes, kHierarchical, kBruteForce };
enum class Integrator : std::uint8_t { kVelocityVerlet, kPredictorCorrector, kGear };
// How velocity Verlet turns bodies with three different moments of inertia.
enum class Rotation : std::uint8_t { kSplitting, kPcdm };
// What two polyhedra, or one and a wall, hand to the contact law: one contact with the whole area where they press
// against each other, or every contact point for itself (Nezami et al. 2006).
enum class ContactModel : std::uint8_t { kArea, kPoints };
// What the contact points of two bodies come to (Höhner et al. 2011; docs/clusters.md): each a contact of its own;
// their mean; one contact whose overlap grows by the mean of their increments, as published, or by that of the points
// that go on; the deepest alone.
enum class Combination : std::uint8_t { kSum, kMean, kIncremental, kContinuing, kDeepest };

struct Settings {
  double dt = 0;         // s
  double end = 0;        // s
  double dt_stable = 0;  // s, the estimate dt is compared with
  Vec3 gravity = {0, 0, 0};
  Integrator integrator = Integrator::kVelocityVerlet;
  int gear_values = 5;  // 4, 5 or 6
  Rotation rotation = Rotation::kSplitting;
  int dimension = 3;   // 2: everything stays in the plane z = 0, bodies are prisms and discs
  Real thickness = 1;  // m, of bodies in 2-D
  BroadMethod broad = BroadMethod::kSortedCells;
  Real skin = 0;                 // m, of pair lists, at least
  Real most_skin = 0;            // m, while bodies are fast; if it is not above the least, all lists have that
  Real cell_size = 0;            // m, fixed_cubes; 0: chosen
  bool list_every_step = false;  // as in the silo paper
  LinkMethod polyhedron_polyhedron = LinkMethod::kShortestLink;
  bool shrunken_edges = false;  // instead of the link between two polyhedra: what their shrunken edges see
  Shrinkage shrinkage;
  NormalMethod superellipsoid_superellipsoid = NormalMethod::kSupportGap;
  ContactModel polyhedron_contact = ContactModel::kArea;
  Combination cluster_points = Combination::kContinuing;  // where one body of two is a cluster
  Combination polyhedron_points = Combination::kSum;      // of polyhedra with ContactModel::kPoints
  int reorder_every = 20;                                 // pair lists between two reorderings of the bodies; 0: never
  int order_every = 4096;  // steps between two renewals of the order in which forces are added up
  int check_every = 100;   // steps between two looks at events and alarms
  Vec3d domain_lo = {-kNever, -kNever, -kNever}, domain_hi = {kNever, kNever, kNever};  // bodies outside are removed
  Real overlap_warning = Real(0.05), overlap_limit = Real(0.5);                         // of the smaller radius
  Real start_overlap_limit = 0;                                                         // at t = 0; 0: overlap_limit
  Real energy_limit = Real(0.05);  // of the largest energy so far: growth beyond it stops the run
};

// Forces on a wall of balls round a cylinder or cone, by height.
struct WallProfile {
  std::uint32_t wall = 0;
  int bins = 20;
};

// A number about the free bodies that every row of the telemetry has (frames/measures.hpp).
enum class MeasureKind : std::uint8_t { kFront, kHeapAngle, kMassAbove, kMassInBox, kSolidFraction };
struct Measure {
  std::string name;
  MeasureKind kind = MeasureKind::kFront;
  Vec3d point = {0, 0, 0};
  Vec3d direction = {1, 0, 0};           // of length 1
  double half_width = kNever;            // m, heap angle: of the strip along the direction
  Vec3d lo = {0, 0, 0}, hi = {0, 0, 0};  // mass in a box, solid fraction
};

struct OutputSettings {
  double frames_every = 0;       // s, 0: first and last only
  double telemetry_every = 0;    // s, 0: 200 rows a run
  double checkpoints_every = 0;  // s of simulated time; 0: by wall clock
  double checkpoint_minutes = 10;
  int keep_checkpoints = 2;
  bool frames = true;
  bool contacts = true;  // contacts in frames
  bool vtk = false;
  std::vector<WallProfile> profiles;
  std::vector<Measure> measures;
};

struct Model {
  std::string title;
  std::vector<Material> materials;
  std::vector<LawParams> laws;             // see law_of
  std::vector<std::uint32_t> law_of_pair;  // material x material -> laws
  std::vector<BodyType> body_types;
  // At scale 1: circumradius 1, centroid at the origin, axes along the principal ones. In 2-D prisms from z = -1 to 1
  // over polygons of circumradius 1.
  std::vector<PolyhedronData> polyhedra;
  std::vector<ShrunkenShape> shrunken;  // of the polyhedra, if the settings ask for shrunken edges
  std::vector<SuperellipsoidShape> superellipsoids;
  std::vector<Wall> walls;
  // What polyhedra and superellipsoids meet, one a wall, in its frame: plates as two faces back to back, the outside of
  // cylinders and cones as prisms of many sides; nothing for other walls, and where all bodies are spheres.
  std::vector<PolyhedronData> wall_shapes;
  std::vector<Motion> motions;
  std::vector<Stream> streams;
  std::vector<FlowPlane> flow_planes;
  std::vector<Event> events;
  std::vector<BlockGroup> blocks;
  std::vector<Joint> joints;
  Settings settings;
  OutputSettings output;

  std::uint32_t law_index(std::uint32_t m_a, std::uint32_t m_b) const {
    return law_of_pair[std::size_t(m_a) * materials.size() + m_b];
  }
  bool has_kinematic_bodies() const {
    for (const Wall& w : walls)
      if (w.kind == WallKind::kBalls || w.carries_blocks) return true;
    return false;
  }
  bool has(ShapeKind kind) const {  // among bodies
    for (const BodyType& t : body_types)
      if (t.parts.front().kind == kind) return true;
    return false;
  }
  bool has_polyhedra() const { return has(ShapeKind::kPolyhedron); }
  bool has_superellipsoids() const { return has(ShapeKind::kSuperellipsoid); }
  bool has_clusters() const { return has(ShapeKind::kCluster); }
  bool has_round_polyhedra() const {
    for (const BodyType& t : body_types)
      if (t.round) return true;
    return false;
  }
  // Anything but spheres: how bodies are turned matters.
  bool has_shaped_bodies() const { return has_linked_bodies() || has_clusters(); }
  bool has_only_single_spheres() const {
    for (const BodyType& t : body_types)
      if (!t.is_single_sphere()) return false;
    return true;
  }
  // Pairs remember how they met.
  bool has_linked_bodies() const { return has_polyhedra() || has_superellipsoids(); }
  // What happens to the points of a pair of such kinds.
  Combination combination_of(ShapeKind a, ShapeKind b) const {
    if (a == ShapeKind::kCluster || b == ShapeKind::kCluster) return settings.cluster_points;
    const bool points = settings.polyhedron_contact == ContactModel::kPoints;
    const bool flat = a == ShapeKind::kPolyhedron && (b == ShapeKind::kPolyhedron || is_wall(b));
    return points && flat ? settings.polyhedron_points : Combination::kSum;
  }
  bool combines_points() const {
    const bool points = has_polyhedra() && settings.polyhedron_contact == ContactModel::kPoints;
    return (has_clusters() && settings.cluster_points != Combination::kSum) ||
           (points && settings.polyhedron_points != Combination::kSum);
  }
  // In 2-D bodies of all sizes have the same thickness.
  double volume_of(std::uint32_t type, double scale) const { return sized(double(body_types[type].volume), scale); }
  double mass_of(std::uint32_t type, double scale) const {
    return sized(double(body_types[type].density) * double(body_types[type].volume), scale);
  }
  double sized(double at_scale_1, double scale) const {
    return settings.dimension == 2 ? at_scale_1 * scale * scale : at_scale_1 * scale * scale * scale;
  }
  Real largest_radius = 0, smallest_radius = 0;  // over all bodies there are or may enter
  // R* is never more. Superellipsoids may be flatter than the ball round them, and what stands for them.
  Real largest_contact_radius() const {
    Real factor = has_superellipsoids() ? kMostRadius : Real(1);
    for (const BodyType& t : body_types)
      for (const Part& part : t.parts) factor = part.curvature_radius > factor ? part.curvature_radius : factor;
    return factor * largest_radius;
  }
  Real reach = 0;  // largest cohesive reach over all pairs of materials and sizes
};

}  // namespace scree
