"""Checks that every program.json in bench/programs says what its tools need, and that its runner judges verdicts.

A variant with a misspelt macro would be the correct program under another name; a seeded error without a variant
would never be looked for. Both are found here without running anything.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import re
import stat
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))
import run_programs  # noqa: E402

MACRO = re.compile(r"(?:\b|-D)(BROKEN_\w+)")
GOOD = {
    "name": "small",
    "title": "Small",
    "sources": ["main.cpp"],
    "flags": [],
    "papers": {"lines": 1, "threads": 1},
    "sizes": [{"name": "default", "defines": []}],
    "variants": [
        {"name": "correct", "defines": [], "verdict": "verified"},
        {"name": "broken", "defines": ["-DBROKEN_IT"], "verdict": "error", "kinds": ["deadlock"]},
    ],
}


class EveryProgram(unittest.TestCase):
    def test_program_json_is_well_formed(self):
        self.assertTrue(run_programs.load_programs())

    def test_variants_and_seeded_errors_belong_together(self):
        for program in run_programs.load_programs():
            folder = run_programs.PROGRAMS / program["name"]
            sources = "".join(path.read_text() for path in folder.rglob("*") if path.suffix in {".h", ".c", ".cpp"})
            used = {macro for variant in program["variants"] for macro in MACRO.findall(" ".join(variant["defines"]))}
            with self.subTest(program["name"]):
                self.assertEqual(used, set(MACRO.findall(sources)))

    def test_sizes_of_variants_exist(self):
        for program in run_programs.load_programs():
            sizes = {size["name"] for size in program["sizes"]}
            for variant in program["variants"]:
                with self.subTest(f"{program['name']}, {variant['name']}"):
                    self.assertLessEqual(set(variant.get("sizes", [])), sizes)


class Faults(unittest.TestCase):
    def load(self, **changes):
        with tempfile.TemporaryDirectory() as root:
            folder = Path(root, "small")
            folder.mkdir()
            (folder / "main.cpp").write_text("int main() {}\n")
            (folder / "program.json").write_text(json.dumps({**GOOD, **changes}))
            return run_programs.load(folder / "program.json")

    def assert_refused(self, words, **changes):
        with self.assertRaisesRegex(run_programs.FormatError, words):
            self.load(**changes)

    def test_good(self):
        self.assertEqual(self.load()["name"], "small")

    def test_unknown_key(self):
        self.assert_refused("surprise", surprise=1)

    def test_unknown_key_of_variant(self):
        self.assert_refused("define", variants=[{**GOOD["variants"][0], "define": []}])

    def test_unknown_paper(self):
        self.assert_refused("005", papers={**GOOD["papers"], "005": {}})

    def test_other_name(self):
        self.assert_refused("folder", name="large")

    def test_missing_source(self):
        self.assert_refused("no source other.cpp", sources=["other.cpp"])

    def test_error_without_kinds(self):
        self.assert_refused("kinds", variants=[GOOD["variants"][0], {"name": "x", "defines": [], "verdict": "error"}])

    def test_correct_is_not_first(self):
        self.assert_refused("correct comes first", variants=GOOD["variants"][::-1])

    def test_same_name_twice(self):
        self.assert_refused("unique", sizes=GOOD["sizes"] * 2)


class Judgement(unittest.TestCase):
    """With a heddle that always gives the same answer."""

    def outcome(self, variant, verdict, kinds=()):
        report = {
            "verdict": verdict,
            "reason": "the time limit was reached",
            "errors": [{"kind": kind} for kind in kinds],
            "statistics": {"states": 1, "choices": 1, "transitions": 1, "seconds": 0.5},
        }
        with tempfile.TemporaryDirectory() as folder:
            heddle = Path(folder, "heddle")
            heddle.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps(report)}\nEND\n")
            heddle.chmod(heddle.stat().st_mode | stat.S_IXUSR)
            arguments = argparse.Namespace(heddle=heddle, options=[], limit=5, own_limits=False, memory=None)
            return run_programs.run(GOOD, GOOD["variants"][variant], GOOD["sizes"][0], arguments)

    def test_verified(self):
        self.assertTrue(self.outcome(0, "verified").expected)
        self.assertFalse(self.outcome(1, "verified").expected)

    def test_error(self):
        self.assertTrue(self.outcome(1, "error", ["deadlock"]).expected)
        self.assertFalse(self.outcome(0, "error", ["deadlock"]).expected)

    def test_error_of_another_kind(self):
        outcome = self.outcome(1, "error", ["data-race"])
        self.assertFalse(outcome.expected)
        self.assertEqual(outcome.verdict, "data-race")

    def test_incomplete_is_never_expected(self):
        self.assertFalse(self.outcome(0, "incomplete").expected)
        self.assertFalse(self.outcome(1, "incomplete").expected)


if __name__ == "__main__":
    unittest.main()
