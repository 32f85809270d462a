"""heddle diff compiles for the revision only what is not the same in the work tree.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import shutil
import tempfile
import time
import unittest
from pathlib import Path

from diff_test import COUNTER, DiffTestCase


class UnchangedUnitsTest(DiffTestCase):
    """Units that are the same at the revision are not compiled for it."""

    def setUp(self):
        super().setUp()
        tools = tempfile.TemporaryDirectory()
        self.addCleanup(tools.cleanup)
        self.log = Path(tools.name, "log")
        wrapper = Path(tools.name, "clang-19")
        wrapper.write_text(f'#!/bin/sh\necho "$@" >>{self.log}\nexec {shutil.which("clang-19")} "$@"\n')
        wrapper.chmod(0o755)
        self.cached = {**os.environ, "HEDDLE_CACHE": str(Path(tools.name, "cache")), "PATH": f"{tools.name}:{os.environ['PATH']}"}

    def write(self, name, content):
        (self.folder / name).parent.mkdir(exist_ok=True)
        super().write(name, content)
        time.sleep(0.05)  # what is younger than the file system's clock can tell is not kept

    def changes_since_head(self, *arguments):
        """What was changed, and which files were compiled to find out."""
        self.log.write_text("")
        run = self.run_heddle("diff", "--no-store", "--json", "-", "--base", "HEAD", *arguments, env=self.cached)
        calls = [line.split() for line in self.log.read_text().splitlines()]
        compiled = sorted(next(Path(word).name for word in call if word.endswith(".c") and "=" not in word) for call in calls if "-c" in call)
        return len(json.loads(run.stdout)["diff"]["changes"]), compiled

    def split(self, step):
        self.commit(**{"main__c": COUNTER.replace("static int limit", '#include "limit.h"\nint step(void);\nstatic int limit')
                                         .replace("= 3", "= LIMIT").replace("counter++", "counter += step()"),
                       "step__c": step, "inc/limit.h": "#define LIMIT 3\n"})
        return ["main.c", "step.c", "--", "-Iinc"]

    def test_only_what_has_changed_is_compiled_for_it(self):
        files = self.split("int step(void) { return 1; }\n")
        self.assertEqual(self.changes_since_head(*files), (0, ["main.c", "step.c"]))  # once, for both versions
        self.write("step.c", "int step(void) { return 2; }\n")
        changes, compiled = self.changes_since_head(*files)
        self.assertGreater(changes, 0)
        self.assertEqual(compiled, ["step.c"])  # the other version of it was compiled before
        self.git("commit", "-qam", "two")
        self.write("step.c", "int step(void) { return 1 + 1; }\n")
        self.assertEqual(self.changes_since_head(*files), (0, ["step.c", "step.c"]))

    def test_a_header_that_has_changed(self):
        files = self.split("int step(void) { return 1; }\n")
        self.changes_since_head(*files)
        self.write("inc/limit.h", "#define LIMIT 4\n")
        self.git("commit", "-qam", "two")
        self.write("inc/limit.h", "#define LIMIT 5\n")
        changes, compiled = self.changes_since_head(*files)
        self.assertGreater(changes, 0)
        self.assertEqual(compiled, ["main.c", "main.c"])

    def test_a_system_header_of_the_project_that_has_changed(self):
        files = [*self.split("int step(void) { return 1; }\n")[:-1], "-isysteminc"]
        self.changes_since_head(*files)
        self.write("inc/limit.h", "#define LIMIT 4\n")
        self.assertGreater(self.changes_since_head(*files)[0], 0)

    def test_a_project_with_a_compilation_database(self):
        self.split("int step(void) { return 1; }\n")
        folder = str(self.folder.resolve())
        self.write("build/compile_commands.json", json.dumps(
            [{"directory": folder, "file": f"{folder}/{name}.c", "output": f"build/{name}.o",
              "arguments": ["cc", "-Iinc", "-o", f"build/{name}.o", "-c", f"{folder}/{name}.c"]} for name in ("main", "step")]))
        project = ["--compile-commands", "build/compile_commands.json"]
        self.assertEqual(self.changes_since_head(*project), (0, ["main.c", "step.c"]))
        self.write("inc/limit.h", "#define LIMIT 4\n")
        changes, compiled = self.changes_since_head(*project)
        self.assertGreater(changes, 0)
        self.assertEqual(compiled, ["main.c", "main.c"])  # nothing is kept of a project's revisions

    def test_a_header_that_is_gone_hid_another(self):
        files = [*self.split("int step(void) { return 1; }\n"), "-Iother"]
        self.write("other/limit.h", "#define LIMIT 5\n")
        self.git("add", "-A")
        self.git("commit", "-qm", "two")
        (self.folder / "inc/limit.h").unlink()
        self.assertGreater(self.changes_since_head(*files)[0], 0)


if __name__ == "__main__":
    unittest.main()
