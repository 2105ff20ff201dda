#!/usr/bin/python3
"""Draws the cost of the broad phases against the number of balls, after Lazarević 2002, Fig. 5.

    plot_broad.py broad.csv figure.svg [figure.png ...]

Four panels as in the paper (n up to 10^2, 10^3, 10^4, 10^5), sorting into fixed cubes, dense and sparse, against the
loop over all pairs; and one panel with all methods in logarithms, with the exponents over the last decade.
Needs python3-matplotlib.
"""
import csv
import math
import sys

try:
    import matplotlib
except ImportError:
    sys.exit("no figure: apt-get install python3-matplotlib")

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "scree"  # the same numbers make the same file
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text
import matplotlib.pyplot as plt  # noqa: E402

DENSE, SPARSE, ALL = "#c44e52", "#4c72b0", "#555555"
METHODS = {  # name: label, marker, line
    "fixed_cubes": ("fixed cubes", "o", "-"),
    "sorted_cells": ("sorted cells", "s", "--"),
    "verlet_list": ("list that still holds", "v", "-."),
    "brute_force": ("all pairs", "^", ":"),
}


def curve(rows, method, density, time):
    points = sorted((int(r["n"]), time(r)) for r in rows if r["method"] == method and r["density"] == density)
    return [p[0] for p in points], [p[1] for p in points]


def sort_time(row):
    return float(row["sort_s"])


def whole_time(row):
    return float(row["sort_s"]) + float(row["pair_s"])


def exponent(n, t):
    """Least squares of the logarithms over the last decade."""
    points = [(math.log(a), math.log(b)) for a, b in zip(n, t) if a >= n[-1] / 10.001 and b > 0]
    if len(points) < 2:
        return math.nan
    mx, my = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def paper_panel(axes, rows, most):
    """Linear axes, as printed. All pairs leaves the panel: what matters is where it does."""
    top = 0
    for density, colour in (("dense", DENSE), ("sparse", SPARSE)):
        n, t = curve(rows, "fixed_cubes", density, sort_time)
        kept = [(a, 1e3 * b) for a, b in zip(n, t) if a <= most]
        if not kept:
            continue
        top = max([top] + [b for _, b in kept])
        axes.plot([a for a, _ in kept], [b for _, b in kept], "o-", color=colour, ms=3.5, label="sorting, " + density)
    n, t = curve(rows, "brute_force", "dense", whole_time)
    kept = [(a, 1e3 * b) for a, b in zip(n, t) if a <= most]
    axes.plot([a for a, _ in kept], [b for _, b in kept], "^:", color=ALL, ms=3.5, label="all pairs")
    axes.set_xlim(0, 1.03 * most)
    axes.set_ylim(0, 2.2 * top if top > 0 else 1)
    axes.set_title("n up to $10^{%d}$" % round(math.log10(most)), fontsize=10)
    axes.set_xlabel("balls n")
    axes.set_ylabel("time [ms]")
    axes.ticklabel_format(axis="x", style="plain" if most <= 1000 else "sci", scilimits=(0, 0))


def log_panel(axes, rows):
    for method, (label, marker, line) in METHODS.items():
        for density, colour in (("dense", DENSE), ("sparse", SPARSE)):
            n, t = curve(rows, method, density, whole_time)
            if not n:
                continue
            text = "%s, %s: $n^{%.2f}$" % (label, density, exponent(n, t))
            axes.loglog(n, t, marker + line, color=colour, ms=3.5, lw=1.2, label=text)
    axes.set_title("sorting and pairs, all methods; exponents over the last decade", fontsize=10)
    axes.set_xlabel("balls n")
    axes.set_ylabel("time [s]")
    axes.grid(True, which="major", lw=0.4, alpha=0.6)
    axes.legend(fontsize=8, loc="upper left")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        rows = list(csv.DictReader(file))
    figure = plt.figure(figsize=(11, 6.4), constrained_layout=True)
    grid = figure.add_gridspec(2, 4)
    for k, most in enumerate((100, 1000, 10000, 100000)):
        axes = figure.add_subplot(grid[k // 2, k % 2])
        paper_panel(axes, rows, most)
        if k == 0:
            axes.legend(fontsize=8)
    log_panel(figure.add_subplot(grid[:, 2:]), rows)
    for path in sys.argv[2:]:
        figure.savefig(path, dpi=130, metadata={"Date": None} if path.endswith(".svg") else None)


if __name__ == "__main__":
    main()
