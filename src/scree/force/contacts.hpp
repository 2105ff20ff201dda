// Forces: pairs -> contact points -> forces and torques on bodies and walls, springs moved on, energies booked.
#pragma once
#include "scree/body/state.hpp"

namespace scree::force {

// Block by block: finds the points (narrow phase), gives them their springs back and puts them through their law.
// Afterwards everything that bodies and walls get lies in Pairs::sums.
// dt = 0: forces from the springs as they are, nothing moves (the first evaluation of a run).
void contacts(const Model& model, State& s, double dt);

// Force and torque on bodies [begin, end).
void add_up(State& s, std::size_t begin, std::size_t end);
// Force and torque on walls, and the work they do. Needs the sums of all bodies.
void on_walls(State& s, double dt);

// Books the energy in the contacts of bodies that are about to be removed.
void book_removal(const Model& model, State& s, const std::vector<std::uint8_t>& remove);

}  // namespace scree::force
