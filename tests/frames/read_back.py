#!/usr/bin/env python3
"""Reads a run's folder with h5py and VTK, as a user would, and checks what is in it.

    /usr/bin/python3 tests/frames/read_back.py DIR

Needs python3-h5py. The .vtp and .pvd files are read with VTK (python3-vtk9 or python3-paraview) where that is
installed; otherwise that part is skipped, and it says so. Exit code 1 if something is wrong.
"""
import csv
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import h5py
import numpy as np

WALL_BIT = np.uint64(1) << np.uint64(63)  # id_b of a contact with a wall is WALL_BIT + wall
problems = []


def check(ok, what):
    if not ok:
        problems.append(what)
        print("  WRONG:", what)


def texts(dataset):
    """Texts are stored with a fixed length, as UTF-8."""
    return [t.decode() for t in dataset[()]]


def read_model(path):
    with h5py.File(path) as f:
        check(f.attrs["format"] == b"scree model", f"{path}: format")
        names, kinds = texts(f["walls/name"]), texts(f["walls/kind"])
        types = texts(f["body_types/name"])
        print(f"model: '{f.attrs['title'].decode()}', dt = {f.attrs['dt']} s, types {types}, "
              f"walls {dict(zip(names, kinds))}")
        first = f["body_types/first_part"][()]
        check(first[-1] == len(f["parts/kind"]), f"{path}: every type has its parts")
        model = {"types": types, "walls": names, "dimension": int(f.attrs["dimension"]), "first_part": first,
                 "bounding_radius": f["body_types/bounding_radius"][()],
                 "parts": {name: data[()] for name, data in f["parts"].items()},
                 "polyhedra": read_polyhedra(f["polyhedra"], path),
                 "superellipsoids": {name: data[()] for name, data in f["superellipsoids"].items()}}
        which = model["parts"]["polyhedron"]
        check(np.all((which >= 0) == (model["parts"]["kind"] == b"polyhedron")), f"{path}: polyhedra of parts")
        check(np.all(which < len(model["polyhedra"])), f"{path}: parts name polyhedra that are there")
        which, smooth = model["parts"]["superellipsoid"], model["superellipsoids"]
        check(np.all((which >= 0) == (model["parts"]["kind"] == b"superellipsoid")), f"{path}: superellipsoids of parts")
        check(np.all(which < len(smooth["semi_axes"])), f"{path}: parts name superellipsoids that are there")
        check(smooth["squareness"].shape == (len(smooth["semi_axes"]), 2), f"{path}: squareness of superellipsoids")
        return model


def read_polyhedra(group, path):
    """A list of (vertices, faces); a face is an array of places of vertices, counter-clockwise seen from outside."""
    p = {name: data[()] for name, data in group.items()}
    polyhedra = []
    for i in range(len(p["first_vertex"]) - 1):
        vertices = p["vertices"][p["first_vertex"][i]:p["first_vertex"][i + 1]]
        faces = [p["corners"][p["first_corner"][f]:p["first_corner"][f + 1]]
                 for f in range(p["first_face"][i], p["first_face"][i + 1])]
        for face in faces:
            a, b, c = vertices[face[:3]]
            n = np.cross(b - a, c - b)
            check(np.all((vertices - a) @ n < 1e-6 * np.linalg.norm(n)), f"{path}: polyhedron {i} is convex")
        edges = sum(len(face) for face in faces) // 2
        check(len(vertices) - edges + len(faces) == 2, f"{path}: polyhedron {i} is closed (Euler)")
        polyhedra.append((vertices, faces))
    return polyhedra


def rotated(q, v):
    u = q[1:]
    return v + 2 * np.cross(u, np.cross(u, v) + q[0] * v)


def vertices_of(model, bodies, i):
    """All vertices of body i in the world, part by part."""
    kind = bodies["type"][i]
    scale = bodies["radius"][i] / model["bounding_radius"][kind]
    points = []
    for k in range(model["first_part"][kind], model["first_part"][kind + 1]):
        part = {name: values[k] for name, values in model["parts"].items()}
        if part["polyhedron"] < 0:
            continue
        in_body = part["size"] * model["polyhedra"][part["polyhedron"]][0] @ part["R"].reshape(3, 3).T + part["p"]
        points.extend(bodies["x"][i] + rotated(bodies["q"][i], scale * v) for v in in_body)
    return np.array(points).reshape(-1, 3)


def read_frame(path, model):
    with h5py.File(path) as f:
        check(f.attrs["format"] == b"scree frame", f"{path}: format")
        n = int(f.attrs["n"])
        bodies = {name: data[()] for name, data in f["bodies"].items()}
        units = {name: data.attrs["unit"].decode() for name, data in f["bodies"].items()}
        walls = {name: data[()] for name, data in f["walls"].items()}
        contacts = {name: data[()] for name, data in f["contacts"].items()} if "contacts" in f else None
        joints = {name: data[()] for name, data in f["joints"].items()} if "joints" in f else None
        time, step = float(f.attrs["time"]), int(f.attrs["step"])
        check(texts(f["type_names"]) == model["types"], f"{path}: names of types")

    check(all(len(a) == n for a in bodies.values()), f"{path}: {n} rows in every field")
    check(bodies["x"].shape == (n, 3) and bodies["q"].shape == (n, 4), f"{path}: shapes of x and q")
    check(bodies["x"].dtype == np.float64 and units["x"] == "m" and units["v"] == "m/s", f"{path}: units")
    check(np.all(np.diff(bodies["id"].astype(np.int64)) > 0), f"{path}: bodies in the order of ids")
    for name, values in bodies.items():
        check(np.all(np.isfinite(values)), f"{path}: {name} is finite")
    check(np.all(bodies["radius"] > 0) and np.all(bodies["mass"] > 0), f"{path}: radius and mass are positive")
    check(np.allclose(np.linalg.norm(bodies["q"], axis=1), 1, atol=1e-5), f"{path}: q has length 1")
    check(np.all(bodies["type"] < len(model["types"])), f"{path}: types are known")
    check(len(walls["x"]) == len(model["walls"]), f"{path}: one row a wall")
    if contacts is not None:
        check_contacts(path, bodies, contacts, len(model["walls"]), joints)
    if joints is not None:
        check_joints(path, time, joints)
    return {"time": time, "step": step, "bodies": bodies, "contacts": contacts, "walls": walls, "joints": joints}


def check_joints(path, time, joints):
    n = len(joints["mode"])
    check(all(len(a) == n for a in joints.values()), f"{path}: {n} rows in every field of joints")
    intact = joints["mode"] == 0
    check(np.all(joints["id_a"] < joints["id_b"]), f"{path}: ids of joints")
    check(np.all((joints["broken_at"] < 0) == intact), f"{path}: broken joints have a time")
    check(np.all(joints["broken_at"] <= time * (1 + 1e-12) + 1e-12), f"{path}: no joint breaks in the future")
    check(np.all(joints["tension"][intact] >= joints["normal_stress"][intact] * (1 - 1e-9) - 1e-6),
          f"{path}: the largest tension is not below the mean")
    check(np.all(joints["shear"][~intact] == 0), f"{path}: broken joints have no stress")


def polygon_areas(data, to_numpy):
    points = to_numpy(data.GetPoints().GetData())
    areas = []
    for k in range(data.GetNumberOfPolys()):
        ids = data.GetCell(k).GetPointIds()
        x = points[[ids.GetId(i) for i in range(ids.GetNumberOfIds())]]
        areas.append(np.linalg.norm(sum(np.cross(x[i] - x[0], x[i + 1] - x[0]) for i in range(1, len(x) - 1))) / 2)
    return np.array(areas)


def check_vtk_joints(path, data, joints, to_numpy):
    there = joints["mode"] != 3
    check(data.GetNumberOfPolys() == np.count_nonzero(there), f"{path}: one polygon a joint")
    cells = data.GetCellData()
    check(np.array_equal(to_numpy(cells.GetArray("mode")), joints["mode"][there]), f"{path}: modes of joints")
    for name in ("tension", "shear", "normal_stress"):
        check(np.allclose(to_numpy(cells.GetArray(name)), joints[name][there], rtol=1e-6), f"{path}: {name}")
    check(np.allclose(polygon_areas(data, to_numpy), joints["area"][there], rtol=1e-9), f"{path}: areas of joints")


def check_contacts(path, bodies, contacts, n_walls, joints):
    ids, id_a, id_b = bodies["id"], contacts["id_a"], contacts["id_b"]
    with_wall = (id_b & WALL_BIT) != 0
    check(np.all(np.isin(id_a, ids)), f"{path}: id_a are bodies")
    check(np.all(np.isin(id_b[~with_wall], ids)), f"{path}: id_b are bodies")
    check(np.all((id_b[with_wall] & ~WALL_BIT) < n_walls), f"{path}: id_b are walls")
    check(np.allclose(np.linalg.norm(contacts["n"], axis=1), 1, atol=1e-5), f"{path}: n has length 1")
    check(all(np.all(contacts[name] <= 3) for name in ("feature_a", "feature_b")), f"{path}: features are 0 to 3")
    low = np.minimum(contacts["feature_a"], contacts["feature_b"]).astype(int)
    high = np.maximum(contacts["feature_a"], contacts["feature_b"]).astype(int)
    types = np.where(high > 2, 0, np.where(low == 0, 1 + high, np.where(low == 1, 3 + high, 6)))
    check(np.all(contacts["type"] == types), f"{path}: types follow from the features")
    # What a body touches, counted again from the list.
    touching = contacts["gap"] <= 0
    ends = np.concatenate([id_a[touching], id_b[touching & ~with_wall]])
    again = np.bincount(np.searchsorted(ids, ends), minlength=len(ids))
    check(np.array_equal(again, bodies["coordination"]), f"{path}: coordination numbers")
    # The contacts' forces on a body add up to its force.
    total = np.zeros((len(ids), 3))
    np.add.at(total, np.searchsorted(ids, id_a), contacts["f"])
    np.add.at(total, np.searchsorted(ids, id_b[~with_wall]), -contacts["f"][~with_wall])
    free = bodies["owner"] < 0
    if joints is not None:  # they have forces, too
        free &= ~np.isin(ids, np.concatenate([joints["id_a"], joints["id_b"]]))
    scale = max(np.abs(contacts["f"]).max(initial=0), 1e-300)
    check(np.allclose(total[free], bodies["f"][free], atol=1e-6 * scale), f"{path}: forces add up")


def read_checkpoint(path):
    with h5py.File(path) as f:
        check(f.attrs["format"] == b"scree checkpoint", f"{path}: format")
        n, n_contacts = int(f.attrs["n"]), len(f["contacts/a"])
        check(all(len(f["bodies"][name]) == n for name in f["bodies"]), f"{path}: {n} rows in every field")
        # Fields that no law or shape of the scene needs are empty.
        check(all(len(f["contacts"][name]) in (0, n_contacts) for name in f["contacts"]), f"{path}: contacts")
        check(len(f["contacts/gap"]) == n_contacts, f"{path}: gaps of contacts")
        energies = dict(f["ledger"].attrs)
        check(all(np.isfinite(e) for e in energies.values()), f"{path}: ledger")
        print(f"checkpoint {path.name}: t = {f.attrs['time']:.6g} s, step {f.attrs['step']}, {n} bodies, "
              f"{n_contacts} contacts, {len(f['pairs/a'])} pairs")


def read_telemetry(path):
    with open(path, newline="") as f:
        names = next(csv.reader(f))
        rows = np.genfromtxt(f, delimiter=",", ndmin=2)
    check(rows.size == 0 or np.all(np.diff(rows[:, 0]) > 0), f"{path}: steps grow")
    measured = [name.endswith(("[m]", "[deg]")) for name in names]  # nan where there is nothing to measure
    check(rows.size == 0 or np.all(np.isfinite(rows) | measured), f"{path}: numbers are finite")
    print(f"telemetry: {len(rows)} rows of {rows.shape[1] if rows.size else 0} columns")


def superellipsoid_of(model, bodies, i):
    """Which of the superellipsoids body i is, or -1."""
    return model["parts"]["superellipsoid"][model["first_part"][bodies["type"][i]]]


def inside_outside(model, bodies, i, points):
    """1 for points of the world on the surface of body i, a superellipsoid; less inside."""
    k = superellipsoid_of(model, bodies, i)
    r, (eps1, eps2) = model["superellipsoids"]["semi_axes"][k], model["superellipsoids"]["squareness"][k]
    back = bodies["q"][i] * [1, -1, -1, -1]
    x, y, z = np.abs(rotated(back, (points - bodies["x"][i]) / bodies["radius"][i]) / r).T
    return (x ** (2 / eps1) + y ** (2 / eps1)) ** (eps1 / eps2) + z ** (2 / eps2)


def check_shapes(path, data, bodies, model):
    """Every face has the id of its body, and its points are where model.h5 and the frame say."""
    from vtkmodules.util.numpy_support import vtk_to_numpy
    ids = vtk_to_numpy(data.GetCellData().GetArray("id"))
    check(np.all(np.isin(ids, bodies["id"])), f"{path}: faces belong to bodies")
    points = vtk_to_numpy(data.GetPoints().GetData()) if len(ids) else np.zeros((0, 3))
    if model["dimension"] == 2:
        check(np.all(points[:, 2] == 0), f"{path}: flat")
        return
    corners, offsets = (vtk_to_numpy(a) for a in (data.GetPolys().GetConnectivityArray(), data.GetPolys().GetOffsetsArray()))
    owner = np.zeros(len(points), dtype=int)
    owner[corners] = np.repeat(np.searchsorted(bodies["id"], ids), np.diff(offsets))
    smooth = np.zeros(len(points), dtype=bool)
    for i in range(len(bodies["id"])):
        if superellipsoid_of(model, bodies, i) < 0:
            continue
        smooth |= owner == i
        check(np.any(owner == i) and np.allclose(inside_outside(model, bodies, i, points[owner == i]), 1, atol=1e-3),
              f"{path}: points lie on the superellipsoid {bodies['id'][i]}")
    points = points[~smooth]
    ours = [vertices_of(model, bodies, i) for i in range(len(bodies["id"]))]
    ours = np.concatenate(ours) if ours else np.zeros((0, 3))
    size = bodies["radius"].max(initial=0)
    check(ours.shape == points.shape and np.allclose(ours, points, rtol=0, atol=1e-5 * size), f"{path}: vertices")


def read_vtk(folder, frames, model):
    try:
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
    except ImportError:
        print("VTK: skipped, no python3-vtk9 or python3-paraview here")
        return
    by_time = {frame["time"]: frame for frame in frames}
    for name in ("bodies", "shapes", "contacts", "walls", "joints"):
        shapes = model["polyhedra"] or len(model["superellipsoids"]["semi_axes"]) or model["dimension"] == 2
        if name == "shapes" and not shapes:
            check(not (folder / "shapes.pvd").exists(), "shapes.pvd: there are only balls")
            continue
        if name == "joints" and all(frame["joints"] is None for frame in frames):
            check(not (folder / "joints.pvd").exists(), "joints.pvd: there are no joints")
            continue
        collection = ET.parse(folder / f"{name}.pvd").findall("Collection/DataSet")
        times = [float(entry.get("timestep")) for entry in collection]
        check(times == sorted(times) and len(set(times)) == len(times), f"{name}.pvd: times grow")
        n_points = 0
        for time, entry in zip(times, collection):
            path = folder / entry.get("file")
            ET.parse(path)  # well-formed
            reader = vtkXMLPolyDataReader()
            reader.SetFileName(str(path))
            reader.Update()
            check(reader.GetErrorCode() == 0, f"{path}: VTK reads it")
            data = reader.GetOutput()
            n_points += data.GetNumberOfPoints()
            check(data.GetFieldData().GetArray("TimeValue").GetValue(0) == time, f"{path}: TimeValue")
            if name == "bodies" and time in by_time:
                bodies = by_time[time]["bodies"]
                points = data.GetPointData()
                check(data.GetNumberOfVerts() == len(bodies["id"]), f"{path}: one vertex a body")
                check(np.array_equal(vtk_to_numpy(data.GetPoints().GetData()), bodies["x"]), f"{path}: positions")
                for ours, theirs in (("id", "id"), ("radius", "radius"), ("velocity", "v"), ("force", "f"),
                                     ("coordination", "coordination")):
                    same = np.allclose(vtk_to_numpy(points.GetArray(ours)), bodies[theirs], rtol=1e-6, atol=1e-30)
                    check(same, f"{path}: {ours}")
            if name == "shapes" and time in by_time:
                check_shapes(path, data, by_time[time]["bodies"], model)
            if name == "joints" and time in by_time:
                check_vtk_joints(path, data, by_time[time]["joints"], vtk_to_numpy)
            if name == "contacts" and time in by_time and by_time[time]["contacts"] is not None:
                contacts = by_time[time]["contacts"]
                check(data.GetNumberOfLines() == len(contacts["gap"]), f"{path}: one line a contact")
                pressing = -np.einsum("ij,ij->i", contacts["f"], contacts["n"])
                same = np.allclose(vtk_to_numpy(data.GetCellData().GetArray("normal_force")), pressing, rtol=1e-5,
                                   atol=1e-6 * np.abs(pressing).max(initial=0))
                check(same or len(pressing) == 0, f"{path}: normal_force")
        print(f"VTK: {name}.pvd: {len(times)} times, {n_points} points")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    run = Path(sys.argv[1])
    model = read_model(run / "model.h5")
    frames = [read_frame(path, model) for path in sorted((run / "frames").glob("*.h5"))]
    check(len(frames) > 0, "no frames")
    for frame in frames[:1] + frames[-1:]:
        n_contacts = "no" if frame["contacts"] is None else len(frame["contacts"]["gap"])
        print(f"frame at t = {frame['time']:.6g} s: {len(frame['bodies']['id'])} bodies, {n_contacts} contacts")
    for path in sorted((run / "checkpoints").glob("step_*.h5")):
        read_checkpoint(path)
    if (run / "telemetry.csv").exists():
        read_telemetry(run / "telemetry.csv")
    if (run / "vtk").exists():
        read_vtk(run / "vtk", frames, model)
    print(f"{len(problems)} problems" if problems else "all as it should be")
    sys.exit(1 if problems else 0)


main()
