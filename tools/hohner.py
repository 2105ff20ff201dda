#!/usr/bin/python3
"""Tables and figures of Höhner et al. (2011) from what `scree bench impacts` has written:

    scree bench impacts --work bench-work
    tools/hohner.py bench-work/impacts --out figures > tables.md

Tables come to the standard output as Markdown, the paper's numbers beside ours. Figures: impact-sum.svg (Figs. 6, 7),
impact-mean.svg (Fig. 8), impact-incremental.svg (Figs. 9, 10), impact-ellipsoid.svg (Figs. 13, 14), impact-cost.svg
(Table 7). docs/multi-contact.md says what is defined how. Needs python3-numpy and python3-matplotlib.
"""
import argparse
import csv
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

COLOURS = ["#2a6f97", "#d1495b", "#6a994e", "#7b5ea7", "#c98a1b"]
SPHERES, ELLIPSOIDS = [25, 50, 100, 150, 300], [15, 25, 50, 100, 200]
PAPER = {
    "T2": [0.0285, 0.01284, 0.0200, 0.0202, 0.0215],
    "T3": {"CL": [1.384, 1.511, 1.646, 1.792, 1.956], "Poly": [1.864, 1.309, 1.299, 1.201, 1.213]},
    "T4": {"CL": [3.98, 6.26, 12.60, 24.77, 48.77], "Poly": [1.35, 1.96, 3.09, 7.78, 12.89]},
    "T5": {"CL": [7.99, 8.78, 10.03, 10.88, 11.29], "Poly": [10.77, 11.16, 8.21, 9.37, 9.09]},
    "T6": {"CL": [1.04, 1.25, 1.32, 1.36, 1.50], "Poly": [2.75, 2.11, 1.02, 1.13, 1.05]},
    "T7": {"CL": [6.44, 7.75, 10.95, 17.38, 29.84], "Poly": [7.56, 10.20, 15.33, 27.25, 47.95]},
}
COMBINATIONS = ["sum", "mean", "incremental", "continuing", "deepest"]


class Rows:
    """A CSV file as columns, with selection by values."""

    def __init__(self, path=None, columns=None):
        if path is not None:
            with open(path, newline="") as file:
                rows = list(csv.DictReader(file))
            if not rows:
                sys.exit(f"{path}: empty")
            columns = {}
            for name in rows[0]:
                values = [row[name] for row in rows]
                try:
                    columns[name] = np.array([float(v) for v in values])
                except ValueError:
                    columns[name] = np.array(values)
        self.columns = columns

    def __getitem__(self, name):
        return self.columns[name]

    def where(self, **wanted):
        keep = np.ones(len(next(iter(self.columns.values()))), bool)
        for name, value in wanted.items():
            keep &= self.columns[name] == value
        return Rows(columns={name: values[keep] for name, values in self.columns.items()})

    def __len__(self):
        return len(next(iter(self.columns.values())))


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(c) for c in row) + " |")
    print()


def mean_of(rows, name):
    """Over what is finite, which a deviation from no force is not."""
    values = rows[name]
    values = values[np.isfinite(values)]
    return values.mean() if len(values) else float("nan")


# -------------------------------------------------------------------------------------------------------- the sphere


def sphere_tables(rows):
    for reading, speed in (("N/mm", 1), ("kN/mm", 3)):
        for rho in (0.5, 0.8):
            some = rows.where(reading=reading, rho=rho)
            if not len(some):
                continue
            for angle in (0, 45):
                print(f"### Sphere, stiffness in {reading}, {speed} m/s, {angle} degrees, rho = {rho:g}\n")
                lines = []
                for how in COMBINATIONS:
                    for what, name, form in [("peak / perfect", "peak[N]", "{:.3f}"), ("contact time / perfect", "contact_time[s]", "{:.3f}"),
                                             ("largest number of points", "most_points", "{:.1f}"),
                                             ("normal deviation [%]", "normal_deviation", "{:.2f}"),
                                             ("tangential deviation [%]", "tangential_deviation", "{:.2f}"),
                                             ("tangential deviation, as vectors [%]", "tangential_vector_deviation", "{:.2f}"),
                                             ("tangential deviation [N]", "tangential_deviation[N]", "{:.4f}")]:
                        if angle == 0 and "tangential" in what:
                            continue
                        line = []
                        for n in SPHERES:
                            r = some.where(angle=angle, combination=how, n=n)
                            if name in ("peak[N]", "contact_time[s]"):
                                value = r[name].mean() / some.where(angle=angle, combination="perfect")[name][0]
                            else:
                                value = mean_of(r, name) * (100 if "%" in what else 1)
                            line.append(form.format(value))
                        lines.append([how, what, *line])
                if angle == 45:
                    lines.append(["paper, incremental", "tangential deviation [N] (Table 2)", *PAPER["T2"]])
                table(["combination", "", *(f"CP{n}" for n in SPHERES)], lines)


def sphere_figure(histories, how, path, title):
    some = histories.where(reading="N/mm", rho=0.5)
    fig, axes = plt.subplots(1, 3, figsize=(10.5, 3.2))
    for place, (angle, what, name) in zip(axes, [(0, "normal", "normal force, 0°"), (45, "normal", "normal force, 45°"),
                                                 (45, "tangential", "tangential force, 45°")]):
        for n, colour in zip([0, *SPHERES], ["#111111", *COLOURS]):
            r = some.where(angle=angle, combination="perfect" if n == 0 else how, n=n)
            force = r["normal[N]"] if what == "normal" else np.hypot(r["x[N]"], r["y[N]"])
            place.plot(1e3 * r["time[s]"], force, color=colour, lw=2.4 if n == 0 else 1, alpha=0.45 if n == 0 else 1,
                       label="perfect sphere" if n == 0 else f"CP{n}")
        place.set_title(name, fontsize=9)
        place.set_xlabel("time since first touch [ms]", fontsize=8)
        place.set_ylabel("N", fontsize=8)
        place.tick_params(labelsize=8)
        place.grid(alpha=0.25)
    axes[0].legend(fontsize=7)
    fig.suptitle(title, fontsize=10)
    fig.tight_layout()
    fig.savefig(path)
    plt.close(fig)


# ----------------------------------------------------------------------------------------------------- the ellipsoid


def oblique(rows):
    """Without 0 and 90 degrees, where the perfect ellipsoid has no tangential force and no rebound angle."""
    inside = (rows["beta"] > 0) & (rows["beta"] < 90)
    return Rows(columns={name: values[inside] for name, values in rows.columns.items()})


def rebound_deviation(rows):
    r = oblique(rows)
    return 100 * np.mean(np.abs(r["rebound[deg]"] - r["perfect_rebound[deg]"]) / r["perfect_rebound[deg]"])


MEASURES = {
    "T3": ("normal force deviation, integral of the difference [%]", lambda r: 100 * mean_of(r, "normal_deviation")),
    "T3 mean": ("normal force deviation, of the mean forces [%]", lambda r: 100 * mean_of(r, "mean_normal_deviation")),
    "T4": ("mean number of contact points", lambda r: mean_of(r, "mean_points")),
    "T5": ("tangential force deviation, integral of the difference [%]", lambda r: 100 * mean_of(oblique(r), "tangential_deviation")),
    "T5 vector": ("tangential force deviation, as vectors [%]", lambda r: 100 * mean_of(oblique(r), "tangential_vector_deviation")),
    "T5 mean": ("tangential force deviation, of the mean forces [%]", lambda r: 100 * mean_of(oblique(r), "mean_tangential_deviation")),
    "T6": ("rebound angle deviation [%]", rebound_deviation),
    "T6 deg": ("rebound angle deviation [degrees]", lambda r: np.mean(np.abs(r["rebound[deg]"] - r["perfect_rebound[deg]"]))),
    "T7": ("processor time of a step of the engine, perfect ellipsoid in closed form = 100 [%]",
           lambda r: 100 * np.mean(r["ns_a_step"]) / np.mean(r["perfect_ns_a_step"])),
}


def cases(rows):
    seen = []
    for key in zip(rows["reading"], rows["a"], rows["speed"], rows["combination"]):
        if key not in seen:
            seen.append(key)
    return seen


def ellipsoid_tables(rows):
    for reading, a, speed, how in cases(rows):
        some = rows.where(reading=reading, a=a, speed=speed, combination=how)
        print(f"### Ellipsoid {1e3 * a:g}, 25, 25 mm, stiffness in {reading}, {speed:g} m/s, {how}\n")
        lines = []
        for key, (what, measure) in MEASURES.items():
            for shape in ("CL", "Poly"):
                if key == "T7" and not some["ns_a_step"][0] > 0:
                    continue
                values = [measure(some.where(shape=shape, n=n)) for n in ELLIPSOIDS]
                lines.append([shape, what, *(f"{v:.3g}" if v < 100 else f"{v:.0f}" for v in values)])
                if key in PAPER and key != "T7":
                    lines.append([shape, f"paper, Table {key[1]}", *PAPER[key][shape]])
        table(["", "", *map(str, ELLIPSOIDS)], lines)
        more = [n for n in np.unique(some.where(shape="Poly")["n"]) if n not in ELLIPSOIDS]
        if more:
            every = [*ELLIPSOIDS, *more]
            table(["Poly, more vertices", *(f"{n:g}" for n in every)],
                  [[what, *(f"{measure(some.where(shape='Poly', n=n)):.3g}" for n in every)]
                   for key, (what, measure) in MEASURES.items() if key != "T7"])


def ellipsoid_figure(rows, path, reading="N/mm", a=0.05, speed=2, how="incremental"):
    some = rows.where(reading=reading, a=a, speed=speed, combination=how)
    fig, axes = plt.subplots(2, 2, figsize=(9, 6), sharex=True)
    for column, shape in enumerate(("CL", "Poly")):
        for n, colour in zip(ELLIPSOIDS, COLOURS):
            r = some.where(shape=shape, n=n)
            beta = np.unique(r["beta"])
            for line, name in enumerate(("normal_deviation", "tangential_deviation")):
                y = np.array([100 * mean_of(r.where(beta=b), name) for b in beta])
                if line == 1:
                    y[(beta == 0) | (beta == 90)] = np.nan
                axes[line, column].plot(beta, y, "o-", ms=2.5, lw=1, color=colour, label=f"{shape}{n}")
    for line, name in enumerate(("normal", "tangential")):
        for column in (0, 1):
            place = axes[line, column]
            place.set_ylabel(f"{name} force, deviation [%]", fontsize=8)
            place.set_yscale("log")
            place.grid(alpha=0.25)
            place.tick_params(labelsize=8)
            place.legend(fontsize=7)
            if line:
                place.set_xlabel("rotation angle [degrees]", fontsize=8)
    fig.tight_layout()
    fig.savefig(path)
    plt.close(fig)


# ------------------------------------------------------------------------------------------------------------- cost


def cost_tables(rows):
    print("### Cost of finding the contact with the wall (Table 7)\n")
    fixed = [[what, f"{r['nanoseconds'][0]:.0f}", f"{100 * r['part_of_iterative'][0]:.0f}",
              f"{r['iterations'][0]:.1f}" if r["iterations"][0] else ""]
             for what in ("iterative", "closed_form", "support_point") for r in [rows.where(what=what)]]
    table(["ellipsoid", "ns a call", "% of iterative", "iterations"], fixed)
    lines = []
    for shape in ("CL", "Poly"):
        some = rows.where(what=shape)
        lines.append([shape, "ns a call", *(f"{v:.0f}" for v in some["nanoseconds"])])
        lines.append([shape, "% of iterative", *(f"{100 * v:.0f}" for v in some["part_of_iterative"])])
        lines.append([shape, "paper, Table 7 [%]", *PAPER["T7"][shape]])
    table(["", "", *map(str, ELLIPSOIDS)], lines)


def cost_figure(rows, path):
    fig, place = plt.subplots(figsize=(5, 3.4))
    for shape, colour in zip(("CL", "Poly"), COLOURS):
        some = rows.where(what=shape)
        place.plot(some["n"], 100 * some["part_of_iterative"], "o-", color=colour, label=f"{shape}, ours")
        place.plot(some["n"], PAPER["T7"][shape], "s--", color=colour, mfc="none", label=f"{shape}, paper")
    closed = rows.where(what="closed_form")
    place.axhline(100 * closed["part_of_iterative"][0], color="#555555", lw=1, ls=":", label="ellipsoid in closed form")
    place.set_xlabel("balls or vertices", fontsize=8)
    place.set_ylabel("time, % of the iterative ellipsoid", fontsize=8)
    place.tick_params(labelsize=8)
    place.grid(alpha=0.25)
    place.legend(fontsize=7)
    fig.tight_layout()
    fig.savefig(path)
    plt.close(fig)


def pair_tables(rows):
    print("### Two ellipsoids, one at rest: change of velocity and spin, mean deviation in % of the mean change\n")
    lines = []
    for shape, how in dict.fromkeys(zip(rows["shape"], rows["combination"])):
        for what, size, error in (("velocity", "change", "deviation"), ("spin", "spin", "spin_deviation")):
            some = [rows.where(shape=shape, combination=how, n=n) for n in np.unique(rows["n"])]
            lines.append([shape, how, what, *(f"{100 * r[error].mean() / r[size].mean():.2f}" for r in some)])
    table(["", "combination", "", *(f"{n:g}" for n in np.unique(rows["n"]))], lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="of `scree bench impacts`: WORK/impacts")
    parser.add_argument("--out", type=pathlib.Path, help="folder for the figures; none without it")
    args = parser.parse_args()
    try:
        sphere, histories = Rows(args.folder / "sphere.csv"), Rows(args.folder / "sphere_histories.csv")
        steps, ellipsoid, pairs, cost = (Rows(args.folder / f"{name}.csv") for name in ("time_step", "ellipsoid", "pairs", "cost"))
    except OSError as e:
        sys.exit(f"{args.folder}: no results of `scree bench impacts` here ({e})")
    sphere_tables(sphere)
    print("### Time step: CP100, 0 degrees, 1 m/s, in parts of the perfect peak\n")
    table(["combination", "steps a contact", "largest error", "largest jump from step to step"],
          [[h, f"{n:.0f}", f"{e:.2e}", f"{j:.2e}"] for h, n, e, j in
           zip(steps["combination"], steps["steps_a_contact"], steps["largest_normal_error"], steps["largest_jump"])])
    ellipsoid_tables(ellipsoid)
    pair_tables(pairs)
    cost_tables(cost)
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        for how, title in (("sum", "each point a contact of its own"), ("mean", "forces divided by the number of points"),
                           ("incremental", "mean of the increments")):
            sphere_figure(histories, how, args.out / f"impact-{how}.svg", title)
        ellipsoid_figure(ellipsoid, args.out / "impact-ellipsoid.svg")
        cost_figure(cost, args.out / "impact-cost.svg")


if __name__ == "__main__":
    main()
