#!/usr/bin/python3
"""The step and the rooms of src/scree, drawn from the code (docs/architecture.md):

    tools/house_picture.py > docs/figures/house.svg

On the left every call that a step makes, in order, with the comment beside it, the file that defines it and what that file
includes; on the right which room includes which. cli/house fails while the picture is not that of the code.
"""
import ast
import html
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "scree"
HOUSE = (ROOT / "tests" / "cli" / "house_test.py").read_text()
ROOMS, TOOLS, STEP = (ast.literal_eval(re.search(rf"^{name} = (\[.*?\])", HOUSE, re.M | re.S)[1]) for name in ("ROOMS", "TOOLS", "STEP"))
DATA = ("math/", "shape/", "model/", "state/")  # which every stage sees
LEFT, BOX, GAP, CELL, TEXT = 12, 470, 12, 18, 14  # pixels

files = {f.relative_to(SOURCES).as_posix(): f.read_text() for f in sorted(SOURCES.rglob("*.?pp"))}


def room_of(path):
    room = path.partition("/")[0] if "/" in path else "step" if path.rsplit(".", 1)[0] in STEP else None
    return room if room in ROOMS else None


def includes(path):
    return re.findall(r'^#include "scree/([^"]+)"', files[path], re.M)


def definition(call):
    """(file, body) of a function of the namespace that the call names, or else of the files of the step."""
    space, _, name = call.rpartition("::")
    pattern = re.compile(rf"^[A-Za-z][\w:<>,&* ]*\b{name}\((?:const Model& model, )?(?:const )?State& s\b[^;{{]*\{{\n(.*?)^}}", re.M | re.S)
    for path, text in files.items():
        if f"namespace scree::{space} " in text if space else room_of(path) == "step":
            found = pattern.search(text)
            if found:
                return path, found[1]
    return None, None


def calls_in(body):
    """(function, comment beside it) of the statements that are calls with the State, in order."""
    found = []
    for name, arguments, comment in re.findall(r"^ +(?:return )?((?:\w+::)*\w+)\((?:model, )?s\b([^;]*);(?: *// *(.*))?", body, re.M):
        handed_over = re.fullmatch(r", (\w+)\)", arguments)  # for_all(model, s, f) calls f
        if handed_over and "::" not in name:
            name = handed_over[1]
        if not name.startswith("std::"):
            found.append((name, comment))
    return found


def stages():
    """What a step calls; where step_in_stages is part of it, its calls stand in its place."""
    for name, comment in calls_in(definition("step")[1]):
        if name == "step_in_stages":
            yield from calls_in(definition(name)[1])
        elif name != "step_fused":
            yield name, comment


def files_of(call):
    """The file that defines a function, and what it works with."""
    path, body = definition(call)
    if path is None:
        raise SystemExit(f"step calls {call}, which is defined nowhere in src/scree")
    if room_of(path) == "step":
        others = [definition(f"{room}::{name}")[0] for room, name in re.findall(r"\b(\w+)::(\w+)\(", body)]
    else:
        others = [other for other in includes(path) if room_of(other) and not other.startswith(DATA)]
    unique = list(dict.fromkeys(o for o in others if o and o.rsplit(".", 1)[0] != path.rsplit(".", 1)[0]))
    return path, unique


def text(x, y, words, more=""):
    return f'<text x="{x}" y="{y}"{more}>{html.escape(words)}</text>'


def lines_of(words, width):
    """Words broken into lines of at most so many characters."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines if words else []


def draw_step(out):
    y, shown = LEFT, set()
    for k, (call, comment) in enumerate(stages()):
        path, others = files_of(call)
        if path in shown and room_of(path) != "step":
            others = []
        shown.add(path)
        rows = [(path, ' class="file"')]
        rows += [(line, ' class="note"') for line in lines_of(comment.split(), 74)]
        rows += [(line, ' class="with"') for line in lines_of([o + "," for o in others[:-1]] + others[-1:], 74)]
        height = TEXT * (len(rows) + 1) + 12
        if k > 0:
            out.append(f'<path d="M{LEFT + 24} {y - GAP}v{GAP - 2}" class="arrow"/>')
        out.append(f'<rect x="{LEFT}" y="{y}" width="{BOX}" height="{height}" rx="4" class="box"/>')
        out.append(text(LEFT + 10, y + 18, f"{k + 1}  {call}", ' class="call"'))
        out += [text(LEFT + 24, y + 18 + TEXT * (n + 1), line, more) for n, (line, more) in enumerate(rows)]
        y += height + GAP
    return y


def draw_rooms(out, left, top):
    seen = {(room_of(path), room_of(other)) for path in files for other in includes(path)}
    for i, room in enumerate(ROOMS):
        y = top + CELL * i
        out.append(text(left - 8, y + 13, room, ' class="room" text-anchor="end"'))
        out.append(text(0, 0, room, f' class="room" transform="translate({left + CELL * i + 13},{top - 6}) rotate(-90)"'))
        for j, other in enumerate(ROOMS[:i + 1]):
            kind = "same" if i == j else "sees" if (room, other) in seen else "free"
            out.append(f'<rect x="{left + CELL * j}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" class="{kind}"/>')
    end = top + CELL * len(ROOMS)
    notes = ("A row includes the rooms with a dark square.", "To the right of the diagonal there are none.",
             f"{', '.join(TOOLS[:-1])} and {TOOLS[-1]}", "include any room, and no room includes them.")
    out += [text(left, end + 16 + TEXT * n, line, ' class="file"') for n, line in enumerate(notes)]
    return end + TEXT * (len(notes) + 1)


def picture():
    left = LEFT + BOX + 130
    out = [text(LEFT + BOX + 40, LEFT + 18, "which room includes which", ' class="call"')]
    height = max(draw_step(out), draw_rooms(out, left, LEFT + 110))
    width = left + CELL * len(ROOMS) + 24
    style = ("text{font:11px 'DejaVu Sans',Verdana,sans-serif;fill:#222}.call{font-weight:bold;font-size:13px}.file{fill:#444}"
             ".note{font-style:italic}.with{fill:#777;font-size:10px}.box{fill:#eef3f8;stroke:#7a94ad}"
             ".arrow{stroke:#7a94ad;stroke-width:2;fill:none}.sees{fill:#3b6c96}.free{fill:#eef0f2}.same{fill:#c9d3dc}")
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
                      f"<style>{style}</style>", f'<rect width="{width}" height="{height}" fill="#fff"/>', *out, "</svg>"])


if __name__ == "__main__":
    print(picture())
