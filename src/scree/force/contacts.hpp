// Forces: pairs -> contact points -> forces and torques on bodies and walls, springs moved on, energies booked.
#pragma once
#include "scree/state/state.hpp"

namespace scree::force {

// What is done to each chunk of bodies (parallel.hpp) before its first and after its last contact of a step: null where
// it is done elsewhere. Chunks are worked on in parallel and in any order.
struct ChunkHooks {
  using Function = void (*)(const Model& model, State& s, std::size_t chunk);
  Function before_first_contact = nullptr, after_last_contact = nullptr;
};

// Batch by batch: finds the points (narrow phase), gives them their springs back and puts them through their law.
// Afterwards what bodies and walls get lies in their loads and in Pairs::accumulators.
// dt = 0: forces from the springs as they are, nothing moves (the first evaluation of a run).
// ChunkHooks::before_first_contact is for spheres alone: others need the poses of all bodies beforehand.
void contacts(const Model& model, State& s, double dt, const ChunkHooks& hooks = {});

// Force and torque on bodies [begin, end).
void add_up(State& s, std::size_t begin, std::size_t end);
// Force and torque on walls, and the work they do. Needs the sums of all bodies.
void on_walls(State& s, double dt);

// Books the energy in the contacts of bodies that are about to be removed.
void book_removal(const Model& model, State& s, const std::vector<std::uint8_t>& remove);

}  // namespace scree::force
