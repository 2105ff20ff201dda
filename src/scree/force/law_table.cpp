#include "scree/force/law_table.hpp"

#include <algorithm>
#include <iterator>

#include "scree/error.hpp"

namespace scree::force {
namespace {

template <class E>
constexpr std::uint8_t value(E e) {
  return static_cast<std::uint8_t>(e);
}

constexpr LawRow kRows[] = {
    {"normal", "linear", value(NormalLaw::kLinear), "spring and dashpot", "Cundall & Strack 1979"},
    {"normal", "kelvin_voigt_cohesive", value(NormalLaw::kKelvinVoigtCohesive),
     "spring and dashpot, the spring pulls up to N_max while bodies part", "Lazarević et al. 2002"},
    {"normal", "hertz", value(NormalLaw::kHertz), "elastic spheres with viscous damping, restitution free of speed",
     "Hertz 1882; Tsuji et al. 1992; Thornton et al. 2013"},
    {"normal", "dmt", value(NormalLaw::kDmt), "Hertz and a constant pull 2 pi w R* in contact",
     "Derjaguin, Muller & Toporov 1975"},
    {"normal", "jkr", value(NormalLaw::kJkr), "sticky elastic spheres, contact holds on while they part",
     "Johnson, Kendall & Roberts 1971"},
    {"tangential", "none", value(TangentialLaw::kNone), "frictionless", ""},
    {"tangential", "coulomb", value(TangentialLaw::kCoulomb), "spring and dashpot of constant k_t behind a slider",
     "Cundall & Strack 1979; Luding 2008"},
    {"tangential", "mindlin", value(TangentialLaw::kMindlin), "k_t = 8 G* a behind a slider; with hertz, dmt, jkr",
     "Mindlin 1949; Thornton & Randall 1988"},
    {"rolling", "none", value(RollingLaw::kNone), "free rolling", ""},
    {"rolling", "spring", value(RollingLaw::kSpring), "elastic-plastic spring and dashpot, couple up to mu_r R* F_n",
     "Ai et al. 2011, type C (EPSD2)"},
    {"twisting", "none", value(RollingLaw::kNone), "free spin about the normal", ""},
    {"twisting", "spring", value(RollingLaw::kSpring), "elastic-plastic spring and dashpot about the normal",
     "as rolling"},
};

}  // namespace

const std::span<const LawRow> kLawTable = kRows;

const char* law_name(const char* part, std::uint8_t v) {
  const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const LawRow& r) { return r.value == v && std::string(r.part) == part; });
  return row == std::end(kRows) ? nullptr : row->name;
}

const LawRow* find_law(const std::string& part, const std::string& name) {
  const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const LawRow& r) { return r.part == part && r.name == name; });
  return row == std::end(kRows) ? nullptr : row;
}

std::string law_problem(const LawParams& law) {
  const bool has_radius =
      law.normal == NormalLaw::kHertz || law.normal == NormalLaw::kDmt || law.normal == NormalLaw::kJkr;
  if (law.tangential == TangentialLaw::kMindlin && !has_radius) {
    return std::string("tangential law mindlin needs a normal law with a contact area (hertz, dmt, jkr), not ") +
           law_name("normal", value(law.normal));
  }
  return {};
}

void detail::no_such_law(const LawParams& law) {
  const std::string problem = law_problem(law);
  throw InputError(problem.empty() ? "contact law: no such combination" : problem);
}

}  // namespace scree::force
