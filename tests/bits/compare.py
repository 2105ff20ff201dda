#!/usr/bin/env python3
"""Runs scenes and pair queries with a program and compares the hashes with those of the repository (constants.txt; docs/bits.md).

compare.py [--only REGEX] [--threads N,N] [--constants FILE] [--write FILE] COMMAND...

COMMAND is the program, with what runs it before it: build/release/scree, or qemu-aarch64 -L ROOT PROGRAM. Every difference is
named with its scene and constant; exit code 1 if there is one. --write: no comparison, the hashes go to FILE."""
import argparse
import csv
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import scenes

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
ORACLE = SOURCE / "tests" / "oracle"
CONSTANTS = HERE / "constants.txt"

# Of the small scenes: enough for falls, impacts and a turn of the drum. Balls of half a metre take their time, a stream, too.
SMALL_END = 0.2
LATER = {"silo_small": 0.8, "clusters_plane_small": 0.6, "hopper_smooth_small": 0.26, "block_arch_small": 0.6}

# Set, method, and how many pairs of each kind where not all: about a thousand at most.
QUERIES = [("poly3_pairs", method, ["--sample", "20"])
           for method in ("shortest_link", "fast_common_plane", "common_plane", "common_plane_fixed", "gjk", "axis_scan",
                          "shrunken_edge")]
QUERIES += [(name, method, []) for name in ("poly3_types", "poly2_pairs")
            for method in ("shortest_link", "fast_common_plane", "common_plane", "gjk", "axis_scan")]
QUERIES += [("superell_pairs", method, ["--sample", "166"]) for method in ("support_gap", "common_normal")]
ALL_PAIRS = [("poly3_pairs", method, []) for method in ("shortest_link", "fast_common_plane", "gjk")]
ALL_PAIRS += [("superell_pairs", method, []) for method in ("support_gap", "common_normal")]
ANSWERS = re.compile(r"set|kind|gap|n[xyz]|p[ab][xyz]|type|depth|verdict|status")

HASHES = re.compile(r"^state: ([0-9a-f]{16})\nbooks: ([0-9a-f]{16}), telemetry: ([0-9a-f]{16}), model: ([0-9a-f]{16})$", re.M)


class Failed(Exception):
    pass


def command_of(words):
    """Commands run elsewhere: paths from the root."""
    return [str(pathlib.Path(word).resolve()) if pathlib.Path(word).exists() else word for word in words]


def call(command, folder, codes=(0,)):
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True,
                          env=dict(os.environ, SCREE_WORK_OF_THREAD="0"))  # so that small scenes are shared out, too
    if done.returncode not in codes:
        raise Failed(f"exit code {done.returncode}: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout


def run_scene(program, scene, folder, *options):
    """The four constants of a run."""
    out = pathlib.Path(folder) / "out"
    text = call([*program, "run", scene, "--out", out, "--quiet", *options], folder)
    return dict(zip(("motion", "books", "telemetry", "model"), HASHES.search(text).groups()))


def short(program, text, folder, threads):
    scene = pathlib.Path(folder) / "scene.toml"
    scene.write_text(text)
    return run_scene(program, scene, folder, "--overwrite", "--threads", threads, "--set", "output.frames=false")


def small(program, scene, folder, threads):
    return run_scene(program, scene, folder, "--overwrite", "--threads", threads, "--set", f"time.end={LATER.get(scene.stem, SMALL_END)}", "--set", "output.frames=false", "--set", "output.vtk=false")


def answers(program, name, method, options, folder):
    """A hash of all answers; how many iterations they took is no answer."""
    rows = pathlib.Path(folder) / "rows.csv"
    # A method that is asked for more than it promises may answer wrongly: exit code 1. It has to do so everywhere.
    call([*program, "pairs", ORACLE / f"{name}.txt.gz", "--method", method, *options, "--csv", rows], folder, (0, 1))
    digest = hashlib.sha256()
    with open(rows, newline="") as file:
        for row in csv.DictReader(file):
            kept = [value for key, value in row.items() if key == "id" or ANSWERS.fullmatch(key)]
            digest.update(",".join(kept).encode() + b"\n")
    return {"answers": digest.hexdigest()[:16]}


def items():
    """(name, measure(program, folder, threads)) of everything that has constants."""
    for name, text in scenes.all_scenes().items():
        yield f"short/{name}", lambda p, d, n, text=text: short(p, text, d, n)
    for scene in sorted((SOURCE / "scenes").glob("*_small.toml")):
        yield f"small/{scene.stem}", lambda p, d, n, scene=scene: small(p, scene, d, n)
    for name, method, options in QUERIES:
        yield f"pairs/{name}-{method}", lambda p, d, n, q=(name, method, options): answers(p, *q, d)
    for name, method, options in ALL_PAIRS:
        yield f"all_pairs/{name}-{method}", lambda p, d, n, q=(name, method, options): answers(p, *q, d)


def read_constants(path):
    found = {}
    for line in pathlib.Path(path).read_text().splitlines():
        if line and not line.startswith("#"):
            name, *values = line.split()
            found[name] = dict(value.split("=") for value in values)
    return found


def as_lines(constants):
    return [f"{name:<42} " + " ".join(f"{key}={value}" for key, value in values.items()) for name, values in constants.items()]


def measure(program, only, threads):
    """(name, threads, constants or Failed) one by one."""
    with tempfile.TemporaryDirectory(prefix="scree-bits-") as folder:
        for name, item in items():
            if not re.search(only, name):
                continue
            for n in threads if name.startswith(("short/", "small/")) else threads[:1]:
                try:
                    yield name, n, item(program, folder, n)
                except Failed as failed:
                    yield name, n, failed


def differences(name, n, found, expected):
    where = f"{name} with {n} thread{'s' if n > 1 else ''}"
    if isinstance(found, Failed):
        return [f"{where}: {found}"]
    if expected is None:
        return [f"{where}: has no constants yet"]
    return [f"{where}: {key} is {value}, in constants.txt {expected.get(key)}" for key, value in found.items()
            if expected.get(key) != value]


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--only", default="")
    options.add_argument("--threads", default="1")
    options.add_argument("--constants", default=CONSTANTS)
    options.add_argument("--write")
    options.add_argument("command", nargs=argparse.REMAINDER)
    o = options.parse_args()
    program = command_of(o.command)
    threads = [int(n) for n in o.threads.split(",")]
    expected = {} if o.write else read_constants(o.constants)
    written, wrong, count = {}, [], 0
    for name, n, found in measure(program, o.only, threads):
        count += 1
        if o.write:
            # Numbers of threads are compared with each other.
            bad = differences(name, n, found, written.get(name, found))
            written.setdefault(name, {} if isinstance(found, Failed) else found)
        else:
            bad = differences(name, n, found, expected.get(name))
        for line in bad:
            print(line, flush=True)
        wrong += bad
    if o.write:
        pathlib.Path(o.write).write_text("\n".join(as_lines(written)) + "\n")
    elif not o.only:
        have = {name for name, _ in items()}
        for name in expected.keys() - have:
            wrong.append(name)
            print(f"{name}: in constants.txt, and nothing has that name")
    print(f"{count} runs, {len(wrong)} differences")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
