#include "scree/integrate/integrate.hpp"

#include "scree/integrate/predictor_corrector.hpp"
#include "scree/integrate/verlet.hpp"
#include "scree/parallel.hpp"

namespace scree::integrate {
namespace {

// Calls f with the scheme of the scene: one switch a step, everything inside inlined.
template <class F>
void with_scheme(const Settings& settings, F&& f) {
  switch (settings.integrator) {
    case Integrator::kVelocityVerlet:
      return f(VelocityVerlet{});
    case Integrator::kPredictorCorrector:
      return f(PecTrapezoid{});
    case Integrator::kGear:
      if (settings.gear_values == 4) return f(Gear<4>{});
      if (settings.gear_values == 5) return f(Gear<5>{});
      return f(Gear<6>{});
  }
}

}  // namespace

void begin(const Model& model, State& s, std::size_t i) {
  with_scheme(model.settings, [&]<class Scheme>(Scheme) { Scheme::begin(model, s, i); });
}

void begin(const Model& model, State& s) {
  for (std::size_t i = 0; i < s.bodies.size(); ++i) begin(model, s, i);
}

double first_half(const Model& model, State& s) {
  Bodies& b = s.bodies;
  double moved2 = 0;
  with_scheme(model.settings, [&]<class Scheme>(Scheme) {
    moved2 = chunked_max(b.size(), [&](std::size_t i) {
      if (b.owner[i] == kFree) Scheme::first_half(model, s, i);
      return norm2(b.x[i] - b.x_listed[i]);
    });
  });
  return std::sqrt(moved2);
}

void second_half(const Model& model, State& s, std::size_t begin, std::size_t end) {
  with_scheme(model.settings, [&]<class Scheme>(Scheme) {
    for (std::size_t i = begin; i < end; ++i)
      if (s.bodies.owner[i] == kFree) Scheme::second_half(model, s, i);
  });
}

}  // namespace scree::integrate
