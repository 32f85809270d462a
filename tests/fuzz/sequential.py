#!/usr/bin/env python3
"""Fuzzing against native runs: a sequential program prints the same under heddle as when compiled.

clang -O0 and -O2 must agree first; where they do not, the program has undefined behaviour and is skipped
(the generator avoids it, so more than a few skipped fail the run). heddle must say `verified` and its captured
output must be the native one. Failures are shrunk and kept as in fuzz.py.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from oracle import Disagreement
from sequential_generate import STATEMENTS, generate
from shrink import Shrinker

ROOT = Path(__file__).resolve().parent.parent.parent
COMPILER = "clang-19"
MOST_SKIPPED = 0.02
NATIVE_SECONDS = 20.0
SHRINK_SECONDS = 300.0


@dataclass
class Result:
    seed: int
    status: str
    features: list = field(default_factory=list)
    disagreement: Disagreement | None = None
    kept: str = ""
    lines: int = 0


def run(command, seconds):
    """A finished process with its captured output, or None after a time-out, with its children ended too."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", start_new_session=True) as process:
        try:
            output, messages = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None
    return subprocess.CompletedProcess(command, process.returncode, output, messages)


class Comparison:
    """Runs one program natively and under heddle, in a folder of its own."""

    def __init__(self, heddle, folder, time_limit):
        self._heddle = [os.fspath(heddle)] if isinstance(heddle, (str, os.PathLike)) else list(heddle)
        self._folder = folder
        self._time_limit = time_limit

    def compare(self, source):
        """(native output, disagreement or None); the output is None where the native runs do not agree."""
        path = os.path.join(self._folder, "program.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        plain, optimised = self._native(path, "-O0"), self._native(path, "-O2")
        if plain is None or plain != optimised:
            return None, None
        return plain, self._checked(path, plain)

    def _native(self, path, level):
        binary = os.path.join(self._folder, "native")
        compiled = run([COMPILER, "-w", level, path, "-o", binary, "-lm"], 120.0)
        if compiled is None or compiled.returncode:
            raise RuntimeError(f"{COMPILER} does not take the generated program:\n{compiled and compiled.stderr}")
        done = run([binary], NATIVE_SECONDS)
        return done.stdout if done and done.returncode == 0 else None

    def _checked(self, path, native):
        captured = os.path.join(self._folder, "output")
        if os.path.exists(captured):
            os.unlink(captured)
        done = run(self._heddle + ["check", "--quiet", "--output", captured, path], self._time_limit)
        if done is None:
            return Disagreement("time-out", "heddle", f"no answer within {self._time_limit:g} s")
        if done.returncode:
            kind = {10: "verdict", 5: "verdict", 1: "refused", 2: "refused"}.get(done.returncode, "crash")
            text = " | ".join((done.stderr + done.stdout).strip().splitlines()[:4])
            return Disagreement(kind, "heddle", f"exit code {done.returncode}: {text}")
        try:
            with open(captured, encoding="utf-8", errors="replace") as file:
                output = file.read()
        except OSError as error:
            return Disagreement("output", "heddle", str(error))
        return None if output == native else Disagreement("output", "heddle", first_difference(output, native))


def first_difference(got, wanted):
    got_lines, wanted_lines = got.splitlines() + ["(end)"], wanted.splitlines() + ["(end)"]
    number, pair = next(((n, p) for n, p in enumerate(zip(got_lines, wanted_lines), 1) if p[0] != p[1]), (0, ("", "")))
    return f"line {number}: '{pair[0]}' instead of '{pair[1]}'"


def keep_program(program, seed, disagreement, folder):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"sequential_{seed}_{disagreement.check}.c".replace("-", "_"))
    comments = [f"Found by fuzzing against native runs (seed {seed}): {disagreement.check}.", "verdict: verified",
                "SPDX-License-Identifier: Apache-2.0"]
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.emit(comments))
    return path


def check_seed(seed, heddle, time_limit, keep, wants_shrinking=True):
    program = generate(seed)
    with tempfile.TemporaryDirectory(prefix="heddle-fuzz-") as folder:
        comparison = Comparison(heddle, folder, time_limit)
        native, disagreement = comparison.compare(program.emit())
        result = Result(seed, "passed", program.all_features(), disagreement, lines=(native or "").count("\n"))
        if native is None:
            result.status = "skipped"
        elif disagreement:
            result.status = "failed"
            if wants_shrinking:
                shrinker = Shrinker(lambda candidate: comparison.compare(candidate.emit())[1] == disagreement,
                                    most_seconds=SHRINK_SECONDS)
                program = shrinker.shrink(program)
            result.kept = keep_program(program, seed, disagreement, keep)
    return result


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "build" / "heddle")), help="the binary to test")
    parser.add_argument("--count", type=int, default=60, help="how many programs")
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
        print(f"sequential.py: {options.heddle} cannot be run (build it first, or use --heddle)", file=sys.stderr)
        return 1
    start = options.start_seed if options.start_seed is not None else int(time.time())
    seeds = range(start, start + options.count)
    print(f"seeds {seeds[0]} to {seeds[-1]}", flush=True)
    jobs = [(seed, options.heddle, options.time_limit, options.keep, not options.no_shrink) for seed in seeds]
    results = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for result in pool.map(check_seed, *zip(*jobs)):
            results.append(result)
            if result.status == "failed":
                print(f"seed {result.seed}: FAILED\n  {result.disagreement}\n  kept as {result.kept}", flush=True)
    features = Counter(f for r in results for f in r.features)
    print("features: " + ", ".join(f"{name} {features[name]}" for name in sorted(STATEMENTS, key=lambda n: (-features[n], n))))
    count = Counter(r.status for r in results)
    too_many = count["skipped"] > MOST_SKIPPED * len(results) + 1
    if too_many:
        print("too many skipped: the generator makes programs with undefined behaviour")
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 1 if count["failed"] or too_many else 0


if __name__ == "__main__":
    sys.exit(main())
