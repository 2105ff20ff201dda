// One batch of contact points through its law, four at a time: forces on both bodies added up, springs moved on,
// energies summed.
#pragma once
#include "scree/force/combine.hpp"
#include "scree/force/law.hpp"
#include "scree/narrow/points.hpp"
#include "scree/state/state.hpp"

namespace scree::force {

struct BatchContext {
  const Model& model;
  State& s;
  const Batch& batch;
  const Batch* next;             // that comes after it, if any
  const narrow::Points& points;  // with copies of the last one up to a multiple of kLanes
  std::size_t n_points;
  Real dt;
  double& deepest;           // overlap over inner radius so far (DeepestOverlaps), of pairs or of walls as the batch is
  bool levers;               // there are others than spheres among the bodies, which turn under forces along the normal
  const Combined* combined;  // with copies likewise; null: every point for itself
  bool round;                // some polyhedra stand for smooth bodies
};
using EvaluateBatch = Energies (*)(const BatchContext&);

// The code for a law and what it acts on, made for them at compile time.
EvaluateBatch evaluate_batch_function(const LawParams& law, const narrow::Points& points, bool combined);

}  // namespace scree::force
