"""A restart continues as if nothing had happened: kills at random moments, signals, damaged checkpoints."""
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

from cli import SCREE, SMALL, CliTest, last_lines

KILLS = 12


class Resume(CliTest):
    @classmethod
    def setUpClass(cls):
        """The run without a break, once for all tests."""
        folder = tempfile.TemporaryDirectory(prefix="scree-whole-")
        cls.addClassCleanup(folder.cleanup)
        cls.whole_dir = pathlib.Path(folder.name) / "whole"
        scene = pathlib.Path(folder.name) / "small.toml"
        scene.write_text(SMALL)
        done = subprocess.run([SCREE, "run", scene, "--out", cls.whole_dir], capture_output=True, text=True, check=True)
        cls.whole = last_lines(done.stdout)

    def setUp(self):
        super().setUp()
        self.write("small.toml", SMALL)

    def start(self, *args):
        return subprocess.Popen([SCREE, "run", "small.toml", "--out", "part", *args], cwd=self.dir, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def resume_command(self):
        return ["--resume"] if (self.dir / "part/scene.toml").exists() else []

    def assert_same_as_whole(self, text):
        self.assertEqual(last_lines(text), self.whole)
        for name in ["telemetry.csv"]:
            self.assertEqual((self.dir / "part" / name).read_bytes(), (self.whole_dir / name).read_bytes())
        names = [sorted(p.name for p in (run / "frames").iterdir()) for run in (self.dir / "part", self.whole_dir)]
        self.assertEqual(*names)

    def newest(self):
        return max((self.dir / "part/checkpoints").glob("*.h5"))

    def steps_saved(self):
        """Steps of the newest checkpoint there is, -1 for none."""
        return max((int(p.stem.removeprefix("step_")) for p in (self.dir / "part").glob("checkpoints/step_*.h5")), default=-1)

    def wait_for_step(self, process, step):
        while self.steps_saved() < step and process.poll() is None:
            time.sleep(0.001)

    def test_kill_9_at_random_moments(self):
        # At random progress, so that a slow or busy machine is killed as often, and a random moment after that.
        rng = random.Random(20061)
        steps = int(self.whole[1])
        killed = 0
        for progress in [-1, 0] + sorted(rng.uniform(0, 0.9) for _ in range(KILLS)):
            process = self.start(*self.resume_command())
            self.wait_for_step(process, progress * steps)
            time.sleep(rng.uniform(0, 0.02))
            killed += process.poll() is None
            process.kill()
            process.communicate()
        self.assertGreater(killed, KILLS // 2)
        done = self.scree("run", "small.toml", "--out", "part", *self.resume_command())
        self.assert_same_as_whole(done.stdout[done.stdout.index("done:"):])
        self.assertFalse(list((self.dir / "part").rglob("*.tmp")))

    def test_sigint_and_sigterm_write_a_checkpoint(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start(*self.resume_command())
            self.wait_for_step(process, max(0, self.steps_saved()) + 0.15 * int(self.whole[1]))
            process.send_signal(number)
            _, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1, err)
            self.assertIn("--resume", err)
        self.assert_same_as_whole(self.scree("run", "small.toml", "--out", "part", "--resume").stdout)

    def test_a_complete_run_says_so_again(self):
        again = self.scree("run", "small.toml", "--out", self.whole_dir, "--resume").stdout
        self.assertIn("already complete", again)
        self.assertEqual(last_lines(again), self.whole)

    def test_a_finished_run_can_be_made_longer(self):
        self.scree("run", "small.toml", "--out", "part", "--set", "time.end=0.07 s")
        self.assertEqual(self.run_scene("small.toml", "--out", "part", "--resume"), self.whole)

    def test_nothing_to_resume(self):
        self.assertIn("no checkpoint", self.scree("run", "small.toml", "--out", "empty", "--resume", expect=2).stderr)
        self.assertFalse((self.dir / "empty").exists())

    def test_damaged_and_foreign_checkpoints_are_refused(self):
        self.scree("run", "small.toml", "--out", "part", "--set", "time.end=30 ms")
        path = self.newest()
        good = path.read_bytes()
        middle = len(good) // 2
        damaged = {"truncated": good[:middle], "empty": b"", "not HDF5": b"x" * 5000,
                   "a byte changed": good[:middle] + bytes([good[middle] ^ 0x10]) + good[middle + 1:]}
        for what, content in damaged.items():
            path.write_bytes(content)
            done = self.scree("run", "small.toml", "--out", "part", "--resume", expect=2)
            self.assertIn(path.name, done.stderr, what)
        path.write_bytes(good)
        changed = ["--set", "contact[0].k_n=3 kN/m"]
        self.assertIn(path.name, self.scree("run", "small.toml", "--out", "part", "--resume", *changed, expect=2).stderr)
        self.assertEqual(self.run_scene("small.toml", "--out", "part", "--resume"), self.whole)


class Alarm(CliTest):
    def test_an_alarm_stops_the_run_with_the_state_before_it_saved(self):
        self.write("small.toml", SMALL)
        done = self.scree("run", "small.toml", "--out", "out", "--set", "alarms.overlap_warning=1e-4", "--set",
                          "alarms.overlap_limit=3e-3", expect=1)
        self.assertIn("overlap", done.stderr)
        for name in ["before.h5", "at.h5", "alarm.txt"]:
            self.assertTrue((self.dir / "out/alarm" / name).exists(), name)
        # The state before the alarm is a checkpoint like any other: with a higher limit the run goes on from it.
        for old in (self.dir / "out/checkpoints").iterdir():
            old.unlink()
        (self.dir / "out/alarm/before.h5").rename(self.dir / "out/checkpoints/step_000000000001.h5")
        self.run_scene("small.toml", "--out", "out", "--resume")


if __name__ == "__main__":
    unittest.main()
