"""heddle diff: names that mean nothing, or mean the same: another number of a lambda, a static function of another file, a new name.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from diff_test import NO_ERROR, DiffTestCase
from harness import ERROR

LAMBDAS = """\
#include <cassert>
#include <mutex>
#include <thread>
int main() {
  std::mutex m;
  int total = 0;
  int hits = 0;
  // here
  std::thread a([&] { std::lock_guard<std::mutex> g(m); total += 1; });
  std::thread b([&] { std::lock_guard<std::mutex> g(m); total += 2; ++hits; });
  a.join();
  b.join();
  assert(total == 3);
  return hits - 1;
}
"""

UNIT = """\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static int last;
static void bump(void) {{ pthread_mutex_lock(&m); count++; last = 1; pthread_mutex_unlock(&m); }}
void *work_{0}(void *u) {{ bump(); return u; }}
"""

TWO_UNITS = """\
#include <pthread.h>
void *work_a(void *), *work_b(void *);
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; ++i) pthread_create(&t[i], 0, i & 1 ? work_a : work_b, 0);
  for (int i = 0; i < 4; ++i) pthread_join(t[i], 0);
}
"""

QUEUE = """\
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
class Queue {
 public:
  void push(int v) { std::lock_guard<std::mutex> l(m_); value_ = v; filled_.notify_one(); }
  int pop() {
    std::unique_lock<std::mutex> l(m_);
    filled_.wait(l, [this] { return value_ != 0; });
    return value_;
  }
 private:
  std::mutex m_;
  std::condition_variable filled_;
  int value_ = 0;
};
static Queue q;
int main() {
  std::thread a([] { q.push(1); }), b([] { assert(q.pop() == 1); });
  a.join();
  b.join();
}
"""

TABLE = """\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *add(void *u) { n++; return u; }
static void *sub(void *u) { n--; return u; }
static void *(*const jobs[])(void *) = {add, sub};
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, jobs[i], 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  assert(n == 0);
}
"""


class NamesTest(DiffTestCase):
    def changed_in(self, before, after, code=NO_ERROR):
        self.commit(prog__cpp=before)
        self.write("prog.cpp", after)
        return self.changes(self.diff(code, "--base", "HEAD", "--mode", "bugs", "prog.cpp", "--", "-std=c++20"))

    def test_another_lambda_in_front_changes_no_other(self):
        self.assertEqual(self.changed_in(LAMBDAS, LAMBDAS.replace("// here", "hits = [](int n) { return n - n; }(1);")), [])

    def test_a_changed_lambda_behind_a_new_one_is_found(self):
        after = LAMBDAS.replace("// here", "hits = [](int n) { return n - n; }(1);").replace("total += 2", "total += 4")
        changes = self.changed_in(LAMBDAS, after, ERROR)
        self.assertEqual({(change, line) for change, _, kind, _, line in changes if kind.startswith("shared")}, {("changed", 10)})

    def test_another_initialiser_in_front_changes_no_other(self):
        program = ("#include <atomic>\n#include <thread>\nstatic int make(int n) { return n; }\n// here\n"
                   "std::atomic<int> first{make(1)};\nstd::atomic<int> second{make(2)};\n"
                   "int main() {\n  std::thread t([] { first = 3; second = 4; });\n  t.join();\n}\n")  # fmt: skip
        self.assertEqual(self.changed_in(program, program.replace("// here", "static int zeroth = make(5);")), [])

    def test_a_new_name_of_a_class_or_a_method(self):
        self.assertEqual(self.changed_in(QUEUE, QUEUE.replace("Queue", "Channel")), [])
        self.git("reset", "-q", "--hard")
        self.assertEqual(self.changed_in(QUEUE + "\n", QUEUE.replace("pop", "take")), [])

    def test_a_new_name_in_a_table(self):
        self.assertEqual(self.edited(NO_ERROR, TABLE, TABLE.replace("add", "increase"), "--mode", "bugs")["diff"]["changes"], [])

    def test_other_functions_in_a_table(self):
        report = self.edited(ERROR, TABLE, TABLE.replace("{add, sub}", "{add, add}"), "--mode", "bugs")
        self.assertTrue(report["diff"]["changes"])

    def test_static_names_of_two_files(self):
        for name, before, after, lines in [
            ("function", "bump", "raise", set()),
            ("variable", "count", "total", set()),
            ("lock", "&m", "&lock", set()),
            ("begins", "int last;", "int last = 7;", {("changed", "a.c", 5)}),
        ]:
            with self.subTest(name):
                a = UNIT.format("a")
                self.commit(a__c=a, b__c=UNIT.format("b"), prog__c=TWO_UNITS + f"// {name}\n")
                self.write("a.c", a.replace(before, after).replace("mutex_t m", "mutex_t lock") if name == "lock" else a.replace(before, after))
                report = self.diff(NO_ERROR, "--base", "HEAD", "--mode", "bugs", "prog.c", "a.c", "b.c")
                self.assertEqual({(c["change"], c["file"], c["line"]) for c in report["diff"]["changes"]}, lines)
                self.git("reset", "-q", "--hard")


class NoChangeTest(DiffTestCase):
    def test_the_end_of_a_variable_behind_an_assertion_changes_no_join(self):
        program = ("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x;\n"
                   "static void *edited(void *u) { atomic_fetch_add(&x, 1); return u; }\n"
                   "int main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, edited, 0);\n  pthread_create(&b, 0, edited, 0);\n"
                   "  pthread_join(a, 0);\n  pthread_join(b, 0);\n  int seen = x;\n  assert(seen < 5);\n}\n")  # fmt: skip
        report = self.edited(NO_ERROR, program, program.replace("&x, 1", "&x, 2"), "--mode", "bugs")
        self.assertEqual([c["line"] for c in report["diff"]["changes"]], [5])

    def test_who_starts_a_thread_reads_no_variable(self):
        program = ("#include <pthread.h>\nstruct pool { pthread_mutex_t m; int limit; };\n"
                   "static struct pool pool = {PTHREAD_MUTEX_INITIALIZER, 1};\n"
                   "static void *work(void *p) { struct pool *q = p; pthread_mutex_lock(&q->m); q->limit++; pthread_mutex_unlock(&q->m); return 0; }\n"
                   "int main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, work, &pool);\n  pthread_create(&b, 0, work, &pool);\n"
                   "  pthread_join(a, 0);\n  pthread_join(b, 0);\n}\n")  # fmt: skip
        report = self.edited(NO_ERROR, program, program.replace("INITIALIZER, 1", "INITIALIZER, 2"), "--mode", "bugs")
        self.assertEqual({c["line"] for c in report["diff"]["changes"]}, {4})

    def test_another_argument_removes_nothing(self):
        program = ("#include <assert.h>\n#include <pthread.h>\nstruct pool { pthread_mutex_t m; int limit, used; };\n"
                   "static struct pool pool;\nstatic void setup(struct pool *p, int n) { pthread_mutex_init(&p->m, 0); p->limit = n; p->used = 0; }\n"
                   "static void *work(void *u) { pthread_mutex_lock(&pool.m); if (pool.used < pool.limit) pool.used++; pthread_mutex_unlock(&pool.m); return u; }\n"
                   "int main(void) {\n  pthread_t a, b;\n  setup(&pool, 1);\n  pthread_create(&a, 0, work, 0);\n  pthread_create(&b, 0, work, 0);\n"
                   "  pthread_join(a, 0);\n  pthread_join(b, 0);\n  assert(pool.used == 1);\n}\n")  # fmt: skip
        report = self.edited(ERROR, program, program.replace("&pool, 1", "&pool, 2"), "--mode", "bugs")
        self.assertEqual({c["change"] for c in report["diff"]["changes"]}, {"changed"})
        self.assertIn(("changed", "call", "setup"), {(c["change"], c["kind"], c["object"]) for c in report["diff"]["changes"]})

    def test_a_removed_join_is_one_change(self):
        program = ("#include <pthread.h>\nstatic int x;\nstatic void *one(void *u) { x++; return u; }\n"
                   "int main(void) {\n  pthread_t a;\n  pthread_create(&a, 0, one, 0);\n  pthread_join(a, 0);\n  return x;\n}\n")  # fmt: skip
        report = self.edited(ERROR, program, program.replace("  pthread_join(a, 0);\n", ""), "--mode", "bugs")
        self.assertEqual([(c["change"], c["kind"]) for c in report["diff"]["changes"]], [("removed", "join")])


if __name__ == "__main__":
    unittest.main()
