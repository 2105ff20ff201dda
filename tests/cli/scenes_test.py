"""The small scenes that come with the program: threads, a restart half way, and the energy books of each."""
import csv
import unittest

from cli import SOURCE, CliTest

END = 0.2  # s, enough for falls, impacts and a turn of the drum
LATER = {"silo_small": 0.8}  # balls of half a metre take their time


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
                self.assertGreater(int(one[3]), 50)  # contacts: else the scene tests nothing
                with open(self.dir / whole / "telemetry.csv") as file:
                    last = list(csv.DictReader(file))[-1]
                self.assertLess(abs(float(last["relative_residual"])), 0.02)


if __name__ == "__main__":
    unittest.main()
