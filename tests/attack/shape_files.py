"""Broken shape files and scenes that cost much to set up.

  stl, text_stl, obj, ply, text_ply, balls, table
            truncated, bytes flipped, counts that lie, lines doubled and swapped, numbers that are none, endless lines
  special   folders, pipes, devices and files without an end in the place of every file that a scene names
  costs     counts, lengths and radii that would make something large: sheer numbers, and large beside small

See tests/attack/README.md.
"""
import math
import os
import struct

from attack import Case, main, random_for

HEAD = """schema = 1
time = { end = "100 s" }
[[material]]
name = "m"
density = 2000
young = "1 MPa"
poisson = 0.3
[[contact]]
between = ["m", "m"]
law = "hertz_mindlin"
mu = 0.4
restitution = 0.5
[[wall]]
name = "floor"
type = "plane"
material = "m"
point = [0, 0, -1e5]
normal = [0, 0, 1]
"""
BALL = '[[shape]]\nname = "s"\nmaterial = "m"\nradius = "1 mm"\n'


def scene_with(kind, file, random):
    shape = '[[shape]]\nname = "s"\nmaterial = "m"\n'
    body = '[[body]]\nshape = "s"\nposition = [0, 0, 0]\n'
    unit = random.choice(["", 'unit = "mm"\n', 'unit = "km"\n'])
    if kind == "balls":
        if random.random() < 0.5:
            wall = f'[[wall]]\nname = "w"\ntype = "balls"\nmaterial = "m"\nfile = "{file}"\n'
            return HEAD + BALL + wall + body.replace("[0, 0, 0]", "[0, 0.1, 0]")
        return HEAD + shape + f'type = "cluster"\nfile = "{file}"\n' + unit + body
    if kind == "table":
        return HEAD + BALL + f'[[fill]]\nkind = "table"\nshapes = ["s"]\nfile = "{file}"\n'
    how = random.choice(["", "hull = true\n", "from"])
    if how == "from":
        return HEAD + shape + f'type = "cluster"\nfrom = {{ type = "mesh", file = "{file}", n = 5 }}\n' + body
    return HEAD + shape + f'type = "polyhedron"\nfile = "{file}"\n' + how + unit + body


# ---- good files, small


def ball_of_triangles(random):
    """A box, cut anew each time, or an ellipsoid of some triangles: points and faces."""
    if random.random() < 0.3:
        n, m = random.randint(3, 9), random.randint(2, 5)
        points = [(0, 0, 1), (0, 0, -1)]
        for i in range(1, m):
            for j in range(n):
                a, b = math.pi * i / m, 2 * math.pi * j / n
                points.append((math.sin(a) * math.cos(b), 0.8 * math.sin(a) * math.sin(b), math.cos(a)))
        at = lambda i, j: 2 + (i - 1) * n + j % n
        faces = []
        for j in range(n):
            faces += [(0, at(1, j), at(1, j + 1)), (1, at(m - 1, j + 1), at(m - 1, j))]
            for i in range(1, m - 1):
                faces += [(at(i, j), at(i + 1, j), at(i + 1, j + 1)), (at(i, j), at(i + 1, j + 1), at(i, j + 1))]
        return [tuple(0.01 * c for c in p) for p in points], faces
    points = [(x, y, z) for x in (0, 0.01) for y in (0, 0.02) for z in (0, 0.015)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return points, [f for q in quads for f in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]


def stl(random):
    points, faces = ball_of_triangles(random)
    out = b"solid or not".ljust(80, b"\0") + struct.pack("<I", len(faces))
    for f in faces:
        out += struct.pack("<12fH", 0, 0, 0, *(c for v in f for c in points[v]), 0)
    return out


def text_stl(random):
    points, faces = ball_of_triangles(random)
    out = "solid s\n"
    for f in faces:
        out += "facet normal 0 0 0\nouter loop\n"
        out += "".join("vertex %.9e %.9e %.9e\n" % points[v] for v in f) + "endloop\nendfacet\n"
    return (out + "endsolid s\n").encode()


def obj(random):
    points, faces = ball_of_triangles(random)
    return ("".join("v %.9e %.9e %.9e\n" % p for p in points)
            + "".join("f " + " ".join(str(v + 1) for v in f) + "\n" for f in faces)).encode()


def ply_header(points, faces, kind):
    return (f"ply\nformat {kind} 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\nproperty float z\n"
            f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n").encode()


def ply(random):
    points, faces = ball_of_triangles(random)
    big = random.random() < 0.5
    order = ">" if big else "<"
    out = ply_header(points, faces, "binary_big_endian" if big else "binary_little_endian")
    out += b"".join(struct.pack(order + "3f", *p) for p in points)
    return out + b"".join(struct.pack(order + "B3i", 3, *f) for f in faces)


def text_ply(random):
    points, faces = ball_of_triangles(random)
    return (ply_header(points, faces, "ascii") + "".join("%.9e %.9e %.9e\n" % p for p in points).encode()
            + "".join("3 %d %d %d\n" % f for f in faces).encode())


def balls(random):
    return b"x, y, z, r\n" + b"".join(b"%g %g %g %g\n" % (0.01 * k, 0, 0, 0.006) for k in range(random.randint(1, 12)))


def table(random):
    return b"x,y,z,r,vx\n" + b"".join(b"%g,0,0.1,0.004,0.1\n" % (0.01 * k) for k in range(random.randint(1, 12)))


GOOD = {"stl": (stl, "s.stl"), "text_stl": (text_stl, "s.stl"), "obj": (obj, "s.obj"), "ply": (ply, "s.ply"),
        "text_ply": (text_ply, "s.ply"), "balls": (balls, "s.txt"), "table": (table, "s.csv")}

NUMBERS = [b"nan", b"inf", b"-inf", b"1e308", b"-1e308", b"1e-320", b"1e999", b"0", b"-0", b"4294967295", b"-1",
           b"9223372036854775808", b"", b"0x10", b"1e", b"\xff", b"1" * 5000, b"1,5"]


def mutate(data, random):
    kind = random.randrange(9)
    if not data:
        return b"\0"
    at = random.randrange(len(data))
    if kind == 0:
        return data[:at]
    if kind == 1:
        out = bytearray(data)
        for _ in range(random.choice([1, 1, 3, 20])):
            out[random.randrange(len(out))] ^= 1 << random.randrange(8)
        return bytes(out)
    if kind == 2:  # a count that lies, most often in the header
        at = random.choice([80, at]) if len(data) > 84 else at
        return data[:at] + struct.pack("<I", random.choice([0, 1, 2**31 - 1, 2**31, 2**32 - 1, 10**6])) + data[at + 4:]
    if kind == 3:
        return data[:at] + struct.pack("<f", random.choice([math.nan, math.inf, -math.inf, 3e38, 1e-45, 0])) + data[at + 4:]
    if kind == 4:
        return data[:at] + random.choice([b"\n", b" ", b"\0", b"\r", b"#", b"/", b"\\\n"]) * random.choice([1, 100_000]) + data[at:]
    lines = data.split(b"\n")
    i, j = random.randrange(len(lines)), random.randrange(len(lines))
    if kind == 5:
        lines[i] = lines[j]
    elif kind == 6:
        lines[i], lines[j] = lines[j], lines[i]
    elif kind == 7:
        del lines[i]
    else:
        words = lines[i].replace(b",", b" , ").split(b" ")
        words[random.randrange(len(words))] = random.choice(NUMBERS)
        lines[i] = b" ".join(words).replace(b" , ", b",")
    return b"\n".join(lines)


def file_case(kind):
    make, name = GOOD[kind]

    def case(seed, number):
        random = random_for(seed, kind, number)
        data = make(random)
        if number % 50 != 0:  # some are left as they are
            for _ in range(random.choice([1, 1, 1, 2, 5])):
                data = mutate(data, random)
        return Case({"scene.toml": scene_with(kind, name, random), name: data}, ["check", "scene.toml"],
                    must=0 if number == 0 else None)

    return case


# ---- what is no plain file

PIPE = f"/tmp/scree-attack-pipe-{os.getuid()}"
SPECIAL = ["/dev/zero", "/dev/null", "/dev/stdin", "/dev/full", PIPE, "/tmp", ".", "", "/proc/self/mem", "/proc/self/maps",
           "missing", "/" + "a" * 5000, "a\\u0000b", "scene.toml"]
USES = {
    "polyhedron": '[[shape]]\nname = "p"\nmaterial = "m"\ntype = "polyhedron"\nfile = "FILE"\n',
    "cluster": '[[shape]]\nname = "p"\nmaterial = "m"\ntype = "cluster"\nfile = "FILE"\n',
    "mesh": '[[shape]]\nname = "p"\nmaterial = "m"\ntype = "cluster"\nfrom = { type = "mesh", n = 5, file = "FILE" }\n',
    "wall": '[[wall]]\nname = "w"\nmaterial = "m"\ntype = "balls"\nfile = "FILE"\n',
    "csv": '[[fill]]\nkind = "table"\nshapes = ["s"]\nformat = "csv"\nfile = "FILE"\n',
    "lammps": '[[fill]]\nkind = "table"\nshapes = ["s"]\nformat = "lammps"\nfile = "FILE"\n',
    "frame": '[[fill]]\nkind = "table"\nshapes = ["s"]\nformat = "frame"\nfile = "FILE"\n',
}
SPECIALS = [(use, path) for use in USES for path in SPECIAL]


def special_case(seed, number):
    if not os.path.exists(PIPE):
        os.mkfifo(PIPE)
    use, path = SPECIALS[number]
    return Case({"scene.toml": HEAD + BALL + USES[use].replace("FILE", path)}, ["check", "scene.toml"], must=2)


# ---- what is built, at sizes that nobody has

LARGE = ["1e4", "1e5", "1e6", "1e7", "1e9", "1e12", "1e15"]
BLOCKS = '[[blocks]]\nname = "b"\nmaterial = "m"\n'
COSTS = {
    "offset": BLOCKS + 'pattern = "joint_sets"\nbox = [[0, 0, 0], [1, 1, 1]]\nsets = [{ normal = [0, 0, 1], spacing = 0.3, offset = X }]\n',
    "planes": BLOCKS + 'pattern = "joint_sets"\nbox = [[0, 0, 0], [X, 1, 1]]\nsets = [{ normal = [1, 0, 0], spacing = 0.3 }, { normal = [1, 1, 0], spacing = 0.01 }]\n',
    "far_box": BLOCKS + 'pattern = "joint_sets"\nbox = [[X, 0, 0], [X, 1, 1]]\nsets = [{ normal = [1, 0, 0], spacing = 0.3 }]\n',
    "bricks": BLOCKS + 'pattern = "bricks"\nbox = [[0, 0, 0], [1, 1, 1]]\ncounts = [N, 1, 1]\n',
    "bond": BLOCKS + 'pattern = "running_bond"\nbox = [[0, 0, 0], [1, 1, 1]]\ncounts = [1, 1, N]\n',
    "tetrahedra": BLOCKS + 'pattern = "tetrahedra"\nbox = [[0, 0, 0], [1, 1, 1]]\ncounts = [1, N, 1]\n',
    "voronoi": BLOCKS + 'pattern = "voronoi"\nbox = [[0, 0, 0], [1, 1, 1]]\ncount = N\n',
    "thin_voronoi": BLOCKS + 'pattern = "voronoi"\nbox = [[0, 0, 0], [X, X, 1e-6]]\ncount = 100\n',
    "arch": BLOCKS + 'pattern = "arch"\ninner_radius = 1\nthickness = 0.2\ndepth = 0.3\nstones = N\n',
    "wall": '[[wall]]\nname = "w"\ntype = "balls"\nmaterial = "m"\nball_radius = 0.01\nsurface = { cylinder = { base = [0, 0, 0], axis = [0, 0, 1], radius = X } }\n',
    "plate": '[[wall]]\nname = "w"\ntype = "balls"\nmaterial = "m"\nball_radius = 0.01\nsurface = { plate = { vertices = [[0, 0, 0], [X, 0, 0], [X, X, 0], [0, X, 0]] } }\n',
    "spacing": '[[wall]]\nname = "w"\ntype = "balls"\nmaterial = "m"\nball_radius = 0.01\nspacing = T\nsurface = { cylinder = { base = [0, 0, 0], axis = [0, 0, 1], radius = 1 } }\n',
    "random": '[[fill]]\nshapes = ["s"]\ncount = N\ninside = [[0, 0, 0], [0.1, 0.1, 0.15]]\n',
    "attempts": '[[fill]]\nshapes = ["s"]\nsolid_fraction = 0.37\nattempts = N\ninside = [[0, 0, 0], [0.02, 0.02, 0.02]]\n',
    "lattice": '[[fill]]\nkind = "lattice"\nshapes = ["s"]\ninside = [[0, 0, 0], [X, X, X]]\n',
    "slanting": '[[fill]]\nkind = "lattice"\nshapes = ["s"]\ncount = 50\ninside = { cylinder = { base = [0, 0, 0], axis = [X, X, X], radius = 0.0011 } }\n',
    "mass": '[[fill]]\nkind = "lattice"\nshapes = ["s"]\nmass = X\ninside = [[0, 0, 0], [1e3, 1e3, 1e3]]\n',
    "inlet": '[[stream]]\nname = "f"\nshapes = ["s"]\nrate = 10\ninside = { cylinder = { base = [0, 0, 0], axis = [0, 0, 1], radius = X } }\n',
    "layer": '[[stream]]\nname = "f"\nshapes = ["s"]\nlayer_every = 0.1\ninside = { cylinder = { base = [0, 0, 0], axis = [0, 0, 1], radius = X } }\n',
    "rate": '[[stream]]\nname = "f"\nshapes = ["s"]\nrate = X\ninside = [[0, 0, 0], [0.1, 0.1, 0.1]]\n',
    "rock": '[[shape]]\nname = "r"\ntype = "polyhedron"\nmaterial = "m"\nlibrary = "rock"\nn_vertices = N\n',
    "prism": '[[shape]]\nname = "r"\ntype = "polyhedron"\nmaterial = "m"\nlibrary = "prism"\nsides = N\n',
    "long_box": '[[shape]]\nname = "r"\ntype = "polyhedron"\nmaterial = "m"\nlibrary = "box"\nlengths = [X, 1, T]\n',
    "from": '[[shape]]\nname = "r"\ntype = "cluster"\nmaterial = "m"\nfrom = { type = "sphere", radius = 0.01, n = N }\n',
    "rho": '[[shape]]\nname = "r"\ntype = "cluster"\nmaterial = "m"\nfrom = { type = "sphere", radius = 0.01, n = 1000, rho = T }\n',
    "hull": '[[shape]]\nname = "r"\ntype = "polyhedron"\nmaterial = "m"\nfrom = { type = "sphere", radius = 0.01, n = N }\n',
    "long_ellipsoid": '[[shape]]\nname = "r"\ntype = "cluster"\nmaterial = "m"\nfrom = { type = "superellipsoid", semi_axes = [X, 1, 1], squareness = [0.5, 0.5], n = 20 }\n',
    "hierarchy": 'broad_phase.method = "hierarchical"\n[[body]]\nshape = "s"\nposition = [0, 0, 0]\nradius = X\n[[body]]\nshape = "s"\nposition = [0, 0, 0]\nradius = T\n',
    "cubes": 'broad_phase.method = "fixed_cubes"\n[[body]]\nshape = "s"\nposition = [X, X, X]\n[[body]]\nshape = "s"\nposition = [0, 0, 0]\n',
    "profile": '[[wall]]\nname = "w"\ntype = "balls"\nmaterial = "m"\nball_radius = 0.05\nsurface = { cylinder = { base = [0, 0, 0], axis = [0, 0, 1], radius = 1 } }\n[[output.profile]]\nwall = "w"\nbins = N\n',
}
COST_CASES = [(name, x) for name in COSTS for x in LARGE]


def cost_case(seed, number):
    name, x = COST_CASES[number]
    text = COSTS[name].replace("X", x).replace("N", str(int(float(x)))).replace("T", f"{1 / float(x):g}")
    top, _, tables = text.partition("[[") if not text.startswith("[[") else ("", "", text[2:])
    bodies = "" if "[[body]]" in text or "[[fill]]" in text else '[[body]]\nshape = "s"\nposition = [50, 50, 50]\n'
    scene = HEAD.replace("time =", top + "time =", 1) + BALL + bodies + "[[" + tables
    return Case({"scene.toml": scene}, ["check", "scene.toml"])


KINDS = {
    **{kind: (600, file_case(kind)) for kind in GOOD},
    "special": (len(SPECIALS), special_case),
    "costs": (len(COST_CASES), cost_case),
}

if __name__ == "__main__":
    main(KINDS)
