"""Help, version and mistakes on the command line.

SPDX-License-Identifier: Apache-2.0
"""
import re
import unittest

from harness import ERROR, EXAMPLES, LOST_UPDATE, USAGE, VERIFIED, HeddleTestCase

CHECK_OPTIONS = ["--errors", "--max-states", "--max-depth", "--max-time", "--max-memory", "--max-threads",
                 "--keep-going", "--shortest", "--reduction", "--exact", "--spurious-wakeups", "--json", "--save-trace",
                 "--quiet", "--final-states", "--search", "--preemptions", "--context-switches", "--delays", "--seed",
                 "--walks", "--bug-depth", "--rw", "--past", "--target-line", "--on-memory-limit", "--checkpoint",
                 "--checkpoint-interval", "--resume"]


class HelpTest(HeddleTestCase):
    def test_version(self):
        self.assertRegex(self.assert_exit(VERIFIED, "--version").stdout, r"^heddle \d+\.\d+\.\d+")

    def test_help_names_the_commands(self):
        text = self.assert_exit(VERIFIED, "--help").stdout
        self.assertRegex(text, r"(?m)^\s+check\b")
        self.assertRegex(text, r"(?m)^\s+replay\b")
        self.assertRegex(text, r"(?m)^\s+test\b")

    def test_help_of_check_names_every_option(self):
        text = self.assert_exit(VERIFIED, "check", "--help").stdout
        for option in CHECK_OPTIONS:
            self.assertIn(option, text)

    def test_help_and_manual_of_test_name_every_option(self):
        text = self.assert_exit(VERIFIED, "test", "--help").stdout
        manuals = [(EXAMPLES.parent / "docs/manual" / name).read_text() for name in ["test.md", "check.md"]]
        options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - {"--help", "--help-all"}
        self.assertLessEqual({"--filter", "--gtest", "--list", "--junit"}, options)
        for option in options:
            self.assertTrue(any(f"`{option}" in manual for manual in manuals), option)

    def test_help_of_replay(self):
        self.assertIn("replay", self.assert_exit(VERIFIED, "replay", "--help").stdout)

    def test_every_option_is_in_the_manual(self):
        text = self.assert_exit(VERIFIED, "check", "--help").stdout
        manual = (EXAMPLES.parent / "docs/manual/check.md").read_text()
        options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - {"--help", "--help-all"}
        self.assertTrue(options)
        for option in options:
            self.assertIn(f"`{option}", manual)


class MistakeTest(HeddleTestCase):
    def setUp(self):
        super().setUp()
        self.write("program.c", LOST_UPDATE)

    def test_no_command(self):
        self.assert_refused(USAGE)

    def test_unknown_command(self):
        self.assert_refused(USAGE, "verify", "program.c", says=["verify"])

    def test_no_file(self):
        self.assert_refused(USAGE, "check")

    def test_unknown_option(self):
        self.assert_refused(USAGE, "check", "program.c", "--fast", says=["--fast"])

    def test_unknown_error_kind(self):
        self.assert_refused(USAGE, "check", "program.c", "--errors", "deadlok", says=["deadlok"])

    def test_unknown_reduction(self):
        self.assert_refused(USAGE, "check", "program.c", "--reduction", "most", says=["most"])

    def test_limits_that_are_no_numbers(self):
        for option in ["--max-states", "--max-depth", "--max-time", "--max-memory", "--max-threads"]:
            for value in ["many", "-5", "12x"]:
                with self.subTest(option=option, value=value):
                    self.assert_refused(USAGE, "check", "program.c", f"{option}={value}", says=[option])

    def test_option_without_its_value(self):
        self.assert_refused(USAGE, "check", "program.c", "--json", says=["--json"])
        # As of an unset variable: the next word is not the value.
        self.assert_refused(USAGE, "check", "--json=", "program.c", says=["--json=", "has no value"])
        self.assert_refused(USAGE, "check", "--errors", "", "program.c", says=["--errors=", "has no value"])
        self.assert_exit(ERROR, "check", "program.c", "--args", "--size=")


class UnwritableTest(HeddleTestCase):
    def setUp(self):
        super().setUp()
        self.write("program.c", LOST_UPDATE)

    def test_folder_does_not_exist(self):
        for option in ["--json", "--save-trace", "--final-states"]:
            with self.subTest(option=option):
                self.assert_refused(USAGE, "check", "program.c", option, "no/such/folder/file",
                                    says=["no/such/folder/file"])

    def test_output_is_a_folder(self):
        for option in ["--json", "--save-trace", "--final-states"]:
            with self.subTest(option=option):
                self.assert_refused(USAGE, "check", "program.c", option, ".", says=["cannot write"])

    def test_full_device(self):
        for option in ["--json", "--save-trace"]:
            with self.subTest(option=option):
                self.assert_refused(USAGE, "check", "program.c", option, "/dev/full", says=["/dev/full"])


if __name__ == "__main__":
    unittest.main()
