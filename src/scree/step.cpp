#include "scree/step.hpp"

#include <algorithm>

#include "scree/boundary/boundary.hpp"
#include "scree/contacts/pair_list.hpp"
#include "scree/force/contacts.hpp"
#include "scree/force/joints.hpp"
#include "scree/fused_sweep.hpp"
#include "scree/integrate/integrate.hpp"
#include "scree/state/ledger.hpp"
#include "scree/state/order.hpp"
#include "scree/threads.hpp"

namespace scree {

void step(const Model& model, State& s) {
  const AtMostThreads team(s.scratch.list.threads);
  boundary::advance(model, s);
  step_fused(model, s);  // the stages between, group by group
  boundary::finish(model, s);
}

void step_in_stages(const Model& model, State& s) {
  const double dt = model.settings.dt;
  boundary::advance(model, s);                                 // events, inlets and leaving bodies; walls to t + dt
  integrate::first_half(model, s);                             // v to t + dt/2, x and q to t + dt
  contacts::find_pairs(model, s);                              // nothing while the list is valid
  force::AllPoints points = force::find_points(model, s, dt);  // the narrow phase: contact points
  force::contacts(model, s, dt, std::move(points));            // springs carried over, laws, books
  force::joints(model, s, dt);                                 // forces of joints, and which of them break
  force::add_up(s);                                            // what bodies get from other groups
  integrate::second_half(model, s);                            // v to t + dt
  contacts::forecast_next_step(s);                             // how long the list will stay valid
  boundary::finish(model, s);                                  // forces on walls, clock, mass through flow planes
}

void start(const Model& model, State& s) {
  contacts::forecast_first_step(s);
  boundary::begin(model, s);
  std::fill(s.bodies.wrench.begin(), s.bodies.wrench.end(), Wrench{});
  renew_order(model, s);
  contacts::find_pairs(model, s);
  sweep_contacts(model, s, 0);
  force::joints(model, s, 0);
  force::add_up(s);
  force::on_walls(s, 0);
  integrate::begin(model, s);
  update_ledger(model, s);
  s.ledger.initial = s.ledger.held() + s.ledger.lost() - s.ledger.given();
}

}  // namespace scree
