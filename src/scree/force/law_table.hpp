// The contact laws by name, and the step from a law's numbers to its compiled code.
#pragma once
#include <span>
#include <string>

#include "scree/force/contact_law.hpp"
#include "scree/force/dmt.hpp"
#include "scree/force/hertz.hpp"
#include "scree/force/jkr.hpp"
#include "scree/force/kelvin_voigt_cohesive.hpp"
#include "scree/force/linear.hpp"
#include "scree/force/mindlin.hpp"

namespace scree::force {

struct LawRow {
  const char* part;    // normal, tangential, rolling, twisting
  const char* name;    // as in a scene
  std::uint8_t value;  // of the part's enum
  const char* what;
  const char* source;
};
extern const std::span<const LawRow> kLawTable;

// Name of a part's law ("normal", 2) -> "hertz"; and back: nullptr where there is no such name.
const char* law_name(const char* part, std::uint8_t value);
const LawRow* find_law(const std::string& part, const std::string& name);

// Empty, or why the parts of this law do not go together.
std::string law_problem(const LawParams& law);

// Calls f(ContactLaw<...>{}) for the parts that `law` names. A Mindlin spring needs a contact radius, so it goes with
// Hertz, DMT and JKR only: law_problem finds other combinations when a scene is loaded.
template <class F>
void with_law(const LawParams& law, F&& f);

namespace detail {
[[noreturn]] void no_such_law(const LawParams& law);

template <class Normal, class Tangential, class F>
void with_rolling(const LawParams& law, F&& f) {
  if (law.rolling == RollingLaw::kNone && law.twisting == RollingLaw::kNone) {
    f(ContactLaw<Normal, Tangential, NoRolling>{});
  } else {
    f(ContactLaw<Normal, Tangential, SpringRolling>{});
  }
}

template <class Normal>
concept HasContactRadius = requires(const LawParams& law, Real x) {
  Normal::contact_radius(law, x, x);
};

template <class Normal, class F>
void with_tangential(const LawParams& law, F&& f) {
  switch (law.tangential) {
    case TangentialLaw::kNone:
      return with_rolling<Normal, NoTangential>(law, f);
    case TangentialLaw::kCoulomb:
      return with_rolling<Normal, CoulombTangential>(law, f);
    case TangentialLaw::kMindlin:
      if constexpr (HasContactRadius<Normal>) return with_rolling<Normal, MindlinTangential>(law, f);
  }
  no_such_law(law);
}
}  // namespace detail

template <class F>
void with_law(const LawParams& law, F&& f) {
  switch (law.normal) {
    case NormalLaw::kLinear:
      return detail::with_tangential<LinearNormal>(law, f);
    case NormalLaw::kKelvinVoigtCohesive:
      return detail::with_tangential<KelvinVoigtCohesiveNormal>(law, f);
    case NormalLaw::kHertz:
      return detail::with_tangential<HertzNormal>(law, f);
    case NormalLaw::kDmt:
      return detail::with_tangential<DmtNormal>(law, f);
    case NormalLaw::kJkr:
      return detail::with_tangential<JkrNormal>(law, f);
  }
  detail::no_such_law(law);
}

}  // namespace scree::force
