#!/usr/bin/python3
"""Draws STL files side by side, as `scree shape` writes them:

    tools/shape_figure.py figure.png cp25/balls.stl:CP25 poly50/polyhedron.stl:Poly50

Triangles that face the eye are painted from far to near, with light from the upper left. Needs python3-numpy and
python3-matplotlib.
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import PolyCollection

COLOUR = np.array([0.36, 0.56, 0.74])
EYE = np.array([1.0, -2.0, 0.9])


def read_stl(path):
    """Corners of a binary STL file, n x 3 x 3."""
    with open(path, "rb") as file:
        head = file.read(84)
        n = int(np.frombuffer(head[80:], "<u4")[0])
        kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
        return np.frombuffer(file.read(), kind, n)["corners"].astype(float)


def draw(axes, corners):
    eye = EYE / np.linalg.norm(EYE)
    right = np.cross([0, 0, 1], eye)
    right /= np.linalg.norm(right)
    up = np.cross(eye, right)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(normal, axis=1)
    normal = normal[size > 0] / size[size > 0, None]
    corners = corners[size > 0]
    facing = normal @ eye > 0
    corners, normal = corners[facing], normal[facing]
    far_to_near = np.argsort(corners.mean(axis=1) @ eye)
    corners, normal = corners[far_to_near], normal[far_to_near]
    light = eye + 0.8 * up - 0.6 * right
    light /= np.linalg.norm(light)
    shade = 0.25 + 0.75 * np.clip(normal @ light, 0, 1)
    colours = np.clip(shade[:, None] * COLOUR + 0.25 * (shade[:, None] > 0.97), 0, 1)
    flat = np.stack([corners @ right, corners @ up], axis=2)
    edge = "#20303c" if len(corners) < 500 else colours
    axes.add_collection(PolyCollection(flat, facecolors=colours, edgecolors=edge, linewidths=0.4))
    axes.autoscale_view()
    axes.set_aspect("equal")
    axes.axis("off")


def figure(out, items, columns=None):
    columns = columns or len(items)
    lines = -(-len(items) // columns)
    fig, axes = plt.subplots(lines, columns, figsize=(2.2 * columns, 2.3 * lines), squeeze=False)
    for place in axes.flat:
        place.axis("off")
    for place, (path, title) in zip(axes.flat, items):
        draw(place, read_stl(path))
        place.set_title(title, fontsize=9)
    fig.tight_layout()
    fig.savefig(out, dpi=130)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pairs = [arg.partition(":") for arg in sys.argv[2:]]
    figure(sys.argv[1], [(path, title) for path, _, title in pairs])
