"""Helpers of the command line tests: the program under test, a small scene, and a folder of one's own."""
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

SCREE = os.environ["SCREE"]
SOURCE = pathlib.Path(os.environ["SCREE_SOURCE_DIR"])

# Falls, collides, rolls: every part of the state matters within the first tenth of a second.
SMALL = """schema = 1
title  = "small"
time   = { dt = "auto", end = "0.15 s" }

[[material]]
name    = "glass"
density = 2500

[[contact]]
between     = ["*", "*"]
law         = "linear_coulomb"
k_n         = "2 kN/m"
k_t_ratio   = 0.3
mu          = 0.5
mu_rolling  = 0.05
restitution = 0.6

[[shape]]
name     = "bead"
material = "glass"
radius   = { distribution = "uniform", min = "5 mm", max = "7 mm" }

[[fill]]
shapes   = ["bead"]
count    = 600
inside   = { cylinder = { base = [0, 0, 0.01], axis = [0, 0, 0.12], radius = 0.1 } }
velocity = [0, 0, -1]
velocity_spread = [0.5, 0.5, 0.5]
seed     = 3

[[stream]]
name     = "feed"
shapes   = ["bead"]
rate     = 500
inside   = [[-0.03, -0.03, 0.15], [0.03, 0.03, 0.20]]

[[wall]]
name     = "drum"
type     = "cylinder"
material = "glass"
base     = [0, 0, -0.1]
axis     = [0, 0, 0.6]
radius   = 0.1

[[wall]]
name     = "floor"
type     = "plane"
material = "glass"
point    = [0, 0, 0]
normal   = [0, 0, 1]

[[motion]]
name   = "turn"
walls  = ["drum"]
phases = [{ angular_velocity = [0, 0, "60 rpm"] }, { amplitude = [0, 0, "1 mm"], frequency = "20 Hz" }]

[output]
frames_every      = "20 ms"
checkpoints_every = "5 ms"
"""


LAST_LINES = re.compile(
    r"^done: t = (\S+) s, (\d+) steps, (\d+) bodies, (\d+) contacts, \S+ s, \S+ M particle-steps/s\n"
    r"state: ([0-9a-f]{16})\nbooks: ([0-9a-f]{16}), telemetry: ([0-9a-f]{16}), model: ([0-9a-f]{16})\n\Z", re.M)


def last_lines(text):
    """(t, steps, bodies, contacts, state) of a finished run."""
    match = LAST_LINES.search(text)
    assert match, f"no last lines in:\n{text}"
    return match.groups()[:5]


def hashes(text):
    """(motion, books, telemetry, model) of a finished run."""
    match = LAST_LINES.search(text)
    assert match, f"no last lines in:\n{text}"
    return match.groups()[4:]


class CliTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="scree-cli-")
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def scree(self, *args, expect=0):
        done = subprocess.run([SCREE, *map(str, args)], cwd=self.dir, capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, expect, f"scree {args}\n{done.stdout}\n{done.stderr}")
        return done

    def run_scene(self, *args):
        """Last lines of `scree run ARGS`."""
        return last_lines(self.scree("run", *args).stdout)

    def files(self):
        return sorted(str(p.relative_to(self.dir)) for p in self.dir.rglob("*") if p.is_file())


# A block of commands, and what the line before it says: <!-- not run: why -->, or <!-- test: OPTIONS --> for options that make
# `scree run` and `scree check` in it short enough for a test.
BLOCK = re.compile(r"^(?:<!-- (not run|test): ([^\n]+) -->\n)?```sh\n(.*?)^```$", re.M | re.S)
# A file that a reader is to write: a block whose first line is a comment with its name.
WRITTEN = re.compile(r"^```\w+\n(# (\w+\.(?:toml|py|obj|csv))\b.*?)^```$", re.M | re.S)


class DocumentTest(CliTest):
    """A folder in which the commands of a document can be typed as they stand there."""

    def setUp(self):
        super().setUp()
        for folder in ("scenes", "tests"):
            (self.dir / folder).symlink_to(SOURCE / folder)

    def write_files_of(self, text):
        for content, name in WRITTEN.findall(text):
            self.write(name, content)

    def run_block(self, where, commands, options=""):
        """What the commands print, with options added to each run and check; not to end with 0 is a failure."""
        added = f'case "$1" in run|check) set -- "$@" {shlex.join(shlex.split(options))} ;; esac\n'
        for name in ("run", "scree"):
            self.write(name, f'#!/bin/sh\n{added}exec "{SCREE}" "$@"\n').chmod(0o755)
        env = dict(os.environ, PATH=f"{self.dir}:{os.environ['PATH']}", OMP_WAIT_POLICY="passive")
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=self.dir, env=env, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
        self.assertEqual(done.returncode, 0, f"{where}:\n{commands}\n{done.stdout}")
        return done.stdout
