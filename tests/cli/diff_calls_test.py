"""heddle diff: values that go through calls by pointer, through callbacks and through the library.

A statement that was not edited counts as changed where the edit changed what it uses, whichever way that came there.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from diff_test import NO_ERROR, DiffTestCase

HEAD = """\
#include <algorithm>
#include <cassert>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <pthread.h>
#include <string>
#include <thread>
#include <vector>
static std::mutex m;
static int x, other;
"""
OPERATIONS = """\
struct Operation { virtual ~Operation() = default; virtual int run(int v) { return v; } };
struct Add : Operation { int run(int v) override { return v + 1; } };
struct Take : Operation { int run(int v) override { return v - 1; } };
"""
FUNCTIONS = "static int more(int v) { return v + 1; }\nstatic int less(int v) { return v - 1; }\n"
CONFIG = "static int limit;\nstatic void set(int v) { limit = v; }\n"
GUARD = "std::lock_guard g(m);"
HERE = "// here"


def program(declarations, before, here):
    """A thread and main, which use x one after the other; `before` runs when there is no other thread yet."""
    return (f"{HEAD}{declarations}int main() {{\n  {before}\n  std::thread t([&] {{\n    {GUARD}\n    {here} {HERE}\n  }});\n"
            f"  {{ {GUARD} other += 1; }}\n  {{ {GUARD} x += 1; }}\n  t.join();\n  assert(x < 1000);\n}}\n")  # fmt: skip


# What goes where: declarations, what main does first, what the thread does, and the edit.
WAYS = {
    "the result of a virtual function": (OPERATIONS, "Add add; Take take; Operation *o = &add; if (other) o = &take;", "x = o->run(x);", "v + 1", "v + 2"),
    "a virtual function that is not overridden any more": (OPERATIONS, "Add add; Operation *o = &add;", "x = o->run(x);",
                                                           "int run(int v) override { return v + 1; }", ""),
    "the result of a function called by pointer": (FUNCTIONS, "int (*f)(int) = more; if (other) f = less;", "x = f(x);", "v + 1", "v + 2"),
    "which function is called by pointer": (FUNCTIONS, "int (*f)(int) = more; if (other) f = less;", "x = f(x);", "= more", "= less"),
    "a function of a table": (FUNCTIONS + "static int (*const table[])(int) = {more, less};\n", "", "x = table[other](x);", "v - 1", "v - 2"),
    "the result of a std::function": ("", "std::function<int(int)> f = [](int v) { return v + 1; };", "x = f(x);", "v + 1", "v + 2"),
    "what orders elements": ("", "std::vector<int> v{1, 2}; std::sort(v.begin(), v.end(), [](int a, int b) { return a < b; });", "x = v[0];",
                             "a < b", "a > b"),
    "a value in a map": ("", "std::map<int, int> c; c[1] = 5;", "x = c[1];", "= 5", "= 6"),
    "a key in a map": ("", "std::map<int, int> c; c[1] = 5;", "x = (int)c.count(2);", "c[1]", "c[2]"),
    "the size of a vector": ("", "std::vector<int> v(3);", "x = (int)v.size();", "v(3)", "v(4)"),
    "how often something is added": ("", "std::vector<int> v; for (int i = 0; i < 3; ++i) v.push_back(i);",
                                     "x = std::accumulate(v.begin(), v.end(), 0);", "i < 3", "i < 4"),
    "a text": ("", 'std::string s = "ab";', "x = (int)s.size();", '"ab"', '"abc"'),
    "a text that is copied": ("", 'char b[10]; strcpy(b, "ab");', "x = b[0];", '"ab"', '"bb"'),
    "a pair": ("", "auto p = std::make_pair(1, 2);", "x = p.first;", "pair(1", "pair(5"),
    "the object of a pointer": ("struct S { int a; };\n", "auto s = std::make_unique<S>(S{1});", "x = s->a;", "S{1}", "S{2}"),
    "an option": ("", "std::optional<int> o; o = 4;", "x = *o;", "o = 4", "o = 5"),
    "an argument that is kept": (CONFIG, "set(1 + 2);", "if (x < limit) x = 2;", "1 + 2", "1 + 3"),
    "an argument that is a number": (CONFIG, "set(3);", "if (x < limit) x = 2;", "set(3)", "set(4)"),
    "a call that was added": (CONFIG, "set(3);", "if (x < limit) x = 2;", "set(3);", "set(3); set(4);"),
    "a constructor's argument": ("struct C { int limit; C(int v) : limit(v) {} };\n", "C c(3);", "if (x < c.limit) x = 2;", "c(3)", "c(4)"),
    "through a helper": (CONFIG + "static int twice(int v) { return 2 * v; }\n", "int k = 1 + 2; set(twice(k));", "if (x < limit) x = 2;",
                         "1 + 2", "1 + 3"),
    "an initial value behind a pointer": ("static int bound = 3;\nstruct B { int *p; };\nstatic B b;\n", "b.p = &bound;", "if (x < *b.p) x = 2;",
                                          "bound = 3", "bound = 4"),
}  # fmt: skip


class CallsTest(DiffTestCase):
    def told(self, text, before, after):
        """The source lines of what an edit changed, each with its rule."""
        self.assertEqual(text.count(before), 1)
        self.commit(prog__cpp=text)
        text = text.replace(before, after)
        self.write("prog.cpp", text)
        report = self.diff(NO_ERROR, "--base", "HEAD", "--mode", "bugs", "prog.cpp")
        lines = text.split("\n")
        return [(lines[c["line"] - 1], c["rule"]) for c in report["diff"]["changes"]]

    def test_whatever_way_a_value_takes(self):
        for name, (declarations, first, here, before, after) in WAYS.items():
            with self.subTest(name):
                told = self.told(program(declarations, first, here), before, after)
                self.assertTrue([rule for line, rule in told if HERE in line], told)

    def test_the_result_of_a_thread(self):
        text = program("static void *work(void *) { return (void *)3; }\n",
                       "pthread_t p; void *r; pthread_create(&p, nullptr, work, nullptr); pthread_join(p, &r); x = (int)(long)r;", "x = 2;")
        self.assertTrue([line for line, _ in self.told(text, "(void *)3", "(void *)4") if "x += 1" in line])

    def test_locks_are_no_values(self):
        text = program("static std::mutex n;\n", "{ std::lock_guard g(n); }", "x = 2;")
        self.assertEqual(self.told(text, "{ std::lock_guard g(n); }", "{ std::lock_guard g(n); } { std::lock_guard g(n); }"), [])

    def test_what_an_object_of_another_class_does(self):
        text = program(OPERATIONS, "Add add; Take take; Operation *o = &add, *p = &take; other = p->run(0);", "x = o->run(x);")
        self.assertFalse([line for line, _ in self.told(text, "v - 1", "v - 2") if HERE in line])


if __name__ == "__main__":
    unittest.main()
