"""The store of verified runs and checks that build on it: what is kept, what is believed, what is said.

SPDX-License-Identifier: Apache-2.0
"""
import os
import unittest

from harness import BAD_INPUT, ERROR, INCOMPLETE, USAGE, VERIFIED, HeddleTestCase

# EARLY and LATE, the first thread's first and last steps, are what the tests edit.
PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b, c;
static void *first(void *unused) {
  EARLY;
  for (int i = 0; i < 4; ++i) atomic_fetch_add(&a, 1);
  LATE;
  return unused;
}
static void *second(void *unused) {
  for (int i = 0; i < 4; ++i) atomic_fetch_add(&b, 1);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(a == 4 && b == 4);
  return 0;
}
"""

LAMBDAS = """
#include <mutex>
#include <thread>
std::mutex mutex;
int a, b;
int main() {
  std::thread first([] {
    { std::lock_guard guard(mutex); EARLY; }
    for (int i = 0; i < 4; ++i) { std::lock_guard guard(mutex); ++b; }
  });
  std::thread second([] { for (int i = 0; i < 4; ++i) { std::lock_guard guard(mutex); b += 2; } });
  first.join();
  second.join();
}
"""


def version(early="atomic_load(&c)", late="atomic_store(&c, 2)", main=""):
    return PROGRAM.replace("EARLY", early).replace("LATE", late).replace("return 0;\n}", main + "return 0;\n}")


class StoreTest(HeddleTestCase):
    def setUp(self):
        super().setUp()
        self.store = self.folder / "store"

    def check(self, text, *arguments, expect=VERIFIED):
        self.write("program.c", text)
        return self.check_json(expect, "program.c", "--store", self.store, *arguments)

    def entries(self):
        return [p for p in self.store.rglob("*") if p.is_file()] if self.store.exists() else []

    def runs(self):
        return [p for p in self.entries() if p.suffix == ".run"]

    def test_a_verified_run_is_kept_and_the_same_program_costs_nothing(self):
        full = self.check(version())
        self.assertIsNone(full["basis"])
        self.assertEqual(len(self.runs()), 1)
        again = self.check(version(), "--incremental")
        self.assertIn("built on the last verified version", again["basis"])
        self.assertLessEqual(again["statistics"]["states"], 1)
        self.assertEqual(again["statistics"]["stored_states"], full["statistics"]["states"])
        self.assertGreater(again["statistics"]["covered"], 0)

    def test_an_edit_that_is_soon_behind_costs_little(self):
        full = self.check(version())["statistics"]["states"]
        edited = self.check(version(early="atomic_fetch_add(&c, 0)"), "--incremental")["statistics"]
        self.assertGreater(edited["covered"], 0)
        self.assertLess(edited["states"], full / 2)

    # Looking for a handler calls virtual functions, too, and any code that locks may throw: that must not lead to the lambdas.
    def test_an_edit_of_a_lambda_that_is_soon_behind_costs_little(self):
        def check(early, *arguments):
            self.write("program.cpp", LAMBDAS.replace("EARLY", early))
            return self.check_json(VERIFIED, "program.cpp", "--store", self.store, *arguments)["statistics"]

        full = check("a = 1")["states"]
        edited = check("a = 3; a -= 2", "--incremental")
        self.assertGreater(edited["covered"], 0)
        self.assertLess(edited["states"], full / 2)

    def test_an_edit_at_the_end_is_explored(self):
        self.check(version())
        edited = self.check(version(late="atomic_store(&c, 3)"), "--incremental")["statistics"]
        self.assertGreater(edited["states"], 1)

    def test_lines_names_and_untouched_variables_cost_nothing(self):
        self.check(version())
        other = "\n\nint unused_limit = 7;\n" + version().replace("unused", "nothing")
        again = self.check(other, "--incremental")["statistics"]
        self.assertLessEqual(again["states"], 1)

    def test_errors_are_found_and_do_not_replace_the_verified_version(self):
        self.check(version())
        wrong = self.check(version(early="atomic_fetch_add(&a, 1)"), "--incremental", expect=ERROR)
        self.assertEqual([e["kind"] for e in wrong["errors"]], ["assertion"])
        self.assertLessEqual(self.check(version(), "--incremental")["statistics"]["states"], 1)

    def test_what_was_built_on_a_run_is_built_on_in_turn(self):
        self.check(version())
        self.check(version(early="atomic_store(&c, 3)"), "--incremental")
        third = self.check(version(early="atomic_store(&c, 4)"), "--incremental")["statistics"]
        self.assertGreater(third["covered"], 0)
        again = self.check(version(early="atomic_store(&c, 4)"), "--incremental")["statistics"]
        self.assertLessEqual(again["states"], 1)
        back = self.check(version(), "--incremental")["statistics"]
        self.assertGreater(back["covered"], 0)

    def test_code_that_never_runs_costs_nothing(self):
        dead = "if (atomic_load(&c) > 100) atomic_store(&c, 1)"
        self.check(version(late=dead))
        edited = self.check(version(late=dead.replace("&c, 1", "&c, 2")), "--incremental")["statistics"]
        self.assertLessEqual(edited["states"], 1)

    # What uses the memory has not changed, and the memory holds the same.
    def test_a_statement_at_the_beginning_of_a_function_is_explored(self):
        program = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, z;
static int plain;
static void step(void) { FIRST x = 1; y = 1; }
static void *thread(void *unused) { z = 1; step(); return unused; }
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  z = 3;
  plain = 1;
  pthread_join(other, 0);
  return 0;
}
"""
        self.check(program.replace("FIRST", ""))
        for first in ("z = 2; assert(x == 1);", "for (;;) if (z != 3) break;", "plain = 2;"):
            self.check(program.replace("FIRST", first), "--incremental", expect=ERROR)

    def test_initial_values_that_look_like_addresses_count(self):
        for kind, before, after in ("int", "{0, 64}", "{0, 32832}"), ("short", "{0, 0, 64, 1}", "{0, 0, 64, 2}"):
            program = f"static {kind} limits[] = BOUNDS;\n" + version(main="assert(limits[sizeof limits / sizeof *limits - 1] == LAST);")
            self.check(program.replace("BOUNDS", before).replace("LAST", before.split()[-1][:-1]))
            self.check(program.replace("BOUNDS", after).replace("LAST", before.split()[-1][:-1]), "--incremental", expect=ERROR)

    def test_numbers_that_hashes_are_made_with_hide_nothing(self):
        """They are published, and used in tables of other programs."""
        number = "0xe7037ed1a0b428dbull"
        cases = [("static const unsigned long long table[] = {EDITED, " + number + "};\n", "assert(table[value > 100] == 5);"),
                 ("static int kind(unsigned long long n) {\n  switch (n) { case EDITED: return 1; case " + number + ": return 3; }\n  return 0;\n}\n",
                  "assert(kind(value > 100 ? 1 : 5) == 1);"),
                 ("static unsigned long long hash(unsigned long long n) { n += EDITED; return n ^ " + number + "; }\n",
                  "assert(hash(value > 100) == (5 ^ " + number + "));")]
        for helper, use in cases:
            for command in ("check", "diff"):
                with self.subTest(use=use, command=command):
                    text = helper + version(main="int value = 1;\n  " + use)
                    self.check(text.replace("EDITED", "5"))
                    self.write("program.c", text.replace("EDITED", "6"))
                    how = ["--incremental"] if command == "check" else ["--mode", "proof"]
                    self.assert_exit(ERROR, command, "program.c", "--store", self.store, *how)

    def test_functions_without_names_are_told_apart(self):
        """As bitcode may have them."""
        program = """
@x = internal global i32 0, align 4
@sum = internal global i32 0, align 4
@second = internal global ptr @1, align 8
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @abort()
define internal void @0() {
  %1 = atomicrmw add ptr @sum, i32 1 seq_cst, align 4
  ret void
}
define internal void @1() {
  %1 = atomicrmw add ptr @sum, i32 NUMBER seq_cst, align 4
  ret void
}
define internal ptr @thread(ptr %unused) {
  %1 = atomicrmw add ptr @x, i32 1 seq_cst, align 4
  %called = load volatile ptr, ptr @second, align 8
  call void %called()
  call void @0()
  ret ptr %unused
}
define i32 @main() {
  %t = alloca i64, align 8
  %1 = call i32 @pthread_create(ptr %t, ptr null, ptr @thread, ptr null)
  %2 = atomicrmw add ptr @x, i32 1 seq_cst, align 4
  %3 = load i64, ptr %t, align 8
  %4 = call i32 @pthread_join(i64 %3, ptr null)
  %5 = load i32, ptr @sum, align 4
  %6 = icmp ule i32 %5, 3
  br i1 %6, label %ok, label %bad
bad:
  call void @abort()
  unreachable
ok:
  ret i32 0
}
"""
        for number, more, code in (("2", "", VERIFIED), ("2", "\n", VERIFIED), ("20", "", ERROR)):
            self.write("program.ll", program.replace("NUMBER", number) + more)
            self.assert_exit(code, "check", "program.ll", "--store", self.store, "--incremental")

    def test_all_final_states_are_asked_for_from_scratch(self):
        self.check(version())
        result = self.check(version(), "--incremental", "--final-states", self.folder / "states")
        self.assertIn("checked from scratch: --final-states", result["basis"])
        self.assertTrue((self.folder / "states").read_text())

    def test_a_function_of_the_programs_own_that_is_called_like_a_failed_assertion(self):
        program = """
#include <pthread.h>
#include <stdatomic.h>
atomic_int y, z;
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { z = line; }
static void *thread(void *unused) { y = 1; __assert_fail("", "", LINE, ""); return unused; }
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  int *none = 0;
  if (z == 2) *none = 1;
  pthread_join(other, 0);
  return 0;
}
"""
        # Also where it lies among the headers of the system.
        for header in ("", '# 1 "/usr/local/include/own/assert.h" 1\n'):
            text = program.replace("void __assert_fail", header + "void __assert_fail")
            self.check(text.replace("LINE", "1"))
            self.check(text.replace("LINE", "2"), "--incremental", expect=ERROR)

    def test_what_is_not_reached_any_more_is_not_kept(self):
        states = self.check(version(early="atomic_store(&c, 5)"))["statistics"]["states"]
        for number in (6, 7, 8):
            result = self.check(version(early=f"atomic_store(&c, {number})"), "--incremental")
            self.assertIn(f" of its {states} states taken over", result["basis"])

    def test_a_large_local_variable_where_a_large_block_was(self):
        program = """
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static int length(void) { return 0; }
static char *block(char *local) { (void)local; return malloc(200000); }
static void step(void) { pthread_mutex_lock(&mutex); ++count; pthread_mutex_unlock(&mutex); }
static void work(int size) {
  char *used = block(__builtin_alloca(size));
  step();
  step();
  free(used);
}
static void *worker(void *unused) { work(length()); return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  step();
  pthread_join(thread, 0);
}
"""
        self.check(program)
        edited = program.replace("length(void) { return 0;", "length(void) { return 200000;").replace("return malloc(200000)", "return local")
        wrong = self.check(edited, "--incremental", expect=ERROR)
        self.assertEqual([e["kind"] for e in wrong["errors"]], ["invalid-free"])

    def test_memory_that_became_too_small_is_noticed(self):
        for memory in ("char *memory = malloc(SIZE)", "char array[SIZE]; char *volatile memory = array"):
            with self.subTest(memory=memory):
                text = version(late="MEMORY; atomic_load(&c); memory[9] = 0; atomic_load(&c)")
                text = "#include <stdlib.h>\n" + text.replace("MEMORY", memory)
                self.check(text.replace("SIZE", "10"), "--errors", "default,-leak")
                wrong = self.check(text.replace("SIZE", "8"), "--incremental", "--errors", "default,-leak", expect=ERROR)
                self.assertEqual([e["kind"] for e in wrong["errors"]], ["out-of-bounds"])

    def test_without_a_stored_version_it_is_a_full_check(self):
        result = self.check(version(), "--incremental")
        self.assertEqual(result["basis"], "checked from scratch: there is no stored version")
        self.assertEqual(result["statistics"]["covered"], 0)
        self.write("program.c", version())
        said = self.assert_exit(VERIFIED, "check", "program.c", "--incremental", "--store", self.folder / "other").stdout
        self.assertIn("there is no stored version", said)

    def test_a_damaged_store_is_told_and_not_believed(self):
        full = self.check(version())["statistics"]["states"]
        self.runs()[0].write_bytes(self.runs()[0].read_bytes()[:-20])
        result = self.check(version(), "--incremental")
        self.assertEqual(result["basis"], "checked from scratch: the stored run is damaged")
        self.assertEqual(result["statistics"]["states"], full)
        self.assertLessEqual(self.check(version(), "--incremental")["statistics"]["states"], 1)

    def test_other_settings_are_another_run(self):
        self.check(version())
        for arguments in (["--errors", "default,-assertion"], ["--spurious-wakeups"], ["--max-threads", "7"],
                          ["--race-freedom", "off"], ["--args", "x"]):
            with self.subTest(arguments=arguments):
                result = self.check(version(), "--incremental", *arguments)
                self.assertEqual(result["basis"], "checked from scratch: there is no stored version")
        self.write("program.c", version())
        result = self.check_json(VERIFIED, "program.c", "--store", self.store, "--incremental", "--", "-DX=1")
        self.assertEqual(result["basis"], "checked from scratch: there is no stored version")

    def test_workers_build_on_each_others_runs(self):
        self.check(version(), "-j", "2")
        again = self.check(version(), "--incremental", "-j", "2")["statistics"]
        self.assertLessEqual(again["states"], 1)
        again = self.check(version(early="atomic_store(&c, 3)"), "--incremental")["statistics"]
        self.assertGreater(again["covered"], 0)

    def test_searches_that_leave_something_out_keep_nothing(self):
        for arguments, code in ((["--reduction", "hybrid"], VERIFIED), (["--exact"], VERIFIED), (["--shortest"], VERIFIED),
                                (["--preemptions", "1"], INCOMPLETE), (["--search", "prune"], None),
                                (["--search", "optimal"], VERIFIED), (["--max-states", "5"], INCOMPLETE)):
            with self.subTest(arguments=arguments):
                self.write("program.c", version())
                done = self.run_heddle("check", "program.c", "--store", self.store, *arguments)
                if code is not None:
                    self.assertEqual(done.returncode, code, done.stderr)
                self.assertEqual(self.runs(), [])
        result = self.check(version(), "--incremental", "--reduction", "hybrid")
        self.assertIn("checked from scratch", result["basis"])

    def test_no_store_keeps_nothing(self):
        self.write("program.c", version())
        environment = {**os.environ, "HEDDLE_CACHE": str(self.folder / "cache")}
        self.assert_exit(VERIFIED, "check", "program.c", "--no-store", env=environment)
        self.assertFalse((self.folder / "cache" / "runs").exists())
        self.assert_exit(VERIFIED, "check", "program.c", env=environment)
        self.assertTrue(list((self.folder / "cache" / "runs").rglob("*.run")))
        self.assert_exit(USAGE, "check", "program.c", "--no-store", "--store", self.store)

    def test_a_store_that_cannot_be_written_is_told(self):
        self.write("program.c", version())
        done = self.assert_exit(VERIFIED, "check", "program.c", "--store", "/dev/null/store")
        self.assertIn("the run is not stored", done.stderr)

    def test_the_store_is_bounded(self):
        self.write("program.c", version())
        self.assert_exit(USAGE, "check", "program.c", "--store-size", "0")
        for number in range(3):
            self.check(version(early=f"atomic_store(&c, {number})"), "--store-size", "1")
        self.assertLessEqual(sum(p.stat().st_size for p in self.runs()), 1 << 20)

    def test_a_program_that_is_all_new_is_explored(self):
        self.check(version())
        result = self.check("#include <assert.h>\nint main(void) { assert(0); }\n", "--incremental", expect=ERROR)
        self.assertEqual(result["statistics"]["covered"], 0)

    def test_sources_that_do_not_compile_are_refused(self):
        self.check(version())
        self.write("program.c", "int main(void) {")
        self.assert_exit(BAD_INPUT, "check", "program.c", "--store", self.store, "--incremental")

    def test_trylock_is_a_reason_to_start_over(self):
        lock = "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        guarded = "pthread_mutex_lock(&m); pthread_mutex_unlock(&m)"
        self.check(version(early=guarded).replace("static atomic_int", lock + "static atomic_int"))
        trying = "if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m)"
        result = self.check(version(early=trying).replace("static atomic_int", lock + "static atomic_int"), "--incremental")
        self.assertIn("looks at locks without waiting", result["basis"])


if __name__ == "__main__":
    unittest.main()
