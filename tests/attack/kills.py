"""Runs that are killed at any moment, and disks that are full: resumed, they must end as if nothing had happened.

Each case takes a small scene, stops it some times (SIGKILL, SIGTERM and the others, a limit on the size of files, a
full disk where one can be mounted) and goes on with --resume until it says "done". The hash of the last state and
the telemetry must be those of an undisturbed run, no file may be half written, and no exit code other than 0, 1 or that of
SIGKILL may be seen.
  python3 tests/attack/kills.py --seed 1 [--share 0.25] [--only 17]
"""
import argparse
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(os.environ.get("SCREE_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
SCREE = os.environ.get("SCREE", str(SOURCE / "build" / "release" / "scree"))
CASES = 160
SCENES = {  # and when they end; some tenths of a second each
    "drum_small": 0.03, "flow_small": 0.06, "mixed_small": 0.04, "clusters_small": 0.03, "clusters_plane_small": 0.05,
    "plane_blocks": 0.08, "block_wall_small": 0.01, "hopper_small": 0.02,
}
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1,
           signal.SIGXCPU, signal.SIGXFSZ)
MOST_STARTS = 60
PATIENCE = 300  # s, for what hangs


def command(scene, out, *more, threads=1):
    end = SCENES[scene]
    return [SCREE, "run", str(SOURCE / "scenes" / f"{scene}.toml"), "--out", str(out), "--quiet", "--threads", str(threads),
            "--set", f"time.end={end}", "--set", f"output.checkpoints_every={end / 12}", "--set", f"output.frames_every={end / 5}",
            "--set", f"output.telemetry_every={end / 40}", *more]


def state_in(text):
    found = re.search(r"^state: ([0-9a-f]{16})$", text, re.M)
    return found and found.group(1)


class Undisturbed:
    """What a scene comes to, worked out once."""

    def __init__(self):
        self.known = {}

    def of(self, scene):
        if scene not in self.known:
            with tempfile.TemporaryDirectory(prefix="scree-kills-") as folder:
                out = pathlib.Path(folder, "out")
                begin = time.monotonic()
                done = subprocess.run(command(scene, out), capture_output=True, text=True, timeout=PATIENCE)
                assert done.returncode == 0, done.stderr
                files = sorted(p.name for p in (out / "frames").iterdir())
                self.known[scene] = (state_in(done.stdout), (out / "telemetry.csv").read_bytes(), files, time.monotonic() - begin)
        return self.known[scene]


class Case:
    def __init__(self, seed, number):
        self.rng = random.Random(f"{seed}:kill:{number}")
        self.scene = self.rng.choice(list(SCENES))
        self.threads = self.rng.choice((1, 1, 2))
        self.kind = ("signals", "signals", "signals", "small files", "full disk")[number % 5]
        self.stops = self.rng.randint(1, 4)
        self.name = f"{self.scene}, {self.kind}, {self.threads} threads"
        self.n_stopped = 0  # times that it did not end by itself

    def stopped_by_signal(self, args, took):
        """A run that gets a signal at a random moment, if it has not ended before; now and then a second one at once."""
        process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        number = self.rng.choice(SIGNALS)
        moment, again = self.rng.random() * 1.2 * took, self.rng.random() < 0.2
        try:
            process.wait(timeout=moment)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
            if again:
                process.send_signal(self.rng.choice(SIGNALS))
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err

    def with_small_files(self, args):
        size = self.rng.choice((0, 100, 3000, 20000, 60000, 200000))
        done = subprocess.run(args, capture_output=True, text=True, timeout=PATIENCE,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        return done.returncode, done.stdout, done.stderr

    def fill_disk(self, folder):
        """Leaves a random number of bytes of the small disk."""
        left = self.rng.choice((0, 4096, 20000, 100000, 300000))
        free = shutil.disk_usage(folder).free
        with open(folder / "ballast", "wb") as ballast:
            try:
                ballast.write(b"\0" * max(0, free - left))
            except OSError:
                pass

    def start_args(self, out):
        """Resumes what is there. Before there is a checkpoint the run begins again, as the message says."""
        if any((out / "checkpoints").glob("step_*.h5")):
            return command(self.scene, out, "--resume", threads=self.threads)
        return command(self.scene, out, *(["--overwrite"] if out.exists() else []), threads=self.threads)

    def wrong_with(self, undisturbed, folder, mounted):
        state, telemetry, frames, took = undisturbed.of(self.scene)
        out = folder / "out"
        for k in range(MOST_STARTS):
            args = self.start_args(out)
            if k >= self.stops:
                if mounted:
                    (folder / "ballast").unlink(missing_ok=True)
                done = subprocess.run(args, capture_output=True, text=True, timeout=PATIENCE)
                code, text, err = done.returncode, done.stdout, done.stderr
                if code != 0:
                    return f"undisturbed after {k} stops, exit code {code}: {err.strip()[-400:]}"
            elif self.kind == "signals":
                code, text, err = self.stopped_by_signal(args, took)
            elif self.kind == "small files" or not mounted:
                code, text, err = self.with_small_files(args)
            else:
                (folder / "ballast").unlink(missing_ok=True)
                self.fill_disk(folder)
                code, text, err = subprocess_result(args)
            # A signal before the run has its folder ends it as signals do.
            allowed = code in (0, 1) or (code < 0 and (self.kind == "signals"))
            if not allowed:
                return f"stop {k + 1}: exit code {code}: {err.strip()[-400:]}"
            if code == 1 and not err.strip():
                return f"stop {k + 1}: exit code 1 without a word"
            if code == 0:
                break
            self.n_stopped += 1
        else:
            return f"not done after {MOST_STARTS} starts"
        if state_in(text) != state:
            return f"ends with state {state_in(text)}, undisturbed with {state}"
        if (out / "telemetry.csv").read_bytes() != telemetry:
            return "another telemetry.csv than undisturbed"
        if sorted(p.name for p in (out / "frames").iterdir()) != frames:
            return "other frames than undisturbed, or files that are half written"
        return None


def subprocess_result(args):
    done = subprocess.run(args, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def mount_small(folder):
    return subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "scree-kills", str(folder)], capture_output=True).returncode == 0


def attempt(case, undisturbed):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="scree-kills-"))
    mounted = case.kind == "full disk" and mount_small(folder)
    try:
        return case.wrong_with(undisturbed, folder, mounted)
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1, help="this part of the cases, spread evenly")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one case; the moment of a signal is the machine's")
    args = parser.parse_args()
    chosen = max(1, round(CASES * args.share))
    numbers = [args.only] if args.only is not None else [k * CASES // chosen for k in range(chosen)]
    undisturbed, failures, stops, untried = Undisturbed(), 0, 0, 0
    begin = time.monotonic()
    for number in numbers:
        case = Case(args.seed, number)
        wrong = attempt(case, undisturbed)
        stops += case.n_stopped
        untried += case.n_stopped == 0
        if wrong:
            failures += 1
            print(f"FAILED {number} ({case.name}): {wrong}\n  again: python3 {sys.argv[0]} --seed {args.seed} --only {number}", flush=True)
    if len(numbers) > 10 and stops < len(numbers) / 2:
        failures += 1
        print("FAILED: too few runs were stopped for this to mean anything")
    print(f"{len(numbers)} runs, stopped {stops} times, {untried} of them never; {time.monotonic() - begin:.0f} s; {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
