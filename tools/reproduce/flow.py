"""Stones that flow and a bucket that digs: Nezami et al. 2006, Secs. 5.2.1 and 5.2.2, Figs. 15 to 18, Table I."""
import math

import numpy as np

import pictures
import plots
from experiment import Check, Experiment, Parameter, Result, Table, read_csv

CONVENTIONAL, FAST, LINK = "common_plane", "fast_common_plane", "shortest_link"
LABELS = {CONVENTIONAL: "common plane (Cundall 1988)", FAST: "fast common plane", LINK: "shortest link"}
PAPER_ENDS = {LINK: (21, 17), FAST: (13, 10)}  # Fig. 16 at 500 and at 45 000 bodies
PAPER_SIZES = (500, 45000)
PAPER_PHASES = {LINK: (18.31, 18.14, 18.05), FAST: (12.54, 11.12, 11.68)}
PHASES = ("horizontal", "rotation", "vertical")
SMALLEST = 0.02  # m


def paper_speed_up(method, n):
    """Fig. 16 read as a straight line over the logarithm of n."""
    first, last = PAPER_ENDS[method]
    t = min(max(math.log(n / PAPER_SIZES[0]) / math.log(PAPER_SIZES[1] / PAPER_SIZES[0]), 0), 1)
    return first + (last - first) * t


# ------------------------------------------------------------------------------------------------------------ detection

def by_method(rows, asked="plane", help="alone"):
    return {r["method"]: r for r in rows if (r["asked"], r["help"]) == (asked, help)}


def detection_sizes(ctx):
    return ctx.pick([100, 300], [500, 4000, 8000], [500, 4000, 8000, 12000, 16000, 20000, 25000, 30000, 38000, 45000])


WIDE = 8000  # stones from which on the box is 1.0 m wide


def detection_in_flow(ctx):
    """{n: rows by method}. Each size by itself, so that what is done is kept. Packings in a folder that all share; in full runs those in the wide
    box are the lowest stones of the 45 000 of A-F15 at rest, which do not settle again for each size."""
    found = {}
    for n in detection_sizes(ctx):
        steps = ["--steps", 100] if ctx.quick else []
        cut = ctx.mode == "full" and n >= WIDE
        source, inputs = (["--run", flow_run(ctx)], [flow_run(ctx) / "telemetry.csv"]) if cut else (["--work", "../../beds"], [])
        folder = ctx.command(f"detection_{n}", ["bench", "detection", "--n", n, *steps, *source, "--csv", "detection.csv"], inputs, threads=True)
        found[n] = read_csv(folder / "detection.csv")
    return found


def speed_up(rows, method):
    return float(rows[CONVENTIONAL]["ns"]) / float(rows[method]["ns"])


def plane_ratio(rows, method):
    return float(rows[CONVENTIONAL]["planes"]) / float(rows[method]["planes"])


def agreement(found):
    """Of every method with its ladder: how many pairs it calls touching that are not, or the other way round."""
    return sum(int(r["other_contacts"]) for rows in found for r in rows if r["help"] == "ladder")


def order_of_planes(table):
    return all(plane_ratio(rows, LINK) > plane_ratio(rows, FAST) > 1 for rows in table)


def flow_speed_ups(ctx):
    found = detection_in_flow(ctx)
    sizes, alone = list(found), {n: by_method(rows) for n, rows in found.items()}
    ours = {m: [speed_up(alone[n], m) for n in sizes] for m in (LINK, FAST)}
    paper = {m: [paper_speed_up(m, n) for n in sizes] for m in ours}
    figure, (left, right) = plots.subplots(1, 2, size=(7.4, 3.9))
    for m, colour, mark in ((LINK, plots.OURS[0], "o"), (FAST, plots.OURS[1], "s")):
        left.plot(sizes, ours[m], f"{mark}-", color=colour, label=LABELS[m])
        left.plot(PAPER_SIZES, PAPER_ENDS[m], f"{mark}--", color=plots.PAPER, mfc="none", lw=1.2, label=f"{LABELS[m]}, paper")
    left.set_xscale("log")
    left.set_ylim(0, 1.15 * max(21, *ours[LINK]))
    left.set_ylabel("times as fast as the conventional search")
    left.set_title("Speed-up R")
    left.legend(fontsize=8)
    for m, colour, mark in ((CONVENTIONAL, plots.OURS[3], "^"), (FAST, plots.OURS[1], "s"), (LINK, plots.OURS[0], "o")):
        right.loglog(sizes, [float(alone[n][m]["planes"]) for n in sizes], f"{mark}-", color=colour, label=LABELS[m])
    right.set_title("Planes tried a solve")
    right.legend(fontsize=8, loc="center right")
    for ax in (left, right):
        ax.set_xlabel("bodies")
    rows = [[n, round(paper[LINK][k], 1), round(ours[LINK][k], 1), round(paper[FAST][k], 1), round(ours[FAST][k], 1),
             *[float(alone[n][m]["planes"]) for m in (CONVENTIONAL, FAST, LINK)], float(alone[n][CONVENTIONAL]["ns"]),
             float(alone[n][FAST]["ns"]), float(alone[n][LINK]["ns"]), int(float(alone[n][LINK]["pairs"]))] for k, n in enumerate(sizes)]
    names = ["bodies", "shortest link, paper", "here", "fast common plane, paper", "here", "planes: conventional", "fast common plane",
             "shortest link", "ns: conventional", "fast common plane", "shortest link", "pairs a step"]
    other = agreement(found.values())
    within = all(0.5 <= o / p <= 2 for m in ours for o, p in zip(ours[m], paper[m]))
    falls = all(ours[m][-1] < ours[m][0] for m in ours)
    return Result(
        checks=[
            Check("with the ladder below them all methods find the same contacts", other == 0, f"{other} differ", "trend"),
            Check("planes tried: shortest link < fast common plane < conventional, at every size", order_of_planes(alone.values()),
                  f"conventional {min(plane_ratio(a, LINK) for a in alone.values()):.0f} times as many as the shortest link at least", "trend"),
            Check("time: shortest link < fast common plane < conventional, at every size",
                  all(a > b > 1 for a, b in zip(ours[LINK], ours[FAST])), level="trend", timed=True),
            Check("speed-ups within a factor of 2 of the paper's at every size", within,
                  f"{min(ours[LINK]):.1f} to {max(ours[LINK]):.1f} and {min(ours[FAST]):.1f} to {max(ours[FAST]):.1f}", timed=True),
            Check("speed-ups fall with the number of bodies", falls,
                  f"{ours[LINK][0]:.1f} to {ours[LINK][-1]:.1f} and {ours[FAST][0]:.1f} to {ours[FAST][-1]:.1f}", timed=True),
        ],
        reason="The methods are in the paper's order. " + ("" if falls else "That the gain falls with the number of bodies is not seen here: what a "
               "solve costs does not depend on how many others there are."),
        tables=[Table("Speed-up R over the conventional search", names[:5], [r[:5] for r in rows], paper=(1, 3), ours=(2, 4),
                      note="The paper gives the ends of its curves; values between are read on a straight line over the logarithm of n."),
                Table("What a solve takes, on the same recorded configurations, from memory", ["bodies", "pairs a step", *names[5:11]],
                      [[r[0], r[11], *r[5:11]] for r in rows], ours=tuple(range(2, 8)))],
        figures=[ctx.figure(figure, "speed-up", "Left: our speed-ups, and the ends of the paper's curves (hollow). Right: what a solve takes.")],
        rows=[dict(zip(("bodies", "link_paper", "link", "fast_paper", "fast", "planes_conventional", "planes_fast", "planes_link",
                        "ns_conventional", "ns_fast", "ns_link", "pairs"), r)) for r in rows],
        parameters=[Parameter("bodies", ", ".join(str(n) for n in sizes), "paper" if ctx.mode == "full" else "ours",
                              "the paper: 500, 4000 and eight more up to 45 000, which are not named"),
                    Parameter("recorded", f"{'100' if ctx.quick else '1000'} steps of 130 us after the walls went, in windows of ten",
                              "ours" if ctx.quick else "paper")],
        summary=f"shortest link {ours[LINK][0]:.0f} to {ours[LINK][-1]:.0f}, fast common plane {ours[FAST][0]:.0f} to {ours[FAST][-1]:.0f}")


def shares(text):
    counts = np.array([float(x) for x in text.split()])
    return counts / counts.sum()


def iteration_result(ctx, cases, paper_share, paper_text, where):
    """`cases`: {name: row of the shortest link}."""
    figure, axes = plots.subplots(1, 2, size=(7.4, 3.4), sharey=True)
    table, csv_rows, warm_shares = [], [], []
    for ax, column, title in zip(axes, ("iterations", "cold_iterations"), ("from memory", "without memory")):
        for k, (name, row) in enumerate(cases.items()):
            part = shares(row[column])
            width = 0.8 / len(cases)
            ax.bar(np.arange(7) + (k - (len(cases) - 1) / 2) * width, 100 * np.append(part[:6], part[6:].sum()), 0.92 * width,
                   color=plots.OURS[k % 6], label=name)
            csv_rows += [dict(case=name, start=title, iterations=i, share=float(p)) for i, p in enumerate(part)]
        ax.set_xticks(range(7), ["0", "1", "2", "3", "4", "5", "6+"])
        ax.set_title(title)
        ax.set_xlabel("iterations")
    axes[0].axvline(2.5, color=plots.PAPER, ls="--", lw=1.2)
    axes[0].text(2.6, 60, f"paper: {paper_text}\nleft of this line", color=plots.PAPER, fontsize=9)
    axes[0].set_ylabel("share of the solves [%]")
    axes[1].legend(fontsize=8)
    for name, row in cases.items():
        warm, cold = shares(row["iterations"])[:3].sum(), shares(row["cold_iterations"])[:3].sum()
        warm_shares.append(warm)
        table.append([name, paper_text, f"{100 * warm:.2f} %", f"{100 * cold:.1f} %"])
    return Result(
        checks=[Check(f"at least {100 * paper_share:.0f} % of the solves from memory need two iterations or fewer",
                      min(warm_shares) >= paper_share, f"{100 * min(warm_shares):.2f} % at least")],
        reason=f"From memory of the step before, as in the paper's runs. {where}",
        tables=[Table("Two iterations or fewer", ["where", "paper", "here, from memory", "here, without memory"], table, paper=(1,), ours=(2, 3))],
        figures=[ctx.figure(figure, "iterations", "Iterations of the shortest link method; 0: a remembered plane was enough.")],
        rows=csv_rows, summary=f"{100 * min(warm_shares):.1f} % from memory")


def flow_iterations(ctx):
    cases = {f"{n} bodies": by_method(rows)[LINK] for n, rows in detection_in_flow(ctx).items()}
    if len(cases) > 3:
        cases = {k: cases[k] for k in (list(cases)[0], list(cases)[1], list(cases)[-1])}
    return iteration_result(ctx, cases, 0.95, "≈ 95 %", "The recorded steps are those of A-F16.")


LINES = {  # method, help: label, colour, line
    (LINK, "ladder"): ("shortest link, proved, as in a run", plots.OURS[0], "o-"),
    (LINK, "alone"): ("shortest link alone", plots.OURS[0], "o--"),
    (FAST, "alone"): ("fast common plane alone", plots.OURS[1], "s--"),
}
PANELS = {"plane": "the common plane of every pair", "touch": "which pairs touch, and how"}


def bench_bars(axes, rows, asked):
    """One group a phase: our methods, and the paper's beside them."""
    rows = [r for r in rows if r["asked"] == asked]
    phases = list(dict.fromkeys(r["phase"] for r in rows))
    series = [(label, colour, "", key, "speed_up") for key, (label, colour, _) in LINES.items()]
    if asked == "plane":
        series += [(f"{LABELS[m]}, paper", LINES[m, "alone"][1], "///", (m, "alone"), "paper") for m in (LINK, FAST)]
    width = 0.8 / len(series)
    for k, (label, colour, hatch, key, column) in enumerate(series):
        heights = [next(float(r[column]) for r in rows if (r["phase"], r["method"], r["help"]) == (phase, *key)) for phase in phases]
        axes.bar([x + (k - (len(series) - 1) / 2) * width for x in range(len(phases))], heights, 0.9 * width,
                 color=plots.GROUND if hatch else colour, edgecolor=colour, hatch=hatch, label=label,
                 alpha=0.6 if key[1] == "alone" and not hatch else 1)
    axes.set_xticks(range(len(phases)), phases)


def bench_curves(axes, rows, asked):
    for (method, help), (label, colour, line) in LINES.items():
        points = sorted((int(r["n"]), float(r["speed_up"])) for r in rows if (r["asked"], r["method"], r["help"]) == (asked, method, help))
        axes.plot(*zip(*points), line, color=colour, ms=4, lw=1.4, label=label)
    if asked == "plane":
        for m, ends in PAPER_ENDS.items():
            axes.plot(PAPER_SIZES, ends, ":", color=LINES[m, "alone"][1], lw=1.4, label=f"{LABELS[m]}, paper")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("bodies")


def bench_detection(csv_file, picture):
    """What `scree bench detection` draws."""
    rows = read_csv(csv_file)
    figure, axes = plots.subplots(1, 2, size=(10, 4.2), sharey=True)
    for ax, asked in zip(axes, PANELS):
        (bench_bars if rows[0]["phase"] else bench_curves)(ax, rows, asked)
        ax.set_title("asked for " + PANELS[asked])
        ax.legend(fontsize=8)
    axes[0].set_ylabel("times as fast as Cundall's common plane")
    plots.save(figure, picture)


# ---------------------------------------------------------------------------------------------------------- the flow run

# The paper's 4000 in 0.30 m as 500 in 0.15 m would take a quarter of an hour; so a heap as high as wide.
QUICK_FLOW = ["fill[0].count=200", "fill[0].inside=[[0, 0, 0.001], [0.15, 0.15, 0.8]]", "wall.east.point=[0.15, 0, 0]", "wall.north.point=[0, 0.15, 0]",
              "output.measure.front_x.point=[0.15, 0, 0]", "output.measure.front_y.point=[0, 0.15, 0]",
              'event.flow.when="kinetic_energy_per_mass < 1e-3 J/kg"', "time.end=1.4", "output.telemetry_every=10 ms"]


def flow_scene(ctx):
    """(name of the run, scene, overrides)"""
    return ctx.pick(("flow_200", "flow_500.toml", QUICK_FLOW), ("flow_4000", "flow_4000.toml", ["event.flow.stop_after=2.1 s"]),
                    ("flow_45000", "flow_45000.toml", ["event.flow.stop_after=2.1 s", "output.keep_checkpoints=40"]))


def flow_run(ctx):
    name, scene, overrides = flow_scene(ctx)
    return ctx.simulate(name, ctx.source / "scenes" / scene, overrides)


def columns(run):
    rows = read_csv(run / "telemetry.csv")
    return {name: np.array([float(r[name]) for r in rows]) for name in rows[0]}


def last_force(data, wall):
    """Row at which a wall was last leaned on: it goes after that."""
    force = sum(np.abs(data[f"{wall}_{c}[N]"]) for c in ("fx", "fy", "fz"))
    return int(np.flatnonzero(force)[-1])


def flow_snapshots(ctx):
    run = flow_run(ctx)
    data, model = columns(run), pictures.Model(run)
    t = data["time[s]"]
    start = t[last_force(data, "east")]
    end = t[-1] - start
    wanted = [w for w in (0, 1.4, 2.0) if w <= end + 0.05] or [0]
    if end < 1.95:
        wanted = sorted({0, round(end / 2, 2), round(end, 2)})
    figures = []
    frames = [pictures.nearest_frame(run, start + w) for w in wanted]
    last_box = picture_box(run, frames)
    for w, frame in zip(wanted, frames):
        file = f"t{w:g}.png"
        seen = pictures.render(run, frame, ctx.folder / file, view=(1, 1, 0.75), walls={"floor": 1.0, "west": 0.25, "south": 0.25}, box=last_box,
                               size=(640, 520), model=model)
        figures.append(ctx.picture(file, f"t = {max(seen - start, 0):.2f} s after the walls went; colours by shape.", 1 / 3))
    lost = data["friction[J]"] + data["damping_normal[J]"] + data["damping_tangential[J]"] + data["rolling[J]"] + data["contact_loss[J]"]
    figure, axes = plots.subplots(1, 3, size=(7.4, 2.9))
    after = t >= start
    time = t[after] - start
    for axis, colour in (("x", plots.OURS[0]), ("y", plots.OURS[1])):
        axes[0].plot(time, data[f"front_{axis}[m]"][after], color=colour, label=f"heap, {axis}")
        axes[0].plot(time, data[f"front_{axis}_all[m]"][after], color=colour, ls=":", lw=1.1, label=f"single stones, {axis}")
    axes[0].set_title("Front beyond the box [m]", fontsize=9.5)
    axes[0].legend(fontsize=7)
    for key, label, colour in (("gravity[J]", "potential", plots.OURS[0]), ("kinetic", "kinetic", plots.OURS[4]), ("lost", "lost", plots.OURS[2])):
        values = {"kinetic": data["kinetic_translation[J]"] + data["kinetic_rotation[J]"], "lost": lost}.get(key, data.get(key))
        axes[1].plot(time, values[after], color=colour, label=label)
    axes[1].set_title("Energy [J]", fontsize=9.5)
    axes[1].legend(fontsize=7)
    for axis, colour in (("x", plots.OURS[0]), ("y", plots.OURS[1]), ("xy", plots.OURS[3])):
        axes[2].plot(time, data[f"angle_{axis}[deg]"][after], color=colour, label={"xy": "diagonal"}.get(axis, axis))
    axes[2].axhline(35, color=plots.PAPER, ls="--", lw=1.1)
    axes[2].text(time[-1], 35.5, "friction angle", color=plots.PAPER, fontsize=7.5, ha="right", va="bottom")
    axes[2].set_title("Slope of the heap [°]", fontsize=9.5)
    axes[2].legend(fontsize=7)
    for ax in axes:
        ax.set_xlabel("s after the walls went")
    figures.append(ctx.figure(figure, "flow", "How far the heap has run out (bounding balls of the largest cluster of touching stones), energies, and slope."))
    residual = abs(data["relative_residual"][-1])
    fronts = [data[f"front_{a}[m]"][-1] for a in "xy"]
    angles = [data[f"angle_{a}[deg]"][-1] for a in ("x", "y", "xy")]
    failed = int(data["link_failed"][-1])
    counts = np.bincount(pictures.read_frame(run, -1)[1]["type"].astype(int), minlength=4)
    bodies = int(data["bodies"][-1])
    table = []
    for w in wanted:
        k = int(np.argmin(np.abs(t - start - w)))
        table.append([f"{w:g}", *[data[f"front_{a}[m]"][k] for a in "xy"], *[data[f"front_{a}_all[m]"][k] for a in "xy"],
                      data["max_speed[m/s]"][k], data["gravity[J]"][k], data["relative_residual"][k]])
    return Result(
        checks=[
            Check("the four shapes in equal shares, drawn at random: each a quarter within four standard deviations",
                  max(abs(counts - bodies / 4)) <= 4 * math.sqrt(bodies * 3 / 16), ", ".join(map(str, counts)), "trend"),
            Check("at the end the heap has run out on both open sides by more than the smallest stone, 2.0 cm", min(fronts) > SMALLEST,
                  f"{100 * fronts[0]:.1f} and {100 * fronts[1]:.1f} cm", "trend"),
            Check("no stone leaves through the walls that stay or the floor", through_walls(run) == 0, f"{through_walls(run)} did", "trend"),
            Check("what stays is less steep than the friction angle, 35 degrees", np.nanmax(angles) < 35, ", ".join(f"{a:.0f}°" for a in angles), "trend"),
            Check("energy is accounted for to 3 %", residual < 0.03, f"{100 * residual:.2f} %", "trend"),
            Check("no link failed", failed == 0, f"{failed} of {int(data['links'][-1])}", "trend"),
            Check("the flow is followed for the paper's 2.0 s, or until 1e-3 J/kg are left of its energy", end >= 1.95 or at_rest(data), f"{end:.2f} s"),
        ],
        reason=f"{bodies} stones. The paper shows snapshots and gives no numbers, so shape and bookkeeping are judged.",
        tables=[Table("After the walls went", ["t [s]", "front x [m]", "front y [m]", "single stones x [m]", "y [m]", "fastest [m/s]", "potential energy [J]",
                      "energy residual"], table, ours=tuple(range(1, 8)))],
        figures=figures,
        rows=[dict(time=float(a), front_x=float(b), front_y=float(c), potential=float(d), residual=float(e)) for a, b, c, d, e in
              zip(t - start, data["front_x[m]"], data["front_y[m]"], data["gravity[J]"], data["relative_residual"])],
        parameters=[Parameter("stones and box", ctx.pick("200 in 0.15 m", "4000 in 0.30 m", "45 000 in 1.0 m"), ctx.pick("ours", "ours", "paper"),
                              "the paper: 45 000 in 1.0 m for Fig. 15, 4000 in 0.30 m for Fig. 16")],
        summary=f"{bodies} stones: front {100 * fronts[0]:.0f} and {100 * fronts[1]:.0f} cm, slope {np.nanmin(angles):.0f} to {np.nanmax(angles):.0f}°, "
                f"energy to {100 * residual:.1f} %")


def picture_box(run, frames):
    """What all snapshots show: all stones but those that roll far ahead."""
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for frame in frames:
        _, bodies, _ = pictures.read_frame(run, frame)
        low = np.minimum(low, np.percentile(bodies["x"], 0.0, axis=0))
        high = np.maximum(high, [*np.percentile(bodies["x"][:, :2], 97, axis=0), bodies["x"][:, 2].max()])
    low[:2], low[2] = 0, 0
    high[:2] = high[:2].max()
    return low, high + 0.02


def at_rest(data):
    kinetic = data["kinetic_translation[J]"][-1] + data["kinetic_rotation[J]"][-1]
    return kinetic / data["mass[kg]"][-1] < 1.01e-3


def through_walls(run):
    """Stones with their centre behind the floor or one of the two walls that stay."""
    _, bodies, _ = pictures.read_frame(run, -1)
    return int(np.sum((bodies["x"] < 0).any(axis=1)))


# ------------------------------------------------------------------------------------------------------------ the bucket

COMPRESSED = (  # the phases of Table I, ten times as fast
    "[{ start = 0, end = 0.8, velocity = [-0.3125, 0, 0] }, { start = 0.5, end = 1.6, angular_velocity = [0, \"59.09091 deg/s\", 0] }, "
    "{ start = 1.3, end = 2.0, velocity = [0, 0, 0.257143] }]")
KEEP = ["output.checkpoints_every=50 ms", "output.keep_checkpoints=200"]  # for `bench detection --run`
PLATES = ["bottom", "lip", "back", "side_left", "side_right"]


def dig(ctx):
    """(run, s at which the bucket starts, number of the last frame before that)"""
    if ctx.mode == "full":
        run = ctx.simulate("bucket", ctx.source / "scenes/bucket.toml", [f"motion.bucket.phases={COMPRESSED}", "event.dig.stop_after=2.1 s",
                                                                         "output.frames_every=50 ms", *KEEP])
        speed = 0.3125
    else:
        run, speed = ctx.simulate("bucket_small", ctx.source / "scenes/bucket_small.toml", KEEP), 0.2625
    place = lambda frame: pictures.read_frame(run, frame)[2]["x"][pictures.Model(run).walls.index("bottom")][0]
    times, first = pictures.frame_times(run), place(0)
    moved = next(k for k in times if abs(place(k) - first) > 1e-9)
    return run, times[moved] - (first - place(moved)) / speed, moved - 1


def bucket_detection(ctx):
    run, _, _ = dig(ctx)
    steps = ["--steps", 100] if ctx.quick else []
    folder = ctx.command("detection_bucket" + ("_full" if ctx.mode == "full" else ""), ["bench", "detection", "--run", run, *steps, "--csv", "detection.csv"],
                         inputs=[run / "telemetry.csv"], threads=True)
    found = {}
    for row in read_csv(folder / "detection.csv"):
        found.setdefault(row["phase"], []).append(row)
    return found


def bucket_parameters(ctx):
    small = ctx.mode != "full"
    return [Parameter("stones", "220 of 4 to 6 cm" if small else "21 952 of 1 to 4 cm", "ours" if small else "paper", "the paper: 21 952 of 1.0 to 4.0 cm, D50 2.5 cm"
                      if small else ""),
            Parameter("time", "ten times as fast: phases 0 to 0.8, 0.5 to 1.6, 1.3 to 2.0 s", "ours", "the paper: 0 to 8, 5 to 16, 13 to 20 s"),
            Parameter("recorded", f"first {100 if ctx.quick else 1000} steps of about 120 us of each phase", "ours" if ctx.quick else "paper")]


def bucket_speed_ups(ctx):
    found = bucket_detection(ctx)
    alone = {p: by_method(found[p]) for p in PHASES}
    ours = {m: [speed_up(alone[p], m) for p in PHASES] for m in (LINK, FAST)}
    run, start, _ = dig(ctx)
    data = columns(run)
    data = {name: values[data["time[s]"] >= start - 0.05] for name, values in data.items()}
    t = data["time[s]"] - start
    figure, axes = plots.subplots(1, 2, size=(7.4, 3.4))
    x = np.arange(3)
    for k, (m, colour) in enumerate(((LINK, plots.OURS[0]), (FAST, plots.OURS[1]))):
        axes[0].bar(x + (k - 0.5) * 0.4 - 0.09, ours[m], 0.18, color=colour, label=LABELS[m])
        axes[0].bar(x + (k - 0.5) * 0.4 + 0.09, PAPER_PHASES[m], 0.18, fill=False, edgecolor=colour, hatch="////", lw=0.8, label=f"{LABELS[m]}, paper")
    axes[0].set_xticks(x, PHASES)
    axes[0].set_title("Speed-up over the conventional search")
    axes[0].set_ylim(0, 1.5 * max(max(ours[LINK]), 19))
    axes[0].legend(fontsize=7.5, ncol=2)
    axes[0].grid(axis="x")
    for c, label, colour in (("fx", "horizontal", plots.OURS[0]), ("fz", "vertical", plots.OURS[2])):
        axes[1].plot(t, data[f"bucket_{c}[N]"], color=colour, lw=1.1, label=f"force, {label} [N]")
    torque = axes[1].twinx()
    torque.plot(t, data["bucket_ty[N m]"], color=plots.OURS[4], lw=1.0)
    torque.set_ylabel("torque about the heel's axis [N m]", color=plots.OURS[4])
    torque.grid(False)
    axes[1].set_title("On the bucket")
    axes[1].set_xlabel("s after it started")
    axes[1].legend(fontsize=7.5)
    table = [[p, PAPER_PHASES[LINK][k], round(ours[LINK][k], 2), PAPER_PHASES[FAST][k], round(ours[FAST][k], 2),
              *[float(alone[p][m]["planes"]) for m in (CONVENTIONAL, FAST, LINK)], int(float(alone[p][LINK]["pairs"])), int(float(alone[p][LINK]["plate_pairs"]))]
             for k, p in enumerate(PHASES)]
    other = agreement(found.values())
    within = all(0.5 <= o / p <= 2 for m in ours for o, p in zip(ours[m], PAPER_PHASES[m]))
    spread = max(max(v) / min(v) for v in ours.values())
    return Result(
        checks=[
            Check("with the ladder below them all methods find the same contacts", other == 0, f"{other} differ", "trend"),
            Check("planes tried: shortest link < fast common plane < conventional, in every phase", order_of_planes(alone.values()),
                  f"conventional {min(plane_ratio(a, LINK) for a in alone.values()):.0f} times as many as the shortest link at least", "trend"),
            Check("time: shortest link < fast common plane < conventional, in every phase", all(a > b > 1 for a, b in zip(ours[LINK], ours[FAST])),
                  level="trend", timed=True),
            Check("speed-ups within a factor of 2 of the paper's in every phase", within,
                  ", ".join(f"{a:.1f}/{b:.1f}" for a, b in zip(ours[LINK], ours[FAST])), timed=True),
            Check("no phase differs much from another: within a factor of 1.25 (paper: 1.13)", spread <= 1.25, f"{spread:.2f}", timed=True),
            Check("the bucket lifts stones", data["lifted[kg]"][-1] > 0, f"{data['lifted[kg]'][-1]:.2f} kg", "trend"),
        ],
        reason="Time-compressed by ten, which the text of the experiment allows if said." + ("" if ctx.mode == "full" else " The pile is the small one."),
        tables=[Table("Speed-up in the phases of the bucket's motion", ["phase", "shortest link, paper", "here", "fast common plane, paper", "here"],
                      [r[:5] for r in table], paper=(1, 3), ours=(2, 4)),
                Table("Planes a solve, from memory", ["phase", "conventional", "fast common plane", "shortest link", "pairs a step", "of them with plates"],
                      [[r[0], *r[5:]] for r in table], ours=(1, 2, 3))],
        figures=[ctx.figure(figure, "bucket", "Left: speed-ups, the paper's hatched. Right: forces and torque on the bucket.")],
        rows=[dict(zip(("phase", "link_paper", "link", "fast_paper", "fast", "planes_conventional", "planes_fast", "planes_link", "pairs", "plate_pairs"), r)) for r in table],
        parameters=bucket_parameters(ctx), summary=f"shortest link {' / '.join(f'{v:.1f}' for v in ours[LINK])}, fast common plane {' / '.join(f'{v:.1f}' for v in ours[FAST])}")


def bucket_iterations(ctx):
    found = bucket_detection(ctx)
    result = iteration_result(ctx, {p: by_method(found[p])[LINK] for p in PHASES}, 0.98, "> 98 %", "The recorded steps are those of A-T1.")
    result.parameters = bucket_parameters(ctx)
    return result


def bucket_pictures(ctx):
    run, start, before = dig(ctx)
    model, plates = pictures.Model(run), PLATES
    figures = []
    none = lambda bodies: np.zeros(len(bodies["type"]), bool)
    corners = np.vstack([c.points for c in pictures.wall_meshes(model, pictures.read_frame(run, before)[2], dict.fromkeys(plates, 1.0), None, None)])
    pictures.render(run, before, ctx.folder / "bucket.png", view=(-1.3, -1.5, 0.9), walls=dict.fromkeys(plates, 0.75), keep=none, size=(520, 400),
                    box=(corners.min(axis=0), corners.max(axis=0)), model=model)
    figures.append(ctx.picture("bucket.png", "Fig. 17: the bucket of five plates.", 0.5))
    times = pictures.frame_times(run)
    _, bodies, _ = pictures.read_frame(run, before)
    low = np.minimum(corners.min(axis=0), (bodies["x"] - bodies["radius"][:, None]).min(axis=0))
    high = np.maximum(corners.max(axis=0), (bodies["x"] + bodies["radius"][:, None]).max(axis=0))
    high[2] = max(high[2], corners[:, 2].max() + 0.2)
    look = {"floor": 1.0, **dict.fromkeys(plates, 1.0)}
    pictures.render(run, before, ctx.folder / "initial.png", view=(0.5, -1.6, 0.8), walls=look, size=(520, 400), box=(low, high), model=model)
    figures.append(ctx.picture("initial.png", "Fig. 18 (a): the pile and the bucket before it moves.", 0.5))
    lifts = []
    for letter, w, paper in (("b", 0.0, 0), ("c", 0.5, 5), ("d", 2.0, 20)):
        frame = min(times, key=lambda k: abs(times[k] - start - w))
        file = f"section{letter}.png"
        seen = {p: 0.9 for p in plates if p != "side_left"}  # the side in front of the section would hide what is in the bucket
        pictures.render(run, frame, ctx.folder / file, view=(0, -1, 0.05), cut=("y", 0.0), walls={"floor": 1.0, **seen},
                        size=(640, 420), box=(low, high), model=model)
        figures.append(ctx.picture(file, f"Fig. 18 ({letter}): section through the middle of the bucket at {w:g} s, the paper's {paper} s.", 1 / 3))
        lifts.append(pictures.read_frame(run, frame)[2]["x"])
    index = [model.walls.index(p) for p in plates]
    moved = [np.mean(walls[index] - lifts[0][index], axis=0) for walls in lifts]
    data = columns(run)
    lifted = data["lifted[kg]"][-1]
    return Result(
        checks=[Check("five plates", len(index) == 5), Check("the bucket has gone into the pile at the second picture", moved[1][0] < -0.05, f"{-100 * moved[1][0]:.0f} cm"),
                Check("it has been lifted at the third", moved[2][2] > 0.05, f"{100 * moved[2][2]:.0f} cm"), Check("with stones in it", lifted > 0, f"{lifted:.2f} kg")],
        reason="Drawn from the frames of the run with the true shapes.", figures=figures, parameters=bucket_parameters(ctx),
        rows=[dict(picture=l, moved_x=float(m[0]), moved_z=float(m[2])) for l, m in zip("bcd", moved)], summary=f"{lifted:.2f} kg lifted")


COMMON = [
    Parameter("K_n, K_s", "130, 102 kN/m", "paper", "here of a face of area π R*²"), Parameter("friction angle", "35 degrees"),
    Parameter("shapes", "4, 5, 8 and 14 vertices in equal shares"),
    Parameter("density", "2650 kg/m³", "ours", "not given"), Parameter("damping ratio", "0.1", "ours", "not given"),
    Parameter("size", "diameter of the ball round a stone", "ours", "not said what size means"),
]
FLOW = [*COMMON, Parameter("sizes", "2.0 to 5.0 cm, D50 3.8 cm"), Parameter("distribution", "triangular by number, mode 4.16 cm", "ours", "has the median 3.8 cm"),
        Parameter("time step", "5e-5 s; Fig. 16 with beds of its own 3.25e-5 s", "ours", "the paper's 1.3e-4 s is above the stable step of the smallest stones here")]
SEARCH = [Parameter("conventional search", "turned by 5 degrees at first, by 0.01 at last; axes turned before halving", "ours", "the paper does not say how fine its search was")]

EXPERIMENTS = [
    Experiment(
        id="A-F15", kind="R", where="Fig. 15", title="Stones flow out of a box",
        paper_did="45 000 stones rest in a box of 1.0 m by 1.0 m; two adjacent walls are taken away. Snapshots at 0, 1.4 and 2.0 s.",
        we_did="The same box, filled at random and at rest before the walls go (kinetic energy below 1e-5 J/kg; quick: 1e-3). Snapshots, front, "
               "energies and slope.", paper_found="snapshots at 0, 1.4, 2.0 s", parameters=FLOW, seconds=(22, 800, 8000), run=flow_snapshots),
    Experiment(
        id="A-F16", kind="R", where="Fig. 16", title="Speed-up of the search in the flow",
        paper_did="Ten runs of 500 to 45 000 stones; processor time inside the search over the first 1000 steps of the flow, relative to the "
                  "conventional search.",
        we_did="The flow is recorded once, in full runs from 8000 stones on with the lowest of the 45 000 of Fig. 15; every method then goes through the same configurations with memories of its own. Only the search is "
               "timed, each method alone, the shorter of two passes.",
        paper_found="shortest link 21 to 17, fast common plane 13 to 10, falling", parameters=[*FLOW, *SEARCH], seconds=(25, 600, 4500), run=flow_speed_ups),
    Experiment(
        id="A-5.2.1", kind="R", where="Sec. 5.2.1", title="Iterations in the flow",
        paper_did="About 95 % of the contacts need two iterations or fewer.", we_did="Histogram over the recorded steps of A-F16, from memory and without.",
        paper_found="≈ 95 % with two iterations or fewer", parameters=FLOW, seconds=(2, 2, 2), run=flow_iterations),
    Experiment(
        id="A-T1", kind="R", where="Table I", title="Speed-up with a bucket in a pile",
        paper_did="21 952 stones in a bin of 0.60 m by 0.4 m, one end taken away; a bucket of five plates is pushed in by 0.25 m, turned by 65° and "
                  "lifted by 0.18 m. Speed-up over the first 1000 steps of each phase.",
        we_did="The bucket moves as in the paper, ten times as fast. The beginnings of its phases are recorded from checkpoints of the run, "
               "and searched through by every method. Plates are bodies like the others.",
        paper_found="shortest link 18.31 / 18.14 / 18.05, fast common plane 12.54 / 11.12 / 11.68",
        parameters=[*COMMON, *SEARCH, Parameter("bucket", "0.30 m wide, 0.20 deep, 0.16 high; small: 0.16, 0.16, 0.12 m", "ours", "measures not given")],
        seconds=(60, 240, 9000), run=bucket_speed_ups),
    Experiment(
        id="A-5.2.2", kind="R", where="Sec. 5.2.2", title="Iterations with the bucket",
        paper_did="More than 98 % of the contacts need two iterations or fewer.", we_did="Histogram over the recorded steps of A-T1.",
        paper_found="> 98 % with two iterations or fewer", parameters=COMMON, seconds=(2, 2, 2), run=bucket_iterations),
    Experiment(
        id="A-F17/F18", kind="I", where="Figs. 17, 18", title="The bucket, and sections through the pile",
        paper_did="Shows the bucket, the initial pile, and sections through the middle of the bucket at 0, 5 and 20 s.",
        we_did="Rendered from the run of A-T1 at 0, 0.5 and 2.0 s; stones with their centre in front of the section are left out.",
        parameters=COMMON, seconds=(6, 6, 60), run=bucket_pictures),
]
