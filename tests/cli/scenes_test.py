"""The small scenes that come with the program: threads, a restart half way, and the energy books of each; and what the flow
and the bucket of Nezami et al. 2006 end with."""
import csv
import os
import subprocess
import time
import unittest

from cli import SCREE, SOURCE, CliTest

END = 0.2  # s, enough for falls, impacts and a turn of the drum
# Balls of half a metre take their time, a stream, too; a keystone goes at 0.4 s.
LATER = {"silo_small": 0.8, "clusters_plane_small": 0.6, "hopper_smooth_small": 0.26, "block_arch_small": 0.6}
FEW = {"block_arch_small": 10, "block_wall_small": 20, "block_slope_small": 40}  # contacts of few bodies, or joined ones


class SmallScenes(CliTest):
    def test_each_gives_one_state_whatever_the_threads_and_with_a_break(self):
        scenes = sorted((SOURCE / "scenes").glob("*_small.toml"))
        self.assertGreaterEqual(len(scenes), 2)
        for scene in scenes:
            with self.subTest(scene=scene.name):
                whole, part, end = f"{scene.stem}-whole", f"{scene.stem}-part", LATER.get(scene.stem, END)
                one = self.run_scene(scene, "--out", whole, "--threads", 1, "--set", f"time.end={end}")
                self.run_scene(scene, "--out", part, "--threads", 2, "--set", f"time.end={end / 2}")
                two = self.run_scene(scene, "--out", part, "--threads", 2, "--set", f"time.end={end}", "--resume")
                self.assertEqual(one, two)
                self.assertGreater(int(one[3]), FEW.get(scene.stem, 50))  # contacts: else the scene tests nothing
                with open(self.dir / whole / "telemetry.csv") as file:
                    last = list(csv.DictReader(file))[-1]
                self.assertLess(abs(float(last["relative_residual"])), 0.02)


class Telemetry:
    """The telemetry of a run as numbers."""

    def __init__(self, folder):
        with open(folder / "telemetry.csv") as file:
            self.rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
        self.first, self.last = self.rows[0], self.rows[-1]

    def largest(self, name):
        return max(abs(row[name]) for row in self.rows)

    def kinetic_per_mass(self, row):
        return (row["kinetic_translation[J]"] + row["kinetic_rotation[J]"]) / row["mass[kg]"]


class PolyhedraCase(CliTest):
    def assert_sound(self, t, residual=0.02):
        self.assertEqual(t.last["link_failed"], 0)
        self.assertGreater(t.last["link_two_or_less"], 0.9 * t.last["link_searches"])  # Nezami et al. 2006: about 95 %
        self.assertLess(t.largest("relative_residual"), residual)
        # 15 % of a bounding sphere's radius: a tetrahedron's is three times its inner one, to which overlaps are compared.
        self.assertLess(t.largest("max_overlap"), 0.45)
        self.assertEqual(t.last["bodies"], t.first["bodies"])


class Flow(PolyhedraCase):
    SCENE = SOURCE / "scenes/flow_small.toml"

    def start(self, *args):
        return subprocess.Popen([SCREE, "run", self.SCENE, "--out", "part", "--threads", "2", *args], cwd=self.dir,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env=dict(os.environ, OMP_WAIT_POLICY="passive"))  # for processors that do other work, too

    def kill_after_checkpoint(self, step):
        """Runs with two threads up to a checkpoint at or after this step, and kills the run a moment later."""
        process = self.start(*(["--resume"] if (self.dir / "part/scene.toml").exists() else []))
        folder = self.dir / "part/checkpoints"
        while process.poll() is None and max((int(p.stem[5:]) for p in folder.glob("step_*.h5")), default=-1) < step:
            time.sleep(0.005)
        time.sleep(0.05)
        self.assertIsNone(process.poll(), "the run ended before it was killed")
        process.kill()
        process.communicate()

    def test_stones_flow_out_and_stop_and_kills_and_threads_change_nothing(self):
        one = self.run_scene(self.SCENE, "--out", "whole", "--threads", 1)
        t = Telemetry(self.dir / "whole")
        self.assert_sound(t)
        walls_on = [row for row in t.rows if row["east_fx[N]"] != 0]
        box = walls_on[-1]  # in the last rows before the walls go stones still lean on them
        self.assertLess(t.kinetic_per_mass(box), 1e-3)
        for axis in "xy":  # of all stones: the largest cluster of 60 may lose its foremost ones
            self.assertGreater(t.last[f"front_{axis}_all[m]"], box[f"front_{axis}_all[m]"] + 0.02)
        self.assertLess(t.last["gravity[J]"], 0.9 * box["gravity[J]"])
        self.assertLess(t.last["time[s]"], 3)  # an event has ended it
        steps = int(one[1])
        for part in (0.1, 0.3):  # while stones fall, and while they flow
            self.kill_after_checkpoint(part * steps)
        # One thread again: two that share a busy processor mostly wait for each other.
        self.assertEqual(self.run_scene(self.SCENE, "--out", "part", "--threads", 1, "--resume"), one)
        self.assertEqual((self.dir / "part/telemetry.csv").read_bytes(), (self.dir / "whole/telemetry.csv").read_bytes())


class Bucket(PolyhedraCase):
    def test_the_bucket_lifts_stones_and_feels_their_weight(self):
        self.run_scene(SOURCE / "scenes/bucket_small.toml", "--out", "out", "--threads", 1)
        t = Telemetry(self.dir / "out")
        self.assert_sound(t, residual=0.04)  # stones jam between the bucket and the bin (docs/polyhedra-in-motion.md)
        self.assertGreater(t.last["front[m]"], 0.02)  # beyond the gate
        self.assertGreater(t.last["lifted[kg]"], 0.3)
        self.assertEqual(t.first["lifted[kg]"], 0)
        # At the end all that the bucket carries is at rest or nearly so: its force is its load.
        end = [row for row in t.rows if row["time[s]"] > t.last["time[s]"] - 0.1]
        load = -sum(row["bucket_fz[N]"] for row in end) / len(end)
        self.assertAlmostEqual(load / (9.81 * t.last["lifted[kg]"]), 1, delta=0.15)
        self.assertGreater(t.largest("bucket_fx[N]"), 2 * load)  # it was pushed into the pile


if __name__ == "__main__":
    unittest.main()
