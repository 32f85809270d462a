#!/usr/bin/env python3
"""Checks that every address a program touches lies in the points-to set of that place, for each pointer analysis.

The hybrid reduction compares each access of shared memory with what its analysis expected and says when it was wrong
(analysis_given_up). Over the programs of tests/programs that must never happen, but for those whose header says
so (`surprises hybrid: why`). Without --thorough each C program is checked with one analysis, drawn by its name.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import os
import shlex
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from run_programs import EXIT_CODES, ROOT, find_programs, is_cxx, read_program, run

# Every place is a choice, so that every access is looked at.
OPTIONS = ["--reduction", "hybrid", "--race-freedom", "off"]
ANALYSES = ["none", "ci", "cs", "ci-demand", "cs-demand"]


def is_surprised(program, analysis):
    """Without an analysis a pointer may lead anywhere, so nothing comes as a surprise."""
    return "hybrid" in program.surprises and analysis != "none"


def command_for(heddle, program, analysis):
    flags = ["--", *program.flags] if program.flags else []
    return [heddle, "check", *OPTIONS, "--pointers", analysis, *program.options, *map(str, program.sources), *flags]


def problem_with(heddle, program, analysis):
    """What is wrong, or an empty string."""
    command = command_for(heddle, program, analysis)
    with tempfile.TemporaryDirectory(prefix="heddle_points_to_") as scratch:
        result_file = Path(scratch) / "result.json"
        code, printed = run(command[:2] + ["--json", str(result_file)] + command[2:])
        if code is None:
            return "it took too long"
        if code != EXIT_CODES[program.verdict]:
            return f"exit code {code}, expected {EXIT_CODES[program.verdict]}\n{printed.rstrip()}"
        surprised = json.loads(result_file.read_text())["statistics"]["analysis_given_up"]
    if surprised == is_surprised(program, analysis):
        return ""
    return "it touched what the analysis did not expect" if surprised else "it should surprise the analysis"


def collect(wanted, thorough):
    """(program, analysis) for all runs. Headers that are wrong are reported by run_programs.py."""
    for name, sources in find_programs(ROOT / "tests" / "programs"):
        if wanted not in str(name) or (is_cxx(sources) and not thorough):
            continue
        program = read_program(name, sources)
        if program.verdict == "unsupported" or "hybrid" in program.skipped:
            continue
        drawn = zlib.crc32(str(name).encode()) % len(ANALYSES)
        for analysis in ANALYSES if thorough else ANALYSES[drawn:drawn + 1]:
            yield program, analysis


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "build" / "heddle")))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--filter", metavar="SUBSTRING", default="", help="only programs whose path contains this")
    parser.add_argument("--thorough", action="store_true", help="every program with every analysis, C++ too")
    arguments = parser.parse_args()

    runs = list(collect(arguments.filter, arguments.thorough))
    with ThreadPoolExecutor(arguments.jobs) as pool:
        problems = list(pool.map(lambda entry: problem_with(arguments.heddle, *entry), runs))
    for (program, analysis), problem in zip(runs, problems):
        if problem:
            print(f"FAILED {program.name} ({analysis}): {problem}")
            print(f"  {shlex.join(command_for(arguments.heddle, program, analysis))}")
    failed = sum(bool(problem) for problem in problems)
    print(f"{len(runs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
