#include "scene/scene_helpers.hpp"

namespace scree::test {
namespace {

// A ball of each of three materials over a steel floor, with the given contacts.
std::string scene_with(const std::string& contacts, const std::string& steel = "") {
  return R"(schema = 1
time = { dt = 1e-7, end = 1 }
[[material]]
name = "stone"
density = 2600
young = "10 MPa"
poisson = 0.2
[[material]]
name = "steel"
)" + steel +
         R"([[shape]]
name = "ball"
material = "stone"
radius = 0.01
[[body]]
shape = "ball"
position = [0, 0, 0.1]
[[body]]
shape = "ball"
position = [0, 0, 0.2]
[[wall]]
name = "floor"
type = "plane"
material = "steel"
point = [0, 0, 0]
normal = [0, 0, 1]
)" + contacts;
}
const std::string kSteel = "young = \"200 MPa\"\npoisson = 0.3\n";

LawParams law(const Scene& s, std::uint32_t a, std::uint32_t b) { return s.model.laws[s.model.law_index(a, b)]; }
LawParams stone_stone(const std::string& keys) {
  return law(load_text(scene_with("[[contact]]\nbetween = [\"*\", \"*\"]\n" + keys, kSteel)), 0, 0);
}

TEST(SceneContacts, ThePairNamedInFullWins) {
  const auto contact = [](const std::string& between, const std::string& k) {
    return "[[contact]]\nbetween = " + between + "\nlaw = \"linear\"\nk_n = " + k + "\nrestitution = 0.5\n";
  };
  const Scene all = load_text(scene_with(contact("[\"*\", \"*\"]", "1")));
  EXPECT_EQ(all.model.laws.size(), 1u);
  const Scene half = load_text(scene_with(contact("[\"*\", \"*\"]", "1") + contact("[\"*\", \"steel\"]", "2")));
  EXPECT_EQ(law(half, 0, 0).k_n, 1);
  EXPECT_EQ(law(half, 0, 1).k_n, 2);
  EXPECT_EQ(law(half, 1, 0).k_n, 2);
  const Scene full = load_text(scene_with(contact("[\"*\", \"*\"]", "1") + contact("[\"steel\", \"*\"]", "2") +
                                          contact("[\"steel\", \"stone\"]", "3")));
  EXPECT_EQ(law(full, 0, 1).k_n, 3);
}

TEST(SceneContacts, EachPairThatCanMeetHasOneLaw) {
  const std::string stone =
      "[[contact]]\nbetween = [\"stone\", \"stone\"]\nlaw = \"linear\"\nk_n = 1\nrestitution = 1\n";
  EXPECT_EQ(problems_of(scene_with(stone)),
            "s.toml:1: contact: no law between \"stone\" and \"steel\", which can meet; add a [[contact]]");
  EXPECT_EQ(problems_of(scene_with(stone + stone + replaced(stone, "\"stone\"]", "\"steel\"]"))),
            "s.toml:32: contact[1].between = [\"stone\", \"stone\"]: contact[0] is for these two materials already");
  EXPECT_EQ(problems_of(scene_with(replaced(stone, "\"stone\"]", "\"*\"]") +
                                   replaced(stone, "[\"stone\", \"stone\"]", "[\"*\", \"steel\"]"))),
            "s.toml:32: contact[1].between = [\"*\", \"steel\"]: contact[0] is as good for \"stone\" and \"steel\"; "
            "add an entry for these two");
}

TEST(SceneContacts, ShorthandsNameNormalAndTangentialLaws) {
  EXPECT_EQ(stone_stone("law = \"linear\"\nk_n = 1\nrestitution = 1\n").tangential, TangentialLaw::kNone);
  const LawParams coulomb = stone_stone("law = \"linear_coulomb\"\nk_n = 10\nk_t = 8\nmu = 0.3\nrestitution = 0.5\n");
  EXPECT_EQ(coulomb.tangential, TangentialLaw::kCoulomb);
  EXPECT_EQ(coulomb.k_t, 8);
  EXPECT_GT(coulomb.zeta_n, 0);
  EXPECT_EQ(coulomb.zeta_t, coulomb.zeta_n);
  EXPECT_FALSE(coulomb.attraction);
  const LawParams hertz = stone_stone("law = \"hertz\"\nrestitution = 0.5\n");
  EXPECT_EQ(hertz.normal, NormalLaw::kHertz);
  EXPECT_EQ(hertz.tangential, TangentialLaw::kNone);
  EXPECT_NEAR(hertz.E_star, 10e6 / (2 * (1 - 0.04)), 1);
  const LawParams mindlin = stone_stone("law = \"hertz\"\nrestitution = 0.5\nmu = 0.2\n");
  EXPECT_EQ(mindlin.tangential, TangentialLaw::kMindlin);
  EXPECT_EQ(mindlin.beta_t, mindlin.beta_n);
  const LawParams jkr = stone_stone("law = \"jkr\"\nrestitution = 0.5\nadhesion = \"0.1 J/m2\"\n");
  EXPECT_EQ(jkr.normal, NormalLaw::kJkr);
  EXPECT_EQ(jkr.adhesion, Real(0.1));
  const LawParams silo = stone_stone(
      "law = \"kelvin_voigt_cohesive\"\nk_n = 1e3\ndamping = \"2 N s/m\"\ncohesive_force = 3\nbond_after_contact = "
      "true\n");
  EXPECT_EQ(silo.normal, NormalLaw::kKelvinVoigtCohesive);
  EXPECT_TRUE(silo.attraction);
  EXPECT_TRUE(silo.bond_after_contact);
  EXPECT_EQ(silo.gamma_n, 2);
  EXPECT_EQ(silo.cohesive_force, 3);
}

TEST(SceneContacts, PartsCanBeNamedOneByOne) {
  const LawParams p = stone_stone(
      "normal = \"linear\"\ntangential = \"coulomb\"\nrolling = \"spring\"\nk_n = 10\nk_t = 5\nmu = 0.3\n"
      "damping_rate = 4\ntangential_damping_rate = 2\nmu_rolling = 0.1\nk_rolling = \"1 N m/rad\"\neta_rolling = 0.2\n"
      "mu_twisting = 0.05\n");
  EXPECT_EQ(p.rate_n, 4);
  EXPECT_EQ(p.rate_t, 2);
  EXPECT_EQ(p.rolling, RollingLaw::kSpring);
  EXPECT_EQ(p.twisting, RollingLaw::kSpring);
  EXPECT_EQ(p.k_rolling, 1);
  EXPECT_EQ(p.mu_twisting, Real(0.05));
}

TEST(SceneContacts, StiffnessFollowsFromYoungAndImpactSpeed) {
  const Scene s =
      load_text(scene_with("[[contact]]\nbetween = [\"*\", \"*\"]\nlaw = \"linear_coulomb\"\nimpact_speed = 1\nmu = "
                           "0.3\nrestitution = 0.5\n",
                           kSteel));
  const double r = 0.01, m = 2600 * 4.0 / 3 * 3.141592653589793 * r * r * r;
  const Material& stone = s.model.materials[0];
  const Material& steel = s.model.materials[1];
  EXPECT_NEAR(law(s, 0, 0).k_n, linear_stiffness_from_young(effective_young(stone, stone), r / 2, m / 2, 1), 1e-6);
  EXPECT_NEAR(law(s, 0, 1).k_n, linear_stiffness_from_young(effective_young(stone, steel), r, m, 1), 1e-6);
  EXPECT_NEAR(law(s, 0, 1).k_t / law(s, 0, 1).k_n, 2 * (1 - 0.25) / (2 - 0.25), 1e-12);
  EXPECT_EQ(s.notes[0].find("contact[0] (stone, stone): k_n = "), 0u) << s.notes[0];
}

TEST(SceneContacts, SaysWhatALawNeedsAndWhatItDoesNotUse) {
  const auto problems = [](const std::string& keys) {
    return problems_of(scene_with("[[contact]]\nbetween = [\"*\", \"*\"]\n" + keys));
  };
  EXPECT_EQ(problems("law = \"hertz\"\nrestitution = 1\n"),
            "s.toml:26: contact[0]: law \"hertz\" needs young of material \"steel\"\n"
            "s.toml:26: contact[0]: law \"hertz\" needs poisson of material \"steel\"");
  EXPECT_EQ(problems("law = \"linear\"\nrestitution = 1\n"),
            "s.toml:26: contact[0].k_n: missing; must be a stiffness, e.g. \"130 kN/m\", or give impact_speed");
  EXPECT_EQ(problems("law = \"linear_coulomb\"\nk_n = 1\nmu = 1\nrestitution = 1\n"),
            "s.toml:26: contact[0].k_t: missing; give k_t or k_t_ratio, or poisson of material \"steel\"");
  EXPECT_EQ(problems("law = \"linear\"\nk_n = 1\nmu = 1\nrestitution = 1\n"),
            "s.toml:30: contact[0].mu = 1: not used by law \"linear\"");
  EXPECT_EQ(problems("law = \"linear\"\nnormal = \"linear\"\n"),
            "s.toml:29: contact[0].normal = \"linear\": law is given, too; leave one out");
  EXPECT_EQ(
      problems("law = \"linear\"\nk_n = 1\ndamping = 1\nrestitution = 1\n"),
      "s.toml:26: contact[0]: needs just one of damping, damping_rate, damping_ratio and restitution; 2 are given "
      "(restitution = 1 is no damping)");
  EXPECT_EQ(problems("law = \"linear_coulomb\"\nk_n = 1\nk_t = 1\nmu = \"35 deg\"\nrestitution = 1\n"),
            "s.toml:31: contact[0].mu = \"35 deg\": must be a plain number");
  EXPECT_EQ(problems("k_n = 1\n"),
            "s.toml:26: contact[0].law: missing; must be \"linear\", \"linear_coulomb\", \"kelvin_voigt_cohesive\", "
            "\"hertz\", \"hertz_mindlin\", \"dmt\" or \"jkr\"");
}

TEST(SceneContacts, ReachIsThatOfTheLongestCohesion) {
  const Scene s = load_text(scene_with(
      "[[contact]]\nbetween = [\"*\", \"*\"]\nlaw = \"kelvin_voigt_cohesive\"\nk_n = 1e3\nrestitution = 0.5\n"
      "cohesive_force = 2\n"));
  EXPECT_DOUBLE_EQ(s.model.reach, 2e-3);
}

}  // namespace
}  // namespace scree::test
