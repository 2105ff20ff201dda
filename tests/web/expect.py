#!/usr/bin/env python3
"""What a run's folder holds, read with h5py alone, as JSON for the tests of the viewer.

    expect.py DIR FRAME                 counts, ids, places and radii of the bodies of a frame
    expect.py DIR FRAME --silhouettes   and the area and centre of the shadow of each free body along y
"""
import json
import sys

import h5py
import numpy as np


def rotate(q, v):
    w, u = q[0], q[1:]
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


def hull(points):
    """Corners of the convex hull in the plane, counter-clockwise (monotone chain)."""
    points = sorted(map(tuple, points))

    def half(list_):
        out = []
        for p in list_:
            while len(out) > 1 and (out[-1][0] - out[-2][0]) * (p[1] - out[-2][1]) <= (out[-1][1] - out[-2][1]) * (
                    p[0] - out[-2][0]):
                out.pop()
            out.append(p)
        return out[:-1]

    return np.array(half(points) + half(points[::-1]))


def inside(corners, x, z):
    result = np.ones(x.shape, bool)
    for a, b in zip(corners, np.roll(corners, -1, axis=0)):
        result &= (b[0] - a[0]) * (z - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0
    return result


def superellipsoid_points(axes, squareness):
    v, u = np.meshgrid(np.linspace(-np.pi / 2, np.pi / 2, 121), np.linspace(0, 2 * np.pi, 241))
    power = lambda x, e: np.sign(x) * np.abs(x)**e
    e1, e2 = squareness
    return np.stack([axes[0] * power(np.cos(v), e1) * power(np.cos(u), e2),
                     axes[1] * power(np.cos(v), e1) * power(np.sin(u), e2), axes[2] * power(np.sin(v), e1)], -1).reshape(-1, 3)


def part_points(model, k):
    """Points of the surface of part k in the body's frame at scale 1; None for a ball."""
    polyhedron, smooth = model["parts/polyhedron"][k], -1
    if "parts/superellipsoid" in model:
        smooth = model["parts/superellipsoid"][k]
    if polyhedron >= 0:
        first = model["polyhedra/first_vertex"][()]
        points = model["polyhedra/vertices"][first[polyhedron]:first[polyhedron + 1]]
    elif smooth >= 0:
        points = superellipsoid_points(model["superellipsoids/semi_axes"][smooth], model["superellipsoids/squareness"][smooth])
    else:
        return None
    turn = model["parts/R"][k].reshape(3, 3)
    return model["parts/size"][k] * points @ turn.T + model["parts/p"][k]


def silhouette(model, body_type, x, q, scale):
    """Area and centre of the shadow along y, on a grid of 600 x 600."""
    side = np.linspace(-1, 1, 600) * scale * 1.01
    gx, gz = np.meshgrid(side, side)
    covered = np.zeros(gx.shape, bool)
    first = model["body_types/first_part"][()]
    for k in range(first[body_type], first[body_type + 1]):
        points = part_points(model, k)
        if points is None:
            centre = rotate(q, scale * model["parts/p"][k])
            radius = scale * model["parts/size"][k]
            covered |= (gx - centre[0])**2 + (gz - centre[2])**2 <= radius**2
        else:
            placed = rotate(q, scale * points)
            covered |= inside(hull(placed[:, [0, 2]]), gx, gz)
    cell = (side[1] - side[0])**2
    return {"area": float(covered.sum() * cell), "x": float(x[0] + gx[covered].mean()), "z": float(x[2] + gz[covered].mean())}


def main():
    folder, number = sys.argv[1], int(sys.argv[2])
    with h5py.File(f"{folder}/frames/{number:06d}.h5") as f, h5py.File(f"{folder}/model.h5") as model:
        bodies = f["bodies"]
        owner = bodies["owner"][()]
        scale = bodies["radius"][()] / model["body_types/bounding_radius"][()][bodies["type"][()]]
        out = {
            "time": float(f.attrs["time"]), "free": int((owner < 0).sum()), "carried": int((owner >= 0).sum()),
            "bodies": [{"id": int(i), "x": x.tolist(), "r": float(r), "speed": float(np.linalg.norm(v)), "type": int(t)}
                       for i, x, r, v, t, o in zip(bodies["id"][()], bodies["x"][()], bodies["radius"][()], bodies["v"][()],
                                                   bodies["type"][()], owner) if o < 0],
            "contacts": len(f["contacts/gap"]) if "contacts" in f else 0,
            "walls": int(f["walls/present"][()].sum()),
        }
        if "--silhouettes" in sys.argv:
            free = np.flatnonzero(owner < 0)
            out["silhouettes"] = [silhouette(model, bodies["type"][i], bodies["x"][i], bodies["q"][i], scale[i]) for i in free]
    print(json.dumps(out))


if __name__ == "__main__":
    main()
