"""Ways of searching: every strategy and bound from the command line, what it reports, and mistakes.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from harness import ENDLESS, ERROR, INCOMPLETE, LOST_UPDATE, ROOT, USAGE, VERIFIED, VERIFIED_PROGRAM, HeddleTestCase

LINE = LOST_UPDATE[:LOST_UPDATE.index("// violation")].count("\n") + 1
COMPLETE = [["--search", "dfs"], ["--search", "random"], ["--search", "bfs"], ["--search", "reorder"],
            ["--search", "reorder", "--past", "100", "--rw", "off", "--seed", "3"], ["--preemptions", "50"],
            ["--context-switches", "50"], ["--delays", "50"], ["--search", "random", "--preemptions", "50"],
            ["--search", "target", "--target-line", f"program.c:{LINE}"], ["--search", "portfolio"],
            ["--search", "portfolio", "-j", "4", "--seed", "5"], ["--search", "random", "-j", "2"],
            ["--search", "dpor"], ["--search", "auto"],
            ["--search", "dpor", "--reduction", "none"], ["--search", "dpor", "--reduction", "hybrid"]]
# Threads with data of their own, which others could reach.
OWN_DATA = """
#include <pthread.h>
static int own[3];
static void *work(void *mine) {
  for (int i = 0; i < 10; ++i) __atomic_add_fetch((int *)mine, 1, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, work, &own[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""
PARTIAL = [["--search", "random-walk"], ["--search", "pct"], ["--search", "pct", "--bug-depth", "2"],
           ["--search", "prune"], ["--search", "prune", "--rw", "off", "--past", "50"], ["--preemptions", "1"],
           ["--delays", "1"], ["--search", "random-walk", "-j", "2"], ["--search", "pct", "-j", "3"]]


class SearchTest(HeddleTestCase):
    def test_every_way_finds_the_error(self):
        self.write("program.c", LOST_UPDATE)
        for options in COMPLETE + PARTIAL:
            with self.subTest(options=options):
                error = self.check_json(ERROR, "program.c", *options)["errors"][0]
                self.assertEqual((error["kind"], error["location"]["line"]), ("assertion", LINE))

    def test_complete_ways_verify(self):
        self.write("program.c", VERIFIED_PROGRAM)
        for options in COMPLETE:
            with self.subTest(options=options):
                self.check_json(VERIFIED, "program.c", *options)

    def test_what_leaves_something_out_does_not_verify(self):
        self.write("program.c", VERIFIED_PROGRAM)
        for options in PARTIAL:
            with self.subTest(options=options):
                self.assertTrue(self.check_json(INCOMPLETE, "program.c", *options)["reason"])

    def test_dynamic_reduction_runs_only_threads_whose_order_matters(self):
        self.write("program.c", OWN_DATA)
        plain = self.check_json(VERIFIED, "program.c", "--search", "dfs")["statistics"]
        reduced = self.check_json(VERIFIED, "program.c", "--search", "dpor")["statistics"]
        self.assertGreater(plain["choices"], 500)
        self.assertEqual(reduced["choices"], 0)
        self.assertLess(reduced["states"], 50)

    def test_an_error_of_a_thread_that_another_creates(self):
        """The second thread has been created, but an error of the first keeps it from running."""
        self.write("program.c", """
            #include <pthread.h>
            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            static void *wrong(void *unused) { pthread_mutex_unlock(&mutex); return unused; }
            static void *idle(void *unused) { return unused; }
            int main(void) {
              pthread_t first, second;
              pthread_create(&first, 0, wrong, 0);
              pthread_create(&second, 0, idle, 0);
              pthread_join(second, 0);
              pthread_join(first, 0);
            }
            """)
        for way in ("dfs", "optimal", "source", "dpor"):
            with self.subTest(way=way):
                report = self.check_json(ERROR, "program.c", "--keep-going", "--search", way)
                self.assertEqual([error["kind"] for error in report["errors"]], ["lock-misuse"])

    def test_what_a_thread_did_that_has_ended_counts(self):
        """main is alone when it looks at the lock, but the other thread could still have held it."""
        self.write("program.c", """
            #include <assert.h>
            #include <pthread.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static int tally, balance, given;
            static void *first(void *unused) {
              __sync_lock_test_and_set(&tally, 2);
              pthread_mutex_lock(&lock);
              pthread_mutex_unlock(&lock);
              return unused;
            }
            static void *second(void *unused) { given = 5; return unused; }
            int main(void) {
              pthread_t threads[2];
              pthread_create(&threads[0], 0, first, 0);
              __sync_lock_test_and_set(&tally, 3);
              if (pthread_mutex_trylock(&lock) == 0) {
                balance = 2;
                pthread_mutex_unlock(&lock);
              }
              pthread_create(&threads[1], 0, second, 0);
              pthread_join(threads[0], 0);
              pthread_join(threads[1], 0);
              assert(tally != 3 || balance != 0);
            }
            """)
        for way in ("dfs", "dpor", "auto", "optimal", "source"):
            for reduction in ("none", "heap", "hybrid") if way in ("dfs", "dpor") else ("heap",):
                with self.subTest(way=way, reduction=reduction):
                    self.check_json(ERROR, "program.c", "--search", way, "--reduction", reduction)

    def test_auto_names_the_part_that_decided(self):
        self.write("program.c", OWN_DATA)
        self.assertEqual(self.check_json(VERIFIED, "program.c", "--search", "auto")["search"]["strategy"], "auto: dfs")
        self.write("large.c", OWN_DATA.replace("3", "5"))
        large = self.check_json(VERIFIED, "large.c", "--search", "auto")
        self.assertEqual(large["search"]["strategy"], "auto: dpor")
        self.assertLess(large["statistics"]["states"], 100)

    def test_errors_can_be_replayed(self):
        self.write("program.c", LOST_UPDATE)
        for name in ["random", "random-walk", "pct", "bfs", "reorder", "prune", "dpor", "auto"]:
            with self.subTest(name=name):
                self.assert_exit(ERROR, "check", "program.c", "--search", name, "--save-trace", "trace")
                self.assert_exit(ERROR, "replay", "trace")

    def test_stateless_searches_go_on_after_a_step_that_lets_others_run(self):
        program = ROOT / "tests/programs/regression/error_lets_another_run.c"
        for search in ("optimal", "source"):
            result = self.check_json(ERROR, program, "--search", search, "--keep-going")
            self.assertEqual([error["kind"] for error in result["errors"]], ["lock-misuse"])

    def test_a_bound_says_what_it_has_covered(self):
        self.write("program.c", VERIFIED_PROGRAM)
        result = self.check_json(INCOMPLETE, "program.c", "--preemptions", "0")
        self.assertIn("no error with at most 0 preemptions", result["reason"])
        self.assertEqual(result["search"]["bound"], "at most 0 preemptions")

    def test_a_bounded_search_cut_short_says_what_was_done_before(self):
        self.write("long.c", ENDLESS.replace("1000", "20"))
        result = self.check_json(INCOMPLETE, "long.c", "--preemptions", "9", "--max-time", "5")
        self.assertRegex(result["reason"], r"time limit.*no error was found with at most \d preemption")

    def test_a_seed_repeats_a_search(self):
        self.write("program.c", LOST_UPDATE)
        for name in ["random", "random-walk", "pct"]:
            with self.subTest(name=name):
                first = self.check_json(ERROR, "program.c", "--search", name)
                seed = first["search"]["seed"]
                again = self.check_json(ERROR, "program.c", "--search", name, "--seed", seed)
                self.assertEqual(first["search"], again["search"])
                self.assertEqual(first["errors"], again["errors"])
                self.assertEqual(first["statistics"]["transitions"], again["statistics"]["transitions"])
                text = self.assert_exit(ERROR, "check", "program.c", "--search", name, "--seed", seed).stdout
                self.assertIn(f"Search: {name}, seed {seed}", text)

    def test_pct_tells_its_probability(self):
        self.write("program.c", VERIFIED_PROGRAM)
        result = self.check_json(INCOMPLETE, "program.c", "--search", "pct", "--bug-depth", "2", "--walks", "50")
        promised = result["search"]["guarantee"]
        self.assertEqual(result["search"]["walks"], 50)
        self.assertEqual((promised["bug_depth"], promised["threads"]), (2, 3))
        self.assertAlmostEqual(promised["per_execution"], 1 / (3 * promised["steps"]))
        self.assertLess(promised["per_execution"], promised["overall"])
        self.assertIn("probability", result["reason"])

    def test_walks_may_be_cut(self):
        self.write("endless.c", ENDLESS)
        result = self.check_json(INCOMPLETE, "endless.c", "--search", "random-walk", "--walks", "2", "--max-depth", "50",
                                 "--seed", "1")
        self.assertLessEqual(result["statistics"]["max_depth"], 50)

    def test_default_search_in_json(self):
        self.write("program.c", VERIFIED_PROGRAM)
        self.assertEqual(self.check_json(VERIFIED, "program.c")["search"],
                         {"strategy": "dfs", "seed": None, "seeds": 1, "winner": None, "bound": None, "walks": None,
                          "guarantee": None})

    def test_several_seeds_and_the_winner_are_named(self):
        self.write("program.c", VERIFIED_PROGRAM)
        run = self.assert_exit(INCOMPLETE, "check", "program.c", "--search", "pct", "-j", "3", "--seed", "7", "--walks", "100")
        self.assertIn("Search: pct, seeds 7 to 9, 100 walks", run.stdout)
        result = self.check_json(VERIFIED, "program.c", "--search", "portfolio", "--seed", "4")
        self.assertIn(result["search"]["winner"], ["dfs", "the team of dfs and random", "pct, then preemptions", "preemptions"])
        self.assertIn("came first", self.assert_exit(VERIFIED, "check", "program.c", "--search", "portfolio").stdout)


class MistakeTest(HeddleTestCase):
    def setUp(self):
        super().setUp()
        self.write("program.c", LOST_UPDATE)

    def test_bad_values(self):
        for option, value in [("--search", "dsf"), ("--preemptions", "-1"), ("--preemptions", "few"),
                              ("--context-switches", "x"), ("--delays", "1.5"), ("--seed", "-3"), ("--walks", "0"),
                              ("--bug-depth", "0"), ("--rw", "yes"), ("--past", "0"), ("--past", "101"),
                              ("--target-line", "program.c"), ("--target-line", "program.c:x")]:
            with self.subTest(option=option, value=value):
                self.assert_refused(USAGE, "check", "program.c", f"{option}={value}", says=[option])

    def test_options_that_do_not_go_together(self):
        for options, says in [(["--seed", "1"], "--seed"), (["--walks", "5"], "--walks"),
                              (["--search", "random-walk", "--bug-depth", "2"], "--bug-depth"),
                              (["--search", "random", "--rw", "on"], "--rw"), (["--past", "10"], "--past"),
                              (["--target-line", "program.c:5"], "--target-line"),
                              (["--search", "target"], "--target-line"),
                              (["--search", "bfs", "--preemptions", "1"], "bound"),
                              (["--search", "bfs", "--shortest"], "--shortest"),
                              (["--search", "bfs", "-j", "2"], "--jobs"),
                              (["--search", "pct", "--exact"], "--exact"),
                              (["--search", "portfolio", "--preemptions", "1"], "bound"),
                              (["--search", "bfs", "--on-memory-limit", "continue"], "--on-memory-limit"),
                              (["--exact", "--on-memory-limit", "continue"], "--on-memory-limit"),
                              (["--search", "random-walk", "--max-states", "5"], "--max-states"),
                              (["--search", "prune", "--field-access", "off"], "--field-access"),
                              (["--preemptions", "1", "--delays", "1"], "--delays"),
                              (["--preemptions", "1", "--shortest"], "--shortest")]:
            with self.subTest(options=options):
                self.assert_refused(USAGE, "check", "program.c", *options, says=[says])

    def test_a_line_without_code(self):
        self.assert_refused(USAGE, "check", "program.c", "--search", "target", "--target-line", "program.c:4000",
                            says=["program.c:4000"])


if __name__ == "__main__":
    unittest.main()
