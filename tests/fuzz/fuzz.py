#!/usr/bin/env python3
"""Differential fuzzing: every configuration of heddle must agree on small random threaded programs.

What must agree is in oracle.py, what the programs are like in generate.py. A failure prints its seed, is
shrunk at once and written, with a header as in tests/programs, to the folder given by --keep.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import atexit
import functools
import itertools
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from batch import Batch
from builder import FAULTS, PATTERNS, STATEMENTS
from configurations import configurations_for
from faults import STYLE_FAULTS
from generate import generate
from oracle import Oracle
from shrink import Shrinker

ROOT = Path(__file__).resolve().parent.parent.parent
MOST_SKIPPED = 0.2
SHRINK_SECONDS = 300.0
PROGRESS_EVERY = 1000
CXX_HEADERS = ("assert.h", "atomic", "condition_variable", "heddle/heddle.h", "latch", "memory", "mutex", "sched.h", "semaphore",
               "shared_mutex", "stdlib.h", "thread")


@dataclass
class Result:
    """What became of one seed."""

    seed: int
    status: str  # passed, failed or skipped
    verdict: str = ""
    kinds: list = field(default_factory=list)
    features: list = field(default_factory=list)
    faults: list = field(default_factory=list)
    states: int = 0
    limit: str = ""
    disagreements: list = field(default_factory=list)
    kept: str = ""


def write_regression(program, seed, disagreement, reference, folder):
    """The program as a file for tests/programs/regression; its verdict is the reference's, for a human to confirm."""
    kind = reference.kinds()[0] if reference.errors else ""
    verdict = f"{reference.verdict} {kind}".strip() or "unknown"
    marked = {line for error, _, line in reference.errors if error == kind}
    # As many comment lines as in the judged text: the lines that heddle named stay where they were.
    flags = [f"flags: {flag}" for flag in language_flags(program)]
    comments = [f"Found by fuzzing (seed {seed}): {disagreement.configuration} disagreed on: {disagreement.check}.",
                f"verdict: {verdict}", *flags, "SPDX-License-Identifier: Apache-2.0"]
    lines = program.emit(comments).split("\n")
    text = [f"{line}  // violation" if number in marked else line for number, line in enumerate(lines, 1)]
    name = re.sub(r"\W+", "_", f"fuzz_{seed}_{disagreement.configuration}_{disagreement.check}") + suffix_of(program)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(text))
    return path


def suffix_of(program):
    return ".cpp" if program.language == "c++" else ".c"


def language_flags(program):
    return ["-std=c++20"] if program.language == "c++" else []


def source_of(program):
    return program.emit([""] * (3 + len(language_flags(program))))


def judge(program, oracle, only=None, expected=False):
    return oracle.judge(source_of(program), only, expected, cut_off="cut_off" in program.features)


def shrink(program, disagreement, oracle, expected):
    """The smallest program found with the same disagreement, and what the reference says about it."""
    rows = {c.name: c for c in oracle.configurations}
    only = {disagreement.configuration}
    if disagreement.configuration in rows:
        only.add(rows[disagreement.configuration].states_as)

    def still_fails(candidate):
        return disagreement in judge(candidate, oracle, only, expected).disagreements

    shrinker = Shrinker(still_fails,
                        keep_guards=disagreement.check == "expectation", most_seconds=SHRINK_SECONDS)
    smallest = shrinker.shrink(program)
    return smallest, judge(smallest, oracle, only, expected).reference


@functools.cache
def batch_of_worker(heddle, time_limit):
    batch = Batch(heddle, time_limit)
    atexit.register(batch.close)
    return batch


def check_in_worker(seed, options, flags):
    return check_seed(seed, batch_of_worker(options.heddle, options.time_limit), options.keep, not options.no_shrink, flags)


def must_be_verified(program):
    """Built without faults; in libstdc++ 12, who loses a race for a semaphore may sleep for ever (GCC 104928)."""
    return not program.faults and "std::binary_semaphore" not in program.emit()


def check_seed(seed, batch, keep, wants_shrinking=True, cxx_flags=()):
    program = generate(seed)
    expected = must_be_verified(program)
    flags = [f"-I{ROOT / 'include'}", *language_flags(program)] + (list(cxx_flags) if program.language == "c++" else [])
    with tempfile.TemporaryDirectory(prefix="heddle-fuzz-") as folder:
        oracle = Oracle(batch, folder, configurations_for(seed), flags, suffix_of(program))
        judgement = judge(program, oracle, expected=expected)
        reference = judgement.reference
        result = Result(seed, "passed", reference.verdict, reference.kinds(), program.all_features(), program.faults,
                        reference.states, reference.limit, judgement.disagreements)
        if judgement.skipped:
            result.status = "skipped"
        if judgement.disagreements:
            result.status = "failed"
            first = judgement.disagreements[0]
            if wants_shrinking:
                program, reference = shrink(program, first, oracle, expected)
            result.kept = write_regression(program, seed, first, reference, keep)
    return result


def report_failure(result):
    print(f"seed {result.seed}: FAILED")
    for disagreement in result.disagreements:
        print(f"  {disagreement}")
    print(f"  kept as {result.kept}", flush=True)


def quantile(values, share):
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0


def print_coverage(results):
    """What the programs were like: a generator that yields only trivial programs shows here."""
    features = Counter(f for r in results for f in r.features)
    faults = Counter(f for r in results for f in r.faults)
    verdicts = Counter(r.verdict or "no answer" for r in results)
    kinds = Counter(k for r in results for k in r.kinds)

    def show(title, counts):
        print(f"{title}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda e: (-e[1], e[0]))))

    show("features", features)
    show("faults", faults)
    never = [n for n in [*STATEMENTS, *PATTERNS] if not features[n]]
    never += [n for n in [*FAULTS, *(f.__name__ for f in STYLE_FAULTS)] if not faults[n]]
    if never:
        print("never seen: " + ", ".join(never))
    show("verdicts", verdicts)
    show("errors", kinds)
    states = sorted(r.states for r in results if r.status != "skipped" and r.verdict)
    print("states: " + ", ".join(f"{name} {quantile(states, share)}" for name, share in
                                 [("least", 0), ("a quarter below", 0.25), ("median", 0.5), ("a quarter above", 0.75),
                                  ("most", 1)]))


def precompile(folder):
    """Flags that give C++ programs the headers they may include, parsed once: they are most of what clang does for one."""
    headers = os.path.join(folder, "headers.hpp")
    with open(headers, "w", encoding="utf-8") as file:
        file.writelines(f"#include <{name}>\n" for name in CXX_HEADERS)
    include = ROOT / "include"
    # Macros and language options must be those of heddle's own call of clang.
    subprocess.run(["clang++-19", "-O1", "-g", "-fno-stack-protector", "-fno-strict-aliasing", "-U_FORTIFY_SOURCE", "-D__HEDDLE__=1",
                    f"-I{include}", f"-isystem{include}/heddle/shadow", "-std=c++20", "-w", "-x", "c++-header", headers,
                    "-o", headers + ".pch"], check=True)
    return ["-include-pch", headers + ".pch"]


def run_all(seeds, options):
    with tempfile.TemporaryDirectory(prefix="heddle-fuzz-") as folder, ProcessPoolExecutor(options.jobs) as pool:
        flags = precompile(folder)
        for result in pool.map(check_in_worker, seeds, itertools.repeat(options), itertools.repeat(flags)):
            if result.status == "failed":
                report_failure(result)
            yield result


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "build" / "heddle")), help="the binary to test")
    parser.add_argument("--count", type=int, default=300, help="how many programs")
    parser.add_argument("--start-seed", "--seed", type=int, help="the first seed (default: a fresh one)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at a time")
    parser.add_argument("--keep", default=str(ROOT / "build" / "fuzz"), help="folder for programs that failed")
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds for one run of heddle")
    parser.add_argument("--no-shrink", action="store_true", help="keep failures as they are")
    options = parser.parse_args()
    if options.count < 1:
        parser.error("--count must be at least 1")
    return options


def main():
    options = parse_options()
    if not os.access(options.heddle, os.X_OK):
        print(f"fuzz.py: {options.heddle} cannot be run (build it first, or use --heddle)", file=sys.stderr)
        return 1
    start = options.start_seed if options.start_seed is not None else int(time.time())
    print(f"seeds {start} to {start + options.count - 1}", flush=True)
    results, count = [], Counter()
    for result in run_all(range(start, start + options.count), options):
        results.append(result)
        count[result.status] += 1
        if len(results) % PROGRESS_EVERY == 0:  # a long run that is cut off has said how far it came
            print(f"so far {count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped", flush=True)
    print_coverage(results)
    skipped = count["skipped"] / len(results)
    print(f"skipped, as the reference was incomplete: {skipped:.1%}")
    for reason, times in Counter(r.limit for r in results if r.status == "skipped").most_common():
        print(f"  {times} times: {reason}")
    too_many = skipped > MOST_SKIPPED
    if too_many:
        print(f"more than {MOST_SKIPPED:.0%} skipped: the programs are too large")
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 1 if count["failed"] or too_many else 0


if __name__ == "__main__":
    sys.exit(main())
