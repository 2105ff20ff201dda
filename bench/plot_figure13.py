#!/usr/bin/python3
"""Draws the nine pairs of polygons of `scree bench figure13`, after Nezami et al. 2006, Fig. 13.

    plot_figure13.py figure13.csv figure.svg [figure.png ...]

Each panel: both polygons, the common plane of each method and the shortest link, with the speed-ups.
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

METHODS = {  # name: label, colour, line, width. They find the same plane, so wide lines come first.
    "common_plane": ("common plane (Cundall 1988)", "#b0b0b0", "-", 5.0),
    "fast_common_plane": ("fast common plane", "#e08214", "-", 2.4),
    "shortest_link": ("shortest link", "#2166ac", "--", 1.2),
}


def corners(text):
    numbers = [float(x) for x in text.split()]
    return list(zip(numbers[::2], numbers[1::2]))


def bounds(points):
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), max(xs), min(ys), max(ys)


def middle(row):
    return [(float(row["pa" + x]) + float(row["pb" + x])) / 2 for x in "xy"]


def draw_plane(axes, row, near, length):
    """A line across the normal, half-way between the polygons, with its middle next to the point `near`."""
    _, colour, style, width = METHODS[row["method"]]
    nx, ny = float(row["nx"]), float(row["ny"])
    mx, my = middle(row)
    off = nx * (mx - near[0]) + ny * (my - near[1])
    x, y = near[0] + off * nx, near[1] + off * ny
    axes.plot([x - length * ny, x + length * ny], [y + length * nx, y - length * nx], style, color=colour, lw=width,
              solid_capstyle="butt", zorder=2)


def title(rows):
    slow = float(rows["common_plane"]["ns"])
    times = ["%.1f" % (slow / float(rows[m]["ns"])) for m in ("fast_common_plane", "shortest_link")]
    return "%s\nfast common plane %s, shortest link %s times as fast" % (rows["shortest_link"]["pair"], *times)


def panel(axes, rows):
    link = rows["shortest_link"]
    a, b = corners(link["corners_a"]), corners(link["corners_b"])
    for polygon, colour in ((a, "#d9e6d2"), (b, "#f3dfc9")):
        axes.fill(*zip(*polygon), facecolor=colour, edgecolor="#444444", lw=0.9, zorder=1)
    x0, x1, y0, y1 = bounds(a + b)
    half = 0.54 * max(x1 - x0, y1 - y0)
    for method in METHODS:
        draw_plane(axes, rows[method], middle(link), 0.6 * half)
    axes.plot([float(link["pax"]), float(link["pbx"])], [float(link["pay"]), float(link["pby"])], "o-", color="#c00000",
              ms=3, lw=1.4, zorder=3)
    axes.set_xlim((x0 + x1) / 2 - half, (x0 + x1) / 2 + half)
    axes.set_ylim((y0 + y1) / 2 - half, (y0 + y1) / 2 + half)
    axes.set_aspect("equal")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_title(title(rows), fontsize=8.5)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pairs = {}
    with open(sys.argv[1]) as file:
        for row in csv.DictReader(file):
            pairs.setdefault(row["pair"], {})[row["method"]] = row
    side = math.ceil(math.sqrt(len(pairs)))
    figure, axes = plt.subplots(side, side, figsize=(10, 11), constrained_layout=True)
    for ax, rows in zip(axes.flat, pairs.values()):
        panel(ax, rows)
    handles = [plt.Line2D([], [], color=c, ls=s, lw=w, label=text) for text, c, s, w in METHODS.values()]
    handles.append(plt.Line2D([], [], color="#c00000", marker="o", ms=3, lw=1.4, label="the shortest link itself"))
    figure.legend(handles=handles, loc="lower center", ncol=4, fontsize=9, frameon=False)
    figure.get_layout_engine().set(rect=(0, 0.03, 1, 0.96))
    for path in sys.argv[2:]:
        figure.savefig(path, dpi=110, metadata={"Date": None} if path.endswith(".svg") else None)


if __name__ == "__main__":
    main()
