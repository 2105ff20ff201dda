"""The same run twice is the same run, for any number of threads, to the last bit."""
import unittest

from cli import SMALL, CliTest


class Threads(CliTest):
    def test_the_state_and_the_telemetry_do_not_depend_on_the_number_of_threads(self):
        self.write("small.toml", SMALL)
        results = [self.run_scene("small.toml", "--out", f"t{n}", "--threads", n) for n in (1, 2, 4, 7)]
        self.assertEqual(len(set(results)), 1, results)
        rows = {(self.dir / f"t{n}/telemetry.csv").read_bytes() for n in (1, 2, 4, 7)}
        self.assertEqual(len(rows), 1)
        self.assertGreater(int(results[0][3]), 200)  # contacts: else the scene tests nothing


if __name__ == "__main__":
    unittest.main()
