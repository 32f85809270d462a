"""What the command line tests share: running heddle on a program written on the spot.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HEDDLE = Path(os.environ.get("HEDDLE", ROOT / "build/heddle")).resolve()
EXAMPLES = ROOT / "examples"

VERIFIED, ERROR, INCOMPLETE, USAGE, BAD_INPUT, INTERNAL = 0, 10, 5, 1, 2, 6

# Far more states than any test waits for: what the limits and interruptions are tried on.
ENDLESS = """
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turns[6];
static void *spin(void *mine) {
  for (int i = 0; i < 1000; ++i) atomic_fetch_add((atomic_int *)mine, i ^ atomic_load(&turns[0]));
  return 0;
}
int main(void) {
  pthread_t threads[6];
  for (int i = 0; i < 6; ++i) pthread_create(&threads[i], 0, spin, &turns[i]);
  for (int i = 0; i < 6; ++i) pthread_join(threads[i], 0);
}
"""

# Both additions may read the same old value.
LOST_UPDATE = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void *add(void *unused) {
  int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(counter == 2);  // violation
}
"""

VERIFIED_PROGRAM = LOST_UPDATE.replace("assert(counter == 2)", "assert(counter == 1 || counter == 2)")


class HeddleTestCase(unittest.TestCase):
    """A folder of its own per test, and heddle run in it with nothing but pipes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def compile(self, source, output, *flags):
        """Compiles a source to bitcode or IR as a user would hand it in."""
        subprocess.run(["clang-19", "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-D__HEDDLE__", *flags, source,
                        "-o", output], cwd=self.folder, check=True)
        return self.folder / output

    def run_heddle(self, *arguments, timeout=60, **options):
        return subprocess.run([HEDDLE, *map(str, arguments)], cwd=self.folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=timeout, **options)

    def assert_exit(self, code, *arguments, **options):
        """Runs heddle, insists on the exit code, and returns the finished run."""
        run = self.run_heddle(*arguments, **options)
        self.assertEqual(run.returncode, code, f"\n{' '.join(map(str, arguments))}\n{run.stdout}{run.stderr}")
        return run

    def assert_refused(self, code, *arguments, says=(), **options):
        """heddle must end with this code and a message on standard error that says all of `says`."""
        run = self.assert_exit(code, *arguments, **options)
        self.assertTrue(run.stderr.strip(), "no message")
        for text in says:
            self.assertIn(text.lower(), run.stderr.lower())
        return run

    def check_json(self, code, *arguments, **options):
        return json.loads(self.assert_exit(code, "check", "--json", "-", *arguments, **options).stdout)
