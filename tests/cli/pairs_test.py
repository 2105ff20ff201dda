"""scree pairs on the pairs with exact answers: every answer is right, however the scene is turned, and bad input is
refused with file, line and field."""
import csv
import gzip
import re
import unittest

from cli import SOURCE, CliTest

ORACLE = SOURCE / "tests" / "oracle"
POLY3, TYPES, POLY2 = (ORACLE / f"{name}.txt.gz" for name in ("poly3_pairs", "poly3_types", "poly2_pairs"))
SUPERELL = ORACLE / "superell_pairs.txt.gz"
SUMMARY = re.compile(r"^summary: pairs=(\d+) wrong=(\d+) failed=(\d+) lost=(\d+) ns=(\d+)\n\Z", re.M)

TETRAHEDRON = """shape tet solid 4 4 0.5
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 3 0 2 1
f 3 0 1 3
f 3 0 3 2
f 3 1 2 3
"""
# B, turned by nothing, half a length beyond the corner of A on the x axis.
PAIR = "7 one S tet tet 1 0 0 0 0 0 0 1 0 0 0 1.5 0 0 0.5 1 0 0 1 0 0 1.5 0 0 0 2 1 0 0"


# Two unit balls, half a length apart.
BALLS = "3 S 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 2.5 0 0 0.5 1 0 0 1 0 0 1.5 0 0 1 0.5 0"


class Pairs(CliTest):
    def summary(self, *args, expect=0):
        """pairs, wrong, failed, lost of the last line."""
        out = self.scree("pairs", *args, expect=expect).stdout
        match = SUMMARY.search(out)
        self.assertIsNotNone(match, out[-2000:])
        return tuple(int(n) for n in match.groups()[:4])

    def assert_all_right(self, n_pairs, *args):
        with self.subTest(args=args):
            self.assertEqual(self.summary(*args, "--csv", "rows.csv"), (n_pairs, 0, 0, 0))

    def test_every_answer_is_right(self):
        for algorithm in ("shortest_link", "fast_common_plane", "gjk"):
            self.assert_all_right(13625, POLY3, "--algorithm", algorithm)
        # 590 edges against 590: some of each set will do.
        self.assert_all_right(1420, POLY3, "--algorithm", "axis_scan", "--sample", 40)
        for algorithm in ("shortest_link", "fast_common_plane", "common_plane", "gjk", "axis_scan"):
            self.assert_all_right(76, TYPES, "--algorithm", algorithm)
            self.assert_all_right(966, POLY2, "--algorithm", algorithm)

    def test_shrunken_edges_name_the_types(self):
        """Overlaps of 0.00024 are not deeper than the lag, 0.0044 at most: there none may be the answer."""
        out = self.scree("pairs", TYPES, "--algorithm", "shrunken_edge", "--csv", "rows.csv").stdout
        self.assertRegex(out, r"summary: pairs=76 wrong=0 failed=0 lost=0 none=4 ns=\d+\n\Z")
        with open(self.dir / "rows.csv", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                expected = row["set"].removesuffix("_rot")
                self.assertIn(row["type"], (expected, "none") if float(row["depth"]) < 0.0045 else (expected,), row)
        out = self.scree("pairs", TYPES, "--algorithm", "shrunken_edge", "--shrinkage", 0.001, "--csv", "rows.csv").stdout
        self.assertRegex(out, r"summary: pairs=76 wrong=0 failed=0 lost=0 none=0 ns=\d+\n\Z")
        for args, error in (((POLY2,), "is for polyhedra, not for polygons"), ((TYPES, "--warm"), "not for motions"),
                            ((TYPES, "--shrinkage", 0.1), "not in range")):
            self.assertIn(error, self.scree("pairs", *args, "--algorithm", "shrunken_edge", expect=2).stderr)

    def test_every_answer_is_right_from_what_a_pair_remembers(self):
        for algorithm in ("shortest_link", "fast_common_plane", "gjk"):
            self.assert_all_right(13625, POLY3, "--algorithm", algorithm, "--warm")
            self.assert_all_right(966, POLY2, "--algorithm", algorithm, "--warm")
        self.assert_all_right(536, POLY3, "--algorithm", "axis_scan", "--sample", 5, "--warm")
        self.assert_all_right(966, POLY2, "--algorithm", "axis_scan", "--warm", "--seed", 2)

    def test_answers_follow_the_scene(self):
        changes = [("--scale", 1e-6), ("--scale", 1e3), ("--turn", "random:1"), ("--swap",),
                   ("--scale", 1e-6, "--turn", "random:2", "--swap", "--warm")]
        for change in changes:
            for algorithm in ("shortest_link", "gjk"):
                self.assert_all_right(13625, POLY3, "--algorithm", algorithm, *change)
            self.assert_all_right(536, POLY3, "--algorithm", "axis_scan", "--sample", 5, *change)
            for algorithm in ("shortest_link", "fast_common_plane", "gjk", "axis_scan"):
                self.assert_all_right(966, POLY2, "--algorithm", algorithm, *change)
        self.assert_all_right(13625, POLY3, "--move", "1000,-2000,500", "--turn", "10,-20,30")
        self.assert_all_right(966, POLY2, "--move", "1000,-2000", "--turn", -77)

    def test_answers_are_right_in_motion(self):
        for algorithm in ("shortest_link", "fast_common_plane", "gjk"):
            with self.subTest(algorithm=algorithm):
                n, *bad = self.summary(POLY3, "--algorithm", algorithm, "--steps", 100, "--sample", 1, "--only",
                                       "tet,pyr,cube,p14,slender,flat,far_origin")
                self.assertEqual((n, bad), (1400, [0, 0, 0]))
                n, *bad = self.summary(POLY2, "--algorithm", algorithm, "--steps", 100, "--only", "tri,g8,needle")
                self.assertEqual((n, bad), (1200, [0, 0, 0]))

    def test_rows_can_be_read(self):
        self.summary(TYPES, "--csv", "rows.csv")
        with open(self.dir / "rows.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 76)
        for row in rows:
            self.assertEqual((row["status"], row["verdict"]), ("link", "right"))
            gap = sum((float(row["pb" + k]) - float(row["pa" + k])) * float(row["n" + k]) for k in "xyz")
            self.assertAlmostEqual(gap, float(row["gap"]), delta=1e-12)
        lines = self.scree("pairs", POLY2, "--sample", 1).stdout.splitlines()
        self.assertTrue(lines[0].startswith("id,set,kind,gap,nx,ny,pax,pay,pbx,pby,type,"))
        self.assertTrue(lines[-1].startswith("summary: "))
        self.assertEqual(self.files(), ["rows.csv"])

    def mini(self, shapes=TETRAHEDRON, pairs=PAIR):
        self.write("mini_shapes.txt", shapes)
        return self.write("mini_pairs.txt", pairs + "\n")

    def test_a_wrong_reference_is_found_saved_and_replayed(self):
        self.assertEqual(self.summary(self.mini()), (1, 0, 0, 0))
        self.assertEqual(self.summary(self.mini(pairs=PAIR.replace("0.5 1 0 0", "0.50001 1 0 0")), expect=1),
                         (1, 1, 0, 0))
        overlap = PAIR.replace(" S ", " P ").replace("0.5 1 0 0", "-0.5 1 0 0")
        self.assertEqual(self.summary(self.mini(pairs=overlap), "--failed", "lost.txt", expect=1), (1, 0, 0, 1))
        self.assertEqual(self.summary(self.mini(pairs=overlap), "--no-ladder"), (1, 0, 0, 1))
        for name in ("failed_pairs.txt", "lost.txt"):
            out = self.scree("pairs", "--replay", name, expect=1).stdout
            for what in ("reference", "saved", "as remembered", "remembering nothing", "shortest_link", "axis_scan"):
                self.assertIn(what, out)

    def test_superellipsoids_are_right_by_both_methods(self):
        for method in ("support_gap", "common_normal"):
            self.assert_all_right(6000, SUPERELL, "--method", method)
            self.assert_all_right(6000, SUPERELL, "--method", method, "--warm")
            for change in [("--scale", 1e-6), ("--scale", 1e3), ("--turn", "random:1"), ("--swap",), ("--move", "100,-200,50")]:
                self.assert_all_right(600, SUPERELL, "--method", method, "--sample", 100, *change)
        self.assert_all_right(2000, SUPERELL, "--only", "interval3")
        with open(self.dir / "rows.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            self.assertLess(abs(float(row["gap"]) - float(row["reference_gap"])), 1e-13)

    def test_superellipsoids_that_are_wrong_are_saved_and_replayed(self):
        file = self.write("balls.txt", BALLS + "\n")
        self.assertEqual(self.summary(file), (1, 0, 0, 0))
        file = self.write("balls.txt", BALLS.replace("2.5 0 0 0.5", "2.5 0 0 0.50001") + "\n")
        self.assertEqual(self.summary(file, expect=1), (1, 1, 0, 0))
        lost = BALLS.replace(" S ", " P ").replace("2.5 0 0 0.5", "2.5 0 0 -0.5")
        self.assertEqual(self.summary(self.write("lost.txt", lost + "\n"), "--failed", "failed.txt", expect=1), (1, 0, 0, 1))
        for name in ("failed_pairs.txt", "failed.txt"):
            out = self.scree("pairs", "--replay", name, expect=1).stdout
            for what in ("reference", "saved", "as remembered", "remembering nothing", "support_gap", "common_normal"):
                self.assertIn(what, out)
        self.refused("holds saved pairs", "failed.txt")
        self.refused("no such algorithm for superellipsoids (support_gap, common_normal)", file, "--method", "gjk")
        self.refused("are for polyhedra and polygons", file, "--steps", 10)
        self.refused("no such set (interval1)", file, "--only", "interval2")
        self.refused("balls.txt:1: body A: superellipsoid: eps1 = 2", self.write("balls.txt", BALLS.replace("S 1 1 1 1 1", "S 1 1 1 1 2")))
        self.refused("balls.txt:1: too many fields", self.write("balls.txt", BALLS + " 1"))

    def test_motions_of_a_file(self):
        pose = "1 0 0 0 0 0 0 1 0 0 0 {x} 0 0 {gap} 1 0 0\n"
        steps = "".join(pose.format(x=1 + k / 64, gap=k / 64) for k in range(1, 11))
        self.mini()
        self.write("mini_traj.txt", "traj corner S tet tet 10\n" + steps)
        self.assertEqual(self.summary("mini_traj.txt"), (10, 0, 0, 0))
        self.write("mini_traj.txt", "traj corner S tet tet 11\n" + steps)
        self.assertIn("ends where a step", self.scree("pairs", "mini_traj.txt", expect=2).stderr)

    def refused(self, text, *args):
        with self.subTest(args=args, text=text):
            self.assertIn(text, self.scree("pairs", *args, expect=2).stderr)

    def test_refuses_bad_files_and_says_where(self):
        for pairs, text in [(PAIR.replace("tet tet", "tet cubo"), "mini_pairs.txt:1: shapeB = \"cubo\": no such shape"),
                            (PAIR + " 1", "too many fields"), (PAIR[:-2], "m is missing"),
                            (PAIR.replace("1.5 0 0 0.5", "nan 0 0 0.5"), "tB.x = \"nan\": must be a finite number"),
                            (PAIR.replace(" S ", " X "), "kind = \"X\": must be one of S, P, T"),
                            (PAIR.replace("tet 1 0 0 0", "tet 0 0 0 0"), "qA = \"0\""),
                            (PAIR.replace("0.5 1 0 0", "0.5 1 1 0"), "n = "), ("# nothing", "no pairs in it")]:
            self.refused(text, self.mini(pairs=pairs))
        for shapes, text in [(TETRAHEDRON.replace("f 3 1 2 3", "f 3 1 2 4"), "mini_shapes.txt:9: vertex of the face = \"4\""),
                             (TETRAHEDRON.replace("f 3 1 2 3", "f 3 1 3 2"), "inside out"),
                             (TETRAHEDRON.replace("v 0 0 1", "v 0 0 inf"), "z = \"inf\": must be a finite number"),
                             (TETRAHEDRON.replace("v 0 0 1", "v 0 0 -1"), "not convex"),
                             (TETRAHEDRON[:-10], "ends where a face (f) should follow"),
                             (TETRAHEDRON.replace("0.5", "0"), "width = \"0\": must be > 0")]:
            self.refused(text, self.mini(shapes=shapes))

    def test_refuses_what_is_not_there_or_cut_off(self):
        cut = self.dir / "cut_pairs.txt.gz"
        cut.write_bytes(POLY2.read_bytes()[:20000])
        self.refused("cut off or damaged", cut, "--shapes", ORACLE / "poly2_shapes.txt.gz")
        self.refused("--shapes", self.write("lonely_pairs.txt", PAIR))
        self.refused("no_pairs.txt: cannot read", "no_pairs.txt")
        self.refused("holds shapes", ORACLE / "poly2_shapes.txt.gz")
        self.refused("give a file of pairs")
        self.refused("no such algorithm (shortest_link, ", POLY2, "--algorithm", "guess")
        self.refused("must be 2 finite numbers", POLY2, "--move", "1,2,3")
        self.refused("--scale -1: must be > 0", POLY2, "--scale=-1")
        self.refused("--turn", POLY2, "--turn", "random:x")
        self.refused("no such set (tri, ", POLY2, "--only", "tri,cubes")
        self.refused("--repeat", POLY2, "--repeat", 0)

    def test_a_compressed_file_is_known_by_its_content(self):
        self.write("mini_shapes.txt", TETRAHEDRON)
        (self.dir / "mini_pairs.dat").write_bytes(gzip.compress((PAIR + "\n").encode()))
        self.assertEqual(self.summary("mini_pairs.dat"), (1, 0, 0, 0))


if __name__ == "__main__":
    unittest.main()
