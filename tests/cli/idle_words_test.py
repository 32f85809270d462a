"""Edits that leave other values behind before the threads start: taken over where nothing uses these, and explored where something does.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from harness import ERROR, VERIFIED, HeddleTestCase

PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_int a, b;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct Trial { int best; char name[8]; int *steps; };
static struct Trial trial;
static void *first(void *unused) {
  for (int i = 0; i < 3; ++i) atomic_fetch_add(&a, 1);
  FIRST;
  return unused;
}
static void *second(void *unused) {
  for (int i = 0; i < 3; ++i) atomic_fetch_add(&b, 1);
  return unused;
}
int main(void) {
  struct Trial own = {0, "none", 0};
  struct Trial *heap = malloc(sizeof *heap);
  memset(heap, 0, sizeof *heap);
  own.steps = &own.best;
  PREPARE;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  END;
  free(heap);
  assert(a == 3 && b == 3);
  return 0;
}
"""


# In a pointer that is not used, another address: main's variable is shared, or not. In its versions a thread reads it, or not.
POINTER = """
#include <pthread.h>
#include <stdatomic.h>
struct __attribute__((packed)) Packed { char space; int *pointer; };
static struct Packed packed;
static unsigned long inverted;
int *pointer;
atomic_int flag, go, more;
int other, sink;
static void *reader(void *unused) {
  if (atomic_load(&flag)) { READ; }
  return unused;
}
static void *starter(void *unused) { atomic_store(&go, 1); return unused; }
int main(void) {
  pthread_t threads[2];
  int x = 0;
  int *volatile own = &x;
  PREPARE;
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, starter, 0);
  if (atomic_load(&go)) { atomic_load(&more); atomic_store(&flag, 1); *own = 0; }
  else atomic_store(&flag, 1);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""

# The state in which main is alone comes again, and what main does then reads what it left behind.
ROUNDS = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
unsigned heddle_choose(unsigned);
int left; atomic_int x; int again;
static void __attribute__((noinline)) begin(void) { left = LEFT; again = FIRST; }
static void __attribute__((noinline)) end(void) { again = NEXT; }
static void *one(void *unused) { atomic_load(&x); return unused; }
static void *two(void *unused) { atomic_load(&x); return unused; }
int main(void) {
  pthread_t thread;
  begin();
  for (;;) {
    if (again) {
      again = 0;
      pthread_create(&thread, 0, one, 0);
      pthread_join(thread, 0);
      assert(left == 1);
    }
    pthread_create(&thread, 0, two, 0);
    atomic_load(&x);
    atomic_load(&x);
    pthread_join(thread, 0);
    end();
    if (!again) return 0;
  }
}
"""

# The stack of one thread grows and shrinks between the steps that workers repeat to get to their work.
STACKS = """
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, z;
static void __attribute__((noinline)) few(void) { volatile int s[4]; s[0] = 1; atomic_fetch_add(&x, 1); s[1] = s[0]; }
static void __attribute__((noinline)) many(void) {
  volatile int b[3000000];
  for (int i = 0; i < 3000000; i += 2000) b[i] = 1;
  for (int i = 0; i < 6; ++i) atomic_fetch_add(&x, 1);
}
static void *first(void *unused) { few(); many(); return unused; }
static void *second(void *unused) { for (int i = 0; i < 6; ++i) atomic_fetch_add(&y, 1); return unused; }
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, second, 0);
  pthread_create(&threads[1], 0, first, 0);
  for (int i = 0; i < 6; ++i) atomic_fetch_add(&z, 1);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""


# A dangling pointer leads to a block that is shared and hidden again in one version, and never shared in the other.
REUSED = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *volatile pointer, *volatile known;
atomic_int flag, go, more;
int other;
volatile int sink;
static void *reader(void *unused) {
  if (atomic_load(&flag)) { READ; }
  return unused;
}
static void *starter(void *unused) { atomic_store(&go, 1); return unused; }
int main(void) {
  pthread_t threads[2];
  int *volatile block = malloc(8);
  pointer = block;
  free(block);
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, starter, 0);
  block = malloc(8);
  CHANGE;
  if (atomic_load(&go)) { atomic_load(&more); atomic_store(&flag, 1); *block = 0; }
  else atomic_store(&flag, 1);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  free(block);
  return 0;
}
"""

# The same of a local variable, in a program that needs new objects at reused addresses to be shared.
REUSED_LOCAL = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *volatile pointer, *volatile dangling;
atomic_int flag, go, more;
int other;
volatile int sink, sink2;
static void *reader(void *unused) {
  sink2 = *dangling;
  if (atomic_load(&flag)) { READ; }
  return unused;
}
static void *starter(void *unused) { atomic_store(&go, 1); return unused; }
static int *__attribute__((noinline)) prepare(void) {
  int *volatile own;
  volatile int p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, l;
  own = (int *)&l;
  p0 = p1 = p2 = p3 = p4 = p5 = p6 = p7 = p8 = p9 = 0;
  CHANGE;
  return own;
}
static pthread_t threads[2];
static void __attribute__((noinline)) run(void) {
  int *volatile own;
  volatile int p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, x;
  own = (int *)&x;
  p0 = p1 = p2 = p3 = p4 = p5 = p6 = p7 = p8 = p9 = 0;
  if (atomic_load(&go)) { atomic_load(&more); atomic_store(&flag, 1); *own = 0; }
  else atomic_store(&flag, 1);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
int main(void) {
  dangling = malloc(8);
  free(dangling);
  int *volatile y = malloc(8);
  *y = 0;
  STORE;
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, starter, 0);
  run();
  return 0;
}
"""

# Whether a thread can run is asked once, before the first choice; whatever runs then ends the program.
WAITING = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static void *waiter(void *unused) { WAIT; assert(0); return unused; }
static void *leaver(void *unused) { _exit(0); return unused; }
int main(void) {
  pthread_t threads[2];
  PREPARE;
  pthread_create(&threads[0], 0, waiter, 0);
  pthread_create(&threads[1], 0, leaver, 0);
  _exit(0);
}
"""


class IdleWordsTest(HeddleTestCase):
    def incremental(self, text, *options, expect):
        self.write("prepared.c", text)
        store = [] if "--store" in options else ["--store", self.folder / "store"]
        return self.check_json(expect, "prepared.c", *store, "--incremental", *options)

    def check(self, prepare, first="", end="", *options, code=VERIFIED):
        text = PROGRAM.replace("PREPARE", prepare).replace("FIRST", first).replace("END", end)
        report = self.incremental(text, *options, expect=code)
        figures = report["statistics"]
        return figures["states"], figures["covered"], report["basis"] or ""

    def costs_nothing(self, before, after, **parts):
        self.check(before, **parts)
        states, covered, basis = self.check(after, **parts)
        self.assertEqual(states, 0, basis)
        self.assertGreater(covered, 10)

    def is_explored(self, before, after, code=VERIFIED, **parts):
        all_states, *_ = self.check(before, **parts)
        states, _, basis = self.check(after, code=code, **parts)
        if code == VERIFIED:
            self.assertGreater(states, all_states // 2, basis)

    def test_a_global_that_nothing_uses(self):
        self.costs_nothing("trial.best = 5", "trial.best = 6")

    def test_a_value_that_is_not_written_any_more(self):
        self.costs_nothing("own.best = 5", "")

    def test_a_local_variable_whose_scope_ends_with_the_program(self):
        self.costs_nothing("own.best = 5", "own.best = 6")

    def test_a_block_that_is_freed_at_the_end(self):
        self.costs_nothing("heap->best = 5", "heap->best = 6")

    def test_another_member_is_used(self):
        self.costs_nothing("own.best = 5; heap->best = 1", "own.best = 6; heap->best = 2", end="assert(own.steps == &own.best && !heap->steps)")

    def test_more_than_one_edit_and_then_one_that_counts(self):
        first = "assert(trial.name[0] != 2)"
        for value in (1, 2, 3):
            states, *_ = self.check(f"own.best = {value}", first)
            self.assertEqual(states > 0, value == 1)
        self.check("own.best = 3; trial.name[0] = 2", first, code=ERROR)
        # The last verified version is still there, with the values that it had.
        states, *_ = self.check("own.best = 4", first)
        self.assertEqual(states, 0)

    def test_what_follows_an_edit_that_cost_nothing(self):
        last, other = "atomic_fetch_add(&a, 0)", "atomic_fetch_sub(&a, 0)"
        self.check("own.best = 1", last)
        self.check("own.best = 2", last)
        states, covered, _ = self.check("own.best = 2", other)
        self.assertGreater(covered, 0)
        full, *_ = self.check("own.best = 2", other, "", "--store", self.folder / "another")
        self.assertEqual(full, states + covered)

    def test_an_edit_of_both(self):
        self.check("own.best = 1", "atomic_fetch_add(&a, 0)")
        states, covered, _ = self.check("own.best = 2", "atomic_fetch_sub(&a, 0)")
        self.assertGreater(covered, 0)
        self.assertGreater(states, 0)

    def test_a_thread_reads_it(self):
        self.is_explored("trial.best = 5", "trial.best = 6", first="if (trial.best > 7) atomic_fetch_add(&a, 1)")

    def test_a_thread_fails_by_it(self):
        self.is_explored("trial.best = 5", "trial.best = 6", first="assert(trial.best != 6)", code=ERROR)

    def test_main_fails_by_it_at_the_end(self):
        for place in ("trial.", "own.", "heap->"):
            with self.subTest(place):
                self.is_explored(f"{place}best = 5", f"{place}best = 6", end=f"assert({place}best != 6)", code=ERROR)

    def test_a_thread_that_reads_it_since_an_edit(self):
        for place in ("trial.best", "trial.name[1]"):
            with self.subTest(place):
                self.check(f"{place} = 5", end="assert(trial.name[5] == 0)")
                self.check(f"{place} = 5", f"assert({place} != 6)", "assert(trial.name[5] == 0)")
                self.check(f"{place} = 6", f"assert({place} != 6)", "assert(trial.name[5] == 0)", code=ERROR)

    def test_a_thread_copies_it(self):
        first = "struct Trial copied; memcpy(&copied, &trial, sizeof copied); assert(copied.name[3] != 6)"
        self.is_explored("trial.name[3] = 5", "trial.name[3] = 7", first=first)
        self.is_explored("trial.name[3] = 5", "trial.name[3] = 6", first=first, code=ERROR)

    def test_a_thread_overwrites_a_part_of_it(self):
        end = 'assert(strcmp(trial.name, "xy") == 0)'
        self.is_explored('strcpy(trial.name, "ay")', 'strcpy(trial.name, "az")', first="trial.name[0] = 'x'", end=end, code=ERROR)

    def test_a_lock_that_is_not_given_back(self):
        first = "pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex)"
        self.is_explored("pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex)", "pthread_mutex_lock(&mutex)", first=first, code=ERROR)

    def test_it_is_freed_while_others_go_on(self):
        end = "free(heap); heap = malloc(sizeof *heap); for (int i = 0; i < 2; ++i) atomic_fetch_add(&b, i - i)"
        self.check("heap->best = 5", end=end)
        self.check("heap->best = 6", end=end)

    def test_a_leak_that_only_it_prevents(self):
        self.check("trial.steps = malloc(4)", "", "", "--errors", "all")
        self.check("trial.steps = malloc(4); trial.steps = 0", "", "", "--errors", "all", code=ERROR)

    def test_it_is_written_anew_in_each_round(self):
        text = PROGRAM.replace("FIRST", "assert(trial.best != 6)").replace("END", "").replace("PREPARE", "trial.best = 5")
        rounds = text.replace("pthread_t threads[2];", "for (int r = 0; r < 2; ++r) { pthread_t threads[2]; a = b = 0; ROUND;").replace("free(heap);", "} free(heap);")
        self.incremental(rounds.replace("ROUND", ""), expect=VERIFIED)
        self.incremental(rounds.replace("ROUND", "trial.best = 5 + r"), expect=ERROR)

    def pointer(self, prepare, read, *options, code):
        return self.incremental(POINTER.replace("PREPARE", prepare).replace("READ", read), *options, expect=code)

    def test_a_pointer_that_shares_a_variable(self):
        cases = [("pointer = {}", "sink = *pointer"), ("packed.pointer = {}", "sink = *packed.pointer"), ("int *volatile at = {}; inverted = ~(unsigned long)at", "sink = *(int *)~inverted")]
        for jobs in (["--jobs", "1"], ["--jobs", "2"]):
            for prepare, read in cases:
                with self.subTest(prepare, jobs=jobs):
                    self.pointer(prepare.format("&other"), "sink = other", *jobs, code=VERIFIED)
                    self.pointer(prepare.format("&x"), read, *jobs, code=ERROR)

    def test_a_pointer_that_is_read_one_edit_later(self):
        self.pointer("pointer = &other", "sink = other", code=VERIFIED)
        self.pointer("pointer = &x", "sink = other", code=VERIFIED)
        self.pointer("pointer = &x", "sink = *pointer", code=ERROR)

    def test_a_pointer_that_is_stored_and_taken_back_before_it_is_read(self):
        self.pointer("pointer = &other", "sink = other", code=VERIFIED)
        self.pointer("pointer = &x; pointer = &other", "sink = other", code=VERIFIED)
        self.pointer("pointer = &x", "sink = *pointer", code=ERROR)

    def test_what_was_shared_and_hidden_again_is_another_state(self):
        self.incremental(REUSED.replace("READ", "sink = other").replace("CHANGE", ""), expect=VERIFIED)
        self.incremental(REUSED.replace("READ", "sink = *pointer").replace("CHANGE", "known = block; known = 0"), expect=ERROR)

    def test_what_a_dead_local_variable_leaves_behind(self):
        for before, after, store in (("pointer = &other", "pointer = own", "prepare()"), ("", "pointer = own", "pointer = prepare()")):
            text = REUSED_LOCAL.replace("STORE", store)
            self.incremental(text.replace("READ", "sink = other").replace("CHANGE", before), expect=VERIFIED)
            self.incremental(text.replace("READ", "sink = *pointer").replace("CHANGE", after), expect=ERROR)

    def test_a_state_from_before_the_first_choice_comes_again(self):
        def rounds(left, first, following, code):
            self.incremental(ROUNDS.replace("LEFT", left).replace("FIRST", first).replace("NEXT", following), expect=code)

        rounds("1", "1", "0", VERIFIED)
        rounds("2", "0", "(int)heddle_choose(2)", ERROR)

    def test_workers_whose_stacks_grow_on_the_way(self):
        for _ in range(2):
            self.incremental(STACKS, "--jobs", "2", expect=VERIFIED)

    def test_a_large_object_and_three_edits(self):
        for value in (1, 2, 3):
            states, *_ = self.check(f"static int large[2000000]; large[7] = {value}; own.best = {value}")
            self.assertEqual(states > 0, value == 1 or value > 1)  # large objects count as used
        for value in (4, 5, 6):
            states, *_ = self.check(f"static int large[2000000]; large[7] = 1; own.best = {value}")
            self.assertEqual(states > 0, value == 4)

    def test_what_a_thread_waits_for_at_the_first_choice(self):
        lock, unlock = "pthread_mutex_lock(&mutex)", "pthread_mutex_unlock(&mutex)"
        for wait, before, after in ((lock, lock, ""), (lock, lock, f"{lock}; {unlock}"),
                                    ("sem_wait(&semaphore)", "sem_init(&semaphore, 0, 0)", "sem_init(&semaphore, 0, 1)")):
            for number, options in enumerate((["--errors", "assertion"], ["--race-freedom", "off"], ["--race-freedom", "off", "--jobs", "2"], [])):
                store = ["--store", self.folder / f"store{number}"]
                for prepare, code in ((before, VERIFIED), (after, ERROR)):
                    self.incremental(WAITING.replace("WAIT", wait).replace("PREPARE", prepare), *store, *options, expect=code)

    def test_several_workers(self):
        for jobs in (["--jobs", "2"], []):
            self.check("own.best = 1", "", "", *jobs)
            states, covered, _ = self.check("own.best = 2", "", "", *jobs)
            self.assertEqual(states, 0)
            self.check("trial.best = 5", "assert(trial.best != 6)", "", *jobs)
            self.check("trial.best = 6", "assert(trial.best != 6)", "", *jobs, code=ERROR)


if __name__ == "__main__":
    unittest.main()
