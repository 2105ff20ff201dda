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
#include "scree/bench/bench.hpp"
#include "scree/body/model.hpp"
#include "scree/body/state.hpp"
#include "scree/check.hpp"
#include "scree/error.hpp"
#include "scree/output/frame.hpp"
#include "scree/output/picture.hpp"
#include "scree/output/vtk.hpp"
#include "scree/pairs/pairs.hpp"
#include "scree/reproduce/reproduce.hpp"
#include "scree/run.hpp"
#include "scree/scene/scene.hpp"
#include "scree/shaping/shaping.hpp"
#include "scree/step.hpp"
