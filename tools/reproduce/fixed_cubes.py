"""Paper D, Lazarević, Dvornik & Fresl 2002: fixed cubes, and the silo."""
import json
import math
import re

import numpy as np

import plots
from experiment import Check, Experiment, Parameter, Result, Table, covered_by, read_csv

CUBE, RADIUS = 0.5, 0.22  # m, Table 1 and its mean radius
BALLS, WALL_BALLS, MOST_IN_A_CUBE = 22741, 3821, 20

# ---------------------------------------------------------------------------------------------- cost against n: Fig. 5

METHODS = {"fixed_cubes": "fixed cubes", "sorted_cells": "sorted cells (cell list)", "verlet_list": "Verlet list that still holds",
           "brute_force": "all pairs"}
PANELS = (100, 1000, 10000, 100000)


def curve(rows, method, density, value):
    points = sorted((int(r["n"]), value(r)) for r in rows if r["method"] == method and r["density"] == density)
    return np.array([p[0] for p in points]), np.array([p[1] for p in points])


def sort_time(row):
    return float(row["sort_s"])


def whole_time(row):
    return float(row["sort_s"]) + float(row["pair_s"])


def sort_work(row):
    """Comparisons and entries of all balls: what sorting does, counted."""
    return int(row["n"]) * (float(row["comparisons"]) + float(row["mean_a"]))


def exponent(n, value):
    """Least squares of the logarithms over the last decade; nan for fewer than two points."""
    if not len(n):
        return math.nan
    keep = (n >= n[-1] / 10.001) & (value > 0)
    return float(np.polyfit(np.log(n[keep]), np.log(value[keep]), 1)[0]) if keep.sum() > 1 else math.nan


def cross_over(rows, density):
    """The first n from which on sorting into cubes and going through them is faster than all pairs."""
    n, slow = curve(rows, "brute_force", density, whole_time)
    m, fast = curve(rows, "fixed_cubes", density, whole_time)
    both = sorted(set(n) & set(m))
    faster = [fast[list(m).index(k)] < slow[list(n).index(k)] for k in both]
    last_slow = max((k for k, f in zip(both, faster) if not f), default=None)
    later = [k for k in both if last_slow is None or k > last_slow]
    return later[0] if later else math.nan


def paper_panel(axes, rows, most):
    """Linear axes as printed; all pairs leave the panel where they become too slow."""
    top = 0.0
    for k, density in enumerate(("dense", "sparse")):
        n, t = curve(rows, "fixed_cubes", density, sort_time)
        keep = n <= most
        if keep.any():
            top = max(top, 1e3 * t[keep].max())
            axes.plot(n[keep], 1e3 * t[keep], plots.MARKS[k] + "-", color=plots.OURS[k], ms=3.5, lw=1.2,
                      label=f"sorting, {density} (b = {20 if k == 0 else 1})")
    n, t = curve(rows, "brute_force", "dense", whole_time)
    keep = n <= most
    axes.plot(n[keep], 1e3 * t[keep], "^:", color=plots.PAPER, ms=3.5, label="all pairs")
    axes.set(xlim=(0, 1.03 * most), ylim=(0, 2.2 * top if top > 0 else 1), xlabel="balls n", ylabel="time [ms]")
    axes.set_title(f"n ≤ {most:,}".replace(",", " "))
    axes.ticklabel_format(axis="x", style="plain" if most <= 1000 else "sci", scilimits=(0, 0))


def log_panel(axes, rows):
    for (method, label), mark, style in zip(METHODS.items(), plots.MARKS, ("-", "--", "-.", ":")):
        for k, density in enumerate(("dense", "sparse")):
            n, t = curve(rows, method, density, whole_time)
            if len(n):
                axes.loglog(n, t, mark + style, color=plots.OURS[k], ms=3.2, lw=1.1,
                            label=f"{label}, {density}: n^{exponent(n, t):.2f}")
    axes.set(xlabel="balls n", ylabel="sorting and pairs [s]")
    axes.set_title("all methods; exponents over the last decade")
    axes.legend(fontsize=7.5, loc="upper left")


def panels_of_the_paper(rows):
    """The four of the paper, or those of them that the rows reach into."""
    largest = max(int(r["n"]) for r in rows if r["method"] == "fixed_cubes")
    shown = [most for most in PANELS if most <= 2 * largest]
    figure, axes = plots.subplots(-(-len(shown) // 2), 2, size=(7.4, 2.8 * -(-len(shown) // 2)), squeeze=False)
    for panel in axes.flat[len(shown):]:
        panel.set_visible(False)
    for panel, most in zip(axes.flat, shown):
        paper_panel(panel, rows, most)
    axes[0][0].legend(fontsize=8, loc="upper left")
    return figure


def all_methods(rows):
    figure, axes = plots.subplots(size=(7.4, 4.6))
    log_panel(axes, rows)
    return figure


def bench_figure(csv_path, path):
    """What `scree bench broad` draws beside its numbers."""
    rows = read_csv(csv_path)
    figure = plots.plt.figure(figsize=(11, 6.4), constrained_layout=True)
    grid = figure.add_gridspec(2, 4)
    for k, most in enumerate(PANELS):
        axes = figure.add_subplot(grid[k // 2, k % 2])
        paper_panel(axes, rows, most)
        if k == 0:
            axes.legend(fontsize=8)
    log_panel(figure.add_subplot(grid[:, 2:]), rows)
    plots.save(figure, path)


def cost(ctx):
    most = ctx.pick(["--most", 2000, "--rounds", 1], ["--most", 100000, "--rounds", 2], ["--large", "--rounds", 3])
    folder = ctx.command("broad", ["bench", "broad", *most, "--csv", "broad.csv"])
    rows = read_csv(folder / "broad.csv")
    fits = {d: {"time": exponent(*curve(rows, "fixed_cubes", d, sort_time)),
                "work": exponent(*curve(rows, "fixed_cubes", d, sort_work))} for d in ("dense", "sparse")}
    pairs_time = exponent(*curve(rows, "brute_force", "dense", whole_time))
    pairs_work = exponent(*curve(rows, "brute_force", "dense", lambda r: float(r["tested"])))
    n, work = curve(rows, "fixed_cubes", "dense", sort_work)
    same = max(abs(work[i] / n[i] / (work[-1] / n[-1]) - 1) for i in range(len(n)) if n[i] >= n[-1] / 10)
    checks = [
        Check("sorting time grows as n to the power 1.0 ± 0.1 over the last decade, dense and sparse",
              all(abs(fits[d]["time"] - 1) <= 0.1 for d in fits), " and ".join(f"{fits[d]['time']:.2f}" for d in fits), timed=True),
        Check("all pairs take time as n to the power 2.0 ± 0.1", abs(pairs_time - 2) <= 0.1, f"{pairs_time:.2f}", timed=True),
        Check("the work of sorting, comparisons and entries, grows as n to the power 1.0 ± 0.1, dense and sparse",
              all(abs(fits[d]["work"] - 1) <= 0.1 for d in fits), " and ".join(f"{fits[d]['work']:.3f}" for d in fits), "trend"),
        Check("the work for one ball does not depend on n (within 10 % over the last decade)", same <= 0.1, f"{100 * same:.1f} %",
              "trend"),
        Check("all pairs test a number of pairs that grows as n to the power 2.0 ± 0.1", abs(pairs_work - 2) <= 0.1,
              f"{pairs_work:.3f}", "trend"),
    ]
    table = []
    for method, label in METHODS.items():
        for density in ("dense", "sparse"):
            last = max((r for r in rows if r["method"] == method and r["density"] == density), key=lambda r: int(r["n"]))
            own = lambda value: exponent(*curve(rows, method, density, value))  # noqa: E731
            table.append([label, density, int(last["n"]), float(last["comparisons"]) if method == "fixed_cubes" else "",
                          float(last["mean_a"]) if float(last["mean_a"]) > 0 else "",
                          float(last["mean_b"]) if float(last["mean_b"]) > 0 else "",
                          float(last["tested"]) / int(last["n"]), f"{own(sort_time):.2f}" if method != "brute_force" else "",
                          f"{own(whole_time):.2f}"])
    return Result(
        checks=checks,
        reason="Sorting is linear in n." + (" Quick runs count operations and leave times out of the verdict." if ctx.quick else ""),
        tables=[Table("At the largest n", ["method", "balls", "n", "comparisons a ball", "cubes of a ball a_i",
                                           "balls of a cube b_k", "pairs tested a ball", "exponent of sorting", "of sorting and pairs"], table,
                      note=f"All pairs are overtaken at n = {cross_over(rows, 'dense')} (dense) and {cross_over(rows, 'sparse')} (sparse).")],
        figures=[ctx.figure(panels_of_the_paper(rows), "panels", "Sorting time against the number of balls in the ranges of the paper."),
                 ctx.figure(all_methods(rows), "methods", "Sorting and pairs together, with the other broad phases of scree.")],
        rows=rows, parameters=[Parameter("largest n", f"{n[-1]}", "paper" if ctx.mode != "quick" else "ours", "10⁵ in the paper")],
        summary=f"sorting n^{fits['dense']['time']:.2f} and n^{fits['sparse']['time']:.2f}, all pairs n^{pairs_time:.2f}; counted work "
                f"n^{fits['dense']['work']:.2f}, n^{pairs_work:.2f}")


# ----------------------------------------------------------------------------------------------- cubes and cells: Figs. 1-4

def cubes(ctx):
    folder = ctx.command("cubes", ["bench", "cubes", "--seed", ctx.seed, "--csv", "cubes.json"])
    return json.loads((folder / "cubes.json").read_text())


CELL_SIGNS = {1: (1, 1, 1), 2: (-1, 1, 1), 3: (-1, -1, 1), 4: (1, -1, 1), 5: (1, 1, -1), 6: (-1, 1, -1), 7: (-1, -1, -1), 8: (1, -1, -1)}


def expected_candidates(cell):
    """Algorithm 1, for any cell: k1 and the seven cubes on the side of the signs."""
    x, y, z = CELL_SIGNS[cell]
    return [[0, 0, 0], [x, 0, 0], [0, y, 0], [x, y, 0], [0, 0, z], [x, 0, z], [0, y, z], [x, y, z]]


def space(figure, place, elevation=20, azimuth=-62):
    axes = figure.add_subplot(place, projection="3d")
    axes.view_init(elevation, azimuth)
    axes.set_axis_off()
    axes.set_box_aspect((1, 1, 1), zoom=1.1)
    axes.set_proj_type("ortho")
    return axes


def draw_cube(axes, centre, side=1.0, colour=None, alpha=0.16, line=None, width=0.8):
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
    corner = np.array([[x, y, z] for x in (-.5, .5) for y in (-.5, .5) for z in (-.5, .5)]) * side + centre
    faces = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]]
    edges = [(i, j) for i in range(8) for j in range(i + 1, 8) if bin(i ^ j).count("1") == 1]
    if colour:
        axes.add_collection3d(Poly3DCollection([corner[f] for f in faces], facecolor=colour, alpha=alpha, edgecolor="none"))
    axes.add_collection3d(Line3DCollection([corner[list(e)] for e in edges], color=line or plots.INK, lw=width))


def draw_ball(axes, centre, r, colour):
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, 37), np.linspace(0, np.pi, 19))
    x = np.array([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)])
    light = np.array([-.5, -.6, .65])
    shade = .55 + .45 * np.clip(np.tensordot(light, x, 1), 0, 1)
    rgb = np.array([int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)])
    axes.plot_surface(*(r * x + np.array(centre)[:, None, None]), facecolors=np.clip(shade[..., None] * rgb, 0, 1), lw=0,
                      antialiased=False, shade=False, rasterized=True)


def limits(axes, reach):
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), zlim=(-reach, reach))


def grid_and_cubes(ctx):
    """Fig. 1: cubes over the silo's contents, and a cube with its neighbours."""
    import silo
    run = silo_runs(ctx)[0]
    t, b, _ = run.frame_at(run.opened() or run.time[-1])
    figure = plots.plt.figure(figsize=(7.4, 4.4), constrained_layout=True)
    left, right = figure.add_subplot(121), space(figure, 122)
    x, r = b["x"], b["radius"]
    cut = np.abs(x[:, 1]) < r
    size = np.sqrt(r[cut]**2 - x[cut, 1]**2)
    free = b["owner"][cut] < 0
    low, high = np.floor((x.min(axis=0) - .3) / CUBE) * CUBE, np.ceil((x.max(axis=0) + .3) / CUBE) * CUBE
    for k in np.arange(low[0], high[0] + .1, CUBE):
        left.plot([k, k], [low[2], high[2]], color=plots.RULE, lw=.7)
    for k in np.arange(low[2], high[2] + .1, CUBE):
        left.plot([low[0], high[0]], [k, k], color=plots.RULE, lw=.7)
    for (px, _, pz), s, f in zip(x[cut], size, free):
        left.add_patch(plots.plt.Circle((px, pz), s, facecolor=plots.OURS[0] if f else plots.PAPER, alpha=.55, lw=0))
    plots.bare(left)
    left.set_title(f"cubes of a = {CUBE} m over the silo, y = 0")
    for k in np.ndindex(3, 3, 3):
        centre = np.array(k) - 1.0
        middle = not centre.any()
        hidden = centre[0] > 0 and centre[1] < 0 and centre[2] >= 0  # left out, as in the paper, to see the middle
        if not hidden:
            draw_cube(right, centre, .98, plots.OURS[1] if middle else plots.OURS[0], .75 if middle else .08, width=.6)
    limits(right, 1.25)
    right.set_title("central cube and its 26 neighbours")
    counts = silo.balls_in_cubes(b)
    return Result(
        checks=[Check("a cube is wider than the largest ball: a = 2 r_max + Δ", CUBE > 2 * r.max(), f"{CUBE} m for {2 * r.max():.3f} m"),
                Check("every ball is in at least one cube and in eight at most", len(b["x"]) <= counts.sum() <= 8 * len(b["x"]),
                      f"{counts.sum() / len(b['x']):.2f} cubes a ball")],
        figures=[ctx.figure(figure, "grid", "Left: the cubes over a cut of our silo. Right: the central cube and its neighbours, two left out.")],
        rows=[dict(balls=len(b["x"]), cubes=len(counts), cubes_of_a_ball=counts.sum() / len(b["x"]))],
        summary=f"{counts.sum() / len(b['x']):.2f} cubes a ball")


def eight_cells(ctx):
    """Fig. 2: the cells of a cube, and the cubes that are left for the eighth."""
    data = cubes(ctx)
    figure = plots.plt.figure(figsize=(7.4, 3.9), constrained_layout=True)
    left, right = space(figure, 121), space(figure, 122, elevation=24, azimuth=-48)
    for cell, signs in CELL_SIGNS.items():
        centre = np.array(signs) / 4
        draw_cube(left, centre, .5, plots.OURS[4] if cell == 8 else None, .45, width=.7)
        left.text(*(1.02 * centre), str(cell), ha="center", va="center", fontsize=11, color=plots.INK)
    limits(left, .5)
    left.set_title("cells 1 to 8 of the central cube")
    for k, place in enumerate(data["cells"]["8"]):
        draw_cube(right, np.array(place, float), .96, plots.OURS[1] if k == 0 else plots.OURS[0], .5 if k == 0 else .14, width=.6)
        right.text(*place, zorder=1000, s=f"k{chr(8321 + k)}", ha="center", va="center", fontsize=10, color=plots.INK)
    draw_cube(right, np.array(CELL_SIGNS[8]) / 4, .5, plots.OURS[4], .6, width=.8)
    right.set(xlim=(-.5, 1.5), ylim=(-1.5, .5), zlim=(-1.5, .5))
    right.set_title("what is left for the eighth cell")
    right_ones = [cell for cell in range(1, 9) if data["cells"][str(cell)] == expected_candidates(cell)]
    return Result(
        checks=[Check("candidates of all eight cells are those of Algorithm 1 and its mirror images", len(right_ones) == 8,
                      f"{len(right_ones)} of 8"),
                Check("a ball has at most 7 further cubes, and all numbers from 0 to 7 occur but those that geometry forbids",
                      data["cubes_of_a_ball"][0] == 0 and data["cubes_of_a_ball"][8] > 0, f"{data['cubes_of_a_ball'][1:]} balls with 1 to 8 cubes"),
                Check("balls fall into all eight cells alike (each eighth within 5 %)",
                      all(abs(8 * n / data["balls"] - 1) < .05 for n in data["balls_in_cell"][1:]), str(data["balls_in_cell"][1:]))],
        tables=[Table("Candidate cubes k₁ to k₈ of each cell, in steps from the central cube", ["cell", *(f"k{k}" for k in range(1, 9))],
                      [[cell, *("({:+d}, {:+d}, {:+d})".format(*p).replace("+0", "0") for p in data["cells"][str(cell)])] for cell in range(1, 9)])],
        figures=[ctx.figure(figure, "cells", "Left: cells of the central cube, the eighth set off. Right: the central cube and the seven that a "
                                             "ball with its centre in the eighth cell can reach, with the paper's names.")],
        rows=[dict(cell=cell, **{f"k{k + 1}": " ".join(map(str, p)) for k, p in enumerate(data["cells"][str(cell)])}) for cell in range(1, 9)],
        summary="candidates of all eight cells as in Algorithm 1")


def eighth_cell(ctx):
    """Fig. 3: distances of a ball with its centre in the eighth cell."""
    shown = cubes(ctx)["shown"]
    d, r, a = np.array(shown["d"]), shown["r"], CUBE
    delta = a / 2 - np.abs(d)
    signs = np.sign(d)
    figure = plots.plt.figure(figsize=(7.4, 4.0), constrained_layout=True)
    axes = space(figure, 121, elevation=18, azimuth=-52)
    draw_cube(axes, np.zeros(3), a, None, width=.8)
    draw_cube(axes, signs * a / 4, a / 2, plots.OURS[4], .12, width=.8)
    draw_ball(axes, d, r, plots.OURS[0])
    for k, name in enumerate("xyz"):
        foot = d.copy()
        foot[k] = signs[k] * a / 2
        axes.plot(*np.array([d, foot]).T, color=plots.OURS[1], lw=2, zorder=10)
        axes.text(*(foot + .05 * (np.arange(3) == k) * signs[k]), f"δ{name}", fontsize=11, color=plots.OURS[1], zorder=11)
    limits(axes, .34)
    axes.set_title("ball in the eighth cell")
    bars = figure.add_subplot(122)
    names = ["x", "y", "x,y", "z", "x,z", "y,z", "x,y,z"]
    spans = [delta[0], delta[1], math.hypot(delta[0], delta[1]), delta[2], math.hypot(delta[0], delta[2]), math.hypot(delta[1], delta[2]),
             float(np.linalg.norm(delta))]
    reach = [r - s for s in spans]
    expected = [1] + [k + 2 for k, value in enumerate(reach) if value >= 0]
    bars.barh(range(7), reach, color=[plots.OURS[2] if v >= 0 else plots.PAPER for v in reach])
    bars.set_yticks(range(7), [f"Δ {n}: k{chr(8322 + k)}" for k, n in enumerate(names)])
    bars.invert_yaxis()
    bars.axvline(0, color=plots.INK, lw=.8)
    bars.set_xlabel("r minus distance [m]: cut where ≥ 0")
    bars.set_title("in the order of the search tree")
    return Result(
        checks=[Check("the ball's cell is the eighth", shown["cell"] == 8, str(shown["cell"])),
                Check("the cubes it is registered in are those with Δ ≥ 0", shown["registered"] == expected,
                      f"{shown['registered']} for {expected}"),
                Check("over the corner there are 10 comparisons", shown["comparisons"] == (10 if len(expected) == 8 else shown["comparisons"]),
                      str(shown["comparisons"]))],
        figures=[ctx.figure(figure, "distances", "Left: a ball of 0.22 m with its centre in the eighth cell of a cube of 0.5 m, and the distances of "
                                                 "the centre from the near faces. Right: the seven tests of Eqs. (12) to (14).")],
        rows=[dict(test=n, cube=k + 2, distance=s, reach=v) for k, (n, s, v) in enumerate(zip(names, spans, reach))],
        summary=f"registered in {len(expected)} cubes after {shown['comparisons']} comparisons")


def decision_tree(ctx):
    data = cubes(ctx)
    n = data["comparisons"]
    least, most = min(k for k, v in enumerate(n) if v), max(k for k, v in enumerate(n) if v)
    mean = sum(k * v for k, v in enumerate(n)) / sum(n)
    result = covered_by(("FixedCubes.RegistersABallInExactlyTheCubesItCuts", "the tree against the distance from ball to cube"),
                        ("FixedCubes.RegistersBallsOnFacesEdgesCornersAndMidPlanes", "limiting positions of Sec. 3.4"),
                        ("FixedCubes.CountsCubesBallsAndComparisons", "6 comparisons inside a cube, 10 over a corner"))
    result.checks += [Check("between 6 and 10 comparisons, both of which occur", (least, most) == (6, 10), f"{least} to {most}, {mean:.2f} on average"),
                      Check(f"the cubes of {data['balls']} balls at random are those of the slow test", data["wrong"] == 0,
                            f"{data['wrong']} differ")]
    figure, axes = plots.subplots(size=(5.2, 2.7))
    axes.bar(range(6, 11), [100 * v / sum(n) for v in n[6:11]], color=plots.OURS[0], width=.7)
    axes.set(xlabel="comparisons for a ball", ylabel="balls [%]", xticks=range(6, 11))
    result.figures = [ctx.figure(figure, "comparisons", f"Comparisons of {data['balls']} balls at random in a cube.", .6)]
    result.rows = [dict(comparisons=k, balls=v) for k, v in enumerate(n) if v]
    result.summary = f"{least} to {most} comparisons, {mean:.2f} on average; sets equal"
    return result


# ------------------------------------------------------------------------------------------------------------- the silo

FAST = ['broad_phase={ method = "sorted_cells" }']  # the same state, bit for bit (tests/cli/silo_test.py), in an eighth of the time


def discharge_of(ctx, fill, name, overrides):
    step = ["time.dt=1e-4"] if ctx.mode == "standard" else []
    return ctx.simulate(name, ctx.source / "scenes/silo_discharge.toml", [*overrides, *step, f"fill[0].file={fill}"], inputs=[fill / "telemetry.csv"])


def same_search(ctx, fill):
    """The first 2000 steps of the discharge by the paper's search and by the fast one: (same state?, text)"""
    short = [f"time.end={2000 * (1e-4 if ctx.mode == 'standard' else 1e-5):g}"]
    state = lambda run: re.search(r"^state: (\w+)", (run / "summary.txt").read_text(), re.MULTILINE).group(1)
    a, b = (state(discharge_of(ctx, fill, name, [*method, *short])) for name, method in (("silo_start_cubes", []), ("silo_start_cells", FAST)))
    return a == b, f"{a} and {b}"


def silo_runs(ctx):
    """[filling, discharge]; in quick runs one and the same small silo."""
    import silo
    scenes = ctx.source / "scenes"
    if ctx.quick:
        run = silo.Run(ctx.simulate("silo_small", scenes / "silo_small.toml", FAST))
        run.name = "small silo"
        return [run, run]
    # Full: the filling by the paper's search. The discharge has ten times as many steps: its beginning only (same_search).
    searched = FAST if ctx.mode == "standard" else []
    fill = ctx.simulate("silo_fill", scenes / "silo_fill.toml", [*searched, "output.checkpoints_every=0.5 s", "output.frames_every=0.5 s"])
    flow = discharge_of(ctx, fill, "silo_discharge", [*FAST, "output.checkpoints_every=0.25 s"])
    runs = [silo.Run(fill), silo.Run(flow)]
    runs[0].name, runs[1].name = "filling", "discharge"
    return runs


def residual(run):
    return float(np.abs(run.telemetry["relative_residual"]).max())


def rest_window(run):
    """The last 0.3 s with the lid on."""
    end = run.opened() if run.opened() is not None else run.time[-1]
    return (run.time > end - .3) & (run.time <= end)


def carried(run):
    """Parts of the weight that bin, hopper and lid carry at rest."""
    at = rest_window(run)
    weight = run.telemetry["mass[kg]"][at][-1] * run.gravity
    return {wall: -run.telemetry[f"{wall}_fz[N]"][at].mean() / weight for wall in ("bin", "hopper", "lid")}


def filling(ctx):
    import silo
    run, _ = silo_runs(ctx)
    results = {run.name: {}}
    full = int(run.telemetry["bodies"].max())
    with_walls = run.frame(run.frames[-1])[1]
    wall = int((with_walls["owner"] >= 0).sum())
    t = run.telemetry
    lost = int(np.abs(t["inserted_bodies"] - t["bodies"] - t["removed_bodies"]).max())
    before = t["removed_bodies"][run.time <= (run.opened() if run.opened() is not None else run.time[-1])].max()
    parts = carried(run)
    at = rest_window(run)
    energy = float(t["kinetic_translation[J]"][at][-1] / t["mass[kg]"][at][-1])
    figures = [ctx.figure(silo.draw_count([run], results), "count", "Balls in the silo.", .5),
               ctx.figure(silo.draw_energy([run], results), "energy", "Kinetic energy a kilogram.", .5)]
    pressure = silo.draw_pressure(run, None, results)
    if pressure is not None:
        figures.append(ctx.figure(pressure, "pressure", "Forces on the wall ring by ring, with Janssen's curve from the measured K and μ."))
    rest = run.opened() if run.opened() is not None else run.time[-1]
    if silo.draw_sections(run, ctx.folder / "section.png", 3 if ctx.quick else 6, until=rest):
        figures.insert(0, ctx.picture("section.png", "Half-sections of the filling; colours by order of entry."))
    checks = [
        Check(f"{BALLS} balls are filled into a wall of {WALL_BALLS}, as in the paper", full == BALLS and wall == WALL_BALLS,
              f"{full} in a wall of {wall}"),
        Check("no ball is lost: put in = in the silo + gone, at every row, and none gone before the lid opens", lost == 0 and before == 0,
              f"{full} put in", "trend"),
        Check("at rest bin, hopper and lid carry the weight to 1 %", abs(sum(parts.values()) - 1) <= .01, f"{100 * sum(parts.values()):.2f} %",
              "trend"),
        Check("it comes to rest: less than 5 mJ/kg when the filling ends", energy < 5e-3, f"{1e3 * energy:.2f} mJ/kg", "trend"),
        Check("energy out of nowhere is below 3 % of the largest energy", residual(run) < .03, f"{100 * residual(run):.2f} %", "trend"),
    ]
    return Result(
        checks=checks,
        reason="The paper shows snapshots and gives no curves; what can be counted agrees." if full == BALLS else
               "A small silo with the balls, laws and method of Table 1: the model behaves, the size is not that of the paper. The other "
               "modes have 22 741 balls.",
        tables=[Table("Filling", ["", "paper", "ours"], [
            ["balls in the silo", BALLS, full], ["balls of the wall", WALL_BALLS, wall], ["all in after [s]", "", float(run.time[np.argmax(t["bodies"])])],
            ["at rest after [s]", "", float(run.opened() if run.opened() is not None else run.time[-1])],
            *[[f"weight carried by {name} [%]", "", 100 * part] for name, part in parts.items()],
            *[[label, "", results[run.name][key]] for key, label in (("janssen_K", "K at rest"), ("janssen_mu", "μ at rest"),
                                                                     ("bulk_density", "bulk density [kg/m³]")) if key in results[run.name]]],
            paper=(1,), ours=(2,))],
        figures=figures, rows=[dict(zip(("time", "balls", "kinetic_J_per_kg"), row)) for row in
                               zip(run.time, t["bodies"], t["kinetic_translation[J]"] / np.maximum(t["mass[kg]"], 1e-9))],
        summary=f"{full} balls in a wall of {wall}, none lost; wall and lid carry {100 * sum(parts.values()):.1f} % of the weight")


def discharge(ctx):
    import silo
    fill, run = silo_runs(ctx)
    results = {r.name: {} for r in (fill, run)}
    t, opened = run.telemetry, run.opened()
    dt = float(np.median(np.diff(run.time)) / np.median(np.diff(t["step"]))) if "step" in t else math.nan
    started = int(t["bodies"][run.time >= opened][0])
    flow = run.time > opened
    mass = t["outlet_mass[kg]"]
    gone = t["removed_bodies"][-1]
    window = (mass > .1 * mass[-1]) & (mass < .9 * mass[-1]) if ctx.quick else flow & (run.time > opened + .4 * (run.time[-1] - opened))
    half = run.time[window][len(run.time[window]) // 2]
    rates = [np.polyfit(run.time[part], mass[part], 1)[0] for part in (window & (run.time <= half), window & (run.time > half))]
    figures = [ctx.figure(silo.draw_count([run], results), "count", "Balls in the silo.", .5)]
    rate = silo.draw_rate([run], results)
    if rate is not None:
        figures.append(ctx.figure(rate, "rate", "Mass through the outlet a second, with Beverloo's estimate for rough grains.", .5))
    arches = silo.draw_arches([run], results)
    if arches is not None:
        figures.append(ctx.figure(arches, "arches", "Arches over the outlet: chains of balls that carry and lean on the wall at both ends."))
    pressure = silo.draw_pressure(run, fill if fill is not run else None, results)
    if pressure is not None and fill is not run:
        figures.append(ctx.figure(pressure, "pressure", "Forces on the wall at rest and in flow."))
    if silo.draw_sections(run, ctx.folder / "section.png", 3 if ctx.quick else 6, since=opened):
        figures.insert(0, ctx.picture("section.png", "Half-sections of the discharge; colours by order of entry."))
    text = results[run.name].get("frames_with_an_arch_in_flow", "0 of 0")
    arched, frames = (int(k) for k in text.split(" of "))
    steady = abs(rates[0] / rates[1] - 1)
    chance = 3 * math.sqrt(2 / (.4 * started)) if ctx.quick else 0  # three standard deviations of the balls of two halves of the window
    accounted = abs((t["mass[kg]"][run.time <= opened][-1] - t["mass[kg]"][-1]) / max(mass[-1], 1e-9) - 1) if gone else math.inf
    checks = [
        Check(f"the discharge begins with {BALLS} balls", started == BALLS, str(started)),
        Check("the step is that of the paper, 1e-5 s", abs(dt / 1e-5 - 1) < .01, f"{dt:.1e} s"),
        Check("balls run out through the outlet and nowhere else (mass gone = mass through the outlet, but for what is on its way: 15 %)",
              gone > 0 and accounted <= .15, f"{mass[-1] / 1e3:.1f} t through the outlet, {int(gone)} balls gone", "trend"),
        Check("the flow is steady: the rates of two halves differ by less than 20 %" +
              (f", or the {100 * chance:.0f} % that so few balls may differ by chance" if chance > .2 else ""), steady < max(.2, chance),
              f"{rates[0] / 1e3:.2f} and {rates[1] / 1e3:.2f} t/s", "trend"),
        Check("arches form and break over the outlet: in some frames of the flow there is one", arched > 0, text, "trend"),
        Check("energy out of nowhere is below 3 % of the largest energy", residual(run) < .03, f"{100 * residual(run):.2f} %", "trend"),
    ]
    if not ctx.quick:
        same, text_of_states = same_search(ctx, fill.folder)
        checks.append(Check("2000 steps by the paper's search end in the same state, bit for bit", same, text_of_states, "trend"))
    reasons = []
    if started != BALLS:
        reasons.append("the silo is a small one")
    if not checks[1].ok:
        reasons.append("the step is that of filling (with a tenth of it the mass out after a second differs by 3 %, docs/silo.md)")
    return Result(
        checks=checks,
        reason="The paper shows snapshots and gives no curves." + (f" Here {' and '.join(reasons)}." if reasons else ""),
        tables=[Table("Discharge", ["", "paper", "ours"], [
            ["balls at the start", BALLS, started], ["step [s]", 1e-5, dt], ["discharge rate [t/s]", "", sum(rates) / 2e3],
            ["the same over Beverloo's estimate", "", results[run.name].get("rate_over_beverloo", "")], ["frames with an arch", "", text],
            ["balls left at the end", "", int(t["bodies"][-1])]], paper=(1,), ours=(2,))],
        figures=figures, rows=[dict(zip(("time", "balls", "outlet_mass_kg"), row)) for row in zip(run.time[flow] - opened, t["bodies"][flow], mass[flow])],
        summary=f"{sum(rates) / 2e3:.2f} t/s from {started} balls; an arch in {text} frames")


def fullness(ctx):
    import silo
    if ctx.quick:  # by the paper's own method until all balls are in
        run = silo.Run(ctx.simulate("silo_small_cubes", ctx.source / "scenes/silo_small.toml", ["time.end=1.4"]))
    else:
        run, _ = silo_runs(ctx)
    opened = run.opened() if run.opened() is not None else run.time[-1]
    if "largest_b" in run.telemetry:
        at = run.time <= opened
        t, largest, mean = run.time[at], run.telemetry["largest_b"][at], run.telemetry["mean_b"][at]
        source = f"rows of the method itself, {len(t)} of them"
    else:
        found = [(time, silo.balls_in_cubes(b)) for time, b, _ in map(run.frame, run.frames) if len(b["x"])]
        t, largest, mean = np.array([(time, b.max(), b.mean()) for time, b in found]).T
        source = f"counted in {len(t)} frames"
    _, b, _ = run.frame_at(opened)
    share = np.bincount(silo.balls_in_cubes(b), minlength=22)
    figure, (left, right) = plots.subplots(1, 2, size=(7.4, 3.4))
    left.step(t, largest, where="post", color=plots.OURS[0], label="fullest cube")
    left.plot(t, mean, "--", color=plots.OURS[1], label="mean of cubes with a ball")
    left.axhline(MOST_IN_A_CUBE, color=plots.PAPER, ls=":", label="paper: at most 20")
    left.set(xlabel="time [s]", ylabel="balls of a cube, b", ylim=(0, 23), xlim=(0, None))
    left.legend(fontsize=8, loc="lower right")
    right.bar(range(1, 22), 100 * share[1:22] / share.sum(), color=plots.OURS[0], width=.8)
    right.axvline(MOST_IN_A_CUBE, color=plots.PAPER, ls=":")
    right.set(xlabel="balls of a cube, b, when full", ylabel="cubes with a ball [%]", xticks=range(0, 21, 5))
    return Result(
        checks=[Check("no cube has more than 20 balls during the filling", largest.max() <= MOST_IN_A_CUBE, f"{int(largest.max())} at most; {source}"),
                Check("cubes are full enough for the bound to mean something: 10 at least", largest.max() >= 10, f"{int(largest.max())}")],
        reason="The bound holds." if largest.max() <= MOST_IN_A_CUBE else "The bound does not hold.",
        tables=[Table("Balls of a cube", ["", "paper", "ours"], [["largest b_k", "≤ 20", int(largest.max())], ["mean when full", "", float(mean[-1])]],
                      paper=(1,), ours=(2,))],
        figures=[ctx.figure(figure, "cubes", "Balls of a cube during the filling, and how they are distributed when the silo is full.")],
        rows=[dict(time=a, largest=int(b_), mean=c) for a, b_, c in zip(t, largest, mean)],
        parameters=[Parameter("balls", str(int(run.telemetry["bodies"].max())), "paper" if not ctx.quick else "ours", "22 741 in the paper")],
        summary=f"{int(largest.max())} at most")


# -------------------------------------------------------------------------------------------------------------- the list

SILO = [
    Parameter("radii", "0.215 to 0.225 m, uniform"), Parameter("density", "1250 kg/m³"), Parameter("balls, wall balls", "22 741, 3 821"),
    Parameter("stiffness k_c, k_w", "10⁷, 10⁹ N/m"), Parameter("cube a, margin Δ", "0.500, 0.050 m"),
    Parameter("step, filling and discharge", "1e-4, 1e-5 s"),
    Parameter("dashpots", "damping ratio 0.3", "ours", "printed c_c = 10⁸, c_w = 10⁷ N s/m are 3000 and 21 times critical: no explicit scheme can have run them"),
    Parameter("cohesion N_max", "0", "ours", "not given"), Parameter("silo", "bin 11 m × 16 m, hopper 4.5 m at 45°, outlet 2 m", "ours", "not given; holds both ball counts"),
    Parameter("filling", "layers of 475 balls every 0.2 s", "ours", "not given"), Parameter("integrator", "predictor–corrector, trapezoid", "ours", "the paper's variant is in a companion that we do not have"),
]


def input_table(ctx):
    scene = (ctx.source / "scenes/silo_fill.toml").read_text()
    wanted = [("r_min [m]", "0.215", "min = 0.215", "0.215"), ("r_max [m]", "0.225", "max = 0.225", "0.225"), ("a [m]", "0.500", "cell_size       = 0.5 ", "0.500"),
              ("Δ [m]", "0.050", "Delta = 0.05", "0.050"), ("n_max of the contents", "22 741", "max_count   = 22741", "22 741"),
              ("n_w", "3 821", "3 821", "3 821"), ("γ [kg/m³]", "1250", "density = 1250", "1250"), ("k_c [N/m]", "10⁷", "k_n            = 1e7", "10⁷"),
              ("k_w [N/m]", "10⁹", "k_n            = 1e9", "10⁹"), ("c_c [N s/m]", "10⁸", "damping_ratio  = 0.3", "damping ratio 0.3 (10⁴)"),
              ("c_w [N s/m]", "10⁷", "damping_ratio  = 0.3", "damping ratio 0.3 (1.4·10⁵)"), ("Δt of filling [s]", "10⁻⁴", "dt         = 1e-4", "10⁻⁴"),
              ("Δt of discharge [s]", "10⁻⁵", None, "10⁻⁵")]
    flow = (ctx.source / "scenes/silo_discharge.toml").read_text()
    missing = [name for name, _, text, _ in wanted if text is not None and text not in scene]
    missing += [] if "dt         = 1e-5" in flow else ["Δt of discharge"]
    return Result(checks=[Check("the scenes have these values", not missing, f"missing: {missing}" if missing else "all found in silo_fill.toml and silo_discharge.toml")],
                  tables=[Table("Table 1", ["", "paper", "ours"], [[name, paper, ours] for name, paper, _, ours in wanted], paper=(1,), ours=(2,),
                                note="Ours where not given in the paper: dimensions of the silo, rate of filling, spacing of the wall's balls (0.991 "
                                     "diameters), cohesion (none), integrator.")],
                  rows=[dict(quantity=name, paper=paper, ours=ours) for name, paper, _, ours in wanted], summary="the same but for the dashpots")


EXPERIMENTS = [
    Experiment(id="D-F1", kind="I", where="Fig. 1", title="Cubes over the silo, a cube and its neighbours",
               paper_did="Sketch of the covering grid and of the central cube with its 26 neighbours.",
               we_did="The grid of 0.5 m over a cut of our own silo when it is full; the 3 × 3 × 3 block.",
               parameters=[Parameter("a", "0.5 m")], seconds=(40, 2, 2), run=grid_and_cubes),
    Experiment(id="D-F2", kind="I", where="Fig. 2", title="Eight cells and what each leaves to look at",
               paper_did="Sketch of the eight cells and of the cubes that remain for the eighth; Algorithm 1 for the eighth cell.",
               we_did="Drawn from the candidates that scree's own code gives for all cells, checked for all.",
               parameters=[Parameter("balls", "40 000 at random", "ours")], seconds=(2, 2, 2), run=eight_cells),
    Experiment(id="D-F3", kind="I", where="Fig. 3", title="Distances of a ball in the eighth cell",
               paper_did="Sketch of the distances between a ball and faces, edges and corner of the eighth cell.",
               we_did="One ball with the distances and the cubes that scree registers it in.",
               parameters=[Parameter("centre, radius", "(0.11, -0.13, -0.15) m, 0.22 m", "ours")], seconds=(2, 2, 2), run=eighth_cell),
    Experiment(id="D-F4", kind="S", where="Fig. 4", title="The decision tree",
               paper_did="Search tree with 6 examinations for a ball inside the cube and 10 for one over a corner.",
               we_did="Comparisons of 40 000 balls counted; the cubes found are those of a slow test.", paper_found="6 to 10 comparisons",
               seconds=(2, 2, 2), run=decision_tree),
    Experiment(id="D-A1/A2/A3/A4/A5", kind="S", where="Algorithms 1 to 5", title="The algorithms",
               paper_did="Pseudo-code: candidates, registration, search, sorting, loops over sorted balls.",
               we_did="Implemented in src/scree/broad/fixed_cubes.*; one pitfall mended: the midpoint rule as printed loses contacts of unequal balls.",
               run=lambda ctx: covered_by(
                   ("FixedCubes.CellsAndCandidatesAreThoseOfThePaper", "Algorithm 1"),
                   ("FixedCubes.RegistersABallInExactlyTheCubesItCuts", "Algorithms 2 to 4"),
                   ("FixedCubes.TheMidpointRuleAsPrintedLosesPairsAndTheEnlargedRadiiDoNot", "Algorithm 5 and its remedy"),
                   ("FixedCubes.WallBallsAreSortedOnceAndStillFoundAfterAThousandSteps", "Sec. 4: the wall is sorted once"),
                   ("FixedCubes.TheGridDoesNotWrapAroundAtItsBorders", "cubes at the border"),
                   ("BroadPhase.FindsTheSamePairs*", "the same pairs as all other methods and as all pairs"))),
    Experiment(id="D-F5", kind="R", where="Fig. 5", title="Sorting time against the number of balls",
               paper_did="Sorting time for n up to 10², 10³, 10⁴, 10⁵, densest observed packing (b_k = 20) and sparsest (b_k = 1), against all pairs.",
               we_did="The same, with operation counts beside the times, and two other broad phases of scree.",
               paper_found="almost O(n); all pairs O(n²)",
               parameters=[Parameter("a, mean radius", "0.5 m, 0.22 m"), Parameter("dense", "centres at random, 27.5 a m³: b_k = 20 on average", "ours", "how the paper made it is not said"),
                           Parameter("sparse", "a ball in the middle of each cube", "ours"), Parameter("time", "processor time, fastest of several, one thread", "ours")],
               seconds=(30, 270, 270), run=cost),
    Experiment(id="D-T1", kind="P", where="Table 1", title="Input of the silo",
               paper_did="Main data of the model.", we_did="The same in scenes/silo_fill.toml and silo_discharge.toml, but for the dashpots, which no explicit scheme can have run as printed.",
               run=input_table),
    Experiment(id="D-F6", kind="R", where="Fig. 6", title="Silo filling",
               paper_did="Snapshots of a silo being filled with up to 22 741 balls.", we_did="The same with scree, to rest; half-sections, counts, energy, forces on the wall.",
               paper_found="22 741 balls in a wall of 3 821", parameters=SILO, seconds=(5, 900, 4000), run=filling),
    Experiment(id="D-F7", kind="R", where="Fig. 7", title="Silo discharge",
               paper_did="Snapshots of the discharge.", we_did="The lid removed from the filled silo; half-sections, discharge rate, arches. By the fast search; the first 2000 steps also by the paper's, to the same bits.",
               paper_found="snapshots", parameters=SILO, seconds=(5, 400, 1200), run=discharge),
    Experiment(id="D-text", kind="R", where="Secs. 3.6, 3.7", title="The fullest cube",
               paper_did="States that in its calculations a cube never had more than 20 balls.", we_did="Balls of all cubes counted during the filling, those of the wall included.",
               paper_found="b_k ≤ 20", parameters=[Parameter("a", "0.5 m")], seconds=(2, 20, 5), run=fullness),
]
