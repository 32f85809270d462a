"""heddle diff: what it finds between two versions in git, what it explores, and what it refuses.

SPDX-License-Identifier: Apache-2.0
"""
import json
import signal
import subprocess
import unittest

from harness import BAD_INPUT, ENDLESS, ERROR, HEDDLE, INCOMPLETE, ROOT, USAGE, VERIFIED, HeddleTestCase

COUNTER = """\
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static int limit = 3;
static void bump(void) {
  pthread_mutex_lock(&mutex);
  if (counter < limit) counter++;
  pthread_mutex_unlock(&mutex);
}
static void *worker(void *unused) {
  bump();
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(counter <= 2);
}
"""
LOCK = "  pthread_mutex_lock(&mutex);\n"
UNLOCK = "  pthread_mutex_unlock(&mutex);\n"

# Four threads that add and take away, one that looks; the paper's example for more than two threads.
CROWD = """\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int i;
static void *add(void *unused) {
  atomic_fetch_add(&i, 1);
  atomic_fetch_sub(&i, 1);
  return unused;
}
static void *look(void *unused) {
  return unused;
}
int main(void) {
  pthread_t threads[4];
  for (int k = 0; k < 3; ++k) pthread_create(&threads[k], 0, add, 0);
  pthread_create(&threads[3], 0, look, 0);
  for (int k = 0; k < 4; ++k) pthread_join(threads[k], 0);
}
"""

NO_ERROR = (VERIFIED, INCOMPLETE)  # where it does not matter whether the time was enough to explore everything

TICKING = """\
#include <stdatomic.h>
static atomic_int ticks[4];
static void *tick(void *unused) {
  for (int i = 0; i < 20; ++i) for (int k = 0; k < 4; ++k) ticks[k] ^= ticks[(k + 1) % 4] + i;
  return unused;
}
"""


def among_many(program):
    """The program with four more threads, which make its executions too many to be explored in the end, and do nothing to it."""
    main = program.index("int main(void)")
    first, last = program.index("\n", program.index("pthread_create", main)) + 1, program.rindex("pthread_join")
    last = program.index("\n", last) + 1
    create = "  pthread_t ticking[4];\n  for (int i = 0; i < 4; ++i) pthread_create(&ticking[i], 0, tick, 0);\n"
    join = "  for (int i = 0; i < 4; ++i) pthread_join(ticking[i], 0);\n"
    return program[:main] + TICKING + program[main:first] + create + program[first:last] + join + program[last:]


def adding(functions, statement):
    """A program of which two threads run the statement once each, under a lock, and expect the sum to be 2."""
    return f"""\
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;
{functions}
static void *add(void *unused) {{
  pthread_mutex_lock(&mutex);
  {statement};
  pthread_mutex_unlock(&mutex);
  return unused;
}}
int main(void) {{
  pthread_t other;
  pthread_create(&other, 0, add, 0);
  add(0);
  pthread_join(other, 0);
  assert(sum == 2);
}}
"""


class DiffTestCase(HeddleTestCase):
    def setUp(self):
        super().setUp()
        self.environment = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b",
                            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b", "PATH": "/usr/bin:/bin"}

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.folder, env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def commit(self, **files):
        if not (self.folder / ".git").exists():
            self.git("init", "-q")
        for name, text in files.items():
            self.write(name.replace("__", "."), text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "one")

    def diff(self, code, *arguments):
        """The report; of an error, that pairs found: most programs here are so small that to explore everything finds it, too."""
        run = self.run_heddle("diff", "--no-cache", "--no-store", "--json", "-", *arguments)
        self.assertIn(run.returncode, code if isinstance(code, tuple) else (code,), run.stdout + run.stderr)
        report = json.loads(run.stdout)
        if code == ERROR:
            self.assertIsNone(report["diff"]["proof"])
        return report

    def edited(self, code, before, after, *arguments):
        """The report on an edit from one text to another, with the revision as the base."""
        self.commit(prog__c=before)
        self.write("prog.c", after)
        return self.diff(code, "--base", "HEAD", *arguments, "prog.c")

    def stored_diff(self, code, text, *arguments):
        self.write("prog.c", text)
        run = self.assert_exit(code, "diff", "--store", "runs", "--json", "-", *arguments, "prog.c")
        return json.loads(run.stdout)

    @staticmethod
    def changes(report):
        return [(c["change"], c["rule"], c["kind"], c["object"], c["line"]) for c in report["diff"]["changes"]]


class ChangesTest(DiffTestCase):
    def test_nothing_changed(self):
        report = self.edited(INCOMPLETE, COUNTER, COUNTER)
        self.assertTrue(report["diff"]["same_program"])
        self.assertEqual(report["diff"]["pairs"], [])

    def test_comments_shifted_lines_and_renamed_locals_do_not_count(self):
        after = "// a comment\n\n" + COUNTER.replace("unused", "nothing")
        report = self.edited(NO_ERROR, COUNTER, after)
        self.assertEqual(report["diff"]["changes"], [])

    def test_several_renamed_variables_do_not_count(self):
        after = COUNTER.replace("mutex", "guard").replace("pthread_guard", "pthread_mutex").replace("counter", "total")
        self.assertEqual(self.edited(NO_ERROR, COUNTER, after)["diff"]["changes"], [])

    def test_renamed_and_moved_functions_do_not_count(self):
        start = COUNTER.index("static void bump")
        end = COUNTER.index("static void *worker")
        moved = "static void raise(void);\n" + COUNTER[end:].replace("bump", "raise") + COUNTER[start:end].replace("bump", "raise")
        report = self.edited(NO_ERROR, COUNTER, COUNTER[:start] + moved)
        self.assertEqual(report["diff"]["changes"], [])

    def test_a_value_nobody_else_sees_does_not_count(self):
        after = COUNTER.replace("  bump();\n", "  int local = 3;\n  local *= 2;\n  bump();\n")
        report = self.edited(INCOMPLETE, among_many(COUNTER), among_many(after))
        self.assertEqual(report["diff"]["changes"], [])
        self.assertIn("no thread interaction statement", report["diff"]["guarantee"])

    def test_a_removed_lock(self):
        report = self.edited(ERROR, COUNTER, COUNTER.replace(LOCK, ""))
        self.assertEqual(self.changes(report), [("removed", "statement", "lock", "mutex", 7)])
        self.assertTrue(report["diff"]["fragments"][0]["whole_function"])
        self.assertEqual(report["diff"]["fragments"][0]["threads"], ["worker"])

    def test_an_added_lock_goes_with_all_up_to_its_unlock(self):
        unguarded = COUNTER.replace(LOCK, "").replace(UNLOCK, "")
        report = self.edited(NO_ERROR, unguarded, COUNTER)
        self.assertEqual([c[:3] for c in self.changes(report)],
                         [("added", "statement", "lock"), ("added", "statement", "unlock")])
        fragment = report["diff"]["fragments"][0]
        self.assertEqual((fragment["first_line"], fragment["last_line"]), (7, 9))

    def test_a_changed_condition(self):
        report = self.edited(NO_ERROR, COUNTER, COUNTER.replace("counter < limit", "counter < limit + 1"))
        self.assertIn("condition", {c["rule"] for c in report["diff"]["changes"]})

    def test_a_changed_initial_value(self):
        report = self.edited(NO_ERROR, COUNTER, COUNTER.replace("limit = 3", "limit = 4"))
        self.assertIn("counter", {c["object"] for c in report["diff"]["changes"]})

    def test_a_constant_that_is_the_number_of_a_register(self):
        program = adding("__attribute__((noinline)) static int plus(int a, int b) { return a + ADDED; }", "sum = plus(sum, 7)")
        report = self.edited(ERROR, program.replace("ADDED", "1"), program.replace("ADDED", "b"))  # b is register 1
        self.assertFalse(report["diff"]["same_program"])

    def test_an_initial_value_behind_a_pointer(self):
        programs = ROOT / "tests/programs/papers"
        report = self.edited(ERROR, (programs / "three_lock_deadlock_ok.c").read_text(),
                             (programs / "three_lock_deadlock_bad.c").read_text(), "--mode", "bugs")
        self.assertEqual(report["errors"][0]["kind"], "deadlock")

    def test_an_error_of_every_execution_without_threads(self):
        report = self.edited(ERROR, "int main(void) { int x = 1; return 4 / x; }\n", "int main(void) { int x = 0; return 4 / x; }\n")
        self.assertEqual(report["diff"]["pairs"], [])

    def test_a_value_that_reaches_a_shared_write_through_a_function(self):
        before = COUNTER.replace("static void bump", "static int step(void) { return 1; }\nstatic void bump")
        before = before.replace("counter++", "counter += step()")
        report = self.edited(ERROR, before, before.replace("return 1", "return 2"))
        self.assertIn(("changed", "value", "shared write", "counter"), {c[:4] for c in self.changes(report)})

    def test_what_changed_is_shown_before_it_is_explored(self):
        self.commit(prog__c=ENDLESS)
        self.write("prog.c", ENDLESS.replace("i ^", "i +"))
        process = subprocess.Popen([HEDDLE, "diff", "--no-cache", "--no-store", "--base", "HEAD", "--mode", "proof", "--max-time", "60", "prog.c"],
                                   cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
        lines = [process.stdout.readline(), process.stdout.readline()]
        self.assertIsNone(process.poll())
        self.assertIn("changed  prog.c:6  atomic update turns", "".join(lines))
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        process.stdout.close()
        self.assertEqual(process.wait(), INCOMPLETE)
        self.assertEqual("".join(lines + [rest]).count("changed thread interaction statements"), 1)
        self.assertIn("everything", rest)

    def test_headers_of_the_revision_are_read(self):
        program = '#include "step.h"\n' + COUNTER.replace("counter++", "counter += STEP")
        self.commit(prog__c=program, step__h="#define STEP 1\n")
        self.write("step.h", "#define STEP 2\n")
        report = self.diff(ERROR, "--base", "HEAD", "prog.c")
        self.assertTrue(report["diff"]["changes"])

    def test_a_folder_below_the_top(self):
        self.commit(prog__c=COUNTER)
        (self.folder / "sub").mkdir()
        run = self.run_heddle("diff", "--no-cache", "--no-store", "--json", "-", "--base", "HEAD", self.folder / "prog.c")
        self.assertEqual(json.loads(run.stdout)["diff"]["changes"], [])


class PairsTest(DiffTestCase):
    def test_all_ordered_pairs_of_the_instances(self):
        report = self.edited(NO_ERROR, COUNTER, COUNTER.replace("counter++", "counter += 1 + 0 * limit"),
                             "--mode", "safety")
        pairs = {(p["modified_thread"], p["other_thread"], p["both_ways"]) for p in report["diff"]["pairs"]}
        first, second = "worker, 1st thread of main", "worker, 2nd thread of main"
        # Of all others there is one that matters, so that its pair says it all.
        self.assertEqual(pairs, {(first, second, True), (first, "main", False), (second, "main", False)})
        self.assertEqual({p["outcome"] for p in report["diff"]["pairs"]}, {"explored"})

    def test_an_error_that_needs_third_threads(self):
        after = CROWD.replace("look(void *unused) {\n", "look(void *unused) {\n  assert(i < 3);\n")
        report = self.edited(ERROR, CROWD, after, "--mode", "bugs")
        found = [p for p in report["diff"]["pairs"] if p["outcome"] == "error"]
        self.assertTrue(found and all(p["all_threads"] for p in found))
        self.assertEqual(report["errors"][0]["kind"], "assertion")

    def test_everything_is_tried_before_all_threads_around_a_fragment(self):
        self.commit(prog__c=CROWD)
        self.write("prog.c", CROWD.replace("look(void *unused) {\n", "look(void *unused) {\n  assert(i < 3);\n"))
        run = self.assert_exit(ERROR, "diff", "--no-cache", "--no-store", "--json", "-", "--base", "HEAD", "prog.c")
        report = json.loads(run.stdout)["diff"]
        self.assertEqual(report["proof"]["verdict"], "error")
        self.assertFalse([p for p in report["pairs"] if p["all_threads"]])

    def test_if_there_is_too_much_of_everything_all_threads_follow(self):
        after = among_many(CROWD).replace("look(void *unused) {\n", "look(void *unused) {\n  assert(i < 3);\n")
        self.commit(prog__c=among_many(CROWD))
        self.write("prog.c", after)
        run = self.assert_exit(ERROR, "diff", "--no-cache", "--no-store", "--json", "-", "--base", "HEAD", "prog.c")
        report = json.loads(run.stdout)
        self.assertEqual(report["verdict"], "error")
        if report["diff"]["proof"]["verdict"] == "incomplete":
            self.assertTrue([p for p in report["diff"]["pairs"] if p["all_threads"] and p["outcome"] == "error"])

    # The changed code runs only if the other thread is faster than the one execution lets it be.
    def test_a_fragment_behind_a_condition_that_seldom_holds(self):
        before = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, seen;
static void *slow(void *unused) {
  if (atomic_load(&flag)) atomic_store(&seen, 1);
  return unused;
}
static void *fast(void *unused) {
  atomic_store(&flag, 1);
  atomic_store(&flag, 0);
  assert(atomic_load(&seen) < 2);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, slow, 0);
  pthread_create(&threads[1], 0, fast, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""
        report = self.edited((ERROR,), before, before.replace("atomic_store(&seen, 1)", "atomic_store(&seen, 2)"), "--mode", "bugs")
        self.assertEqual({p["outcome"] for p in report["diff"]["pairs"]}, {"not entered"})
        self.assertEqual(report["diff"]["proof"]["verdict"], "error")
        # Code that no execution comes to: all of them were looked at.
        dead = before.replace("atomic_store(&seen, 1)", "if (atomic_load(&seen) > 5) atomic_store(&flag, 1)")
        report = self.edited(VERIFIED, dead, dead.replace("store(&flag, 1);\n  return", "store(&flag, 3);\n  return"), "--mode", "bugs")
        self.assertEqual(report["diff"]["proof"]["verdict"], "verified")

    # What is too much for each edit alone is explored once for all of them, by as many workers as are asked for.
    def test_large_pairs_of_several_edits_are_explored_at_once(self):
        before = COUNTER.replace("  bump();", "  for (int i = 0; i < 150; ++i) bump();").replace("counter <= 2", "counter <= 3")
        after = before.replace("counter++", "counter += 1 + 0 * limit").replace(UNLOCK, "  limit = 3;\n" + UNLOCK)
        states = set()
        for jobs in "1", "2":
            report = self.edited(NO_ERROR, f"// {jobs}\n" + before, after, "--mode", "bugs", "-j", jobs)
            fragments = len(report["diff"]["fragments"])
            self.assertGreater(fragments, 1)
            large = [p for p in report["diff"]["pairs"] if p["states"] > 1000]
            self.assertEqual({len(p["fragments"]) for p in large}, {fragments})
            states.add(sum(p["states"] for p in large))
        self.assertEqual(len(states), 1)
        report = self.edited(NO_ERROR, before, after, "--mode", "safety")
        self.assertEqual({len(p["fragments"]) for p in report["diff"]["pairs"] if p["states"] > 1000}, {1})

    def test_safety_mode_reports_all_errors_of_a_pair(self):
        before = adding("static int last;", "sum++; last = sum")
        after = before.replace("  pthread_mutex_lock(&mutex);\n", "").replace("  pthread_mutex_unlock(&mutex);\n", "")
        self.assertEqual(len(self.edited(ERROR, before, after)["errors"]), 1)
        errors = self.edited(ERROR, before, after, "--mode", "safety")["errors"]
        self.assertGreater(len(errors), 3, errors)
        self.assertIn("assertion", {error["kind"] for error in errors})

    def test_two_edits_together(self):
        report = self.edited(NO_ERROR, COUNTER,
                             COUNTER.replace("counter++", "counter += 1 + 0 * limit").replace(UNLOCK, "  limit = 3;\n" + UNLOCK),
                             "--together", "--mode", "safety")
        self.assertGreater(len(report["diff"]["fragments"]), 1)
        self.assertIn(len(report["diff"]["fragments"]), {len(p["fragments"]) for p in report["diff"]["pairs"]})

    def test_a_saved_trace_can_be_replayed(self):
        self.edited(ERROR, COUNTER, COUNTER.replace(LOCK, ""), "--save-trace", "trace.json")
        self.assert_exit(ERROR, "replay", "trace.json")

    def test_a_limit_is_named(self):
        many = among_many(COUNTER)
        report = self.edited(INCOMPLETE, many, many.replace("counter++", "counter += 1 + 0 * limit"), "--time-per-pair", "0")
        self.assertEqual({p["outcome"] for p in report["diff"]["pairs"]} & {"limit"}, {"limit"})
        self.assertIn("limit", report["reason"])

    def test_text(self):
        self.commit(prog__c=COUNTER)
        self.write("prog.c", COUNTER.replace(LOCK, ""))
        text = self.assert_exit(ERROR, "diff", "--no-cache", "--no-store", "--base", "HEAD", "prog.c").stdout
        for part in ["removed  prog.c:7  lock mutex, in bump", "1  prog.c:7-9 in bump (all of it): worker",
                     "worker, 1st thread of main | worker, 2nd thread of main", "error found: lock-misuse"]:
            self.assertIn(part, text)


class StoredTest(DiffTestCase):
    """Against the version that was verified last, with proof mode."""

    def setUp(self):
        super().setUp()
        self.write("prog.c", COUNTER)
        self.assert_exit(VERIFIED, "check", "--store", "runs", "--quiet", "prog.c")

    def test_the_same_program_is_verified(self):
        report = self.stored_diff(VERIFIED, COUNTER + "// a comment\n")
        self.assertTrue(report["diff"]["same_program"])
        self.assertIsNone(report["diff"]["proof"])
        self.assertIn("128 bits", " ".join(report["assumptions"]))

    def test_pairs_first_then_everything(self):
        report = self.stored_diff(VERIFIED, COUNTER.replace("counter++", "counter += 1 + 0 * limit"))
        self.assertTrue(report["diff"]["pairs"])
        self.assertEqual(report["diff"]["proof"]["verdict"], "verified")
        self.assertIn("every interleaving", report["diff"]["guarantee"])

    def test_bugs_and_safety_build_on_it_in_the_end(self):
        for mode, added in ("bugs", "0 * limit"), ("safety", "0 * limit * limit"):
            report = self.stored_diff(VERIFIED, COUNTER.replace("counter++", f"counter += 1 + {added}"), "--mode", mode)
            self.assertIn("built on", report["diff"]["proof"]["basis"])
            self.assertTrue(report["diff"]["pairs"])

    def test_an_error_of_the_pairs_needs_no_proof(self):
        report = self.stored_diff(ERROR, COUNTER.replace(LOCK, ""))
        self.assertIsNone(report["diff"]["proof"])

    def test_proof_finds_errors_that_are_no_matter_of_interactions(self):
        report = self.stored_diff(ERROR, COUNTER.replace("assert(counter <= 2)", "assert(counter < 2)"), "--mode", "proof")
        self.assertEqual(report["diff"]["pairs"], [])
        self.assertEqual(report["errors"][0]["kind"], "assertion")

    def test_proof_without_a_stored_version_is_a_full_check_and_says_so(self):
        self.commit(prog__c=COUNTER)
        report = self.diff(VERIFIED, "--base", "HEAD", "--mode", "proof", "prog.c")
        self.assertIn("from scratch", report["diff"]["proof"]["basis"])

    def test_a_damaged_store_is_told(self):
        for path in (self.folder / "runs").rglob("*"):
            if path.is_file():
                path.write_bytes(path.read_bytes()[:-9])
        self.assert_refused(BAD_INPUT, "diff", "--store", "runs", "--mode", "bugs", "prog.c", says=["nothing to compare with"])
        run = self.assert_exit(VERIFIED, "diff", "--store", "runs", "prog.c")
        self.assertIn("no version to compare with. Everything is checked from scratch: the reference to the stored run is damaged", run.stdout)

    def test_time_that_is_up_is_no_verdict(self):
        report = self.stored_diff(INCOMPLETE, COUNTER.replace("counter++", "counter += 1 + 0 * limit"), "--max-time", "0")
        self.assertIn("time", report["reason"])

    def test_a_parameter_more_of_a_function_that_is_called_by_pointer(self):
        program = adding("static int answer(PARAMETERS) { return 1; }\nstatic int (*function)(int) = (int (*)(int))answer;", "sum += function(1)")
        self.write("prog.c", program.replace("PARAMETERS", "int a"))
        self.assert_exit(VERIFIED, "check", "--store", "runs", "prog.c")
        self.write("prog.c", program.replace("PARAMETERS", "int a, int b"))
        self.assert_exit(ERROR, "diff", "--store", "runs", "prog.c")

    def test_a_look_at_a_lock_that_only_the_verified_run_releases(self):
        """Where the edited program looks, that run's states are taken over."""
        program = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t started;
static void *looker(void *unused) {
  sem_wait(&started);
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_end();
  exit(0);
}
int main(void) {
  pthread_t thread;
  sem_init(&started, 0, 0);
  pthread_create(&thread, 0, looker, 0);
  sem_post(&started);
  for (;;) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
}
"""
        self.write("prog.c", program)
        self.assert_exit(VERIFIED, "check", "--store", "runs", "prog.c")
        look = "  assert(__atomic_load_n((int *)&mutex, __ATOMIC_SEQ_CST) == 0);\n"
        self.write("prog.c", program.replace("atomic_begin();\n", "atomic_begin();\n" + look))
        self.assert_exit(ERROR, "diff", "--store", "runs", "--mode", "proof", "prog.c")

    def test_what_the_verified_run_assumed_is_told_again(self):
        program = "#include <stdlib.h>\nint main(void) { return rand() < 0; }\n"
        self.write("prog.c", program)
        checked = json.loads(self.assert_exit(VERIFIED, "check", "--store", "runs", "--json", "-", "prog.c").stdout)
        self.write("prog.c", program + "// done\n")
        report = json.loads(self.assert_exit(VERIFIED, "diff", "--store", "runs", "--json", "-", "prog.c").stdout)
        self.assertTrue(report["diff"]["same_program"])
        self.assertTrue([a for a in checked["assumptions"] if "random" in a])
        self.assertEqual([a for a in checked["assumptions"] if "random" in a], [a for a in report["assumptions"] if "random" in a])


class InputTest(DiffTestCase):
    def test_the_work_tree_is_not_touched(self):
        self.commit(prog__c=COUNTER)
        self.write("prog.c", COUNTER.replace(LOCK, ""))
        self.write("new.c", COUNTER)
        self.git("add", "new.c")
        before = self.git("status", "--porcelain"), sorted(self.folder.iterdir())
        self.diff(ERROR, "--base", "HEAD", "prog.c")
        self.assertEqual((self.git("status", "--porcelain"), sorted(self.folder.iterdir())), before)

    def test_an_unknown_revision(self):
        self.commit(prog__c=COUNTER)
        for name in ["nowhere", "--all", "HEAD~5"]:
            with self.subTest(name):
                self.assert_exit(BAD_INPUT, "diff", f"--base={name}", "prog.c")
        self.assert_refused(BAD_INPUT, "diff", "--base", "nowhere", "prog.c", says=["no revision nowhere"])

    def test_no_work_tree(self):
        self.write("prog.c", COUNTER)
        self.assert_refused(BAD_INPUT, "diff", "--base", "HEAD", "prog.c", says=["git work tree"],
                            env={**self.environment, "GIT_CEILING_DIRECTORIES": str(self.folder.parent)})

    def test_no_base(self):
        self.write("prog.c", COUNTER)
        for mode in ["bugs", "safety"]:
            self.assert_refused(BAD_INPUT, "diff", "--store", "runs", "--mode", mode, "prog.c", says=["no stored version"])
        self.assert_refused(BAD_INPUT, "diff", "--no-store", "prog.c", says=["there is no store of verified runs"])

    def test_no_base_is_a_full_check_where_everything_is_asked_for(self):
        self.write("prog.c", COUNTER)
        report = json.loads(self.assert_exit(VERIFIED, "diff", "--store", "runs", "--mode", "proof", "--json", "-", "prog.c").stdout)
        self.assertIsNone(report["diff"]["base"])
        self.assertIn("from scratch: there is no stored version", report["diff"]["proof"]["basis"])
        # It is kept, as that of heddle check is.
        self.assertTrue(self.stored_diff(VERIFIED, COUNTER)["diff"]["same_program"])
        self.write("prog.c", COUNTER.replace(LOCK, ""))
        self.assert_exit(ERROR, "diff", "--store", "other", "-j", "2", "prog.c")

    def test_sources_that_do_not_compile_at_the_revision(self):
        self.commit(prog__c="int main(void) { return nothing; }\n")
        self.write("prog.c", COUNTER)
        self.assert_refused(BAD_INPUT, "diff", "--no-cache", "--base", "HEAD", "prog.c", says=["the sources at HEAD"])

    def test_a_file_that_the_revision_does_not_have(self):
        self.commit(other__c=COUNTER)
        self.write("prog.c", COUNTER)
        self.assert_refused(BAD_INPUT, "diff", "--base", "HEAD", "prog.c", says=["does not exist at HEAD"])

    def test_threads_that_changed_completely(self):
        report = self.edited(ERROR, CROWD, COUNTER.replace(LOCK, ""))
        self.assertIn("added", {c["change"] for c in report["diff"]["changes"]})

    def test_usage(self):
        self.assert_refused(USAGE, "diff", says=["no file"])
        self.assert_refused(USAGE, "diff", "--mode", "quick", "prog.c", says=["--mode"])

    def test_a_damaged_cache_is_not_believed(self):
        self.commit(prog__c=COUNTER)
        self.write("prog.c", COUNTER.replace(LOCK, ""))
        arguments = ["diff", "--cache", self.folder / "cache", "--no-store", "--json", "-", "--base", "HEAD", "prog.c"]
        first = json.loads(self.assert_exit(ERROR, *arguments).stdout)
        for path in (self.folder / "cache").rglob("*"):
            if path.is_file():
                path.write_bytes(path.read_bytes()[:-3] + b"xyz")
        self.assertEqual(json.loads(self.assert_exit(ERROR, *arguments).stdout)["diff"]["changes"],
                         first["diff"]["changes"])

    def test_every_json_field_and_option_is_documented(self):
        manual = (ROOT / "docs/manual/diff.md").read_text()
        report = self.edited(ERROR, COUNTER, COUNTER.replace(LOCK, ""))
        for part in [report["diff"], *(report["diff"][name][0] for name in ["changes", "fragments", "pairs"])]:
            for name in part:
                self.assertRegex(manual, rf"`(diff\.)?{name}(\[\])?`")
        options = self.run_heddle("diff", "--help").stdout
        for line in options.splitlines():
            for word in line.split():
                if word.startswith("--") and len(word) > 2 and line.startswith("  -"):
                    self.assertIn(f"`{word.rstrip(',')}", manual)


if __name__ == "__main__":
    unittest.main()
