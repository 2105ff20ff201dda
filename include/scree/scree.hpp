// scree: what the program, tests and other front ends use.
//
//   scree::Scene scene = scree::load_scene("silo.toml", {"time.end=2 s"});
//   fmt::print("{}", scree::physical_summary(scene));
//   scree::RunResult result = scree::run(scene, {.out = "out/silo"});
//
// or, without files:
//
//   scree::start(scene.model, scene.state);
//   while (scene.state.time(scene.model) < 1) scree::step(scene.model, scene.state);
//   std::uint64_t hash = scree::state_hash(scene.state);
#pragma once
#include "scree/error.hpp"
#include "scree/frames/frame.hpp"
#include "scree/frames/vtk.hpp"
#include "scree/model/model.hpp"
#include "scree/picture/picture.hpp"
#include "scree/run/check.hpp"
#include "scree/run/run.hpp"
#include "scree/scene/scene.hpp"
#include "scree/state/state.hpp"
#include "scree/step.hpp"
