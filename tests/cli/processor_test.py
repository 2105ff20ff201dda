"""A processor without the instructions that the program was built with is told so, and nothing else happens."""
import shutil
import subprocess
import unittest

from cli import SCREE, SMALL, CliTest


class Processor(CliTest):
    @unittest.skipUnless(shutil.which("qemu-x86_64"), "qemu-user is not installed")
    def test_an_older_processor_gets_one_sentence(self):
        self.write("small.toml", SMALL)
        for args in (["run", "small.toml", "--out", "out"], ["--version"]):
            done = subprocess.run(["qemu-x86_64", "-cpu", "Nehalem", SCREE, *args], cwd=self.dir, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, r"\Ascree: built for .*, and this processor lacks \S+; build it with cmake .*\n\Z")
            self.assertEqual(done.stderr.count("\n"), 1)
        self.assertEqual(self.files(), ["small.toml"])
        done = subprocess.run(["qemu-x86_64", "-cpu", "max", SCREE, "--version"], capture_output=True, text=True)
        if "built for the processor of one machine" not in done.stderr:  # which may have more than the emulator
            self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
