// How contacts meet, four at a time: normals, gaps and velocities where bodies touch, and what forces there turn. One
// struct for each kind of contact; a law is put through all four of them (evaluate_batch.cpp).
#pragma once
#include <algorithm>

#include "scree/force/evaluate_batch.hpp"
#include "scree/force/patch_overlap.hpp"
#include "scree/math/pack.hpp"
#include "scree/state/separation.hpp"

namespace scree::force {

// Contacts k .. k + n of the batch: their bodies. Lanes beyond n repeat the last one; their results go nowhere.
struct Lanes {
  std::size_t k;      // in the batch's points
  std::size_t place;  // of the first one, in Contacts
  int n;
  std::uint32_t a[kLanes], b[kLanes], to[kLanes];
};

inline Lanes lanes_at(const BatchContext& args, std::size_t k) {
  Lanes l;
  l.k = k;
  l.place = args.batch.first + k;
  l.n = int(std::min<std::size_t>(kLanes, args.n_points - k));
  for (int i = 0; i < kLanes; ++i) {
    const std::uint32_t p = args.points.pair[k + std::size_t(i)];
    l.a[i] = args.s.pairs.a[p];
    l.b[i] = args.s.pairs.b[p];
    l.to[i] = args.s.pairs.accumulator_of_pair[p];
  }
  return l;
}

// The vectors f(0) .. f(3).
template <class F>
Vec3Pack gathered(F&& f) {
  return from_rows(row_of(f(0)), row_of(f(1)), row_of(f(2)), row_of(f(3)));
}

// How four pairs meet: where, and how the two sides move there.
struct ContactKinematics {
  Vec3Pack n, v;  // normal from A to B; velocity of A's point minus that of B's
  Pack gap;
  Pack spin;          // mean of the two along n
  Vec3Pack omega;     // that of A minus that of B
  Pack inner_radius;  // of the smaller of the two bodies; what overlaps are compared with
  // Sums over both sides of 1/m, 1/r, 1/(I + m r^2); of kinematic bodies and walls 0.
  Pack inv_mass, inv_radius, inv_roll;
};

// 1/(I + m r^2) of both bodies of four pairs.
inline Pack sum_inv_roll(const BatchContext& args, const Lanes& l) {
  const Bodies& bodies = args.s.bodies;
  const auto of = [&](std::uint32_t i) {
    if (is_wall_index(i) || bodies.owner[i] != kDynamic) return Real(0);
    return 1 / (inertia_of(args.model, bodies, i) + bodies.mass[i] * bodies.radius[i] * bodies.radius[i]);
  };
  Pack r;
  for (int i = 0; i < kLanes; ++i) r.lanes[i] = of(l.a[i]) + of(l.b[i]);
  return r;
}

// Two spheres each: normal and levers lie on the line of centres (Höhner et al. 2011, Eq. 9). Which of them is A makes
// no difference to the last bit: exchanged, vectors change sign and numbers stay. So radii are added before anything
// else.
template <class Law>
struct OnCentreLine {
  static constexpr bool kPatch = false, kCombined = false;
  // A force along the line of centres has no torque, and the velocity along it no share of the spins.
  static constexpr bool kTorque = Law::kTorque, kOnePoint = true;
  ContactKinematics m;
  Pack lever_a, lever_b;  // from the centres to the contact point, along n and against it

  void find_kinematics(const BatchContext& args, const Lanes& l) {
    const Bodies& b = args.s.bodies;
    const PackPair size_a = gather_pairs(args.s.scratch.list.size.data(), l.a);
    const PackPair size_b = gather_pairs(args.s.scratch.list.size.data(), l.b);
    const Pack r_a = size_a.first, r_b = size_b.first;
    const Vec3Pack between = separations(b, l.a, l.b);
    const Pack d = norm(between);
    // Coincident centres have no normal; up is as good as any and the same every time.
    m.n = select(d > 0, 1 / d * between, Vec3Pack{0, 0, 1});
    m.gap = d - (r_a + r_b);
    m.inner_radius = smaller(r_a, r_b);
    m.v = gather_difference(b.v.data(), l.a, l.b);
    if constexpr (Law::kTorque) {
      lever_a = fma(Pack(0.5), m.gap, r_a);
      lever_b = fma(Pack(0.5), m.gap, r_b);
      // Half the sum and half the difference of the levers times those of the spins.
      const Vec3Pack sum = gather_sum(b.omega.data(), l.a, l.b),
                     difference = gather_difference(b.omega.data(), l.a, l.b);
      m.v = cross_plus(fma((r_a - r_b) / 2, difference, d / 2 * sum), m.n, m.v);
      m.spin = dot(sum, m.n) / 2;
      if constexpr (Law::kRolling) m.omega = difference, m.inv_roll = sum_inv_roll(args, l);
    }
    m.inv_mass = size_a.second + size_b.second;
    if constexpr (Law::kUsesRadius) m.inv_radius = 1 / r_a + 1 / r_b;
  }
  void torques(const Vec3Pack& f, Vec3Pack& on_a, Vec3Pack& on_b) const {
    const Vec3Pack moment = cross(m.n, f);
    on_a = lever_a * moment, on_b = lever_b * moment;
  }
};

// 1/m* of a pull along n at the end of a lever, the share of turning only: (r x n) . I^-1 (r x n). With it restitution
// is that of the velocities where bodies touch, whatever their levers. Spheres and what does not turn have none.
inline Pack inv_mass_of_turning(const BatchContext& args, const std::uint32_t* bodies, const Vec3Pack& arm,
                                const Vec3Pack& n) {
  const auto row = [&](Vec3 Mat3::*r) {
    return gathered([&](int i) -> const Vec3& { return args.s.scratch.narrow.turn[bodies[i]].*r; });
  };
  const Vec3Pack w = cross(arm, n), per = gather(args.s.scratch.list.inv_inertia.data(), bodies);
  const Vec3Pack u = fma(w.z, row(&Mat3::row2), fma(w.y, row(&Mat3::row1), w.x * row(&Mat3::row0)));
  return dot(componentwise(u, u), per);
}

inline Pack inner_radii_of(const BatchContext& args, const std::uint32_t* bodies) {
  const std::vector<Real>& inner = args.s.scratch.list.inner_radius;
  return inner.empty() ? gather_pairs(args.s.scratch.list.size.data(), bodies).first : gather(inner.data(), bodies);
}

// Anything else: points as the narrow phase gave them, B a body or a wall.
template <class Law>
struct AtPoints {
  static constexpr bool kTorque = true, kOnePoint = false, kPatch = false, kCombined = false;
  ContactKinematics m;
  Vec3Pack arm_a, arm_b;  // from the centres (walls: from their origin) to the contact point

  // B of all four is a body, or a wall: a batch has one kind.
  void find_kinematics(const BatchContext& args, const Lanes& l, bool radii = Law::kUsesRadius) {
    const Bodies& bodies = args.s.bodies;
    const bool walls = is_wall_index(l.b[0]);
    m.n = load_four(&args.points.n[l.k]);
    m.gap = Pack::load(&args.points.gap[l.k]);
    arm_a = load_four(&args.points.p[l.k]);
    const Vec3Pack v_a = gather(bodies.v.data(), l.a), omega_a = gather(bodies.omega.data(), l.a);
    m.inv_mass = gather_pairs(args.s.scratch.list.size.data(), l.a).second;
    m.inner_radius = inner_radii_of(args, l.a);
    Vec3Pack v_b, omega_b;
    if (walls) {
      const auto wall = [&](int i) -> const WallState& { return args.s.walls[l.b[i] & ~kWallBit]; };
      arm_b = arm_a - (gathered([&](int i) -> const Vec3& { return wall(i).x; }) - gather(bodies.x.data(), l.a));
      v_b = gathered([&](int i) -> const Vec3& { return wall(i).v; });
      omega_b = gathered([&](int i) -> const Vec3& { return wall(i).omega; });
    } else {
      arm_b = arm_a - separations(bodies, l.a, l.b);
      v_b = gather(bodies.v.data(), l.b), omega_b = gather(bodies.omega.data(), l.b);
      m.inv_mass += gather_pairs(args.s.scratch.list.size.data(), l.b).second;
      m.inner_radius = smaller(inner_radii_of(args, l.b), m.inner_radius);
    }
    if (!args.points.inv_radius.empty()) {
      m.inv_radius = Pack::load(&args.points.inv_radius[l.k]);
    } else if (radii) {
      for (int i = 0; i < kLanes; ++i) m.inv_radius.lanes[i] = inv_radius(args.model, bodies, l.a[i], l.b[i]);
    }
    if (args.levers) {
      m.inv_mass += inv_mass_of_turning(args, l.a, arm_a, m.n);
      if (!walls) m.inv_mass += inv_mass_of_turning(args, l.b, arm_b, m.n);
    }
    m.v = cross_plus(omega_a, arm_a, v_a) - cross_plus(omega_b, arm_b, v_b);
    m.spin = dot(omega_a + omega_b, m.n) / 2;
    m.omega = omega_a - omega_b;
    if constexpr (Law::kRolling) m.inv_roll = sum_inv_roll(args, l);
  }
  void torques(const Vec3Pack& f, Vec3Pack& on_a, Vec3Pack& on_b) const {
    on_a = cross(arm_a, f), on_b = -cross(arm_b, f);
  }
};

inline bool is_round(const BatchContext& args, std::uint32_t i) {
  return !is_wall_index(i) && args.model.body_types[args.s.bodies.type[i]].round;
}

// Polyhedra that press over an area. The law sees a generalised overlap xi, and everything that belongs to its rate:
// with rate = d xi / d depth velocities are multiplied by it, masses divided by its square, and the forces of the law
// multiplied by it again. Energies are then right as they stand, and so is restitution (docs/polyhedra-in-motion.md).
template <class Law>
struct OverPatch : AtPoints<Law> {
  static constexpr bool kPatch = true;
  Pack xi, rate;
  Vec3Pack g1, g2;

  void find_kinematics(const BatchContext& args, const Lanes& l) {
    AtPoints<Law>::find_kinematics(args, l, false);
    // Of two polyhedra, or of one and a wall, which counts as flat.
    const Size* const sizes = args.s.scratch.list.size.data();
    this->m.inv_radius = 1 / gather_pairs(sizes, l.a).first;
    if (!is_wall_index(l.b[0])) this->m.inv_radius += 1 / gather_pairs(sizes, l.b).first;
    const LawParams& law = args.model.laws[args.s.pairs.buckets[args.batch.bucket].law];
    Mask round;
    for (int i = 0; args.round && i < kLanes; ++i)
      round.lanes[i] = is_round(args, l.a[i]) || is_round(args, l.b[i]) ? -1 : 0;
    const PatchOverlapT<Pack> o =
        patch_overlap<Pack>(law.normal, Pack::load(&args.points.j4[l.k]), Pack::load(&args.points.j3[l.k]), this->m.gap,
                            1 / this->m.inv_radius, round);
    xi = o.xi, rate = o.rate;
    g1 = load_four(&args.points.g1[l.k]), g2 = load_four(&args.points.g2[l.k]);
    this->m.gap = -xi;
  }
};

// Points that make up contacts together: the law sees the overlap of the contact, and each point has its share of what
// the law says.
template <class Law>
struct InShares : AtPoints<Law> {
  static constexpr bool kCombined = true;
  Pack share;

  void find_kinematics(const BatchContext& args, const Lanes& l) {
    AtPoints<Law>::find_kinematics(args, l);
    share = Pack::load(&args.combined->share[l.k]);
    this->m.gap = -Pack::load(&args.combined->xi[l.k]);
  }
};

}  // namespace scree::force
