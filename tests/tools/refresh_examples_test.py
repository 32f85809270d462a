"""Shows that refresh_examples takes over what heddle prints now, but never another verdict or kind of error.

heddle is a script here that prints what the test wants.
SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parent.parent.parent / "tools/refresh_examples"
BEFORE = "error[deadlock]: all wait\n  old trace\n"
PAGE = "# Page\n\n```console\n$ heddle check a.c\n{}```\n\n    $ heddle check not_a_command.c\n"
FIGURES = "  3 states, 4 transitions, 2 choices, 1.25 s, 58.4 MiB\n"
ASSUMPTIONS = "  Assumes: this;\n  that.\n"


class RefreshTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = Path(folder.name, "README.md")
        self.heddle = Path(folder.name, "heddle")

    def run_tool(self, shown, printed, code, *options):
        """(exit code, what the tool says, the page afterwards)"""
        self.page.write_text(PAGE.format(shown))
        self.heddle.write_text(f"#!/bin/sh\ncat <<'END'\n{printed}END\nexit {code}\n")
        self.heddle.chmod(0o755)
        run = subprocess.run([TOOL, *options, self.page], capture_output=True, text=True,
                             env={**os.environ, "HEDDLE": str(self.heddle)})
        return run.returncode, run.stdout + run.stderr, self.page.read_text()

    def test_true_page_passes(self):
        code, said, page = self.run_tool(BEFORE, BEFORE, 10, "--check")
        self.assertEqual(code, 0, said)
        self.assertIn("1 passed, 0 failed", said)
        self.assertEqual(page, PAGE.format(BEFORE))

    def test_another_trace_is_found_and_taken_over(self):
        now = BEFORE.replace("old", "new")
        code, said, page = self.run_tool(BEFORE, now, 10, "--check")
        self.assertEqual(code, 1)
        self.assertIn("prints something else", said)
        self.assertEqual(page, PAGE.format(BEFORE))
        code, said, page = self.run_tool(BEFORE, now, 10)
        self.assertEqual(code, 0, said)
        self.assertEqual(page, PAGE.format(now))

    def test_another_verdict_is_never_taken_over(self):
        for now, code in (("error[data-race]: both write\n", 10), ("verified: all\n", 0), ("incomplete: time\n", 5)):
            for options in ((), ("--check",)):
                with self.subTest(now=now, options=options):
                    result, said, page = self.run_tool(BEFORE, now, code, *options)
                    self.assertEqual(result, 1)
                    self.assertIn("the verdict was error deadlock and is", said)
                    self.assertEqual(page, PAGE.format(BEFORE))

    def test_failure_of_heddle_is_one_of_the_page(self):
        code, said, page = self.run_tool(BEFORE, "", 2)
        self.assertEqual(code, 1)
        self.assertIn("exit code 2", said)
        self.assertEqual(page, PAGE.format(BEFORE))

    def test_new_command_gets_its_output(self):
        code, said, page = self.run_tool("", BEFORE, 10)
        self.assertEqual(code, 0, said)
        self.assertEqual(page, PAGE.format(BEFORE))

    def test_what_varies_is_left_out(self):
        code, said, page = self.run_tool("", "verified: all\n  reads p = 549769183232\n" + FIGURES + ASSUMPTIONS, 0)
        self.assertEqual(code, 0, said)
        self.assertIn("verified: all\n  reads p = ...\n  3 states, 4 transitions, 2 choices, ...\n  Assumes: ...\n```", page)

    def test_page_without_commands_fails(self):
        self.page.write_text("nothing here\n")
        self.assertEqual(subprocess.run([TOOL, self.page], capture_output=True).returncode, 1)


if __name__ == "__main__":
    unittest.main()
