#!/usr/bin/env python3
"""Nothing that makes Model or State calls the C library's elementary functions or the standard library's distributions.

They differ between libraries and processors; math/elementary.hpp and math/random.hpp do not. The source is read, and
where there are object files, the functions they ask the linker for are too. There the compiler is looked after as well: it may
contract nothing.
"""
import pathlib
import re
import subprocess
import unittest

import cli

SOURCES = cli.SOURCE / "src" / "scree"

# Pictures, pages, tables and reports: nothing they make is Model, State or a number that is compared by its bits.
ALLOWED = ["bench/", "experiments/", "view/", "reproduce/", "approximate/", "picture/film.cpp", "picture/picture.cpp", "picture/picture_smooth.cpp",
           "run/progress.cpp", "run/progress.hpp"]

INEXACT = ("sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 expm1 exp10 log log2 log10 log1p pow "
           "cbrt hypot lgamma tgamma erf erfc fmod remainder remquo sincos beta legendre riemann_zeta comp_ellint_1 "
           "comp_ellint_2 ellint_1 ellint_2").split()
CALL = re.compile(r"(?:std\s*::|(?<![\w.>:])::|\b__builtin_)\s*(?:" + "|".join(INEXACT) + r")[fl]?\b(?!_)")
USING = re.compile(r"\busing\s+(?:[\w:]+,\s*)*std::(?:" + "|".join(INEXACT) + r")\b")
LIBRARY = re.compile(r"\bstd::(?:complex|norm|polar|shuffle|sample|random_device|generate_canonical|default_random_engine|"
                     r"\w+_distribution)\b|#\s*include\s*<(?:complex|valarray)>")
SYMBOL = re.compile(r"^(?:" + "|".join(INEXACT) + r")[fl]?(?:_finite)?$|^__(?:" + "|".join(INEXACT) + r")[fl]?_finite$|"
                    r"^_ZGV[bcde][NM]\d+v+_")
# x86: products added in one lane and subtracted in the next.
FUSED = re.compile(r"\bvfm(?:addsub|subadd)\d*p[sd]\b")


def is_allowed(path):
    return any(path == a or (a.endswith("/") and path.startswith(a)) for a in ALLOWED)


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)
    return re.sub(r"//[^\n]*", "", text)


def calls_in(text):
    """Lines (number, what) of a source that may not be there."""
    lines = without_comments(text).split("\n")
    return [(k, found.group()) for k, line in enumerate(lines, 1) for pattern in (CALL, USING, LIBRARY)
            for found in pattern.finditer(line)]


def object_files():
    """(source, path) of the object files of what makes Model and State."""
    build = pathlib.Path(cli.SCREE).resolve().parent
    paths = sorted(build.glob("CMakeFiles/scree*.dir/src/scree/**/*.o"))
    named = [(path.as_posix().split("/src/scree/", 1)[1].removesuffix(".o"), path) for path in paths]
    assert len(named) > 100, build
    return [(name, path) for name, path in named if not is_allowed(name)]


class Libm(unittest.TestCase):
    def test_the_search_finds_calls(self):
        for bad in ("x = std::sin(y);", "using std::pow, std::sqrt;", "using std::sqrt, std::pow;", "return ::exp(x);",
                    "std::hypot(a, b)", "std::normal_distribution<double> d;", "std::shuffle(a, b, c);",
                    "#include <complex>", "__builtin_cos(x)", "std::cosf(x)"):
            self.assertTrue(calls_in(bad), bad)
        for good in ("scree::sin(x)", "elementary::pow(x, y)", "std::sqrt(x) + std::floor(y)", "// std::sin(x)",
                     '"std::sin("', "std::fma(a, b, c)", "b.log(text)"):
            self.assertFalse(calls_in(good), good)

    def test_no_source_calls_the_library(self):
        files = [p for p in sorted(SOURCES.rglob("*")) if p.suffix in (".hpp", ".cpp", ".def")]
        self.assertGreater(len(files), 200, SOURCES)
        found = [f"{path.relative_to(SOURCES)}:{k}: {what}" for path in files
                 if not is_allowed(path.relative_to(SOURCES).as_posix()) for k, what in calls_in(path.read_text())]
        self.assertEqual(found, [], "call scree's own: math/elementary.hpp, math/random.hpp")

    def test_files_that_may_are_there(self):
        self.assertEqual([a for a in ALLOWED if not (SOURCES / a).exists()], [])

    def test_no_object_file_asks_for_the_library(self):
        found = []
        for name, path in object_files():
            undefined = subprocess.run(["nm", "-u", path], capture_output=True, text=True, check=True).stdout.split()
            found += [f"{name}: {symbol}" for symbol in undefined if SYMBOL.match(symbol.split("@")[0])]
        self.assertEqual(found, [], "these ask the linker for functions of the C library")

    def test_no_object_file_contracts_what_is_added_and_subtracted(self):
        """g++ 12 makes a product and a sum beside a product and a difference one instruction, whatever -ffp-contract says."""
        found, n_objects = [], 0
        for name, path in object_files():
            if name.startswith("picture/"):
                continue
            n_objects += 1
            text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path], capture_output=True, text=True, check=True).stdout
            found += [f"{name}: {found}" for found in sorted(set(FUSED.findall(text)))]
        self.assertGreater(n_objects, 100)
        self.assertEqual(found, [], "write fma and fms there (docs/arithmetic.md)")


if __name__ == "__main__":
    unittest.main()
