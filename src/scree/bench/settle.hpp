// Lets a packing come to rest.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scree/bench/bed_file.hpp"
#include "scree/scene/scene.hpp"

namespace scree::bench {

struct Phase {
  int steps;
  double gravity;   // m/s2, downwards
  double drag;      // kg/s, gives a force -drag v on each ball, on top of what the scene has
  double rate = 0;  // 1/s, at which all motion dies away, rotation too
};

// Runs a scene through the phases, with progress under `title` on standard error.
void settle(const std::string& title, Scene& scene, std::span<const Phase> phases);

// Runs through one phase, but no longer than until the bodies have less kinetic energy than `still`, in J/kg.
void settle_until(const std::string& title, Scene& scene, const Phase& phase, double still);

// Does the same with a scene of balls, and returns those that move, by id.
std::vector<Ball> settle(const std::string& title, const std::string& scene, const std::vector<std::string>& overrides,
                         std::span<const Phase> phases);

}  // namespace scree::bench
