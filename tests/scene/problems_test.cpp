// Each kind of mistake and its message, to the letter.
#include "scene/scene_helpers.hpp"

namespace scree::test {
namespace {

// The one problem of kGood with a piece changed.
std::string with(const std::string& what, const std::string& by) { return problems_of(replaced(kGood, what, by)); }
// The problems of kGood with a piece more; the first added line is line 28.
std::string and_also(const std::string& more) { return problems_of(kGood + more); }

TEST(SceneProblems, AGoodSceneHasNone) { EXPECT_EQ(problems_of(kGood), ""); }

TEST(SceneProblems, NameTheKeyTheValueAndWhatIsAllowed) {
  EXPECT_EQ(with("restitution = 0.5", "restitution = 1.5"),
            "s.toml:10: contact[0].restitution = 1.5: must be > 0 and <= 1");
  EXPECT_EQ(with("density = 2600", "density = \"3 kg\""),
            "s.toml:5: material[0].density = \"3 kg\": must be a density, e.g. \"1.2 g/cm3\"");
  EXPECT_EQ(with("radius = 0.01", "radius = \"2.5 kg\""),
            "s.toml:14: shape[0].radius = \"2.5 kg\": must be a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with("radius = 0.01", "radius = \"2.5 cmm\""),
            "s.toml:14: shape[0].radius = \"2.5 cmm\": \"cmm\" is no unit; must be a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with("k_n = 1e5", "k_n = inf"), "s.toml:9: contact[0].k_n = inf: must be a finite number");
  EXPECT_EQ(with("[0, 0, 0.1]", "[0, 0]"),
            "s.toml:17: body[0].position = [0, 0]: must be a list of three, each a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with("[0, 0, 0.1]", "[0, \"1 s\", 0.1]"),
            "s.toml:17: body[0].position[1] = \"1 s\": must be a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with("\"linear\"", "\"lineal\""),
            "s.toml:8: contact[0].law = \"lineal\": must be \"linear\", \"linear_coulomb\", "
            "\"kelvin_voigt_cohesive\", \"hertz\", \"hertz_mindlin\", \"dmt\" or \"jkr\"");
  EXPECT_EQ(with("end = 1 ", "end = 0 "), "s.toml:2: time.end = 0: must be > 0");
  EXPECT_EQ(with("schema = 1", "schema = 2"), "s.toml:1: schema = 2: this program reads schema 1");
}

TEST(SceneProblems, MisspeltKeysGetASuggestion) {
  EXPECT_EQ(with("density", "desnity"),
            "s.toml:5: material[0].desnity: unknown key; did you mean \"density\"?\n"
            "s.toml:13: shape[0].material = \"stone\": this material needs a density, "
            "because bodies are made of it");
  EXPECT_EQ(and_also("[otput]\nvtk = true\n"), "s.toml:28: otput: unknown key; did you mean \"output\"?");
  EXPECT_EQ(and_also("[domain]\nzzzzz = 1\n"), "s.toml:29: domain.zzzzz: unknown key; known are lo, hi");
  EXPECT_EQ(with("radius = 0.01", "radius = { distribution = \"uniform\", min = 1, max = 2, maen = 3 }"),
            "s.toml:14: shape[0].radius.maen: unknown key; did you mean \"mean\"?\n"
            "s.toml:15: body[0].radius: missing; shape \"ball\" has no single radius\n"
            "s.toml:18: body[1].radius: missing; shape \"ball\" has no single radius");
}

TEST(SceneProblems, MissingKeysNameTheLineOfTheirTable) {
  EXPECT_EQ(with("schema = 1", ""), "s.toml:1: schema: missing; must be an integer");
  EXPECT_EQ(with("normal = [0, 0, 1]", ""),
            "s.toml:21: wall[0].normal: missing; must be a list of three, each a plain number");
  EXPECT_EQ(with(", end = 1 ", ""), "s.toml:2: time.end: missing; must be a time, e.g. \"3 ms\"");
  EXPECT_EQ(with("restitution = 0.5", ""),
            "s.toml:6: contact[0]: needs just one of damping, damping_rate, damping_ratio and restitution; none is "
            "given (restitution = 1 is no damping)");
}

TEST(SceneProblems, NamesMustBeKnownAndUnique) {
  EXPECT_EQ(and_also("[[fill]]\nshapes = [\"ball\", \"cubo\"]\ncount = 3\ninside = [[0,0,1],[1,1,2]]\n"),
            "s.toml:29: fill[0].shapes[1] = \"cubo\": no such shape (ball)");
  EXPECT_EQ(and_also("[[material]]\nname = \"stone\"\n"),
            "s.toml:29: material[1].name = \"stone\": another material has this name");
  EXPECT_EQ(with("type = \"plane\"\nmaterial = \"stone\"", "type = \"plane\"\nmaterial = \"steel\""),
            "s.toml:24: wall[0].material = \"steel\": no such material (stone)");
  EXPECT_EQ(and_also("[[motion]]\nname = \"m\"\nwalls = [\"roof\"]\nphases = [{ velocity = [1, 0, 0] }]\n"),
            "s.toml:30: motion[0].walls[0] = \"roof\": no such wall (floor)");
  EXPECT_EQ(and_also("[[event]]\nat = 1\nstop_streams = [\"x\"]\n"),
            "s.toml:30: event[0].stop_streams[0] = \"x\": no such stream; the scene has no stream");
}

TEST(SceneProblems, AStreamHasARateOrLayers) {
  const std::string head = "[[stream]]\nname = \"s\"\nshapes = [\"ball\"]\n", box = "inside = [[0,0,1],[1,1,2]]\n";
  EXPECT_EQ(and_also(head + "layer_every = \"0.1 s\"\njitter = 1\n" + box), "");
  EXPECT_EQ(and_also(head + box), "s.toml:28: stream[0]: needs just one of rate and layer_every");
  EXPECT_EQ(and_also(head + "rate = 5\nspacing = 1\n" + box),
            "s.toml:32: stream[0].spacing = 1: not used by a stream with rate");
  EXPECT_EQ(and_also(head + "layer_every = 1\nspacing = \"1 cm\"\n" + box),
            "s.toml:32: stream[0].spacing = \"1 cm\": bodies overlap, must be at least the largest diameter 0.02 m");
  EXPECT_EQ(and_also(head + "rate = 5\ninside = { sphere = { centre = [0,0,0], radius = 1 } }\n"),
            "s.toml:32: stream[0].inside.sphere = { centre = [0, 0, 0], radius = 1 }: must be a box or a cylinder in a "
            "stream");
  EXPECT_EQ(and_also(head + "rate = 5\ninside = { cylinder = { base = [0,0,0], axis = [0,1,1], radius = 1 } }\n"),
            "s.toml:32: stream[0].inside.cylinder.axis = [0, 1, 1]: must be upright in a stream, [0, 0, HEIGHT]");
}

TEST(SceneProblems, ProfilesAreOfRoundWallsOfBalls) {
  const std::string bin =
      "[[wall]]\nname = \"bin\"\ntype = \"balls\"\nmaterial = \"stone\"\nball_radius = 0.01\n"
      "surface = { cylinder = { base = [0,0,0], axis = [0,0,1], radius = 0.2 } }\n";
  EXPECT_EQ(and_also(bin + "[[output.profile]]\nwall = \"bin\"\nbins = 7\n"), "");
  EXPECT_EQ(
      and_also("[[output.profile]]\nwall = \"floor\"\n"),
      "s.toml:29: output.profile[0].wall = \"floor\": must be a wall of balls with a cylinder or cone as surface");
  EXPECT_EQ(and_also("[[output.profile]]\nwall = \"bin\"\nbins = 0\n"),
            "s.toml:29: output.profile[0].wall = \"bin\": no such wall (floor)\n"
            "s.toml:30: output.profile[0].bins = 0: must be > 0");
  EXPECT_EQ(and_also(bin + "[[output.profile]]\nwall = \"bin\"\n[[output.profile]]\nwall = \"bin\"\n"),
            "s.toml:37: output.profile[1].wall = \"bin\": named twice");
}

TEST(SceneProblems, MeasuresTakeTheKeysOfTheirKind) {
  const std::string head = "[[output.measure]]\nname = \"m\"\nkind = ";
  EXPECT_EQ(and_also(head + "\"front\"\npoint = [0,0,0]\ndirection = [1,0,0]\n"), "");
  EXPECT_EQ(and_also(head + "\"heap_angle\"\npoint = [0,0,0]\ndirection = [0,-2,0]\nwidth = \"10 cm\"\n"), "");
  EXPECT_EQ(and_also(head + "\"mass_above\"\npoint = [0,0,1]\n"), "");
  EXPECT_EQ(and_also(head + "\"mass_in_box\"\nbox = [[0,0,0],[1,1,1]]\n"), "");
  EXPECT_EQ(and_also(head + "\"front\"\ndirection = [0,0,0]\nbox = [[0,0,0],[1,1,1]]\n"),
            "s.toml:28: output.measure[0].point: missing; must be a list of three, each a length, e.g. \"2.5 cm\"\n"
            "s.toml:31: output.measure[0].direction = [0, 0, 0]: must have a length\n"
            "s.toml:32: output.measure[0].box = [[0, 0, 0], [1, 1, 1]]: not used by kind \"front\"");
  EXPECT_EQ(and_also(head + "\"heap_angle\"\npoint = [0,0,0]\ndirection = [1,0,1]\nwidth = 0\n"),
            "s.toml:32: output.measure[0].direction = [1, 0, 1]: must be horizontal, at right angles to gravity\n"
            "s.toml:33: output.measure[0].width = 0: must be > 0");
  EXPECT_EQ(and_also(head + "\"mass_in_box\"\n"), "s.toml:28: output.measure[0].box: missing; must be two corners");
  EXPECT_EQ(and_also(head + "\"mass_above\"\npoint = [0,0,1]\n" + head + "\"mass_above\"\npoint = [0,0,1]\n"),
            "s.toml:33: output.measure[1].name = \"m\": another measure has this name");
  EXPECT_EQ(and_also(head + "\"slope\"\npoint = [0,0,1]\ndirection = [1,0,0]\n"),
            "s.toml:30: output.measure[0].kind = \"slope\": must be \"front\", \"heap_angle\", \"mass_above\", "
            "\"mass_in_box\" or \"solid_fraction\"");
}

TEST(SceneProblems, AreAllListedAtOnceInTheOrderOfTheFile) {
  std::string text = replaced(kGood, "density = 2600", "density = -1");
  text = replaced(text, "k_n = 1e5", "k_n = 0\nk_t = 3");
  text = replaced(text, "end = 1 ", "end = -1, dtt = 3 ");
  EXPECT_EQ(problems_of(text),
            "s.toml:2: time.dtt: unknown key; did you mean \"dt\"?\n"
            "s.toml:2: time.end = -1: must be > 0\n"
            "s.toml:5: material[0].density = -1: must be > 0\n"
            "s.toml:9: contact[0].k_n = 0: must be > 0\n"
            "s.toml:10: contact[0].k_t = 3: not used by law \"linear\"");
}

TEST(SceneProblems, KeysThatNothingUsesAreErrors) {
  EXPECT_EQ(and_also("[[fill]]\nshapes = [\"ball\"]\ncount = 3\ninside = [[0,0,1],[1,1,2]]\njitter = 0.1\n"),
            "s.toml:32: fill[0].jitter = 0.1: not used by kind \"random\"");
  EXPECT_EQ(with("normal = [0, 0, 1]", "normal = [0, 0, 1]\nradius = 3"),
            "s.toml:27: wall[0].radius = 3: not used by type \"plane\"");
  EXPECT_EQ(with("dt = 1e-5", "dt = 1e-5, gear_values = 4"),
            "s.toml:2: time.gear_values = 4: not used by this integrator; must be left out unless integrator = "
            "\"gear\"");
  EXPECT_EQ(with("dt = 1e-5", "dt = 1e-5, integrator = \"gear\", rotation = \"pcdm\""),
            "s.toml:2: time.rotation = \"pcdm\": not used by this integrator; must be left out unless integrator = "
            "\"velocity_verlet\"");
}

TEST(SceneProblems, PlatesMustBeFlatAndConvex) {
  const auto plate = [](const std::string& vertices) {
    return and_also("[[wall]]\nname = \"p\"\ntype = \"plate\"\nmaterial = \"stone\"\nvertices = " + vertices + "\n");
  };
  const std::string at = "s.toml:32: wall[1].vertices = ";
  EXPECT_EQ(plate("[[0,0,0],[1,0,0],[1,1,0],[0,1,0]]"), "");
  EXPECT_EQ(plate("[[0,1,0],[1,1,0],[1,0,0],[0,0,0]]"), "");
  EXPECT_EQ(plate("[[0,0,0],[1,0,0]]"), at + "[[0, 0, 0], [1, 0, 0]]: must be at least 3 points");
  EXPECT_EQ(plate("[]"), at + "[]: must be at least 3 points");
  EXPECT_EQ(plate("[[0,0,0],[1,0,0],[2,0,0]]"), at + "[[0, 0, 0], [1, 0, 0], [2, 0, 0]]: the corners lie on a line");
  EXPECT_EQ(plate("[[0,0,0],[1,0,0],[1,0,0],[0,1,0]]"),
            at + "[[0, 0, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0]]: corners 1 and 2 are the same point");
  EXPECT_EQ(plate("[[0,0,0],[1,0,0],[1,1,0],[0.9,0.1,0]]"),
            at + "[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0.9, 0.1, 0]]: not convex at corner 3");
  EXPECT_NE(plate("[[0,0,0],[1,0,0],[1,1,0.1],[0,1,0]]").find("off the plane of the others"), std::string::npos);
  // A pentagram turns left at every corner.
  EXPECT_NE(plate("[[1,0,0],[-0.809,0.588,0],[0.309,-0.951,0],[0.309,0.951,0],[-0.809,-0.588,0]]")
                .find("winds round more than once"),
            std::string::npos);
}

TEST(SceneProblems, EmptyRegionsAndDomains) {
  EXPECT_EQ(and_also("[domain]\nlo = [0, 0, 0]\nhi = [1, 1, 0]\n"),
            "s.toml:30: domain.hi = [1, 1, 0]: must be above lo in x, y and z");
  EXPECT_EQ(and_also("[[fill]]\nshapes = [\"ball\"]\ncount = 3\ninside = [[0,0,1],[1,1,0]]\n"),
            "s.toml:31: fill[0].inside = [[0, 0, 1], [1, 1, 0]]: the box is empty; the first corner must not be above "
            "the second in x, y or z");
  EXPECT_EQ(and_also("[[fill]]\nshapes = [\"ball\"]\ncount = 3\ninside = { }\n"),
            "s.toml:31: fill[0].inside: must be just one of box, cylinder and sphere");
}

TEST(SceneProblems, FillsThatDoNotFitNameTheirLine) {
  const std::string text =
      and_also("[[fill]]\nshapes = [\"ball\"]\ncount = 300\ninside = [[0,0,1],[0.05,0.05,1.05]]\n");
  EXPECT_EQ(text.find("s.toml:28: "), 0u) << text;
}

TEST(SceneProblems, StepsAboveTheStableOneAreRefused) {
  const std::string text = with("dt = 1e-5", "dt = 1");
  EXPECT_EQ(text.find("s.toml:2: time.dt = 1: the step of 1 s must be <= the stable step, "), 0u) << text;
  EXPECT_EQ(with("dt = 1e-5", "fraction = 100").find("s.toml:2: time.fraction = 100: the step of "), 0u);
}

TEST(SceneProblems, FilesThatAreNoScenes) {
  EXPECT_THROW(load_scene("/nonexistent/scene.toml"), InputError);
  EXPECT_THROW(load_scene("/"), InputError);
  EXPECT_EQ(problems_of("schema = \n").find("s.toml:1: "), 0u);
  EXPECT_EQ(problems_of("a = 1\na = 2\n").find("s.toml:2: "), 0u);
}

TEST(SceneProblems, OtherTypesOfTables) {
  EXPECT_EQ(and_also("[fill]\ncount = 3\n"),
            "s.toml:28: fill = { count = 3 }: must be a list of tables; write [[fill]]");
  EXPECT_EQ(problems_of("schema = 1\ntime = { end = 1 }\n[[material]]\nname = \"a\"\n"),
            "s.toml:1: fill: the scene has no bodies; add a [[fill]], [[blocks]], [[body]] or [[stream]]");
}

TEST(SceneOverrides, ChangeAndAddValues) {
  const Scene s = load_text(kGood, {"time.dt=2e-5", "contact[0].k_n=20 kN/m", "output.vtk=true", "gravity=[0, 0, -1]",
                                    "gravity[2]=-1.6", "wall.floor.point=[0, 0, -1]", "title=a b"});
  EXPECT_EQ(s.model.settings.dt, 2e-5);
  EXPECT_EQ(s.model.laws[0].k_n, 20e3);
  EXPECT_TRUE(s.model.output.vtk);
  EXPECT_EQ(s.model.settings.gravity.z, Real(-1.6));
  EXPECT_EQ(s.model.walls[0].x.z, -1);
  EXPECT_EQ(s.model.title, "a b");
}

TEST(SceneOverrides, ProblemsNameTheOption) {
  EXPECT_EQ(problems_of(kGood, {"contact[0].restitution=-0.7"}),
            "--set: contact[0].restitution = -0.7: must be > 0 and <= 1");
  EXPECT_EQ(problems_of(kGood, {"tmie.dt=1"}), "--set: tmie: unknown key; did you mean \"time\"?");
  EXPECT_EQ(problems_of(kGood, {"time.dtt=1"}), "--set: time.dtt: unknown key; did you mean \"dt\"?");
  EXPECT_EQ(problems_of(kGood, {"contact[3].mu=1"}),
            "--set contact[3].mu=1: there is no contact[3]; contact has 1 entries");
  EXPECT_EQ(problems_of(kGood, {"wall.roof.material=stone"}),
            "--set wall.roof.material=stone: no wall has this name (floor); an index is written wall[0]");
  EXPECT_EQ(problems_of(kGood, {"time.dt"}), "--set time.dt: must be key=value, e.g. time.end=2 or contact[0].mu=0.3");
  EXPECT_EQ(problems_of(kGood, {"time.dt.x=1"}), "--set time.dt.x=1: time.dt = 1e-05 is no table");
}

}  // namespace
}  // namespace scree::test
