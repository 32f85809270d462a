"""heddle test: HEDDLE_TESTs are found, checked one by one, summed up, and run natively.

SPDX-License-Identifier: Apache-2.0
"""
import json
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as ElementTree

from harness import (BAD_INPUT, ENDLESS, ERROR, EXAMPLES, HEDDLE, INCOMPLETE, LOST_UPDATE, ROOT, USAGE, VERIFIED,
                     VERIFIED_PROGRAM, HeddleTestCase)

HEAD = "#include <heddle/heddle.h>\n#include <assert.h>\n"


def as_test(program, name):
    """A program of the harness as a test."""
    return HEAD + program.replace("int main(void)", f"HEDDLE_TEST({name})")


TWO = HEAD + """
static int calls;
HEDDLE_TEST(first) { assert(calls++ == 0); }
HEDDLE_TEST(second) { assert(calls++ == 0); }
"""


class TestCommandTest(HeddleTestCase):
    def outcomes(self, run):
        """{test: outcome} as the lines say."""
        lines = [line.split() for line in run.stdout.splitlines() if line.startswith("  ")]
        words = {"verified", "error", "incomplete", "refused"}
        return {line[1]: line[0] for line in lines if len(line) > 1 and line[0] in words}

    def test_each_test_begins_afresh(self):
        self.write("two.c", TWO)
        run = self.assert_exit(VERIFIED, "test", "two.c")
        self.assertEqual(self.outcomes(run), {"first": "verified", "second": "verified"})
        self.assertRegex(run.stdout, r"2 tests: 2 verified \(")

    def test_c_and_cpp_files_together(self):
        self.write("two.c", TWO)
        self.write("three.cpp", HEAD + "#include <vector>\nnamespace inner {\n"
                   "HEDDLE_TEST(third) { std::vector<int> v{1}; assert(v.at(0) == 1); }\n}\n")
        run = self.assert_exit(VERIFIED, "test", "two.c", "three.cpp", "--", "-std=c++20")
        self.assertEqual(list(self.outcomes(run)), ["first", "second", "third"])

    def test_constructors_and_exit_handlers_run_around_a_test(self):
        self.write("around.c", HEAD + "#include <stdlib.h>\nstatic int ready;\n"
                   "__attribute__((constructor)) static void prepare(void) { ready = 1; }\n"
                   "static void leave(void) { assert(ready == 2); }\n"
                   "HEDDLE_TEST(good) { assert(ready == 1); ready = 2; atexit(leave); }\n"
                   "HEDDLE_TEST(bad) { atexit(leave); }\n")
        run = self.assert_exit(ERROR, "test", "around.c")
        self.assertEqual(self.outcomes(run), {"good": "verified", "bad": "error"})

    def test_a_thread_may_outlive_the_test_body_that_leaves(self):
        self.write("leave.c", HEAD + "#include <pthread.h>\n"
                   "static void *fail(void *unused) { assert(0); return unused; }\n"
                   "HEDDLE_TEST(leaves) { pthread_t t; pthread_create(&t, 0, fail, 0); pthread_exit(0); }\n")
        self.assert_exit(ERROR, "test", "leave.c")

    def test_an_error_is_told_with_its_trace(self):
        self.write("lost.c", as_test(LOST_UPDATE, "loses"))
        run = self.assert_exit(ERROR, "test", "lost.c")
        line = as_test(LOST_UPDATE, "loses").split("// violation")[0].count("\n") + 1
        self.assertIn(f"lost.c:{line}, in heddle_test_loses", run.stdout)
        self.assertIn("How it happens", run.stdout)
        self.assertIn("1 with an error", run.stdout)

    def test_exit_codes(self):
        self.write("good.c", as_test(VERIFIED_PROGRAM, "good"))
        self.write("bad.c", as_test(LOST_UPDATE, "bad"))
        self.write("long.c", as_test(ENDLESS, "lasts"))
        self.write("odd.c", HEAD + "int fork(void);\nHEDDLE_TEST(odd) { fork(); }\n")
        limit = ["--max-states", "1000"]
        self.assert_exit(INCOMPLETE, "test", "good.c", "long.c", *limit)
        self.assert_exit(BAD_INPUT, "test", "good.c", "odd.c", "long.c", *limit)
        run = self.assert_exit(ERROR, "test", "good.c", "odd.c", "long.c", "bad.c", *limit)
        self.assertEqual(self.outcomes(run),
                         {"good": "verified", "odd": "refused", "lasts": "incomplete", "bad": "error"})
        self.assertIn("fork", run.stdout)

    def test_filters_and_list(self):
        self.write("two.c", TWO)
        self.assertEqual(self.assert_exit(VERIFIED, "test", "two.c", "--list").stdout, "first\nsecond\n")
        self.assertEqual(self.assert_exit(VERIFIED, "test", "two.c", "--list", "--filter", "s*").stdout, "second\n")
        run = self.assert_exit(VERIFIED, "test", "two.c", "--filter", "f?rst")
        self.assertEqual(list(self.outcomes(run)), ["first"])
        run = self.assert_exit(VERIFIED, "test", "--filter", "first", "--filter", "second", "two.c")
        self.assertEqual(len(self.outcomes(run)), 2)
        self.assert_refused(USAGE, "test", "two.c", "--filter", "third", says=["third"])

    def test_json(self):
        self.write("lost.c", as_test(LOST_UPDATE, "loses"))
        self.write("two.c", TWO)
        result = json.loads(self.assert_exit(ERROR, "test", "--json", "-", "lost.c", "two.c").stdout)
        self.assertEqual([(test["name"], test["outcome"]) for test in result["tests"]],
                         [("loses", "error"), ("first", "verified"), ("second", "verified")])
        self.assertEqual(result["totals"], {"verified": 2, "error": 1, "incomplete": 0, "refused": 0, "disabled": 0})
        self.assertEqual(result["tests"][0]["file"], "lost.c")
        self.assertEqual(result["tests"][0]["result"]["errors"][0]["kind"], "assertion")
        manual = (ROOT / "docs/manual/json.md").read_text() + (ROOT / "docs/manual/test.md").read_text()
        for name in [*result, *result["tests"][0], *result["totals"]]:
            self.assertRegex(manual, rf"`[\w.\[\]]*\b{name}`")

    def test_junit(self):
        program = as_test(LOST_UPDATE, "loses").replace("#include <assert.h>", "#include <assert.h>\n#include <stdio.h>")
        self.write("lost.c", program.replace("assert(counter == 2)",
                                             'puts("<&>\\x01\\xff"); assert(counter < 2 - 0 && "a\\"b")'))
        self.write("long.c", as_test(ENDLESS, "lasts"))
        self.write("two.c", TWO)
        self.assert_exit(ERROR, "test", "--quiet", "--junit", "report.xml", "--max-states", "1000",
                         "lost.c", "long.c", "two.c")
        suite = ElementTree.parse(self.folder / "report.xml").getroot().find("testsuite")
        self.assertEqual([suite.get(name) for name in ["tests", "failures", "skipped", "errors"]], ["4", "1", "1", "0"])
        cases = {case.get("name"): case for case in suite}
        failure = cases["loses"].find("failure")
        self.assertEqual(failure.get("type"), "assertion")
        self.assertIn('counter < 2 - 0 && "a\\"b"', failure.get("message"))
        self.assertIn("How it happens", cases["loses"].find("system-out").text)
        self.assertIn("1000 states", cases["lasts"].find("skipped").get("message"))
        self.assertEqual(cases["first"].get("classname"), "two")
        self.assertEqual(len(cases["first"]), 0)

    def test_an_interrupt_ends_this_test_and_those_after_it(self):
        self.write("long.c", as_test(ENDLESS, "lasts"))
        self.write("two.c", TWO)
        command = [HEDDLE, "test", "--max-memory", "500", "--json", "result", "long.c", "two.c"]
        # The interrupt must not come before the search.
        run = subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        time.sleep(3)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=60), INCOMPLETE)
        reasons = [test["result"]["reason"] for test in json.loads((self.folder / "result").read_text())["tests"]]
        self.assertEqual(reasons, ["interrupted", "interrupted before it began", "interrupted before it began"])

    def test_quiet(self):
        self.write("lost.c", as_test(LOST_UPDATE, "loses"))
        self.assertEqual(self.assert_exit(ERROR, "test", "--quiet", "lost.c").stdout, "")

    def test_a_saved_trace_is_that_of_the_first_failing_test(self):
        self.write("two.c", TWO)
        self.write("lost.c", as_test(LOST_UPDATE, "loses"))
        self.write("more.c", HEAD + "HEDDLE_TEST(other) { assert(!\"other\"); }\n")
        self.assert_exit(ERROR, "test", "--save-trace", "trace", "two.c", "lost.c", "more.c")
        self.assertIn("counter == 2", self.assert_exit(ERROR, "replay", "trace").stdout)

    def test_each_test_has_a_hybrid_reduction_of_its_own(self):
        self.write("two.c", TWO)
        self.write("lost.c", as_test(LOST_UPDATE, "loses"))
        self.write("good.c", as_test(VERIFIED_PROGRAM, "good"))
        run = self.assert_exit(ERROR, "test", "--reduction", "hybrid", "--save-trace", "trace", "two.c", "lost.c", "good.c")
        self.assertEqual(self.outcomes(run),
                         {"first": "verified", "second": "verified", "loses": "error", "good": "verified"})
        self.assertIn("counter == 2", self.assert_exit(ERROR, "replay", "trace").stdout)

    def test_the_next_run_does_not_compile_again(self):
        self.write("two.c", TWO)
        (self.folder / "cache").mkdir()
        time.sleep(0.05)  # what is younger than the file system's clock can tell is not kept
        made = []
        for _ in range(2):
            self.assert_exit(VERIFIED, "test", "--cache", "cache", "two.c")
            made.append({entry.stat().st_ino for entry in (self.folder / "cache").rglob("*.bitcode")})
        self.assertEqual(len(made[0]), 2)  # the bitcode and what it was made of
        self.assertEqual(made[0], made[1])

    def test_mistakes(self):
        self.write("program.c", LOST_UPDATE)
        self.write("two.c", TWO)
        self.assert_refused(USAGE, "test")
        self.assert_refused(BAD_INPUT, "test", "program.c", says=["no HEDDLE_TEST", "program.c", "--gtest"])
        self.assert_refused(BAD_INPUT, "test", "nowhere.c", says=["nowhere.c"])
        self.assert_refused(USAGE, "test", "two.c", "--junit", "no/such/folder/file", says=["no/such/folder"])
        self.assert_refused(USAGE, "test", "two.c", "--print-program", says=["--print-program"])
        self.assert_refused(BAD_INPUT, "check", "two.c", says=["heddle test"])
        self.write("again.c", HEAD + "HEDDLE_TEST(first) {}\n")
        self.assert_refused(BAD_INPUT, "test", "two.c", "again.c", says=["first", "two.c:5", "again.c:3"])

    def test_a_main_does_not_run(self):
        self.write("both.c", "#define HEDDLE_TEST_NO_MAIN\n" + TWO + "int main(void) { assert(!\"main\"); }\n")
        self.assert_exit(VERIFIED, "test", "both.c")
        self.assert_exit(ERROR, "check", "both.c")

    def test_the_example(self):
        run = self.assert_exit(ERROR, "test", EXAMPLES / "unit_tests.cpp")
        self.assertEqual(self.outcomes(run), {"deposits_add_up": "verified", "only_one_gets_the_money": "verified",
                                              "careless_withdrawals_may_overdraw": "error"})


class NativeTest(HeddleTestCase):
    def build_and_run(self, *sources, compiler="cc", flags=(), arguments=(), code=0):
        include = f"-I{ROOT / 'include'}"
        subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-pthread", include, *flags, *sources, "-o", "tests"],
                       cwd=self.folder, check=True)
        run = subprocess.run(["./tests", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout

    def test_each_body_runs_once_in_a_process_of_its_own(self):
        self.write("two.c", TWO)
        for compiler in ["cc", "clang-19"]:
            for flags in [("-std=c99", "-pedantic"), ("-O2", "-flto") if compiler == "cc" else ("-O2",)]:
                with self.subTest(compiler=compiler, flags=flags):
                    output = self.build_and_run("two.c", compiler=compiler, flags=flags)
                    self.assertEqual(output, "  passed  first\n  passed  second\n2 of 2 tests passed, each run once\n")

    def test_a_failed_test_does_not_stop_the_others(self):
        self.write("tests.cpp", HEAD + "HEDDLE_TEST(bad) { assert(false); }\nHEDDLE_TEST(good) {}\n"
                   "HEDDLE_TEST(thrown) { throw 1; }\nHEDDLE_TEST(dropped) { heddle_assume(0); assert(false); }\n")
        output = self.build_and_run("tests.cpp", compiler="c++", code=1)
        self.assertIn("  FAILED  bad (tests.cpp:3)\n  passed  good\n  FAILED  thrown (tests.cpp:5)\n  passed  dropped\n"
                      "2 of 4 tests passed", output)

    def test_several_files_and_names(self):
        self.write("two.c", TWO)
        self.write("three.c", HEAD + "static void wait(void) {}\nHEDDLE_TEST(third) { wait(); }\n")
        self.assertEqual(self.build_and_run("two.c", "three.c", arguments=["--list"]), "first\nsecond\nthird\n")
        self.assertIn("2 of 2", self.build_and_run("two.c", "three.c", arguments=["first", "th*"]))
        self.build_and_run("two.c", arguments=["nothing"], code=1)

    def test_a_main_of_another_file_wins(self):
        self.write("two.c", TWO)
        self.write("main.c", "int main(void) { return 42; }\n")
        self.build_and_run("main.c", "two.c", code=42)

    def test_a_main_of_the_same_file(self):
        self.write("both.c", "#define HEDDLE_TEST_NO_MAIN\n" + TWO + "int main(void) { return 42; }\n")
        self.build_and_run("both.c", code=42)

    def test_the_header_alone_brings_no_main(self):
        self.write("plain.c", HEAD + "int main(void) { heddle_assert(heddle_choose(1) == 0); return 42; }\n")
        self.build_and_run("plain.c", code=42)


if __name__ == "__main__":
    unittest.main()
