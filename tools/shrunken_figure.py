#!/usr/bin/python3
"""What shrunken edges are, and why: the first two figures of Wang et al. (2015).

    tools/shrunken_figure.py --out docs/figures/shrunken-edges.svg

draws four blocks that meet in an edge, seen along it, and a hexahedron with its 24 shrunken points and edges. The
shrinkage is drawn ten times as large as it is, 10 % instead of 1 %. Needs python3-matplotlib.
"""
import argparse
import itertools

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

SHRINKAGE = 0.1


def shrunken(face):
    """The corners of a face, moved towards its centre."""
    face = np.asarray(face, float)
    return face + SHRINKAGE * (face.mean(axis=0) - face)


def draw_blocks(axes):
    for i, j in itertools.product((0, 1), repeat=2):
        corners = np.array([(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)], float)
        axes.fill(*corners.T, facecolor="0.93", edgecolor="0.4", linewidth=1)
        # Seen along the edge, the shrunken edges of the faces between blocks are points in the sides.
        for k in range(4):
            a, b = corners[k], corners[(k + 1) % 4]
            middle = (a + b) / 2
            inside = middle + 0.02 * (corners.mean(axis=0) - middle) / 0.5
            for end in (a, b):
                x = end + SHRINKAGE * (middle - end) + (inside - middle)
                axes.plot(*x, "o", color="tab:red", markersize=4)
        axes.text(*corners.mean(axis=0), f"{2 * i + j + 1}", ha="center", va="center", fontsize=12)
    axes.plot(1, 1, "o", color="black", markersize=6)
    axes.set_title("four blocks at one place", fontsize=10)
    axes.set_aspect("equal")
    axes.axis("off")


def draw_hexahedron(axes):
    lower = np.array([(0, 0, 0), (1.2, 0, 0), (1.3, 1, 0.1), (0, 1, 0)], float)
    upper = np.array([(0.1, 0.1, 1), (1.1, 0, 1), (1.1, 0.9, 1), (0, 1, 1)], float)
    faces = [lower, upper] + [[lower[k], lower[(k + 1) % 4], upper[(k + 1) % 4], upper[k]] for k in range(4)]
    # Isometric: x to the right and down, y to the right and up, z up.
    view = np.array([(0.87, -0.45, 0), (0.5, 0.25, 1)])
    seen = lambda points: (view @ np.asarray(points).T)
    for face in faces:
        axes.plot(*seen([*face, face[0]]), color="0.4", linewidth=1)
        inner = shrunken(face)
        axes.plot(*seen([*inner, inner[0]]), color="tab:red", linewidth=1)
        axes.plot(*seen(inner), "o", color="tab:red", markersize=3)
    axes.set_title("24 shrunken points, 24 shrunken edges", fontsize=10)
    axes.set_aspect("equal")
    axes.axis("off")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="shrunken-edges.svg")
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.6))
    draw_blocks(left)
    draw_hexahedron(right)
    figure.tight_layout()
    matplotlib.rcParams["svg.hashsalt"] = "scree"
    figure.savefig(parser.parse_args().out, metadata={"Date": None} if parser.parse_args().out.endswith(".svg") else None)


if __name__ == "__main__":
    main()
