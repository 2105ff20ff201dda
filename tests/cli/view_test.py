"""`scree view`, `scree run --view` and `scree render` from outside, with a page of one line: the real one has its own tests."""
import json
import os
import re
import signal
import struct
import subprocess
import time
import unittest
import urllib.error
import urllib.request

from cli import SCREE, SMALL, CliTest

ADDRESS = re.compile(r"http://[0-9.]+:(\d+)/")


class View(CliTest):
    def setUp(self):
        super().setUp()
        self.write("small.toml", SMALL)
        (self.dir / "page").mkdir()
        self.write("page/index.html", "<!doctype html><title>page</title>")

    def start(self, *args):
        process = subprocess.Popen([SCREE, *map(str, args)], cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=dict(os.environ, SCREE_WEB="page"))
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()

    def address(self, process):
        """The line that says where to look; what comes before it is of the run."""
        for line in process.stdout:
            found = ADDRESS.search(line)
            if found:
                return found.group(0)
        self.fail(process.stderr.read())

    def get(self, url):
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.read()

    def run_json(self, address):
        return json.loads(self.get(address + "api/run"))

    def small_run(self, *args):
        self.scree("run", "small.toml", "--out", "run", "--quiet", *args)

    def test_a_finished_run(self):
        self.small_run("--set", "time.end=0.02", "--set", "output.frames_every=0.01")
        viewer = self.start("view", "run", "--no-open", "--port", 0, "--page", "page")
        address = self.address(viewer)
        self.assertIn(b"<title>page", self.get(address))
        run = self.run_json(address)
        self.assertTrue(run["ok"], run)
        self.assertEqual(run["state"], "finished")
        self.assertEqual([w["kind"] for w in run["walls"]], ["cylinder", "plane"])
        for frame in run["frames"]:
            data = self.get(f"{address}api/frame/{frame['n']}")
            magic, version, number, bodies = struct.unpack_from("<4s3I", data)
            self.assertEqual((magic, version, number, bodies), (b"SCRF", 1, frame["n"], frame["bodies"]))
            self.assertLessEqual(len(data), 40 * bodies)
        with self.assertRaises(urllib.error.HTTPError) as missing:
            self.get(address + "api/frame/9999")
        self.assertEqual(missing.exception.code, 404)
        missing.exception.close()
        port = int(ADDRESS.search(address).group(1))
        taken = self.scree("view", "run", "--no-open", "--port", port, "--page", "page", expect=2)
        self.assertIn(f"port {port}", taken.stderr)
        viewer.send_signal(signal.SIGINT)
        self.assertEqual(viewer.wait(timeout=60), 0)

    def test_a_run_that_goes_on(self):
        running = self.start("run", "small.toml", "--out", "live", "--quiet", "--view", "--no-open", "--port", 0, "--set",
                             "time.end=1000", "--set", "output.frames_every=0.002")
        address = self.address(running)
        seen, until = 0, time.time() + 120
        while seen < 3 and time.time() < until:
            run = self.run_json(address)
            if run["ok"]:
                self.assertEqual(run["state"], "running")
                self.assertGreaterEqual(run["frames_total"], seen)
                seen = run["frames_total"]
            time.sleep(0.05)
        self.assertGreaterEqual(seen, 3)
        running.send_signal(signal.SIGINT)  # to the run alone: it saves its state and ends the viewer
        self.assertEqual(running.wait(timeout=120), 1)
        with self.assertRaises(urllib.error.URLError):
            self.get(address)

    def test_the_viewer_stays_after_the_run(self):
        running = self.start("run", "small.toml", "--out", "short", "--quiet", "--view", "--no-open", "--port", 0, "--set",
                             "time.end=0.005")
        address = self.address(running)
        until = time.time() + 120
        while self.run_json(address).get("state") != "finished" and time.time() < until:
            time.sleep(0.05)
        self.assertEqual(self.run_json(address)["state"], "finished")
        self.assertIsNone(running.poll())
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(timeout=60), 0)

    def test_wrong_calls(self):
        (self.dir / "empty").mkdir()
        for args, part in [(["view", "nowhere", "--page", "page"], "nowhere: there is no such folder"),
                           (["view", "empty", "--page", "empty"], "./run view"),
                           (["view", "empty", "--page", "page", "--host", "203.0.113.7"], "203.0.113.7"),
                           (["view"], "DIR"), (["render", "empty", "--out", "a.png"], "empty"),
                           (["render", "empty"], "--out"), (["render", "empty", "--out", "a.png", "--width", "1"], "--width"),
                           (["render", "empty", "--out", "a.png", "--cut", "w"], "--cut w"),
                           (["render", "empty", "--out", "a.png", "--eye", "1,2"], "--eye 1,2"),
                           (["render", "empty", "--out", "a.png", "--colour", "taste"], "taste"),
                           (["run", "small.toml", "--port", "0"], "--view")]:
            done = self.scree(*args, expect=2)
            self.assertIn(part, done.stderr + done.stdout, args)
        self.small_run("--set", "time.end=0.001")
        without = dict(os.environ, SCREE_BROWSER="/no/such/browser")
        done = subprocess.run([SCREE, "render", "run", "--out", "a.png", "--page", "page"], cwd=self.dir, env=without,
                              capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("chromium", done.stderr)

    def test_a_broken_folder_gets_a_page(self):
        (self.dir / "broken").mkdir()
        self.write("broken/model.h5", "not HDF5")
        viewer = self.start("view", "broken", "--no-open", "--port", 0, "--page", "page")
        run = self.run_json(self.address(viewer))
        self.assertFalse(run["ok"])
        self.assertIn("model.h5", run["message"])

    def test_others_are_warned_of(self):
        (self.dir / "empty").mkdir()
        viewer = self.start("view", "empty", "--no-open", "--port", 0, "--page", "page", "--host", "0.0.0.0")
        self.address(viewer)
        viewer.send_signal(signal.SIGTERM)
        self.assertIn("everyone who can reach it", viewer.communicate(timeout=60)[1])


if __name__ == "__main__":
    unittest.main()
