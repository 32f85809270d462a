"""Shows that the two counters of bench/classic/count_traces.py agree, and that programs.json says what they count.

The brute-force counter is the definition of a trace written down; the fast one has to agree with it wherever all
interleavings can be run. What was published for larger sizes is compared with the fast one as far as that goes in seconds.
SPDX-License-Identifier: Apache-2.0
"""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench" / "classic")]

import run_classic  # noqa: E402
from count_traces import brute_force, count  # noqa: E402
from models import DISCARD, MODELS, Program, lock, read, unlock, update, wait, write  # noqa: E402

SMALL = [
    ("readers", (3,)), ("lastzero", (2,)), ("lastzero", (3,)), ("indexer", (2, 4, 2)), ("fib_bench", (1,)), ("treiber_stack", (2,)),
    ("ticket_lock", (3,)), ("work_stealing", (1,)), ("philosophers", (2,)), ("philosophers", (3,)), ("filesystem", (2, 32, 2)),
    ("mcs_lock", (2,)), ("clh_lock", (2,)), ("seqlock", (1,)),
]  # fmt: skip
COUNTED_UP_TO = {  # more takes too long
    "readers": 8, "lastzero": 5, "indexer": 15, "filesystem": 19, "fib_bench": 3, "treiber_stack": 2, "ms_queue": 2,
    "szymanski": 2, "ticket_lock": 4, "mcs_lock": 3, "clh_lock": 4, "seqlock": 4, "work_stealing": 2, "philosophers": 5,
}  # fmt: skip
FORMULAS = {
    "readers": lambda n: 2**n,
    "lastzero": lambda n: (n + 3) * 2 ** (n - 2),
    "philosophers": lambda n: 2**n - 2,
}


def sequence(*operations):
    def run():
        for operation in operations:
            yield operation

    return run


def both(*threads):
    program = Program([sequence(*thread) for thread in threads])
    return brute_force(program), count(program)


class DefinitionTest(unittest.TestCase):
    def test_two_writes_are_ordered(self):
        self.assertEqual(both([write("x", 1)], [write("x", 2)]), (2, 2))

    def test_two_reads_are_not(self):
        self.assertEqual(both([read("x")], [read("x")]), (1, 1))

    def test_different_variables_are_independent(self):
        self.assertEqual(both([write("x", 1), write("x", 2)], [write("y", 1), write("y", 2)]), (1, 1))

    def test_store_buffering_has_three_and_message_passing_too(self):
        self.assertEqual(both([write("x", 1), read("y")], [write("y", 1), read("x")]), (3, 3))
        self.assertEqual(both([write("x", 1), write("y", 1)], [read("y"), read("x")]), (3, 3))

    def test_an_update_that_fails_only_reads(self):
        failing = update("x", lambda old: None)
        self.assertEqual(both([failing], [failing]), (1, 1))
        self.assertEqual(both([update("x", lambda old: old + 1)], [failing]), (2, 2))

    def test_critical_sections_are_ordered_as_wholes(self):
        section = [lock("m"), read("x"), write("x", 1), unlock("m")]
        self.assertEqual(both(section, section), (2, 2))

    def test_a_deadlock_is_an_end(self):
        self.assertEqual(both([lock("a"), lock("b")], [lock("b"), lock("a")]), (3, 3))

    def test_waiting_happens_once(self):
        self.assertEqual(both([write("x", 1)], [wait("x", lambda value: value == 1)]), (1, 1))


    def test_what_is_discarded_does_not_count(self):
        def reader():
            if (yield read("x")) == 0:
                yield DISCARD

        program = Program([sequence(write("x", 1)), reader])
        self.assertEqual((brute_force(program), count(program)), (1, 1))


class CountersTest(unittest.TestCase):
    def test_they_agree(self):
        for name, arguments in SMALL:
            with self.subTest(program=name, arguments=arguments):
                program = MODELS[name](*arguments)
                self.assertEqual(count(program), brute_force(program))


class TableTest(unittest.TestCase):
    def sizes(self):
        for program in run_classic.load_programs():
            for size in program["sizes"]:
                if "executions" in size:
                    yield program["name"], size

    def test_counted(self):
        for name, size in self.sizes():
            if size["n"] <= COUNTED_UP_TO.get(name, 0):
                with self.subTest(program=name, size=size):
                    model = MODELS[name](size["n"], **size.get("model", {}))
                    self.assertEqual(count(model), size["executions"])

    def test_formulas(self):
        for name, size in self.sizes():
            if name in FORMULAS and "model" not in size:
                self.assertEqual(FORMULAS[name](size["n"]), size["executions"], (name, size["n"]))

    def test_what_is_published_has_a_reference(self):
        keys = (ROOT / "docs" / "papers.bib").read_text()
        for program in run_classic.load_programs():
            if any(size.get("published") for size in program["sizes"]):
                self.assertIn("{" + program["reference"] + ",", keys)


if __name__ == "__main__":
    unittest.main()
