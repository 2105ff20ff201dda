// What is too much of a scene, or no number at all.
#include <cmath>

#include "scene/scene_helpers.hpp"
#include "scree/run/odd_scene.hpp"
#include "scree/scene/finite_numbers.hpp"
#include "scree/scene/shown_text.hpp"
#include "scree/scene/tree.hpp"
#include "scree/step.hpp"

namespace scree::test {
namespace {

std::string with(const std::string& what, const std::string& by) { return problems_of(replaced(kGood, what, by)); }
std::string repeated(const std::string& text, int n) {
  std::string all;
  for (int k = 0; k < n; ++k) all += text;
  return all;
}

TEST(SceneLimits, ASceneWithoutMaterialsIsRefused) {
  const std::string all = problems_of(replaced(kGood, "[[material]]\nname = \"stone\"\ndensity = 2600\n", ""));
  EXPECT_EQ(all.substr(0, all.find('\n')), "s.toml:1: material: missing; must be a list of tables");
  EXPECT_NE(with("[[material]]", ""), "");
  EXPECT_NE(with("[[material]]", "[material]"), "");
  EXPECT_NE(problems_of("material = []\n" + replaced(kGood, "[[material]]", "[[event]]")), "");
}

// Whatever is missing, the scene loads or is refused.
TEST(SceneLimits, NoLineIsMissedByTheReaderItself) {
  std::vector<std::string> lines;
  std::istringstream text(kGood);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  for (std::size_t gone = 0; gone < lines.size(); ++gone)
    for (const bool misnamed : {false, true}) {
      std::string scene;
      for (std::size_t k = 0; k < lines.size(); ++k)
        if (k != gone)
          scene += lines[k] + '\n';
        else if (misnamed)
          scene += (lines[k].starts_with("[[") ? "[[x" + lines[k].substr(2) : 'x' + lines[k]) + '\n';
      EXPECT_NO_THROW(problems_of(scene)) << scene;
    }
}

TEST(SceneLimits, NumbersKeepToTheLimitsOfTheirDimension) {
  EXPECT_EQ(with("density = 2600", "density = 1e300"),
            "s.toml:5: material[0].density = 1e+300: must be from 1e-12 to 1e+21 kg/m3");
  EXPECT_EQ(with("radius = 0.01", "radius = 5e-324"),
            "s.toml:14: shape[0].radius = 5e-324: must be from 1e-15 to 1e+15 m");
  EXPECT_EQ(with("[0, 0, 0.1]", "[0, -1e200, 0.1]"),
            "s.toml:17: body[0].position[1] = -1e+200: must be from -1e+15 to 1e+15 m");
  EXPECT_EQ(with("time = {", "gravity = [0, 0, -1e300]\ntime = {"),
            "s.toml:2: gravity[2] = -1e+300: must be from -1e+15 to 1e+15 m/s2");
  EXPECT_EQ(with("normal = [0, 0, 1]", "normal = [0, 0, 1e-200]"),
            "s.toml:26: wall[0].normal = [0, 0, 1e-200]: must have a length");
  EXPECT_EQ(with("[0, 0, 0.1]", "[1e-200, 0, 0.1]"), "");
}

TEST(SceneLimits, RatesAndConditionsKeepToThemToo) {
  const std::string stream = "[[stream]]\nname = \"s\"\nshapes = [\"ball\"]\ninside = [[0, 0, 1], [1, 1, 2]]\n";
  EXPECT_EQ(problems_of(kGood + stream + "rate = 1e300\n"),
            "s.toml:32: stream[0].rate = 1e+300: must be from 1e-15 to 1e+15 1/s");
  EXPECT_EQ(problems_of(kGood + stream + "rate = \"1e40 kg/s\"\n"),
            "s.toml:32: stream[0].rate = \"1e40 kg/s\": must be from 1e-30 to 1e+30 kg/s");
  EXPECT_EQ(problems_of(kGood + "[[event]]\nstop = true\nwhen = \"max_speed < 1e300\"\n"),
            "s.toml:30: event[0].when = \"max_speed < 1e300\": the value must be from -1e+15 to 1e+15 m/s");
}

TEST(SceneLimits, ARunHasAsManySteps) {
  EXPECT_EQ(with("dt = 1e-5, end = 1 ", "dt = 1e-9, end = 1e14 "),
            "s.toml:2: time.end = 100000000000000: must be at most 9.007e+15 steps of 1e-09 s");
}

TEST(SceneLimits, DeepTextIsRefusedBeforeItIsRead) {
  const std::string parts = repeated("a.", 25000) + "a";
  EXPECT_EQ(problems_of(kGood + parts + " = 1\n"), "s.toml:28: a key has at most 16 parts");
  EXPECT_EQ(problems_of(kGood + "[" + parts + "]\n"), "s.toml:28: a key has at most 16 parts");
  EXPECT_EQ(
      problems_of(kGood + "x = \"\"\"\n" + parts + "\n\"\"\"\n"),
      "s.toml:28: wall[0].x: unknown key; known are " +
          problems_of(kGood + "x = 1\n").substr(std::string("s.toml:28: wall[0].x: unknown key; known are ").size()));
  EXPECT_EQ(problems_of(kGood + "x = " + repeated("[", 25000)),
            "s.toml:28: lists and tables lie in each other at most 32 deep");
  EXPECT_EQ(problems_of(kGood + "x = " + repeated("{ x = ", 25000)),
            "s.toml:28: lists and tables lie in each other at most 32 deep");
  EXPECT_EQ(problems_of(kGood + "\nx = [" + repeated("1,", 1000001) + "]\n"),
            "s.toml:29: more than 1000000 values; give that many in a file of their own (fill.file, wall.file)");
  EXPECT_NE(problems_of(kGood, {parts + "=1"}), "");
  EXPECT_NE(problems_of(kGood, {"time.end=" + repeated("[", 25000)}), "");
}

TEST(SceneLimits, WhatLooksDeepAndIsTextIsRead) {
  int line = 0;
  EXPECT_EQ(scene::too_much_to_read("a = \"" + repeated("[.", 100) + "\"", line), "");
  EXPECT_EQ(scene::too_much_to_read("a = '''" + repeated("[\n.", 100) + "'''", line), "");
  EXPECT_EQ(scene::too_much_to_read("# " + repeated("[.", 100), line), "");
  EXPECT_EQ(scene::too_much_to_read("a = \"\\\"" + repeated("[.", 100) + "\"", line), "");
  EXPECT_EQ(scene::too_much_to_read("a = '\n" + repeated("[", 33), line),
            "lists and tables lie in each other at most 32 deep");
  EXPECT_EQ(line, 2);
}

TEST(SceneLimits, MessagesAreShortHoweverLongTheSceneIs) {
  const std::string megabyte(1 << 20, 'x');
  for (const std::string& text :
       {with("density = 2600", "density = \"" + megabyte + "\""),
        with("density = 2600", "density = \"3 " + megabyte + "\""), with("density", megabyte),
        with("name = \"ball\"", "name = \"" + megabyte + "\""), with("law = \"linear\"", "law = \"" + megabyte + "\""),
        with("material = \"stone\"", "material = \"" + megabyte + "\""),
        problems_of(kGood + "[[event]]\nstop = true\nwhen = \"" + megabyte + " < 1\"\n"),
        problems_of(kGood, {megabyte + "=1"}), problems_of(kGood, {"time.end=" + megabyte})}) {
    EXPECT_NE(text, "");
    EXPECT_LT(text.size(), 2000u) << text.substr(0, 3000);
  }
  EXPECT_LT(problems_of(kGood + repeated("[[wall]]\n", 5000)).size(), 40000u);
}

TEST(SceneLimits, TextIsShownAsText) {
  EXPECT_EQ(scene::shortened("a\nb\x1b[1m"), "a?b?[1m");
  EXPECT_EQ(scene::shortened("ääääää", 8), "ää...");
  EXPECT_EQ(scene::listed({"a", "b"}), "a, b");
  EXPECT_EQ(scene::listed(std::vector<std::string>(25, "a")).substr(57), "a and 5 more");
  EXPECT_EQ(with("\"ball\"\nmaterial", "\"b\\u0000ll\"\nmaterial").substr(0, 67),
            "s.toml:12: shape[0].name = \"b?ll\": must hold no control characters\n");
}

TEST(SceneLimits, NamesFitIntoTheHeadersOfTables) {
  for (const char* name : {"a,b", "a\\\"b"})
    EXPECT_NE(with("name = \"floor\"", std::string("name = \"") + name + "\"").find("must hold no comma and no quote"),
              std::string::npos);
  EXPECT_EQ(with("name = \"floor\"", "name = \"der Boden (größer)\""), "");
}

TEST(SceneLimits, ARowOfNumbersIsNoHeader) {
  const auto list = [](const std::string& text) {
    std::ofstream(scratch_folder() / "balls.txt") << text;
    return problems_of(kGood +
                       "[[wall]]\nname = \"w\"\ntype = \"balls\"\nmaterial = \"stone\"\nfile = \"balls.txt\"\n");
  };
  EXPECT_EQ(list("x y z r\n0 0 -1 0.1\n"), "");
  EXPECT_EQ(list("# balls\n\"x\",\"y\",\"z\",\"r\"\n0, 0, -1, 0.1\n"), "");
  const std::string key = "s.toml:32: wall[1].file = \"balls.txt\": balls.txt:";
  EXPECT_EQ(list("nan 0 0 1\n0 0 -1 0.1\n"), key + "1: x = nan: must be a number from -1e+15 to 1e+15 m");
  EXPECT_EQ(list("inf 0 0 1\n0 0 -1 0.1\n"), key + "1: x = inf: must be a number from -1e+15 to 1e+15 m");
  EXPECT_EQ(list("a 0 0 1\n0 0 -1 0.1\n"), key + "1: x = a: must be a number from -1e+15 to 1e+15 m");
  EXPECT_EQ(list("x y z r\nx y z r\n0 0 -1 0.1\n"), key + "2: x = x: must be a number from -1e+15 to 1e+15 m");
  EXPECT_EQ(list("0 0 -1 0\n"), key + "1: r = 0: must be a number from 1e-15 to 1e+15 m");
  EXPECT_EQ(list("0 0 -1\n"), key + "1: 3 columns; must be x, y, z, r with r > 0");
}

TEST(FiniteNumbers, NameTheQuantityThatIsNone) {
  const Scene good = load_text(kGood);
  EXPECT_EQ(scene::number_out_of_limits(good.model, good.state), "");
  Scene s = good;
  s.state.bodies.mass[1] = std::numeric_limits<Real>::infinity();
  EXPECT_EQ(scene::number_out_of_limits(s.model, s.state), "the mass of body 1 is inf; must be from 1e-60 to 1e+60 kg");
  s = good;
  s.model.laws[0].k_n = std::nan("");
  EXPECT_EQ(scene::number_out_of_limits(s.model, s.state),
            "k_n of the contact of \"stone\" and \"stone\" is nan; must be a finite number");
  s = good;
  s.model.walls[0].q.w = std::nan("");
  EXPECT_EQ(scene::number_out_of_limits(s.model, s.state),
            "the pose of wall \"floor\" is nan; must be a finite number");
}

// The notes about kGood with a piece changed.
std::string odd(const std::string& what, const std::string& by) {
  Scene s = load_text(replaced(replaced(kGood, "dt = 1e-5", "dt = \"auto\""), what, by));
  start(s.model, s.state);
  std::string all;
  for (const std::string& line : odd_numbers(s.model, s.state)) all += line + '\n';
  return all;
}

TEST(OddScene, NothingIsOddAboutAGoodOne) { EXPECT_EQ(odd("2600", "2600"), ""); }

TEST(OddScene, NumbersThatNobodyMeantAreNoted) {
  EXPECT_EQ(odd("2600", "2.5"),
            "material \"stone\" has a density of 2.5 kg/m3, less than any solid; a plain number is in kg/m3, water has "
            "1000 or "
            "\"1 g/cm3\"\n");
  EXPECT_EQ(odd("radius = 0.01", "radius = \"0.005 mm\"").substr(0, 43), "the largest body has a radius of 5e-06 m: a");
  EXPECT_EQ(odd("position = [0, 0, 0.2]", "position = [0, 0, 0.2]\nradius = 1e-7").substr(0, 30),
            "radii go from 1e-07 to 0.01 m:");
  EXPECT_EQ(odd("position = [0, 0, 0.2]", "position = [0, 0, 0.2]\nvelocity = [0, 0, 1e5]").substr(0, 29),
            "bodies start at up to 1e+05 m");
}

TEST(OddScene, BodiesThatLeaveAtOnceAreCounted) {
  EXPECT_EQ(odd("[[wall]]", "[domain]\nhi = [1, 1, 0.15]\n[[wall]]"),
            "1 of 2 bodies start outside the domain and are removed at once\n");
  EXPECT_EQ(odd("[[wall]]", "[domain]\nhi = [1, 1, 0.05]\n[[wall]]"),
            "all 2 bodies start outside the domain and are removed at once: nothing is left\n");
}

TEST(OddScene, BodiesBesideTheVesselOfTheOthersAreCounted) {
  std::string inside;
  for (int k = 0; k < 10; ++k)
    inside += "[[body]]\nshape = \"ball\"\nposition = [0.1, 0, " + std::to_string(1 + k) + "]\n";
  const std::string drum =
      "[[wall]]\nname = \"drum\"\ntype = \"cylinder\"\nmaterial = \"stone\"\nbase = [0, 0, 0.15]\n"
      "axis = [0, 0, 20]\nradius = 0.3\n";
  EXPECT_EQ(odd("[[wall]]", inside + drum + "[[wall]]"), "");
  EXPECT_EQ(odd("position = [0, 0, 0.2]", "position = [0.5, 0, 0.2]\n" + inside + drum),
            "1 bodies start beside wall \"drum\", which holds 10 others\n");
}

}  // namespace
}  // namespace scree::test
