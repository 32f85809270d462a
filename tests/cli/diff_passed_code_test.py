"""heddle diff where an edit leaves little or nothing behind at which threads meet: pairs find what it broke, beside other threads that
make a search of everything too long.

SPDX-License-Identifier: Apache-2.0
"""

import unittest

from diff_test import NO_ERROR, DiffTestCase, among_many
from harness import ERROR, INCOMPLETE

HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
"""

# Two threads take money out; what keeps them apart is in functions of its own.
BANK = HEAD + """\
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int balance = 2;
static int threaded = 1;
static void enter(void) { pthread_mutex_lock(&mutex); }
static void leave(void) { pthread_mutex_unlock(&mutex); }
static void nothing(void) {}
static void (*const gates[])(void) = {enter, leave, nothing};
static void *worker(void *unused) {
  ENTER;
  int now = balance;
  balance = now - 1;
  LEAVE;
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(balance == 0);
}
"""
DIRECT = among_many(BANK.replace("ENTER", "enter()").replace("LEAVE", "leave()"))
BY_POINTER = among_many(BANK.replace("ENTER", "gates[0]()").replace("LEAVE", "gates[1]()"))

POOL = HEAD + """\
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int stop, jobs, done;
static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (!stop && jobs == 0) pthread_cond_wait(&ready, &mutex);
    if (jobs == 0) {
      pthread_mutex_unlock(&mutex);
      return unused;
    }
    --jobs;
    ++done;
    pthread_mutex_unlock(&mutex);
  }
}
static void submit(void) {
  pthread_mutex_lock(&mutex);
  ++jobs;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&mutex);
}
static void shut_down(void) {
  pthread_mutex_lock(&mutex);
  stop = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_broadcast(&ready);
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) submit();
  shut_down();
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(done == 2);
}
"""

HITS = HEAD + """\
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int hits;
static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  ++hits;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  int done = 0;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  if (hits == 2) {
    done = 1;
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return done & 0;
}
"""


class PassedCodeTest(DiffTestCase):
    def expect(self, kind, before, after):
        self.assertNotEqual(before, after)
        report = self.edited(ERROR, before, after, "--mode", "bugs")
        self.assertIn("error", {pair["outcome"] for pair in report["diff"]["pairs"]})
        self.assertEqual(report["errors"][0]["kind"], kind)
        return report

    def test_functions_that_are_emptied(self):
        after = DIRECT.replace("{ pthread_mutex_lock(&mutex); }", "{}").replace("{ pthread_mutex_unlock(&mutex); }", "{}")
        self.expect("assertion", DIRECT, after)

    def test_functions_that_do_nothing_under_a_new_condition(self):
        after = DIRECT.replace("{ pthread_mutex", "{ if (!threaded) pthread_mutex")
        self.expect("assertion", DIRECT, after)

    def test_a_table_that_leads_to_functions_that_do_nothing(self):
        report = self.expect("assertion", BY_POINTER, BY_POINTER.replace("{enter, leave, nothing}", "{nothing, nothing, nothing}"))
        self.assertIn(("changed", "call", "nothing"), {(change, kind, thing) for change, _, kind, thing, _ in self.changes(report)})

    def test_fewer_are_notified(self):
        report = self.expect("deadlock", among_many(POOL), among_many(POOL).replace("broadcast", "signal"))
        self.assertEqual([(change, kind) for change, _, kind, *_ in self.changes(report)], [("changed", "notify")])

    def test_a_failure_behind_a_condition_that_others_decide(self):
        after = among_many(HITS).replace("done = 1;", "done = 1;\n    assert(!done);")
        self.expect("assertion", among_many(HITS), after)

    def test_destroying_initialising_and_detaching_are_told(self):
        for call in "pthread_mutex_destroy(&mutex)", "pthread_mutex_init(&mutex, 0)", "pthread_detach(threads[0])":
            with self.subTest(call):
                report = self.edited((ERROR, INCOMPLETE), HITS, HITS.replace("done = 1;", f"{call};"), "--mode", "bugs")
                self.assertIn(("added", "statement", "synchronise", 17), {c[:3] + c[4:] for c in self.changes(report)})
                self.assertEqual(report["verdict"], "error")

    def test_the_read_of_a_thread_that_was_joined_is_told_as_the_join(self):
        after = HITS.replace("  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);\n", "")
        report = self.edited(NO_ERROR, HITS, after, "--mode", "bugs")
        self.assertEqual([(change, kind) for change, _, kind, *_ in self.changes(report)], [("removed", "join")])


if __name__ == "__main__":
    unittest.main()
