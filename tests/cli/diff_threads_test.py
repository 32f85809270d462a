"""heddle diff: which threads are paired, and how they are named.

Each edit breaks the program, and pairs must find it: see DiffTestCase.diff.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from diff_test import DiffTestCase
from harness import ERROR

HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static int n;
static void *add(void *unused) { atomic_fetch_add(&x, 1); return unused; }
static void *edited(void *unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}
"""


class ThreadsTest(DiffTestCase):
    def pairs_of_broken(self, program, before, after):
        self.assertEqual(program.count(before), 1)
        report = self.edited(ERROR, program, program.replace(before, after), "--mode", "bugs")
        return {(p["modified_thread"], p["other_thread"]): p["outcome"] for p in report["diff"]["pairs"]}

    def update_is_lost(self, functions, main):
        program = HEAD + functions + "int main(void) {\n  pthread_t a, b;\n" + main + "}\n"
        edited = "*edited(void *unused) {\n  atomic_fetch_add(&x, 1);"
        return self.pairs_of_broken(program, edited, edited.replace("fetch_add(&x, 1)", "store(&x, atomic_load(&x) + 1)"))

    def test_threads_of_threads_are_named_after_these(self):
        pairs = self.update_is_lost("static void *middle(void *unused) {\n  pthread_t leaf;\n  pthread_create(&leaf, 0, edited, 0);\n"
                                    "  add(0);\n  pthread_join(leaf, 0);\n  return unused;\n}\n",
                                    "  pthread_create(&a, 0, middle, 0);\n  pthread_create(&b, 0, middle, 0);\n"
                                    "  pthread_join(a, 0);\n  pthread_join(b, 0);\n  assert(x == 4);\n")  # fmt: skip
        self.assertTrue({first for first, _ in pairs} <= {"edited, 1st thread of thread 1", "edited, 1st thread of thread 2"})

    def test_a_thread_that_is_started_once_more_is_new(self):
        program = HEAD + """\
static void *run(void *unused) { x++; n++; x++; return unused; }
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
}
"""
        pairs = self.pairs_of_broken("#define THREADS 1\n" + program, "THREADS 1", "THREADS 2")
        self.assertIn("error", pairs.values())

    def test_a_thread_that_begins_with_another_function_is_new(self):
        program = HEAD + """\
static void *safe(void *unused) { x++; pthread_mutex_lock(&mutex); n++; pthread_mutex_unlock(&mutex); x++; return unused; }
static void *quick(void *unused) { x++; n++; x++; return unused; }
int main(void) {
  pthread_t a, b;
  quick(0);
  pthread_create(&a, 0, safe, 0);
  pthread_create(&b, 0, safe, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"""
        pairs = self.pairs_of_broken(program, "pthread_create(&b, 0, safe", "pthread_create(&b, 0, quick")
        self.assertIn("error", pairs.values())


if __name__ == "__main__":
    unittest.main()
