"""What an experiment is, what it may use, and what it hands back.

An experiment is a row of the papers: a table, a figure, a sketch. `run(ctx)` does it with the scree program and returns a
Result; the report, the CSV file and the verdict are made from that. The verdict comes from checks that are written before
the result is seen:

    every check holds                      -> reproduced
    else every check of level "trend" does -> trend reproduced   (there must be one)
    else                                   -> not reproduced

A check that rests on a time is marked `timed`. Quick runs show it and do not count it: they are part of the tests, and no
test depends on a time. So an experiment with timed checks needs others that rest on counts. Where a quick run leaves out a
check that is more than a trend, its verdict is a trend at best.
"""
import contextlib
import csv
import dataclasses
import fcntl
import fnmatch
import functools
import hashlib
import io
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import time
from typing import Callable, Optional

SOURCE = pathlib.Path(__file__).resolve().parents[2]
MODES = ("quick", "standard", "full")
INK, RULE, GROUND = "#1c2126", "#d5d9dd", "#fdfcfb"  # of figures: text and axes; grid; background
PAPERS = {
    "A": "Nezami, Hashash, Zhao & Ghaboussi 2006, Shortest link method for contact detection in discrete element method",
    "B": "Wellmann, Lillie & Wriggers 2008, A contact detection algorithm for superellipsoids based on the common-normal "
         "concept",
    "C": "Wang, Li & Feng 2015, A shrunken edge algorithm for contact detection between convex polyhedral blocks",
    "D": "Lazarević, Dvornik & Fresl 2002, Contact detection algorithm for discrete element analysis",
    "E": "Höhner, Wirtz, Kruggel-Emden & Scherer 2011, Comparison of the multi-sphere and polyhedral approach to simulate "
         "non-spherical particles within the discrete element method",
}
# Kind of a row: R a result with numbers, I an illustration drawn again, S a sketch of a definition that a test covers,
# P parameters or a remark. What a verdict is called depends on it.
VERDICTS = {
    "R": ("reproduced", "trend reproduced", "not reproduced"),
    "I": ("redrawn", "redrawn", "not redrawn"),
    "S": ("tested", "tested", "not tested"),
    "P": ("stated", "stated", "not stated"),
}


@dataclasses.dataclass
class Parameter:
    name: str
    value: str
    source: str = "paper"  # "paper": given there; "ours": assumed, or other than there
    note: str = ""


@dataclasses.dataclass
class Table:
    """Cells are texts or numbers; numbers are shown with four digits. `paper` and `ours`: columns to set off by colour."""
    title: str
    header: list
    rows: list
    note: str = ""
    paper: tuple = ()
    ours: tuple = ()


@dataclasses.dataclass
class Figure:
    path: str  # in the folder of the experiment, .svg or .png
    caption: str
    width: float = 1.0  # part of the width of the page


@dataclasses.dataclass
class Check:
    text: str  # the acceptance, with its bound
    ok: bool
    found: str = ""  # what was found
    level: str = "reproduced"  # or "trend"
    timed: bool = False  # rests on a time: not counted in quick runs


@dataclasses.dataclass
class Result:
    checks: list
    reason: str = ""  # one or two sentences that go with the verdict
    tables: list = dataclasses.field(default_factory=list)
    figures: list = dataclasses.field(default_factory=list)
    rows: list = dataclasses.field(default_factory=list)  # of the CSV file: dictionaries with the same keys
    parameters: list = dataclasses.field(default_factory=list)  # further ones, of this mode
    notes: list = dataclasses.field(default_factory=list)  # paragraphs: what differs, what was found
    summary: str = ""  # our numbers in a few words, for the table on top
    # Filled in when it is kept:
    commands: list = dataclasses.field(default_factory=list)
    seconds: float = 0
    cpu: float = 0  # s of processors
    mode: str = ""
    verdict: str = ""
    version: str = ""
    machine: str = ""
    when: str = ""


@dataclasses.dataclass
class Experiment:
    id: str
    kind: str  # R, I, S, P
    title: str
    where: str  # "Fig. 16", "Sec. 5.2.1": what a reader looks for in the paper
    paper_did: str
    we_did: str
    run: Callable
    paper_found: str = ""  # the paper's numbers in a few words, for the table on top
    parameters: list = dataclasses.field(default_factory=list)
    seconds: tuple = (1, 1, 1)  # quick, standard, full: measured on two cores, for the time left

    @property
    def paper(self):
        return self.id[0]

    @property
    def slug(self):
        return re.sub(r"[^A-Za-z0-9.]+", "-", self.id)


def verdict_of(kind, checks, mode):
    """(verdict, checks that counted)"""
    best, trend, none = VERDICTS[kind]
    counted = [c for c in checks if not (c.timed and mode == "quick")]
    if not counted:
        return none, counted
    left_out = any(c.timed and c.level == "reproduced" for c in checks) and mode == "quick"
    if all(c.ok for c in counted):
        return (trend if left_out else best), counted
    trends = [c for c in counted if c.level == "trend"]
    return (trend if trends and all(c.ok for c in trends) else none), counted


# ------------------------------------------------------------------------------------------------------------- files

def write_whole(path, data):
    """Under a temporary name first: whoever looks never finds half a file."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    temporary.write_bytes(data if isinstance(data, bytes) else data.encode())
    os.replace(temporary, path)


def read_csv(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def cpu_seconds():
    """Of this process and those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def csv_text(rows):
    if not rows:
        return ""
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def checkpoint_format():
    """The number of the format: checkpoints of another one are of no use to a run that goes on."""
    return re.search(r"kFormatVersion = (\d+)", (SOURCE / "src/scree/store/checkpoint.cpp").read_text()).group(1)


def digest(*things):
    sha = hashlib.sha256()
    for thing in things:
        if isinstance(thing, pathlib.Path):
            thing = thing.read_bytes()
        sha.update(thing if isinstance(thing, bytes) else repr(thing).encode())
        sha.update(b"\0")
    return sha.hexdigest()


class ScreeFailed(Exception):
    pass


# --------------------------------------------------------------------------------------------------------------- tests

@functools.lru_cache
def test_names():
    """Every test of the sources, by name: {"Suite.Name": "tests/narrow/file.cpp"}; of scripts: {"file_test.test_name": ...}"""
    names = {}
    for path in sorted((SOURCE / "tests").rglob("*_test.*")):
        text, file = path.read_text(), str(path.relative_to(SOURCE))
        if path.suffix == ".cpp":
            for suite, name in re.findall(r"^\s*(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)\(\s*(\w+)\s*,"
                                          r"\s*(\w+)", text, re.M):
                names[f"{suite}.{name}"] = file
        elif path.suffix == ".py":
            for name in re.findall(r"^    def (test_\w+)", text, re.M):
                names[f"{path.stem}.{name}"] = file
    return names


def covered_by(*tests):
    """Result of a row that tests cover: pairs (name of a test, what it shows). A name may end in *; it must be there."""
    rows, checks, missing = [], [], []
    for name, shows in tests:
        found = [n for n in test_names() if fnmatch.fnmatchcase(n, name)]
        rows.append([shows, name, test_names()[found[0]] if found else "not there"])
        checks.append(Check(f"the test {name} is there", bool(found), f"{len(found)} found"))
        missing += [] if found else [name]
    return Result(checks=checks, reason=f"no test {', '.join(missing)}" if missing else "The tests are run by ./test.",
                  tables=[Table("Tests", ["shows", "test", "file"], rows)],
                  rows=[dict(zip(("shows", "test", "file"), row)) for row in rows],
                  summary=f"{len(tests)} tests" if len(tests) > 1 else "1 test")


# ------------------------------------------------------------------------------------------------------------- context

@dataclasses.dataclass
class Settings:
    """Of a whole call of `scree reproduce`."""
    scree: str
    out: pathlib.Path
    mode: str
    threads: int
    version: str
    build: str  # of the program: a digest of its file
    given: dict  # name of a run: folder with it, made elsewhere


class Context:
    """What an experiment may use. Nothing in it depends on which experiment came first."""
    seed = 1

    def __init__(self, settings, experiment):
        self.settings = settings
        self.mode, self.threads, self.source = settings.mode, settings.threads, SOURCE
        self.experiment = experiment
        self.folder = settings.out / "experiments" / experiment.slug  # for figures
        self.folder.mkdir(parents=True, exist_ok=True)
        self.commands, self.notes = [], []

    @property
    def quick(self):
        return self.mode == "quick"

    def pick(self, quick, standard, full):
        return {"quick": quick, "standard": standard, "full": full}[self.mode]

    # --- shared runs: `runs/NAME-KEY`. What is done, of any experiment and mode, is not done again.

    def command(self, name, args, inputs=(), threads=False):
        """`scree ARGS` in a folder of its own, which is returned; standard output is in stdout.txt there. Files it writes
        should be named without a folder. `inputs`: files that matter besides ARGS. `threads`: adds --threads."""
        args = [str(a) for a in args]
        key = digest(self.settings.version, self.settings.build, args, *[pathlib.Path(p) for p in inputs])
        folder = self.settings.out / "runs" / f"{name}-{key[:8]}"
        with self._locked(folder):
            if not (folder / "done.json").exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
                extra = ["--threads", str(self.threads)] if threads else []
                self._finish(folder, self._scree([*args, *extra], folder), args)
        self._note_command(folder)
        return folder

    def simulate(self, name, scene, overrides=(), inputs=()):
        """`scree run SCENE --set ...`; returns the folder of the run. Interrupted, it goes on from its last checkpoint.
        A finished run handed in with --with-run NAME=DIR is taken instead, if its scene and overrides are the same."""
        scene = pathlib.Path(scene)
        overrides = [str(o) for o in overrides]
        if name in self.settings.given:
            return self._given(name, scene, overrides)
        # The runs of a full call take hours: they outlive a new build of the same version, and the report says so.
        build = "" if self.mode == "full" else self.settings.build
        key = digest(self.settings.version, checkpoint_format(), build, scene, overrides, *[pathlib.Path(p) for p in inputs])
        folder = self.settings.out / "runs" / f"{name}-{key[:8]}"
        with self._locked(folder):
            if not (folder / "done.json").exists():
                folder.mkdir(parents=True, exist_ok=True)
                args = ["run", str(scene), *[a for o in overrides for a in ("--set", o)], "--out", "run"]
                begun = (folder / "run" / "scene.toml").exists()
                saved = any((folder / "run" / "checkpoints").glob("*.h5"))
                going_on = ["--resume"] if saved else ["--overwrite"] if begun else []
                took = self._scree([*args, *going_on, "--threads", str(self.threads)], folder)
                self._finish(folder, took, args)
        self._note_command(folder)
        return folder / "run"

    def _given(self, name, scene, overrides):
        folder = pathlib.Path(self.settings.given[name])
        if not (folder / "summary.txt").exists():
            raise ScreeFailed(f"--with-run {name}={folder}: no finished run (summary.txt) there")
        if (folder / "scene.toml").read_bytes() != scene.read_bytes():
            raise ScreeFailed(f"--with-run {name}={folder}: its scene.toml is not {scene}")
        told = (folder / "overrides.txt").read_text() if (folder / "overrides.txt").exists() else ""
        for override in overrides:
            if kept := re.fullmatch(r"output\.keep_checkpoints=(\d+)", override):  # `bench detection --run` goes on from them
                found = re.search(r"^output\.keep_checkpoints=(\d+)$", told, re.MULTILINE)
                if not found or int(found.group(1)) < int(kept.group(1)):
                    raise ScreeFailed(f"--with-run {name}={folder}: made without --set {override}, or with fewer")
                continue
            longer = "stop_after=" in override or override.startswith(("time.end=", "output."))  # a run that goes on longer will do
            if not longer and override not in told:
                raise ScreeFailed(f"--with-run {name}={folder}: made without --set {override}")
        self.commands.append(f"scree run {scene.relative_to(SOURCE)}   # made elsewhere, handed in")
        self.notes.append(f"The run {name} was made elsewhere and handed in with --with-run.")
        return folder

    @contextlib.contextmanager
    def _locked(self, folder):
        """One process at a time; the others wait and find it done."""
        folder.parent.mkdir(parents=True, exist_ok=True)
        with open(folder.with_name(f".{folder.name}.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _scree(self, args, folder):
        start, cpu = time.monotonic(), cpu_seconds()
        with open(folder / "stdout.txt", "wb") as out, open(folder / "stderr.txt", "ab") as err:
            done = subprocess.run([self.settings.scree, *args], cwd=folder, stdout=out, stderr=err,
                                  stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            tail = (folder / "stderr.txt").read_text(errors="replace")[-1500:]
            raise ScreeFailed(f"scree {' '.join(args)}: exit code {done.returncode}\n{tail}")
        return time.monotonic() - start, cpu_seconds() - cpu

    def _finish(self, folder, took, args):
        # Paths inside the repository as a reader would type them.
        shown = [a.replace(f"{SOURCE}/", "") for a in args]
        quoted = [f"'{a}'" if re.search(r"[\s\[\]{}\"]", a) else a for a in shown]
        write_whole(folder / "done.json", json.dumps(
            {"command": " ".join(["scree", *quoted]), "seconds": round(took[0], 2), "cpu": round(took[1], 2), "threads": self.threads,
             "version": self.settings.version, "build": self.settings.build}))

    def _note_command(self, folder):
        done = json.loads((folder / "done.json").read_text())
        self.commands.append(f"{done['command']}   # {done['seconds']:.3g} s")
        if done["build"] != self.settings.build:
            self.notes.append(f"The run {folder.name} was made by another build of the same version.")

    def log_of(self, folder):
        return (pathlib.Path(folder) / "stdout.txt").read_text()

    # --- figures

    def figure(self, figure, name, caption, width=1.0):
        """Saves a matplotlib figure as NAME.svg and closes it."""
        import plots
        plots.save(figure, self.folder / f"{name}.svg")
        return Figure(f"{name}.svg", caption, width)

    def picture(self, name, caption, width=1.0):
        """A picture that is already in the folder of the experiment."""
        assert (self.folder / name).exists(), name
        return Figure(name, caption, width)


# -------------------------------------------------------------------------------------------------------- results kept

def save_result(folder, key, result):
    data = {"key": key, **dataclasses.asdict(result)}
    write_whole(folder / "result.json", json.dumps(data, ensure_ascii=False, indent=1, default=plain))


def plain(value):
    """numpy's numbers for JSON."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{value!r} cannot be kept")


def load_result(folder, key: Optional[str] = None):
    """None if it is not there, or not that of `key`."""
    path = folder / "result.json"
    if not path.exists():
        return None
    data = json.loads(path.read_text())
    if key is not None and data["key"] != key:
        return None
    data.pop("key")
    for name, kind in (("checks", Check), ("tables", Table), ("figures", Figure), ("parameters", Parameter)):
        data[name] = [kind(**item) for item in data[name]]
    return Result(**data)
