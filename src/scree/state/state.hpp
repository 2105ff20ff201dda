// State: everything that changes. A checkpoint is a State; a test can build one by hand.
#pragma once
#include <cstdint>
#include <vector>

#include "scree/math/exact_sum.hpp"
#include "scree/model/model.hpp"
#include "scree/state/contacts.hpp"
#include "scree/state/link_cache.hpp"
#include "scree/state/link_counters.hpp"
#include "scree/state/normal_counters.hpp"
#include "scree/state/scratch.hpp"

namespace scree {

inline constexpr std::int32_t kDynamic = -1;
inline constexpr std::uint32_t kWallBit = 0x80000000u;
inline constexpr std::uint32_t kSideKnown = 0x80000000u;  // Bodies::side
inline constexpr std::size_t kMaxFlowPlanes = 31;

struct Bodies {
#define SCREE_FIELD(name, type, ghosts, unit, frame) std::vector<type> name;
#include "scree/state/fields.def"
#undef SCREE_FIELD
  std::vector<Wrench>
      wrench;  // N and N m, of contacts and joints, without gravity, about x; frames have it as f and tau
  std::size_t size() const { return id.size(); }
};

// Calls f("name", array) for every field.
template <class B, class F>
void for_each_field(B& bodies, F&& f) {
#define SCREE_FIELD(name, type, ghosts, unit, frame) f(#name, bodies.name);
#include "scree/state/fields.def"
#undef SCREE_FIELD
  f("wrench", bodies.wrench);
}
void resize(Bodies& b, std::size_t n);
void reserve(Bodies& b, std::size_t n);  // keeps their number

// Which body of a pair is A: the one with the lower id. Where all bodies are single spheres it makes no difference to
// the last bit (force/contact_kinematics.hpp), and A is the one later in order: then a group of bodies (contacts.hpp)
// meets none but those of groups before it, which have moved already and which a cache may still have.
class Sides {
 public:
  Sides(const Model& model, const Bodies& bodies) : bodies_(bodies), by_order_(model.has_only_single_spheres()) {}
  bool is_a(std::uint32_t i, std::uint32_t j) const {
    if (by_order_ && bodies_.order[i] != bodies_.order[j]) return bodies_.order[i] > bodies_.order[j];
    return bodies_.id[i] < bodies_.id[j];
  }

 private:
  const Bodies& bodies_;
  bool by_order_;
};

// Candidate pairs, sorted by bucket, then by the order of A, then by that of B (order.hpp). Sides says who is A; walls
// are always B.
struct Bucket {
  ShapeKind kind_a = ShapeKind::kSphere, kind_b = ShapeKind::kSphere;  // which algorithm: the pair table knows
  std::uint32_t law = 0;                                               // Model::laws
  Real reach = 0;                                                      // m, contact points up to this gap are kept
  std::uint32_t begin = 0, end = 0;
};
struct Pairs {
  std::vector<std::uint32_t> a, b;
  std::vector<Bucket> buckets;
  // Force and torque on each of the n bodies are added up in its wrench, pair by pair. Where B is not in the group of
  // A, and so not in the hands of the same thread, an accumulator takes what B gets from that group in a bucket:
  // accumulator_body says for which body each one is, in rising order, those of one body in the order of pairs. What a
  // wall gets (about its origin) has one accumulator a unit: the last ones, those of walls[0] <= walls[1] <= ...
  // accumulator_of_pair[p] is where what B of pair p gets is added: below n the wrench of a body, else
  // accumulators[accumulator_of_pair[p] - n]. So there is one order of adding up, whatever the order of arrays and
  // threads. Between steps all accumulators are zero.
  std::vector<std::uint32_t> accumulator_of_pair, accumulator_body, walls;
  std::vector<Wrench> accumulators;
  std::size_t size() const { return a.size(); }
};

// What pairs with polyhedra or superellipsoids remember of their last step: cache[first[p]] .. cache[first[p + 1]] of
// pair p, one a pair of parts. Empty where all bodies are spheres or clusters.
struct Links {
  std::vector<LinkMemo> cache;
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> a, b;  // detached: bodies (b: or kWallBit + wall), while there is no list to index them by
};

struct WallState {
  Vec3d x = {0, 0, 0};
  Quat q;
  Vec3 v = {0, 0, 0}, omega = {0, 0, 0};  // over the current step, v at x
  Vec3 f = {0, 0, 0}, tau = {0, 0, 0};    // on the wall by the bodies, tau about x
  Real travel = 0;                        // m, bound on what its surface near bodies has moved since the pair list
  Real extent = 0;                        // m, farthest from x that its surface can meet a body
  std::uint8_t present = 1;
};

struct StreamState {
  std::uint64_t inserted = 0;
  std::uint64_t draws = 0;  // counter of its random stream
  double owed = 0;          // bodies or kg due and not yet inserted
  double start = 0, end = kNever;
  double mass = 0;  // kg inserted
};

struct EventState {
  double since = kNever;  // the condition holds since
  double fired_at = kNever;
};

// Energies in J. `held` is what the system has now; `lost` and `given` are sums over the run, exact, so that they do
// not depend on how bodies and contacts are shared out.
#define SCREE_LEDGER_HELD(X) \
  X(kinetic_translation)     \
  X(kinetic_rotation) X(gravity) X(elastic_normal) X(elastic_tangential) X(cohesion) X(elastic_joints)
#define SCREE_LEDGER_LOST(X) \
  X(friction)                \
  X(damping_normal) X(damping_tangential) X(rolling) X(cohesion_lost) X(contact_loss) X(joint_loss) X(removed)
#define SCREE_LEDGER_GIVEN(X) X(wall_work) X(inserted) X(external)
// The formatter takes the list of entries for one long expression.
// clang-format off
struct Ledger {
#define X(name) double name = 0;
  SCREE_LEDGER_HELD(X)
#undef X
#define X(name) ExactSum name;
  SCREE_LEDGER_LOST(X) SCREE_LEDGER_GIVEN(X)
#undef X
  double initial = 0;
  double largest = 0;  // largest energy the books have seen, the scale of the residual

  double held() const {
    double sum = 0;
#define X(name) sum += name;
    SCREE_LEDGER_HELD(X)
#undef X
    return sum;
  }
  double lost() const {
    ExactSum sum;
#define X(name) sum += name;
    SCREE_LEDGER_LOST(X)
#undef X
    return sum.value();
  }
  double given() const {
    ExactSum sum;
#define X(name) sum += name;
    SCREE_LEDGER_GIVEN(X)
#undef X
    return sum.value();
  }
  double residual() const { return held() + lost() - given() - initial; }  // > 0: energy out of nowhere
  double relative_residual() const { return largest > 0 ? residual() / largest : 0; }
};
// clang-format on

// The deepest overlaps of contacts since the last row of telemetry, relative to the inner radius of the smaller body
// (inner_radii). With a wall: of the body alone.
struct DeepestOverlaps {
  double bodies = 0, walls = 0;
  double larger() const { return bodies > walls ? bodies : walls; }
};

struct Counters {
  std::uint64_t step = 0;
  std::uint64_t pair_lists = 0;
  std::uint64_t list_step = 0;  // in which the pair list was made
  std::uint64_t reorderings = 0;
  std::uint64_t removed_bodies = 0;
  ExactSum removed_mass;  // kg
};

struct State {
  Bodies bodies;
  Pairs pairs;
  Contacts contacts;
  Links links;
  std::vector<WallState> walls;
  std::vector<double> motion_start;  // s, kNever: not started
  std::vector<StreamState> streams;
  std::vector<EventState> events;
  std::vector<ExactSum> flow_mass;  // kg through each flow plane so far
  std::vector<JointState> joints;   // one for each of the model
  std::vector<Quat> q_listed;       // how bodies were turned when the pair list was made; empty for spheres
  std::vector<Vec3> aux;            // what the integrator keeps: aux_per_body(settings) vectors a body
  Vec3 gravity = {0, 0, 0};
  double stop_at = kNever;  // s, set by events
  Ledger ledger;
  Counters counters;
  DeepestOverlaps deepest;
  double energy_floor = 0;     // J, that mean nothing in this scene, however little energy there is (run/alarms.cpp)
  LinkCounters link_counters;  // over the whole run
  NormalCounters normal_counters;  // likewise, of superellipsoids
  std::uint64_t next_id = 0;
  std::uint32_t unit_shift = 0, group_shift = 0;  // bodies with the same order >> shift are a unit, a group
  Real skin = 0;                                  // m, of the pair list
  bool list_valid = false;         // false: the pair list must be rebuilt (bodies came, went or walls vanished)
  bool checkpoint_wanted = false;  // set by an event, cleared by the run

  Scratch scratch;

  double time(const Model& m) const { return double(counters.step) * m.settings.dt; }
};

// Vectors an integrator keeps for a body: translation and rotation of what velocity Verlet does not need.
inline std::size_t aux_per_body(const Settings& s) {
  if (s.integrator == Integrator::kPredictorCorrector) return 2;
  if (s.integrator == Integrator::kGear) return 2 * std::size_t(s.gear_values - 2);
  return 0;
}

// The first State of a model without bodies: walls in place, counters zero.
State initial_state(const Model& model);

// Appends a body, turned as its shape was given, and returns its index. Mass and bounding radius follow from type and
// scale.
std::size_t add_body(const Model& model, State& s, std::uint32_t type, Real scale, const Vec3d& x, const Vec3& v,
                     std::int32_t owner = kDynamic);
// Takes out the bodies with remove[i] != 0 with their pairs and contacts; the others keep their order.
void remove_bodies(State& s, const std::vector<std::uint8_t>& remove);
// Puts body order[i] at place i, and renames it in contacts. The pair list is gone.
void reorder_bodies(State& s, const std::vector<std::uint32_t>& order);

// What an overlap is compared with, for each body: a sphere that lies inside it. Of a cluster or a compound that of its
// largest part, because a needle is thinner than its bounding sphere.
std::vector<Real> inner_radii(const Model& model, const Bodies& bodies);

// Contacts out of their batches: without gaps, bodies by index, the pair list no longer needed.
Contacts detached(const State& s);
void detach_contacts(State& s);
// The same for what pairs remember.
void detach_links(State& s);
// Detached contacts whose A and B have changed places, because the order of bodies is new, are turned round with their
// springs.
void swap_sides(const Model& model, State& s);
// Gives every batch of contacts k at least wanted[k] places.
void make_room(State& s, const std::vector<std::uint32_t>& wanted);

// Calls f(place, a, b) for every contact.
template <class F>
void for_each_contact(const State& s, F&& f) {
  const Contacts& c = s.contacts;
  for (const Batch& batch : c.batches)
    for (std::size_t k = batch.first; k < batch.first + batch.count; ++k)
      f(k, s.pairs.a[c.pair[k]], s.pairs.b[c.pair[k]]);
  for (std::size_t k = 0; k < c.a.size(); ++k) f(k, c.a[k], c.b[k]);
}
std::size_t count_contacts(const Contacts& c);
std::size_t count_touching(const State& s);  // those with a gap of 0 or less

// Spheres, cubes and the like have one moment of inertia about every axis. Computed moments that should be equal differ
// by round-off; mass_properties.hpp counts moments as equal within the same bound.
inline bool has_one_moment(const BodyType& type) {
  const Vec3& g = type.gyration2;
  const Real bound = Real(1e-9) * g.x;
  return std::abs(g.y - g.x) <= bound && std::abs(g.z - g.x) <= bound;
}
// The three principal moments, along the body's axes.
inline Vec3 inertias_of(const Model& model, const Bodies& b, std::size_t i) {
  return b.mass[i] * b.scale[i] * b.scale[i] * model.body_types[b.type[i]].gyration2;
}
// One number for all axes: the moment of a body that has only one, else the mean of the three, which is good enough for
// the dashpot of rolling resistance. Written so that the mean of equals is that number to the bit.
inline Real inertia_of(const Model& model, const Bodies& b, std::size_t i) {
  const Vec3& g = model.body_types[b.type[i]].gyration2;
  return (g.x + ((g.y - g.x) + (g.z - g.x)) / 3) * b.mass[i] * b.scale[i] * b.scale[i];
}
// omega is in world axes, the moments are along the body's.
inline double rotational_energy(const Model& model, const Bodies& b, std::size_t i) {
  if (has_one_moment(model.body_types[b.type[i]])) return inertia_of(model, b, i) / 2 * norm2(b.omega[i]);
  const Vec3 moments = inertias_of(model, b, i), omega = rotate(conjugate(b.q[i]), b.omega[i]);
  return (moments.x * omega.x * omega.x + moments.y * omega.y * omega.y + moments.z * omega.z * omega.z) / 2;
}

inline bool is_wall_index(std::uint32_t b) { return (b & kWallBit) != 0; }
// Whether those who look at contacts have to turn one round: to them A has the lower id, always.
inline bool is_swapped(const Bodies& bodies, std::uint32_t a, std::uint32_t b) {
  return !is_wall_index(b) && bodies.id[b] < bodies.id[a];
}
// 1/R* of a contact. Flat or curved, a wall counts as flat; so does a polyhedron to a sphere.
inline Real inv_radius(const Model& model, const Bodies& bodies, std::uint32_t a, std::uint32_t b) {
  if (is_wall_index(b)) return 1 / bodies.radius[a];
  const bool sphere_a = model.body_types[bodies.type[a]].parts.front().kind == ShapeKind::kSphere;
  const bool sphere_b = model.body_types[bodies.type[b]].parts.front().kind == ShapeKind::kSphere;
  const bool flat_a = sphere_b && !sphere_a, flat_b = sphere_a && !sphere_b;
  return (flat_a ? 0 : 1 / bodies.radius[a]) + (flat_b ? 0 : 1 / bodies.radius[b]);
}
// Bodies by id, then walls.
inline std::uint64_t partner_id(const Bodies& bodies, std::uint32_t b) {
  return is_wall_index(b) ? 0x8000000000000000ull | (b & ~kWallBit) : bodies.id[b];
}

// Of ids, kinds, sizes, poses, velocities, contact springs and broken joints: the sum mod 2^64 of a hash a body,
// contact and joint (math/item_hash.hpp), each of ids and values alone. So neither the order of arrays nor who holds an
// item matters.
std::uint64_t state_hash(const State& s);
// Of the energies in the ledger, of walls, what went through flow planes and came from streams, and when events
// happened. Counts of lists and searches are no physics and stay out.
std::uint64_t books_hash(const State& s);

}  // namespace scree
