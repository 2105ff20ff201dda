"""A run that is going on: its folder is its own, signals save it, and what is taken away from it is not "done"."""
import os
import shutil
import signal
import subprocess
import time
import unittest

from cli import SCREE, SMALL, CliTest

LONG = SMALL.replace('end = "0.15 s"', 'end = "60 s"').replace('"20 ms"', '"2 ms"')


class Live(CliTest):
    def setUp(self):
        super().setUp()
        self.write("long.toml", LONG)

    def start(self, *args, out="live"):
        process = subprocess.Popen([SCREE, "run", "long.toml", "--out", out, "--threads", "1", *args], cwd=self.dir,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (process.kill(), process.communicate()))
        return process

    def steps_saved(self, out="live"):
        return max((int(p.stem.removeprefix("step_")) for p in (self.dir / out).glob("checkpoints/step_*.h5")), default=-1)

    def wait_for_step(self, process, step):
        while self.steps_saved() < step:
            self.assertIsNone(process.poll(), "the run has ended too soon")
            time.sleep(0.002)

    def end(self, process, number=signal.SIGTERM):
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def test_nobody_else_gets_into_the_folder(self):
        process = self.start()
        self.wait_for_step(process, 1)
        for args in (["--resume"], ["--overwrite"], []):
            refused = self.scree("run", "long.toml", "--out", "live", *args, expect=2).stderr
            self.assertIn(f"a run is going on in this folder, process {process.pid} on {os.uname().nodename}", refused)
        self.assertEqual(self.end(process)[0], 1)
        steps = self.steps_saved()
        again = self.start("--resume")  # the folder is free as soon as the process is gone
        self.wait_for_step(again, steps + 1)
        again.kill()
        again.communicate()
        process = self.start("--resume")  # however it went
        self.wait_for_step(process, self.steps_saved() + 1)
        self.end(process)
        self.assertFalse((self.dir / "live/.scree.lock").exists())

    def test_of_many_that_start_at_once_one_runs(self):
        processes = [self.start("--overwrite") for _ in range(5)]
        time.sleep(0.5)
        while sum(p.poll() is None for p in processes) > 1:
            time.sleep(0.01)
        self.wait_for_step(next(p for p in processes if p.poll() is None), 1)
        alive = [p for p in processes if p.poll() is None]
        self.assertEqual(len(alive), 1)
        self.assertEqual(sorted(p.returncode for p in processes if p.poll() is not None), [2] * 4)
        self.end(alive[0])

    def test_signals_save_and_end(self):
        for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGXCPU, signal.SIGXFSZ, signal.SIGINT, signal.SIGTERM):
            before = self.steps_saved()
            process = self.start(*(["--resume"] if before >= 0 else []))
            self.wait_for_step(process, before + 1)
            code, _, err = self.end(process, number)
            self.assertEqual(code, 1, err)
            self.assertIn("state saved; to go on:\n  scree run long.toml --out live --resume", err)
            self.assertGreater(self.steps_saved(), before)

    def test_before_the_first_step_a_signal_ends_at_once(self):
        # All against all: the first pair list takes long.
        process = self.start("--set", "fill[0].count=120000", "--set", "broad_phase.method='brute_force'", "--set",
                             "fill[0].inside={box=[[0,0,1],[6,6,6]]}")
        time.sleep(0.5)
        if process.poll() is None and not (self.dir / "live").exists():
            self.assertEqual(self.end(process)[0], -signal.SIGTERM)
        self.assertFalse((self.dir / "live").exists())

    def test_nobody_listens(self):
        process = subprocess.Popen([SCREE, "run", "long.toml", "--out", "live", "--threads", "1"], cwd=self.dir,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(lambda: (process.kill(), process.wait()))
        process.stderr.close()
        self.wait_for_step(process, 20)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 1)

    def test_telemetry_taken_away(self):
        for take in (lambda p: p.unlink(), lambda p: shutil.copy(p, p.with_suffix(".new")) and os.replace(p.with_suffix(".new"), p)):
            before = self.steps_saved()
            process = self.start(*(["--resume"] if before >= 0 else []), "--set", "output.telemetry_every='2 ms'")
            self.wait_for_step(process, before + 1)
            take(self.dir / "live/telemetry.csv")
            out, err = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 1, err)
            self.assertIn("telemetry.csv: was deleted, moved or replaced while the run went on; state saved", err)
            self.assertNotIn("done:", out)

    def test_folder_taken_away(self):
        process = self.start()
        self.wait_for_step(process, 1)
        (self.dir / "live").rename(self.dir / "elsewhere")
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn("live: the folder was deleted or moved while the run went on", err)
        self.assertNotIn("done:", out)
        self.assertFalse((self.dir / "live").exists())


class Threads(CliTest):
    def test_numbers_beyond_reason_are_refused(self):
        self.write("small.toml", SMALL)
        for command in (["run", "small.toml"], ["check", "small.toml"], ["bench", "spheres"]):
            self.assertIn("4096", self.scree(*command, "--threads", 1000000, expect=2).stderr)
        environment = dict(os.environ, OMP_NUM_THREADS="100000")
        done = subprocess.run([SCREE, "check", "small.toml"], cwd=self.dir, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("OMP_NUM_THREADS", done.stderr)
        self.assertFalse((self.dir / "out").exists())


if __name__ == "__main__":
    unittest.main()
