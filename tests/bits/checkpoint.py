#!/usr/bin/env python3
"""A checkpoint that one program has written goes on with another, to the same state as either alone.

checkpoint.py PROGRAM OTHER_COMMAND...: OTHER_COMMAND as in compare.py, e.g. qemu-aarch64 -L ROOT PROGRAM"""
import pathlib
import sys
import tempfile

import scenes
from compare import Failed, command_of, run_scene

SCENES = ["mixed-hertz_mindlin", "polygon-linear", "blocks-linear", "superellipsoid-gear"]
HALF = {"blocks-linear": 0.011}


def run(program, scene, folder, end, *options):
    found = run_scene(program, scene, folder, "--threads", 1, "--set", f"time.end={end}", "--set", "output.frames=false", *options)
    return {key: found[key] for key in ("motion", "model")}


def main():
    programs = [command_of(sys.argv[1:2]), command_of(sys.argv[2:])]
    bad = 0
    with tempfile.TemporaryDirectory(prefix="scree-bits-") as folder:
        for name in SCENES:
            scene = pathlib.Path(folder) / "scene.toml"
            scene.write_text(scenes.all_scenes()[name])
            half, end = HALF.get(name, 0.016), 0.02 if name == "blocks-linear" else 0.03
            try:
                alone = [run(program, scene, folder, end, "--overwrite") for program in programs]
                crossed = []
                for first, then in (programs, programs[::-1]):
                    run(first, scene, folder, half, "--overwrite")
                    crossed.append(run(then, scene, folder, end, "--resume"))
            except Failed as failed:
                print(f"{name}: {failed}")
                bad += 1
                continue
            for what, found in zip(("the other alone", "begun here, ended by the other", "begun by the other, ended here"),
                                   [alone[1], *crossed]):
                if found != alone[0]:
                    print(f"{name}: {what}: {found}, here alone: {alone[0]}")
                    bad += 1
    print(f"{len(SCENES)} scenes, {bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
