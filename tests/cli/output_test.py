"""What heddle prints: JSON with the documented fields, silence with --quiet, colours only on a terminal.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import pty
import unittest

from harness import ENDLESS, ERROR, EXAMPLES, HEDDLE, INCOMPLETE, LOST_UPDATE, VERIFIED, VERIFIED_PROGRAM, HeddleTestCase

STATISTICS = {"states", "matched", "transitions", "choices", "executions", "instructions", "seconds", "peak_bytes"}
LEAK = "#include <stdlib.h>\nint main(void) { return malloc(4) == 0; }\n"
EXIT_CODE = "int main(void) { return 3; }\n"
RACE = """
#include <pthread.h>
static int counter;
static void *add(void *unused) { ++counter; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  add(0);
  pthread_join(thread, 0);
}
"""
TWO_ERRORS = """
#include <assert.h>
#include <heddle/heddle.h>
int main(void) {
  unsigned value = heddle_choose(3);
  if (value == 1) assert(0 && "one");
  if (value == 2) assert(0 && "two");
}
"""


class JsonTest(HeddleTestCase):
    def test_verified(self):
        self.write("program.c", VERIFIED_PROGRAM)
        result = self.check_json(VERIFIED, "program.c")
        self.assertEqual(result["verdict"], "verified")
        self.assertEqual(result["errors"], [])
        self.assertFalse(result["reason"])
        self.assertIsInstance(result["assumptions"], list)
        self.assertTrue(any("sequential" in text for text in result["assumptions"]), result["assumptions"])

    def test_statistics(self):
        self.write("program.c", VERIFIED_PROGRAM)
        statistics = self.check_json(VERIFIED, "program.c")["statistics"]
        self.assertLessEqual(STATISTICS, set(statistics))
        for name in STATISTICS - {"seconds"}:
            self.assertIsInstance(statistics[name], int, name)
        for name in STATISTICS - {"matched"}:
            self.assertGreater(statistics[name], 0, name)

    def test_error(self):
        path = self.write("program.c", LOST_UPDATE)
        line = 1 + path.read_text().splitlines().index(next(
            text for text in path.read_text().splitlines() if "// violation" in text))
        result = self.check_json(ERROR, "program.c")
        self.assertEqual(result["verdict"], "error")
        self.assertEqual(len(result["errors"]), 1)
        error = result["errors"][0]
        self.assertEqual(error["kind"], "assertion")
        self.assertIn("counter == 2", error["message"])
        self.assertEqual(os.path.basename(error["location"]["file"]), "program.c")
        self.assertEqual(error["location"]["line"], line)
        self.assertEqual(error["location"]["function"], "main")
        self.assertIsInstance(error["trace"], list)
        self.assertTrue(error["trace"])

    def test_incomplete(self):
        self.write("program.c", ENDLESS)
        result = self.check_json(INCOMPLETE, "program.c", "--max-states", "10")
        self.assertEqual(result["verdict"], "incomplete")
        self.assertTrue(result["reason"])

    def test_file_holds_the_same_as_standard_output(self):
        self.write("program.c", LOST_UPDATE)
        shown = self.check_json(ERROR, "program.c")
        text = self.assert_exit(ERROR, "check", "--json", "result.json", "program.c").stdout
        self.assertIn("assertion", text, "the report for people goes on to standard output")
        written = json.loads((self.folder / "result.json").read_text())
        self.assertEqual(written["errors"], shown["errors"])


class ErrorsOptionTest(HeddleTestCase):
    def assert_kind(self, kind, *arguments):
        self.assertEqual([error["kind"] for error in self.check_json(ERROR, "program.c", *arguments)["errors"]], [kind])

    def test_leak_on_request(self):
        self.write("program.c", LEAK)
        self.assert_exit(VERIFIED, "check", "program.c")
        self.assert_kind("leak", "--errors", "+leak")
        self.assert_kind("leak", "--errors", "all")
        self.assert_kind("leak", "--errors", "leak")

    def test_exit_code_on_request(self):
        self.write("program.c", EXIT_CODE)
        self.assert_exit(VERIFIED, "check", "program.c")
        self.assert_kind("exit-code", "--errors", "+exit-code")
        self.assert_exit(VERIFIED, "check", "program.c", "--errors", "default")

    def test_data_race_off(self):
        self.write("program.c", RACE)
        self.assert_kind("data-race")
        self.assert_exit(VERIFIED, "check", "program.c", "--errors=-data-race")
        self.assert_exit(VERIFIED, "check", "program.c", "--errors", "assertion,deadlock")

    def test_what_is_not_looked_for_is_an_assumption(self):
        self.write("program.c", RACE)
        result = self.check_json(VERIFIED, "program.c", "--errors=-data-race")
        self.assertTrue(any("data-race" in text for text in result["assumptions"]), result["assumptions"])

    def test_keep_going_finds_both(self):
        self.write("program.c", TWO_ERRORS)
        self.assertEqual(len(self.check_json(ERROR, "program.c")["errors"]), 1)
        lines = [error["location"]["line"] for error in self.check_json(ERROR, "program.c", "--keep-going")["errors"]]
        self.assertEqual(sorted(lines), [6, 7])


class TextTest(HeddleTestCase):
    def test_quiet_is_silent(self):
        for source, code in [(LOST_UPDATE, ERROR), (VERIFIED_PROGRAM, VERIFIED)]:
            self.write("program.c", source)
            run = self.assert_exit(code, "check", "--quiet", "program.c")
            self.assertEqual((run.stdout, run.stderr), ("", ""))

    def test_no_colours_in_a_pipe(self):
        for program, code in [("bank_race.c", ERROR), ("bank_fixed.c", VERIFIED)]:
            run = self.assert_exit(code, "check", EXAMPLES / program)
            self.assertNotIn("\x1b", run.stdout + run.stderr)
            self.assertNotIn("\r", run.stdout + run.stderr)

    def test_colours_on_a_terminal(self):
        process, terminal = pty.fork()
        if process == 0:
            os.environ["TERM"] = "xterm-256color"
            os.environ.pop("NO_COLOR", None)
            os.execv(HEDDLE, [str(HEDDLE), "check", str(EXAMPLES / "bank_race.c")])
        output = b""
        try:
            while chunk := os.read(terminal, 65536):
                output += chunk
        except OSError:
            pass  # Linux reports the other side's end as an error
        _, status = os.waitpid(process, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), ERROR)
        self.assertIn(b"\x1b[", output)

    def test_verdicts_by_name(self):
        self.assertIn("verified", self.assert_exit(VERIFIED, "check", EXAMPLES / "bank_fixed.c").stdout)
        self.assertIn("bank_race.c:", self.assert_exit(ERROR, "check", EXAMPLES / "bank_race.c").stdout)

    def test_assumptions_are_told(self):
        self.assertIn("sequential", self.assert_exit(VERIFIED, "check", EXAMPLES / "bank_fixed.c").stdout)

    def test_output_of_the_program_is_captured(self):
        self.write("program.c", '#include <stdio.h>\nint main(void) { printf("{oops}\\n"); }\n')
        json.loads(self.assert_exit(VERIFIED, "check", "--json", "-", "program.c").stdout)


class FinalStatesTest(HeddleTestCase):
    def test_sorted_set_that_no_reduction_changes(self):
        self.write("program.c", VERIFIED_PROGRAM)
        found = {}
        for reduction in ("none", "heap"):
            self.assert_exit(VERIFIED, "check", "program.c", "--reduction", reduction, "--final-states", "final.txt")
            lines = (self.folder / "final.txt").read_text().splitlines()
            self.assertEqual(lines, sorted(set(lines)))
            for line in lines:
                self.assertRegex(line, r"^[0-9a-f]+$")
            found[reduction] = lines
        self.assertEqual(len(found["none"]), 2, "the counter ends at 1 or at 2")
        self.assertEqual(found["none"], found["heap"])


class ExampleTest(HeddleTestCase):
    def test_broken_examples(self):
        for name, kind in [("bank_race", "assertion"), ("deadlock_bad", "deadlock"), ("lost_wakeup_bad", "deadlock")]:
            with self.subTest(name=name):
                self.assertEqual(self.check_json(ERROR, EXAMPLES / f"{name}.c")["errors"][0]["kind"], kind)

    def test_corrected_examples(self):
        for name in ("bank_fixed", "deadlock_ok", "lost_wakeup_ok"):
            with self.subTest(name=name):
                self.assert_exit(VERIFIED, "check", EXAMPLES / f"{name}.c")

    def test_options_that_must_not_change_a_verdict(self):
        for options in (["--exact"], ["--shortest"], ["--keep-going"], ["--spurious-wakeups"], ["--reduction", "none"]):
            with self.subTest(options=options):
                self.assert_exit(ERROR, "check", EXAMPLES / "bank_race.c", *options)
                self.assert_exit(VERIFIED, "check", EXAMPLES / "bank_fixed.c", *options)


if __name__ == "__main__":
    unittest.main()
