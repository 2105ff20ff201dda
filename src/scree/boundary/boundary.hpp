// What is done to the bodies from outside: events, streams, walls in motion, bodies that leave, mass that is counted.
#pragma once
#include "scree/state/state.hpp"

namespace scree::boundary {

void begin(const Model& model, State& s);    // before the first step: which side of the flow planes bodies are on
void advance(const Model& model, State& s);  // start of the step from t to t + dt
void finish(const Model& model, State& s);   // end of it: forces on walls, the clock, mass through the flow planes

// Pieces of the above, for tests.
void fire_events(const Model& model, State& s);
void move_walls(const Model& model, State& s);
void remove_escaped_bodies(const Model& model, State& s);
// Takes out the bodies with remove[i] != 0, and books what goes with them.
void take_away(const Model& model, State& s, const std::vector<std::uint8_t>& remove);
void count_flow(const Model& model, State& s);

// Displacement and turn of a motion that started at 0, from time t0 to t1: exact, whatever the step.
struct Travel {
  Vec3 shift = {0, 0, 0}, angle = {0, 0, 0};
};
Travel travel_of(const Motion& motion, double t0, double t1);

// How fast a surface near bodies moves at most, but for what turns into itself.
Real surface_speed(const Wall& wall, const WallState& s);

// Where the pivot of a motion is now: it started at motion.pivot and has moved with wall w.
Vec3d pivot_of(const Model& model, const State& s, const Motion& motion, std::size_t w);

// The quantity an event's condition looks at.
double quantity_of(const Model& model, const State& s, const Event& event);

}  // namespace scree::boundary
