"""Paper C, Wang et al. 2015: shrunken edges. Only the opening pages were at hand; what goes beyond them is a reconstruction."""
import itertools
import json
import pathlib
import sys

import numpy as np

import pictures
import plots
from experiment import Check, Experiment, Parameter, Result, Table, covered_by, read_csv


# ----------------------------------------------------------------------------------------------------------------- C-F1

def sketches(ctx):
    folder = ctx.command("shrunken", ["bench", "shrunken", "--csv", "shrunken.json"])
    return json.loads((folder / "shrunken.json").read_text())


def block_of(loops):
    """Points and faces of a block given by the corners of its faces."""
    points, faces = [], []
    for loop in loops:
        face = []
        for corner in loop:
            if corner not in points:
                points.append(corner)
            face.append(points.index(corner))
        faces.append(np.array(face))
    return np.array(points), faces


def on_faces(point, block, tolerance):
    """How many faces of a block the point lies on; it must not be outside of any."""
    points, faces = block
    count = 0
    for face in faces:
        a, b, c = points[face[:3]]
        n = np.cross(b - a, c - b)
        height = (point - a) @ n / np.linalg.norm(n)
        if height > tolerance:
            return 0
        count += height > -tolerance
    return count


def ambiguous(first, second, tolerance):
    """Vertices of the first block that lie on more than one face of the second: which face do they touch?"""
    return sum(on_faces(v, second, tolerance) > 1 for v in first[0])


def coincident_blocks(ctx):
    data = sketches(ctx)["stack"]
    blocks = [block_of(loops) for loops in data["blocks"]]
    pairs = list(itertools.combinations(range(len(blocks)), 2))
    doubtful = {p: ambiguous(blocks[p[0]], blocks[p[1]], 1e-6) for p in pairs}
    shared = {p: sum(any(np.linalg.norm(v - w) < 1e-6 for w in blocks[p[1]][0]) for v in blocks[p[0]][0]) for p in pairs}
    kind_of = {(c["a"], c["b"]): c["type"].replace("_", "-") for c in data["contacts"]}
    names = {4: "a face", 2: "an edge", 1: "a vertex"}
    table = []
    for n, what in names.items():
        these = [p for p in pairs if shared[p] == n]
        types = sorted({kind_of.get(p, "none") for p in these})
        table.append([what, len(these), sum(doubtful[p] > 0 for p in these), sum(p in kind_of for p in these), ", ".join(types)])
    rows = [dict(a=p[0], b=p[1], share=names.get(shared[p], ""), ambiguous_vertices=doubtful[p], shrunken=kind_of.get(p, "none")) for p in pairs]
    draw_blocks(ctx, blocks)
    faces_only = all(t == "face-face" for t in kind_of.values())
    return Result(
        checks=[Check("a test of vertices is ambiguous for every pair that shares a vertex", all(doubtful[p] > 0 for p in pairs if shared[p]),
                      f"{sum(v > 0 for v in doubtful.values())} of {len(pairs)} pairs"),
                Check("shrunken edges: 12 contacts, all face-face, and nothing else", len(kind_of) == 12 and faces_only,
                      f"{len(kind_of)} contacts: {', '.join(sorted(set(kind_of.values())))}"),
                Check("just those pairs that share a face", set(kind_of) == {p for p in pairs if shared[p] == 4})],
        reason="Eight cubes cut from one: where the paper's four meet in a line, these meet in a point.",
        tables=[Table("Pairs of the 2 × 2 × 2 stack", ["share", "pairs", "ambiguous by vertices", "contacts by shrunken edges", "of type"], table, ours=(2, 3, 4))],
        figures=[ctx.picture("stack.png", "The eight blocks, moved apart to be seen; the vertex they all share is red.", 0.5)],
        rows=rows, summary=f"{sum(v > 0 for v in doubtful.values())} of {len(pairs)} pairs ambiguous by vertices; by shrunken edges 12 face-face")


def draw_blocks(ctx, blocks):
    centre = np.mean([points.mean(axis=0) for points, _ in blocks], axis=0)
    things = []
    for k, (points, faces) in enumerate(blocks):
        apart = 0.12 * (points.mean(axis=0) - centre)
        if points.mean(axis=0)[0] > centre[0] and points.mean(axis=0)[1] < centre[1] and points.mean(axis=0)[2] > centre[2]:
            things.append(pictures.Mesh(points + apart, faces, tuple(pictures.COLOURS[k % 6]), 0.25))
        else:
            things.append(pictures.Mesh(points + apart, faces, tuple(pictures.COLOURS[k % 6])))
    things.append(pictures.Balls(centre[None], np.array([0.05]), np.array([[.8, .1, .1]])))
    pictures.render_meshes(things, ctx.folder / "stack.png", view=(1.2, -1.6, 1.0), size=(560, 480))


# ----------------------------------------------------------------------------------------------------------------- C-F2

def hexahedron(ctx):
    data = sketches(ctx)
    faces, moved = [np.array(f) for f in data["faces"]], [np.array(f) for f in data["shrunken"]]
    points = sum(len(m) for m in moved)
    inside = all(in_face(p, face) for face, loop in zip(faces, moved) for p in loop)
    way = [np.linalg.norm(q - p) / np.linalg.norm(face.mean(axis=0) - p) for face, loop in zip(faces, moved) for p, q in zip(face, loop)]
    corners = np.vstack(faces)
    starts = np.cumsum([0, *[len(f) for f in faces]])
    things = [pictures.Mesh(corners, [np.arange(a, b) for a, b in zip(starts, starts[1:])], (.80, .84, .88), 0.35)]
    for loop in data["drawn"]:
        loop = np.array([*loop, loop[0]])
        things.append(pictures.Line(loop, (.78, .15, .18), 4, 0.018))
    pictures.render_meshes(things, ctx.folder / "hexahedron.png", view=(0.9, -1.5, 0.9), size=(620, 520))
    part = data["part"]
    return Result(
        checks=[Check("24 shrunken points and 24 shrunken edges", points == 24 and all(len(m) == 4 for m in moved), f"{points} points"),
                Check("all of them in their faces, away from the rims", inside),
                Check(f"each vertex is moved by {100 * part:g} % of the way to the centre of its face", max(abs(w - part) for w in way) < 1e-6,
                      f"{100 * min(way):.4f} to {100 * max(way):.4f} %")],
        reason="Points and edges are those that the contact detection uses.", figures=[ctx.picture("hexahedron.png",
               "A hexahedron with its shrunken points and edges (red), drawn with ten times the shrinkage, 10 %.", 0.6)],
        rows=[dict(face=k, corner=i, x=p[0], y=p[1], z=p[2]) for k, loop in enumerate(data["shrunken"]) for i, p in enumerate(loop)],
        parameters=[Parameter("shrinkage", f"{100 * part:g} %"), Parameter("hexahedron", "a frustum with a leaning top", "ours")],
        summary=f"{points} points, {points} edges")


def in_face(p, face):
    n = np.cross(face[1] - face[0], face[2] - face[1])
    n /= np.linalg.norm(n)
    if abs((p - face[0]) @ n) > 1e-6:
        return False
    return all(np.cross(b - a, p - a) @ n > 1e-4 for a, b in zip(face, np.roll(face, -1, axis=0)))


# -------------------------------------------------------------------------------------------------------------- C-later

EXAMPLES = [("E1FaceOnFace", "face on face"), ("E2EdgeOnFace", "edge on face"), ("E3VertexOnFace", "vertex on face"), ("E4CrossedEdges", "crossed edges"),
            ("E5VertexOnEdge", "vertex on edge"), ("E6VertexOnVertex", "vertex on vertex"), ("E7CrossedBars", "crossed bars"),
            ("E8StacksHaveOneContactAnInterface", "stacks of cubes"), ("E9RunningBond", "running bond"), ("E10KuhnTetrahedra", "cubes cut into tetrahedra")]


def six_types(ctx):
    file = ctx.source / "tests/oracle/poly3_types.txt.gz"
    folder = ctx.command("types", ["pairs", file, "--algorithm", "shrunken_edge", "--csv", "types.csv"], inputs=[file])
    rows = read_csv(folder / "types.csv")
    kinds = {}
    for row in rows:
        name = row["set"].replace("_rot", "")
        name = {"edge_vertex": "vertex_edge", "face_vertex": "vertex_face", "face_edge": "edge_face"}.get(name, name).replace("_", "-")
        verdict = row["verdict"].split()[0]
        kinds.setdefault(name, []).append(verdict)
    table = [[name, len(v), v.count("right"), v.count("none"), len(v) - v.count("right") - v.count("none")] for name, v in kinds.items()]
    wrong = sum(r[4] for r in table)
    result = covered_by(*[(f"ShrunkenEdge.{name}", f"E{k}: {what}") for k, (name, what) in enumerate(EXAMPLES, 1)])
    result.checks += [Check("pairs with a label: none has another type", wrong == 0, f"{wrong} of {len(rows)}"),
                      Check("all six types occur", len(kinds) == 6, ", ".join(kinds))]
    result.tables.insert(0, Table("Pairs built to have a type", ["type", "pairs", "right", "none: not deeper than the lag", "wrong"], table, ours=(2, 3, 4)))
    result.reason = "Sections 2.2 onwards and the examples of the paper were not at hand. The rules are ours: a reconstruction, not the published algorithm."
    result.rows = [dict(type=r[0], pairs=r[1], right=r[2], none=r[3], wrong=r[4]) for r in table]
    result.summary = f"{sum(r[2] for r in table)} of {len(rows)} types right, {sum(r[3] for r in table)} too shallow to be felt, {wrong} wrong"
    return result


# ------------------------------------------------------------------------------------------- the figure of the documents

def documents_figure(json_file, path):
    """Four blocks at one place, seen along the edge they share, and the hexahedron of `scree bench shrunken`."""
    data = json.loads(pathlib.Path(json_file).read_text())
    figure, (left, right) = plots.subplots(1, 2, size=(8, 3.6))
    for i, j in itertools.product((0, 1), repeat=2):
        square = np.array([(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)], float)
        left.fill(*square.T, facecolor="#e8eaec", edgecolor="#666a6e", linewidth=1)
        for a, b in zip(square, np.roll(square, -1, axis=0)):
            middle, inwards = (a + b) / 2, 0.04 * (square.mean(axis=0) - (a + b) / 2)
            for end in (a, b):
                left.plot(*(end + data["drawn_part"] * (middle - end) + inwards), "o", color=plots.OURS[4], markersize=4)
        left.text(*square.mean(axis=0), f"{2 * i + j + 1}", ha="center", va="center", fontsize=12)
    left.plot(1, 1, "o", color=plots.INK, markersize=6)
    left.set_title("four blocks at one place")
    view = np.array([(0.87, -0.45, 0), (0.5, 0.25, 1)])  # isometric: x to the right and down, y to the right and up
    for face, loop in zip(data["faces"], data["drawn"]):
        right.plot(*(view @ np.array([*face, face[0]]).T), color="#666a6e", linewidth=1)
        right.plot(*(view @ np.array([*loop, loop[0]]).T), "o-", color=plots.OURS[4], linewidth=1, markersize=3)
    right.set_title("24 shrunken points, 24 shrunken edges")
    for ax in (left, right):
        plots.bare(ax)
    plots.save(figure, pathlib.Path(path))


EXPERIMENTS = [
    Experiment(
        id="C-F1", kind="I", where="Fig. 1", title="Blocks whose vertices coincide",
        paper_did="Four blocks meet with their vertices at one place: whether a vertex touches a vertex, an edge or a face is ambiguous.",
        we_did="A stack of 2 × 2 × 2 cubes that meet in one point. Vertices are tested against faces here in the script; contacts are found by the program.",
        paper_found="vertex to vertex is ambiguous", parameters=[Parameter("shrinkage, tolerance", "1 %, 0.5 of the inset", "ours", "the paper: tolerance below the shrinkage")],
        seconds=(4, 4, 4), run=coincident_blocks),
    Experiment(
        id="C-F2", kind="I", where="Fig. 2", title="Shrunken points and edges of a hexahedron",
        paper_did="Every vertex is moved into each of its faces by a shrinkage of 1 %; 24 points and 24 edges.", we_did="The same of a hexahedron without equal faces.",
        paper_found="24 points, 24 edges", seconds=(4, 4, 4), run=hexahedron),
    Experiment(
        id="C-later", kind="P", where="Secs. 2.2 onwards", title="Six types of contact from three relations",
        paper_did="Tells six types of contact apart by three relations of shrunken edges; the sections with the rules were not available.",
        we_did="Rules of our own on the paper's shrunken edges: ten examples as tests, and 76 pairs built to have a type.",
        paper_found="not available", seconds=(2, 2, 2), run=six_types),
]

if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("shrunken_edge.py shrunken.json figure.svg: the figure of docs/shrunken-edges.md; scree bench shrunken --csv shrunken.json makes the first")
    documents_figure(sys.argv[1], sys.argv[2])
