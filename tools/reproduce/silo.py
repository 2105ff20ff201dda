#!/usr/bin/python3
"""Figures of silo runs: what Lazarević, Dvornik & Fresl (2002) show, and what a silo is judged by.

    tools/reproduce/silo.py out/silo_fill out/silo_discharge --out figures

writes, for the runs together: count.svg (balls in the silo), rate.svg (mass through the outlet a second, with
Beverloo's estimate), energy.svg (kinetic energy), cubes.svg and cubes_histogram.svg (how full the cubes of fixed_cubes
are), arches.svg; and for each run: pressure_RUN.svg (wall pressure by height, with Janssen's curve) and section_RUN.png
(half-sections at several times). Name the run that filled a silo before those that empty it: its state at rest is drawn
beside their flow.
results.json has the numbers. A figure that the runs have no data for is left out. docs/silo.md says what is defined how.
`scree reproduce` draws its silo by the same functions. Needs python3-numpy, python3-h5py, python3-matplotlib and
python3-vtk9.
"""
import argparse
import csv
import json
import pathlib
import sys

import h5py
import numpy as np
from PIL import Image

import pictures
import plots
from plots import plt

COLOURS = plots.OURS
# Bodies by order of entry, and the wall.
BANDS = np.array([[.24, .50, .70], [.96, .82, .44], [.86, .36, .28], [.36, .70, .58], [.93, .60, .34], [.46, .42, .68]])
WALL = np.array([.80, .81, .83])
BEVERLOO_C, BEVERLOO_K = 0.58, 1.4  # Beverloo et al. 1961: spheres, flat bottom
SPAN = np.radians(120)  # two feet of an arch stand at least this far apart, seen from the axis


class Run:
    """A run's folder: telemetry and profiles as arrays, frames on demand, the silo's dimensions."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.name = self.folder.resolve().name
        try:
            with open(self.folder / "telemetry.csv") as file:
                rows = csv.DictReader(file)
                table = {name: [] for name in rows.fieldnames}
                for row in rows:
                    for name, value in row.items():
                        table[name].append(float(value))
            self.telemetry = {name: np.array(values) for name, values in table.items()}
            self.time = self.telemetry["time[s]"]
            self.read_model()
        except (OSError, KeyError, TypeError) as e:
            sys.exit(f"{folder}: no run of a silo here ({e})")
        self.profiles = self.read_profiles()
        self.frames = sorted((self.folder / "frames").glob("*.h5"))

    def read_model(self):
        with h5py.File(self.folder / "model.h5") as f:
            self.gravity = float(np.linalg.norm(f.attrs["gravity"]))
            walls = f["walls"]
            names = [n.decode() for n in walls["name"][()]]
            kinds = [k.decode() for k in walls["kind"][()]]
            self.walls = {}  # round walls: name -> (r at the base, r at the top, z of the base, height)
            for name, kind, (r0, z0, r1, z1), x in zip(names, kinds, walls["frustum"][()], walls["x"][()]):
                if kind in ("balls", "cylinder", "cone") and z1 > z0:
                    self.walls[name] = (r0, r1, x[2] + z0, z1 - z0)
            radius = walls["ball_radius"][()]
        if not self.walls:
            sys.exit(f"{self.folder}: no round wall in this scene")
        lowest = min(self.walls.values(), key=lambda w: w[2])
        self.outlet, self.outlet_z = lowest[0], lowest[2]
        self.bin = next((n for n, w in self.walls.items() if w[0] == w[1]), None)
        self.ball = 2 * float(np.mean(radius)) if len(radius) else None  # m, mean diameter of the wall's balls

    def read_profiles(self):
        path = self.folder / "profiles.csv"
        profiles = {}
        if path.exists():
            with open(path) as file:
                for row in csv.DictReader(file):
                    values = [float(row[k]) for k in ("time[s]", "from[m]", "to[m]", "area[m2]", "normal[N]",
                                                      "downwards[N]")]
                    profiles.setdefault(row["wall"], []).append(values)
        return {name: np.array(rows) for name, rows in profiles.items()}

    def opened(self):
        """When the outlet was opened: the lid has no force any more; None if it never was."""
        if "outlet_mass[kg]" not in self.telemetry:
            return None
        lid = self.telemetry.get("lid_fz[N]")
        if lid is None:
            return self.time[0]
        if lid[-1] != 0 or self.telemetry["outlet_mass[kg]"][-1] <= 0:
            return None
        return self.time[np.nonzero(lid)[0][-1]]

    def begins_open(self):
        return self.opened() == self.time[0]

    def frame(self, path):
        with h5py.File(path) as f:
            b = {n: f["bodies/" + n][()] for n in ("id", "owner", "radius", "mass", "x")}
            c = {n: f["contacts/" + n][()] for n in ("id_a", "id_b", "n", "f")} if "contacts" in f else None
            return float(f.attrs["time"]), b, c

    def frame_at(self, time):
        """The last frame not after a time."""
        best = self.frames[0]
        for path in self.frames:
            with h5py.File(path) as f:
                if f.attrs["time"] > time + 1e-9:
                    break
            best = path
        return self.frame(best)


def figure(width=7.4, height=4.0):
    return plots.subplots(size=(width, height))


def time_panels(runs, rows=1, height=4.0):
    """A figure over time for runs together: (figure, axes of each run by name, axes row by column).

    Runs that begin with an open outlet stand in a column of their own: their time starts when they do.
    """
    columns = [c for c in ([r for r in runs if not r.begins_open()], [r for r in runs if r.begins_open()]) if c]
    fig, axes = plots.subplots(rows, len(columns), size=(7.4, height), squeeze=False, sharex="col", sharey="row")
    for cell in axes.flat:
        cell.margins(x=0)
    for cell, column in zip(axes[-1], columns):
        cell.set_xlabel("time since the outlet was opened [s]" if column[0].begins_open() else "time [s]")
    return fig, {run.name: axes[:, k] for k, column in enumerate(columns) for run in column}, axes


def bulk_density(run, time):
    """kg/m3 of the contents in the middle half of what stands in the bin, and the level of its surface in m.

    The level is that of a flat surface with the same mass below it.
    """
    _, b, _ = run.frame_at(time)
    free = b["owner"] < 0
    r, _, z0, _ = run.walls[run.bin]
    z, m = b["x"][free, 2], b["mass"][free]
    inside = z > z0
    if inside.sum() < 20:
        return None, None
    top = np.quantile(z[inside], .98)
    lo, hi = z0 + .25 * (top - z0), z0 + .75 * (top - z0)
    area = np.pi * r * r
    rho = m[(z > lo) & (z < hi)].sum() / (area * (hi - lo))
    return rho, z0 + m[inside].sum() / (rho * area)


def beverloo(run, rho):
    return BEVERLOO_C * rho * np.sqrt(run.gravity) * max(0.0, 2 * run.outlet - BEVERLOO_K * run.ball)**2.5


def flow_rate(run, window):
    """Mass a second through the outlet, over a running window: (t in the middle, kg/s)."""
    mass = run.telemetry["outlet_mass[kg]"]
    ends = np.searchsorted(run.time, run.time + window)
    good = ends < len(mass)
    k = np.nonzero(good)[0]
    e = ends[good]
    return .5 * (run.time[k] + run.time[e]), (mass[e] - mass[k]) / (run.time[e] - run.time[k])


def draw_count(runs, results):
    fig, places, cells = time_panels(runs)
    for run, colour in zip(runs, COLOURS):
        axes = places[run.name][0]
        axes.plot(run.time, run.telemetry["bodies"], color=colour, label=run.name)
        if run.opened() is not None and run.opened() > run.time[0]:
            axes.axvline(run.opened(), color=colour, linewidth=.8, linestyle=":")
            axes.annotate("lid off", (run.opened(), 0), (4, 4), textcoords="offset points", color=colour, fontsize=8)
        results[run.name]["most_balls"] = int(run.telemetry["bodies"].max())
    cells[0, 0].set(ylabel="balls in the silo", ylim=(0, None))
    for axes in cells.flat:
        axes.legend()
    return fig


def draw_rate(runs, results):
    flowing = [(r, c) for r, c in zip(runs, COLOURS) if r.opened() is not None
               and r.telemetry["outlet_mass[kg]"][-1] > 0]
    if not flowing:
        return None
    fig, axes = figure()
    estimates = []
    for run, colour in flowing:
        t0, mass, t = run.opened(), run.telemetry["outlet_mass[kg]"], run.time
        window = max(.25, .02 * (t[-1] - t0))
        middle, rate = flow_rate(run, window)
        keep = middle > t0
        axes.plot(middle[keep] - t0, rate[keep] / 1e3, color=colour, label=f"{run.name} ({window:.2g} s mean)",
                  linewidth=1.1)
        # Steady: from the time a tenth has come out to that of six tenths, of what comes out.
        from_, to = np.searchsorted(mass, [.1 * mass[-1], .6 * mass[-1]])
        steady = (mass[to] - mass[from_]) / (t[to] - t[from_])
        results[run.name]["discharge_rate_kg_s"] = steady
        axes.hlines(steady / 1e3, t[from_] - t0, t[to] - t0, color=colour, linewidth=1, linestyle="--")
        rho, _ = bulk_density(run, t0) if run.bin else (None, None)
        if rho and run.ball:
            estimate = beverloo(run, rho)
            results[run.name].update(beverloo_kg_s=estimate, rate_over_beverloo=steady / estimate, bulk_density=rho)
            if not any(abs(estimate / e - 1) < .01 for e in estimates):  # runs from the same filling share it
                axes.axhline(estimate / 1e3, color=colour, linewidth=.9, linestyle=":",
                             label=f"Beverloo, C = {BEVERLOO_C}, k = {BEVERLOO_K}, {rho:.0f} kg/m³")
            estimates.append(estimate)
    axes.set(xlabel="time since the outlet was opened [s]", ylabel="discharge rate [t/s]", ylim=(0, None), xlim=(0, None))
    axes.legend(fontsize=8)
    return fig


def draw_energy(runs, _results):
    fig, places, cells = time_panels(runs)
    for run, colour in zip(runs, COLOURS):
        axes = places[run.name][0]
        energy = run.telemetry["kinetic_translation[J]"] / np.maximum(run.telemetry["mass[kg]"], 1e-300)
        axes.semilogy(run.time[energy > 0], energy[energy > 0], color=colour, label=run.name, linewidth=1.1)
    cells[0, 0].set(ylabel="kinetic energy [J/kg]")
    for axes in cells.flat:
        axes.legend()
    return fig


def balls_in_cubes(b, side=.5):
    """b_k of all cubes with a ball, in a frame: the balls that each cube cuts or touches, those of walls included."""
    x, r = b["x"] - b["x"].min(axis=0) + 2 * side, b["radius"]
    home = np.floor(x / side).astype(np.int64)
    keys = []
    for shift in np.ndindex(3, 3, 3):
        cube = home + np.array(shift) - 1
        gap = np.maximum(0, np.maximum(cube * side - x, x - (cube + 1) * side))  # to the nearest point of the cube
        cube = cube[(gap**2).sum(axis=1) <= r**2]
        keys.append((cube[:, 0] << 42) + (cube[:, 1] << 21) + cube[:, 2])
    return np.unique(np.concatenate(keys), return_counts=True)[1]


def draw_cubes(runs, results):
    """From the run's own count where it searched with fixed_cubes, else counted in its frames."""
    counted = [r for r in runs if "largest_b" in r.telemetry or r.frames]
    if not counted:
        return None, None
    fig, places, cells = time_panels(counted, height=3.8)
    hist, right = figure(4.6, 3.8)
    for k, (run, colour) in enumerate(zip(counted, COLOURS)):
        axes = places[run.name][0]
        if "largest_b" in run.telemetry:
            t, largest, mean = run.time, run.telemetry["largest_b"], run.telemetry["mean_b"]
        else:
            found = [(time, balls_in_cubes(b)) for time, b, _ in map(run.frame, run.frames) if len(b["x"])]
            t, largest, mean = np.array([(time, b.max(), b.mean()) for time, b in found]).T
        axes.step(t, largest, color=colour, label=f"{run.name}: fullest cube", where="post", linewidth=1.1)
        axes.plot(t, mean, color=colour, linestyle="--", linewidth=1, label="mean of cubes with a ball")
        full = run.time[-1] if run.begins_open() else run.time[np.argmax(run.telemetry["contacts"])]
        t_frame, b, _ = run.frame_at(full)
        share = np.bincount(balls_in_cubes(b))
        right.bar(np.arange(len(share)) - .4 + .8 / len(counted) * k, share / share.sum() * 100, .8 / len(counted),
                  align="edge", color=colour, label=f"{run.name}, t = {t_frame:.3g} s")
        results[run.name].update(largest_b=int(largest.max()), mean_b_full=float(np.interp(full, t, mean)))
    for axes in cells.flat:
        axes.axhline(20, color=plots.INK, linewidth=.9, linestyle=":", label="the paper's bound, 20")
        axes.legend(fontsize=8, loc="lower left")
    cells[0, 0].set(ylabel="balls of a cube, b", ylim=(0, 22), yticks=range(0, 21, 5))
    right.set(xlabel="balls of a cube, b", ylabel="cubes with a ball [%]", xlim=(.5, 21), xticks=range(0, 21, 5))
    right.legend(fontsize=8)
    return fig, hist


def mean_profile(run, wall, t0, t1):
    """Bands of a wall, means over t0 .. t1: z of the middles in the world [m], areas, normal and downward force."""
    rows = run.profiles[wall]
    rows = rows[(rows[:, 0] >= t0) & (rows[:, 0] <= t1)]
    if not len(rows):
        return None
    edges = np.unique(rows[:, 1])
    bands = np.array([rows[rows[:, 1] == e].mean(axis=0) for e in edges])
    return run.walls[wall][2] + .5 * (bands[:, 1] + bands[:, 2]), bands[:, 3], bands[:, 4], bands[:, 5]


def janssen(depth, rho, g, diameter, mu, k):
    """Horizontal stress at a depth; for mu = 0 that of a liquid times k."""
    if abs(mu) < 1e-6:
        return k * rho * g * depth
    return rho * g * diameter / (4 * mu) * (1 - np.exp(-4 * mu * k * depth / diameter))


def fit_janssen(run, bands, time, rho):
    """K and wall friction as measured, from the rings that lie deeper than a tenth of the column.

    Friction: the force that hangs on the wall over that which presses on it. K: the pressure on the wall over the
    vertical stress, which is the weight above less what the wall above carries, over the cross-section.
    """
    z, area, normal, down = bands
    _, b, _ = run.frame_at(time)
    free = b["owner"] < 0
    r, _, z0, _ = run.walls[run.bin]
    order = np.argsort(-z)
    hung = np.empty_like(down)
    hung[order] = np.cumsum(down[order]) - .5 * down[order]
    above = np.array([b["mass"][free & (b["x"][:, 2] > h)].sum() * run.gravity for h in z])
    vertical = (above - hung) / (np.pi * r * r)
    deep = above > .1 * b["mass"][free & (b["x"][:, 2] > z0)].sum() * run.gravity
    pressure = normal / area
    mu = down[deep].sum() / normal[deep].sum()
    k = (pressure[deep] * vertical[deep]).sum() / (vertical[deep]**2).sum()
    return mu, k


def draw_pressure(run, before, results):
    """Wall pressure of a run at rest and in flow; `before` is the run that filled the silo for one that begins open."""
    windows = []  # (run, label, from, to, time of the frame that goes with it, colour)
    opened = run.opened()
    still = before if run.begins_open() else run
    if still is not None:
        rest = still.time[-1] if still is before or opened is None else opened
        windows.append((still, "at rest", rest - min(.3, .1 * rest), rest, rest, COLOURS[0]))
    if opened is not None:
        span = run.time[-1] - opened
        windows.append((run, "in flow", opened + .15 * span, opened + .4 * span, opened + .275 * span, COLOURS[1]))
    windows = [w for w in windows if w[0].bin in w[0].profiles]
    if not windows:
        return None
    fig, (left, right) = plots.subplots(1, 2, size=(7.4, 4.8), sharey=True)
    for source, label, t0, t1, at, colour in windows:
        for wall in source.profiles:
            bands = mean_profile(source, wall, t0, t1)
            if bands is None:
                continue
            z, area, normal, down = bands
            marker = "o" if wall == source.bin else "^"
            left.plot(normal / area / 1e3, z, marker, color=colour, markersize=4, label=f"{label}, {wall}")
            right.plot(down / area / 1e3, z, marker, color=colour, markersize=4)
        bands = mean_profile(source, source.bin, t0, t1)
        rho, level = bulk_density(source, at)
        if not rho or bands is None:
            continue
        mu, k = fit_janssen(source, bands, at, rho)
        bottom = source.walls[source.bin][2]
        depth = np.linspace(0, level - bottom, 100)
        stress = janssen(depth, rho, source.gravity, 2 * source.walls[source.bin][0], mu, k) / 1e3
        left.plot(stress, level - depth, color=colour, linewidth=1.2, label=f"{label}, Janssen, K = {k:.2f}, μ = {mu:.3f}")
        right.plot(mu * stress, level - depth, color=colour, linewidth=1.2)
        if label == "at rest":
            depth = np.linspace(0, level - source.outlet_z, 50)
            left.plot(rho * source.gravity * depth / 1e3, level - depth, color=plots.PAPER, linewidth=.9, linestyle="--",
                      label=f"a liquid of {rho:.0f} kg/m³")
        if source is run:
            kind = "" if label == "at rest" else "flow_"
            results[run.name].update({kind + "janssen_K": k, kind + "janssen_mu": mu, kind + "bulk_density": rho,
                                      kind + "level_m": level})
    for axes in (left, right):
        axes.axhline(run.walls[run.bin][2], color=plots.PAPER, linewidth=.8)
    left.set(xlabel="pressure on the wall [kPa]", ylabel="height above the outlet [m]", ylim=(0, None), xlim=(0, None))
    right.set(xlabel="shear on the wall, downwards [kPa]")
    right.axvline(0, color=plots.PAPER, linewidth=.8)
    left.legend(fontsize=8)
    fig.suptitle(f"{run.name}: forces on the wall, ring by ring", fontsize=10)
    return fig


def arches(run, b, c):
    """Arches over the outlet in a frame: (contacts that carry, balls in the zone, arches, balls in the shortest).

    The zone reaches from the outlet up by its diameter, and sideways by one ball beyond its rim. A contact carries if it
    presses with more than the weight of a ball. An arch is a chain of balls of the zone, each carried by the next, whose
    two ends lean on balls of the wall at least 120 degrees apart, and which passes the axis within half the radius of
    the outlet. Arches are counted one after the other, the shortest first, without a ball in common.
    """
    free = b["owner"] < 0
    x = b["x"]
    rho = np.hypot(x[:, 0], x[:, 1])
    zone = free & (rho < run.outlet + run.ball) & (x[:, 2] > run.outlet_z - .5 * run.ball) & \
        (x[:, 2] < run.outlet_z + 2 * run.outlet)
    if not zone.any():
        return 0, 0, 0, 0
    place = {int(i): k for k, i in enumerate(b["id"])}
    weight = np.mean(b["mass"][free]) * run.gravity
    press = -np.einsum("ij,ij->i", c["f"], c["n"])
    near, feet, carrying = {}, {}, 0
    for k in np.nonzero((press > weight) & (c["id_b"] < 1 << 63))[0]:
        i, j = place[int(c["id_a"][k])], place[int(c["id_b"][k])]
        if zone[i] and zone[j]:
            near.setdefault(i, []).append(j)
            near.setdefault(j, []).append(i)
            carrying += 1
        for ball, wall in ((i, j), (j, i)):
            if zone[ball] and not free[wall]:
                feet[ball] = np.arctan2(x[wall, 1], x[wall, 0])
                carrying += 1
    found, used, shortest = 0, set(), 0
    while True:
        best = None
        for start in feet:
            if start in used:
                continue
            before, queue = {start: None}, [start]
            for ball in queue:
                turn = abs((feet.get(ball, feet[start]) - feet[start] + np.pi) % (2 * np.pi) - np.pi)
                if turn >= SPAN:
                    chain = [ball]
                    while before[chain[-1]] is not None:
                        chain.append(before[chain[-1]])
                    if min(rho[k] for k in chain) < .5 * run.outlet and (best is None or len(chain) < len(best)):
                        best = chain
                        break
                for other in near.get(ball, []):
                    if other not in before and other not in used:
                        before[other] = ball
                        queue.append(other)
        if best is None:
            return carrying, int(zone.sum()), found, shortest
        found += 1
        shortest = shortest or len(best)
        used.update(best)


def draw_arches(runs, results):
    fig, places, cells = time_panels(runs, rows=2, height=5.0)
    any_ = False
    for run, colour in zip(runs, COLOURS):
        top, bottom = places[run.name]
        rows = []
        for path in run.frames:
            t, b, c = run.frame(path)
            if c is not None and run.ball:
                rows.append((t, *arches(run, b, c)))
        if not rows or max(r[2] for r in rows) == 0:
            continue
        any_ = True
        rows = np.array(rows)
        top.plot(rows[:, 0], rows[:, 1] / np.maximum(rows[:, 2], 1), "-", marker=".", color=colour, label=run.name,
                 linewidth=1)
        bottom.step(rows[:, 0], rows[:, 3], color=colour, where="post", linewidth=1.1)
        if run.opened() is not None:
            flow = rows[:, 0] > run.opened()
            results[run.name]["frames_with_an_arch_in_flow"] = f"{int((rows[flow, 3] > 0).sum())} of {int(flow.sum())}"
            if run.opened() > run.time[0]:
                for axes in (top, bottom):
                    axes.axvline(run.opened(), color=colour, linewidth=.8, linestyle=":")
    cells[0, 0].set(ylabel="carrying contacts a ball", ylim=(0, None))
    cells[1, 0].set(ylabel="arches over the outlet", ylim=(0, None))
    for top in cells[0]:
        if top.lines:
            top.legend()
    if any_:
        return fig
    plt.close(fig)
    return None


def telling(run, frames, n):
    """n of the frames, evenly spread over the coming and going of balls, and a little over time."""
    n = min(n, len(frames))
    bodies = run.telemetry["bodies"]
    moved = np.concatenate([[0], np.cumsum(np.abs(np.diff(bodies)))])
    progress = moved / max(1, moved[-1]) + .1 * run.time / run.time[-1]
    times = [run.frame(path)[0] for path in frames]
    at = np.interp(times, run.time, progress)
    wanted = np.linspace(at[0], at[-1], n)
    return [frames[k] for k in sorted({int(np.argmin(np.abs(at - w))) for w in wanted})]


def band_colours(ids, first, total):
    """Colours by order of entry: `first` is the id of the first body, `total` how many came in."""
    bands = 12 if total > 3000 else 5
    k = np.clip((np.asarray(ids, float) - first) / max(1, total) * bands, 0, bands - 1).astype(int)
    return BANDS[k % len(BANDS)]


def half_section(run, path, out, total, height=640):
    """A frame without the half before the plane y = 0, seen from a little above: (time, balls)."""
    t, b, _ = run.frame(path)
    wall = b["owner"] >= 0
    first = b["id"][wall].max() + 1 if wall.any() else 0
    colour = np.where(wall[:, None], WALL, band_colours(b["id"], first, total))
    behind = b["x"][:, 1] >= 0
    balls = pictures.Balls(b["x"][behind], b["radius"][behind], colour[behind])
    top = max(z + h for _, _, z, h in run.walls.values())
    r = max(max(w[:2]) for w in run.walls.values()) + 1.2 * run.ball
    low, high = np.array([-r, 0, run.outlet_z - .1 * top - run.ball]), np.array([r, r, top + run.ball])
    width = int(height * 2 * r / (high[2] - low[2] + .14 * r))
    pictures.draw([balls], out, (0, -1, .14), (width, height), 1, (low, high))
    return t, int((~wall).sum())


def draw_sections(run, out, panels, since=-np.inf, until=np.inf):
    """Half-sections at telling times between two times side by side, to `out`.png; False if there are no frames with balls."""
    frames = [(run.frame(path), path) for path in run.frames]
    with_balls = [path for (t, b, _), path in frames if since <= t <= until and (b["owner"] < 0).any()]
    if not with_balls:
        return False
    chosen = telling(run, with_balls, panels)
    total = int(run.telemetry["bodies"].max())
    images = []
    for k, path in enumerate(chosen):
        part = out.with_name(f".{out.stem}_{k}.png")
        t, n = half_section(run, path, part, total)
        images.append((t, n, np.asarray(Image.open(part).convert("RGB"))))
        part.unlink()
    columns = min(3, len(images)) if images[0][2].shape[1] > 400 else min(6, len(images))
    rows = -(-len(images) // columns)
    height, width, _ = images[0][2].shape
    fig, axes = plt.subplots(rows, columns, figsize=(columns * width / 150, rows * (height / 150 + .25)), squeeze=False,
                             facecolor="white")
    fig.subplots_adjust(0, 0, 1, 1 - .25 / (height / 150 + .25) / rows, 0, .25 / (height / 150))
    for cell in axes.flat:
        cell.axis("off")
    for cell, (t, n, image) in zip(axes.flat, images):
        cell.imshow(image, interpolation="antialiased")
        cell.set_title(f"t = {t:.3g} s, {n} balls", fontsize=8, fontweight="normal", pad=3)
    fig.set_dpi(150)
    fig.canvas.draw()
    image = Image.fromarray(np.asarray(fig.canvas.buffer_rgba())[..., :3])
    image.quantize(192, dither=Image.Dither.NONE).save(out, optimize=True)  # a fifth of the size
    plt.close(fig)
    return True


def main():
    parser = argparse.ArgumentParser(description="Figures of silo runs (see the top of this file).")
    parser.add_argument("runs", nargs="+", metavar="RUN_DIR", help="folder of a run")
    parser.add_argument("--out", default="figures", help="folder for the figures (default: figures)")
    parser.add_argument("--panels", type=int, default=6, help="half-sections of a run (default: 6)")
    options = parser.parse_args()
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    runs = [Run(folder) for folder in options.runs]
    results = {run.name: {} for run in runs}
    figures = {"count": draw_count(runs, results), "rate": draw_rate(runs, results), "energy": draw_energy(runs, results),
               "arches": draw_arches(runs, results)}
    figures["cubes"], figures["cubes_histogram"] = draw_cubes(runs, results)
    before = None
    for run in runs:
        figures[f"pressure_{run.name}"] = draw_pressure(run, before, results)
        before = run if run.opened() is None else before
        if draw_sections(run, out / f"section_{run.name}.png", options.panels):
            print(out / f"section_{run.name}.png")
    for name, fig in figures.items():
        if fig is not None:
            plots.save(fig, out / f"{name}.svg")
            print(out / f"{name}.svg")
    (out / "results.json").write_text(json.dumps(results, indent=2) + "\n")
    print(out / "results.json")


if __name__ == "__main__":
    main()
