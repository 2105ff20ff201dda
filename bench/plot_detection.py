#!/usr/bin/python3
"""Draws the speed-ups of `scree bench detection` against the number of bodies, after Nezami et al. 2006, Fig. 16.

    plot_detection.py detection.csv figure.svg [figure.png ...]

Needs python3-matplotlib.
"""
import csv
import sys

try:
    import matplotlib
except ImportError:
    sys.exit("no figure: apt-get install python3-matplotlib")

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "scree"  # the same numbers make the same file
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text
import matplotlib.pyplot as plt  # noqa: E402

LINES = {  # method, help: label, colour, line
    ("shortest_link", "ladder"): ("shortest link, proved, as in a run", "#2166ac", "o-"),
    ("shortest_link", "alone"): ("shortest link alone", "#2166ac", "o--"),
    ("fast_common_plane", "alone"): ("fast common plane alone", "#e08214", "s--"),
}
PAPER = {"shortest link, paper": ("#2166ac", 21, 17), "fast common plane, paper": ("#e08214", 13, 10)}
ENDS = (500, 45000)  # bodies in the smallest and the largest run of the paper
PANELS = {"plane": "the common plane of every pair", "touch": "which pairs touch, and how"}


def panel(axes, rows, asked):
    for (method, help), (label, colour, line) in LINES.items():
        points = sorted((int(r["n"]), float(r["speed_up"])) for r in rows
                        if (r["asked"], r["method"], r["help"]) == (asked, method, help))
        axes.plot(*zip(*points), line, color=colour, ms=4, lw=1.4, label=label)
    if asked == "plane":
        for label, (colour, first, last) in PAPER.items():
            axes.plot(ENDS, (first, last), ":", color=colour, lw=1.4, label=label)
    axes.axhline(1, color="#b0b0b0", lw=0.8)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("bodies")
    axes.set_title("asked for " + PANELS[asked], fontsize=10)
    axes.grid(True, which="major", lw=0.3)
    axes.legend(fontsize=8, frameon=False)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        rows = list(csv.DictReader(file))
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), sharey=True, constrained_layout=True)
    for ax, asked in zip(axes, PANELS):
        panel(ax, rows, asked)
    axes[0].set_ylabel("times as fast as Cundall's common plane")
    for path in sys.argv[2:]:
        figure.savefig(path, dpi=110, metadata={"Date": None} if path.endswith(".svg") else None)


if __name__ == "__main__":
    main()
