#!/usr/bin/env python3
"""Which room of src/scree may include which (docs/architecture.md): a room sees those before it, never one behind it."""
import pathlib
import re
import subprocess
import sys
import unittest

import cli

SOURCES = cli.SOURCE / "src" / "scree"

# In the order in which data goes through them. Files beside the rooms (errors, threads, memory) know no room.
ROOMS = ["math", "shape", "solids", "model", "state", "broad", "narrow", "contacts", "force", "integrate", "boundary", "step", "setup",
         "store", "frames", "scene", "run", "picture", "view"]
# What is no part of a run: libraries of their own, which see all rooms and each other.
TOOLS = ["oracle", "bench", "experiments", "reproduce", "approximate"]
STEP = ["step", "fused_sweep"]
# Shapes, pair algorithms and laws are pure functions: they know nothing that changes.
PURE = {"shape": {"math"}, "narrow/polyhedron": {"math", "shape", "narrow", "state/link_cache", "state/link_counters", "model/link_method"},
        "narrow/polygon": {"math", "shape", "narrow", "state/link_cache", "state/link_counters", "model/link_method"},
        "narrow/superellipsoid": {"math", "shape", "narrow", "state/normal_counters", "model/normal_method"}}
INCLUDE = re.compile(r'^#include "scree/([^"]+)"', re.M)


def room_of(path):
    """None for what stands beside the rooms."""
    head, _, rest = path.partition("/")
    if rest:
        return head
    return "step" if path.rsplit(".", 1)[0] in STEP else None


def why_not(path, included):
    """Why a file may not include another, or None."""
    room, other = room_of(path), room_of(included)
    if other is None or room == other:
        return None
    if room is None:
        return "what stands beside the rooms knows none of them"
    if room in TOOLS:
        return None
    if other in TOOLS:
        return "a run needs no tools"
    if ROOMS.index(other) > ROOMS.index(room):
        return f"{other} comes after {room}"
    pure = PURE.get(path.rsplit("/", 1)[0])
    if pure and not any(included == known or included.startswith(known + "/") or included.startswith(known + ".") for known in pure):
        return f"{path.rsplit('/', 1)[0]} sees {', '.join(sorted(pure))} alone"
    return None


class House(unittest.TestCase):
    def test_the_rules_forbid_what_they_should(self):
        for path, included in (("broad/find.cpp", "narrow/points.hpp"), ("run/run.cpp", "bench/bench.hpp"), ("shape/ball.hpp", "state/state.hpp"),
                               ("error.cpp", "math/vec3.hpp"), ("integrate/verlet.hpp", "step.hpp"), ("narrow/polyhedron/walk.hpp", "state/state.hpp")):
            self.assertIsNotNone(why_not(path, included), (path, included))
        for path, included in (("step.cpp", "boundary/boundary.hpp"), ("bench/bench.cpp", "run/run.hpp"), ("narrow/points.cpp", "state/state.hpp"),
                               ("view/answer.cpp", "error.hpp"), ("narrow/polyhedron/walk.hpp", "state/link_cache.hpp")):
            self.assertIsNone(why_not(path, included), (path, included))

    def test_no_file_includes_against_the_flow(self):
        found, n = [], 0
        for file in sorted(SOURCES.rglob("*")):
            if file.suffix not in (".hpp", ".cpp"):
                continue
            path = file.relative_to(SOURCES).as_posix()
            for included in INCLUDE.findall(file.read_text()):
                n += 1
                why = why_not(path, included)
                if why:
                    found.append(f"{path} includes {included}: {why}")
        self.assertGreater(n, 1000)
        self.assertEqual(found, [])

    def test_every_folder_is_a_room(self):
        folders = {file.relative_to(SOURCES).parts[0] for file in SOURCES.rglob("*.?pp") if file.parent != SOURCES}
        self.assertEqual(sorted(folders - set(ROOMS) - set(TOOLS)), [])

    def test_the_program_sees_the_public_header_and_tools(self):
        found = []
        for file in sorted((cli.SOURCE / "app").glob("*.?pp")):
            for included in INCLUDE.findall(file.read_text()):
                if included != "scree.hpp" and room_of(included) not in (None, *TOOLS, "view"):
                    found.append(f"app/{file.name} includes {included}")
        self.assertEqual(found, [])

    def test_the_page_and_the_picture_of_the_house_are_those_of_the_code(self):
        page = (cli.SOURCE / "docs" / "architecture.md").read_text()
        self.assertEqual(re.findall(r"^\| `(\w+)/?` \|", page, re.M), ROOMS + TOOLS)
        drawn = subprocess.run([sys.executable, cli.SOURCE / "tools" / "house_picture.py"], stdout=subprocess.PIPE, check=True).stdout
        self.assertTrue(drawn == (cli.SOURCE / "docs" / "figures" / "house.svg").read_bytes(),
                        "the step or the rooms have changed: tools/house_picture.py > docs/figures/house.svg")


if __name__ == "__main__":
    unittest.main()
