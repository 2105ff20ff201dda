#!/usr/bin/env python3
"""Renews tests/bits/constants.txt: measures the hashes with the release build, compares them with all builds (./test --bits and
./test --arm), and writes them down if all agree. Says what has changed. A renewal is a commit of its own that says why.

renew.py [--without-bits] [--without-arm]: for trying out; of new constants the file then says that the comparison has not been run."""
import datetime
import os
import pathlib
import subprocess
import sys

from compare import CONSTANTS, SOURCE, as_lines, read_constants

HEAD = """# Hashes of scenes and of answers, equal on every machine (docs/bits.md). Written by tests/bits/renew.py, not by hand.
#
"""


def version_of(compiler):
    return subprocess.run([compiler, "-dumpfullversion" if "g++" in compiler and "clang" not in compiler else "-dumpversion"],
                          capture_output=True, text=True, check=True).stdout.strip()


def compilers(*names):
    return " and ".join(f"{name} {version_of(name)}" for name in names)


def run(*command, constants):
    print("==", *command, flush=True)
    subprocess.run(command, cwd=SOURCE, check=True, env=dict(os.environ, SCREE_CONSTANTS=str(constants)))


def dates():
    """What the file says of the comparisons, by their option."""
    lines = CONSTANTS.read_text().splitlines() if CONSTANTS.exists() else []
    return {option: line for line in lines for option in ("--bits", "--arm") if line.startswith(f"# ./test {option}")}


def changes(old, new):
    for name in sorted(old.keys() | new.keys()):
        if name not in new:
            yield f"{name}: gone"
        elif name not in old:
            yield f"{name}: new"
        elif old[name] != new[name]:
            yield f"{name}: " + ", ".join(key for key in new[name] if new[name][key] != old[name].get(key))


def main():
    left_out = {option for option in ("--bits", "--arm") if f"--without-{option[2:]}" in sys.argv}
    measured = SOURCE / "build" / "constants.txt"
    subprocess.run(["bash", "-c", "root=$PWD; source cmake/setup.sh && configure release ON && build release scree_app"],
                   cwd=SOURCE, check=True)
    subprocess.run([sys.executable, SOURCE / "tests/bits/compare.py", "--threads", "1,2", "--write", measured,
                    SOURCE / "build/release/scree"], check=True)
    today = datetime.date.today().isoformat()
    said = dates()
    for option, with_what in (("--bits", lambda: compilers("g++", "clang++") + ", -O1 and -O3, x86-64-v3 and native, x86-64-v2"),
                              ("--arm", lambda: compilers("aarch64-linux-gnu-g++") + " and qemu-user")):
        if option not in left_out:
            run("./test", option, constants=measured)
            said[option] = f"# ./test {option} agreed on {today}: {with_what()}"
    new, old = read_constants(measured), read_constants(CONSTANTS) if CONSTANTS.exists() else {}
    if new != old:
        said = {option: line for option, line in said.items() if option not in left_out}
    stated = [said.get(option, f"# ./test {option} has not been run") for option in ("--bits", "--arm")]
    CONSTANTS.write_text(HEAD + "\n".join(stated) + "\n\n" + "\n".join(as_lines(new)) + "\n")
    for line in changes(old, new):
        print(line)
    print(f"{CONSTANTS.relative_to(SOURCE)}: {len(new)} names; commit it alone, and say why")


if __name__ == "__main__":
    main()
