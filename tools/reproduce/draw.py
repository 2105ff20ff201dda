#!/usr/bin/python3
"""Draws the numbers of a benchmark; `scree bench` calls it:

    tools/reproduce/draw.py NAME CSV FIGURE.svg

NAME is one of those below. Needs python3-matplotlib.
"""
import pathlib
import sys

try:
    import matplotlib  # noqa: F401
except ImportError:
    sys.exit("no figure: apt-get install python3-matplotlib")

import fixed_cubes  # noqa: E402
import flow  # noqa: E402
import shortest_link  # noqa: E402
import superellipsoids  # noqa: E402

FIGURES = {
    "figure13": shortest_link.bench_figure13,
    "detection": flow.bench_detection,
    "normals": superellipsoids.bench_figure,
    "broad": fixed_cubes.bench_figure,
}


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in FIGURES:
        sys.exit(f"{__doc__}\nNAME: {', '.join(FIGURES)}")
    FIGURES[sys.argv[1]](pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))


if __name__ == "__main__":
    main()
