#!/usr/bin/env python3
"""Tests of the fuzzer itself, without heddle: its generators, its shrinker, and that it finds what it must.

A fuzzer that silently compares nothing looks like one that finds nothing. So a fake heddle that is wrong
in each way the fuzzer should notice is put in heddle's place.

SPDX-License-Identifier: Apache-2.0
"""

import functools
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import fuzz
import sequential
import sequential_generate
from batch import Batch
from builder import FAULTS, PATTERNS, STATEMENTS
from configurations import COMBINATIONS, SOMETIMES, configurations_for
from fake_heddle import PATTERN
from faults import STYLE_FAULTS
from generate import generate
from oracle import Oracle
from shrink import Shrinker
from tree import Block, Function, Line, Program, Symbol

HERE = Path(__file__).resolve().parent
FAKE = str(HERE / "fake_heddle.py")
WARNINGS = ["-Wall", "-Werror", "-Wno-unused", "-Wno-sign-compare"]
COMPILE = {"c": ["clang-19", "-x", "c"], "c++": ["clang++-19", "-std=c++20", "-x", "c++"]}


def compile_errors(text, *flags, language="c"):
    done = subprocess.run([*COMPILE[language], "-", *WARNINGS, f"-I{fuzz.ROOT / 'include'}", *flags], input=text, text=True,
                          capture_output=True)
    return done.stderr if done.returncode else ""


@functools.lru_cache(maxsize=None)
def seeds_with_barrier(faulty, count):
    """Seeds whose program has a barrier, with or without deliberate faults."""
    found = []
    seed = 0
    while len(found) < count:
        program = generate(seed)
        if PATTERN in program.emit() and bool(program.faults) == faulty:
            found.append(seed)
        seed += 1
    return found


class Generator(unittest.TestCase):
    def test_same_seed_same_program_whatever_the_hash_seed(self):
        code = ("import generate, sequential_generate, hashlib; print(hashlib.sha256(''.join("
                "generate.generate(s).emit() + sequential_generate.generate(s).emit() for s in range(40)).encode()).hexdigest())")
        outputs = {subprocess.run([sys.executable, "-c", code], cwd=HERE, env={**os.environ, "PYTHONHASHSEED": value},
                                  capture_output=True, text=True, check=True).stdout for value in ("0", "1", "77")}
        self.assertEqual(len(outputs), 1)

    def test_different_seeds_differ(self):
        self.assertGreater(len({generate(s).emit() for s in range(200)}), 195)

    def test_every_feature_and_fault_occurs(self):
        features, faults = set(), set()
        for seed in range(1500):
            program = generate(seed)
            features.update(program.all_features())
            faults.update(program.faults)
        self.assertEqual([n for n in [*STATEMENTS, *PATTERNS] if n not in features], [])
        self.assertEqual([n for n in [*FAULTS, *(f.__name__ for f in STYLE_FAULTS)] if n not in faults], [])
        self.assertEqual({n for n in sequential_generate.STATEMENTS},
                         {f for s in range(150) for f in sequential_generate.generate(s).all_features()})

    def test_about_half_is_built_without_faults(self):
        clean = sum(not generate(s).faults for s in range(400))
        self.assertTrue(120 < clean < 280, clean)

    def test_some_are_in_cxx(self):
        cxx = sum(generate(s).language == "c++" for s in range(400))
        self.assertTrue(60 < cxx < 140, cxx)

    def test_programs_compile(self):
        for seed in range(40):
            program = generate(seed)
            self.assertEqual(compile_errors(program.emit(), "-fsyntax-only", language=program.language), "", f"seed {seed}")

    def test_programs_compile_with_statements_deleted(self):
        for seed in range(20):
            program = generate(seed)
            uids = [s.uid for s in program.statements()]
            cut = program.without(uids[seed % 3::3])
            self.assertLess(sum(1 for _ in cut.statements()), len(uids))
            self.assertEqual(compile_errors(cut.emit(), "-fsyntax-only", language=cut.language), "", f"seed {seed}")

    def test_programs_without_faults_end_natively(self):
        with tempfile.TemporaryDirectory() as folder:
            binary = os.path.join(folder, "program")
            for seed in range(40):
                program = generate(seed)
                # Natively, an atomic section is no section: it may fail.
                if program.faults or {"section", "std_section", "atomic_section"} & set(program.all_features()):
                    continue
                self.assertEqual(compile_errors(program.emit(), "-o", binary, "-lpthread", language=program.language), "")
                self.assertEqual(subprocess.run([binary], timeout=20, capture_output=True).returncode, 0, f"seed {seed}")

    def test_sequential_programs_have_one_meaning(self):
        with tempfile.TemporaryDirectory() as folder:
            comparison = sequential.Comparison(FAKE, folder, 20)
            for seed in range(8):
                native, _ = comparison.compare(sequential_generate.generate(seed).emit())
                self.assertIsNotNone(native, f"seed {seed}")


class Configurations(unittest.TestCase):
    def test_names_are_unique(self):
        names = [c.name for c in configurations_for(1)]
        self.assertEqual(len(names), len(set(names)))

    def test_every_combination_is_drawn(self):
        drawn = {c.name for seed in range(600) for c in configurations_for(seed)}
        self.assertEqual([c.name for c in SOMETIMES + COMBINATIONS if c.name not in drawn], [])


class Tree(unittest.TestCase):
    def program(self):
        worker = Function("worker", "static void *worker(void *arg)", [Line("x = 1;", group=1), Line("y = 1;")], tail="return 0;")
        inner = Block([["if (y) {", [Line("y = 2;"), Line("x = 3;", group=1)]]], "}")
        main = Function("main", "int main(void)", [Line("run(worker);", group=2), inner], tail="return 0;")
        return Program([Symbol("x", "int x;"), Symbol("y", "int y;", "y = 7;")], [worker, main]).number()

    def test_groups_fall_together_and_unused_declarations_go(self):
        text = self.program().without([0]).emit()
        self.assertNotIn("x", text.replace("void", ""))
        self.assertIn("y = 7;", text)

    def test_a_function_nobody_names_falls_with_its_groups(self):
        program = self.program()
        create = next(s.uid for s in program.statements() if s.text == "run(worker);")
        text = program.without([create]).emit()
        self.assertNotIn("worker", text)
        self.assertNotIn("x = 3", text)
        self.assertIn("y = 2", text)

    def test_hoisting_keeps_the_body(self):
        program = self.program()
        block = next(s.uid for s in program.statements() if isinstance(s, Block))
        text = program.hoisted(block, 0).emit()
        self.assertNotIn("if (y)", text)
        self.assertIn("y = 2;", text)


class Shrinking(unittest.TestCase):
    def test_ends_with_the_statement_that_matters(self):
        for seed in seeds_with_barrier(True, 3):
            program = generate(seed)
            smallest = Shrinker(lambda p: PATTERN in p.emit()).shrink(program)
            self.assertIn(PATTERN, smallest.emit())
            self.assertLess(len(smallest.emit()), len(program.emit()))
            for statement in smallest.statements():
                self.assertNotIn(PATTERN, smallest.without([statement.uid]).emit())
            self.assertEqual(compile_errors(smallest.emit(), "-fsyntax-only"), "")

    def test_tries_are_bounded(self):
        tries = []
        program = generate(seeds_with_barrier(True, 1)[0])
        Shrinker(lambda p: tries.append(p) or False, most_tries=7).shrink(program)
        self.assertEqual(len(tries), 7)

    def test_guards_are_kept_on_request(self):
        guard = Block([["lock();", [Line("x = 1;")]]], "unlock();", guard=True)
        program = Program([], [Function("main", "int main(void)", [guard])]).number()
        needs = lambda p: "x = 1" in p.emit()  # noqa: E731
        self.assertIn("lock", Shrinker(needs, keep_guards=True).shrink(program).emit())
        self.assertNotIn("lock", Shrinker(needs).shrink(program).emit())


class Finding(unittest.TestCase):
    """The fuzzer with a fake heddle that is wrong in one way."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.environ.pop, "FAKE_HEDDLE", None)

    def judge(self, wrong, seed, seconds=20.0):
        os.environ["FAKE_HEDDLE"] = wrong
        with Batch(FAKE, seconds) as batch:
            return fuzz.check_seed(seed, batch, self.folder.name)

    def assert_found(self, wrong, check, configurations, faulty=True, seed=None):
        seed = seeds_with_barrier(faulty, 1)[0] if seed is None else seed
        result = self.judge(wrong, seed)
        self.assertEqual(result.status, "failed")
        self.assertEqual({(d.check, d.configuration) for d in result.disagreements}, {(check, c) for c in configurations})
        text = Path(result.kept).read_text(encoding="utf-8")
        self.assertIn(PATTERN, text)
        self.assertLess(len(text), len(generate(seed).emit()))
        self.assertEqual(compile_errors(text, "-fsyntax-only"), "")
        return text

    def test_agreement_passes(self):
        for seed in range(3):
            self.assertEqual(self.judge("", seed).status, "passed")
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_other_programs_pass(self):
        seed = next(s for s in range(100) if PATTERN not in generate(s).emit())
        self.assertEqual(self.judge("verdict", seed).status, "passed")

    def test_verdict(self):
        text = self.assert_found("verdict", "verdict", ["heap"])
        self.assertIn("// verdict: verified\n// SPDX-License-Identifier", text)

    def test_error_lines(self):
        text = self.assert_found("errors", "errors", ["heap"])
        self.assertIn("// verdict: error deadlock\n", text)
        self.assertEqual([PATTERN in line for line in text.split("\n") if "// violation" in line], [True])

    def test_final_states(self):
        self.assert_found("final-states", "final-states", ["heap"])

    def test_number_of_states(self):
        twins = {seed: [c.name for c in configurations_for(seed) if "--exact" in c.arguments] for seed in seeds_with_barrier(True, 20)}
        seed = next(seed for seed, names in twins.items() if names)
        self.assert_found("states", "states", twins[seed], seed=seed)

    def test_replay(self):
        seed = seeds_with_barrier(True, 1)[0]
        self.assert_found("replay", "replay", [c.name for c in configurations_for(seed)])

    def test_false_alarm_on_a_correct_program(self):
        self.assert_found("expectation", "expectation", ["none"], faulty=False)

    def test_crash(self):
        self.assert_found("crash", "crash", ["none"])

    def test_time_out(self):
        os.environ["FAKE_HEDDLE"] = "time-out"
        with Batch(FAKE, 1.0) as batch:
            judgement = Oracle(batch, self.folder.name).judge(generate(seeds_with_barrier(True, 1)[0]).emit())
        self.assertEqual([d.check for d in judgement.disagreements], ["time-out"])

    def test_wrong_output_of_a_sequential_program(self):
        result = sequential.check_seed(1, FAKE, 20.0, self.folder.name)
        self.assertEqual((result.status, result.disagreement.check), ("failed", "output"))
        self.assertLess(len(Path(result.kept).read_text(encoding="utf-8")), 500)

    def run_fuzz(self, wrong, *arguments):
        done = subprocess.run([sys.executable, HERE / "fuzz.py", "--heddle", FAKE, "--jobs", "2", "--no-shrink", "--keep",
                               self.folder.name, *arguments], env={**os.environ, "FAKE_HEDDLE": wrong}, capture_output=True, text=True)
        return done.returncode, done.stdout.strip().split("\n")

    def test_command_sums_up(self):
        code, lines = self.run_fuzz("", "--count", "6", "--start-seed", "3")
        self.assertEqual((code, lines[-1]), (0, "6 passed, 0 failed, 0 skipped"))
        self.assertTrue(any(line.startswith("features: ") for line in lines))

    def test_command_fails_on_disagreement(self):
        seed = seeds_with_barrier(True, 1)[0]
        code, lines = self.run_fuzz("verdict", "--count", "1", "--start-seed", str(seed))
        self.assertEqual((code, lines[-1]), (1, "0 passed, 1 failed, 0 skipped"))
        self.assertIn(f"seed {seed}: FAILED", lines)

    def test_command_fails_when_too_much_is_skipped(self):
        code, lines = self.run_fuzz("always-incomplete", "--count", "3", "--start-seed", "3")
        self.assertEqual((code, lines[-1]), (1, "0 passed, 0 failed, 3 skipped"))


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
