"""Short scenes: every shape with every law, each integrator, all kinds of bodies at once, and blocks with joints."""

HEAD = """schema = 1
title  = "{name}"
time   = {{ end = "{end}"{time} }}
{top}
[[material]]
name    = "stone"
density = 2600
young   = "20 MPa"
poisson = 0.25
surface_energy = 0.5

[[contact]]
between = ["stone", "stone"]
{law}
"""

LAWS = {
    "linear": 'law = "linear_coulomb"\nk_n = "20 kN/m"\nk_t_ratio = 0.8\nmu = 0.4\nrestitution = 0.5\n'
              "mu_rolling = 0.05\nmu_twisting = 0.03\neta_rolling = 0.1\n",
    "cohesive": 'normal = "kelvin_voigt_cohesive"\nk_n = "20 kN/m"\ndamping_ratio = 0.1\ncohesive_force = "5 mN"\n'
                'tangential = "coulomb"\nk_t_ratio = 0.5\nmu = 0.3\n',
    "hertz": 'law = "hertz"\nrestitution = 0.6\n',
    "hertz_mindlin": 'law = "hertz_mindlin"\nrestitution = 0.6\nmu = 0.4\nmu_rolling = 0.05\n',
    "dmt": 'law = "dmt"\nrestitution = 0.6\nmu = 0.4\n',
    "jkr": 'law = "jkr"\nrestitution = 0.6\nmu = 0.4\n',
}

# Shapes, with what the top of the file says for them.
SHAPES = {
    "sphere": ('type = "sphere"\nradius = { distribution = "uniform", min = "4 mm", max = "7 mm" }\n', ""),
    "cluster": ('type = "cluster"\nballs = [{ position = ["-3 mm", 0, 0], radius = "5 mm" }, { position = ["4 mm", 0, 0], '
                'radius = "4 mm" }, { position = [0, "4 mm", "1 mm"], radius = "3 mm" }]\n', ""),
    "superellipsoid": ('type = "superellipsoid"\nsemi_axes = ["8 mm", "6 mm", "4.5 mm"]\nsquareness = [0.7, 0.8]\n'
                       'size = { distribution = "uniform", min = "13 mm", max = "16 mm" }\n', ""),
    "common_normal": ('type = "superellipsoid"\nsemi_axes = ["8 mm", "6 mm", "4.5 mm"]\nsquareness = [0.7, 0.8]\n',
                      'narrow_phase.superellipsoid_superellipsoid = "common_normal"\n'),
    "polyhedron": ('type = "polyhedron"\nlibrary = "rock"\nn_vertices = 14\nelongation = 0.8\nflatness = 0.7\nsize = "14 mm"\n', ""),
    "points": ('type = "polyhedron"\nlibrary = "cube"\nsize = "14 mm"\n', 'narrow_phase.polyhedron_contact = "points"\n'),
    "compound": ('type = "polyhedron"\nlibrary = "box"\nlengths = ["4 mm", "4 mm", "8 mm"]\n', ""),
    "disc": ('type = "disc"\nradius = { distribution = "uniform", min = "4 mm", max = "7 mm" }\n', "flat"),
    "polygon": ('type = "polygon"\nlibrary = "regular"\nsides = 5\nsize = "12 mm"\n', "flat"),
    "cluster_of_discs": ('type = "cluster"\nballs = [{ position = ["-3 mm", 0], radius = "5 mm" }, { position = ["4 mm", 0], '
                         'radius = "4 mm" }]\n', "flat"),
}

COMPOUND = """
[[shape]]
name  = "body"
type  = "compound"
parts = [{ shape = "bar" }, { shape = "bar", position = ["6 mm", 0, "2 mm"], axis = [0, 1, 0], angle = "90 deg" }]
"""

SPACE = """
[[fill]]
shapes   = ["body"]
count    = 30
inside   = { cylinder = { base = [0, 0, 0.014], axis = [0, 0, 0.075], radius = 0.041 } }
velocity = [0, 0, -2]
velocity_spread  = [0.5, 0.5, 0.2]
angular_velocity = [10, -20, 30]
seed     = 5

[[wall]]
name     = "floor"
type     = "plane"
material = "stone"
point    = [0, 0, 0]
normal   = [0.02, 0, 1]

[[wall]]
name     = "tube"
type     = "cylinder"
material = "stone"
base     = [0, 0, -0.05]
axis     = [0, 0, 0.2]
radius   = 0.042

[[wall]]
name     = "shelf"
type     = "plate"
material = "stone"
vertices = [[0.01, -0.02, 0.008], [0.04, -0.02, 0.012], [0.04, 0.02, 0.012], [0.01, 0.02, 0.008]]

[[motion]]
name   = "turn"
walls  = ["tube"]
phases = [{ angular_velocity = [0, 0, "200 rpm"] }]
"""

PLANE = """
[[fill]]
shapes   = ["body"]
count    = 40
inside   = [[-0.054, 0.004], [0.054, 0.22]]
velocity = [0, -2]
velocity_spread = [0.5, 0.3]
seed     = 5

[[wall]]
name     = "floor"
type     = "plane"
material = "stone"
point    = [0, 0]
normal   = [0.05, 1]

[[wall]]
name     = "left"
type     = "plane"
material = "stone"
point    = [-0.055, 0]
normal   = [1, 0]

[[wall]]
name     = "right"
type     = "plate"
material = "stone"
vertices = [[0.055, -0.1], [0.055, 0.3]]
"""

TAIL = """
[output]
telemetry_every   = "{row}"
frames_every      = "1 h"
checkpoints_every = "1 h"
"""


# All kinds of bodies at once, so that each meets each; a stream with sizes of every distribution, a cone, a wall of balls, and
# walls that shake.
MIXED = """
[[shape]]
name     = "ball"
material = "stone"
radius   = { distribution = "lognormal", mean = "5 mm", deviation = "1 mm", min = "3 mm", max = "8 mm" }

[[shape]]
name      = "pebble"
type      = "superellipsoid"
material  = "stone"
semi_axes = ["8 mm", "6 mm", "4.5 mm"]
squareness = [0.7, 0.8]
size      = { distribution = "triangular", min = "12 mm", mode = "14 mm", max = "18 mm" }

[[shape]]
name       = "rock"
type       = "polyhedron"
material   = "stone"
library    = "rock"
n_vertices = 16
elongation = 0.8
flatness   = 0.8
size       = { distribution = "normal", mean = "15 mm", deviation = "1 mm" }

[[shape]]
name     = "pair"
type     = "cluster"
material = "stone"
balls    = [{ position = ["-3 mm", 0, 0], radius = "5 mm" }, { position = ["4 mm", 0, 0], radius = "4 mm" }]

[[fill]]
shapes   = ["ball", "pebble", "rock", "pair"]
count    = 40
inside   = { cylinder = { base = [0, 0, 0.014], axis = [0, 0, 0.075], radius = 0.041 } }
velocity = [0, 0, -2]
velocity_spread = [0.5, 0.5, 0.2]
seed     = 7

[[stream]]
name     = "feed"
shapes   = ["ball", "pebble", "rock", "pair"]
rate     = 400
inside   = [[-0.03, -0.03, 0.12], [0.03, 0.03, 0.20]]
velocity = [0, 0, -2]

[[wall]]
name     = "cone"
type     = "cone"
material = "stone"
base     = [0, 0, -0.03]
axis     = [0, 0, 0.25]
radius_base = 0.03
radius_top  = 0.09

[[wall]]
name     = "floor"
type     = "plane"
material = "stone"
point    = [0, 0, 0]
normal   = [0, 0, 1]

[[motion]]
name   = "shake"
walls  = ["cone", "floor"]
phases = [{ amplitude = ["1 mm", 0, "0.5 mm"], frequency = "40 Hz", phase = "30 deg" },
          { angular_amplitude = [0, "2 deg", 0], frequency = "25 Hz" }]
"""

BLOCKS = """
[[blocks]]
name     = "wall"
material = "stone"
pattern  = "running_bond"
box      = [[0, 0, 0], [0.6, 0.12, 0.4]]
counts   = [3, 1, 5]
joints   = { tensile_strength = "0.02 MPa", cohesion = "0.03 MPa", friction_angle = "35 deg" }

[[shape]]
name     = "ball"
material = "stone"
radius   = "6 cm"

[[body]]
shape    = "ball"
position = [0.3, -0.07, 0.25]
velocity = [0, "6 m/s", 0]

[[wall]]
name     = "floor"
type     = "plane"
material = "stone"
point    = [0, 0, 0]
normal   = [0, 0, 1]
"""


def head(name, law, end, time="", top=""):
    return HEAD.format(name=name, end=end, time=time, law=LAWS[law], top=top)


def scene(name, shape, law, time=""):
    keys, top = SHAPES[shape]
    flat = top == "flat"
    text = head(name, law, "30 ms", time, 'dimension = 2\nthickness = "1 cm"\n' if flat else top)
    part = "bar" if shape == "compound" else "body"
    text += f'\n[[shape]]\nname = "{part}"\nmaterial = "stone"\n{keys}'
    return text + (COMPOUND if shape == "compound" else "") + (PLANE if flat else SPACE) + TAIL.format(row="1 ms")


def all_scenes():
    """Text of each scene by its name."""
    found = {f"{shape}-{law}": scene(f"{shape}-{law}", shape, law) for shape in SHAPES for law in LAWS}
    for name, time in [("predictor_corrector", ', integrator = "predictor_corrector"'), ("gear", ', integrator = "gear"'),
                       ("pcdm", ', rotation = "pcdm"')]:
        found[f"superellipsoid-{name}"] = scene(f"superellipsoid-{name}", "superellipsoid", "linear", time=time)
    for law in LAWS:
        found[f"mixed-{law}"] = head(f"mixed-{law}", law, "30 ms") + MIXED + TAIL.format(row="1 ms")
    shrunken = 'narrow_phase = { polyhedron_polyhedron = "shrunken_edge" }\n'
    found["blocks-linear"] = head("blocks-linear", "linear", "20 ms", top=shrunken).replace("20 kN/m", "2 MN/m") + BLOCKS + TAIL.format(row="1 ms")
    return found
