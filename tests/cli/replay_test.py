"""Saved traces: they replay to the same error, and a damaged or outdated one is refused.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from harness import BAD_INPUT, ERROR, LOST_UPDATE, USAGE, VERIFIED, VERIFIED_PROGRAM, HeddleTestCase


class ReplayTest(HeddleTestCase):
    def setUp(self):
        super().setUp()
        self.write("program.c", LOST_UPDATE)
        self.assert_exit(ERROR, "check", "--save-trace", "trace", "program.c")
        self.saved = (self.folder / "trace").read_bytes()

    def test_same_error_at_the_same_place(self):
        run = self.assert_exit(ERROR, "replay", "trace")
        line = LOST_UPDATE[:LOST_UPDATE.index("// violation")].count("\n") + 1
        self.assertIn("assertion", run.stdout)
        self.assertIn(f"program.c:{line}", run.stdout)

    def test_compiler_flags_are_kept(self):
        self.write("program.c", "#include <assert.h>\nint main(void) { assert(VALUE == 3); }\n")
        self.assert_exit(ERROR, "check", "--save-trace", "trace", "program.c", "--", "-DVALUE=4")
        self.assert_exit(ERROR, "replay", "trace")

    def test_addresses_are_those_of_the_verified_version(self):
        before = ("#include <assert.h>\n#include <pthread.h>\nint gone = 1, kept, *place = &kept;\n"
                  "static void *run(void *u) { return u; }\n"
                  "int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, run, place);\n  kept = gone;\n"
                  "  assert(kept == 1);\n  return pthread_join(t, 0);\n}\n")
        edited = before.replace("gone", "added").replace("static void *run", "int more;\nstatic void *run").replace(" = 1", " = 1 + 1")
        for command in (["check", "--incremental"], ["diff"], ["diff", "--mode", "proof"]):
            with self.subTest(command=command):
                self.write("program.c", before)
                self.assert_exit(VERIFIED, "check", "--store", "runs", "program.c")
                self.write("program.c", edited)
                self.assert_exit(ERROR, *command, "--store", "runs", "--save-trace", "trace", "program.c")
                self.assertIn("kept == 1", self.assert_exit(ERROR, "replay", "trace").stdout)

    def test_no_trace_is_written_without_an_error(self):
        self.write("program.c", VERIFIED_PROGRAM)
        self.assert_exit(VERIFIED, "check", "--save-trace", "other", "program.c")
        other = self.folder / "other"
        self.assertFalse(other.exists() and other.stat().st_size > 0)

    def test_no_file(self):
        self.assert_refused(USAGE, "replay")

    def test_missing_trace(self):
        self.assert_refused(BAD_INPUT, "replay", "nowhere", says=["nowhere"])

    def test_garbage(self):
        for content in (b"", b"\x00\xff" * 100, b"{}", b"[1, 2", b'{"schedule": "none"}'):
            with self.subTest(content=content[:8]):
                self.write("bad", content)
                self.assert_refused(BAD_INPUT, "replay", "bad", says=["bad"])

    def test_truncated(self):
        for kept in (1, len(self.saved) // 2, len(self.saved) - 5):
            with self.subTest(kept=kept):
                self.write("bad", self.saved[:kept])
                self.assert_refused(BAD_INPUT, "replay", "bad", says=["bad"])

    def test_program_has_changed_since(self):
        self.write("program.c", VERIFIED_PROGRAM.replace("atomic_load(&counter)", "0"))
        self.assert_refused(BAD_INPUT, "replay", "trace", says=["program"])

    def test_program_is_gone(self):
        (self.folder / "program.c").unlink()
        self.assert_refused(BAD_INPUT, "replay", "trace", says=["program.c"])


if __name__ == "__main__":
    unittest.main()
