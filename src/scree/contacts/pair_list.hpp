// The pair list of a step: when it must be rebuilt, and how (pair_list.cpp).
#pragma once
#include "scree/state/state.hpp"

namespace scree::contacts {

// Brings s.pairs up to date: nothing as long as no body has used up its half of the skin, else a new list, with every
// contact, its springs and what pairs remember carried over. MotionScratch::chunk_displacement says how far centres
// have come from where they were when the list was made.
void find_pairs(const Model& model, State& s);
// Whether find_pairs would have nothing to do where all bodies are spheres that have moved by `moved` at most.
bool list_stays_valid(const Model& model, const State& s, double moved);

// Whether the pair list is going to stay valid after the first half of the step, by what the last step has said about
// it. Then bodies can move when their contacts are due, instead of all before the first contact.
bool pair_list_stays_valid(const Model& model, const State& s);
// When bodies have their new velocities: what the next step may expect. `moved`: by how much they have moved since the
// list was made, at most.
void forecast_next_step(State& s, double moved);
// Before the first step.
void forecast_first_step(State& s);
// Of a step in which bodies moved as forecast, `moved` in it. RunError if they have left the list all the same.
double moved_as_forecast(const Model& model, const State& s);
// The largest of MotionScratch::chunk_displacement.
double largest_chunk_displacement(const State& s);

}  // namespace scree::contacts
