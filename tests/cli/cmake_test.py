"""The CMake package: a project finds heddle, and CTest runs its tests under heddle.

heddle is installed below a temporary folder first, so that what is tested is what users get.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from harness import HEDDLE, HeddleTestCase

# The library under test has a definition and an include directory of its own, and links with a C file.
PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(counters LANGUAGES C CXX)
enable_testing()
find_package(heddle 0.1 REQUIRED)
find_package(Threads REQUIRED)

add_library(counter STATIC library/counter.cpp library/step.c)
target_include_directories(counter PUBLIC library/include)
target_compile_definitions(counter PRIVATE STEP=1 "TEXT=\\"two words\\"")
target_compile_features(counter PUBLIC cxx_std_20)

add_executable(counter_tests tests.cpp)
target_link_libraries(counter_tests PRIVATE counter heddle::heddle Threads::Threads)
target_compile_options(counter_tests PRIVATE -Wall -Werror $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor> -O2)
heddle_discover_tests(counter_tests TEST_PREFIX heddle. JUNIT_DIRECTORY ${CMAKE_BINARY_DIR}/junit
  FLAGS -DROUNDS=1 OPTIONS --max-states 200 PROPERTIES TIMEOUT 60)
"""

FILES = {
    "library/include/counter.h": """
#pragma once
#include <atomic>
extern "C" int step(void);
struct Counter {
  std::atomic<int> value = 0;
  void add();
  void add_badly();
};
""",
    "library/counter.cpp": """
#include <counter.h>
#include <concepts>
static_assert(sizeof(TEXT) == 10);
void Counter::add() { value += step(); }
void Counter::add_badly() { value = value + step(); }
""",
    "library/step.c": "int step(void);\nint step(void) { return STEP; }\n",
    "tests.cpp": """
#include <counter.h>
#include <heddle/heddle.h>
#include <cassert>
#include <thread>
#ifndef ROUNDS
#define ROUNDS 1
#endif
static void run(Counter& counter, void (Counter::*add)(), int rounds) {
  std::thread other([&] { for (int i = 0; i < rounds; ++i) (counter.*add)(); });
  for (int i = 0; i < rounds; ++i) (counter.*add)();
  other.join();
}
HEDDLE_TEST(adds_up) {
  Counter counter;
  run(counter, &Counter::add, ROUNDS);
  assert(counter.value == 2 * ROUNDS);
}
HEDDLE_TEST(loses_one) {
  Counter counter;
  run(counter, &Counter::add_badly, ROUNDS);
  assert(counter.value == 2 * ROUNDS);
}
HEDDLE_TEST(takes_too_long) {
  Counter counter;
  run(counter, &Counter::add_badly, 1000);
}
""",
}


class CMakeTest(HeddleTestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.prefix.cleanup)
        cls.run_tool("cmake", "--install", HEDDLE.parent, "--prefix", cls.prefix.name)

    @staticmethod
    def run_tool(*command, code=0):
        run = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, timeout=300,
                             env={**os.environ, "CTEST_OUTPUT_ON_FAILURE": "1"})
        if run.returncode != code:
            raise AssertionError(f"{command[0]} ended with {run.returncode}:\n{run.stdout}")
        return run.stdout

    def configure(self, project, **files):
        for name, text in {"CMakeLists.txt": project, **files}.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.build = self.folder / "build"
        self.run_tool("cmake", "-S", self.folder, "-B", self.build, f"-DCMAKE_PREFIX_PATH={self.prefix.name}")

    def test_each_test_is_run_by_ctest(self):
        self.configure(PROJECT, **FILES)
        self.assertIn("NOT_BUILT", self.run_tool("ctest", "--test-dir", self.build, "-N"))
        self.run_tool("cmake", "--build", self.build)
        self.assertIn("3 of 3 tests passed", self.run_tool(self.build / "counter_tests"))
        output = self.run_tool("ctest", "--test-dir", self.build, code=8)
        self.assertRegex(output, r"heddle\.adds_up \.+\s+Passed")
        self.assertRegex(output, r"heddle\.loses_one \.+\**Failed")
        self.assertRegex(output, r"heddle\.takes_too_long \.+\**Skipped")
        self.assertIn("assertion failed: counter.value == 2 * ROUNDS", output)
        self.assertRegex(output, r"counter\.cpp:6")
        failed = ElementTree.parse(self.build / "junit/heddle.loses_one.xml").getroot()
        self.assertEqual(failed.get("failures"), "1")
        # A test that is added is found after the next build.
        with (self.folder / "tests.cpp").open("a") as stream:
            stream.write("HEDDLE_TEST(added_later) {}\n")
        self.run_tool("cmake", "--build", self.build)
        self.assertIn("heddle.added_later", self.run_tool("ctest", "--test-dir", self.build, "-N"))

    def test_a_googletest_driver(self):
        self.configure("""
cmake_minimum_required(VERSION 3.25)
project(gtest_driver LANGUAGES CXX)
enable_testing()
find_package(heddle REQUIRED)
find_package(GTest REQUIRED)
add_executable(driver driver.cpp)
target_link_libraries(driver PRIVATE GTest::gtest GTest::gtest_main)
heddle_discover_tests(driver GTEST)
""", **{"driver.cpp": """
#include <gtest/gtest.h>
#include <thread>
TEST(Sum, IsRight) { EXPECT_EQ(1 + 1, 2); }
TEST(Race, IsFound) {
  int value = 0;
  std::thread other([&] { value = 1; });
  value = 2;
  other.join();
}
"""})
        self.run_tool("cmake", "--build", self.build)
        self.assertIn("2 tests", self.run_tool(self.build / "driver"))
        output = self.run_tool("ctest", "--test-dir", self.build, code=8)
        self.assertRegex(output, r"Sum\.IsRight \.+\s+Passed")
        self.assertRegex(output, r"Race\.IsFound \.+\**Failed")
        self.assertIn("data-race", output)

    def test_the_standard_follows_cmakes_rule(self):
        self.configure("""
cmake_minimum_required(VERSION 3.25)
project(standards LANGUAGES CXX)
find_package(heddle REQUIRED)
foreach(name default older newer set)
  add_executable(${name} tests.cpp)
  target_link_libraries(${name} PRIVATE heddle::heddle)
  heddle_discover_tests(${name})
endforeach()
target_compile_features(older PRIVATE cxx_std_11)
target_compile_features(newer PRIVATE cxx_std_20)
set_target_properties(set PROPERTIES CXX_STANDARD 14 CXX_EXTENSIONS OFF)
""", **{"tests.cpp": "#include <heddle/heddle.h>\nHEDDLE_TEST(nothing) {}\n"})
        self.run_tool("cmake", "--build", self.build)
        for name, flag in [("default", None), ("older", None), ("newer", "gnu++20"), ("set", "c++14")]:
            tests = (self.build / f"{name}_heddle_tests.cmake").read_text()
            self.assertEqual(re.findall(r"-std=([^\]]*)", tests), [flag] if flag else [], name)

    def test_wrong_arguments_are_refused(self):
        head = "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES C)\nfind_package(heddle REQUIRED)\n"
        for call, text in [("heddle_discover_tests(nothing)", "no target nothing"),
                           ("heddle_discover_tests(x FLAG -g)", "unknown arguments")]:
            with self.subTest(call=call):
                with self.assertRaisesRegex(AssertionError, text):
                    self.configure(head + "add_executable(x x.c)\n" + call, **{"x.c": "int main(void) {}\n"})

    def test_another_version_is_refused(self):
        with self.assertRaisesRegex(AssertionError, "99"):
            self.configure("cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES C)\n"
                           "find_package(heddle 99 REQUIRED)\n")


if __name__ == "__main__":
    unittest.main()
