#!/usr/bin/env python3
"""Instructions a particle-step, by valgrind, of one program or of two side by side.

    bench/instructions.py [--work DIR] [--beds spheres,silo,...] PROGRAM [PROGRAM]

Counts are the same on a busy machine, so that one per cent shows. The beds are those of `scree bench`, in small; the
first program settles what is not in DIR yet (default: bench-work), and both start from the same places of bodies. Counted is what
is done in step(), with one thread, after a few steps that are not. Valgrind knows no AVX-512: build the programs for
x86-64-v3, the default. With two programs the last column is new over old, and --functions N prints the N functions
whose own counts differ most."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Steps that are counted, after --warm: some without a new pair list, as most are.
BEDS = {
    "spheres": (["--n", "8000"], 20),
    "silo": ([], 10),
    "polyhedra": (["--n", "216"], 20),
    "superellipsoids": (["--n", "250"], 20),
    "clusters": (["--n", "250"], 20),
}
WARM = 4


def command(program, bed, steps, work):
    return [program, "bench", bed, *BEDS[bed][0], "--threads", "1", "--rounds", "1", "--warm", str(WARM), "--steps",
            str(steps), "--work", work]


def settle(program, bed, work):
    if subprocess.run(command(program, bed, 1, work), stdout=subprocess.DEVNULL).returncode != 0:
        sys.exit(f"{program} bench {bed} failed")


def count(program, bed, work):
    """Instructions in step(), and by function."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.%p")  # the loop is run by a process of its own
        run = subprocess.run(["valgrind", "--tool=callgrind", "--collect-atstart=no", f"--callgrind-out-file={out}",
                              "--toggle-collect=scree::step(scree::Model const&, scree::State&)",
                              *command(program, bed, BEDS[bed][1], work)], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{program} bench {bed} failed under valgrind:\n{run.stderr[-2000:]}")
        out = max((os.path.join(folder, name) for name in os.listdir(folder)), key=os.path.getsize)
        text = subprocess.run(["callgrind_annotate", "--threshold=99.9", out], capture_output=True, text=True).stdout
    total = int(re.search(r"([\d,]+) .*PROGRAM TOTALS", text).group(1).replace(",", ""))
    functions = {}
    for line in text.splitlines():
        found = re.match(r"\s*([\d,]+) \(\s*[\d.]+%\)\s+\S*?:(.*?)(?: \[.*\])?$", line)
        if found:
            functions[found.group(2)] = functions.get(found.group(2), 0) + int(found.group(1).replace(",", ""))
    particles = int(re.search(r"^\S+\s+scree\s+\d+\s+(\d+) ", run.stdout, re.M).group(1))
    return total / (particles * (BEDS[bed][1] + WARM)), functions, total


def print_functions(old, new, n):
    for name in sorted(set(old) | set(new), key=lambda f: -abs(new.get(f, 0) - old.get(f, 0)))[:n]:
        a, b = old.get(name, 0), new.get(name, 0)
        print(f"    {b - a:+14,d} {a:14,d} {b:14,d}  {name[:110]}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("programs", nargs="+", metavar="PROGRAM")
    p.add_argument("--work", default="bench-work")
    p.add_argument("--beds", default=",".join(BEDS))
    p.add_argument("--functions", type=int, default=0)
    o = p.parse_args()
    for k in range(len(o.programs)):
        os.makedirs(os.path.join(o.work, str(k)), exist_ok=True)
    for bed in o.beds.split(","):
        if bed not in BEDS:
            sys.exit(f"{bed}: must be one of {', '.join(BEDS)}")
        folders = [os.path.join(o.work, str(k)) for k in range(len(o.programs))]
        for program, folder in zip(o.programs, folders):
            if folder != folders[0]:
                # The places of bodies; a bed at rest under its laws is a checkpoint that each program makes for itself.
                shutil.copytree(folders[0], folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.h5"))
            settle(program, bed, folder)
        results = [count(program, bed, folder) for program, folder in zip(o.programs, folders)]
        line = f"{bed:16}" + "".join(f"{r[0]:12.1f}" for r in results)
        if len(results) == 2:
            line += f"{results[1][2] / results[0][2]:10.4f}"
        print(line, flush=True)
        if len(results) == 2 and o.functions:
            print_functions(results[0][1], results[1][1], o.functions)


if __name__ == "__main__":
    main()
