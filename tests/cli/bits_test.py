"""The comparison of hashes with those of the repository finds what differs, and names it."""
import subprocess
import sys
import unittest

from cli import SCREE, SOURCE, CliTest

sys.path.insert(0, str(SOURCE / "tests" / "bits"))
import compare  # noqa: E402


class Comparison(CliTest):
    """A comparison that cannot fail is none: one digit more or less is found, and named."""
    NAME = "short/disc-hertz"

    def compare(self, constants, *args):
        return subprocess.run([sys.executable, SOURCE / "tests/bits/compare.py", "--only", f"^{self.NAME}$", "--constants",
                               constants, *args, SCREE], cwd=self.dir, capture_output=True, text=True)

    def test_a_difference_is_named(self):
        self.compare("none", "--write", "constants.txt")
        text = (self.dir / "constants.txt").read_text()
        self.assertEqual(self.compare("constants.txt").stdout, "1 runs, 0 differences\n")
        for constant in ("motion", "books", "telemetry", "model"):
            value = compare.read_constants(self.dir / "constants.txt")[self.NAME][constant]
            other = f"{int(value, 16) ^ 1:016x}"
            self.write("changed.txt", text.replace(f"{constant}={value}", f"{constant}={other}"))
            done = self.compare("changed.txt")
            self.assertEqual((done.returncode, done.stdout),
                             (1, f"{self.NAME} with 1 thread: {constant} is {value}, in constants.txt {other}\n1 runs, 1 differences\n"))
        self.write("empty.txt", "# nothing\n")
        self.assertIn(f"{self.NAME} with 1 thread: has no constants yet", self.compare("empty.txt").stdout)

    def test_a_program_that_fails_is_a_difference(self):
        done = subprocess.run([sys.executable, SOURCE / "tests/bits/compare.py", "--only", f"^{self.NAME}$", "--constants",
                               self.write("empty.txt", ""), "false"], cwd=self.dir, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("exit code 1", done.stdout)


if __name__ == "__main__":
    unittest.main()
