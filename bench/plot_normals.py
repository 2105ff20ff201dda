#!/usr/bin/python3
"""Draws `scree bench normals`, after Wellmann et al. 2008, Figs. 5 and 6.

    plot_normals.py normals.csv figure.svg [figure.png ...]

Above: pairs apart, the part not yet excluded after so many iterations. Below: overlapping pairs, the part that needs so
many iterations. One column for each interval of squareness. Needs python3-matplotlib.
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

METHODS = {"common_normal": ("common normal", "#e08214", "s"), "support_gap": ("support gap", "#2166ac", "o")}
MOST = 25


def read(path):
    """(method, series, interval) -> {quantity: (value, paper)}; intervals in the order of the file."""
    studies, intervals = {}, []
    with open(path) as file:
        for row in csv.DictReader(file):
            eps = (row["eps_low"], row["eps_high"])
            if eps not in intervals:
                intervals.append(eps)
            study = studies.setdefault((row["method"], row["series"], eps), {"pairs": float(row["pairs"])})
            study[row["quantity"]] = (float(row["value"]), float(row["paper"]) if row["paper"] else None)
    return studies, intervals


def counts(study):
    return [study["iterations_%d" % k][0] for k in range(51)]


def apart(axes, studies, eps):
    for method, (label, colour, marker) in METHODS.items():
        study = studies[method, "1", eps]
        left, share = study["pairs"] - study["not_strict"][0], []
        total = left
        for count in counts(study)[:MOST]:
            left -= count
            share.append(max(left / total, 1e-7))
        axes.semilogy(range(MOST), share, marker + "-", color=colour, ms=3.5, lw=1, label=label)
    paper = studies["common_normal", "1", eps]
    axes.semilogy([0, 4], [1 - paper["excluded_at_0"][1] / 100, paper["five_or_more"][1] / 100], "kx", ms=7,
                  label="paper: after 0, after 4")
    axes.set_title("eps %s to %s" % eps, fontsize=10)
    axes.set_ylim(1e-6, 1.2)


def overlapping(axes, studies, eps):
    for method, (label, colour, marker) in METHODS.items():
        study = studies[method, "2", eps]
        total = study["pairs"] - study["not_strict"][0]
        share = [count / total if count else float("nan") for count in counts(study)[:MOST]]
        axes.semilogy(range(MOST), share, marker + "-", color=colour, ms=3.5, lw=1)
    axes.set_ylim(1e-6, 1.2)
    axes.set_xlabel("iterations")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    studies, intervals = read(sys.argv[1])
    figure, axes = plt.subplots(2, len(intervals), figsize=(10, 6.2), sharey=True, constrained_layout=True)
    for k, eps in enumerate(intervals):
        apart(axes[0][k], studies, eps)
        overlapping(axes[1][k], studies, eps)
    axes[0][0].set_ylabel("apart: not yet excluded")
    axes[1][0].set_ylabel("overlapping: share of pairs")
    axes[0][-1].legend(fontsize=8, frameon=False)
    for ax in axes.flat:
        ax.grid(alpha=0.25)
    for path in sys.argv[2:]:
        figure.savefig(path, dpi=110, metadata={"Date": None} if path.endswith(".svg") else None)


if __name__ == "__main__":
    main()
