"""heddle watch: a check on every save, the last one counts.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import pty
import shutil
import signal
import subprocess
import threading
import time
import unittest
from pathlib import Path

from harness import BAD_INPUT, ENDLESS, HEDDLE, LOST_UPDATE, USAGE, VERIFIED_PROGRAM, HeddleTestCase

PATIENCE = 120
# In VERIFIED_PROGRAM: whether it is correct depends on what the header says.
AT_MOST = VERIFIED_PROGRAM.replace("counter == 2)", "counter == MOST)")
GOOD_HEADER = "#define MOST 2\n"
BAD_HEADER = "#define MOST 1\n"


def wait_until(holds, what, patience=PATIENCE):
    end = time.monotonic() + patience
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"never: {what}")
        time.sleep(0.02)


def is_running(process):
    """Not merely waiting for its parent to notice that it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Watching:
    """A running heddle watch, with what it has printed so far."""

    def __init__(self, folder, *arguments, **environment):
        self.process = subprocess.Popen([HEDDLE, "watch", *map(str, arguments)], cwd=folder, text=True,
                                        env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
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

    def wait_for_check(self):
        """The process of the check that runs now."""
        number = self.process.pid
        found = []

        def look():
            for child in Path(f"/proc/{number}/task/{number}/children").read_text().split():
                try:
                    if Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[1:2] == [b"diff"]:
                        found.append(int(child))
                except (FileNotFoundError, ProcessLookupError):
                    pass
            return found

        wait_until(look, "a check")
        return found[0]

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stdout.close()
        return code


class WatchTest(HeddleTestCase):
    def watch(self, *arguments, **environment):
        watching = Watching(self.folder, "--store", self.folder / "store", *arguments, **environment)
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

    def test_the_compilation_database_is_watched(self):
        self.write("program.c", AT_MOST)

        def compiled_with(*flags):
            return json.dumps([{"directory": str(self.folder), "file": "program.c", "arguments": ["cc", *flags, "-c", "program.c"]}])

        self.write("compile_commands.json", compiled_with("-DMOST=2"))
        watching = self.watch("--compile-commands", "compile_commands.json", "program.c")
        self.assertIn("verified", watching.wait_for("waiting for the next edit"))
        self.write("compile_commands.json", compiled_with("-DMOST=1"))
        report = watching.wait_for("waiting for the next edit")
        self.assertIn("compile_commands.json was saved", report)
        self.assertIn("error found", report)
        self.write("compile_commands.json", "[")
        self.assertIn("not checked: exit code 2", watching.wait_for("waiting for the next edit"))
        self.write("compile_commands.json", compiled_with("-DMOST=2"))
        self.assertIn("verified", watching.wait_for("waiting for the next edit"))
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
        wait_until(lambda: report.exists() and "counter == 2" in report.read_text(), "the report")
        report.unlink()
        self.write("program.c", VERIFIED_PROGRAM)
        watching.wait_for("waiting for the next edit")
        self.assertFalse(report.exists())
        watching.end()

    def test_on_error_gets_no_colours(self):
        self.write("program.c", LOST_UPDATE)
        report = self.folder / "report.txt"
        watching = self.watch("program.c", "--color", "always", "--on-error", f"cat > {report}")
        self.assertIn("\033[", watching.wait_for("waiting for the next edit"))
        wait_until(lambda: report.exists() and "error found" in report.read_text(), "the report")
        self.assertIn("error[assertion]", report.read_text())
        self.assertNotIn("\033", report.read_text())
        watching.end()

    def test_ends_in_the_middle_of_a_check(self):
        self.write("program.c", ENDLESS)
        watching = self.watch("program.c")
        time.sleep(1)
        self.assertEqual(watching.end(), 0)

    def test_a_source_may_go_and_come_back(self):
        source = self.write("program.c", VERIFIED_PROGRAM)
        watching = self.watch("program.c")
        watching.wait_for("waiting for the next edit")
        source.unlink()
        report = watching.wait_for("waiting for the next edit")
        self.assertIn("program.c was removed", report)
        self.assertIn("no such file", report)
        self.assertIn("not checked: exit code 2", report)
        self.write("program.c", LOST_UPDATE)
        self.assertIn("error found", watching.wait_for("waiting for the next edit"))
        watching.end()

    def test_a_header_may_go_and_come_back(self):
        header = self.write("value.h", GOOD_HEADER)
        self.write("program.c", '#include "value.h"\n' + AT_MOST)
        watching = self.watch("program.c")
        watching.wait_for("verified; waiting for the next edit")
        header.unlink()
        watching.wait_for("not checked: exit code 2")
        self.write("value.h", BAD_HEADER)
        self.assertIn("error found", watching.wait_for("waiting for the next edit"))
        watching.end()

    def test_a_missing_header_is_noticed_when_it_comes(self):
        (self.folder / "include").mkdir()
        for name, flags in [("value.h", ()), ("sub/folder/value", ()), ("late.h", ("--", "-Iinclude/")),
                            ("sub/late.hpp", ("--", "-I", "include"))]:
            with self.subTest(name=name):
                self.write("program.c", f'#include "{name}"\n' + AT_MOST)
                watching = self.watch("program.c", *flags)
                watching.wait_for("not checked: exit code 2")
                header = self.folder / ("include" if flags else "") / name
                header.parent.mkdir(parents=True, exist_ok=True)
                header.write_text(BAD_HEADER)
                self.assertIn("error found", watching.wait_for("error found; waiting for the next edit"))
                header.write_text(GOOD_HEADER)
                watching.wait_for("verified; waiting for the next edit")
                watching.end()

    def test_any_header_counts_while_the_program_does_not_compile(self):
        self.write("program.c", '#if __has_include("value.h")\n#include "value.h"\n#endif\n' + AT_MOST)
        watching = self.watch("program.c")
        watching.wait_for("not checked: exit code 2")
        self.write("value.h", BAD_HEADER)
        watching.wait_for("error found; waiting for the next edit")
        watching.end()

    def test_a_header_behind_a_link_is_watched(self):
        (self.folder / "elsewhere").mkdir()
        header = self.write("elsewhere/value.h", GOOD_HEADER)
        (self.folder / "value.h").symlink_to(header)
        self.write("program.c", '#include "value.h"\n' + AT_MOST)
        watching = self.watch("program.c")
        watching.wait_for("verified; waiting for the next edit")
        header.write_text(BAD_HEADER)
        watching.wait_for("error found; waiting for the next edit")
        watching.end()

    def test_a_folder_may_be_replaced(self):
        (self.folder / "outer/inner").mkdir(parents=True)
        self.write("outer/inner/value.h", GOOD_HEADER)
        self.write("program.c", '#include "outer/inner/value.h"\n' + AT_MOST)
        watching = self.watch("program.c")
        watching.wait_for("verified; waiting for the next edit")
        for number, place in enumerate(["outer/inner", "outer"]):
            os.rename(self.folder / place, self.folder / f"old{number}")
            watching.wait_for("not checked: exit code 2")
            shutil.copytree(self.folder / f"old{number}", self.folder / place)
            watching.wait_for("verified; waiting for the next edit")
            self.write("outer/inner/value.h", BAD_HEADER)
            watching.wait_for("error found; waiting for the next edit")
            self.write("outer/inner/value.h", GOOD_HEADER)
            watching.wait_for("verified; waiting for the next edit")
        watching.end()

    def test_a_check_ends_with_the_watch_however_that_ends(self):
        self.write("program.c", ENDLESS)
        for number, code in [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGHUP, 0), (signal.SIGTERM, 0)]:
            with self.subTest(signal=number):
                watching = self.watch("program.c", TMPDIR=str(self.folder))  # SIGKILL leaves something there
                check = watching.wait_for_check()
                self.assertEqual(watching.end(number), code)
                # After 5 seconds it would note by itself that nobody reads its progress.
                wait_until(lambda: not is_running(check), "the end of the check", 4)

    def test_checks_that_are_given_up_leave_nothing_behind(self):
        folder = self.folder / "temporary"
        folder.mkdir()
        self.write("program.c", ENDLESS)
        watching = self.watch("program.c", TMPDIR=str(folder))
        for number in range(4):
            watching.wait_for("checking")
            watching.wait_for_check()
            time.sleep(0.1 * number)  # at different points of its life
            self.write("program.c", "\n" * number + ENDLESS)
        watching.wait_for("is given up; checking")
        wait_until(lambda: any(folder.iterdir()), "a temporary file")
        watching.end()
        self.assertEqual(list(folder.iterdir()), [])

    def test_other_files_of_a_busy_folder_do_not_matter(self):
        self.write("program.c", VERIFIED_PROGRAM)
        watching = self.watch("program.c")
        watching.wait_for("waiting for the next edit")
        is_over = threading.Event()

        def keep_busy():
            while not is_over.wait(0.005):
                self.write("log.txt", "busy\n")

        busy = threading.Thread(target=keep_busy)
        busy.start()
        try:
            self.write("program.c", LOST_UPDATE)
            watching.wait_for("error found; waiting for the next edit")
        finally:
            is_over.set()
            busy.join()
        watching.end()

    def test_nobody_waits_for_what_is_run_on_an_error(self):
        self.write("program.c", LOST_UPDATE)
        numbers = self.folder / "numbers"
        watching = self.watch("program.c", "--on-error", f"echo $$ >> {numbers}; exec sleep 1000")
        for count in [1, 2]:  # the second ends the first
            watching.wait_for("error found; waiting for the next edit")
            wait_until(lambda: numbers.exists() and numbers.read_text().count("\n") == count, "the command")
            self.write("program.c", VERIFIED_PROGRAM)
            watching.wait_for("verified; waiting for the next edit")
            self.write("program.c", LOST_UPDATE)
        watching.wait_for("error found; waiting for the next edit")
        self.assertEqual(watching.end(), 0)
        for number in numbers.read_text().split():
            wait_until(lambda: not is_running(int(number)), "the end of the command")

    def test_what_is_run_on_an_error_need_not_read_and_may_fail(self):
        self.write("program.c", LOST_UPDATE)
        watching = self.watch("program.c", "--on-error", "exit 3")
        watching.wait_for("exit 3 failed")
        self.assertEqual(watching.end(), 0)

    def test_quiet_is_a_line_for_each_version(self):
        self.write("program.c", VERIFIED_PROGRAM)
        report = self.folder / "report.txt"
        watching = self.watch("program.c", "--quiet", "--on-error", f"cat > {report}")
        self.assertEqual(watching.wait_for("heddle watch"), "heddle watch: verified\n")
        self.write("program.c", LOST_UPDATE)
        self.assertEqual(watching.wait_for("heddle watch"), "heddle watch: error found\n")
        wait_until(lambda: report.exists() and "counter == 2" in report.read_text(), "the report")
        self.write("program.c", "int main(void) {")
        self.assertIn("does not compile", watching.wait_for("heddle watch: not checked: exit code 2"))
        watching.end()

    def test_what_an_option_is_given_is_no_option_of_watch(self):
        self.write("program.c", """#include <assert.h>
            #include <string.h>
            int main(int argc, char **argv) { assert(argc == 3 && !strcmp(argv[1], "--quiet") && !strcmp(argv[2], "--on-error=x")); }""")
        watching = self.watch("program.c", "--quiet", "--args", "--quiet", "--args", "--on-error=x")
        self.assertEqual(watching.wait_for("heddle watch"), "heddle watch: verified\n")
        self.assertEqual(watching.end(), 0)

    def test_a_terminal_shows_that_a_check_runs(self):
        self.write("program.c", ENDLESS)
        ours, theirs = pty.openpty()
        process = subprocess.Popen([HEDDLE, "watch", "--store", "store", "program.c"], cwd=self.folder, stdin=theirs,
                                   stdout=theirs, stderr=theirs)
        os.close(theirs)
        limit = threading.Timer(PATIENCE, process.kill)  # ends a read that nothing comes of
        limit.start()
        self.addCleanup(limit.cancel)
        self.addCleanup(process.kill)
        shown = b""
        while b"checking ...\r\n" not in shown:
            shown += os.read(ours, 4096)
        self.assertTrue(shown.startswith(b"\x1b[H\x1b[2J"), shown)
        self.write("program.c", LOST_UPDATE)
        while b"waiting for the next edit" not in shown:
            shown += os.read(ours, 4096)
        last = shown.split(b"\x1b[2J")[-1]
        self.assertIn(b"counter == 2", last)
        self.assertIn(b"heddle watch: error found", last)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), 0)
        os.close(ours)

    def test_a_terminal_shows_what_changed_while_the_check_runs(self):
        self.write("program.c", ENDLESS)
        subprocess.run(["git", "init", "-q"], cwd=self.folder, check=True)
        subprocess.run(["git", "add", "program.c"], cwd=self.folder, check=True)
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "base"], cwd=self.folder, check=True)
        self.write("program.c", ENDLESS.replace("i ^", "i +"))
        ours, theirs = pty.openpty()
        process = subprocess.Popen([HEDDLE, "watch", "--store", "store", "--mode", "proof", "--base", "HEAD", "program.c"], cwd=self.folder,
                                   stdin=theirs, stdout=theirs, stderr=theirs)  # fmt: skip
        os.close(theirs)
        limit = threading.Timer(PATIENCE, process.kill)
        limit.start()
        self.addCleanup(limit.cancel)
        self.addCleanup(process.kill)
        shown = b""
        while b"atomic update turns" not in shown or not shown.endswith(b"checking ...\r\n"):
            shown += os.read(ours, 4096)
        self.assertNotIn(b"waiting for the next edit", shown)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), 0)
        os.close(ours)

    def test_ends_when_nobody_reads(self):
        self.write("program.c", VERIFIED_PROGRAM)
        process = subprocess.Popen([HEDDLE, "watch", "--no-store", "program.c"], cwd=self.folder,
                                   stdout=subprocess.PIPE)
        self.addCleanup(process.kill)
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.wait(PATIENCE), 0)

    def slow_compiler(self):
        """A folder for PATH with a clang that takes its time after it has read the files."""
        folder = self.folder / "compilers"
        folder.mkdir()
        script = folder / "clang-19"
        script.write_text(f"""#!/bin/sh
{shutil.which("clang-19")} "$@" || exit 1
case "$*" in *" -E "*) echo >> {self.folder}/reads; sleep 1;; esac
""")
        script.chmod(0o755)
        return f"{folder}:{os.environ['PATH']}"

    def reads(self):
        log = self.folder / "reads"
        return log.read_text().count("\n") if log.exists() else 0

    def test_what_is_saved_while_the_files_are_found_is_not_lost(self):
        self.write("value.h", GOOD_HEADER)
        self.write("program.c", VERIFIED_PROGRAM)
        watching = self.watch("program.c", PATH=self.slow_compiler())
        # Before anything is watched.
        wait_until(lambda: self.reads() >= 1, "the first look at the files")
        self.write("program.c", '#include "value.h"\n' + AT_MOST)
        watching.wait_for("verified; waiting for the next edit")
        self.write("value.h", BAD_HEADER)
        watching.wait_for("error found; waiting for the next edit")
        # A header that is not watched before its includes are known.
        (self.folder / "sub").mkdir()
        self.write("sub/other.h", GOOD_HEADER)
        before = self.reads()
        self.write("program.c", '#include "sub/other.h"\n' + AT_MOST)
        wait_until(lambda: self.reads() > before, "the next look at the files")
        self.write("sub/other.h", BAD_HEADER)
        watching.wait_for("other.h was saved")
        watching.wait_for("error found; waiting for the next edit")
        watching.end()

    def test_what_is_no_program_is_refused(self):
        self.assert_exit(USAGE, "watch")
        self.assert_exit(BAD_INPUT, "watch", "nowhere.c")


if __name__ == "__main__":
    unittest.main()
