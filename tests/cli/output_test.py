"""What a run writes can be read: by h5py, VTK, an XML parser and a browser."""
import csv
import pathlib
import subprocess
import unittest
import xml.etree.ElementTree

from cli import SMALL, SOURCE, CliTest

READ_BACK = SOURCE / "tests/frames/read_back.py"


class Output(CliTest):
    def setUp(self):
        super().setUp()
        self.write("small.toml", SMALL)
        self.scree("run", "small.toml", "--out", "out", "--set", "time.end=0.05 s", "--set", "output.vtk=true")
        self.out = self.dir / "out"

    def test_everything_is_there(self):
        names = {p.name for p in self.out.iterdir()}
        self.assertEqual(names, {"scene.toml", "overrides.txt", "model.h5", "frames", "telemetry.csv", "checkpoints",
                                 "log.txt", "summary.txt", "vtk"})
        self.assertEqual((self.out / "scene.toml").read_text(), SMALL)
        self.assertEqual(len(list((self.out / "frames").iterdir())), 4)
        with open(self.out / "telemetry.csv") as file:
            rows = list(csv.reader(line for line in file if not line.startswith("#")))
        self.assertGreater(len(rows), 200)
        self.assertEqual(len({len(row) for row in rows}), 1)

    def test_others_can_read_it(self):
        done = subprocess.run(["/usr/bin/python3", READ_BACK, self.out], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_export_writes_the_same_vtk_files_as_the_run(self):
        during = {p.name: p.read_bytes() for p in (self.out / "vtk").iterdir()}
        for path in (self.out / "vtk").iterdir():
            path.unlink()
        self.scree("export", "out", "--vtk")
        self.assertEqual({p.name: p.read_bytes() for p in (self.out / "vtk").iterdir()}, during)

    def test_pictures(self):
        self.scree("picture", "out", "--all")
        self.scree("picture", "out", "--frame", 1, "--out", "one.svg", "--colour", "radius", "--view", "1,0,0.2")
        self.scree("picture", "out", "--chains", "--out", "chains.svg")
        self.scree("picture", "out", "--html", "film.html")
        pictures = [*(self.out / "pictures").glob("*.svg"), self.dir / "one.svg", self.dir / "chains.svg"]
        self.assertEqual(len(pictures), 6)
        for path in pictures:
            root = xml.etree.ElementTree.parse(path).getroot()
            self.assertGreater(len(root.findall(".//{http://www.w3.org/2000/svg}circle")), 500)
        self.assertIn("</html>", (self.dir / "film.html").read_text())
        self.scree("picture", "out", "--cut", "y=0.01", "--colour", "order", "--out", "half.svg")
        circles = (self.dir / "half.svg").read_text().count("<circle")
        self.assertTrue(200 < circles < 500, circles)
        for cut in ["w", "y=", "y=left", "y=1m", "yy"]:
            self.assertIn(f"--cut {cut}: must be", self.scree("picture", "out", "--cut", cut, expect=2).stderr)
        self.scree("picture", "out", "--frame", 99, expect=2)

    def test_a_scene_that_has_changed_is_read_from_its_copy_with_the_tables_of_the_original(self):
        scene = self.write("scenes/table.toml", SMALL.replace('type     = "plane"', 'type     = "balls"').replace(
            "point    = [0, 0, 0]\nnormal   = [0, 0, 1]", 'file     = "balls.csv"'))
        table = self.write("scenes/balls.csv", "x,y,z,r\n0,0,-0.01,0.01\n")
        self.scree("run", scene, "--out", "table", "--set", "time.end=1 ms")
        self.scree("picture", "table")
        scene.write_text("edited for the next run")
        self.scree("picture", "table")
        table.unlink()
        error = self.scree("picture", "table", expect=2).stderr
        for part in ["balls.csv", "looked for in", str(scene.parent)]:
            self.assertIn(part, error)


if __name__ == "__main__":
    unittest.main()
