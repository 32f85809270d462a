#!/usr/bin/env python3
"""Compares what a transition costs in C++ and in C on the pairs in bench/cpp and prints a Markdown table.

Both halves of a pair are the same program, with std::mutex, std::atomic and std::condition_variable on the one
side and pthreads and C11 atomics on the other. Seconds depend on how busy the machine is, so valgrind counts machine
instructions as well, where it is installed: each program runs in two sizes and the differences are divided, so that start-up,
compiling and loading cancel out. That ratio is the one that is judged.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import dataclasses
import pathlib
import re
import shutil
import sys
import tempfile

from heddle_runner import DEFAULT_HEDDLE, Finished, check, check_command, search_seconds

PROGRAMS = pathlib.Path(__file__).resolve().parent / "cpp"
LANGUAGES = {"C": ".c", "C++": ".cpp"}
CALLGRIND_LIMIT = 600  # seconds


@dataclasses.dataclass(frozen=True)
class Pair:
    program: str
    size: int  # for the seconds
    counted: tuple  # the two sizes for callgrind


PAIRS = (
    Pair("mutex", 200, (10, 40)),
    Pair("atomics", 100, (10, 40)),
    Pair("condition", 60, (4, 12)),
)


@dataclasses.dataclass
class Row:
    states: int = 0
    transitions: int = 0
    bytecode: float = 0.0  # bytecode instructions a transition
    seconds: float = 0.0
    instructions: float = None  # machine instructions a transition
    failure: str = ""

    def microseconds(self):
        return 1e6 * self.seconds / self.transitions


def verified(report, run):
    """What is wrong with a run that should have verified its program, or an empty string."""
    if report is None or run.timed_out:
        return run.complaint()
    return "" if report["verdict"] == "verified" else f"not verified: {report['verdict']}"


def measure(arguments, source, pair):
    row = Row(seconds=float("inf"))
    for _ in range(arguments.repeat):
        report, run = check(arguments.heddle, [source], [f"SIZE={pair.size}"], limit=arguments.limit)
        if failure := verified(report, run):
            return Row(failure=failure)
        statistics = report["statistics"]
        row.states, row.transitions = statistics["states"], statistics["transitions"]
        row.bytecode = statistics["instructions"] / row.transitions
        # The fastest run: the others only tell how busy the machine was.
        row.seconds = min(row.seconds, search_seconds(report))
    if arguments.callgrind:
        row.instructions = instructions_per_transition(arguments.heddle, source, pair.counted)
    return row


def instructions_per_transition(heddle, source, sizes):
    (smaller, cost), (larger, larger_cost) = (count(heddle, source, size) for size in sizes)
    return (larger_cost - cost) / (larger - smaller)


def count(heddle, source, size):
    """(transitions, machine instructions) of one run under callgrind."""
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder, "profile")
        report = pathlib.Path(folder, "report.json")
        command = check_command(heddle, [source], [f"SIZE={size}"], output=report)
        run = Finished(["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", *command], CALLGRIND_LIMIT)
        if run.code != 0:
            raise SystemExit(f"run_cpp.py: {source.name} with SIZE={size} under callgrind: {run.complaint()}")
        cost = re.search(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)
        transitions = re.search(r'"transitions": *(\d+)', report.read_text())
        return int(transitions[1]), int(cost[1])


def ratio(row, base, figure):
    ours, theirs = figure(row), figure(base)
    return ours / theirs if ours and theirs else None


def table_line(pair, language, row, base):
    name = f"| {pair.program} | {pair.size} | {language} | "
    if row.failure:
        return name + f"**{row.failure}** |" + " - |" * 7
    ratios = [ratio(row, base, figure) if row is not base and not base.failure else None
              for figure in (Row.microseconds, lambda row: row.instructions)]
    seconds_ratio, instructions_ratio = (f"{value:.2f}" if value else "-" for value in ratios)
    instructions = f"{row.instructions:,.0f}" if row.instructions else "-"
    return name + (f"{row.states:,} | {row.transitions:,} | {row.seconds:.2f} | {row.microseconds():.2f} | {seconds_ratio} | "
                   f"{row.bytecode:.1f} | {instructions} | {instructions_ratio} |")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, help="the heddle to measure")
    parser.add_argument("--limit", type=int, default=120, help="seconds per run")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each program; the fastest counts")
    parser.add_argument("--program", choices=[pair.program for pair in PAIRS], help="only this pair")
    parser.add_argument("--no-callgrind", dest="callgrind", action="store_false", help="seconds only, which is much faster")
    parser.add_argument("--output", help="write the table to this file as well")
    parser.add_argument("--require-ratio", type=float, default=2.0, help="fail when C++ costs more than this times C")
    arguments = parser.parse_args()
    arguments.callgrind = arguments.callgrind and shutil.which("valgrind") is not None
    return arguments


def main():
    arguments = parse_arguments()
    lines = []

    def say(line):
        print(line, flush=True)
        lines.append(line)

    say("| program | SIZE | language | states | transitions | seconds | µs/transition | C++/C | bytecode/transition | "
        "machine instructions/transition | C++/C |")
    say("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    ratios, failed = [], False
    for pair in PAIRS:
        if arguments.program not in (None, pair.program):
            continue
        rows = {language: measure(arguments, PROGRAMS / (pair.program + suffix), pair)
                for language, suffix in LANGUAGES.items()}
        for language, row in rows.items():
            say(table_line(pair, language, row, rows["C"]))
            failed |= bool(row.failure)
        judged = (lambda row: row.instructions) if arguments.callgrind else Row.microseconds
        if not any(row.failure for row in rows.values()):
            ratios.append((ratio(rows["C++"], rows["C"], judged), pair.program))
    if ratios:
        worst, where = max(ratios)
        by = "machine instructions" if arguments.callgrind else "seconds (valgrind would count instructions)"
        say(f"\nThe highest ratio of C++ to C by {by} is {worst:.2f} ({where}); at most {arguments.require_ratio:g} is allowed.")
        failed |= worst > arguments.require_ratio
    if arguments.output:
        pathlib.Path(arguments.output).write_text("\n".join(lines) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
