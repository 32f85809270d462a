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

QUEUE = HEAD + """\
static struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t ready;
  int stop, jobs, done;
} all = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};
static void *worker(void *argument) {
  struct queue *q = argument;
  for (;;) {
    pthread_mutex_lock(&q->mutex);
    while (!q->stop && q->jobs == 0) pthread_cond_wait(&q->ready, &q->mutex);
    if (q->jobs == 0) break;
    --q->jobs;
    ++q->done;
    pthread_mutex_unlock(&q->mutex);
  }
  pthread_mutex_unlock(&q->mutex);
  return 0;
}
static void submit(struct queue *q) {
  pthread_mutex_lock(&q->mutex);
  ++q->jobs;
  pthread_mutex_unlock(&q->mutex);
  pthread_cond_signal(&q->ready);
}
static void shut_down(struct queue *q) {
  pthread_mutex_lock(&q->mutex);
  q->stop = 1;
  pthread_mutex_unlock(&q->mutex);
  pthread_cond_broadcast(&q->ready);
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, &all);
  for (int i = 0; i < 2; ++i) submit(&all);
  shut_down(&all);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(all.done == 2);
}
"""

POOL_OF_CPP = """\
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>
struct Pool {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<int> tasks;
  int finished = 0;
  bool stopping = false;
  std::vector<std::thread> workers;
  Pool() {
    for (int i = 0; i < 3; ++i) workers.emplace_back([this] { run(); });
  }
  void run() {
    for (;;) {
      {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return stopping || !tasks.empty(); });
        if (tasks.empty()) return;
        tasks.pop_front();
      }
      std::lock_guard<std::mutex> lock(mutex);
      ++finished;
    }
  }
  void submit() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      tasks.push_back(1);
    }
    changed.notify_one();
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      stopping = true;
    }
    changed.notify_all();
    for (std::thread& worker : workers) worker.join();
    assert(finished == 3);
  }
};
int main() {
  Pool pool;
  for (int i = 0; i < 3; ++i) pool.submit();
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
    def expect(self, kind, before, after, *arguments):
        self.assertNotEqual(before, after)
        report = self.edited(ERROR, before, after, "--mode", "bugs", *arguments)
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

    def test_fewer_are_notified_of_what_is_known_by_its_address(self):
        self.expect("deadlock", among_many(QUEUE), among_many(QUEUE).replace("broadcast", "signal"))

    def test_others_have_their_turn_once_a_lock_is_released(self):
        """The last thing that a push does under the lock is no business of the others."""
        self.commit(prog__cpp=POOL_OF_CPP)
        self.write("prog.cpp", POOL_OF_CPP.replace("stopping = false", "stopping = true"))
        report = self.diff(ERROR, "--base", "HEAD", "--mode", "bugs", "prog.cpp")
        self.assertIn((True, "error"), {(pair["all_threads"], pair["outcome"]) for pair in report["diff"]["pairs"]})

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
