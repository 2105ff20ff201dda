#include "scree/integrate/integrate.hpp"

#include <algorithm>

#include "scree/integrate/predictor_corrector.hpp"
#include "scree/integrate/verlet.hpp"
#include "scree/parallel.hpp"

namespace scree::integrate {
namespace {

// A scheme written for one body, for a range of them.
template <class Scheme>
struct BodyByBody {
  static void begin(const Model& model, State& s, std::size_t i) { Scheme::begin(model, s, i); }
  static double first_half(const Model& model, State& s, std::size_t begin, std::size_t end, Displacement since) {
    double moved2 = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3d from = since == Displacement::kInStep ? s.bodies.x[i] : s.bodies.x_listed[i];
      if (s.bodies.owner[i] == kDynamic) Scheme::first_half(model, s, i);
      s.bodies.wrench[i] = {};
      moved2 = std::max(moved2, norm2(s.bodies.x[i] - from));
    }
    return moved2;
  }
  static double second_half(const Model& model, State& s, std::size_t begin, std::size_t end) {
    double speed2 = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (s.bodies.owner[i] != kDynamic) continue;
      Scheme::second_half(model, s, i);
      speed2 = larger_or_none(speed2, norm2(s.bodies.v[i])) + none_unless_finite(s.bodies.omega[i]);
    }
    return speed2;
  }
};

// Calls f with the scheme of the scene: one switch a step, everything inside inlined.
template <class F>
void with_scheme(const Settings& settings, F&& f) {
  switch (settings.integrator) {
    case Integrator::kVelocityVerlet:
      return f(VelocityVerlet{});
    case Integrator::kPredictorCorrector:
      return f(BodyByBody<PecTrapezoid>{});
    case Integrator::kGear:
      if (settings.gear_values == 4) return f(BodyByBody<Gear<4>>{});
      if (settings.gear_values == 5) return f(BodyByBody<Gear<5>>{});
      return f(BodyByBody<Gear<6>>{});
  }
}

}  // namespace

void begin(const Model& model, State& s, std::size_t i) {
  if (in_plane(model)) drop_out_of_plane(s.bodies, i, i + 1);
  with_scheme(model.settings, [&]<class Scheme>(Scheme) { Scheme::begin(model, s, i); });
}

void begin(const Model& model, State& s) {
  for (std::size_t i = 0; i < s.bodies.size(); ++i) begin(model, s, i);
}

double first_half(const Model& model, State& s, std::size_t begin, std::size_t end, Displacement since) {
  if (in_plane(model)) drop_out_of_plane(s.bodies, begin, end);
  double moved2 = 0;
  with_scheme(model.settings, [&]<class Scheme>(Scheme) { moved2 = Scheme::first_half(model, s, begin, end, since); });
  return std::sqrt(moved2);
}

double second_half(const Model& model, State& s, std::size_t begin, std::size_t end) {
  if (in_plane(model)) drop_out_of_plane(s.bodies, begin, end);
  double speed2 = 0;
  with_scheme(model.settings, [&]<class Scheme>(Scheme) { speed2 = Scheme::second_half(model, s, begin, end); });
  return std::sqrt(speed2);
}

void begin_step(State& s) {
  s.scratch.motion.chunk_displacement.resize(n_chunks(s.bodies.size()));
  s.scratch.motion.chunk_speed.resize(n_chunks(s.bodies.size()));
}

void first_half_of_chunk(const Model& model, State& s, std::size_t chunk, Displacement since) {
  s.scratch.motion.chunk_displacement[chunk] =
      first_half(model, s, first_of_chunk(chunk), end_of_chunk(chunk, s.bodies.size()), since);
}
void second_half_of_chunk(const Model& model, State& s, std::size_t chunk) {
  s.scratch.motion.chunk_speed[chunk] =
      second_half(model, s, first_of_chunk(chunk), end_of_chunk(chunk, s.bodies.size()));
}

void first_half(const Model& model, State& s) {
  begin_step(s);
  for_each_task(n_chunks(s.bodies.size()),
                [&](std::size_t chunk) { first_half_of_chunk(model, s, chunk, Displacement::kSinceList); });
}
void second_half(const Model& model, State& s) {
  for_each_task(n_chunks(s.bodies.size()), [&](std::size_t chunk) { second_half_of_chunk(model, s, chunk); });
}

}  // namespace scree::integrate
