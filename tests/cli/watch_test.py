"""heddle watch: a check on every save, the last one counts.

SPDX-License-Identifier: Apache-2.0
"""
import os
import signal
import subprocess
import threading
import time
import unittest

from harness import BAD_INPUT, ENDLESS, HEDDLE, LOST_UPDATE, USAGE, VERIFIED_PROGRAM, HeddleTestCase

PATIENCE = 120


class Watching:
    """A running heddle watch, with what it has printed so far."""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen([HEDDLE, "watch", *map(str, arguments)], cwd=folder, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.lines = []
        self.seen = 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line)

    def wait_for(self, text):
        """All lines up to the next one with this text."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for index in range(self.seen, len(self.lines)):
                if text in self.lines[index]:
                    found = "".join(self.lines[self.seen : index + 1])
                    self.seen = index + 1
                    return found
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"'{text}' never came; it said:\n" + "".join(self.lines))

    def end(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stdout.close()
        return code


class WatchTest(HeddleTestCase):
    def watch(self, *arguments):
        watching = Watching(self.folder, "--store", self.folder / "store", *arguments)
        self.addCleanup(lambda: watching.process.poll() is None and watching.process.kill())
        return watching

    def test_every_save_is_checked_and_builds_on_the_last_verified_version(self):
        self.write("program.c", VERIFIED_PROGRAM)
        watching = self.watch("program.c")
        self.assertIn("there is no stored version", watching.wait_for("waiting for the next edit"))
        self.write("program.c", LOST_UPDATE)
        report = watching.wait_for("waiting for the next edit")
        self.assertIn("program.c was saved", report)
        self.assertIn("error found", report)
        self.write("program.c", "\n" + VERIFIED_PROGRAM)
        self.assertIn("built on the last verified version", watching.wait_for("waiting for the next edit").replace("\n  ", " "))
        self.assertEqual(watching.end(), 0)

    def test_a_file_put_in_the_place_of_another_counts_as_saved(self):
        self.write("program.c", VERIFIED_PROGRAM)
        watching = self.watch("program.c")
        watching.wait_for("waiting for the next edit")
        os.replace(self.write("new.c", LOST_UPDATE), self.folder / "program.c")
        self.assertIn("error found", watching.wait_for("waiting for the next edit"))
        watching.end()

    def test_headers_are_watched_also_those_that_an_edit_added(self):
        self.write("value.h", "#define MOST 2\n")
        self.write("program.c", VERIFIED_PROGRAM)
        watching = self.watch("program.c")
        watching.wait_for("waiting for the next edit")
        self.write("program.c", '#include "value.h"\n' + VERIFIED_PROGRAM.replace("counter == 2)", "counter == MOST)"))
        watching.wait_for("waiting for the next edit")
        self.write("value.h", "#define MOST 1\n")
        report = watching.wait_for("waiting for the next edit")
        self.assertIn("value.h was saved", report)
        self.assertIn("error found", report)
        watching.end()

    def test_a_check_that_an_edit_made_obsolete_is_given_up(self):
        self.write("program.c", ENDLESS)
        watching = self.watch("program.c")
        time.sleep(1)
        self.write("program.c", VERIFIED_PROGRAM)
        self.assertIn("is given up", watching.wait_for("was saved"))
        self.assertIn("verified", watching.wait_for("waiting for the next edit"))
        watching.end()

    def test_a_version_that_does_not_compile_is_told(self):
        self.write("program.c", VERIFIED_PROGRAM)
        watching = self.watch("program.c")
        watching.wait_for("waiting for the next edit")
        self.write("program.c", "int main(void) {")
        self.assertIn("does not compile", watching.wait_for("waiting for the next edit"))
        self.write("program.c", VERIFIED_PROGRAM)
        self.assertIn("verified", watching.wait_for("waiting for the next edit"))
        watching.end()

    def test_on_error_gets_the_report(self):
        self.write("program.c", LOST_UPDATE)
        report = self.folder / "report.txt"
        watching = self.watch("program.c", "--on-error", f"cat > {report}")
        watching.wait_for("waiting for the next edit")
        self.assertIn("counter == 2", report.read_text())
        report.unlink()
        self.write("program.c", VERIFIED_PROGRAM)
        watching.wait_for("waiting for the next edit")
        self.assertFalse(report.exists())
        watching.end()

    def test_ends_in_the_middle_of_a_check(self):
        self.write("program.c", ENDLESS)
        watching = self.watch("program.c")
        time.sleep(1)
        self.assertEqual(watching.end(), 0)

    def test_what_is_no_program_is_refused(self):
        self.assert_exit(USAGE, "watch")
        self.assert_exit(BAD_INPUT, "watch", "nowhere.c")


if __name__ == "__main__":
    unittest.main()
