// Forces: contact points -> forces and torques on bodies and walls, springs moved on, energies booked.
#pragma once
#include <span>
#include <vector>

#include "scree/force/combine.hpp"
#include "scree/force/law.hpp"
#include "scree/narrow/points.hpp"
#include "scree/state/state.hpp"

namespace scree::force {

// What contacts do to the ledger, unit by unit. Each share of threads has one of its own.
struct Books {
#define X(name) ExactSum name;
  SCREE_CONTACT_ENERGIES(X)
#undef X
  void add(const Energies& e) {
#define X(name) name.add(e.name);
    SCREE_CONTACT_ENERGIES(X)
#undef X
  }
  Books& operator+=(const Books& other) {
#define X(name) name += other.name;
    SCREE_CONTACT_ENERGIES(X)
#undef X
    return *this;
  }
};

// What is counted along a range of batches (contacts.hpp), whose batches are worked through in their order.
struct RangeTally {
  Energies of_unit;  // of the batches of a unit so far
  DeepestOverlaps deepest;
  LinkCounters links;
  NormalCounters normals;
};

// What all batches of a step share. dt = 0: forces from the springs as they are, nothing moves (the first evaluation of
// a run).
class ContactPass {
 public:
  ContactPass(const Model& model, State& s, double dt);

  // The contact points of a batch, by what its pairs remember.
  void find_points(const Batch& batch, RangeTally& tally, narrow::Points& points) const;
  // How many there are, without a trace in what pairs remember.
  std::size_t count_points(const Batch& batch) const;
  // Gives the points their springs back and puts them through their law. The batch has places for all of them.
  void evaluate(Batch& batch, narrow::Points& points, RangeTally& tally, Books& books) const;

  const Model& model() const { return model_; }
  State& state() const { return s_; }

 private:
  const Model& model_;
  State& s_;
  std::vector<Pose> wall_pose_;
  Real dt_;
  bool round_;  // some polyhedra stand for smooth bodies
};

// A tally for every range of batches; `deepest` goes on from what the state knows.
std::vector<RangeTally> tallies_of(const State& s);
// Puts what was counted and booked into the state.
void book(State& s, std::span<const RangeTally> tallies, std::span<Books> books);
// Books contacts whose pair the new list does not have.
void book_ended_contacts(const Model& model, State& s);

// The contact points of all batches, one after the other.
struct AllPoints {
  std::vector<narrow::Points> of_batch;
  std::vector<RangeTally> tallies;
};
AllPoints find_points(const Model& model, State& s, double dt);
// Makes room for the points, gives them their springs back, and puts them through their laws. Afterwards what bodies
// and walls get lies in Bodies::wrench and in Pairs::accumulators.
void contacts(const Model& model, State& s, double dt, AllPoints points);

// Adds to bodies [begin, end) what they got from groups other than their own.
void add_up(State& s, std::size_t begin, std::size_t end);
void add_up(State& s);  // to all bodies
// Force and torque on walls, and the work they do. Needs the sums of all bodies.
void on_walls(State& s, double dt);

// Books the energy in the contacts of bodies that are about to be removed.
void book_removal(const Model& model, State& s, const std::vector<std::uint8_t>& remove);

}  // namespace scree::force
