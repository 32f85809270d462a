#!/usr/bin/env python3
"""Measures how long `heddle diff` takes from the command to the verdict after an edit of one file in a large program.

The program is CoCoME several times over, each copy in a namespace of its own and all of them run one after the other: all of it
is compiled, linked, analysed and run. It is verified once, which is not measured but shown; then each edit is made alone, so that one unit
is compiled and the others are not. A row is the median of --repeat runs, each built on the version verified first.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from heddle_runner import DEFAULT_HEDDLE
from run_programs import PROGRAMS, load_programs

BAR = 3.0  # seconds
PROGRAM = "cocome"
EDITED = "coordinator.cpp"
# What is edited, (before, after), the exit codes that are right.
EDITS = [
    ("a comment", ("// When half", "// If half"), (0,)),
    ("a local value", ("std::size_t fit = 0;", "std::size_t fit = 2 - 2;"), (0,)),
    ("another order", ("  ++sales_;\n  last_sales_.push_back({items, mode});\n", "  last_sales_.push_back({items, mode});\n  ++sales_;\n"), (0, 5)),
    ("one more access", ("  ++sales_;\n", "  ++sales_;\n  if (sales_ < 0) return;\n"), (0, 5)),
    ("a lock forgotten", ("#ifndef BROKEN_COORDINATOR", "#if 0"), (10,)),
]  # fmt: skip


def write_copies(folder, copies):
    """The program's sources, for the command line, and how many lines there are."""
    program = next(program for program in load_programs() if program["name"] == PROGRAM)
    sources, lines = ["all.cpp"], 0
    for number in range(copies):
        (folder / f"part{number}").mkdir()
        for file in sorted((PROGRAMS / PROGRAM).iterdir()):
            if file.suffix not in (".cpp", ".h"):
                continue
            text = file.read_text().replace("namespace cocome", f"namespace cocome{number}").replace("cocome::", f"cocome{number}::")
            text = text.replace("int main()", f"void part{number}()")
            (folder / f"part{number}" / file.name).write_text(text)
            lines += text.count("\n")
        sources += [f"part{number}/{name}" for name in program["sources"]]
    parts = range(copies)
    (folder / "all.cpp").write_text("".join(f"void part{k}();\n" for k in parts) + "int main() {\n" +
                                    "".join(f"  part{k}();\n" for k in parts) + "}\n")  # fmt: skip
    return sources, lines, program["flags"]


def run(arguments, command, sources, flags, folder):
    """(seconds, the finished process)"""
    environment = {**os.environ, "HEDDLE_CACHE": str(folder / "cache")}
    started = time.monotonic()
    done = subprocess.run([arguments.heddle, command, "--store", "store", "--quiet", *sources, "--", *flags], cwd=folder, env=environment,
                          text=True, capture_output=True, timeout=600)  # fmt: skip
    return time.monotonic() - started, done


def measure(arguments, folder):
    sources, lines, flags = write_copies(folder, arguments.copies)
    seconds, done = run(arguments, "check", sources, flags, folder)
    if done.returncode != 0:
        raise RuntimeError(f"the program is not verified: {done.stdout}{done.stderr}")
    print(f"{lines:,} lines in {len(sources)} units; compiled and verified for the first time in {seconds:.1f} s.\n")
    print("| edit | seconds to the verdict | verdict |\n| --- | ---: | --- |", flush=True)
    (folder / "store").rename(folder / "verified")
    edited = folder / "part1" / EDITED
    original = edited.read_text()
    medians = []
    for name, (before, after), codes in EDITS:
        if original.count(before) != 1:
            raise RuntimeError(f"{name}: its text is found {original.count(before)} times")
        times, verdicts = [], set()
        for number in range(arguments.repeat):
            # Different each time, or the unit would come out of the cache.
            edited.write_text(original.replace(before, after) + f"// {name} {number}\n")
            # What the last run verified must not be what this one builds on.
            shutil.rmtree(folder / "store", ignore_errors=True)
            shutil.copytree(folder / "verified", folder / "store")
            seconds, done = run(arguments, "diff", sources, flags, folder)
            if done.returncode not in codes:
                raise RuntimeError(f"{name}: exit code {done.returncode}: {done.stdout}{done.stderr}")
            times.append(seconds)
            verdicts.add({0: "verified", 5: "incomplete", 10: "error"}[done.returncode])
        medians.append(statistics.median(times))
        print(f"| {name} | {medians[-1]:.2f} | {', '.join(sorted(verdicts))} |", flush=True)
    return medians


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", type=pathlib.Path, default=DEFAULT_HEDDLE, help="the heddle to measure")
    parser.add_argument("--copies", type=int, default=2, help="how often the program is there")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each edit")
    arguments = parser.parse_args()
    arguments.heddle = arguments.heddle.resolve()
    with tempfile.TemporaryDirectory(prefix="heddle-edit-") as folder:
        try:
            medians = measure(arguments, pathlib.Path(folder))
        except RuntimeError as problem:
            print(problem, file=sys.stderr)
            return 1
    slow = sum(seconds > BAR for seconds in medians)
    print(f"\n{len(medians) - slow} of {len(medians)} take at most {BAR:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
