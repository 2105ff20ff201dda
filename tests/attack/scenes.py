"""Broken scenes: mutated ones, odd values for every key there is, and mutated files that scenes name.

  mutations  lines and values of scenes/*.toml deleted, doubled, swapped, spliced
  keys       every key of the reference in docs/scene.md, times every odd value
  extremes   several numbers at once that are allowed, and as far out as they may be
  files      STL, OBJ, CSV, LAMMPS and ball lists mutated
  depth      text that is deep, long or wide

Each case is looked at by `scree check`, one in ten is run instead. See tests/attack/README.md.
"""
import functools
import re

from attack import SOURCE, Case, main, random_for

SHORT = ["--set", "time.end=2e-4", "--quiet", "--out", "out"]  # some ten steps

# Scenes that are small enough to be checked in a blink.
SCENES = """block_arch_small block_incline block_slope_small block_stack_8 block_stack_small block_topple block_wall_small
bouncing bucket_small clusters_small drum_small first flow_small hohner_oblique hohner_sphere hopper_small
hopper_smooth_small mixed_small silo_small""".split()


def check_or_run(files, scene, number):
    if number % 10 == 3:
        return Case(files, ["run", scene, *SHORT], may_fail=True, out="out")
    return Case(files, ["check", scene])


# ---- mutations


@functools.cache
def scene_lines(name):
    return tuple((SOURCE / "scenes" / f"{name}.toml").read_text().splitlines())


VALUE = re.compile(r"(?<=[=\[,{\s])(-?\d[\d.e+-]*|\"[^\"]*\"|true|false)(?=[\s,\]}]|$)")


def mutate_value(lines, random):
    """One value becomes another one of the same or of any scene."""
    places = [k for k, line in enumerate(lines) if VALUE.search(line)]
    if not places:
        return
    donors = scene_lines(random.choice(SCENES)) if random.random() < 0.5 else lines
    values = [m.group() for line in donors for m in VALUE.finditer(line)] or ["0"]
    k = random.choice(places)
    spots = list(VALUE.finditer(lines[k]))
    spot = random.choice(spots)
    lines[k] = lines[k][:spot.start()] + random.choice(values) + lines[k][spot.end():]


def scale_value(lines, random):
    """One number becomes another power of ten, or its opposite."""
    places = [(k, m) for k, line in enumerate(lines) for m in re.finditer(r"(?<=[=\[,\s\"])-?\d+(\.\d+)?(?=[\s,\]}\"]|$)", line)]
    if not places:
        return
    k, m = random.choice(places)
    by = random.choice(["", "", "-"]) + m.group().lstrip("-") + random.choice(["e3", "e-3", "e6", "e-9", "e12", "", "0", ".5"])
    lines[k] = lines[k][:m.start()] + by + lines[k][m.end():]


def mutate(lines, random):
    lines = list(lines)
    for _ in range(random.choice([1, 1, 1, 2, 3, 5])):
        way, n = random.randrange(9), len(lines)
        k = random.randrange(n)
        if way == 0 and n > 1:
            del lines[k]
        elif way == 1:
            lines.insert(k, lines[k])
        elif way == 2:
            j = random.randrange(n)
            lines[k], lines[j] = lines[j], lines[k]
        elif way == 3:
            donor = scene_lines(random.choice(SCENES))
            at = random.randrange(len(donor))
            lines[k:k] = donor[at:at + random.randint(1, 12)]
        elif way in (4, 5):
            mutate_value(lines, random)
        elif way in (6, 7):
            scale_value(lines, random)
        else:  # damage within a line
            line = lines[k]
            at = random.randrange(len(line) + 1)
            lines[k] = random.choice([line[:at], line[:at] + random.choice("[]{}\"'=.,#\\\0\x7fé-0e") + line[at:],
                                      line[:at] + line[at + 1:]])
    return lines


def mutation(seed, number):
    random = random_for(seed, "mutations", number)
    text = "\n".join(mutate(scene_lines(SCENES[number % len(SCENES)]), random)) + "\n"
    return check_or_run({"scene.toml": text}, "scene.toml", number // len(SCENES))


# ---- keys

# Headings of docs/scene.md and of a scene: which table of keys they mean.
TABLES = {
    "Top of the file": "", "from of a shape": "shape.from", "Part of a compound": "shape.parts",
    "Ball of a cluster": "shape.balls", "Size distribution": "size", "Region of a fill or stream": "inside",
    "Region: cylinder": "inside.cylinder", "Region: sphere": "inside.sphere", "Bound of a box of blocks": "blocks.bounds",
    "Set of joints": "blocks.sets", "Joints of blocks": "blocks.joints", "Surface of a wall of balls": "wall.surface",
    "Surface of a wall of balls: plate": "wall.surface.plate",
    "Surface of a wall of balls: cylinder": "wall.surface.cylinder", "Surface of a wall of balls: cone": "wall.surface.cone",
    "Phase of a motion": "motion.phases",
}
IN_SCENE = {
    "shape.radius": "size", "shape.diameter": "size", "shape.size": "size", "wall.ball_radius": "size",
    "fill.inside": "inside", "stream.inside": "inside", "fill.inside.cylinder": "inside.cylinder",
    "stream.inside.cylinder": "inside.cylinder", "fill.inside.sphere": "inside.sphere",
}
CARRIERS = ["spheres", "laws", "shapes", "sources", "blocks", "flat", "balls"]

MEGABYTE = 1 << 20
VALUES = ["0", "-0", "-0.0", "-1", "1", "1e-300", "1e300", "-1e300", "5e-324", "nan", "inf", "-inf", str(2**31), str(2**63 - 1),
          str(2**63), "1e17", "-1e17", "1e9", "1e-9", '""', '" "', '"1 kg m/s"', '"3 m"', '"1e300 m"', '"5 t/h"', "true", "[]",
          "[0]", "[nan, 0, 0]", "[1e300, 1e300, 1e300]", "[1e-300, 0, 0]", "[0, 0, 0]", "[[0, 0, 0], [0, 0, 0]]",
          "[[0, 0, 0], [1e300, 1e300, 1e300]]", "{}", '"' + "x" * MEGABYTE + '"', '"material"', '"glass"', '"stone"',
          '"größe µm 粒 \\u0000"', "[" * 30 + "]" * 30, "1979-05-27", "{ box = 1 }", '["stone", "stone"]', "[{}]"]


@functools.cache
def reference():
    """(table, key) of all keys there are."""
    keys, table = [], None
    text = (SOURCE / "docs" / "scene.md").read_text()
    for line in text.splitlines():
        if line.startswith("### "):
            heading = line[4:].strip().strip("`")
            table = None if heading == "Limits of numbers" else TABLES.get(heading, heading.strip("[]"))
        elif table is not None and (row := re.match(r"\| `([a-z_]+)` \| ", line)):
            keys.append((table, row.group(1)))
    assert len(keys) > 200, f"docs/scene.md holds {len(keys)} keys"
    return keys


@functools.cache
def carrier(name):
    return tuple((SOURCE / "tests" / "attack" / "carriers" / f"{name}.toml").read_text().splitlines())


def table_of(header):
    name = header.strip("[] ")
    return IN_SCENE.get(name, name.removeprefix("output.") if name in ("output.measure", "output.profile") else name)


def tables_in(name):
    """(table, first line, last line) of a carrier; the top of the file first."""
    lines, found = carrier(name), [("", 0)]
    for k, line in enumerate(lines):
        if line.startswith("["):
            found.append((table_of(line), k + 1))
    ends = [k - 1 for _, k in found[1:]] + [len(lines)]
    return [(table, first, end) for (table, first), end in zip(found, ends)]


@functools.cache
def places():
    """(carrier, first line, line of the key or None, key): where each key can be given; where it is given if it is anywhere."""
    chosen = []
    for table, key in reference():
        table = table.removeprefix("output.")
        given, possible = [], []
        for name in CARRIERS:
            for there, first, end in tables_in(name):
                if there != table:
                    continue
                line = next((k for k in range(first, end) if re.match(rf"{key}\s*=", carrier(name)[k])), None)
                (possible if line is None else given).append((name, first, line, key))
        chosen += (given or possible)[:3] or [place_in_parent(table, key)]
    return chosen


def place_in_parent(table, key):
    """Of a table that no carrier has under a heading of its own: the line that has it."""
    parent, _, name = table.rpartition(".")
    for carrier_name in CARRIERS:
        for there, first, end in tables_in(carrier_name):
            for k in range(first, end):
                if there == parent and re.match(rf"{name}\s*=", carrier(carrier_name)[k]):
                    return carrier_name, first, k, f"{name}.{key}"
    raise AssertionError(f"no carrier has a table {table} for {key}")


def key_case(seed, number):
    name, first, line, key = places()[number // len(VALUES)]
    lines = list(carrier(name))
    value = VALUES[number % len(VALUES)]
    if line is None:
        lines.insert(first, f"{key} = {value}")
    else:
        lines[line] = f"{key} = {value}"
    files = {"scene.toml": "\n".join(lines) + "\n", **(good_files() if name == "balls" else {})}
    return check_or_run(files, "scene.toml", number)


# ---- numbers that are allowed one by one

EXTREMES = ["1e-15", "1e15", "-1e15", "1e-12", "1e12", "1e-9", "1e9", "1e-6", "1e6", "1e-3", "1e3", "1e21", "1e30", "1e-30", "0"]
NUMBER = re.compile(r"(?<=[=\[,\s])(-?\d[\d.e+-]*|\"-?\d[^\"]*\")(?=[\s,\]}]|$)")


def extreme_case(seed, number):
    random = random_for(seed, "extremes", number)
    name = CARRIERS[number % len(CARRIERS)]
    lines = list(carrier(name))
    places = [k for k, line in enumerate(lines) if NUMBER.search(line) and not line.startswith("schema")]
    for k in random.sample(places, random.choice([1, 2, 2, 3])):
        spots = list(NUMBER.finditer(lines[k]))
        for spot in reversed(spots if random.random() < 0.3 else [random.choice(spots)]):
            lines[k] = lines[k][:spot.start()] + random.choice(EXTREMES) + lines[k][spot.end():]
    return check_or_run({"scene.toml": "\n".join(lines) + "\n", **(good_files() if name == "balls" else {})}, "scene.toml",
                        number // len(CARRIERS))


# ---- files beside a scene


def corners():
    return [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]


CUBE = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


@functools.cache
def good_files():
    obj = "".join(f"v {x} {y} {z}\n" for x, y, z in corners()) + "".join("f " + " ".join(str(v + 1) for v in f) + "\n" for f in CUBE)
    stl = "solid cube\n"
    for a, b, c, d in CUBE:
        for face in ((a, b, c), (a, c, d)):
            stl += "facet normal 0 0 0\nouter loop\n"
            stl += "".join("vertex {} {} {}\n".format(*corners()[v]) for v in face) + "endloop\nendfacet\n"
    bodies = "x,y,z,r,vx,vy,vz\n" + "".join(f"0.{k},0.5,0.3,0.01,0,0,-1\n" for k in range(1, 9))
    atoms = "LAMMPS data\n\n4 atoms\n1 atom types\n\n0 1 xlo xhi\n\nAtoms # sphere\n\n" + "".join(
        f"{k} 1 0.02 2500 0.{k} 0 0\n" for k in range(1, 5)) + "\nVelocities\n\n" + "".join(
            f"{k} 0 0 -1 0 0 0\n" for k in range(1, 5))
    return {"shape.obj": obj, "shape.stl": stl + "endsolid cube\n", "bodies.csv": bodies, "atoms.data": atoms,
            "balls.txt": "x y z r\n0 0 0 0.01\n0.01 0 0 0.01\n", "wall.txt": "x, y, z, r\n2, 0, 0, 0.01\n2.1, 0, 0, 0.02\n"}


WORDS = ["nan", "inf", "-inf", "1e300", "-1e300", "1e-300", "5e-324", "0", "-1", "", "x", "é", "1e400", "0x10", "1,5", "1e17",
         str(2**31), str(2**63), "#", "\0", "-0", "+1", "1e15", "1e-15"]


def binary_stl(random):
    """The cube with a wrong number of triangles, or cut, or with numbers that are none."""
    import struct
    triangles = [(a, b, c) for a, b, c, _ in CUBE] + [(a, c, d) for a, _, c, d in CUBE]
    numbers = [v for t in triangles for v in [0, 0, 0, *(x for p in t for x in corners()[p])]]
    for _ in range(random.choice([0, 1, 1, 2])):
        numbers[random.randrange(len(numbers))] = random.choice([float("nan"), float("inf"), 1e38, -1e38, 1e-45, 0.5])
    count = random.choice([12, 12, 12, 11, 13, 0, 2**31, 2**32 - 1])
    body = b"".join(struct.pack("<12fH", *numbers[12 * k:12 * k + 12], 0) for k in range(12))
    data = b"\0" * 80 + struct.pack("<I", count) + body
    return data[:random.choice([len(data), len(data), random.randrange(len(data))])]


def damage(text, random):
    lines = text.split("\n")
    for _ in range(random.choice([1, 1, 2, 4])):
        way, k = random.randrange(8), random.randrange(len(lines))
        if way == 0 and len(lines) > 1:
            del lines[k]
        elif way == 1:
            lines.insert(k, lines[random.randrange(len(lines))])
        elif way == 2:
            lines[k] = lines[k][:random.randrange(len(lines[k]) + 1)]
        elif way == 3:
            lines[0] = f"{random.choice(WORDS)} 0 0 1"
        else:
            words = re.split(r"([ ,]+)", lines[k])
            words[random.randrange(len(words))] = random.choice(WORDS)
            lines[k] = "".join(words)
    return "\n".join(lines)


def file_case(seed, number):
    random = random_for(seed, "files", number)
    files = dict(good_files())
    name = sorted(files)[number % len(files)]
    way = random.random()
    if name == "shape.stl" and way < 0.4:
        files[name] = binary_stl(random)
    elif way < 0.05:
        files[name] = random.choice([b"", b"\xff\xfe\0\0", b"\0" * 1000, random.randbytes(500), b"solid", b"\n" * 100000])
    else:
        files[name] = damage(files[name], random)
    return check_or_run({"scene.toml": "\n".join(carrier("balls")) + "\n", **files}, "scene.toml", number // len(files))


# ---- depth, length, width


def deep():
    n = 25_000
    good = "\n".join(carrier("laws")) + "\n"
    return [
        ".".join(["a"] * n) + " = 1\n" + good,
        good + "[" + ".".join(["a"] * n) + "]\n",
        good + "[" + ".".join(['"a"'] * n) + "]\nb = 1\n",
        "a = " + "[" * n + "]" * n + "\n" + good,
        "a = " + "[" * n + "\n" + good,
        "a = " + "{ a = " * n + "1" + "}" * n + "\n" + good,
        "a = " + "[{ a = " * n + "1" + "}]" * n + "\n" + good,
        "x" * 3_000_000 + " = 1\n" + good,
        '"' + "x" * 3_000_000 + '" = 1\n' + good,
        '"' + "\\u0000" * 100_000 + '" = 1\n' + good,
        good + "[" + "x" * 3_000_000 + "]\n",
        "title = '''" + "x\n" * 500_000 + "'''\n" + good,
        "".join(f"key{k} = {k}\n" for k in range(50_000)) + good,
        "a = [" + "1," * 2_000_000 + "]\n" + good,
        "a = [" + "[1]," * 600_000 + "]\n" + good,
        good + '[[material]]\nname = "x"\n' * 2_000,
        good + "".join(f'[[material]]\nname = "m{k}"\n' for k in range(3_000)),
        good + "".join(f'[[shape]]\nname = "s{k}"\nmaterial = "a"\nradius = 1\n' for k in range(3_000)),
        good + "".join(f'[[contact]]\nbetween = ["a", "x{k}"]\nlaw = "linear"\n' for k in range(1_000)),
        good + "".join(f'[[wall]]\nname = "w{k}"\ntype = "plane"\nmaterial = "a"\npoint = [0, 0, -1]\nnormal = [0, 0, 1]\n' for k in range(2_000)),
        good + "".join(f'[[event]]\nwhen = "time > {k}"\nstop = true\n' for k in range(2_000)),
        good + "\0" * 1000,
        "\xff\xfe" + good,
        "#" * 3_000_000 + "\n" + good,
        "=" * 100_000,
        "\n" * 2_000_000 + good,
        "",
        "\"" * 100_001,
        "'" * 100_001,
        "a.b" * 100_000,
        "[" * 100_000,
        "{" * 100_000,
        "[[" + "a.b." * 10 + "c]]\n" + good,
    ]


def deep_case(seed, number):
    return Case({"scene.toml": deep()[number]}, ["check", "scene.toml"])


# ---- scenes that must be right, so that the attacks on them mean something


def carrier_case(seed, number):
    name = CARRIERS[number % len(CARRIERS)]
    case = check_or_run({"scene.toml": "\n".join(carrier(name)) + "\n", **good_files()}, "scene.toml",
                        3 if number >= len(CARRIERS) else 0)
    case.must = 0
    return case


KINDS = {
    "carriers": (2 * len(CARRIERS), carrier_case),
    "mutations": (10_000, mutation),
    "keys": (len(places()) * len(VALUES), key_case),
    "extremes": (5_000, extreme_case),
    "files": (3_000, file_case),
    "depth": (len(deep()), deep_case),
}

if __name__ == "__main__":
    main(KINDS)
