#include "scree/step.hpp"

#include <algorithm>

#include "scree/broad/broad_phase.hpp"
#include "scree/drive/drive.hpp"
#include "scree/force/contacts.hpp"
#include "scree/force/joints.hpp"
#include "scree/integrate/integrate.hpp"
#include "scree/narrow/far_pairs.hpp"
#include "scree/parallel.hpp"

namespace scree {
namespace {

void drop_pairs(const Model& model, State& s, Real margin, broad::PairList& pairs) {
  force::drop_jointed_pairs(s, pairs);
  narrow::drop_far_pairs(model, s, margin, pairs);
}

}  // namespace

void step(const Model& model, State& s) {
  const double dt = model.settings.dt;
  drive::advance(model, s);                              // events, streams and leavers; walls to t + dt
  const double moved = integrate::first_half(model, s);  // v to t + dt/2, x and q to t + dt; loads are cleared
  broad::find_pairs(model, s, moved, drop_pairs);        // -> s.pairs, bucketed by algorithm and law
  force::contacts(model, s, dt);                         // -> contact points, springs, forces, ledger
  force::joints(model, s, dt);                           // -> their forces, and which of them break
  for_chunks(s.bodies.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    force::add_up(s, begin, end);                  // -> s.bodies.load
    integrate::second_half(model, s, begin, end);  // v to t + dt
  });
  force::on_walls(s, dt);   // -> s.walls.f, tau
  drive::finish(model, s);  // clock, mass through flow planes
}

void start(const Model& model, State& s) {
  drive::begin(model, s);
  std::fill(s.bodies.load.begin(), s.bodies.load.end(), Wrench{});
  broad::rank_bodies(model, s);
  broad::find_pairs(model, s, 0, drop_pairs);
  force::contacts(model, s, 0);
  force::joints(model, s, 0);
  force::add_up(s, 0, s.bodies.size());
  force::on_walls(s, 0);
  integrate::begin(model, s);
  update_ledger(model, s);
  s.ledger.initial = s.ledger.held() + s.ledger.lost() - s.ledger.given();
}

}  // namespace scree
