"""What the documents say is what the program does: every ```sh block is run, README's scene gives README's output."""
import re
import unittest

from cli import BLOCK, SOURCE, DocumentTest, last_lines


class Documents(DocumentTest):
    def test_every_command_in_the_documents_works(self):
        count = 0
        for page in [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]:
            text = page.read_text()
            self.write_files_of(text)
            for how, options, commands in BLOCK.findall(text):
                if how == "not run":
                    continue
                count += 1
                self.run_block(page.name, commands, options)
        self.assertGreater(count, 1)

    def test_the_scene_in_the_readme_gives_the_output_in_the_readme(self):
        text = (SOURCE / "README.md").read_text()
        self.write_files_of(text)
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
