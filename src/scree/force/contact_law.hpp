// A contact law put together from its parts at compile time: force on A, springs moved on, energies booked.
//
// Energies are added to `e`: what the contact holds now and what it lost in this step. The books use the rule that
// fits velocity Verlet, where the force of a step acts on half of the drift before it and half of the drift after:
// the work over a drift is (F_old + F_new)/2 v dt. docs/force-laws.md, "The ledger".
#pragma once
#include "scree/force/coulomb.hpp"
#include "scree/force/law.hpp"
#include "scree/force/rolling.hpp"

namespace scree::force {

template <class Normal, class Tangential, class Rolling>
struct ContactLaw {
  SCREE_HD static ContactForce evaluate(const LawParams& law, const ContactInput& in, Springs& s, Energies& e) {
    const NormalForce normal = Normal::evaluate(law, in, s);
    book_dashpot(in, normal, s, e);
    const TangentialForce t = Tangential::template evaluate<Normal>(law, in, normal, s, e);
    const Couple c = Rolling::evaluate(law, in, normal, t, s, e);
    e.elastic_normal += normal.held;
    e.cohesion += normal.cohesion;
    e.elastic_tangential += t.held + c.held;
    e.cohesion_lost += normal.lost;
    s.energy = normal.held + normal.cohesion + t.held + c.held;
    s.returned = in.xi_n > 0 ? normal.held + normal.cohesion : 0;
    return {t.force - normal.force * in.n, c.couple};
  }

 private:
  // Everything in F_n without a potential, trapezoid with the last step. A cohesive law whose pull is a pure loss
  // gets it booked as such, each half to the account of its own step.
  SCREE_HD static void book_dashpot(const ContactInput& in, const NormalForce& normal, Springs& s, Energies& e) {
    const Real drag = normal.force - normal.elastic;
    const Real now = in.half_step_velocity ? drag : drag * in.v_n;
    const Real half = in.half_step_velocity ? in.v_n * in.dt / 2 : in.dt / 2;
    if constexpr (Normal::kPullIsLost) {
      (in.xi_n_old < 0 ? e.cohesion_lost : e.damping_normal) += s.damping * half;
      (in.xi_n < 0 ? e.cohesion_lost : e.damping_normal) += now * half;
    } else {
      e.damping_normal += (s.damping + now) * half;
    }
    s.damping = now;
  }
};

}  // namespace scree::force
