"""The impacts of Höhner et al. 2011 as scenes: threads and a restart change nothing; peak force and rebound are those of the
perfect body, and of a stiffer one where points are just added up."""
import csv
import math
import unittest

from cli import SOURCE, CliTest

MASS = 3900 * 4 / 3 * math.pi * 0.025 ** 3
STIFFNESS = 125e3
SCENES = ("hohner_sphere", "hohner_oblique", "hohner_ellipsoid")


class Impacts(CliTest):
    def telemetry(self, folder):
        with open(self.dir / folder / "telemetry.csv") as file:
            return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def scene(self, name):
        return SOURCE / "scenes" / f"{name}.toml"

    def test_threads_and_a_restart_change_nothing(self):
        for name in SCENES:
            with self.subTest(scene=name):
                one = self.run_scene(self.scene(name), "--out", name, "--threads", 1)
                self.run_scene(self.scene(name), "--out", "part", "--threads", 2, "--set", "time.end='2 ms'", "--overwrite")
                self.assertEqual(one, self.run_scene(self.scene(name), "--out", "part", "--threads", 2, "--resume"))
                rows = self.telemetry(name)
                self.assertLess(abs(rows[-1]["relative_residual"]), 0.005)
                self.assertGreater(max(row["contacts"] for row in rows), 3)

    def test_increments_have_the_force_of_the_perfect_sphere_and_sums_a_larger_one(self):
        perfect = math.sqrt(STIFFNESS * MASS)  # 1 m/s
        peak = {}
        for how in ("incremental", "continuing", "sum", "mean"):
            self.run_scene(self.scene("hohner_sphere"), "--out", how, "--set", f"narrow_phase.combination={how}")
            peak[how] = max(-row["wall_fz[N]"] for row in self.telemetry(how))
        self.assertAlmostEqual(peak["incremental"] / perfect, 1, delta=0.01)
        self.assertAlmostEqual(peak["continuing"] / perfect, 1, delta=0.01)
        self.assertGreater(peak["sum"], 1.4 * perfect)
        self.assertLess(peak["mean"], 0.9 * perfect)

    def test_a_sphere_at_45_degrees_slides_and_rolls(self):
        self.run_scene(self.scene("hohner_oblique"), "--out", "oblique")
        rows = self.telemetry("oblique")
        normal, tangential = max(-row["wall_fz[N]"] for row in rows), max(math.hypot(row["wall_fx[N]"], row["wall_fy[N]"]) for row in rows)
        self.assertAlmostEqual(normal / (math.sqrt(STIFFNESS * MASS) * math.sqrt(0.5)), 1, delta=0.02)
        self.assertAlmostEqual(tangential / normal, 0.18, delta=0.005)  # slides when the force is largest
        self.assertGreater(rows[-1]["kinetic_rotation[J]"], 0.1 * rows[-1]["kinetic_translation[J]"])


if __name__ == "__main__":
    unittest.main()
