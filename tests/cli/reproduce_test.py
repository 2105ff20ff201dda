"""scree reproduce --quick: a complete report, every verdict as it was, stopped and gone on with. No times are looked at."""
import csv
import html.parser
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from cli import SCREE, SOURCE, CliTest

VERDICTS = SOURCE / "tests/cli/reproduce_verdicts.txt"  # ID: VERDICT, one a line; a change of one must be meant
TROUBLE = []  # shown once more as the last lines, where a long log is cut


def verdicts_of(text):
    return dict(re.findall(r"^([A-E]-\S+) +(.+?)\s*$", text, re.M))


class Page(html.parser.HTMLParser):
    """What a page holds: ids, links, addresses of things it would load, and whether its tags are closed."""
    VOID = {"meta", "img", "br", "wbr", "path", "use", "rect", "circle", "line", "stop"}

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads, self.open, self.words = set(), [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if "id" in named:
            self.ids.add(named["id"])
        if tag == "a":
            self.links.append(named["href"])
        for name in ("src", "data", "srcset"):
            if name in named:
                self.loads.append(named[name])
        if tag == "link":
            self.loads.append(named.get("href"))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
            self.open.pop()

    def handle_data(self, data):
        self.words.append(data)


class QuickReport(CliTest):
    @classmethod
    def setUpClass(cls):
        """All of it, once, stopped on the way."""
        folder = tempfile.TemporaryDirectory(prefix="scree-reproduce-")
        cls.addClassCleanup(folder.cleanup)
        cls.out = pathlib.Path(folder.name) / "report"
        cls.command = [SCREE, "reproduce", "--quick", "--jobs", "2", "--out", str(cls.out)]
        first = subprocess.Popen(cls.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not list(cls.out.glob("experiments/*/result.json")) and time.monotonic() < deadline and first.poll() is None:
            time.sleep(0.1)
        first.send_signal(signal.SIGTERM)
        _, cls.stopped = first.communicate(timeout=300)
        cls.stopped_code = first.returncode
        cls.kept = {p: p.stat().st_mtime_ns for p in cls.out.glob("runs/*/done.json")}
        cls.whole = subprocess.run(cls.command, capture_output=True, text=True, timeout=1500)
        for name in re.findall(r"FAILED, see (.+?log\.txt)", cls.whole.stderr):
            TROUBLE.append(f"{name}:\n{pathlib.Path(name).read_text(errors='replace')[-800:]}")
        expected = verdicts_of(VERDICTS.read_text())
        TROUBLE.extend(f"{name}: {verdict}, was {expected.get(name)}" for name, verdict in verdicts_of(cls.whole.stdout).items()
                       if verdict != expected.get(name))

    def page(self):
        return Page((self.out / "report.html").read_text())

    def test_it_stops_when_told_and_goes_on(self):
        self.assertEqual(self.stopped_code, 1, self.stopped)
        self.assertIn("goes on from here", self.stopped)
        for path, when in self.kept.items():
            self.assertEqual(path.stat().st_mtime_ns, when, f"{path} was done again")

    def test_every_verdict_is_as_committed(self):
        self.assertEqual(self.whole.returncode, 0, self.whole.stdout + self.whole.stderr)
        found, expected = verdicts_of(self.whole.stdout), verdicts_of(VERDICTS.read_text())
        self.assertEqual(found, expected)
        self.assertGreater(len(expected), 40)

    def test_the_report_is_complete_and_needs_nothing_else(self):
        page = self.page()
        self.assertEqual(page.open, [])
        text = "".join(page.words)
        for name in verdicts_of(VERDICTS.read_text()):
            slug = re.sub(r"[^A-Za-z0-9.]+", "-", name)
            self.assertIn(slug, page.ids)
            self.assertIn(f"#{slug}", page.links)
            self.assertIn(name, text)
        self.assertTrue(all(address.startswith("data:") for address in page.loads), page.loads[:3])
        for link in page.links:
            self.assertTrue(link.startswith("#") or (self.out / link).exists(), link)
        self.assertNotIn("not run", text)
        for word in ("nan", "None", "Traceback"):
            self.assertIsNone(re.search(rf"(?<![\w-]){word}(?![\w-])", text), word)

    def test_every_experiment_with_numbers_has_its_table(self):
        files = sorted((self.out / "csv").glob("*.csv"))
        self.assertGreater(len(files), 40)
        for path in files:
            with open(path, newline="") as file:
                rows = list(csv.DictReader(file))
            self.assertTrue(rows, path)
            self.assertNotIn(None, rows[0], path)

    def test_nothing_is_half_written(self):
        self.assertEqual([p for p in self.out.rglob("*") if p.name.endswith(".tmp") or ".tmp." in p.name], [])

    def test_what_is_done_is_not_done_again(self):
        before = {p: p.stat().st_mtime_ns for p in self.out.glob("runs/*/done.json")}
        self.assertGreater(len(before), 10)
        again = subprocess.run([*self.command, "A-F16", "A-F15"], capture_output=True, text=True, timeout=300)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("2 of 2 were done before", again.stderr)
        self.assertEqual({p: p.stat().st_mtime_ns for p in self.out.glob("runs/*/done.json")}, before)


class Input(CliTest):
    def test_the_list_has_them_all(self):
        text = self.scree("reproduce", "--list").stdout
        for name in verdicts_of(VERDICTS.read_text()):
            self.assertRegex(text, rf"(?m)^  {re.escape(name)} ")

    def test_unknown_ones_are_refused_with_what_was_meant(self):
        done = self.scree("reproduce", "AF16", "E-T4", "nonsense", expect=2)
        self.assertIn("AF16: no such experiment; did you mean A-F16", done.stderr)
        self.assertIn("nonsense: no such experiment", done.stderr)
        self.assertNotIn("E-T4", done.stderr)
        self.assertEqual(self.files(), [])

    def test_options_are_checked(self):
        self.scree("reproduce", "--quick", "--full", expect=2)
        self.scree("reproduce", "--jobs", "0", expect=2)
        self.assertIn("must be NAME=DIR", self.scree("reproduce", "--with-run", "flow_45000", "A-F1", expect=2).stderr)
        self.write("file", "")
        self.assertIn("--out file", self.scree("reproduce", "A-FA1", "--out", "file", expect=2).stderr)

    def test_runs_made_elsewhere_must_be_of_the_same_scene(self):
        self.write("elsewhere/scene.toml", "schema = 1\n")
        self.write("elsewhere/summary.txt", "")
        self.scree("reproduce", "--quick", "A-F15", "--with-run", "flow_200=elsewhere", expect=1)
        log = (self.dir / "out/reproduce/experiments/A-F15/log.txt").read_text()
        self.assertIn("its scene.toml is not", log)


if __name__ == "__main__":
    done = unittest.main(exit=False).result
    print(*TROUBLE, sep="\n", file=sys.stderr)
    sys.exit(not done.wasSuccessful())
