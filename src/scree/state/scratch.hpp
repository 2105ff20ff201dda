// What the stages of a step keep from one step to the next although it follows from the rest of the State: to save work
// or allocations. It is never saved; whoever owns a struct rebuilds it where it is missing.
#pragma once
#include <cstdint>
#include <vector>

#include "scree/math/quat.hpp"
#include "scree/model/joints.hpp"
#include "scree/state/contacts.hpp"
#include "scree/state/cube_tables.hpp"
#include "scree/state/sweep.hpp"

namespace scree {

// integrate/ fills this in every step: the largest displacement and speed of each chunk of bodies (parallel.hpp).
struct MotionScratch {
  std::vector<double> chunk_displacement, chunk_speed;
};

// broad/fixed_cubes.cpp keeps the entries of wall balls from list to list.
struct BroadScratch {
  CubeTables cubes;
};

// What a step knows of the next one's first half. A body whose velocity or spin is no finite number makes the speed
// one, too. It holds if nobody but boundary::advance changes bodies in between.
struct PairListForecast {
  std::uint64_t step = ~std::uint64_t(0);  // Counters::step that it is for
  double moved = 0;                        // m, from where a body was listed, at most, before it
  double speed = 0;                        // m/s, a bound on the velocities in it
  Vec3 gravity = {0, 0, 0};
};
struct Size {
  Real radius, inv_mass;  // 1/m is 0 for kinematic bodies
};
// contacts/ makes this with the pair list; it stays as it is while the list is valid.
struct PairListScratch {
  Sweep sweep;
  PairListForecast forecast;
  std::vector<Size> size;                // of bodies
  std::vector<Real> inner_radius;        // of bodies; empty if all are single spheres, whose radius it is
  std::vector<std::uint32_t> kinematic;  // bodies with an owner, wall by wall
  std::vector<Vec3> inv_inertia;    // of bodies, along their axes; 0 of spheres among others; empty if all are spheres
  std::vector<float> displacement;  // m, of bodies: what their points have moved since the list was made, at most
  Contacts ended;                   // contacts that the new list does not have, until their energy is booked
  int threads = 1 << 20;            // that a step has work for
};

// Balls of clusters where they are: those of body i are balls[first[i]] .. balls[first[i + 1]].
struct PlacedBall {
  Vec3 x;  // world
  Real r;
};
struct PlacedBalls {
  std::vector<PlacedBall> at_scale_1;  // of all types, one after the other
  std::vector<std::uint32_t> first_of_type;
  std::vector<PlacedBall> balls;  // now
  std::vector<std::uint32_t> first;
  // Pairs of balls that may touch while the pair list holds, in the order of pairs: a and b of `balls`. Those of pair p
  // are near_start[p] .. near_start[p + 1].
  std::vector<std::uint32_t> near_a, near_b, near_pair, near_start;
  std::uint64_t list = ~std::uint64_t(0);  // Counters::pair_lists that they were made for
};
// narrow/ makes this for each step.
struct NarrowScratch {
  std::vector<Mat3> turn;  // of bodies, body to world; empty if all are spheres
  PlacedBalls placed;
};

// What a joint does in a step.
struct JointForce {
  Wrench on_a, on_b;
  double elastic = 0, damping_normal = 0, damping_tangential = 0;  // J
  JointMode breaks = JointMode::kIntact;
};
// force/joints.cpp fills this in every step.
struct JointScratch {
  std::vector<JointForce> forces;
};

struct Scratch {
  MotionScratch motion;
  BroadScratch broad;
  PairListScratch list;
  NarrowScratch narrow;
  JointScratch joints;
};

}  // namespace scree
