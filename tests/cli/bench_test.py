"""scree bench: what it prints can be read by programs, and what it refuses it explains. No times are looked at."""
import csv
import re
import subprocess
import unittest

from cli import SOURCE, CliTest

ROW = re.compile(r"^(spheres|silo|polyhedra|superellipsoids|clusters) +(\S+) +(\d+) +(\d+) +(\S+) +(\d+) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) "
                 r"+([0-9a-f]{16}|-)(?: |$)", re.M)
RATIO = re.compile(r"^ratio (\d+(?:\.\d\d)?) \(scree (\S+) [Mk]/s, best peer (\S+) (\S+) [Mk]/s\)$")
SMALL = ("--n", 128, "--steps", 30, "--warm", 10, "--rounds", 1)

# Two peers of known speed; the second run of each is slower.
FAKE_DRIVER = """#!/usr/bin/python3
import os, sys
a = sys.argv[1:]
if "--installed" in a:
    print(%r)
    sys.exit(0)
code, n, steps = a[a.index("--codes") + 1], a[a.index("-n") + 1], 1000
if code == "yade":
    sys.exit("out of order")
mark = os.path.join(a[a.index("--work") + 1], "ran." + code)
wall = {"lammps": 0.02, "liggghts": 0.05}[code] * (2 if os.path.exists(mark) else 1)
open(mark, "w").close()
print("scene=%%s code=%%s threads=1 n=%%s contacts=300 steps=%%d wall=%%g peak=50e6 cpu=1 ke=0.1"
      %% (a[0], code, n, steps, wall))
"""
PAIR_RATIO = re.compile(r"^ratio (\d+\.\d) \(scree (\d+) ns, best peer (\S+) (\d+) ns; full answers apart and overlapping, "
                        r"8 and 14 vertices\)$")

# Two libraries of 1000 and 4000 ns a call; the second round is slower. One answer of each motion is wrong.
FAKE_LIBRARIES = """#!/usr/bin/python3
import os, sys
if sys.argv[1] == "--list":
    print("slow quick")
    sys.exit(0)
ns = {"quick": 1000, "slow": 4000}[sys.argv[2]]
mark = sys.argv[1] + sys.argv[2]
if os.path.exists(mark):
    ns *= 2
open(mark, "w").close()
for line in open(sys.argv[1]):
    words = line.split()
    if words[0] == "motion":
        print(ns * 1e-9 * int(words[4]), 1)
"""


def rows(text):
    return ROW.findall(text)


class Bench(CliTest):
    def driver(self, installed):
        path = self.write("driver", FAKE_DRIVER % installed)
        path.chmod(0o755)
        return path

    def test_lists_what_there_is(self):
        names = [line.split()[0] for line in self.scree("bench").stdout.splitlines()]
        self.assertEqual(names, ["spheres", "silo", "polyhedra", "superellipsoids", "clusters", "broad", "pairs", "links", "detection",
                                 "figure13", "normals", "impacts", "normal_examples", "cubes", "walks", "shrunken"])
        self.assertEqual(self.files(), [])

    def test_refuses_what_is_not_allowed_and_says_what_is(self):
        for args, text in [(("prisms",), "prisms: no such benchmark (spheres, silo, polyhedra, superellipsoids, clusters, broad, pairs, "
                                       "links, detection, figure13, normals, impacts, normal_examples, cubes, walks, "
                                       "shrunken)"),
                           (("spheres", "--codes", "abaqus"), "no such peer (liggghts, lammps, yade, yade-frict)"),
                           (("spheres", "--n", 3), "--n"), (("spheres", "--n", "many"), "--n"),
                           (("spheres", "--threads", 0), "--threads"), (("spheres", "--steps", 0), "--steps"),
                           (("spheres", "--steps", 5, "--seconds", 5), "excludes"),
                           (("silo", "--n", 8000), "--n: only `spheres`, `polyhedra`, `superellipsoids`, `clusters`, `detection`, `links`, "
                                                    "`normals`, `walks` have it"),
                           (("links", "--peers"), "--peers: only `spheres`, `silo`, `polyhedra`, `superellipsoids`, `clusters`, `pairs` have it"),
                           (("links", "--csv", "x.csv"), "--csv: only"), (("links", "--rounds", 2), "--rounds: only"),
                           (("links", "--threads", "1,2"), "one number each for `links`"),
                           (("links", "--n", 1, "--first", 2000000000), "numbered up to"),
                           (("pairs", "--n", 100), "--n: only"), (("pairs", "--codes", "yade"), "--codes: only"),
                           (("pairs", "--threads", 2), "--threads: only"), (("figure13", "--steps", 5), "--steps: only"),
                           (("figure13", "--seed", 5), "--seed: only"), (("broad", "--peers"), "--peers: only"),
                           (("pairs", "--first", 5), "--first: only `links` has it"),
                           (("silo", "--large"), "only `broad`"), (("polyhedra", "--n", 8), "at least 27 polyhedra"),
                           (("superellipsoids", "--n", 8), "at least 27 superellipsoids"),
                           (("detection", "--peers"), "--peers: only"),
                           (("detection", "--set", "time.end=1 s"), "--set: `detection` has it with --scene"),
                           (("detection", "--scene", "x.toml", "--n", 40), "--scene, --n: one or the other"),
                           (("detection", "--scene", "x.toml", "--run", "x"), "--run, --scene: one or the other"),
                           (("spheres", "--run", "x"), "--run: only `detection` has it"),
                           (("spheres", "--most", 100), "only `broad`"),
                           (("spheres", "silo", "--csv", "x.csv"), "one benchmark at a time"),
                           (("spheres", "--n", 128, "--set", "broad_phase.skim=1"), "skim")]:
            with self.subTest(args=args):
                done = self.scree("bench", *args, expect=2)
                self.assertIn(text, done.stderr)

    def test_spheres_settle_once_and_give_one_state_whatever_the_threads(self):
        first = self.scree("bench", "spheres", *SMALL, "--threads", "1,2", "--csv", "rows.csv").stdout
        found = rows(first)
        self.assertEqual([(r[1], r[2], r[3], r[5]) for r in found],
                         [("scree", "1", "128", "30"), ("scree", "2", "128", "30")])
        states = {r[13] for r in found}
        self.assertEqual(len(states), 1)
        self.assertGreater(float(found[0][4]), 1)  # contacts a sphere: else nothing has settled
        self.assertGreater(float(found[0][10]), 1)  # MiB
        with open(self.dir / "rows.csv") as file:
            table = list(csv.DictReader(file))
        self.assertEqual([r["hash"] for r in table], [r[13] for r in found])
        bed = self.dir / "bench-work/bed128.data"
        self.assertIn("128 atoms", bed.read_text())
        self.assertTrue((self.dir / "bench-work/bed128.data.json").exists())

        again = self.scree("bench", "spheres", *SMALL)
        self.assertNotIn("settling", again.stderr)
        self.assertEqual({r[13] for r in rows(again.stdout)}, states)
        other = self.scree("bench", "spheres", *SMALL, "--set", "contact[0].mu=0.2")
        self.assertNotIn(rows(other.stdout)[0][13], states)

    def test_superellipsoids_settle_once_and_say_how_many_pairs_need_no_search(self):
        small = ("--n", 30, "--steps", 20, "--warm", 10, "--rounds", 1)
        out = self.scree("bench", "superellipsoids", *small, "--threads", "1,2").stdout
        found = rows(out)
        self.assertEqual([(r[1], r[2], r[3], r[5]) for r in found],
                         [("scree", "1", "30", "20"), ("scree", "2", "30", "20")])
        self.assertEqual(len({r[13] for r in found}), 1)
        self.assertGreater(float(found[0][4]), 1)  # contacts a body: else nothing has settled
        self.assertRegex(out, r"0 failed links, \d+\.\d % of pairs apart without a search")
        bed = (self.dir / "bench-work/superellipsoids30.csv").read_text()
        self.assertEqual([bed.count(name) for name in ("ellipsoid", "capped", "rounded", "boxy")], [8, 8, 7, 7])

    def test_clusters_settle_once_and_peers_read_their_balls(self):
        small = ("--n", 30, "--steps", 20, "--warm", 10, "--rounds", 1)
        found = rows(self.scree("bench", "clusters", *small, "--threads", "1,2").stdout)
        self.assertEqual([(r[1], r[2], r[3], r[5]) for r in found],
                         [("scree", "1", "30", "20"), ("scree", "2", "30", "20")])
        self.assertEqual(len({r[13] for r in found}), 1)
        self.assertGreater(float(found[0][4]), 1)  # contacts a body: else nothing has settled
        self.assertIn("450 atoms", (self.dir / "bench-work/clumps30.data").read_text())

    def test_polyhedra_settle_once_and_give_one_state_whatever_the_threads(self):
        small = ("--n", 64, *SMALL[2:])
        first = self.scree("bench", "polyhedra", *small, "--threads", "1,2").stdout
        found = rows(first)
        self.assertEqual([(r[1], r[2], r[3]) for r in found], [("scree", "1", "64"), ("scree", "2", "64")])
        self.assertEqual(len({r[13] for r in found}), 1)
        self.assertGreater(float(found[0][4]), 3)  # contacts a body: else nothing has settled
        bed = (self.dir / "bench-work/polyhedra64.csv").read_text()
        for shape in ("tetrahedron", "pyramid", "cube", "fourteen"):
            self.assertEqual(bed.count(shape), 16)
        rest = self.dir / "bench-work/polyhedra64.h5"
        self.assertLess(float(re.search(r" ke (\S+),", first)[1]), 1e-8)  # J, of 0.67 kg: it begins at rest
        again = self.scree("bench", "polyhedra", *small, "--peers", "--driver", self.driver("lammps"))
        self.assertNotIn("settling", again.stderr)
        self.assertNotIn("to rest", again.stderr)
        rest.write_bytes(rest.read_bytes()[:1000])  # as one of another version it is of no use, and made anew
        again = self.scree("bench", "polyhedra", *small)
        self.assertNotIn("settling", again.stderr)
        self.assertIn("bringing 64 bodies to rest", again.stderr)
        self.assertEqual(rows(again.stdout)[0][13], found[0][13])
        from_table = self.scree("bench", "polyhedra", *small, "--set", "contact[0].mu=0.4")  # another model
        self.assertNotEqual(rows(from_table.stdout)[0][13], found[0][13])
        again = self.scree("bench", "polyhedra", *small, "--peers", "--driver", self.driver("lammps"))
        self.assertEqual(RATIO.match(again.stdout.splitlines()[-1])[3], "lammps")

    def test_detection_compares_methods_in_a_flow(self):
        out = self.scree("bench", "detection", "--n", 40, "--steps", 40).stdout
        self.assertIn("# 40 bodies", out)
        with open(self.dir / "bench-work/detection.csv") as file:
            table = list(csv.DictReader(file))
        self.assertEqual(len(table), 16)
        proved = [r for r in table if r["help"] == "ladder"]
        self.assertEqual(len({r["touching"] for r in proved}), 1)
        self.assertEqual({r["other_contacts"] for r in proved}, {"0"})

    def test_detection_compares_methods_in_the_phases_of_a_tool(self):
        scene = SOURCE / "scenes" / "bucket_small.toml"
        few = [("fill[0].count", 12), ("event.open.after", "20 ms"), ("event.dig.after", "30 ms")]
        few += [(f"event.{name}.{key}", value) for name in ("open", "dig")
                for key, value in (("when", "kinetic_energy_per_mass < 1e3 J/kg"), ("hold", "0 s"))]
        few.append(("motion.bucket.phases", "[{start=0, end=0.1, velocity=[-1, 0, 0]}, {start=0.05, end=0.2, "
                                            "angular_velocity=[0, 1, 0]}]"))
        overrides = [word for key, value in few for word in ("--set", f"{key}={value}")]
        out = self.scree("bench", "detection", "--scene", scene, "--steps", 20, *overrides).stdout
        self.assertIn("# bucket, horizontal: 12 bodies", out)
        self.assertIn("# bucket, rotation: 12 bodies", out)
        with open(self.dir / "bench-work/detection.csv") as file:
            table = list(csv.DictReader(file))
        self.assertEqual(len(table), 2 * 16)
        self.assertEqual({r["other_contacts"] for r in table if r["help"] == "ladder"}, {"0"})
        # The same from checkpoints of a run: the same contacts.
        self.scree("run", scene, *overrides, "--set", "output.checkpoints_every=10 ms", "--set", "output.keep_checkpoints=50",
                   "--set", "time.end=0.3 s", "--out", "dig", "--quiet")
        self.scree("bench", "detection", "--run", "dig", "--steps", 20, "--csv", "again.csv")
        with open(self.dir / "again.csv") as file:
            again = list(csv.DictReader(file))
        self.assertEqual([r["phase"] for r in again], [r["phase"] for r in table])
        self.assertEqual([r["touching"] for r in again], [r["touching"] for r in table])
        self.assertIn("--n 30", self.scree("bench", "detection", "--run", "dig", "--n", 30, expect=2).stderr)

    def test_detection_goes_on_from_the_checkpoints_of_a_flow(self):
        run = [("fill[0].count", 40), ("event.flow.when", "kinetic_energy_per_mass < 1e3 J/kg"), ("event.flow.after", "20 ms"),
               ("event.flow.hold", "0 s"), ("time.end", "40 ms"), ("output.checkpoints_every", "5 ms")]
        words = [word for key, value in run for word in ("--set", f"{key}={value}")]
        self.scree("run", SOURCE / "scenes/flow_small.toml", *words, "--set", "output.keep_checkpoints=20", "--out", "flow", "--quiet")
        out = self.scree("bench", "detection", "--run", "flow", "--n", "30,40", "--steps", 20).stdout
        self.assertIn("# 30 bodies", out)
        self.assertIn("# 40 bodies", out)
        self.assertIn("--n 41: the run has 40 bodies", self.scree("bench", "detection", "--run", "flow", "--n", 41, expect=2).stderr)
        self.scree("run", SOURCE / "scenes/flow_small.toml", *words, "--out", "short", "--quiet")  # keeps two
        self.assertIn("keep_checkpoints", self.scree("bench", "detection", "--run", "short", expect=2).stderr)
        self.scree("run", SOURCE / "scenes/bouncing.toml", "--set", "time.end=1 ms", "--out", "balls", "--quiet")
        self.assertIn("is no single polyhedron", self.scree("bench", "detection", "--run", "balls", expect=2).stderr)

    def test_compares_with_the_fastest_peer_in_the_last_line(self):
        options = (*SMALL[:-1], 2, "--driver", self.driver("liggghts lammps"))
        lines = self.scree("bench", "spheres", "--peers", *options).stdout.splitlines()
        found = rows("\n".join(lines))
        self.assertEqual([r[1] for r in found[:6]], ["scree", "liggghts", "lammps"] * 2)
        ratio = RATIO.match(lines[-1])
        self.assertTrue(ratio, lines[-1])
        self.assertEqual((ratio[3], ratio[4]), ("lammps", "6.4"))
        ours = max(float(r[7]) for r in found if r[1] == "scree")
        self.assertAlmostEqual(float(ratio[1]), ours / 6.4, delta=0.006)

    def test_a_peer_that_fails_is_reported_and_does_not_count(self):
        options = (*SMALL, "--driver", self.driver("yade liggghts"))
        out = self.scree("bench", "spheres", "--peers", *options).stdout
        self.assertRegex(out, r"yade .* failed: see ")
        self.assertEqual(RATIO.match(out.splitlines()[-1])[3], "liggghts")

    def test_says_what_to_install_where_there_is_no_peer(self):
        out = self.scree("bench", "spheres", "--peers", *SMALL, "--driver", self.driver("")).stdout
        self.assertIn("apt-get install liggghts lammps yade", out)
        self.assertNotIn("ratio", out)

    def test_the_silo_reads_the_packing_of_the_peers(self):
        wall = [(2, 0.44 * i, 0.44 * j, 0) for i in range(-3, 4) for j in range(-3, 4)]
        balls = [(1, 0.439 * i, 0.439 * j, 0.435) for i in range(-2, 3) for j in range(-2, 3)]
        atoms = "".join(f"{k} {t} 0.44 1250 {x} {y} {z}\n" for k, (t, x, y, z) in enumerate(wall + balls, 1))
        self.write("bench-work/silo.data", f"silo\n\n{len(wall + balls)} atoms\n2 atom types\n-7 7 xlo xhi\n-7 7 ylo yhi\n"
                   f"-1 3 zlo zhi\n\nAtoms\n\n{atoms}")
        found = rows(self.scree("bench", "silo", *SMALL[2:], "--threads", "1,2").stdout)
        self.assertEqual([r[3] for r in found], ["25", "25"])
        self.assertEqual(found[0][13], found[1][13])
        self.assertGreater(float(found[0][4]), 2)

    def test_broad_counts_the_same_contacts_with_every_method(self):
        out = self.scree("bench", "broad", "--most", 200, "--rounds", 2).stdout
        with open(self.dir / "bench-work/broad.csv") as file:
            table = list(csv.DictReader(file))
        counts = {}
        for row in table:
            counts.setdefault((row["density"], row["n"]), set()).add(row["contacts"])
        self.assertEqual(len(counts), 16)
        self.assertTrue(all(len(c) == 1 for c in counts.values()), counts)
        for method in ("fixed_cubes", "sorted_cells", "verlet_list", "brute_force"):
            self.assertRegex(out, rf"(?m)^{method} +sparse( +\S+){{6}}$")
        has_matplotlib = subprocess.run(["/usr/bin/python3", "-c", "import matplotlib"], capture_output=True).returncode == 0
        self.assertEqual((self.dir / "bench-work/broad.svg").exists(), has_matplotlib)

    def test_pairs_measures_every_class_apart_and_overlapping(self):
        out = self.scree("bench", "pairs", "--steps", 20, "--rounds", 1, "--csv", "pairs.csv").stdout
        with open(self.dir / "pairs.csv") as file:
            table = list(csv.DictReader(file))
        self.assertEqual([r["kind"] for r in table], ["S", "P"] * 9)
        self.assertEqual({(r["wrong"], r["lost"], r["failed"]) for r in table}, {("0", "0", "0")})
        self.assertTrue(all(float(r["ns"]) > 0 for r in table))
        for aim in ("remembered plane", "whole answer apart", "whole answer overlapping", "200 over 14 vertices"):
            self.assertRegex(out, rf"(?m)^{aim}.* (met|missed)$")
        self.assertNotIn("ratio", out.splitlines()[-1])

    def test_pairs_compares_with_other_libraries_in_the_last_line(self):
        driver = self.write("libraries", FAKE_LIBRARIES)
        driver.chmod(0o755)
        options = ("--steps", 20, "--rounds", 2, "--driver", driver, "--csv", "pairs.csv")
        lines = self.scree("bench", "pairs", "--peers", *options).stdout.splitlines()
        ratio = PAIR_RATIO.match(lines[-1])
        self.assertTrue(ratio, lines[-1])
        self.assertEqual((ratio[3], ratio[4]), ("quick", "1000"))
        self.assertAlmostEqual(float(ratio[1]), 1000 / float(ratio[2]), delta=0.01 * float(ratio[1]) + 0.06)
        with open(self.dir / "pairs.csv") as file:
            table = list(csv.DictReader(file))
        self.assertEqual({(r["quick_ns"], r["slow_ns"]) for r in table}, {("1000.0", "4000.0")})  # the better round
        self.assertEqual({r["quick_wrong"] for r in table}, {"8"})  # one in each of eight motions

    def test_pairs_says_what_to_install_where_there_is_no_other_library(self):
        out = self.scree("bench", "pairs", "--peers", "--steps", 5, "--rounds", 1, "--driver", "nowhere").stdout
        self.assertRegex(out, "apt-get install libbullet-dev libfcl-dev libccd-dev libeigen3-dev;.*configured again")

    def test_links_agree_with_the_slow_methods(self):
        done = self.scree("bench", "links", "--n", 500, "--threads", 2)
        self.assertEqual(done.stdout.splitlines()[-1], "links: pairs=500 disagreements=0 failed=0")
        self.assertEqual(done.stdout.count("wrong ones let pass 0, wrong with the ladder 0"), 2)
        self.assertFalse((self.dir / "bench-work/failed_links.txt").exists())
        one = self.scree("bench", "links", "--n", 1, "--first", 99, "--seed", 5).stdout
        self.assertIn("1 random pairs from 99 on, seed 5", one)

    def test_figure13_has_nine_pairs_by_three_methods(self):
        out = self.scree("bench", "figure13").stdout
        with open(self.dir / "bench-work/figure13.csv") as file:
            table = list(csv.DictReader(file))
        self.assertEqual(len(table), 27)
        self.assertEqual(len({r["pair"] for r in table}), 9)
        self.assertRegex(out, r"shortest_link: \S+ to \S+ times as fast .* 5\.0 to 16\.4, 10\.0")
        has_matplotlib = subprocess.run(["/usr/bin/python3", "-c", "import matplotlib"], capture_output=True).returncode == 0
        self.assertEqual((self.dir / "bench-work/figure13.svg").exists(), has_matplotlib)

    def test_normals_beside_the_paper(self):
        done = self.scree("bench", "normals", "--n", 10000, "--threads", 2)
        self.assertEqual(done.stdout.splitlines()[-3 if "# figure" in done.stdout else -2],
                         "normals: pairs=10000 unsolved=0 hard_failed=0")
        with open(self.dir / "bench-work/normals.csv") as file:
            table = {(r["method"], r["series"], r["eps_low"], r["quantity"]): r for r in csv.DictReader(file)}
        paper = {q: [float(table["support_gap", "2", e, q]["paper"]) for e in ("1", "0.7", "0.3")]
                 for q in ("gap_error", "point_error", "angle_error")}
        for method in ("support_gap", "common_normal"):
            for quantity, values in paper.items():
                for eps, value in zip(("1", "0.7", "0.3"), values):
                    with self.subTest(method=method, quantity=quantity, eps=eps):
                        ours = float(table[method, "2", eps, quantity]["value"])
                        self.assertLess(ours, value / 10 if method == "support_gap" else value)
        for series, eps in (("1", "0.3"), ("2", "0.3")):
            failed = table["support_gap", series, eps, "failed_of_a_million"]
            self.assertLess(float(failed["value"]), float(failed["paper"]) / 10 + 1)
        self.assertFalse((self.dir / "bench-work/failed_normals.txt").exists())

    def test_the_driver_of_the_peers_runs_without_them(self):
        done = subprocess.run([SOURCE / "bench/peers/run_peers", "spheres", "--installed"], capture_output=True, text=True,
                              env={"PATH": "/nowhere"})
        self.assertEqual((done.returncode, done.stdout), (0, "\n"), done.stderr)


if __name__ == "__main__":
    unittest.main()
