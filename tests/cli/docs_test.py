"""What the documents say is what the program does: every ```sh block is run, README's scene gives README's output."""
import os
import re
import subprocess
import unittest

from cli import SCREE, SOURCE, CliTest, last_lines

# A block is left out only with a reason: <!-- not run: why --> on the line before it.
BLOCK = re.compile(r"^(<!-- not run: [^\n]+ -->\n)?```sh\n(.*?)^```$", re.M | re.S)


class Documents(CliTest):
    def setUp(self):
        super().setUp()
        for folder in ("scenes", "tests"):
            (self.dir / folder).symlink_to(SOURCE / folder)
        self.write("run", f'#!/bin/sh\nexec "{SCREE}" "$@"\n').chmod(0o755)
        self.write("scree", f'#!/bin/sh\nexec "{SCREE}" "$@"\n').chmod(0o755)

    def scenes_in(self, text):
        """```toml blocks whose first line is a comment with a file name become that file."""
        for block in re.findall(r"^```toml\n(.*?)^```$", text, re.M | re.S):
            name = re.match(r"# (\w+\.toml)", block)
            if name:
                self.write(name[1], block)

    def test_every_command_in_the_documents_works(self):
        count = 0
        for page in [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]:
            text = page.read_text()
            self.scenes_in(text)
            for left_out, commands in BLOCK.findall(text):
                if left_out:
                    continue
                count += 1
                env = dict(os.environ, PATH=f"{self.dir}:{os.environ['PATH']}")
                done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=self.dir, env=env, text=True,
                                      capture_output=True)
                self.assertEqual(done.returncode, 0, f"{page.name}:\n{commands}\n{done.stdout}\n{done.stderr}")
        self.assertGreater(count, 1)

    def test_the_scene_in_the_readme_gives_the_output_in_the_readme(self):
        text = (SOURCE / "README.md").read_text()
        self.scenes_in(text)
        shown = re.search(r"^done: .*\nstate: .*\nbooks: .*\n", text, re.M)[0]
        # Not the state: it may differ between processors.
        self.assertEqual(self.run_scene("bounce.toml")[:4], last_lines(shown)[:4])

    def test_the_tables_in_the_readme_are_those_of_the_program(self):
        table = self.scree("table").stdout
        readme = (SOURCE / "README.md").read_text()
        for row in table.splitlines():
            if row.startswith("| "):
                self.assertIn(row, readme)


if __name__ == "__main__":
    unittest.main()
