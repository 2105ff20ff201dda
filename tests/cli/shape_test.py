"""scree shape: clusters and polyhedra in place of shapes, their files, and what is refused."""
import csv
import math
import struct
import unittest

from cli import SOURCE, CliTest

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def triangles(path):
    """Corners of a binary STL file."""
    data = path.read_bytes()
    n, = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * n
    for k in range(n):
        v = struct.unpack_from("<12f", data, 84 + 50 * k)
        yield v[3:6], v[6:9], v[9:12]


def volume(path):
    """Of a closed surface, by the sum over tetrahedra; fails if a side has no partner in the other direction."""
    sides, six = {}, 0
    for a, b, c in triangles(path):
        for side in ((a, b), (b, c), (c, a)):
            sides[side] = sides.get(side, 0) + 1
        six += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]))
    assert all(sides.get((b, a)) == n for (a, b), n in sides.items())
    return six / 6


class Shape(CliTest):
    def made(self, folder):
        return {row["property"]: row for row in rows(self.dir / folder / "properties.csv")}

    def test_a_cluster_comes_with_its_files(self):
        out = self.scree("shape", "sphere", "--radius", "25 mm", "--balls", 100, "--rho", 0.5, "--out", "cp100").stdout
        self.assertIn("sphere of radius 0.025 m by 100 balls (lattice, rho 0.5)", out)
        self.assertIn("in cp100: properties.csv true.stl balls.csv balls.stl", out)
        self.assertEqual(self.files(), [f"cp100/{name}" for name in ("balls.csv", "balls.stl", "properties.csv", "true.stl")])
        balls = rows(self.dir / "cp100" / "balls.csv")
        self.assertEqual(len(balls), 100)
        for b in balls:
            x = math.hypot(*(float(b[k + "[m]"]) for k in "xyz"))
            self.assertAlmostEqual(x + float(b["r[m]"]), 0.025, delta=1e-15)
        made = self.made("cp100")
        true_volume = 4 / 3 * math.pi * 0.025 ** 3
        self.assertAlmostEqual(float(made["volume[m3]"]["true"]) / true_volume, 1, delta=1e-12)
        union = float(made["volume[m3]"]["made"])
        self.assertAlmostEqual(1 - union / true_volume, float(made["volume_error"]["made"]), delta=1e-12)
        self.assertAlmostEqual(volume(self.dir / "cp100" / "balls.stl") / union, 1, delta=0.01)
        self.assertAlmostEqual(volume(self.dir / "cp100" / "true.stl") / true_volume, 1, delta=0.01)

    def test_more_balls_or_vertices_miss_less(self):
        ellipsoid = ("shape", "ellipsoid", "--semi-axes", "50mm,25mm,25mm")
        for what in ("--balls", "--hull"):
            errors = []
            for n in (15, 50, 200):
                folder = f"{what[2:]}{n}"
                self.scree(*ellipsoid, what, n, "--out", folder)
                made = self.made(folder)
                self.assertAlmostEqual(float(made["volume[m3]"]["true"]), 4 / 3 * math.pi * 0.05 * 0.025 ** 2, delta=1e-16)
                errors.append([float(made[k]["made"]) for k in ("volume_error", "surface_error_largest[m]", "surface_error_mean[m]")])
            for few, many in zip(errors, errors[1:]):
                self.assertTrue(all(0 < m < f for f, m in zip(few, many)), errors)
        self.assertAlmostEqual(volume(self.dir / "hull50" / "polyhedron.stl") / float(self.made("hull50")["volume[m3]"]["made"]), 1,
                               delta=1e-5)

    def test_a_body_is_filled_until_it_is_good_enough(self):
        self.write("stone.obj", TETRAHEDRON)
        out = self.scree("shape", "stone.obj", "--balls", 300, "--volume-error", 0.2, "--candidates", 1000, "--out", "stone").stdout
        self.assertNotIn("not met", out)
        made = self.made("stone")
        self.assertLessEqual(float(made["volume_error"]["made"]), 0.2)
        for b in rows(self.dir / "stone" / "balls.csv"):
            x, y, z, r = (float(b[k + "[m]"]) for k in "xyzr")
            self.assertTrue(min(x, y, z) >= r - 1e-12 and (1 - x - y - z) / math.sqrt(3) >= r - 1e-12)
        out = self.scree("shape", "stone.obj", "--balls", 3, "--volume-error", 0.01).stdout
        self.assertIn("3 balls", out)
        self.assertIn("not met", out)

    def test_a_shape_of_a_scene_has_the_size_of_its_bodies(self):
        out = self.scree("shape", SOURCE / "scenes" / "cube_stack.toml", "--shape", "cube", "--balls", 8).stdout
        self.assertIn('shape "cube" by 8 balls (fill)', out)
        for size in ("2 m", "2"):
            out = self.scree("shape", "cube", "--size", size, "--hull", 8).stdout
            self.assertRegex(out, r"radius of ball round it \[m\] +1 +1 ")
        self.assertIn("sphere of radius 1 m\n", self.scree("shape", "sphere").stdout)

    def refused(self, text, *args):
        with self.subTest(args=args):
            before = self.files()
            self.assertIn(text, self.scree("shape", *args, "--out", "new", expect=2).stderr)
            self.assertEqual(self.files(), before)

    def test_refuses_what_makes_no_sense_and_writes_nothing(self):
        self.refused("blob: no such shape (sphere, ", "blob")
        self.refused("SHAPE is required")
        self.refused("--radius -1: must be > 0", "sphere", "--radius=-1")
        self.refused("--radius 3 s: must be a length", "sphere", "--radius", "3 s")
        self.refused("--radius: not used by cube", "cube", "--radius", 1)
        self.refused("--squareness: not used by ellipsoid", "ellipsoid", "--semi-axes", "2,1,1", "--squareness", "1,1")
        self.refused("needs --semi-axes", "ellipsoid")
        self.refused("must be three lengths", "ellipsoid", "--semi-axes", "2,1")
        self.refused("eps1 = 2", "superellipsoid", "--semi-axes", "2,1,1", "--squareness", "2,1")
        self.refused("a cluster of 0 balls", "sphere", "--balls", 0)
        self.refused("rho = 1.5", "sphere", "--balls", 5, "--rho", 1.5)
        self.refused("--rho: not used by method fill", "cube", "--balls", 5, "--rho", 0.5)
        self.refused("--volume-error: not used by method axis", "ellipsoid", "--semi-axes", "2,1,1", "--balls", 5, "--volume-error", 0.1)
        self.refused("is for ellipsoids", "cube", "--balls", 5, "--method", "axis")
        self.refused("leave one out", "cube", "--balls", 5, "--hull", 5)
        self.refused("a polyhedron of 3 vertices", "sphere", "--hull", 3)
        self.refused("--cells 1: must be from", "sphere", "--balls", 5, "--cells", 1)
        self.refused("no_such.stl: there is no such file", "no_such.stl")
        self.refused("which of its shapes", SOURCE / "scenes" / "cube_stack.toml")
        self.refused("has no such shape (cube", SOURCE / "scenes" / "cube_stack.toml", "--shape", "cubo")
        self.write("open.obj", TETRAHEDRON.replace("f 2 3 4\n", ""))
        self.refused("open.obj: ", "open.obj", "--balls", 5)
        self.write("inside.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n")
        mended = self.scree("shape", "inside.obj", "--balls", 5, "--out", "mended")
        self.assertIn("inside.obj: 1 piece turned inside out", mended.stdout + mended.stderr)

    def test_replaces_files_only_if_told_to(self):
        self.scree("shape", "cube", "--balls", 1, "--out", "cube")
        self.assertIn("is there already", self.scree("shape", "cube", "--balls", 2, "--out", "cube", expect=2).stderr)
        self.assertEqual(len(rows(self.dir / "cube" / "balls.csv")), 1)
        self.scree("shape", "cube", "--balls", 2, "--out", "cube", "--overwrite")
        self.assertEqual(len(rows(self.dir / "cube" / "balls.csv")), 2)
        self.assertEqual([f for f in self.files() if "unfinished" in f], [])


if __name__ == "__main__":
    unittest.main()
