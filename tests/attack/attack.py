"""What all attacks have in common: a case, how it is run, what counts as an answer, and how a failure is replayed.

A case is made from the seed, its kind and its number alone, so that any one of them can be run by itself:
  python3 tests/attack/scenes.py --seed 1 --only keys:417
"""
import argparse
import collections
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(os.environ.get("SCREE_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
SCREE = os.environ.get("SCREE", str(SOURCE / "build" / "release" / "scree"))

CPU_SECONDS = 5  # of the processor: another program on the machine changes nothing
WALL_SECONDS = 60  # for what sleeps
RUN_SECONDS = 1.5  # then a run gets SIGTERM
MEMORY = 1 << 30
LONGEST_MESSAGE = 100_000  # bytes
FEW = 50  # kinds of so few cases are always run as a whole

# With exit code 0 no number of the output is infinite or none. Names are quoted or made of other words.
NOT_FINITE = re.compile(r"(?<![\w\"'.-])[-+]?(nan|inf)(?![\w\"'])", re.I)


def random_for(seed, kind, number):
    return random.Random(f"{seed}:{kind}:{number}")


class Case:
    """`files`: name to text or bytes, in a folder of their own. `args` of scree. `may_fail`: exit code 1 is an answer.
    `out`: the folder of the run. `must`: the only exit code that is right."""

    def __init__(self, files, args, may_fail=False, out=None, must=None):
        self.files, self.args, self.may_fail, self.out, self.must = files, args, may_fail, out, must


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not os.environ.get("SCREE_ATTACK_SANITIZED"):  # a sanitizer maps terabytes
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(args, folder, may_be_ended):
    """(exit code, standard output, standard error); the exit code is None for what had to be ended. A run may be long by
    right: then it is asked to end."""
    env = dict(os.environ, OMP_NUM_THREADS="1", OMP_WAIT_POLICY="passive")
    with subprocess.Popen([SCREE, *args], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
                          stdin=subprocess.DEVNULL, preexec_fn=limits) as process:
        out, err, asked = None, None, False
        if may_be_ended:
            try:
                out, err = process.communicate(timeout=RUN_SECONDS)
            except subprocess.TimeoutExpired:
                asked = True
                process.terminate()
        try:
            out, err = (out, err) if out is not None else process.communicate(timeout=WALL_SECONDS)
            code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            code = None
    if asked and code == -signal.SIGTERM:  # it had no folder yet
        code = 1
        err += b"interrupted at the start"
    return code, out.decode(errors="replace"), err.decode(errors="replace")


def not_finite(text):
    found = NOT_FINITE.search(text)
    return found and text[max(0, found.start() - 60):found.end() + 20].replace("\n", " | ")


def wrong_with_folder(folder, case, code):
    """What a run has left: nothing after a refusal, else nothing half written and nothing that is no number."""
    out = folder / case.out
    if code == 2:
        return f"exit code 2 and {case.out} is there" if out.exists() else None
    half = [p.name for p in out.rglob("*") if p.name.endswith((".tmp", ".part", "~"))]
    if half:
        return f"left half written: {half}"
    telemetry = out / "telemetry.csv"
    if code == 0:
        if not (out / "summary.txt").exists() or not telemetry.exists():
            return "exit code 0 without summary.txt or telemetry.csv"
        return wrong_with_telemetry(telemetry, case)
    return None


def wrong_with_telemetry(path, case):
    """Measures may have nothing to measure, which is nan (docs/output.md); their columns begin with their names."""
    text = next(content for content in case.files.values() if isinstance(content, str))
    names = tuple(re.findall(r"name\s*=\s*\"([^\"]+)\"", text))
    lines = path.read_text(errors="replace").splitlines()
    columns = next(line for line in lines if not line.startswith("#")).split(",")
    for line in lines[lines.index(",".join(columns)) + 1:]:
        for column, value in zip(columns, line.split(",")):
            if not_finite(value) and not column.startswith(names):
                return f"telemetry.csv holds {column} = {value}"
    return None


def wrong_with(case, folder, code, out, err):
    """What is wrong with an answer, or None."""
    if code is None:
        return f"no answer within {WALL_SECONDS} s"
    if code == -9:
        return f"more than {CPU_SECONDS} s of processor time"
    if code < 0:
        return f"ended by signal {-code}"
    if case.must is not None and code != case.must:
        return f"exit code {code}, must be {case.must}: {err.strip()[-600:]}"
    if code not in ((0, 1, 2) if case.may_fail else (0, 2)):
        return f"exit code {code}: {err.strip()[-300:]}"
    if len(err) > LONGEST_MESSAGE:
        return f"a message of {len(err)} bytes"
    if code == 1 and not re.search(r"the run failed: \S|interrupted at", err):
        return f"exit code 1 without a named reason: {err.strip()[-300:]}"
    if code == 2 and not any(name in err for name in [*case.files, "--set"]):
        return f"the message names no file: {err.strip()[-300:]}"
    if code == 0 and not_finite(out):
        return f"exit code 0 and {not_finite(out)}"
    return wrong_with_folder(folder, case, code) if case.out else None


def try_case(case):
    """(exit code, what is wrong or None)."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="scree-attack-"))
    try:
        for name, content in case.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode(errors="surrogatepass"))
        code, out, err = run(case.args, folder, case.args[0] == "run" and case.must is None)
        return code, wrong_with(case, folder, code, out, err)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def keep(case, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode(errors="surrogatepass"))
    print(f"cd {folder} && {SCREE} " + " ".join(repr(a) for a in case.args))


def main(kinds):
    """`kinds`: name to (number of cases, function of seed and number that makes a case)."""
    script = pathlib.Path(sys.argv[0])
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1, help="this part of the cases, spread evenly")
    parser.add_argument("--kinds", default=",".join(kinds), help="default: all, " + ", ".join(kinds))
    parser.add_argument("--only", metavar="KIND:NUMBER", help="one case")
    parser.add_argument("--keep", metavar="DIR", type=pathlib.Path, help="with --only: write its files there and do not run it")
    args = parser.parse_args()

    if args.only:
        kind, number = args.only.split(":")
        case = kinds[kind][1](args.seed, int(number))
        if args.keep:
            return keep(case, args.keep)
        code, wrong = try_case(case)
        print(f"exit code {code}, {wrong or 'as it should be'}")
        return sys.exit(1 if wrong else 0)

    failures = 0
    for kind in args.kinds.split(","):
        count, make = kinds[kind]
        chosen = count if count <= FEW else max(1, round(count * args.share))
        codes, begin = collections.Counter(), time.monotonic()
        for k in range(chosen):
            number = k * count // chosen
            code, wrong = try_case(make(args.seed, number))
            codes[code] += 1
            if wrong:
                failures += 1
                print(f"FAILED {kind}:{number}: {wrong}\n  replay: python3 {script} --seed {args.seed} --only {kind}:{number}",
                      flush=True)
        told = ", ".join(f"{n} with exit code {code}" for code, n in sorted(codes.items(), key=str))
        print(f"{kind}: {chosen} cases of {count}, {told}; {time.monotonic() - begin:.0f} s", flush=True)
    print(f"{failures} failures")
    sys.exit(1 if failures else 0)
