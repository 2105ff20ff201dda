// One collision followed from first touch to last: two bodies, or a body and the floor z = 0.
#pragma once
#include <algorithm>
#include <numbers>

#include "support/small_world.hpp"

namespace scree::test {

inline constexpr double kPi = std::numbers::pi;

struct Peaks {
  double depth = 0;  // m, largest overlap
  double force = 0;  // N, largest contact force on body 0
  double time = 0;   // s, from overlap 0 to overlap 0
};

// Distance of the surfaces of body 0 and body 1, or of body 0 and the floor.
inline double gap_of(const SmallWorld& w) {
  const Bodies& b = w.s.bodies;
  const std::size_t i = w.at(0), j = w.at(1);
  if (b.size() == 1) return b.x[i].z - b.radius[i];
  return norm(b.x[j] - b.x[i]) - b.radius[i] - b.radius[j];
}

// Starts with the surfaces touching and ends in the first step that finds them apart. The end of the contact lies
// within that step, where it is found by linear interpolation.
inline Peaks follow_impact(SmallWorld& w, int most_steps = 1000000) {
  Peaks peaks;
  w.begin();
  for (double before = 0; most_steps > 0; --most_steps) {
    w.run(1);
    const double gap = gap_of(w);
    peaks.depth = std::max(peaks.depth, -gap);
    peaks.force = std::max(peaks.force, double(norm(w.s.bodies.wrench[w.at(0)].f)));
    if (gap > 0) {
      peaks.time = w.time() - w.model.settings.dt * gap / (gap - before);
      break;
    }
    before = gap;
  }
  return peaks;
}

inline double sphere_mass(double r, double density) { return 4 * kPi / 3 * density * r * r * r; }

// A ball that touches the floor z = 0 and moves into it.
inline SmallWorld ball_on_floor(const LawParams& law, double r, double density, const Vec3& v, double dt,
                                const Vec3& omega = {0, 0, 0}) {
  SmallWorld w(law, Real(density), dt);
  w.plane({0, 0, 0}, {0, 0, 1}).open();
  w.ball(Real(r), {0, 0, r}, v, omega);
  return w;
}

// Two touching balls that approach each other along x with speeds v_a and v_b.
inline SmallWorld two_balls(const LawParams& law, double r_a, double r_b, double density, double v_a, double v_b,
                            double dt) {
  SmallWorld w(law, Real(density), dt);
  w.open();
  w.ball(Real(r_a), {-r_a, 0, 0}, {Real(v_a), 0, 0});
  w.ball(Real(r_b), {r_b, 0, 0}, {Real(-v_b), 0, 0});
  return w;
}

inline LawParams hertz_law(Real E_star, Real beta = 0, bool attraction = false) {
  LawParams law;
  law.normal = NormalLaw::kHertz;
  law.E_star = E_star;
  law.beta_n = beta;
  law.attraction = attraction;
  return law;
}

}  // namespace scree::test
