"""The scenes of blocks: they stand, slide, topple and break as they should."""
import csv
import math
import subprocess
import unittest

from cli import SOURCE, CliTest

G = 9.81
READ_BACK = SOURCE / "tests/frames/read_back.py"


class Blocks(CliTest):
    def telemetry(self, scene, *settings):
        args = [arg for setting in settings for arg in ("--set", setting)]
        self.run_scene(SOURCE / f"scenes/{scene}.toml", "--out", "out", "--threads", 1, *args)
        with open(self.dir / "out/telemetry.csv") as file:
            rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
        self.assertLess(max(abs(row["relative_residual"]) for row in rows), 0.02)
        return rows

    @staticmethod
    def kinetic(row):
        return row["kinetic_translation[J]"] + row["kinetic_rotation[J]"]

    def assert_at_rest(self, rows, after, centre):
        """From this time on the kinetic energy is below 1e-10 of what a fall of the centre of mass to the floor sets free."""
        at_stake = rows[0]["mass[kg]"] * G * centre
        late = [row for row in rows if row["time[s]"] >= after]
        self.assertGreater(len(late), 10)
        self.assertLess(max(self.kinetic(row) for row in late), 1e-10 * at_stake)
        self.assertEqual(rows[-1]["bodies"], rows[0]["bodies"])

    def test_stacks_stay(self):
        self.assert_at_rest(self.telemetry("block_stack_8", "time.end=0.4 s"), 0.2, 0.1)
        (self.dir / "out").rename(self.dir / "eight")
        self.assert_at_rest(self.telemetry("block_stack_small"), 0.7, 0.2)

    def test_the_arch_stands_until_its_keystone_goes(self):
        rows = self.telemetry("block_arch_small")
        standing = [row for row in rows if row["time[s]"] < 0.4]
        self.assertEqual({row["bodies"] for row in standing}, {13})
        self.assertEqual(len({row["crown[kg]"] for row in standing}), 1)
        self.assertLess(max(self.kinetic(row) for row in standing[5:]), 5)  # J: it swings under its own weight
        self.assertEqual(rows[-1]["bodies"], 12)
        self.assertEqual(rows[-1]["crown[kg]"], 0)

    def test_a_block_on_an_incline_slides_or_rests(self):
        rows = self.telemetry("block_incline")
        slope = math.radians(30)
        expected = G * (math.sin(slope) - 0.2 * math.cos(slope))
        self.assertAlmostEqual(expected, 3.206, 3)
        a, b = rows[len(rows) // 4], rows[-1]
        speed = [math.sqrt(2 * row["kinetic_translation[J]"] / row["mass[kg]"]) for row in (a, b)]
        self.assertAlmostEqual((speed[1] - speed[0]) / (b["time[s]"] - a["time[s]"]) / expected, 1, delta=1e-3)
        self.assertAlmostEqual((b["slide_all[m]"] - rows[0]["slide_all[m]"]) / (expected / 2 * b["time[s]"] ** 2), 1,
                               delta=5e-3)

    def test_with_more_friction_it_rests(self):
        rows = self.telemetry("block_incline", "contact[0].mu=0.8")
        self.assertLess(self.kinetic(rows[-1]), 1e-20 * rows[-1]["mass[kg]"])
        self.assertLess(rows[-1]["slide_all[m]"] - rows[0]["slide_all[m]"], 1e-4)

    def test_a_column_topples_where_its_weight_leaves_its_base(self):
        for degrees, stands in ((15, False), (12, True)):  # tan 14.04 deg = 1/4
            slope = math.radians(degrees)
            rows = self.telemetry("block_topple", f"gravity=[{G * math.sin(slope)}, 0, {-G * math.cos(slope)}]",
                                  "time.end=1 s")
            self.assertEqual(rows[-1]["joints"], 3)
            self.assertEqual(rows[-1]["upper[kg]"] > 0, stands, degrees)
            (self.dir / "out").rename(self.dir / str(degrees))

    def test_a_ball_breaks_a_wall(self):
        rows = self.telemetry("block_wall_small", "time.end=0.1 s")
        self.assertEqual(rows[0]["joints"], 163)
        self.assertLess(rows[-1]["joints"], 130)
        self.assertGreater(rows[-1]["joints"], 30)
        self.assertGreater(rows[-1]["joint_loss[J]"], 1)
        done = subprocess.run(["/usr/bin/python3", READ_BACK, self.dir / "out"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_slab_slides_on_a_joint_that_dips_more_than_its_friction(self):
        """The foremost block of the slope, before it leaves its plane."""
        rows = [row for row in self.telemetry("block_slope_small", "time.end=0.6 s") if row["time[s]"] >= 0.2]
        dip = math.radians(35)
        expected = G * (math.sin(dip) - math.tan(math.radians(20)) * math.cos(dip))
        a, b = rows[0], rows[-1]
        measured = (b["max_speed[m/s]"] - a["max_speed[m/s]"]) / (b["time[s]"] - a["time[s]"])
        self.assertAlmostEqual(measured / expected, 1, delta=0.05)

    def test_with_cohesion_it_stays(self):
        """What is left of the shock of being set down falls by ten in 0.25 s."""
        rows = self.telemetry("block_slope_small", "time.end=1.5 s",
                              'blocks[0].joints={cohesion="50 kPa", tensile_strength="50 kPa"}')
        self.assertEqual(rows[-1]["joints"], rows[0]["joints"])
        self.assertLess(rows[-1]["max_speed[m/s]"], 1e-6)


if __name__ == "__main__":
    unittest.main()
