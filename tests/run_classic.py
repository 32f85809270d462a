#!/usr/bin/env python3
"""Checks the classic programs of bench/classic in their smallest size, correct and broken, with every reduction.

The expected verdicts are those of bench/classic/programs.json. Whatever search this heddle has is tried, so that the benchmark
never measures a wrong answer; a search that is optimal must count the executions the table says.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

from heddle_runner import check  # noqa: E402
from measurements import Heddle  # noqa: E402
from run_classic import CONFIGURATIONS, FOLDER, compiler_flags, load_programs  # noqa: E402

SECONDS_PER_RUN = 60


def problem_of(heddle, program, configuration, is_broken):
    """What is wrong with this run, or an empty string."""
    size, bug = program["sizes"][0], program["bug"]
    flags = compiler_flags(program, size, configuration)
    options = heddle.arguments(configuration.options)
    if is_broken:
        flags += bug["defines"]
        options += bug.get("options", [])
    report, process = check(heddle.path, [FOLDER / program["source"]], flags=options, limit=SECONDS_PER_RUN, compiler=flags)
    if report is None:
        return f"it took longer than {SECONDS_PER_RUN} s" if process.timed_out else process.complaint()
    wanted = "error" if is_broken else "verified"
    if report["verdict"] != wanted:
        return f"verdict {report['verdict']} ({report['reason']}), expected {wanted}"
    kinds = {error["kind"] for error in report["errors"]}
    if is_broken and not kinds <= set(bug["kinds"]):
        return f"error {', '.join(sorted(kinds))}, expected {' or '.join(bug['kinds'])}"
    executions, expected = report["statistics"]["executions"], size.get("executions")
    if configuration.stateless and not is_broken and expected not in (None, executions):
        return f"{executions} executions, expected {expected}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "build" / "heddle")))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("program", nargs="*", help="names in bench/classic/programs.json")
    arguments = parser.parse_args()
    heddle = Heddle(arguments.heddle)
    tests = [
        (program, configuration, is_broken)
        for program in load_programs(arguments.program)
        for configuration in CONFIGURATIONS
        if heddle.arguments(configuration.options) is not None
        for is_broken in (False, True)
    ]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        problems = list(pool.map(lambda test: problem_of(heddle, *test), tests))
    for (program, configuration, is_broken), problem in zip(tests, problems):
        if problem:
            print(f"FAILED {program['name']}{' (broken)' if is_broken else ''}, {configuration.name}: {problem}")
    failed = sum(map(bool, problems))
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
