"""A restart continues as if nothing had happened: kills at random moments, signals, damaged checkpoints."""
import pathlib
import random
import re
import shlex
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

    def frames(self):
        """Step of each frame by its number, as their VTK files tell the time."""
        frames = {}
        for path in sorted((self.dir / "part/vtk").glob("bodies_*.vtp")):
            number = path.stem.removeprefix("bodies_")
            self.assertTrue((self.dir / f"part/frames/{number}.h5").exists())
            time = float(re.search(r'Name="TimeValue"[^>]*>\s*([-+.\de]+)', path.read_text()).group(1))
            frames[int(number)] = round(time * 1000)
        self.assertEqual(len(frames), len(list((self.dir / "part/frames").glob("*.h5"))))
        return frames

    def test_another_frame_interval_keeps_the_frames_there_are(self):
        def run(end, every, *more):
            self.scree("run", "small.toml", "--out", "part", "--set", "output.vtk=true", "--set", "time.dt=1e-4", "--set",
                       f"time.end={end} ms", "--set", f"output.frames_every={every} ms", *more)
        run(20, 5)
        self.assertEqual(self.frames(), {0: 0, 1: 5, 2: 10, 3: 15, 4: 20})
        run(40, 10, "--resume")
        self.assertEqual(self.frames(), {0: 0, 1: 5, 2: 10, 3: 15, 4: 20, 5: 30, 6: 40})
        run(47, 4, "--resume")  # 40 ms is a multiple of 4 ms, 47 ms is not
        self.assertEqual(self.frames(), {0: 0, 1: 5, 2: 10, 3: 15, 4: 20, 5: 30, 6: 40, 7: 44, 8: 47})
        run(50, 0, "--resume")
        self.assertEqual(list(self.frames().values())[-2:], [47, 50])
        run(51, 20, "--resume", "--set", "output.frames=false")
        self.assertEqual(list(self.frames().values())[-2:], [47, 50])

    def test_later_frames_go_and_other_files_stay(self):
        self.scree("run", "small.toml", "--out", "part", "--set", "output.vtk=true", "--set", "time.end=50 ms", "--set",
                   "output.keep_checkpoints=100")
        last_frame = max((self.dir / "part/frames").iterdir())
        self.newest().unlink()
        mine = ["vtk/view2024.pvsm", "vtk/99999999999999999999999999.pvsm", "frames/99999999999999999999999999.h5",
                "frames/run7.h5", "frames/7.h5", "vtk/bodies_000009_mine.vtp", "vtk/old_000009.vtp"]
        left = ["frames/000009.h5.tmp", "vtk/walls_000009.vtp.tmp"]
        for name in mine + left:
            self.write(f"part/{name}", "")
        self.scree("run", "small.toml", "--out", "part", "--resume", "--set", "output.frames=false", "--set", "time.end=50 ms")
        for name in mine:
            self.assertTrue((self.dir / "part" / name).exists(), name)
        for name in left:
            self.assertFalse((self.dir / "part" / name).exists(), name)
        self.assertFalse(last_frame.exists())
        self.assertFalse((self.dir / f"part/vtk/bodies_{last_frame.stem}.vtp").exists())

    def test_killed_before_the_summary(self):
        self.scree("run", "small.toml", "--out", "part")
        (self.dir / "part/summary.txt").unlink()
        done = self.scree("run", "small.toml", "--out", "part", "--resume").stdout
        self.assertNotIn("its last lines were", done)
        self.assertEqual(last_lines(done), self.whole)
        self.assertEqual(last_lines((self.dir / "part/summary.txt").read_text()), self.whole)

    def test_values_that_the_state_has_taken_over_cannot_be_changed(self):
        self.scree("run", "small.toml", "--out", "part", "--set", "time.end=20 ms")
        for override, part in [("gravity=[0, 0, -1]", "gravity"), ("stream[0].end=30 ms", "start and end of streams"),
                               ("motion[0].start=10 ms", "start of motions")]:
            error = self.scree("run", "small.toml", "--out", "part", "--resume", "--set", override, expect=2).stderr
            self.assertIn(f"different: {part})", error)
            self.assertNotIn("the one before it", error)

    def test_the_command_to_resume_can_be_pasted_into_a_shell(self):
        self.write("my scene's.toml", SMALL)
        args = ["my scene's.toml", "--out", "part"]
        process = subprocess.Popen([SCREE, "run", *args, "--set", "title='a b'"], cwd=self.dir, stderr=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        self.wait_for_step(process, 1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, err)
        command = shlex.split(err[err.index("scree run"):].strip())
        self.assertEqual(command, ["scree", "run", *args, "--resume", "--set", "title='a b'"])

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
