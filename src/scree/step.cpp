#include "scree/step.hpp"

#include "scree/broad/broad_phase.hpp"
#include "scree/drive/drive.hpp"
#include "scree/force/contacts.hpp"
#include "scree/integrate/integrate.hpp"
#include "scree/narrow/narrow_phase.hpp"

namespace scree {

void step(const Model& model, State& s) {
  drive::advance(model, s);                      // events, streams and leavers; walls to t + dt
  integrate::first_half(model, s);               // v to t + dt/2, x and q to t + dt
  broad::find_pairs(model, s);                   // -> s.pairs, bucketed by algorithm and law
  narrow::collide(model, s);                     // -> s.contacts, sorted by pair
  force::contacts(model, s, model.settings.dt);  // -> s.bodies.f, tau, tangential springs, ledger
  integrate::second_half(model, s);              // v to t + dt
  drive::finish(model, s);                       // clock, mass through flow planes
}

void start(const Model& model, State& s) {
  drive::begin(model, s);
  broad::find_pairs(model, s);
  narrow::collide(model, s);
  force::contacts(model, s, 0);
  integrate::begin(model, s);
  update_ledger(model, s);
  s.ledger.initial = s.ledger.held() + s.ledger.lost() - s.ledger.given();
}

}  // namespace scree
