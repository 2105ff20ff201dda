"""Paper A, Nezami et al. 2006: the shortest link method. The flow and the bucket are in flow.py."""
import gzip
import json
import math

import h5py
import numpy as np

import flow
import pictures
import plots
from experiment import Check, Experiment, Parameter, Result, Table, covered_by, read_csv
from flow import CONVENTIONAL, FAST, LABELS, LINK

# ---------------------------------------------------------------------------------------------------------- A-F1: planes

def polygon_shapes(path):
    shapes, name = {}, None
    for line in gzip.open(path, "rt"):
        words = line.split()
        if words and words[0] == "shape":
            name = words[1]
            shapes[name] = []
        elif words and words[0] == "v":
            shapes[name].append([float(w) for w in words[1:3]])
    return {name: np.array(vertices) for name, vertices in shapes.items()}


def placed_polygon(vertices, pose):
    w, z, x, y = pose
    angle = 2 * math.atan2(z, w)
    c, s = math.cos(angle), math.sin(angle)
    return vertices @ np.array([[c, s], [-s, c]]) + (x, y)


def common_planes(ctx):
    """One pair of pentagons that are apart and one that overlap, out of the file with exact answers."""
    file = ctx.source / "tests/oracle/poly2_pairs.txt.gz"
    folder = ctx.command("planes", ["pairs", file, "--only", "pent", "--csv", "planes.csv"], inputs=[file])
    answers = {row["id"]: row for row in read_csv(folder / "planes.csv")}
    shapes = polygon_shapes(ctx.source / "tests/oracle/poly2_shapes.txt.gz")
    pairs = [line.split() for line in gzip.open(file, "rt") if line[0] != "#"]
    # The widest gap and the deepest overlap of the set: what is drawn can be seen.
    chosen = []
    for kind, best in (("P", min), ("S", max)):
        chosen.append(best((p for p in pairs if p[1] == "pent" and p[2] == kind and p[0] in answers),
                           key=lambda p: float(answers[p[0]]["gap"])))
    figure, axes = plots.subplots(1, 2, size=(7.4, 3.6))
    rows, checks = [], []
    for ax, pair, word in zip(axes, chosen, ("overlapping", "apart")):
        numbers = [float(x) for x in pair[5:13]]
        a, b = placed_polygon(shapes[pair[3]], numbers[:4]), placed_polygon(shapes[pair[4]], numbers[4:])
        answer = answers[pair[0]]
        n = np.array([float(answer["nx"]), float(answer["ny"])])
        ends = np.array([[float(answer["pax"]), float(answer["pay"])], [float(answer["pbx"]), float(answer["pby"])]])
        d_a, d_b = ((a - ends.mean(axis=0)) @ n).max(), ((b - ends.mean(axis=0)) @ n).min()
        cut = d_a > 0 > d_b
        rows.append(dict(pair=word, id=pair[0], gap=float(answer["gap"]), d_A=d_a, d_B=d_b))
        checks.append(Check(f"{word}: {'both bodies cut' if word == 'overlapping' else 'neither body cuts'} the common plane",
                            cut if word == "overlapping" else d_a < 0 < d_b, f"d_A = {d_a:.4f}, d_B = {d_b:.4f}"))
        checks.append(Check(f"{word}: d_A = -d_B", abs(d_a + d_b) < 1e-9, f"{abs(d_a + d_b):.1e}"))
        draw_polygons(ax, a, b, ends, [(n, ends.mean(axis=0), plots.OURS[0], "-", 2.0)], word)
    handles = [plots.plt.Line2D([], [], color=plots.OURS[0], lw=2, label="common plane"),
               plots.plt.Line2D([], [], color=plots.OURS[4], marker="o", ms=3, label="link")]
    plots.legend_below(figure, handles, 2)
    return Result(checks=checks, rows=rows, summary=f"d_A {rows[0]['d_A']:+.3f} and {rows[1]['d_A']:+.3f}, d_B the opposite",
                  tables=[Table("Distances to the common plane", ["pair", "gap", "d_A", "d_B"],
                                [[r["pair"], r["gap"], r["d_A"], r["d_B"]] for r in rows], ours=(1, 2, 3))],
                  figures=[ctx.figure(figure, "planes", "Two pentagons of tests/oracle with the plane and the link that scree finds.")],
                  reason="Signs as in the paper; d is positive on the side of B.")


def draw_polygons(axes, a, b, ends, planes, title):
    for polygon, colour in ((a, plots.OURS[2]), (b, plots.OURS[1])):
        axes.fill(*polygon.T, facecolor=colour, alpha=0.22, lw=0, zorder=1)
        axes.fill(*polygon.T, fill=False, edgecolor=plots.INK, lw=0.8, zorder=1)
    low, high = np.vstack((a, b)).min(axis=0), np.vstack((a, b)).max(axis=0)
    half, centre = 0.54 * (high - low).max(), (low + high) / 2
    for n, point, colour, style, width in planes:
        foot = ends.mean(axis=0) + n * (n @ (point - ends.mean(axis=0)))
        along = 0.6 * half * np.array([-n[1], n[0]])
        axes.plot(*np.array([foot - along, foot + along]).T, style, color=colour, lw=width, zorder=2)
    axes.plot(*ends.T, "o-", color=plots.OURS[4], ms=3, lw=1.4, zorder=3)
    axes.set_xlim(centre[0] - half, centre[0] + half)
    axes.set_ylim(centre[1] - half, centre[1] + half)
    plots.bare(axes)
    axes.set_title(title, fontsize=9, fontweight="normal")


# ------------------------------------------------------------------------------------------------- A-F6 ... A-F11: walks

def walks_of(ctx):
    folder = ctx.command("walks", ["bench", "walks", "--n", ctx.pick(2000, 10000, 10000), "--csv", "walks.json"])
    return json.loads((folder / "walks.json").read_text())


def body_mesh(faces, colour, opacity):
    points = np.array([corner for face in faces for corner in face])
    starts = np.cumsum([0, *[len(f) for f in faces]])
    return pictures.Mesh(points, [np.arange(a, b) for a, b in zip(starts, starts[1:])], colour, opacity)


def falling(values):
    return all(b < a for a, b in zip(values, values[1:]))


def walk(ctx):
    data = walks_of(ctx)
    one, two = data["walk"], data["alternation"]
    blue, sand, red = pictures.COLOURS[0], pictures.COLOURS[1], (.75, .16, .2)
    points, target = np.array(one["points"]), np.array(one["target"])
    pictures.render_meshes([body_mesh(one["body"], blue, 0.35), pictures.Line(points, red, 5, 0.022),
                            pictures.Line(np.array([points[-1], target]), (.2, .2, .2), 2.5, 0.03)],
                           ctx.folder / "walk.png", view=(-0.7, -1.6, 0.9), size=(620, 520))
    way = two["special"]
    p, q = np.array(way["p"]), np.array(way["q"])
    things = [body_mesh(two["a"], blue, 0.35), body_mesh(two["b"], sand, 0.35)]
    for k, (start, end) in enumerate(zip(p, q)):
        last = k == len(p) - 1
        things.append(pictures.Line(np.array([start, end]), red if last else (.35, .35, .4), 5 if last else 2.5, 0.025))
    pictures.render_meshes(things, ctx.folder / "alternation.png", view=(0.5, -1.8, 0.7), size=(620, 520))
    figure, axes = plots.subplots(1, 1, size=(7.4, 2.9))
    axes.plot(one["distances"], "o-", label="A-F6: distance of P to the point", color=plots.OURS[0])
    axes.plot(way["lengths"], "s-", label="A-F7: length of the link", color=plots.OURS[1])
    axes.set_xlabel("step of the walk, iteration")
    axes.set_ylabel("length")
    axes.legend()
    rows = [dict(what="walk", step=k, x=x[0], y=x[1], z=x[2], length=d) for k, (x, d) in
            enumerate(zip(one["points"], one["distances"]))]
    rows += [dict(what="alternation", step=k, x=x[0], y=x[1], z=x[2], length=d) for k, (x, d) in
             enumerate(zip(way["p"], way["lengths"]))]
    moving = way["lengths"][:-1] if way["converged"] else way["lengths"]  # the last iteration confirms
    return Result(
        checks=[Check("the distance falls with every step of the walk", falling(one["distances"]) and len(points) > 2,
                      f"{len(points) - 1} steps, {one['distances'][0]:.3f} to {one['distances'][-1]:.3f}"),
                Check("the walk ends at the nearest point", one["nearest"]),
                Check("the length of the link falls with every iteration but the last, which confirms it",
                      falling(moving) and way["converged"], f"{way['iterations']} iterations, {moving[0]:.3f} to {moving[-1]:.3f}")],
        reason="Drawn from the points that the program goes through.", rows=rows,
        summary=f"{len(points) - 1} steps; {way['iterations']} iterations",
        figures=[ctx.picture("walk.png", "A-F6: on a body of 14 vertices to the point nearest to a point outside: "
                                         "the way over its vertices, edges and faces (red).", 0.5),
                 ctx.picture("alternation.png", "A-F7: the links of the alternating iteration, from the two vertices farthest from each "
                                                "other to the shortest link (red).", 0.5),
                 ctx.figure(figure, "lengths", "Distances along the walk, and lengths of the links.")])


def histogram_mean(rows, open_pairs, limit):
    total = sum(c for _, c in rows) + open_pairs
    return (sum(n * c for n, c in rows) + limit * open_pairs) / total, total


def special_cases(ctx):
    data = walks_of(ctx)
    case_names = {"inclined faces": "A-F10", "crossing edges": "A-F8, F9", "edge over face": "A-F11"}
    table, rows, figures, checks = [], [], [], []
    figure, axes = plots.subplots(1, 3, size=(7.4, 2.9), sharey=True)
    for ax, case in zip(axes, data["cases"]):
        plain, special = case["plain"], case["special"]
        table.append([case["name"], plain["iterations"], special["iterations"], special["lengths"][-1]])
        rows.append(dict(case=case["name"], plain=plain["iterations"], special=special["iterations"], length=special["lengths"][-1]))
        end = special["lengths"][-1]
        checks.append(Check(f"{case['name']}: fewer iterations with the special case, and the same link",
                            special["iterations"] < plain["iterations"] and special["converged"]
                            and abs(plain["lengths"][-1] - end) < 1e-3 * end,
                            f"{special['iterations']} and {plain['iterations']}"))
        for way, colour, label in ((plain, plots.PAPER, "walks alone"), (special, plots.OURS[0], "with special case")):
            excess = np.maximum(np.array(way["lengths"]) / end - 1, 1e-12)
            ax.loglog(np.arange(len(excess)) + 1, excess, "-", marker="o" if len(excess) < 20 else "", color=colour, label=label)
        ax.set_title(case["name"], fontsize=9.5)
        ax.set_xlabel("iteration + 1")
        name = case["name"].replace(" ", "_") + ".png"
        red = (.75, .16, .2)
        lines = [pictures.Line(np.array([special["p"][k], special["q"][k]]), colour, 5, 0.045)
                 for k, colour in ((0, (.3, .3, .35)), (-1, red))]
        pictures.render_meshes([body_mesh(case["a"], pictures.COLOURS[0], 0.45), body_mesh(case["b"], pictures.COLOURS[1], 0.45), *lines],
                               ctx.folder / name, view=(0.35, -2.0, 0.45), size=(520, 300))
        figures.append(ctx.picture(name, f"{case_names[case['name']]}: {case['name']}; the link at the start (grey) and the shortest (red).", 1 / 3))
    axes[0].set_ylabel("length over shortest - 1")
    axes[0].legend(fontsize=8)
    figures.append(ctx.figure(figure, "convergence", "How fast the link gets short, walks alone and with the special case of the paper."))
    random = data["random"]
    means = {k: histogram_mean(random[k]["iterations"], random[k]["open"], random["limit"]) for k in ("plain", "special")}
    table.append([f"{random['pairs']} random pairs, mean", round(means["plain"][0], 2), round(means["special"][0], 2), ""])
    rows.append(dict(case="random pairs, mean", plain=means["plain"][0], special=means["special"][0], length=""))
    checks += [
        Check("random pairs: all links with the special cases are the shortest", random["special"]["wrong"] + random["special"]["open"] == 0,
              f"{random['special']['wrong']} wrong, {random['special']['open']} without an end"),
        Check("random pairs: on average less than half of the iterations", means["special"][0] < means["plain"][0] / 2,
              f"{means['special'][0]:.2f} and {means['plain'][0]:.1f}; {random['plain']['open']} without an end after "
              f"{random['limit']} iterations with walks alone")]
    return Result(checks=checks, rows=rows, figures=figures,
                  tables=[Table("Iterations until the points stay, the last one confirming", ["pair", "walks alone", "with special cases",
                                "shortest link"], table, ours=(1, 2))],
                  reason="Walks alone creep where features are nearly parallel; the special cases jump to the end.",
                  summary=f"{means['special'][0]:.1f} iterations on average with the special cases, {means['plain'][0]:.1f} without")


# ---------------------------------------------------------------------------------------------------------------- A-F13

F13_LINK = [5.7, 9.6, 16.4, 5.0, 11.3, 11.8, 15.9, 9.8, 10.5]
F13_FAST = [2.3, 3.1, 4.6, 2.6, 3.3, 3.0, 3.6, 1.3, 3.7]
LINES = {CONVENTIONAL: ("#b0b6bd", "-", 5.0), FAST: (plots.OURS[1], "-", 2.4), LINK: (plots.OURS[0], "--", 1.2)}
K_MIN = 0.01  # degrees, the finest turn of the conventional search


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def corners(text):
    return np.array([float(x) for x in text.split()]).reshape(-1, 2)


def draw_nine_pairs(rows):
    pairs = {}
    for row in rows:
        pairs.setdefault(row["pair"], {})[row["method"]] = row
    figure, axes = plots.subplots(3, 3, size=(7.4, 8.2))
    for ax, (name, methods) in zip(axes.flat, pairs.items()):
        link = methods[LINK]
        ends = np.array([[float(link[p + x]) for x in "xy"] for p in ("pa", "pb")])
        planes = []
        for method, line in LINES.items():
            row = methods[method]
            middle = np.array([float(row["pa" + x]) + float(row["pb" + x]) for x in "xy"]) / 2
            planes.append((np.array([float(row["nx"]), float(row["ny"])]), middle, *line))
        draw_polygons(ax, corners(link["corners_a"]), corners(link["corners_b"]), ends, planes, name)
    handles = [plots.plt.Line2D([], [], color=c, ls=s, lw=w, label=LABELS[m]) for m, (c, s, w) in LINES.items()]
    handles.append(plots.plt.Line2D([], [], color=plots.OURS[4], marker="o", ms=3, lw=1.4, label="the shortest link itself"))
    plots.legend_below(figure, handles, 2)
    return figure, pairs


def bench_figure13(csv_file, picture):
    figure, _ = draw_nine_pairs(read_csv(csv_file))
    plots.save(figure, picture)


def nine_pairs(ctx):
    folder = ctx.command("figure13", ["bench", "figure13", "--csv", "figure13.csv"])
    figure, pairs = draw_nine_pairs(read_csv(folder / "figure13.csv"))
    table, worst = [], 0.0
    planes, times = {FAST: [], LINK: []}, {FAST: [], LINK: []}
    for k, (name, rows) in enumerate(pairs.items()):
        slow = rows[CONVENTIONAL]
        angle = {m: math.atan2(float(r["ny"]), float(r["nx"])) for m, r in rows.items()}
        for m in (FAST, LINK):
            times[m].append(float(slow["ns"]) / float(rows[m]["ns"]))
            planes[m].append(float(slow["evaluations"]) / float(rows[m]["evaluations"]))
            worst = max(worst, abs(math.degrees(math.remainder(angle[m] - angle[CONVENTIONAL], 2 * math.pi))))
        table.append([name, F13_LINK[k], round(times[LINK][-1], 1), F13_FAST[k], round(times[FAST][-1], 1),
                      int(float(slow["evaluations"])), int(float(rows[FAST]["evaluations"])), int(float(rows[LINK]["evaluations"]))])
    mean = {m: geometric_mean(times[m]) for m in times}
    paper = {LINK: geometric_mean(F13_LINK), FAST: geometric_mean(F13_FAST)}
    table.append(["geometric mean", round(paper[LINK], 1), round(mean[LINK], 1), round(paper[FAST], 1), round(mean[FAST], 1), "", "", ""])
    order = sum(link > fast > 1 for link, fast in zip(planes[LINK], planes[FAST]))
    return Result(
        checks=[
            Check(f"normals of all methods are equal within 2 k_min = {2 * K_MIN:g} degrees", worst <= 2 * K_MIN, f"{worst:.4f} degrees", "trend"),
            Check("planes tried: shortest link < fast common plane < conventional, in every pair", order == 9, f"in {order} of 9", "trend"),
            Check("both are faster than the conventional search in every pair, the shortest link the fastest in the mean",
                  min(times[LINK] + times[FAST]) > 1 and mean[LINK] > mean[FAST],
                  f"at least {min(times[LINK] + times[FAST]):.1f} times", "trend", timed=True),
            Check("geometric means within a factor of 2 of the paper's", all(0.5 <= mean[m] / paper[m] <= 2 for m in mean),
                  f"{mean[LINK]:.1f} (paper {paper[LINK]:.1f}) and {mean[FAST]:.1f} ({paper[FAST]:.1f})", timed=True),
        ],
        reason="The paper does not give its nine pairs, so speed-ups are compared as orders, not pair by pair.",
        tables=[Table("Speed-up over the conventional search, and planes tried", ["pair", "shortest link, paper", "here",
                      "fast common plane, paper", "here", "planes: common plane", "planes: fast common plane", "planes: shortest link"],
                      table, paper=(1, 3), ours=(2, 4, 5, 6, 7))],
        figures=[ctx.figure(figure, "pairs", "The nine pairs, with the plane of each method (they lie on each other) and the shortest link.")],
        rows=[dict(pair=r[0], link_paper=r[1], link_ours=r[2], fast_paper=r[3], fast_ours=r[4], planes_common=r[5],
                   planes_fast=r[6], planes_link=r[7]) for r in table],
        summary=f"shortest link {min(times[LINK]):.1f} to {max(times[LINK]):.1f}, fast common plane {min(times[FAST]):.1f} to "
                f"{max(times[FAST]):.1f} times as fast")


# ---------------------------------------------------------------------------------------------------------------- A-F14

SHAPES = {"tetrahedron": 4, "pyramid": 5, "cube": 8, "fourteen": 14}
# Volume over the cube of the circumradius; fourteen: cube of side 1 with apices 0.8 from the middle.
VOLUMES = {"tetrahedron": 8 * math.sqrt(3) / 27, "pyramid": math.sqrt(2) / 6 / 0.728869005 ** 3, "cube": 8 / 3 / math.sqrt(3),
           "fourteen": 1.6 / 0.75 ** 1.5}
SHAPE_SCENE = """schema = 1
time = { dt = 1e-5, end = 1e-5 }

[[material]]
name    = "stone"
density = 2650

[[contact]]
between = ["*", "*"]
law     = "linear"
k_n     = 1e5
restitution = 1
"""


def mesh_integrals(vertices, faces):
    """Volume, and the trace of the second moments about the centroid, by tetrahedra from the origin."""
    volume, first, second = 0.0, np.zeros(3), 0.0
    for face in faces:
        for k in range(1, len(face) - 1):
            a, b, c = vertices[face[0]], vertices[face[k]], vertices[face[k + 1]]
            v = np.dot(a, np.cross(b, c)) / 6
            s = a + b + c
            volume += v
            first += v * s / 4
            second += v / 20 * (a @ a + b @ b + c @ c + s @ s)
    return volume, second - first @ first / volume


def shapes(ctx):
    text = SHAPE_SCENE
    for k, name in enumerate(SHAPES):
        text += f'\n[[shape]]\nname = "{name}"\ntype = "polyhedron"\nmaterial = "stone"\nlibrary = "{name}"\nsize = "2 m"\n'
        text += f'\n[[body]]\nshape = "{name}"\nposition = [{3 * k}, 0, 0]\n'
    scene = ctx.folder / "shapes.toml"
    scene.write_text(text)
    run = ctx.simulate("shapes", scene)
    model = pictures.Model(run)
    with h5py.File(run / "model.h5") as f:
        volumes, gyration = f["body_types/volume"][()], f["body_types/gyration2"][()]
        radius = f["body_types/bounding_radius"][()]
    table, rows, checks, things = [], [], [], []
    for k, (name, n) in enumerate(SHAPES.items()):
        vertices, faces = model.polyhedra[k]
        edges = sum(len(f) for f in faces) // 2
        volume, trace = mesh_integrals(vertices, faces)
        ours = volumes[k] / radius[k] ** 3
        moments = np.sum(gyration[k]) / radius[k] ** 2 / 2
        table.append([name, len(vertices), edges, len(faces), ours, VOLUMES[name], moments])
        rows.append(dict(shape=name, vertices=len(vertices), edges=edges, faces=len(faces), volume=ours, closed_form=VOLUMES[name],
                         second_moment=moments))
        checks += [Check(f"{name}: {n} vertices, V - E + F = 2", len(vertices) == n and len(vertices) - edges + len(faces) == 2,
                         f"{len(vertices)} - {edges} + {len(faces)}"),
                   Check(f"{name}: volume and inertia as by closed form and by integrals over the drawn faces, to 1e-6",
                         abs(ours / VOLUMES[name] - 1) < 1e-6 and abs(volume / VOLUMES[name] - 1) < 1e-6
                         and abs(moments / (trace / volume) - 1) < 1e-6, f"{ours:.6f}")]
        turn = pictures.rotated(np.array([[.92, .12, .1, .35]]) / np.linalg.norm([.92, .12, .1, .35]), vertices[None])[0]
        things.append(pictures.Mesh(turn + (2.3 * k, 0, 0), faces, tuple(pictures.COLOURS[k])))
    pictures.render_meshes(things, ctx.folder / "shapes.png", view=(0.1, -2, 0.7), size=(1100, 330))
    return Result(checks=checks, rows=rows, summary="4, 5, 8 and 14 vertices",
                  tables=[Table("The shapes, in a ball of radius 1", ["shape", "vertices", "edges", "faces", "volume", "closed form",
                                "mean of x² + y² + z²"], table, ours=(1, 2, 3, 4, 6))],
                  figures=[ctx.picture("shapes.png", "Tetrahedron, pyramid, cube and the body of 14 vertices.")],
                  reason="The body of 14 vertices is not specified in the paper: a cube with an apex over each face, 24 triangles.")


EXPERIMENTS = [
    Experiment(
        id="A-F1", kind="I", where="Fig. 1", title="The common plane of two bodies, overlapping and apart",
        paper_did="Defines the common plane: both bodies cut it when they overlap, neither does when they are apart.",
        we_did="The pair with the deepest overlap and the pair with the widest gap of the pentagons in tests/oracle, by the shortest link.",
        paper_found="overlapping: both cut the plane; apart: neither", seconds=(2, 2, 2), run=common_planes),
    Experiment(
        id="A-F2/F3/F4/F5/F12", kind="S", where="Figs. 2 to 5, 12", title="Links, sets of closest points, minimality, uniqueness",
        paper_did="Defines links and the sets of points closest to the common plane, and proves that the plane is the perpendicular "
                  "bisector of the shortest link, and unique.",
        we_did="Each statement is a test.", seconds=(1, 1, 1),
        run=lambda ctx: covered_by(
            ("PolyhedronLink.EndsOnBothBodiesAndItsSlabIsEmpty", "Fig. 2: a link joins the bodies, and none is shorter: the slab across it is empty"),
            ("PolyhedronLink.AgreesWithTheScanOfAllFeatures", "Figs. 2, 4: its length is the least over all pairs of features"),
            ("pairs_test.test_rows_can_be_read", "Fig. 3: vertex, edge or face, by the number of points as close"),
            ("pairs_test.test_every_answer_is_right", "Figs. 3, 4: what meets, and the patch of common points, against exact answers"),
            ("PolyhedronLink.NoTiltedPlaneHasAWiderGap", "Fig. 5: the gap falls when the plane is turned by 1e-4 rad either way"),
            ("ShortestLink.OfParallelFacesHasOnePlaneFromEveryStart", "Fig. 12: parallel faces have one plane from every start"))),
    Experiment(
        id="A-F6/F7", kind="I", where="Figs. 6, 7", title="The walk to the nearest point, and the alternating iteration",
        paper_did="Sketches how the point of a body nearest to a point is found by going from feature to feature, and how two such searches "
                  "in turn find the shortest link.",
        we_did="The same on bodies of 14 vertices: every point that the program visits.",
        parameters=[Parameter("body", "14 vertices", "paper", "shape assumed, see A-F14"), Parameter("places", "chosen to be seen well", "ours")],
        seconds=(4, 5, 5), run=walk),
    Experiment(
        id="A-F8/F9/F10/F11", kind="I", where="Figs. 8 to 11", title="The three special cases",
        paper_did="Where both points lie on edges, both on faces, or one on each, the alternating iteration converges slowly; the link is then "
                  "found directly.",
        we_did="One constructed pair for each case, and random pairs of the four shapes, with and without the special cases.",
        parameters=[Parameter("inclination", "6 degrees between faces, and edge and face; 12 between edges", "ours"),
                    Parameter("random pairs", "four shapes of Fig. 14, centres 1.2 to 3.8 edges apart, no memory", "ours")],
        seconds=(4, 5, 5), run=special_cases),
    Experiment(
        id="A-F13", kind="R", where="Fig. 13", title="Nine pairs of polygons by three methods",
        paper_did="Nine pairs in the plane, without history: the common plane by the conventional search, by the fast common plane method and by "
                  "the shortest link method. All find the same plane.",
        we_did="Nine pairs of regular and stretched polygons, vertex to vertex, vertex to edge, edge to edge, large to small. Each method "
               "starts from the line of centres; only the search is timed, the best of many short runs.",
        paper_found="shortest link 5.0 to 16.4, fast common plane 1.3 to 4.6 times as fast",
        parameters=[Parameter("pairs", "nine"), Parameter("history", "none"),
                    Parameter("shapes and poses", "triangle to octagon", "ours", "not given in the paper"),
                    Parameter("k_min", f"{K_MIN} degrees", "ours", "finest turn of the conventional search; not given")],
        seconds=(5, 5, 5), run=nine_pairs),
    Experiment(
        id="A-F14", kind="I", where="Fig. 14", title="The shapes of the flow",
        paper_did="Particles with 4, 5, 8 and 14 vertices.", we_did="The shapes of the library, with volume, inertia and Euler's formula.",
        parameters=[Parameter("vertices", "4, 5, 8, 14"), Parameter("body of 14 vertices", "cube and six apices, 24 triangles", "ours")],
        seconds=(4, 4, 4), run=shapes),
    *flow.EXPERIMENTS,
    Experiment(
        id="A-FA1", kind="S", where="Appendix A, Fig. A1", title="The shortest link of two segments",
        paper_did="Lists the candidates: AC, BC, AD and CD, and the perpendiculars whose feet lie inside.",
        we_did="The fourth must be BD. Compared with the list for 100 000 pairs of segments.", seconds=(1, 1, 1),
        run=lambda ctx: covered_by(("SegmentLink.IsTheShortestOfTheListOfAppendixA", "AC, BC, AD, BD and the perpendiculars"))),
]
