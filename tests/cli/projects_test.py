"""Whole projects: compilation databases, targets with static libraries, and heddle as the compiler.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import shutil
import subprocess
import time
import unittest

from harness import BAD_INPUT, ERROR, EXAMPLES, HEDDLE, USAGE, VERIFIED, HeddleTestCase

PROJECT = EXAMPLES / "project"
ASSERT_VALUE = "#include <assert.h>\nint value(void);\nint main(void) { assert(value() == 3); }\n"
# Linked only if needed; if it is, its constructor fails.
TRAP = "#include <stdlib.h>\n__attribute__((constructor)) static void trap(void) { abort(); }\nvoid unused(void) {}\n"


class ProjectTestCase(HeddleTestCase):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "HEDDLE_CACHE": str(self.folder / "cache")}

    def run_heddle(self, *arguments, **options):
        return super().run_heddle(*arguments, env=self.environment, **options)

    def run_tool(self, *command, **options):
        run = subprocess.run([str(part) for part in command], cwd=self.folder, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, timeout=300,
                             **{"env": self.environment, **options})
        self.assertEqual(run.returncode, 0, run.stdout)
        return run.stdout

    def configure(self, source, *flags, generator="Ninja", heddle_compiles=False, build="build"):
        environment = dict(self.environment)
        if heddle_compiles:
            environment |= {"CC": f"{HEDDLE} cc", "CXX": f"{HEDDLE} c++"}
        self.run_tool("cmake", "-G", generator, "-S", source, "-B", build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *flags,
                      env=environment)
        return f"{build}/compile_commands.json"

    def write_database(self, *entries):
        self.write("db.json", json.dumps([{"directory": str(self.folder), **entry} for entry in entries]))

    def write_library_project(self):
        """A driver, a static library of which one member is needed, and a member that must stay out."""
        self.write("main.c", ASSERT_VALUE)
        self.write("value.c", "int base(void);\nint value(void) { return base() + OFFSET; }\n")
        self.write("base.c", "int base(void) { return 1; }\n")
        self.write("trap.c", TRAP)


class ExampleProjectTest(ProjectTestCase):
    def test_by_the_database_with_ninja(self):
        database = self.configure(PROJECT)
        self.assert_exit(VERIFIED, "check", "--compile-commands", database, "--target", "submit_test")
        result = self.check_json(ERROR, "--compile-commands", database, "--target", "shutdown_test")
        self.assertEqual(result["errors"][0]["kind"], "deadlock")
        self.assertTrue(result["errors"][0]["location"]["file"].endswith("queue/queue.cpp"))

    def test_by_the_database_with_makefiles_and_the_fix(self):
        database = self.configure(PROJECT, "-DFIXED=ON", generator="Unix Makefiles")
        self.assert_exit(VERIFIED, "check", "--compile-commands", database, "--target", "shutdown_test")

    def test_heddle_as_compiler_with_makefiles(self):
        self.configure(PROJECT, generator="Unix Makefiles", heddle_compiles=True)
        self.run_tool("cmake", "--build", "build", "-j2")
        self.run_tool(self.folder / "build/submit_test")
        self.assert_exit(VERIFIED, "check", "build/submit_test")
        result = self.check_json(ERROR, "build/shutdown_test")
        self.assertEqual(result["errors"][0]["kind"], "deadlock")

    def test_heddle_as_compiler_with_ninja_and_the_fix(self):
        self.configure(PROJECT, "-DFIXED=ON", "-DCMAKE_BUILD_TYPE=Release", heddle_compiles=True)
        self.run_tool("cmake", "--build", "build", "--target", "shutdown_test")
        result = self.check_json(VERIFIED, "build/shutdown_test")
        self.assertIn("-DNDEBUG removes the assertions", " ".join(result["assumptions"]))


class DatabaseTest(ProjectTestCase):
    def test_own_flags_and_folders_of_each_entry(self):
        (self.folder / "sub").mkdir()
        self.write("sub/value.h", "#define VALUE 3\n")
        self.write("main.c", ASSERT_VALUE)
        self.write("sub/value.c", "#include <value.h>\nint value(void) { return VALUE + EXTRA; }\n")
        for extra, code in [(0, VERIFIED), (1, ERROR)]:
            with self.subTest(extra=extra):
                self.write_database(
                    {"file": "main.c", "arguments": ["gcc", "-O2", "-Werror", "-MD", "-MF", "x.d", "-o", "main.o", "-c",
                                                     "main.c"]},
                    {"file": "value.c", "directory": str(self.folder / "sub"),
                     "command": f"gcc -I. -DEXTRA={extra} -fsanitize=address -c value.c -o value.o"})
                result = self.check_json(code, "--compile-commands", "db.json")
                self.assertIn("-fsanitize=address", " ".join(result["assumptions"]))
        self.assertFalse((self.folder / "x.d").exists())

    def test_flags_after_the_dashes_come_last(self):
        self.write("main.c", "#include <assert.h>\nint main(void) { assert(N == 2); }\n")
        self.write_database({"file": "main.c", "command": "cc -DN=1 -c main.c"})
        self.assert_exit(ERROR, "check", "--compile-commands", "db.json")
        self.assert_exit(VERIFIED, "check", "--compile-commands", "db.json", "--", "-UN", "-DN=2")

    def test_patterns_choose_one_of_several_mains(self):
        for name, value in [("a", 3), ("b", 4)]:
            self.write(f"test_{name}.c", f"#include <assert.h>\nint value(void);\nint main(void) {{ assert(value() == {value}); }}\n")
        self.write("value.c", "int value(void) { return 3; }\n")
        self.write_database(*({"file": name, "command": f"cc -c {name}"} for name in ["test_a.c", "test_b.c", "value.c"]))
        database = ("--compile-commands", "db.json")
        self.assert_refused(BAD_INPUT, "check", *database, says=["main", "test_a.c", "test_b.c"])
        self.assert_exit(VERIFIED, "check", *database, "test_a.c", "value.c")
        self.assert_exit(ERROR, "check", *database, "test_b.*", "v*.c")
        self.assert_refused(BAD_INPUT, "check", *database, "nothing*.c", says=["nothing*.c"])

    def test_a_file_compiled_in_two_ways_needs_a_target(self):
        self.write("main.c", "int main(void) { return N; }\n")
        self.write_database({"file": "main.c", "command": "cc -DN=0 -c main.c"},
                            {"file": "main.c", "command": "cc -DN=1 -c main.c"})
        self.assert_refused(BAD_INPUT, "check", "--compile-commands", "db.json", says=["main.c", "--target"])

    def test_what_is_wrong_is_said(self):
        self.write("main.c", ASSERT_VALUE)
        self.write("bad.json", "[{]")
        self.assert_refused(BAD_INPUT, "check", "--compile-commands", "bad.json", says=["bad.json"])
        self.assert_refused(USAGE, "check", "--compile-commands", "missing.json", says=["missing.json"])
        self.assert_refused(USAGE, "check", "main.c", "--target", "main", says=["--compile-commands"])
        self.write_database({"file": "main.c", "command": "cc -c main.c -o main.o"})
        self.assert_refused(BAD_INPUT, "check", "--compile-commands", "db.json", "--target", "main",
                            says=["build.ninja", "link.txt"])
        self.write_database({"file": "main.S", "command": "cc -c main.S"})
        self.assert_refused(BAD_INPUT, "check", "--compile-commands", "db.json", says=["main.S"])

    def test_a_trace_of_a_project_can_be_replayed(self):
        self.write("main.c", ASSERT_VALUE)
        self.write("value.c", "int value(void) { return 4; }\n")
        self.write_database(*({"file": name, "command": f"cc -c {name}"} for name in ["main.c", "value.c"]))
        self.assert_exit(ERROR, "check", "--compile-commands", "db.json", "--save-trace", "trace")
        self.assert_exit(ERROR, "replay", "trace")


class TargetTest(ProjectTestCase):
    def configure_library(self, generator, offset=2):
        self.write_library_project()
        self.write("CMakeLists.txt", f"""cmake_minimum_required(VERSION 3.20)
project(small LANGUAGES C)
add_library(base STATIC base.c trap.c)
add_library(value STATIC value.c)
target_compile_definitions(value PRIVATE OFFSET={offset})
target_link_libraries(value PUBLIC base)
add_executable(main main.c)
target_link_libraries(main PRIVATE value)
add_library(shared SHARED value.c base.c)
target_compile_definitions(shared PRIVATE OFFSET=0)
add_executable(with_shared main.c)
target_link_libraries(with_shared PRIVATE shared)
""")
        return self.configure(".", generator=generator)

    def test_libraries_give_what_is_needed(self):
        for generator in ("Ninja", "Unix Makefiles"):
            with self.subTest(generator=generator):
                shutil.rmtree(self.folder / "build", ignore_errors=True)
                database = self.configure_library(generator)
                self.assert_exit(VERIFIED, "check", "--compile-commands", database, "--target", "main")
                self.assert_refused(BAD_INPUT, "check", "--compile-commands", database, "--target", "with_shared",
                                    says=["shared library", "libshared.so"])
                self.assert_refused(BAD_INPUT, "check", "--compile-commands", database, "--target", "none",
                                    says=["none", "main", "with_shared"])
                self.assert_refused(BAD_INPUT, "check", "--compile-commands", database, "--target", "base",
                                    says=["library"])
                self.assert_refused(USAGE, "check", "--compile-commands", database, "--target", "main", "main.c",
                                    says=["not both"])

    def test_the_libraries_own_flags_count(self):
        database = self.configure_library("Ninja", offset=3)
        self.assert_exit(ERROR, "check", "--compile-commands", database, "--target", "main")


# The library's source lies neither where the tests are nor where they are compiled.
TESTS = """
#include <heddle/heddle.h>
#include <cassert>
#include <thread>
#include <counter.h>
HEDDLE_TEST(counts) { add(1); assert(total() == 1); }
HEDDLE_TEST(loses) {
  std::thread other([] { add(1); });
  add(1);
  other.join();
  assert(total() == 2);
}
"""
DRIVER = """
#include <gtest/gtest.h>
#include <counter.h>
TEST(Counter, Counts) { add(1); EXPECT_EQ(total(), 1); }
TEST(Counter, Fails) { EXPECT_EQ(total(), 1); }
"""


class TestsOfProjectsTest(ProjectTestCase):
    def setUp(self):
        super().setUp()
        for folder in ("library", "tests", "googletest/gtest"):
            (self.folder / folder).mkdir(parents=True)
        self.write("library/counter.h", "void add(int n);\nint total();\n")
        self.write("library/counter.cpp", "#include <counter.h>\n#include <atomic>\nstatic std::atomic<int> sum;\n"
                   "void add(int n) { sum = sum + n; }\nint total() { return sum; }\n")
        self.write("tests/tests.cpp", TESTS)
        self.write("tests/driver.cpp", DRIVER)
        # Stands for GoogleTest built with the project.
        self.write("googletest/gtest/gtest.h", "#error this is not heddle's\n")
        self.write("googletest/main.cpp", "#include <gtest/gtest.h>\nint main() {}\n")
        self.write("CMakeLists.txt", f"""cmake_minimum_required(VERSION 3.20)
project(counters LANGUAGES CXX)
find_package(Threads REQUIRED)
add_library(counter STATIC library/counter.cpp)
target_include_directories(counter PUBLIC library)
target_link_libraries(counter PUBLIC Threads::Threads)
add_executable(tests tests/tests.cpp)
target_include_directories(tests PRIVATE {EXAMPLES.parent}/include)
target_link_libraries(tests PRIVATE counter)
add_library(gtest_main STATIC EXCLUDE_FROM_ALL googletest/main.cpp)
target_include_directories(gtest_main SYSTEM PUBLIC googletest)
add_executable(driver EXCLUDE_FROM_ALL tests/driver.cpp)
target_link_libraries(driver PRIVATE counter gtest_main)
""")

    def assert_one_loses(self, *arguments):
        run = self.assert_exit(ERROR, "test", *arguments)
        self.assertRegex(run.stdout, r"(?m)^  verified +counts\b")
        self.assertRegex(run.stdout, r"(?m)^  error +loses\b")
        self.assertIn("sum = sum + n;", run.stdout)
        self.assertIn("assert(total() == 2);", run.stdout)

    def test_by_the_database(self):
        for generator in ("Ninja", "Unix Makefiles"):
            with self.subTest(generator=generator):
                shutil.rmtree(self.folder / "build", ignore_errors=True)
                database = ("--compile-commands", self.configure(".", generator=generator))
                self.assert_one_loses(*database, "--target", "tests")
                self.assert_one_loses(*database, "tests.cpp", "counter.cpp")

    def test_a_trace_is_replayed(self):
        database = self.configure(".")
        self.assert_exit(ERROR, "test", "--compile-commands", database, "--target", "tests", "--save-trace", "trace")
        self.assertIn("sum = sum + n;", self.assert_exit(ERROR, "replay", "trace").stdout)

    def test_with_heddle_as_compiler(self):
        self.configure(".", heddle_compiles=True)
        self.run_tool("cmake", "--build", "build")
        self.assertIn("2 of 2", self.run_tool(self.folder / "build/tests"))
        self.assert_one_loses("build/tests")

    def test_googletest_of_the_project_is_replaced(self):
        database = ("--gtest", "--compile-commands", self.configure("."))
        for parts in (["--target", "driver"], ["driver.cpp", "counter.cpp"]):
            run = self.assert_exit(ERROR, "test", *database, *parts)
            self.assertRegex(run.stdout, r"(?m)^  verified +Counter.Counts\b")
            self.assertRegex(run.stdout, r"(?m)^  error +Counter.Fails\b")
            self.assert_exit(VERIFIED, "test", *database, *parts, "--filter", "*.Counts")

    def test_mistakes(self):
        database = self.configure(".")
        self.assert_refused(BAD_INPUT, "test", "--compile-commands", database, "counter.cpp",
                            says=["no HEDDLE_TEST", "counter.cpp"])
        self.assert_refused(USAGE, "test", "--target", "tests", "tests/tests.cpp", says=["--compile-commands"])
        self.assert_refused(BAD_INPUT, "check", "--compile-commands", database, "--target", "tests", says=["heddle test"])


class CompilerTest(ProjectTestCase):
    def cc(self, *arguments):
        return self.run_tool(HEDDLE, "cc", *arguments)

    def test_a_plain_makefile_with_an_archive(self):
        self.write_library_project()
        self.write("Makefile", "CPPFLAGS = -DOFFSET=2\nmain: main.o libvalue.a\n\t$(CC) -o $@ $^\n"
                   "libvalue.a: value.o base.o trap.o\n\t$(AR) rcs $@ $^\n")
        self.run_tool("make", f"CC={HEDDLE} cc")
        self.run_tool(self.folder / "main")
        self.assert_exit(VERIFIED, "check", "main")
        (self.folder / "main").rename(self.folder / "moved")
        self.assert_exit(VERIFIED, "check", "moved")
        self.assert_exit(VERIFIED, "check", "main.c", "libvalue.a")
        self.assert_exit(VERIFIED, "check", "main.o", "libvalue.a")
        self.assert_refused(BAD_INPUT, "check", "libvalue.a", says=["main"])

    def test_compiling_and_linking_at_once(self):
        self.write_library_project()
        self.cc("-DOFFSET=3", "main.c", "value.c", "base.c", "-o", "main", "-lm")
        self.assert_exit(ERROR, "check", "main")
        self.cc("-DOFFSET=2", "-x", "c", "main.c", "value.c", "base.c", "-O2", "-flto", "-o", "main")
        self.assert_exit(VERIFIED, "check", "main")

    def test_c_plus_plus(self):
        self.write("main.cpp", "#include <vector>\n#include <cassert>\n"
                   "int main() { std::vector<int> v{1, 2}; assert(v.size() == N); }\n")
        for size, code in [(2, VERIFIED), (3, ERROR)]:
            self.run_tool(HEDDLE, "c++", "-std=c++17", f"-DN={size}", "-O2", "-g0", "main.cpp", "-o", "main")
            self.assert_exit(code, "check", "main")

    def test_by_the_path_of_a_compiler(self):
        self.write("main.cpp", "#include <cassert>\nint main() { assert(sizeof('a') == 1); }\n")
        self.run_tool(HEDDLE.parent / "heddle-c++", "main.cpp", "-o", "main")
        self.assert_exit(VERIFIED, "check", "main")
        self.assertIn("clang version 19", self.run_tool(HEDDLE.parent / "heddle-cc", "--version"))

    def test_the_compilers_own_business(self):
        self.write("bad.c", "int main(void) { return undeclared; }\n")
        self.assertIn("clang version 19", self.cc("--version"))
        self.assertIn("return undeclared", self.cc("-E", "bad.c"))
        self.write("good.c", "int main(void) { return 0; }\n")
        (self.folder / "link").symlink_to("/dev/null")
        self.cc("-c", "good.c", "-o", "link")
        self.assertTrue((self.folder / "link").is_symlink())
        run = self.run_heddle("cc", "-c", "bad.c")
        self.assertEqual(run.returncode, 1)
        self.assertIn("undeclared", run.stderr)
        self.assertFalse((self.folder / "bad.o").exists())

    def test_a_changed_source_is_noticed(self):
        self.write("value.h", "#define VALUE 3\n")
        self.write("main.c", "#include \"value.h\"\nint main(void) { return VALUE - 3; }\n")
        self.cc("main.c", "-o", "main")
        self.assert_exit(VERIFIED, "check", "main")
        self.write("value.h", "#define VALUE 4\n")
        self.assert_refused(BAD_INPUT, "check", "main", says=["value.h", "build it again"])
        self.cc("main.c", "-o", "main")
        self.assert_exit(VERIFIED, "check", "main")
        (self.folder / "value.h").unlink()
        self.assertIn("value.h is gone", " ".join(self.check_json(VERIFIED, "main")["assumptions"]))

    def test_objects_of_other_compilers_are_noticed(self):
        self.write("main.c", "int helper(void);\nint main(void) { return 0; }\n")
        self.write("helper.c", "int helper(void) { return 0; }\n")
        self.run_tool("clang-19", "-c", "helper.c")
        self.cc("main.c", "helper.o", "-o", "main")
        self.assert_refused(BAD_INPUT, "check", "main", says=["helper", "heddle cc"])
        self.run_tool("clang-19", "main.c", "-o", "plain")
        self.assert_refused(BAD_INPUT, "check", "plain", says=["plain", "no bitcode", "heddle cc"])
        self.assert_refused(BAD_INPUT, "check", "main.c", "helper.o", says=["helper.o", "no bitcode"])

    def test_what_only_the_check_cannot_compile_does_not_break_the_build(self):
        self.write("main.c", "#ifdef __HEDDLE__\n#error not for heddle\n#endif\nint main(void) { return 0; }\n")
        self.cc("main.c", "-o", "main")
        self.run_tool(self.folder / "main")
        self.assert_refused(BAD_INPUT, "check", "main", says=["not for heddle"])

    def test_flags_cannot_change_what_is_compiled(self):
        self.write("main.c", "int main(void) { return 0; }\n")
        self.cc("main.c", "-o", "main")
        self.assert_refused(USAGE, "check", "main", "--", "-DX", says=["nothing to compile"])


class CacheTest(ProjectTestCase):
    def write(self, name, content):
        super().write(name, content)
        time.sleep(0.05)  # what is younger than the file system's clock can tell is not kept

    def entries(self, folder="cache"):
        return sorted((self.folder / folder).rglob("*.bitcode"))

    def test_a_second_check_uses_the_first_ones_bitcode(self):
        self.write("main.c", "#include \"n.h\"\n#include <assert.h>\nint main(void) { assert(N == 1); }\n")
        self.write("n.h", "#define N 1\n")
        log = self.log_calls_of("clang-19")
        self.assert_exit(VERIFIED, "check", "main.c")
        self.assertEqual(len(log.read_text().splitlines()), 2)  # to preprocess it, and to compile it
        self.assert_exit(VERIFIED, "check", "main.c")
        self.assertEqual(len(log.read_text().splitlines()), 2)
        self.write("n.h", "#define N 2\n")
        self.assert_exit(ERROR, "check", "main.c")
        self.assertEqual(len(log.read_text().splitlines()), 4)

    def log_calls_of(self, program):
        """A file that gets a line for each."""
        tools, log = self.folder / "tools", self.folder / "tools" / "log"
        tools.mkdir()
        (self.folder / "cache").mkdir()
        (tools / program).write_text(f'#!/bin/sh\necho "$@" >>{log}\nexec {shutil.which(program)} "$@"\n')
        (tools / program).chmod(0o755)
        self.environment["PATH"] = f"{tools}:{os.environ['PATH']}"
        log.write_text("")
        time.sleep(0.05)
        return log

    def test_a_header_that_hides_another_is_seen(self):
        self.write("main.c", "#include <assert.h>\n#include <part/n.h>\nint main(void) { assert(N == 1); }\n")
        for folder in ("cache", "first/part", "second/part"):
            (self.folder / folder).mkdir(parents=True)
        self.write("second/part/n.h", "#define N 1\n")
        command = ("check", "main.c", "--", "-Ifirst", "-Isecond")
        self.assert_exit(VERIFIED, *command)
        self.assert_exit(VERIFIED, *command)
        self.write("first/part/n.h", "#define N 2\n")
        self.assert_exit(ERROR, *command)

    def test_whatever_changes_is_seen(self):
        self.write("main.c", "#include <assert.h>\n#if __has_include(\"n.h\")\n#include <n.h>\n#endif\n"
                   "#ifndef N\n#define N 1\n#endif\nint main(void) { assert(N == 1); }\n")
        (self.folder / "first").mkdir()
        (self.folder / "second").mkdir()
        command = ("check", "main.c", "--", "-Ifirst", "-Isecond")
        self.assert_exit(VERIFIED, *command)
        self.write("second/n.h", "#define N 2\n")  # looked for before, and not found then
        self.assert_exit(ERROR, *command)
        self.write("first/n.h", "#define N 1\n")  # hides the other
        self.assert_exit(VERIFIED, *command)
        self.write("first/n.h", "#define N 3\n")
        self.assert_exit(ERROR, *command)
        self.assert_exit(VERIFIED, *command[:3], "-DN=1")
        (self.folder / "first/n.h").unlink()
        (self.folder / "second/n.h").unlink()
        self.assert_exit(VERIFIED, *command)

    def test_a_damaged_entry_is_not_used(self):
        self.write("main.c", "int main(void) { return 0; }\n")
        self.assert_exit(VERIFIED, "check", "main.c")
        self.assertTrue(self.entries())
        for entry in self.entries():
            entry.write_bytes(entry.read_bytes()[:-5])
        self.assert_exit(VERIFIED, "check", "main.c")

    def test_where_it_is(self):
        self.write("main.c", "int main(void) { return 0; }\n")
        self.assert_exit(VERIFIED, "check", "--no-cache", "main.c")
        self.assertEqual(self.entries(), [])
        self.assert_exit(VERIFIED, "check", "--cache", "elsewhere", "main.c")
        self.assertEqual(self.entries(), [])
        self.assertTrue(self.entries("elsewhere"))
        self.assert_refused(USAGE, "check", "--cache", "elsewhere", "--no-cache", "main.c", says=["--no-cache"])
        del self.environment["HEDDLE_CACHE"]
        self.environment["XDG_CACHE_HOME"] = str(self.folder / "xdg")
        self.assert_exit(VERIFIED, "check", "main.c")
        self.assertTrue(self.entries("xdg/heddle"))

    def test_a_folder_that_cannot_be_written_is_no_error(self):
        self.write("main.c", "int main(void) { return 0; }\n")
        self.environment["HEDDLE_CACHE"] = "/dev/null/cache"
        self.assert_exit(VERIFIED, "check", "main.c")

    def test_many_runs_at_once(self):
        self.write("main.c", "#include <stdio.h>\nint main(void) { return 0; }\n")
        runs = [subprocess.Popen([HEDDLE, "check", "main.c"], cwd=self.folder, env=self.environment,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(6)]
        self.assertEqual([(run.wait(60), run.stderr.read()) for run in runs], [(VERIFIED, b"")] * 6)
        for run in runs:
            run.stderr.close()
        self.assertLessEqual(len(self.entries()), 2)  # the bitcode and what it was made of


if __name__ == "__main__":
    unittest.main()
