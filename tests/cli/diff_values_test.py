"""heddle diff: changes that do not show in the text of the statements they matter to, and where pairs must begin.

Each edit breaks the program, and bugs mode must find it: an edit that is not seen is not explored.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from diff_test import COUNTER, LOCK, NO_ERROR, UNLOCK, DiffTestCase
from harness import ERROR

HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
"""


def two_threads(functions, worker, main, after="", before="", parameter="0"):
    """A thread that runs one thing beside another in main, then a last one."""
    return (f"{HEAD}{functions}\nstatic void *work(void *given) {{\n  (void)given;\n  {worker}\n  return 0;\n}}\n"
            f"int main(void) {{\n  pthread_t other;\n  {before}\n  pthread_create(&other, 0, work, {parameter});\n  {main}\n"
            f"  pthread_join(other, 0);\n  {after}\n}}\n")  # fmt: skip


class EditTestCase(DiffTestCase):
    def breaks(self, program, before, after, *arguments):
        self.assertEqual(program.count(before), 1)
        report = self.edited(ERROR, program, program.replace(before, after), "--mode", "bugs", *arguments)
        self.assertTrue(report["diff"]["changes"])
        return report


class ValuesTest(EditTestCase):
    def test_a_value_that_a_changed_condition_chooses(self):
        pick = "static int pick(int k) {{\n  {}\n}}"
        add = "int d = pick(2); lock(); x += d; unlock();"
        look = "lock(); int v = x; unlock(); assert(v < 6);"
        for name, body, before, after in [
            ("returned", "if (k > 1) return 1; return 6;", "k > 1", "k > 2"),
            ("switch", "switch (k) { case 2: return 1; default: return 6; }", "case 2:", "case 3:"),
            ("assigned", "int d = 1; if (k == 7) d = 9; return d;", "k == 7", "k == 2"),
            ("loop", "int d = 0; for (int i = 0; i < k; ++i) ++d; return d;", "i < k", "i < 3 * k"),
        ]:
            with self.subTest(name):
                report = self.breaks(two_threads(pick.format(body), add, look), before, after)
                self.assertIn("work", {c["function"] for c in report["diff"]["changes"]})

    def test_two_variables_that_are_made_alike(self):
        stale = "lock(); int a = x; unlock(); lock(); int b = x; x = b + 1; unlock(); (void)a;"
        self.breaks(two_threads("", stale, "lock(); x++; unlock();", "assert(x == 2);"), "x = b + 1", "x = a + 1")
        locks = "typedef struct { pthread_mutex_t m; } acc;\nstatic acc A = {PTHREAD_MUTEX_INITIALIZER}, B = {PTHREAD_MUTEX_INITIALIZER};"
        both = "acc *p = given ? &A : &B, *q = given ? &B : &A; pthread_mutex_lock(&FIRST->m); pthread_mutex_lock(&SECOND->m); " \
               "pthread_mutex_unlock(&SECOND->m); pthread_mutex_unlock(&FIRST->m);"  # fmt: skip
        right = both.replace("FIRST", "q").replace("SECOND", "p")
        main = "pthread_mutex_lock(&A.m); pthread_mutex_lock(&B.m); pthread_mutex_unlock(&B.m); pthread_mutex_unlock(&A.m);"
        program = two_threads(locks, right, main)
        report = self.edited(ERROR, program, program.replace(right, both.replace("FIRST", "p").replace("SECOND", "q")), "--mode", "bugs")
        self.assertEqual(report["errors"][0]["kind"], "deadlock")

    def test_one_of_two_equal_statements_that_is_gone_does_not_change_the_other(self):
        program = two_threads("static int a = 1, y, z;", "y = a;\n  z = a;", "")
        report = self.edited(NO_ERROR, program, program.replace("  y = a;\n", "").replace("y = a;\n", ""), "--mode", "bugs")
        self.assertNotIn("z", " ".join(c["object"] for c in report["diff"]["changes"]))

    def test_an_initial_value_of_a_thread_local_variable(self):
        program = two_threads("static __thread int step = 1;", "lock(); x += step; unlock();", "lock(); int v = x; unlock(); assert(v < 2);")
        report = self.breaks(program, "step = 1", "step = 2")
        self.assertIn("work", {c["function"] for c in report["diff"]["changes"]})

    def test_how_a_semaphore_begins(self):
        program = two_threads("static sem_t s;", "sem_wait(&s); x++; sem_post(&s);", "sem_wait(&s); x++; sem_post(&s);", before="sem_init(&s, 0, 1);")
        report = self.breaks(program, "sem_init(&s, 0, 1)", "sem_init(&s, 0, 2)")
        self.assertEqual(report["errors"][0]["kind"], "data-race")
        self.assertIn(("changed", "work"), {(c["change"], c["function"]) for c in report["diff"]["changes"]})

    def test_an_argument_of_a_thread(self):
        program = """\
#include <mutex>
#include <thread>
std::mutex m;
int x;
void add(int k) {
  if (k > 3) {
    x += k;
  } else {
    std::lock_guard g(m);
    x += k;
  }
}
int main() {
  std::thread a(add, 1);
  std::thread b(add, 2);
  a.join();
  b.join();
}
"""
        self.commit(prog__cpp=program)
        self.write("prog.cpp", program.replace("b(add, 2)", "b(add, 4)"))
        report = self.diff(ERROR, "--base", "HEAD", "--mode", "bugs", "prog.cpp")
        self.assertIn("add", {c["function"] for c in report["diff"]["changes"]})

    def test_a_value_that_threads_are_given(self):
        before = """#include <pthread.h>
struct share { int first, last; };
static int rows[4];
static void *work(void *argument) {
  struct share *share = argument;
  for (int row = share->first; row < share->last; ++row) rows[row]++;
  return 0;
}
int main(void) {
  struct share shares[2];
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    shares[i].first = 2 * i;
    shares[i].last = 2 * i + 2;
    pthread_create(&threads[i], 0, work, &shares[i]);
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""
        report = self.edited(ERROR, before, before.replace("2 * i + 2", "i + 3"), "--mode", "bugs")
        self.assertEqual(report["errors"][0]["kind"], "data-race")
        rules = {(c["rule"], c["function"]) for c in report["diff"]["changes"]}
        self.assertIn(("condition", "work"), rules)

    def test_a_value_that_threads_get_a_copy_of(self):
        # In C++ the library copies the object that becomes the thread.
        before = """#include <thread>
struct Worker {
  explicit Worker(int number) : first(2 * number), last(end(number)) {}
  static int end(int number) { return 2 * number + 2; }
  void operator()() {
    for (int row = first; row < last; ++row) ++rows[row];
  }
  int first, last;
  static inline int rows[4];
};
int main() {
  std::thread one{Worker(0)}, two{Worker(1)};
  one.join();
  two.join();
}
"""
        self.commit(prog__cpp=before)
        self.write("prog.cpp", before.replace("2 * number + 2", "number + 3"))
        report = self.diff(ERROR, "--base", "HEAD", "--mode", "bugs", "prog.cpp")
        self.assertEqual(report["errors"][0]["kind"], "data-race")
        self.assertIn(("condition", "Worker::operator()"), {(c["rule"], c["function"]) for c in report["diff"]["changes"]})

    def test_a_removed_write_changes_what_is_read(self):
        # In each, workers count to 1 instead of 2 unless what is marked is gone; three by both of them are an error.
        common = """#include <assert.h>
#include <pthread.h>
struct job { int first, last, *end; };
static int counter;
static struct job global = {0, 2, 0};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *given) {
  struct job *job = given;
  for (int i = job->first; i < job->last; i++) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  pthread_mutex_lock(&mutex);
  assert(counter != 3);
  pthread_mutex_unlock(&mutex);
  return 0;
}
static void clip(struct job *job, int by) {
  job->last -= by;
}
int main(void) {
  struct job job = {0, 2, &job.last}, *used = USED;
  EDITED
  pthread_t one, two;
  pthread_create(&one, 0, worker, used);
  pthread_create(&two, 0, worker, used);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return *job.end == 3;
}
"""
        for used, edited in (("&global", "global.last = 1;"), ("&job", "job.last = 1;"), ("&job", "used->last = 1;"), ("&job", "clip(used, 1);"),
                             ("&job", "*job.end = 1;"), ("&global", "clip(&global, 1);")):
            with self.subTest(edited=edited):
                before = common.replace("USED", used)
                self.commit(prog__c=before.replace("EDITED", edited))
                self.write("prog.c", before.replace("EDITED", ""))
                report = self.diff(ERROR, "--base", "HEAD", "--mode", "bugs", "prog.c")
                self.assertEqual(report["errors"][0]["kind"], "assertion")
                self.assertIn(("condition", "worker"), {(c["rule"], c["function"]) for c in report["diff"]["changes"]})

    def test_a_removed_write_that_others_meet_counts_alone(self):
        after = COUNTER.replace(UNLOCK, "  limit = 3;\n" + UNLOCK)
        report = self.edited(NO_ERROR, after.replace(LOCK, LOCK + "  limit = 2;\n"), after, "--mode", "safety")
        self.assertEqual({c["change"] for c in report["diff"]["changes"]}, {"removed"})


class PlacesTest(EditTestCase):
    def test_an_edit_behind_a_lock_is_interleaved_before_the_lock(self):
        program = two_threads("", "lock(); x = 1; unlock();", "pthread_mutex_lock(&m); int v = x; assert(v < 2); pthread_mutex_unlock(&m);")
        self.breaks(program, "v < 2", "v < 1")
        # Also if the lock is taken by who called.
        called = two_threads("static void look(void) { int v = x; assert(v < 2); }", "lock(); x = 1; unlock();",
                             "pthread_mutex_lock(&m); look(); pthread_mutex_unlock(&m);")
        self.breaks(called, "v < 2", "v < 1")

    def test_a_removed_guard_is_told_as_a_lock(self):
        program = """\
#include <mutex>
#include <thread>
std::mutex m;
int x;
void add() {
  std::lock_guard guard(m);
  ++x;
}
int main() {
  std::thread other(add);
  add();
  other.join();
}
"""
        self.commit(prog__cpp=program)
        self.write("prog.cpp", program.replace("  std::lock_guard guard(m);", ""))
        report = self.diff(ERROR, "--base", "HEAD", "--mode", "bugs", "prog.cpp")
        self.assertIn(("removed", "lock", 6), {(c["change"], c["kind"], c["line"]) for c in report["diff"]["changes"]})

    def test_functions_of_one_line_are_told_apart(self):
        program = """\
#include <atomic>
#include <thread>
std::atomic<bool> go{true};
int x;
int main() {
  std::thread a([] { if (go) return; x = 1; });
  std::thread b([] { if (go) return; x = 2; });
  a.join();
  b.join();
}
"""
        self.commit(prog__cpp=program)
        self.write("prog.cpp", program.replace("go{true}", "go{false}"))
        report = self.diff(ERROR, "--base", "HEAD", "--mode", "bugs", "prog.cpp")
        for fragment in report["diff"]["fragments"]:
            functions = {report["diff"]["changes"][k]["function"] for k in fragment["changes"]}
            self.assertEqual(functions, {fragment["function"]})
            self.assertEqual(len(fragment["changes"]), len(set(fragment["changes"])))

    def test_code_that_is_included_is_told_where_it_is(self):
        self.write("body.inc", "\n\n\n  lock();\n  x++;\n  unlock();\n")
        program = two_threads("", '\n#include "body.inc"\n', "lock(); x++; unlock();", "assert(x == 2);")
        self.commit(prog__c=program)
        self.write("body.inc", "\n\n\n\n  x++;\n\n")
        report = self.diff(ERROR, "--base", "HEAD", "--mode", "bugs", "prog.c")
        places = {(c["file"], c["line"]) for c in report["diff"]["changes"]}
        self.assertIn(("body.inc", 4), {(f.rsplit("/", 1)[-1], line) for f, line in places})
        self.assertFalse([f for f in report["diff"]["fragments"] if f["first_line"] == 0])


if __name__ == "__main__":
    unittest.main()
