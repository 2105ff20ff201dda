// A contact law put together from its parts at compile time: force on A, springs moved on, energies booked.
//
// Energies are added to `e`: what the contact holds now and what it lost in this step. The books use the rule that
// fits velocity Verlet, where the force of a step acts on half of the drift before it and half of the drift after:
// the work over a drift is (F_old + F_new)/2 v dt. docs/force-laws.md, "The ledger".
#pragma once
#include "scree/force/coulomb.hpp"
#include "scree/force/law.hpp"
#include "scree/force/patch_couple.hpp"

namespace scree::force {

template <class Normal, class Tangential, class Rolling>
struct ContactLaw {
  static constexpr bool kTangential = !std::is_same_v<Tangential, NoTangential>;  // does it use xi_t?
  static constexpr bool kRolling = !std::is_same_v<Rolling, NoRolling>;           // does it use xi_r, xi_s?
  static constexpr bool kTorque = kTangential || kRolling;                        // more than a force along the normal?
  static constexpr bool kRemembers = Normal::kRemembers;
  static constexpr bool kUsesRadius = Normal::kUsesRadius || kRolling;
  static constexpr bool kOnlySpring = Normal::kOnlySpring;

  // Of the normal part alone. Leaves its mark on `s`, as evaluate does.
  template <class R>
  SCREE_HD static R potential(const LawParams& law, const ContactInputT<R>& in, SpringsT<R>& s) {
    const NormalForceT<R> normal = Normal::evaluate(law, in, s);
    return normal.held + normal.cohesion;
  }

  // The spring along the normal: its force at an overlap, and what it holds.
  template <class R>
  struct Spring {
    R force, held;
  };
  template <class R>
  SCREE_HD static Spring<R> spring(const LawParams& law, ContactInputT<R> in, const R& xi) requires kOnlySpring {
    SpringsT<R> ignored;
    in.xi_n = xi, in.v_n = R(0);
    const NormalForceT<R> normal = Normal::evaluate(law, in, ignored);
    return {normal.elastic, normal.held};
  }

  template <class R>
  SCREE_HD static ContactForceT<R> evaluate(const LawParams& law, const ContactInputT<R>& in, SpringsT<R>& s,
                                            EnergiesT<R>& e) {
    const NormalForceT<R> normal = Normal::evaluate(law, in, s);
    book_dashpot(in, normal, s, e);
    const TangentialForceT<R> t = Tangential::template evaluate<Normal>(law, in, normal, s, e);
    CoupleT<R> c = Rolling::evaluate(law, in, normal, t, s, e);
    if (in.patch) {
      const CoupleT<R> area = patch_couple(law, in, normal, t, s, e);
      c.couple = c.couple + area.couple, c.held += area.held;
    }
    e.elastic_normal += normal.held;
    e.cohesion += normal.cohesion;
    e.elastic_tangential += t.held + c.held;
    e.cohesion_lost += normal.lost;
    s.energy = normal.held + normal.cohesion + t.held + c.held;
    s.returned = select(in.xi_n > 0, normal.held + normal.cohesion, R(0));
    if constexpr (!kTangential) return {-normal.force * in.n, c.couple};
    return {fnma(normal.force, in.n, t.force), c.couple};
  }

 private:
  // Everything in F_n without a potential, trapezoid with the last step. A cohesive law whose pull is a pure loss
  // gets it booked as such, each half to the account of its own step.
  template <class R>
  SCREE_HD static void book_dashpot(const ContactInputT<R>& in, const NormalForceT<R>& normal, SpringsT<R>& s,
                                    EnergiesT<R>& e) {
    const R drag = normal.force - normal.elastic;
    const R now = in.half_step_velocity ? drag : drag * in.v_n;
    const R half = in.half_step_velocity ? in.v_n * (in.dt / 2) : R(in.dt / 2);
    if constexpr (Normal::kPullIsLost) {
      const R before = s.damping * half, after = now * half;
      e.cohesion_lost += select(in.xi_n_old < 0, before, R(0)) + select(in.xi_n < 0, after, R(0));
      e.damping_normal += select(in.xi_n_old < 0, R(0), before) + select(in.xi_n < 0, R(0), after);
    } else {
      e.damping_normal += (s.damping + now) * half;
    }
    s.damping = now;
  }
};

}  // namespace scree::force
