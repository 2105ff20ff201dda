"""`scree reproduce`: every table and figure of the papers again, in one report.

Called by the scree program, which has checked the options. Each experiment runs in a process of its own; what is done is
kept in the folder and not done again.
"""
import argparse
import contextlib
import difflib
import importlib.util
import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import time

NEEDS = {"numpy": "python3-numpy", "h5py": "python3-h5py", "matplotlib": "python3-matplotlib", "vtkmodules": "python3-vtk9"}
missing = [package for module, package in NEEDS.items() if importlib.util.find_spec(module) is None]
missing += [] if os.environ.get("DISPLAY") or shutil.which("Xvfb") else ["xvfb"]
if missing:
    sys.exit(f"scree reproduce needs {', '.join(missing)}: apt-get install {' '.join(missing)}")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import display  # noqa: E402
import experiment as base  # noqa: E402
import registry  # noqa: E402

DONE, FAILED, WRONG = 0, 1, 2


def options():
    parser = argparse.ArgumentParser(prog="scree reproduce", description=__doc__.split("\n")[0])
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--mode", choices=base.MODES, default="standard")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--out", default="out/reproduce")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--with-run", action="append", default=[], metavar="NAME=DIR")
    parser.add_argument("--scree", required=True)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def wrong(text):
    print(text, file=sys.stderr)
    sys.exit(WRONG)


def chosen(ids):
    """The experiments of `ids`; A letter alone is a whole paper. Unknown ones end the program."""
    everything = registry.experiments()
    if not ids:
        return everything
    # An entry of several rows, "A-F6/F7" or "E-F10/E-T2", goes by each of them, too.
    known = {}
    for e in everything:
        first, *others = e.id.split("/")
        for name in (e.id, first, *(o if "-" in o else f"{e.paper}-{o}" for o in others)):
            known[name] = e.id
    folded = {name.lower(): name for name in known}
    wanted, problems = [], []
    for text in ids:
        whole = [e.id for e in everything if e.paper == text.upper()]
        if whole:
            wanted += whole
        elif text.lower() in folded:
            wanted.append(known[folded[text.lower()]])
        else:
            near = difflib.get_close_matches(text.upper(), known, 3, 0.5)
            problems.append(f"{text}: no such experiment" + (f"; did you mean {', '.join(near)}?" if near else "")
                            + " (--list shows all)")
    if problems:
        wrong("\n".join(problems))
    return [e for e in everything if e.id in wanted]


def given_runs(pairs):
    runs = {}
    for text in pairs:
        name, equals, folder = text.partition("=")
        if not equals or not (pathlib.Path(folder) / "scene.toml").exists():
            wrong(f"--with-run {text}: must be NAME=DIR, where DIR is the folder of a finished run")
        runs[name] = str(pathlib.Path(folder).resolve())
    return runs


def duration(seconds):
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{model.group(1).strip() if model else platform.processor()}, {len(os.sched_getaffinity(0))} cores"


def show_list(mode):
    column = base.MODES.index(mode)
    paper = ""
    for e in registry.experiments():
        if e.paper != paper:
            paper = e.paper
            print(f"\n{paper}  {base.PAPERS[paper]}")
        print(f"  {e.id:<18} {e.kind}  {e.where:<22} {e.title:<70.70} {duration(e.seconds[column]):>7}")
    total = sum(e.seconds[column] for e in registry.experiments())
    print(f"\nR result, I illustration, S sketch (a test covers it), P parameters. Times: {mode} runs on two cores, "
          f"{duration(total)} in all.")


# ------------------------------------------------------------------------------------------------- one, in a process

# Of the scripts, once for a call: workers get it from the first process, so that a script that is changed meanwhile does not
# make results that nobody knows.
SCRIPTS = os.environ.get("SCREE_REPRODUCE_SCRIPTS") or base.digest(*sorted(pathlib.Path(__file__).parent.glob("*.py")))


def key_of(experiment, settings):
    return base.digest(experiment.id, settings.mode, settings.version, settings.build, settings.given, SCRIPTS)


def work(experiment, settings):
    """Runs one experiment and keeps its result."""
    start = time.monotonic()
    context = base.Context(settings, experiment)
    result = experiment.run(context)
    result.commands, result.notes = context.commands, [*result.notes, *context.notes]
    result.cpu = base.cpu_seconds()
    result.seconds, result.mode, result.version = time.monotonic() - start, settings.mode, settings.version
    result.machine, result.when = machine(), time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
    result.verdict, _ = base.verdict_of(experiment.kind, result.checks, settings.mode)
    if result.rows:
        base.write_whole(settings.out / "csv" / f"{experiment.slug}.csv", base.csv_text(result.rows))
    base.save_result(context.folder, key_of(experiment, settings), result)


# --------------------------------------------------------------------------------------------------------------- all

class Progress:
    """Lines on a pipe, one line that changes on a terminal."""

    def __init__(self, todo, jobs, mode):
        self.column, self.jobs = base.MODES.index(mode), jobs
        self.todo, self.start, self.count = list(todo), time.monotonic(), len(todo)
        self.terminal = sys.stderr.isatty()
        self.told = self.start
        self.expected = self.took = 1.0  # seconds, of what is done

    def expect(self, experiment):
        return experiment.seconds[self.column]

    def left(self, running):
        scale = self.took / self.expected
        waiting = sum(self.expect(e) for e in self.todo) * scale
        # One that takes longer than expected: a tenth of what it took so far, as nobody knows.
        now = [max(self.expect(e) * scale - (time.monotonic() - t), (time.monotonic() - t) / 10, 1) for e, t in running]
        return max([*now, (sum(now) + waiting) / self.jobs])

    def finished(self, experiment, seconds, text, running):
        self.expected += self.expect(experiment)
        self.took += seconds
        self.clear()
        done = self.count - len(self.todo) - len(running)
        left = f", about {duration(self.left(running))} left" if running or self.todo else ""
        print(f"{done:>3}/{self.count} {experiment.id:<18} {text} ({duration(seconds)}){left}", file=sys.stderr, flush=True)

    def clear(self):
        if self.terminal:
            print("\r\033[K", end="", file=sys.stderr)

    def tick(self, running):
        now = time.monotonic()
        if now - self.told < (0.5 if self.terminal else 30):
            return
        self.told = now
        doing = ", ".join(f"{e.id} {duration(now - t)}" for e, t in running)
        line = f"    {doing}; about {duration(self.left(running))} left"
        if self.terminal:
            print(f"\r\033[K{line:.100}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)


def start_worker(experiment, settings):
    folder = settings.out / "experiments" / experiment.slug
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, __file__, "--worker", experiment.id, "--mode", settings.mode, "--threads",
               str(settings.threads), "--out", str(settings.out), "--scree", settings.scree]
    for name, given in settings.given.items():
        command += ["--with-run", f"{name}={given}"]
    log = open(folder / "log.txt", "wb")
    # A group of its own: a signal to it reaches the scree program, which then saves its state.
    return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
                            env={**os.environ, "OMP_WAIT_POLICY": "passive", "SCREE_REPRODUCE_SCRIPTS": SCRIPTS})


def wait_for_group(process):
    """Until the worker and what it has started have ended: a run may still be saving its state."""
    process.wait()
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)


def run_all(todo, settings, jobs, after):
    """Runs `todo`, the longest first, `jobs` at a time; calls `after` now and then. Returns the ids that failed."""
    column = base.MODES.index(settings.mode)
    progress = Progress(sorted(todo, key=lambda e: -e.seconds[column]), jobs, settings.mode)
    running, failed = {}, []

    def stop(number, _):
        for process in running:
            with contextlib.suppress(ProcessLookupError):  # just ended
                os.killpg(process.pid, signal.SIGTERM)
        for process in running:
            wait_for_group(process)
        print(f"\nstopped; the same command goes on from here ({settings.out})", file=sys.stderr)
        sys.exit(FAILED)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    while running or progress.todo:
        while progress.todo and len(running) < jobs:
            experiment = progress.todo.pop(0)
            running[start_worker(experiment, settings)] = (experiment, time.monotonic())
        time.sleep(0.05)
        for process in [p for p in running if p.poll() is not None]:
            experiment, since = running.pop(process)
            folder = settings.out / "experiments" / experiment.slug
            result = base.load_result(folder, key_of(experiment, settings)) if process.returncode == 0 else None
            text = result.verdict if result else f"FAILED, see {folder / 'log.txt'}"
            failed += [] if result else [experiment.id]
            progress.finished(experiment, time.monotonic() - since, text, list(running.values()))
            after()
        progress.tick(list(running.values()))
    progress.clear()
    return failed


def main():
    o = options()
    if o.list:
        return show_list(o.mode)
    experiments, given = chosen(o.ids), given_runs(o.with_run)
    cores = len(os.sched_getaffinity(0))
    jobs = o.jobs or (cores if o.mode == "quick" else 1)
    version = subprocess.run([o.scree, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    out = pathlib.Path(o.out).resolve()
    settings = base.Settings(scree=str(pathlib.Path(o.scree).resolve()), out=out, mode=o.mode,
                             threads=o.threads or max(1, cores // jobs), version=version,
                             build=base.digest(pathlib.Path(o.scree).resolve())[:12], given=given)
    if o.worker:
        try:
            return work(experiments[0], settings)
        except base.ScreeFailed as e:
            sys.exit(str(e))
    import report
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        wrong(f"--out {o.out}: {e.strerror}")
    todo = []
    for e in experiments:
        folder = out / "experiments" / e.slug
        # A row that only names tests is looked up each time: tests come and go without its noticing.
        if o.again or e.kind == "S" or base.load_result(folder, key_of(e, settings)) is None:
            todo.append(e)
    if len(todo) < len(experiments):
        print(f"{len(experiments) - len(todo)} of {len(experiments)} were done before", file=sys.stderr)
    if any(e.kind != "S" for e in todo):
        try:
            display.need_display()  # one for all workers
        except RuntimeError as e:
            print(f"{e}; what draws pictures will fail", file=sys.stderr)
    failed = run_all(todo, settings, jobs, lambda: report.write(settings, experiments, final=False))
    path = report.write(settings, experiments, final=True)
    for e in experiments:
        result = base.load_result(out / "experiments" / e.slug, key_of(e, settings))
        print(f"{e.id:<18} {result.verdict if result else 'failed'}")
    print(f"\nreport: {os.path.relpath(path)}\nnumbers: {os.path.relpath(out / 'csv')}/")
    if failed:
        print(f"{len(failed)} failed: {', '.join(failed)}", file=sys.stderr)
        return FAILED
    return DONE


if __name__ == "__main__":
    sys.exit(main())
