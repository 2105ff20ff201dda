#!/usr/bin/python3
"""Random packing of ellipsoids: what part of space they fill, against their aspect.

    tools/packing_figure.py --scree build/release/scree --out out/packing

runs scenes/packing.toml with ellipsoids of one volume and several aspects, spheroids and one with three different axes,
and writes packing.csv and packing.svg, with published values of the densest random packings beside. Runs that are there
already are used again. Ten runs take about a quarter of an hour on two cores. Needs python3-matplotlib.
"""
import argparse
import csv
import math
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

SCENE = pathlib.Path(__file__).resolve().parent.parent / "scenes" / "packing.toml"
RADIUS, SIDE, COUNT = 0.01, 0.2, 1500  # m, of the ball of the same volume; m, of the box; bodies of the scene
ASPECTS = [0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 2.5, 3]  # the axis of revolution over the others
THREE_AXES = (1.25, 1, 0.8)
# Densest random packings: spheres 0.64; Donev et al., Science 303 (2004) 990: up to 0.68 to 0.71 for spheroids, and nearly
# 0.74 for axes of 1.25 : 1 : 0.8.
SPHERES, SPHEROIDS, ELLIPSOIDS = 0.64, (0.68, 0.71), 0.74


def semi_axes(ratio):
    scale = RADIUS / (ratio[0] * ratio[1] * ratio[2]) ** (1 / 3)
    return [scale * r for r in ratio]


def fill_height(ratio):
    """Balls round the bodies fill a quarter of the region they start in."""
    balls = COUNT * 4 / 3 * math.pi * max(semi_axes(ratio)) ** 3
    return balls / 0.25 / SIDE**2


def measure(scree, out, name, ratio):
    folder = out / name
    if not (folder / "done").exists():
        axes = ", ".join(f"{r:.9g}" for r in semi_axes(ratio))
        print(f"{name}: {axes} m", flush=True)
        run = [scree, "run", SCENE, "--out", folder, "--overwrite", "--quiet", "--set", f"shape.egg.semi_axes=[{axes}]"]
        run += ["--set", f"fill[0].inside=[[0, 0, 0.001], [{SIDE}, {SIDE}, {fill_height(ratio):.4g}]]"]
        if subprocess.run(run).returncode != 0:
            sys.exit(f"{name}: the run failed")
        (folder / "done").touch()
    with open(folder / "telemetry.csv") as file:
        last = list(csv.DictReader(file))[-1]
    return float(last["solid_fraction"]), float(last["coordination"]), float(last["time[s]"])


def draw(rows, path):
    spheroids = [(r["aspect"], r["solid_fraction"]) for r in rows if r["name"] != "three_axes"]
    three = [r["solid_fraction"] for r in rows if r["name"] == "three_axes"]
    figure, axes = plt.subplots(figsize=(6.4, 4.2))
    axes.plot(*zip(*spheroids), "o-", color="#2a6f97", label="scree, spheroids")
    axes.plot([1], three, "s", color="#2a6f97", label="scree, axes 1.25 : 1 : 0.8")
    axes.axhspan(*SPHEROIDS, color="#d1495b", alpha=0.12, label="published, best spheroids")
    axes.plot([1], [SPHERES], "x", color="#d1495b", ms=9, label="published, spheres")
    axes.plot([1], [ELLIPSOIDS], "+", color="#d1495b", ms=12, label="published, axes 1.25 : 1 : 0.8")
    axes.set_xscale("log")
    axes.set_xticks(ASPECTS, [f"{a:g}" for a in ASPECTS])
    axes.minorticks_off()
    axes.set(xlabel="aspect (flat < 1 < long)", ylabel="solid fraction", ylim=(0.6, 0.76))
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scree", default="build/release/scree", help="the program")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/packing"), help="folder for runs and figure")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    shapes = [(f"aspect_{a:g}", a, (1, 1, a)) for a in ASPECTS] + [("three_axes", "", THREE_AXES)]
    rows = []
    for name, aspect, ratio in shapes:
        fraction, coordination, time = measure(arguments.scree, arguments.out, name, ratio)
        rows.append({"name": name, "aspect": aspect, "solid_fraction": fraction, "coordination": coordination, "time": time})
        print(f"{name}: solid fraction {fraction:.4f}, {coordination:.2f} contacts a body, at rest at {time:.2f} s", flush=True)
    with open(arguments.out / "packing.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    draw(rows, arguments.out / "packing.svg")


main()
