#!/usr/bin/env python3
"""The tutorials as a reader goes through them: files are written, commands typed, and what is marked as printed is printed;
pictures are small and links lead somewhere. And the scenes of the five papers run to their ends."""
import re
import unittest

from cli import BLOCK, SOURCE, CliTest, DocumentTest

FOLDER = SOURCE / "docs" / "tutorials"
PAGES = sorted(FOLDER.glob("*.md"))
# Output that the commands before it must print, line by line but for lines of dots: <!-- as printed --> on the line before.
PRINTED = re.compile(r"\s*(?:<!-- as printed -->\n)```text\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")
PICTURE_BYTES = 150_000


class Tutorials(DocumentTest):
    def test_every_command_works_and_prints_what_the_page_shows(self):
        commands_run = lines_compared = 0
        for page in PAGES:
            with self.subTest(page=page.name):
                text = page.read_text()
                self.write_files_of(text)
                for block in BLOCK.finditer(text):
                    how, options, commands = block.groups()
                    if how == "not run":
                        continue
                    printed = self.run_block(page.name, commands, options or "")
                    commands_run += 1
                    shown = PRINTED.match(text, block.end())
                    for line in shown[1].splitlines() if shown else []:
                        if line.strip() != "...":
                            self.assertIn(line, printed.splitlines(), f"{page.name}:\n{commands}\n{printed}")
                            lines_compared += 1
        self.assertGreater(commands_run, 20)
        self.assertGreater(lines_compared, 20)

    def test_every_page_is_in_the_list_and_every_link_leads_to_a_file(self):
        listed = (FOLDER / "README.md").read_text()
        for page in PAGES:
            if page.name != "README.md":
                self.assertIn(f"({page.name})", listed)
            for target in LINK.findall(page.read_text()):
                if not target.startswith("http"):
                    self.assertTrue((FOLDER / target).exists(), f"{page.name}: {target}")

    def test_pictures_are_small_and_shown_on_a_page(self):
        text = "".join(page.read_text() for page in PAGES)
        for picture in sorted((FOLDER / "pictures").iterdir()):
            self.assertLess(picture.stat().st_size, PICTURE_BYTES, picture.name)
            self.assertIn(f"(pictures/{picture.name})", text)


class Seeds(CliTest):
    def test_the_scene_of_each_paper_runs_to_its_end(self):
        scenes = sorted((SOURCE / "scenes" / "seeds").glob("*.toml"))
        self.assertEqual(len(scenes), 5)
        for scene in scenes:
            with self.subTest(scene=scene.name):
                self.assertGreater(int(self.run_scene(scene, "--out", scene.stem, "--threads", 1)[1]), 1000)  # steps


if __name__ == "__main__":
    unittest.main()
