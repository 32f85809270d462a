"""Shows that the summary of `make test` counts what the suites report and never takes silence for success.

SPDX-License-Identifier: Apache-2.0
"""
import importlib.machinery
import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent / "run_all"


def load_run_all():
    loader = importlib.machinery.SourceFileLoader("run_all", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_all", loader))
    sys.dont_write_bytecode = True
    # Its dataclasses look their own module up.
    sys.modules["run_all"] = module
    loader.exec_module(module)
    return module


run_all = load_run_all()


class FiguresTest(unittest.TestCase):
    def test_own_scripts(self):
        self.assertEqual(run_all.figures("a\n12 passed, 3 failed\n"), (12, 3))
        self.assertEqual(run_all.figures("120 passed, 0 failed, 4 skipped (3.1 s)\n"), (120, 0))

    def test_the_last_line_counts(self):
        self.assertEqual(run_all.figures("1 passed, 0 failed\n7 passed, 1 failed\n"), (7, 1))

    def test_googletest(self):
        self.assertEqual(run_all.figures("[  PASSED  ] 8 tests.\n"), (8, 0))
        self.assertEqual(run_all.figures("[  PASSED  ] 7 tests.\n[  FAILED  ] 1 test, listed below:\n"), (7, 1))

    def test_unittest(self):
        self.assertEqual(run_all.figures("Ran 9 tests in 0.1s\n\nOK\n"), (9, 0))
        self.assertEqual(run_all.figures("Ran 9 tests in 0.1s\n\nOK (skipped=2)\n"), (7, 0))

    def test_unittest_with_failing_subtests(self):
        output = ("FAIL: test_a (module.Case.test_a) (size=1)\nFAIL: test_a (module.Case.test_a) (size=2)\n"
                  "ERROR: test_b (module.Case.test_b)\nRan 9 tests in 0.1s\n\nFAILED (failures=2, errors=1)\n")
        self.assertEqual(run_all.figures(output), (7, 2))

    def test_nothing_reported(self):
        self.assertIsNone(run_all.figures("all is well\n"))


class SuiteTest(unittest.TestCase):
    def run_script(self, text, timeout=60):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "suite.py")
            script.write_text(text)
            return run_all.run_suite(run_all.Suite("suite", [sys.executable, script], timeout), {})

    def test_good_suite(self):
        self.assertEqual(self.run_script("print('5 passed, 0 failed')").counts(), (5, 0))

    def test_failures_count(self):
        self.assertEqual(self.run_script("print('5 passed, 2 failed'); exit(1)").counts(), (5, 2))

    def test_missing_script(self):
        result = run_all.run_suite(run_all.Suite("gone", [sys.executable, Path("no/such/suite.py")]), {})
        self.assertEqual(result.counts(), (0, 1))
        self.assertIn("does not exist", result.problem)

    def test_no_figures(self):
        self.assertEqual(self.run_script("print('fine')").counts(), (0, 1))

    def test_nothing_tested(self):
        self.assertEqual(self.run_script("print('0 passed, 0 failed')").counts(), (0, 1))

    def test_failing_exit_code_with_good_figures(self):
        self.assertEqual(self.run_script("print('5 passed, 0 failed'); exit(3)").counts(), (5, 1))

    def test_crash(self):
        self.assertEqual(self.run_script("import os; os.abort()").counts(), (0, 1))

    def test_timeout(self):
        result = self.run_script("import time; time.sleep(60)", timeout=0.5)
        self.assertEqual(result.counts(), (0, 1))
        self.assertIn("longer than", result.problem)


if __name__ == "__main__":
    unittest.main()
