"""Shows that the scripts behind `make tables` keep results, mark what is over the limit, and judge figures rightly.

A stand-in for heddle counts how often it is run and prints what a test wants, so that nothing depends on the machine's speed.
SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import io
import json
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import charts  # noqa: E402
import measurements  # noqa: E402
import run_tables  # noqa: E402
import tables_bars  # noqa: E402

STAND_IN = """#!/bin/sh
if [ "$2" = --help ]; then
  echo "  --reduction TEXT:{none,heap,hybrid}"
  echo "  --field-access TEXT:{off,insensitive,callee,sensitive}"
  echo "  --pointers TEXT:{ci,cs}"
  echo "  --happens-before TEXT:{on,off}"
  echo "  --max-time FLOAT:NONNEGATIVE"
  exit 0
fi
echo "$@" >> "$(dirname "$0")/runs"
cat "$(dirname "$0")/report"
"""
STATISTICS = {figure: 1 for figure in measurements.FIGURES} | {"seconds": 5, "load_seconds": 3}
PROGRAM = {"name": "p", "title": "P", "papers": {"001": {"heap": {"choices": 100}, "happens_before": {"choices": 10, "seconds": 7}}}}


def result(choices, verdict="verified", seconds=1.0):
    return {"verdict": verdict, "reason": None, "choices": choices, "total_seconds": seconds}


class StandInTestCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "heddle").write_text(STAND_IN)
        (self.folder / "heddle").chmod(0o755)
        self.source = self.folder / "program" / "main.c"
        self.source.parent.mkdir()
        self.source.write_text("int main(void) { return 0; }\n")
        self.report("verified")
        cache = mock.patch.object(measurements, "CACHE", self.folder / "cache")
        cache.start()
        self.addCleanup(cache.stop)
        self.heddle = measurements.Heddle(self.folder / "heddle")

    def report(self, verdict, reason=None):
        (self.folder / "report").write_text(json.dumps(
            {"verdict": verdict, "reason": reason, "errors": [], "statistics": STATISTICS}))

    def measure(self, options=("--reduction", "heap"), limit=5):
        return measurements.measure(self.heddle, [self.source], ["-DN=1"], list(options), limit)

    def runs(self):
        return len((self.folder / "runs").read_text().splitlines())


class MeasurementsTest(StandInTestCase):
    def test_a_result_is_kept(self):
        self.assertEqual(self.measure(), self.measure())
        self.assertEqual(self.runs(), 1)

    def test_what_it_depends_on_makes_another_one(self):
        self.measure()
        self.measure(options=("--reduction", "none"))
        self.measure(limit=6)
        self.source.write_text("int main(void) { return 1; }\n")
        self.measure()
        (self.folder / "heddle").write_text(STAND_IN + "# another heddle\n")
        self.heddle = measurements.Heddle(self.folder / "heddle")
        self.measure()
        self.assertEqual(self.runs(), 5)

    def test_the_time_to_compile_does_not_count(self):
        self.assertEqual(self.measure()["total_seconds"], 2)

    def test_over_the_limit(self):
        self.report("incomplete", "the time limit was reached")
        self.assertEqual(self.measure()["verdict"], "over the limit")

    def test_incomplete_for_another_reason_is_not_a_limit(self):
        self.report("incomplete", "a value was sampled")
        self.assertEqual(self.measure()["verdict"], "incomplete")

    def test_no_report_is_a_failure(self):
        (self.folder / "report").write_text("oops")
        self.assertEqual(self.measure()["verdict"], "failed")
        self.report("verified")
        self.assertEqual(self.measure()["verdict"], "verified")

    def test_which_options_it_knows(self):
        self.assertEqual(self.heddle.arguments({"--pointers": "cs", "--max-time": "7"}), ["--pointers", "cs", "--max-time", "7"])
        self.assertIsNone(self.heddle.arguments({"--pointers": "cs-demand"}))
        self.assertIsNone(self.heddle.arguments({"--search": "dpor"}))


class ConfigurationsTest(StandInTestCase):
    def options(self, name):
        found = [entry for entry in run_tables.CONFIGURATIONS if entry.name == name]
        self.assertEqual(len(found), 1, name)
        return self.heddle.arguments(found[0].options)

    def test_a_switch_that_is_missing_is_off(self):
        self.assertNotIn("--immutable-fields", self.options("sensitive"))
        self.assertIn("--happens-before", self.options("sensitive"))

    def test_a_switch_that_is_missing_cannot_be_on(self):
        self.assertIsNone(self.options("sensitive, immutable"))

    def test_every_table_names_configurations_that_exist(self):
        names = {entry.name for entry in run_tables.CONFIGURATIONS}
        for _, _, _, columns in run_tables.TABLES:
            self.assertLessEqual(set(columns), names)
        self.assertLessEqual(set(run_tables.IN_CHARTS), names)
        self.assertLessEqual(len(run_tables.IN_CHARTS), len(charts.COLORS))
        self.assertLessEqual({name for pair in tables_bars.NEVER_MORE for name in pair}, names)

    def test_every_published_figure_is_shown(self):
        shown = {key for entry in run_tables.CONFIGURATIONS for key in entry.paper}
        for program in run_tables.load_programs():
            for paper in ("001", "004"):
                for key in program["papers"].get(paper, {}):
                    if not key.startswith("dynamic_por"):  # another table
                        self.assertIn((paper, key), shown, program["name"])

    def test_a_run_over_the_limit_is_in_the_table(self):
        (self.folder / "report").unlink()
        program = PROGRAM | {"sources": ["main.c"], "flags": [], "variants": [{"defines": []}], "sizes": [{"defines": []}]}
        self.report("incomplete", "the time limit was reached")
        with mock.patch.object(run_tables, "PROGRAMS", self.folder), contextlib.redirect_stdout(io.StringIO()), \
                contextlib.redirect_stderr(io.StringIO()):
            (self.folder / "p").symlink_to(self.source.parent)
            results = run_tables.measure_all(self.heddle, [program], 5)
        lines = run_tables.markdown_table([program], results, run_tables.TABLES[2])
        self.assertIn("| P | > 1 (100) | > 1 | > 1 (10) | > 1 |", lines)


class BarsTest(unittest.TestCase):
    def section(self, **results):
        return "\n".join(tables_bars.bars_section(
            [PROGRAM], {("p", name.replace("_", "-")): entry for name, entry in results.items()}))

    def test_all_hold(self):
        text = self.section(heap=result(100, seconds=30.0), sensitive=result(50), happens_before=result(5), default=result(5))
        self.assertNotIn("missed", text)
        self.assertIn("| P | 100 | 5 | 5 (happens-before) | 20.0 | 10.0 | yes | 30.00 | 1.00 |", text)

    def test_choices_that_grow(self):
        text = self.section(heap=result(100), sensitive=result(50), happens_before=result(60))
        self.assertIn("**missed**: choices never grow with precision; P: 50 with sensitive, 60 with happens-before", text)

    def test_a_reduction_below_the_papers(self):
        self.assertIn("**missed**: the reduction reaches the paper's for two thirds: 0 of 1",
                      self.section(heap=result(100), happens_before=result(20)))

    def test_a_program_that_is_never_verified(self):
        self.assertIn("**missed**: every program is verified within 600 s: not P",
                      self.section(heap=result(100, "over the limit", 700.0)))

    def test_a_default_that_is_slower(self):
        text = self.section(heap=result(100), default=result(5, seconds=2.0))
        self.assertIn("**missed**: the default is never more than 10% slower than heap: P (2.00 times)", text)
        self.assertIn("**missed**: the default is at least 3 times faster", text)

    def test_a_lower_bound_below_the_papers_is_not_judged(self):
        text = self.section(heap=result(100, "over the limit"), happens_before=result(20))
        self.assertIn("| P | > 100 | 20 | 20 (happens-before) | > 5.0 | 10.0 | - |", text)

    def test_nothing_to_compare_is_not_success(self):
        text = self.section(heap=result(100, "over the limit", 700.0))
        self.assertEqual(text.count("- not judged"), 3)

    def test_noise_is_not_slower(self):
        self.assertIn("- holds: the default is never more than 10% slower",
                      self.section(heap=result(100, seconds=0.001), default=result(5, seconds=0.04)))


class ChartTest(unittest.TestCase):
    def test_it_is_well_formed_and_marks_what_is_partial(self):
        groups = [("A & B", {"one": (10, False), "two": (1000, True)}), ("C", {"one": None, "two": (0, False)})]
        text = charts.bars("Choices <x>", groups, ["one", "two"])
        root = xml.etree.ElementTree.fromstring(text)
        words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
        self.assertIn("A & B", words)
        self.assertIn("> 1,000", words)
        self.assertEqual(text.count("stroke-dasharray"), 1)
        widths = [float(node.get("width")) for node in root.iter("{http://www.w3.org/2000/svg}rect")]
        self.assertEqual(sorted(widths)[-2], charts.WIDTH)  # the longest bar; the background is wider


if __name__ == "__main__":
    unittest.main()
