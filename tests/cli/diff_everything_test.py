"""heddle diff: the search of everything that follows the pairs.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from diff_test import COUNTER, DiffTestCase, among_many
from harness import ERROR, INCOMPLETE, VERIFIED


class EverythingTest(DiffTestCase):
    """In the end everything is explored for a short time, for what changes and pairs do not show."""

    MODES = "bugs", "safety"

    def test_a_small_program_is_verified(self):
        for mode in self.MODES:
            report = self.edited(VERIFIED, COUNTER, COUNTER.replace("counter++", "counter += 1 + 0 * limit"), "--mode", mode)
            self.assertEqual({p["outcome"] for p in report["diff"]["pairs"]}, {"explored"})
            self.assertEqual(report["verdict"], "verified")
            self.assertEqual(report["diff"]["proof"]["verdict"], "verified")
            self.assertEqual(report["diff"]["guarantee"], "every interleaving is covered")
            self.assertIsNone(report["reason"])

    def test_also_if_no_change_was_found(self):
        report = self.edited(VERIFIED, COUNTER, COUNTER.replace("  bump();\n", "  int local = 3;\n  local *= 2;\n  bump();\n"), "--mode", "bugs")
        self.assertEqual(report["diff"]["changes"], [])
        self.assertEqual(report["diff"]["proof"]["verdict"], "verified")

    def test_not_if_the_program_is_the_same(self):
        report = self.edited(INCOMPLETE, COUNTER, COUNTER + "// a comment\n", "--mode", "bugs")
        self.assertTrue(report["diff"]["same_program"])
        self.assertIsNone(report["diff"]["proof"])

    # The other thread must come before the first statement of this one, long before the changed code.
    def test_what_is_not_followed_is_said_and_explored(self):
        """What a thread keeps under a key is not seen by the list of changes."""
        before = """#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int sum;
static long kept(void) { return 1; }
static void *work(void *unused) {
  pthread_setspecific(key, (void *)kept());
  const int locks = pthread_getspecific(key) == (void *)1;
  if (locks) pthread_mutex_lock(&mutex);
  ++sum;
  if (locks) pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_key_create(&key, 0);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
"""
        self.commit(prog__c=before)
        self.write("prog.c", before.replace("return 1;", "return 2;"))
        for mode in self.MODES:
            run = self.assert_exit(ERROR, "diff", "--no-cache", "--no-store", "--base", "HEAD", "--mode", mode, "prog.c")
            self.assertIn("error[data-race]", run.stdout)
            self.assertIn("as far as the static\n  analyses see where values go", run.stdout)

    def test_an_error_that_pairs_do_not_show(self):
        before = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn, x;
static void *look(void *unused) {
  int seen = atomic_load(&turn);
  atomic_store(&x, 1);
  assert(!seen || atomic_load(&x) < 3);
  return unused;
}
static void *set(void *unused) {
  atomic_store(&turn, 1 + 0 * atomic_load(&x));
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, look, 0);
  pthread_create(&threads[1], 0, set, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
"""
        for mode in self.MODES:
            report = self.edited((ERROR,), before, before.replace("&x, 1", "&x, 3"), "--mode", mode)
            self.assertNotIn("error", {p["outcome"] for p in report["diff"]["pairs"]})
            self.assertEqual(report["diff"]["proof"]["verdict"], "error")
            self.assertEqual([e["kind"] for e in report["errors"]], ["assertion"])
            self.assertEqual(report["verdict"], "error")

    def test_a_large_program_stays_incomplete_and_what_was_explored_is_told(self):
        many = among_many(COUNTER)
        for mode in self.MODES:
            report = self.edited(INCOMPLETE, many, many.replace("counter++", "counter += 1 + 0 * limit"), "--mode", mode)
            self.assertEqual({p["outcome"] for p in report["diff"]["pairs"]}, {"explored"})
            self.assertEqual(report["diff"]["proof"]["verdict"], "incomplete")
            self.assertLess(report["diff"]["proof"]["seconds"], 1)
            for text in "pairs around the changed code were explored, others not", "a search of everything was given 0.3 s":
                self.assertIn(text, report["reason"])
            self.assertTrue(report["assumptions"])


if __name__ == "__main__":
    unittest.main()
