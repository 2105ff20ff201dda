"""Impacts that go too deep: one body of every shape against every wall, overlaps of 50 to 108 % of its inner radius.

A run must not say "done" over one of them. Balls on one spring go as deep as v sqrt(m/k); what other shapes come to is
read from the telemetry: "done" with an overlap beyond the limit, or behind a wall, is a failure whatever was meant.
  python3 tests/attack/impacts.py --seed 1 [--share 0.25] [--only 17]
"""
import argparse
import csv
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ.get("SCREE_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
SCREE = os.environ.get("SCREE", str(SOURCE / "build" / "release" / "scree"))
LIMIT = 0.5  # alarms.overlap_limit, the default
BALLS, OTHERS = 60, 60  # impacts of balls on planes and plates, and all the other pairs
R, DENSITY, K = 0.01, 2500, 1e4

SHAPES = {
    "ball": f"radius = {R}",
    "pair": f'type = "cluster"\nballs = [{{ position = [{-R / 2}, 0, 0], radius = {R} }}, {{ position = [{R / 2}, 0, 0], radius = {R} }}]',
    "cube": f'type = "polyhedron"\nlibrary = "cube"\nsize = {2 * R}',
    "pill": f'type = "superellipsoid"\nsemi_axes = [{R}, {R}, {1.5 * R}]\nsquareness = [0.7, 1]',
    "disc": f'type = "disc"\nradius = {R}',
    "tile": f'type = "polygon"\nvertices = [[0, 0], [{2 * R}, 0], [{2 * R}, {1.5 * R}], [0, {1.5 * R}]]',
}
# The body comes along -z (in the plane along -y) from above; each wall has its surface at the origin.
WALLS = {
    "plane": 'type = "plane"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]',
    "plate": 'type = "plate"\nvertices = [[-0.2, -0.2, 0], [0.2, -0.2, 0], [0.2, 0.2, 0], [-0.2, 0.2, 0]]',
    "cylinder": 'type = "cylinder"\nbase = [-0.3, 0, -0.1]\naxis = [0.6, 0, 0]\nradius = 0.1',
    "hollow": 'type = "cylinder"\nbase = [-0.3, 0, 0.1]\naxis = [0.6, 0, 0]\nradius = 0.1',
    "cone": 'type = "cone"\nbase = [0, 0, -0.3]\naxis = [0, 0, 0.6]\nradius_base = 0.4\nradius_top = 0.0',
    "balls": f'type = "balls"\nsurface = {{ plate = {{ vertices = [[-0.05, -0.05, 0], [-0.05, 0.05, 0], [0.05, 0.05, 0], [0.05, -0.05, 0]] }} }}\nball_radius = {R / 2}',
    "line": 'type = "plate"\nvertices = [[-0.2, 0], [0.2, 0]]',
    "floor": 'type = "plane"\npoint = [0, 0]\nnormal = [0, 1]',
    "circle": 'type = "circle"\ncentre = [0, 0.1]\nradius = 0.1',
}
IN_SPACE = [(s, w) for s in ("ball", "pair", "cube", "pill") for w in ("plane", "plate", "cylinder", "hollow", "cone", "balls")]
IN_PLANE = [(s, w) for s in ("disc", "tile") for w in ("floor", "line", "circle")]


def mass_of(shape):
    return DENSITY * {"disc": math.pi * R ** 2 * 2 * R, "tile": 3 * R ** 2 * 2 * R, "cube": 8 * R ** 3,
                      "pair": 1.7 * 4 / 3 * math.pi * R ** 3, "pill": 1.6 * 4 / 3 * math.pi * R ** 3}.get(
                          shape, 4 / 3 * math.pi * R ** 3)


def scene(shape, wall, speed, dt, tilt, height):
    """One body that flies at a wall, without gravity."""
    plane = shape in ("disc", "tile")
    omega = math.sqrt(K / mass_of(shape))
    flight = (height - 0.5 * R) / speed
    position, velocity = ([0, height], [0, -speed]) if plane else ([0, 0, height], [0, 0, -speed])
    if wall == "cone":  # its surface is at an angle of 45 degrees or so: start in front of it
        position, velocity = [0.2 + height, 0, height], [-speed * 0.83, 0, -speed * 0.55]
    turned = "" if plane or shape == "ball" else f"axis = [0.3, 1, 0.2]\nangle = {tilt}\n"
    return f"""schema = 1
title = "impact"
gravity = {[0, 0] if plane else [0, 0, 0]}
time = {{ dt = {dt}, end = {flight + 3 * math.pi / omega} }}
{'dimension = 2' if plane else ''}
{f'thickness = {2 * R}' if plane else ''}
[[material]]
name = "m"
density = {DENSITY}
[[contact]]
between = ["*", "*"]
law = "linear"
k_n = {K}
restitution = 0.9
[[shape]]
name = "{shape}"
material = "m"
{SHAPES[shape]}
[[body]]
shape = "{shape}"
position = {position}
velocity = {velocity}
{turned}
[[wall]]
name = "{wall}"
material = "m"
{WALLS[wall]}
[output]
telemetry_every = {(flight + 3 * math.pi / omega) / 50}
"""


class Impact:
    def __init__(self, seed, number):
        rng = random.Random(f"{seed}:impact:{number}")
        if number < BALLS:
            self.shape, self.wall = "ball", ("plane", "plate")[number % 2]
        else:
            pairs = IN_SPACE + IN_PLANE
            self.shape, self.wall = pairs[number % len(pairs)]
        # Above the limit by more than damping and steps take away: a ball has half a percent of that in a step.
        self.overlap = rng.uniform(0.53, 1.08)
        self.is_ball = self.shape == "ball" and self.wall in ("plane", "plate")
        omega = math.sqrt(K / mass_of(self.shape))
        # Restitution 0.9 takes 5 % of the largest overlap.
        self.speed = self.overlap * R * omega * (1.06 if self.is_ball else rng.uniform(0.3, 2))
        # As the program advises, or as finely as needs be for a body not to move a tenth of itself in a step.
        self.dt = '"auto"' if rng.random() < 0.5 else 0.05 / omega * rng.uniform(0.3, 1)
        self.text = scene(self.shape, self.wall, self.speed, self.dt, rng.uniform(0.1, 1.4), 2.5 * R * rng.uniform(1, 2))
        self.name = f"{self.shape} on {self.wall}, {100 * self.overlap:.0f} %, dt = {self.dt}"

    def wrong(self):
        """(what came of it, what is wrong or None)."""
        with tempfile.TemporaryDirectory(prefix="scree-impact-") as folder:
            path = pathlib.Path(folder)
            (path / "impact.toml").write_text(self.text)
            done = subprocess.run([SCREE, "run", "impact.toml", "--out", "out", "--threads", "1", "--quiet"], cwd=folder,
                                  capture_output=True, text=True, timeout=120)
            if done.returncode == 1 and "the run failed: " in done.stderr and (path / "out/alarm/alarm.txt").exists():
                return done.stderr, None
            if done.returncode != 0:
                return "", f"exit code {done.returncode}: {done.stderr.strip()[-400:]}"
            with open(path / "out/telemetry.csv", newline="") as table:
                rows = list(csv.DictReader(table))
        deepest = max(float(row["max_overlap"]) for row in rows)
        if self.is_ball:
            return "done", f"done, with an overlap of {100 * deepest:.3g} % in the telemetry"
        if deepest > LIMIT:
            return "done", f"done with an overlap of {100 * deepest:.3g} % of the inner radius"
        if deepest == 0:
            return "done", "done, and nothing was touched: it went through or missed"
        return "done", None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1, help="this part of the cases, spread evenly")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one case; prints its scene")
    args = parser.parse_args()
    total = BALLS + OTHERS
    chosen = max(1, round(total * args.share))
    numbers = [args.only] if args.only is not None else [k * total // chosen for k in range(chosen)]
    failures, ends = 0, {"alarm": 0, "done": 0, "": 0}
    for number in numbers:
        impact = Impact(args.seed, number)
        if args.only is not None:
            print(impact.text)
        end, wrong = impact.wrong()
        ends[end if end in ends else "alarm"] += 1
        if args.only is not None:
            print(end)
        if wrong:
            failures += 1
            print(f"FAILED {number} ({impact.name}): {wrong}\n  replay: python3 {sys.argv[0]} --seed {args.seed} --only {number}", flush=True)
    print(f"{len(numbers)} impacts: {ends['alarm']} stopped by an alarm, {ends['done']} done; {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
