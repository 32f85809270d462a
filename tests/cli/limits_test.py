"""Limits, interruptions and lack of memory: always `incomplete` with the reason and the figures so far.

SPDX-License-Identifier: Apache-2.0
"""
import json
import resource
import signal
import subprocess
import time
import unittest

from harness import ENDLESS, HEDDLE, INCOMPLETE, VERIFIED, VERIFIED_PROGRAM, HeddleTestCase


def is_sanitized():
    """Whether heddle is built with a sanitizer, which needs far more address space than a test may grant."""
    return HEDDLE.exists() and b"__asan_init" in HEDDLE.read_bytes()


class LimitTest(HeddleTestCase):
    def setUp(self):
        super().setUp()
        self.write("endless.c", ENDLESS)

    def assert_incomplete(self, *arguments, says):
        result = self.check_json(INCOMPLETE, "endless.c", *arguments)
        self.assertEqual(result["verdict"], "incomplete")
        self.assertIn(says, result["reason"])
        self.assertEqual(result["errors"], [])
        self.assertGreater(result["statistics"]["states"], 0)
        return result["statistics"]

    def test_max_states(self):
        self.assertLessEqual(self.assert_incomplete("--max-states", "10", says="states")["states"], 10)

    def test_max_depth(self):
        self.assert_incomplete("--max-depth", "5", "--max-time", "20", says="depth")

    def test_max_time(self):
        self.assertLess(self.assert_incomplete("--max-time", "1", says="time")["seconds"], 20)

    def test_max_time_in_the_static_analyses(self):
        result = self.check_json(INCOMPLETE, "endless.c", "--reduction", "hybrid", "--max-time", "1e-9")
        self.assertIn("time limit was reached in the static analyses", result["reason"])

    def test_max_memory(self):
        self.assert_incomplete("--max-memory", "8", says="memory")

    def test_memory_is_used_up_and_the_search_goes_on(self):
        stopped = self.assert_incomplete("--max-memory", "8", says="memory")
        for workers in ["1", "2"]:
            figures = self.assert_incomplete("--max-memory", "8", "--on-memory-limit", "continue", "--max-states", "900000",
                                             "-j", workers, says="memory limit was reached after")
            self.assertGreater(figures["states"], stopped["states"])

    def test_reason_stands_in_the_text(self):
        run = self.assert_exit(INCOMPLETE, "check", "endless.c", "--max-states", "10")
        self.assertIn("incomplete", run.stdout)
        self.assertRegex(run.stdout, r"10\b.*states|states.*\b10\b")

    def test_limits_that_are_not_reached(self):
        self.write("program.c", VERIFIED_PROGRAM)
        self.assert_exit(VERIFIED, "check", "program.c", "--max-states", "100000", "--max-depth", "100000",
                         "--max-time", "50", "--max-memory", "2000")

    @unittest.skipIf(is_sanitized(), "a sanitizer reserves address space of its own")
    def test_address_space_runs_out(self):
        self.compile("endless.c", "endless.bc", "-emit-llvm", "-c")
        limit = 1 << 30
        run = self.run_heddle("check", "endless.bc", "--max-time", "30",
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.assertEqual(run.returncode, INCOMPLETE, run.stdout + run.stderr)
        self.assertIn("memory", (run.stdout + run.stderr).lower())


class InterruptTest(HeddleTestCase):
    def interrupt(self, *arguments):
        """Starts a search that would go on for ever and presses Ctrl-C once it runs."""
        self.write("endless.c", ENDLESS)
        process = subprocess.Popen([HEDDLE, "check", "endless.c", *arguments], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        time.sleep(3)
        self.assertIsNone(process.poll(), "the search ended by itself")
        process.send_signal(signal.SIGINT)
        output, messages = process.communicate(timeout=20)
        self.assertEqual(process.returncode, INCOMPLETE, output + messages)
        return output

    def test_text(self):
        output = self.interrupt()
        self.assertIn("incomplete", output)
        self.assertIn("interrupted", output)
        self.assertRegex(output, r"\d+[\d,' ]* states|states\D+\d+")

    def test_json(self):
        result = json.loads(self.interrupt("--json", "-"))
        self.assertEqual(result["verdict"], "incomplete")
        self.assertIn("interrupted", result["reason"])
        self.assertGreater(result["statistics"]["states"], 0)


if __name__ == "__main__":
    unittest.main()
