#!/usr/bin/python3
"""Draws the speed-ups of `scree bench detection`: of the flow against the number of bodies, after Nezami et al. 2006, Fig.
16; of a tool by the phases of its motion, after Table I.

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


def bars(axes, rows, asked):
    """One group a phase: our methods, and the paper's beside them."""
    rows = [r for r in rows if r["asked"] == asked]
    phases = list(dict.fromkeys(r["phase"] for r in rows))
    series = [(label, colour, "", key, "speed_up") for key, (label, colour, _) in LINES.items()]
    if asked == "plane":
        series += [("shortest link, paper", "#2166ac", "///", ("shortest_link", "alone"), "paper"),
                   ("fast common plane, paper", "#e08214", "///", ("fast_common_plane", "alone"), "paper")]
    width = 0.8 / len(series)
    for k, (label, colour, hatch, key, column) in enumerate(series):
        heights = [next(float(r[column]) for r in rows if (r["phase"], r["method"], r["help"]) == (phase, *key))
                   for phase in phases]
        axes.bar([x + (k - (len(series) - 1) / 2) * width for x in range(len(phases))], heights, 0.9 * width,
                 color="white" if hatch else colour, edgecolor=colour, hatch=hatch, label=label,
                 alpha=0.6 if key[1] == "alone" and not hatch else 1)
    axes.set_xticks(range(len(phases)), phases)
    axes.set_title("asked for " + PANELS[asked], fontsize=10)
    axes.grid(True, axis="y", lw=0.3)
    axes.set_axisbelow(True)
    axes.legend(fontsize=8, frameon=False, ncols=2, loc="lower center", bbox_to_anchor=(0.5, -0.38))


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
        (bars if rows[0]["phase"] else panel)(ax, rows, asked)
    axes[0].set_ylabel("times as fast as Cundall's common plane")
    for path in sys.argv[2:]:
        figure.savefig(path, dpi=110, metadata={"Date": None} if path.endswith(".svg") else None)


if __name__ == "__main__":
    main()
