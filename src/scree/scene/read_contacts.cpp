// Contact laws are read here, and the one for each two materials that can meet is found, with the numbers that follow
// from young, poisson and the size of bodies.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "scree/force/law_table.hpp"
#include "scree/math/elementary.hpp"
#include "scree/model/size_distribution.hpp"
#include "scree/scene/draft.hpp"

namespace scree::scene {

namespace {

enum Shorthand { kLinear, kLinearCoulomb, kKelvinVoigt, kHertz, kHertzMindlin, kDmt, kJkr };

bool has_area(NormalLaw n) { return n == NormalLaw::kHertz || n == NormalLaw::kDmt || n == NormalLaw::kJkr; }

// Sets the parts of the law. Returns false if it is not known which law is meant.
bool read_parts(ContactSpec& c) {
  const Table& t = c.table;
  const int law = t.choice("law"), normal = t.choice("normal");
  if (t.has("law") && t.has("normal")) {
    t.problem("normal", "law is given, too; leave one out");
    return false;
  }
  if (!t.has("law") && !t.has("normal")) {
    t.problem("law", "missing; must be " + describe(*find_key("contact", "law")));
    return false;
  }
  if (t.has("normal")) {
    const int tangential = t.choice("tangential");
    if (normal < 0 || tangential < 0) return false;
    c.by = fmt::format("normal = \"{}\" with tangential = \"{}\"", t.text("normal"),
                       t.has("tangential") ? t.text("tangential") : "none");
    c.law.normal = NormalLaw(normal);
    c.law.tangential = TangentialLaw(tangential);
    const std::string problem = force::law_problem(c.law);
    if (!problem.empty()) t.problem("tangential", problem);
    return problem.empty();
  }
  if (law < 0) return false;
  c.by = fmt::format("law \"{}\"", t.text("law"));
  constexpr NormalLaw normals[] = {NormalLaw::kLinear, NormalLaw::kLinear, NormalLaw::kKelvinVoigtCohesive,
                                   NormalLaw::kHertz,  NormalLaw::kHertz,  NormalLaw::kDmt,
                                   NormalLaw::kJkr};
  c.law.normal = normals[law];
  const bool friction = law == kLinearCoulomb || law == kHertzMindlin || (law != kLinear && t.has("mu"));
  if (friction) c.law.tangential = has_area(c.law.normal) ? TangentialLaw::kMindlin : TangentialLaw::kCoulomb;
  return true;
}

Real given(const Table& t, const char* key) { return t.has(key) ? Real(t.number(key)) : Real(0); }

void read_normal_damping(ContactSpec& c) {
  const Table& t = c.table;
  const bool area = has_area(c.law.normal);
  const std::vector<const char*> known =
      area ? std::vector<const char*>{"damping_ratio", "restitution"}
           : std::vector<const char*>{"damping", "damping_rate", "damping_ratio", "restitution"};
  const auto n = std::count_if(known.begin(), known.end(), [&t](const char* key) { return t.has(key); });
  if (n != 1) {
    const char* const names =
        area ? "damping_ratio and restitution" : "damping, damping_rate, damping_ratio and restitution";
    t.problem(fmt::format("needs just one of {}; {} (restitution = 1 is no damping)", names,
                          n == 0 ? "none is given" : fmt::format("{} are given", n)));
  }
  Real& ratio = area ? c.law.beta_n : c.law.zeta_n;
  if (!area) {
    c.law.gamma_n = given(t, "damping");
    c.law.rate_n = given(t, "damping_rate");
  }
  ratio = given(t, "damping_ratio");
  if (t.has("restitution")) {
    const Real e = given(t, "restitution");
    if (std::isfinite(e))
      ratio = area ? hertz_beta_for_restitution(e, c.law.attraction) : zeta_for_restitution(e, c.law.attraction);
  }
}

void read_friction(ContactSpec& c) {
  const Table& t = c.table;
  if (!t.has("mu")) t.problem("mu", "missing; must be a number >= 0");
  c.law.mu = given(t, "mu");
  const bool spring = c.law.tangential == TangentialLaw::kCoulomb;
  if (spring) {
    c.k_t = t.number("k_t");
    if (!t.has("k_t") && !has_area(c.law.normal)) c.k_t_ratio = t.number("k_t_ratio");
    if (!t.has("k_t") && has_area(c.law.normal)) t.problem("k_t", "missing; must be a stiffness, e.g. \"130 kN/m\"");
  }
  int n = 0;
  for (const char* key : {"tangential_damping", "tangential_damping_rate", "tangential_damping_ratio"}) n += t.has(key);
  if (n > 1) t.problem("tangential_damping, tangential_damping_rate and tangential_damping_ratio exclude each other");
  c.law.gamma_t = given(t, "tangential_damping");
  c.law.rate_t = given(t, "tangential_damping_rate");
  const Real same = c.law.zeta_n + c.law.beta_n;  // one of them is 0
  const Real ratio = n == 0 ? same : given(t, "tangential_damping_ratio");
  (spring ? c.law.zeta_t : c.law.beta_t) = ratio;
  if (c.law.mu == 0) {  // no friction is cheaper without springs
    c.law.tangential = TangentialLaw::kNone;
    c.law.gamma_t = c.law.rate_t = c.law.zeta_t = c.law.beta_t = 0;
  }
}

void read_resistance(const Table& t, const char* part, RollingLaw& law, Real& mu, Real& k, Real& eta) {
  const std::string mu_key = fmt::format("mu_{}", part);
  const bool spring = t.choice(part) == 1 || (!t.has(part) && t.has(mu_key));
  if (!spring) return;
  if (!t.has(mu_key)) t.problem(mu_key, "missing; must be a number >= 0");
  law = RollingLaw::kSpring;
  mu = given(t, mu_key.c_str());
  k = given(t, fmt::format("k_{}", part).c_str());
  eta = Real(t.number(fmt::format("eta_{}", part)));
  if (mu == 0) law = RollingLaw::kNone;
}

void read_between(Draft& d, ContactSpec& c) {
  const std::vector<NamedRef> names = c.table.texts("between");
  c.usable = names.size() == 2;
  if (!c.usable && c.table.has("between")) c.table.problem("between", "must be two materials");
  for (std::size_t k = 0; k < 2 && c.usable; ++k) {
    if (names[k].name == "*") continue;
    const auto m = find_name(c.table, names[k], names_of(d.model.materials), "material");
    if (!m) c.usable = false;
    c.material[k] = m ? int(*m) : -1;
  }
  if (c.material[0] > c.material[1]) std::swap(c.material[0], c.material[1]);
  for (const ContactSpec& other : d.contacts)
    if (c.usable && other.usable && other.material[0] == c.material[0] && other.material[1] == c.material[1])
      c.table.problem("between", fmt::format("{} is for these two materials already", other.table.path()));
}

void read_contact(Draft& d, const Table& t) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  ContactSpec c{t, {-1, -1}, false, {}, {}, nan, nan, nan, nan, nan};
  read_between(d, c);
  if (!read_parts(c)) {
    c.usable = false;
    d.contacts.push_back(c);
    return;
  }
  const bool cohesive = c.law.normal == NormalLaw::kKelvinVoigtCohesive;
  c.law.attraction = t.has("attraction") ? t.flag("attraction") : cohesive;
  if (!has_area(c.law.normal)) {
    c.k_n = t.number("k_n");
    if (!t.has("k_n")) c.impact_speed = t.number("impact_speed");
  }
  read_normal_damping(c);
  if (c.law.tangential != TangentialLaw::kNone) read_friction(c);
  read_resistance(t, "rolling", c.law.rolling, c.law.mu_rolling, c.law.k_rolling, c.law.eta_rolling);
  read_resistance(t, "twisting", c.law.twisting, c.law.mu_twisting, c.law.k_twisting, c.law.eta_twisting);
  if (cohesive) {
    c.law.cohesive_force = Real(t.number("cohesive_force"));
    c.law.bond_after_contact = t.flag("bond_after_contact");
  }
  if (c.law.normal == NormalLaw::kDmt || c.law.normal == NormalLaw::kJkr) c.adhesion = t.number("adhesion");
  t.refuse_unused(c.by);
  d.contacts.push_back(c);
}

bool can_meet(const Draft& d, std::size_t a, std::size_t b) {
  const MaterialUse &u = d.use[a], &v = d.use[b];
  if (a == b) return u.bodies >= 2 || (u.bodies >= 1 && u.walls);
  return (u.bodies > 0 && (v.bodies > 0 || v.walls)) || (v.bodies > 0 && u.walls);
}

// Finds the entry for two materials: named in full, else half, else for any. `second` is set if two are as good.
const ContactSpec* find_contact(const Draft& d, int a, int b, const ContactSpec*& second) {
  const ContactSpec* best = nullptr;
  int best_rank = -1;
  second = nullptr;
  for (const ContactSpec& c : d.contacts) {
    if (!c.usable) continue;
    const int m0 = c.material[0], m1 = c.material[1];  // m0 <= m1, -1 any
    const bool fits = m0 >= 0 ? (m0 == std::min(a, b) && m1 == std::max(a, b)) : (m1 < 0 || m1 == a || m1 == b);
    const int rank = (m0 >= 0) + (m1 >= 0);
    if (!fits || rank < best_rank) continue;
    second = rank == best_rank ? &c : nullptr;
    best = rank == best_rank ? best : &c;
    best_rank = rank;
  }
  return best;
}

// Checks that what the law takes from the materials is there.
void check_materials(const Draft& d, const ContactSpec& c, std::size_t a, std::size_t b) {
  const auto lacks = [&](bool MaterialUse::*has) -> std::string {
    for (const std::size_t m : {a, b})
      if (!(d.use[m].*has)) return d.model.materials[m].name;
    return {};
  };
  const bool area = has_area(c.law.normal);
  const bool from_young = !area && !c.table.has("k_n");
  if (from_young && !c.table.has("impact_speed"))
    return c.table.problem("k_n", "missing; must be a stiffness, e.g. \"130 kN/m\", or give impact_speed");
  if (area || from_young) {
    const std::string by = area ? c.by : c.by + " without k_n";
    for (const auto& [has, key] : {std::pair(&MaterialUse::has_young, "young"), {&MaterialUse::has_poisson, "poisson"}})
      if (const std::string name = lacks(has); !name.empty())
        c.table.problem(fmt::format("{} needs {} of material \"{}\"", by, key, name));
  }
  const bool ratio_from_poisson =
      c.law.tangential == TangentialLaw::kCoulomb && !c.table.has("k_t") && !c.table.has("k_t_ratio");
  if (ratio_from_poisson && !area)
    if (const std::string name = lacks(&MaterialUse::has_poisson); !name.empty())
      c.table.problem("k_t", fmt::format("missing; give k_t or k_t_ratio, or poisson of material \"{}\"", name));
  const bool adhesive = c.law.normal == NormalLaw::kDmt || c.law.normal == NormalLaw::kJkr;
  if (adhesive && !c.table.has("adhesion"))
    if (const std::string name = lacks(&MaterialUse::has_surface_energy); !name.empty())
      c.table.problem("adhesion", fmt::format("missing; give it, or surface_energy of material \"{}\"", name));
}

// Holds the radius and mass of the mean dynamic body of a material, by volume; the radius is 0 if there is none. The
// radius is that of the bounding sphere, in 2-D of the circle.
struct MeanBody {
  double radius = 0, mass = 0;
};
MeanBody mean_body(const Model& model, const State& s, std::size_t material) {
  const bool flat = model.settings.dimension == 2;
  const BodyType ball = flat ? disc_type("", 0, 1, model.settings.thickness) : sphere_type("", 0, 1);
  double powers = 0, filled = 0, n = 0;  // sums of r^3 (2-D r^2), also times the part of the ball that is solid
  const auto is_of = [&](std::uint32_t type) {
    const std::vector<Part>& parts = model.body_types[type].parts;
    return std::any_of(parts.begin(), parts.end(), [&](const Part& p) { return p.material == material; });
  };
  const auto add = [&](std::uint32_t type, double power, double weight) {
    powers += weight * power;
    filled += weight * power * double(model.body_types[type].volume / ball.volume);
    n += weight;
  };
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    if (s.bodies.owner[i] == kDynamic && is_of(s.bodies.type[i]))
      add(s.bodies.type[i], scree::pow(double(s.bodies.radius[i]), model.settings.dimension), 1);
  if (n == 0)
    for (const Stream& stream : model.streams)
      for (std::size_t k = 0; k < stream.types.size(); ++k)
        if (is_of(stream.types[k]))
          add(stream.types[k], double(flat ? mean_square(stream.sizes[k]) : mean_cube(stream.sizes[k])),
              double(stream.shares[k]));
  if (n == 0) return {};
  const double density = double(model.materials[material].density);
  if (flat) return {std::sqrt(powers / n), density * double(ball.volume) * filled / n};
  return {scree::cbrt(powers / n), density * 4 / 3 * std::numbers::pi * filled / n};
}

Real stiffness_from_young(Draft& d, const ContactSpec& c, std::size_t a, std::size_t b, const State& s) {
  const Material &ma = d.model.materials[a], &mb = d.model.materials[b];
  MeanBody p = mean_body(d.model, s, a), q = mean_body(d.model, s, b);
  if (p.radius == 0) std::swap(p, q);
  if (p.radius == 0) return 0;  // no body of either material came
  double r_star = p.radius, m_star = p.mass;
  if (q.radius > 0) {
    r_star = p.radius * q.radius / (p.radius + q.radius);
    m_star = p.mass * q.mass / (p.mass + q.mass);
  }
  const Real k = linear_stiffness_from_young(effective_young(ma, mb), Real(r_star), Real(m_star), Real(c.impact_speed));
  d.notes.push_back(fmt::format(
      "{} ({}, {}): k_n = {:.4g} N/m from young and poisson, for mean bodies (R* = {:.4g} m) that meet at {:.4g} m/s",
      c.table.path(), ma.name, mb.name, k, r_star, c.impact_speed));
  return k;
}

LawParams resolve(Draft& d, const ContactSpec& c, std::size_t a, std::size_t b, const State& s) {
  const Material &ma = d.model.materials[a], &mb = d.model.materials[b];
  LawParams law = c.law;
  if (has_area(law.normal)) {
    law.E_star = effective_young(ma, mb);
    law.G_star = effective_shear(ma, mb);
  } else {
    law.k_n = c.table.has("k_n") ? Real(c.k_n) : stiffness_from_young(d, c, a, b, s);
  }
  if (law.tangential == TangentialLaw::kCoulomb) {
    const double nu = double(ma.poisson + mb.poisson) / 2;
    const double ratio = c.table.has("k_t_ratio") ? c.k_t_ratio : 2 * (1 - nu) / (2 - nu);
    law.k_t = c.table.has("k_t") ? Real(c.k_t) : Real(ratio) * law.k_n;
    if (!c.table.has("k_t") && !c.table.has("k_t_ratio"))
      d.notes.push_back(fmt::format("{} ({}, {}): k_t = {:.4g} N/m, {:.4g} k_n, from poisson", c.table.path(), ma.name,
                                    mb.name, law.k_t, ratio));
  }
  if (law.normal == NormalLaw::kDmt || law.normal == NormalLaw::kJkr)
    law.adhesion = c.table.has("adhesion") ? Real(c.adhesion) : 2 * std::sqrt(ma.surface_energy * mb.surface_energy);
  return law;
}

}  // namespace

void read_contacts(Draft& d, const Table& root) {
  for (const Table& t : root.tables("contact")) read_contact(d, t);
  const std::size_t n = d.model.materials.size();
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = a; b < n; ++b) {
      if (!can_meet(d, a, b)) continue;
      const std::string pair = fmt::format("\"{}\" and \"{}\"", d.model.materials[a].name, d.model.materials[b].name);
      const ContactSpec* second = nullptr;
      const ContactSpec* const c = find_contact(d, int(a), int(b), second);
      const bool all_usable =
          std::all_of(d.contacts.begin(), d.contacts.end(), [](const ContactSpec& k) { return k.usable; });
      // If an entry could not be read, the missing law may well be that one.
      if (!c && all_usable)
        root.problems().add(root.line(),
                            fmt::format("contact: no law between {}, which can meet; add a [[contact]]", pair));
      if (c && second && !(c->material[0] == second->material[0] && c->material[1] == second->material[1]))
        second->table.problem("between",
                              fmt::format("{} is as good for {}; add an entry for these two", c->table.path(), pair));
      if (c) check_materials(d, *c, a, b);
    }
}

void resolve_laws(Draft& d, const State& s) {
  Model& model = d.model;
  const std::size_t n = model.materials.size();
  model.law_of_pair.assign(n * n, 0);
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = a; b < n; ++b) {
      const ContactSpec* second = nullptr;
      const ContactSpec* const c = find_contact(d, int(a), int(b), second);
      if (!c || !can_meet(d, a, b)) continue;
      const LawParams law = resolve(d, *c, a, b, s);
      auto it = std::find(model.laws.begin(), model.laws.end(), law);
      if (it == model.laws.end()) it = model.laws.insert(it, law);
      model.law_of_pair[a * n + b] = model.law_of_pair[b * n + a] = std::uint32_t(it - model.laws.begin());
    }
  if (model.laws.empty()) model.laws.emplace_back();  // nothing can meet, but indices stay valid
  // Against a wall R* is the radius, so the largest radius bounds R* of every pair.
  for (const LawParams& law : model.laws)
    model.reach = std::max(model.reach, cohesive_reach(law, model.largest_contact_radius()));
}

}  // namespace scree::scene
