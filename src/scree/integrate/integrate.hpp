// Integration: forces -> velocities -> poses, in two halves around the force evaluation.
#pragma once
#include "scree/state/state.hpp"

namespace scree::integrate {

void begin(const Model& model, State& s, std::size_t i);  // what a scheme keeps of body i, from its forces now
void begin(const Model& model, State& s);
// How far a body has come at most: from where it was when the pair list was made, or in the step alone, which needs
// less memory to be read.
enum class Displacement { kSinceList, kInStep };
// Bodies [begin, end): positions to t + dt; velocities as the scheme wants them for forces, which are cleared. Returns
// how far a body has come.
double first_half(const Model& model, State& s, std::size_t begin, std::size_t end,
                  Displacement since = Displacement::kSinceList);
// Velocities to t + dt. Returns how fast bodies move at most; no finite number where a velocity or a spin is none. With
// velocity Verlet it bounds the speeds of the next first half, too, if neither gravity nor anything else changes
// before.
double second_half(const Model& model, State& s, std::size_t begin, std::size_t end);

// The same for a chunk of bodies (parallel.hpp), and for all of them. What they return is kept for each chunk in
// MotionScratch::chunk_displacement and chunk_speed, for which begin_step makes room.
void begin_step(State& s);
void first_half_of_chunk(const Model& model, State& s, std::size_t chunk, Displacement since);
void second_half_of_chunk(const Model& model, State& s, std::size_t chunk);
void first_half(const Model& model, State& s);
void second_half(const Model& model, State& s);

}  // namespace scree::integrate
