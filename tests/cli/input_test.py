"""Wrong input: exit code 2, all problems with file and line, nothing written."""
import unittest

from cli import SMALL, CliTest


class WrongInput(CliTest):
    def assert_refused(self, scene_text, *expected):
        self.write("broken.toml", scene_text)
        done = self.scree("run", "broken.toml", "--out", "out", expect=2)
        for text in expected:
            self.assertIn(text, done.stderr)
        self.assertEqual(self.files(), ["broken.toml"])
        self.assertEqual(self.scree("check", "broken.toml", expect=2).stderr, done.stderr)
        return done.stderr

    def line_of(self, text, part):
        return 1 + next(k for k, line in enumerate(text.splitlines()) if part in line)

    def test_all_problems_are_listed_with_file_and_line(self):
        text = SMALL.replace("mu          = 0.5", "mu          = -0.5").replace("restitution = 0.6", "restitution = 1.6")
        self.assert_refused(text, f"broken.toml:{self.line_of(text, 'mu          =')}: ",
                            f"broken.toml:{self.line_of(text, 'restitution =')}: ")

    def test_a_misspelt_key_gets_the_nearest_known_name(self):
        text = SMALL.replace("restitution = 0.6", "restitutoin = 0.6")
        self.assert_refused(text, f"broken.toml:{self.line_of(text, 'restitutoin')}: ", "restitution")

    def test_a_wrong_dimension_is_refused(self):
        text = SMALL.replace('"2 kN/m"', '"2 kN"')
        self.assert_refused(text, f"broken.toml:{self.line_of(text, 'k_n')}: ", "k_n")

    def test_a_time_step_beyond_the_stable_one_is_refused(self):
        text = SMALL.replace('dt = "auto"', 'dt = "50 ms"')
        self.assert_refused(text, f"broken.toml:{self.line_of(text, '50 ms')}: ", "dt")

    def test_bad_toml_and_missing_files(self):
        self.assert_refused(SMALL + "\n[[wall\n", "broken.toml:")
        self.assertIn("nowhere.toml", self.scree("run", "nowhere.toml", expect=2).stderr)

    def test_bad_overrides(self):
        self.write("small.toml", SMALL)
        for override in ["time.ned=1", "time.end=-1", "time.end", "=", "time.end='3 kg'"]:
            done = self.scree("run", "small.toml", "--set", override, expect=2)
            self.assertIn("end", done.stderr + "end" * (override == "="))
        self.assertEqual(self.files(), ["small.toml"])


    def test_a_scene_without_materials_is_refused(self):
        for text in (SMALL.replace("[[material]]", ""), SMALL.replace("[[material]]", "[[materials]]")):
            self.assert_refused(text, "broken.toml:1: material: missing")

    def test_text_that_is_too_deep_or_too_long_is_refused(self):
        self.assert_refused(SMALL + ".".join(["a"] * 25_000) + " = 1\n", "a key has at most 16 parts")
        self.assert_refused(SMALL + "a = " + "[" * 25_000 + "]" * 25_000 + "\n", "at most 32 deep")
        self.assertLess(len(self.assert_refused(SMALL + "x" * 3_000_000 + " = 1\n", "unknown key")), 1000)
        self.assertIn("/dev/zero: no scene file", self.scree("check", "/dev/zero", expect=2).stderr)

    def test_numbers_beyond_the_limits_are_refused(self):
        for old, new in (("density = 2500", "density = 1e300"), ("radius   = 0.1\n", "radius = 1e200\n"),
                         ("velocity = [0, 0, -1]", "velocity = [0, 0, -1e250]"), ("k_t_ratio   = 0.3", "k_t_ratio = 1e308")):
            text = SMALL.replace(old, new)
            self.assertNotEqual(text, SMALL)
            self.assert_refused(text, f"broken.toml:{self.line_of(text, new.strip())}: ", "must be from")


class OddInput(CliTest):
    def test_run_says_what_check_says(self):
        self.write("odd.toml", SMALL.replace("density = 2500", "density = 2.5").replace('end = "0.15 s"', 'end = "1 ms"'))
        note = 'warning: material "glass" has a density of 2.5 kg/m3, less than any solid'
        self.assertIn(note, self.scree("check", "odd.toml").stdout)
        self.assertIn(note, self.scree("run", "odd.toml", "--out", "out").stderr)
        self.assertIn(note, (self.dir / "out" / "log.txt").read_text())

    def test_frames_that_never_come_are_the_first_and_the_last(self):
        self.write("small.toml", SMALL)
        self.run_scene("small.toml", "--out", "out", "--set", "time.end=1 ms", "--set", "output.frames_every=1e15")
        self.assertEqual(len(list((self.dir / "out" / "frames").iterdir())), 2)

    def test_a_run_says_when_no_body_is_left(self):
        self.write("small.toml", SMALL[:SMALL.index("[[stream]]")] + SMALL[SMALL.index("[[wall]]"):])
        done = self.scree("run", "small.toml", "--out", "out", "--set", "domain={ lo = [-1, -1, 0.125], hi = [1, 1, 1] }",
                          "--set", "fill[0].count=2", "--set", "fill[0].inside=[[-0.01, -0.01, 0.12], [0.01, 0.02, 0.14]]")
        self.assertIn("no body is left", done.stderr)


class CommandLine(CliTest):
    def test_wrong_options_exit_with_2_and_help_with_0(self):
        for args in [[], ["fly"], ["run"], ["run", "a", "--fast"], ["export", "out"], ["picture", "nowhere"],
                     ["run", "a", "--threads", "0"], ["run", "a", "--resume", "--overwrite"]]:
            self.scree(*args, expect=2)
        for args in [["--help"], ["run", "--help"], ["--version"], ["table"]]:
            self.assertTrue(self.scree(*args).stdout)

    def test_overrides_reach_the_run(self):
        self.write("small.toml", SMALL)
        t, steps, bodies, *_ = self.run_scene("small.toml", "--out", "a", "--set", "time.end=20 ms", "--set", "time.dt=1e-4",
                                              "--set", "fill[0].count=100")
        self.assertEqual((t, steps), ("0.02", "200"))
        self.assertLess(int(bodies), 200)

    def test_a_folder_with_a_run_is_left_alone(self):
        self.write("small.toml", SMALL)
        short = ["small.toml", "--set", "time.end=10 ms"]
        first = self.run_scene(*short)  # default folder: out/small
        before = {name: (self.dir / name).read_bytes() for name in self.files()}
        self.assertIn("already holds a run", self.scree("run", *short, expect=2).stderr)
        self.assertEqual(before, {name: (self.dir / name).read_bytes() for name in self.files()})
        self.write("out/small/notes.txt", "mine")
        self.assertEqual(self.run_scene(*short, "--overwrite"), first)
        self.assertEqual((self.dir / "out/small/notes.txt").read_text(), "mine")
        self.write("out/small/pictures/000001.svg", "of the run before")
        self.run_scene(*short, "--overwrite")
        self.assertFalse((self.dir / "out/small/pictures").exists())

    def test_a_file_is_no_folder_for_a_run(self):
        self.write("small.toml", SMALL)
        self.write("file", "mine")
        for out in ["file", "file/", "file/x", "file/x/y"]:
            for how in [[], ["--overwrite"], ["--resume"]]:
                done = self.scree("run", "small.toml", "--out", out, *how, expect=2)
                self.assertIn("file is a file, not a folder", done.stderr)
        self.assertEqual((self.dir / "file").read_text(), "mine")

    def test_a_folder_without_a_run_keeps_what_is_in_it(self):
        self.write("small.toml", SMALL)
        for name in ["frames/000001.h5", "log.txt", "vtk/view.pvsm", "pictures/me.svg", "summary.txt"]:
            mine = self.write(f"{name.replace('/', '_')}/{name}", "mine")
            out = name.replace("/", "_")
            for how in [[], ["--overwrite"]]:
                done = self.scree("run", "small.toml", "--out", out, *how, expect=2)
                self.assertIn(f"write over {out}/{name.split('/')[0]}", done.stderr)
            self.assertEqual([p for p in (self.dir / out).rglob("*") if p.is_file()], [mine])
            self.assertEqual(mine.read_text(), "mine")
        self.write("notes/notes.txt", "no name of a run's")
        self.run_scene("small.toml", "--set", "time.end=1 ms", "--out", "notes")

    def test_check_says_what_would_run_and_writes_nothing(self):
        self.write("small.toml", SMALL)
        text = self.scree("check", "small.toml").stdout
        for part in ["bead", "600", "drum", "floor", "k_n = 2000", "mu = 0.5", "steps", "stable step", "memory", "run time"]:
            self.assertIn(part, text)
        self.assertEqual(self.files(), ["small.toml"])


if __name__ == "__main__":
    unittest.main()
