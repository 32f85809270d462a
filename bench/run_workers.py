#!/usr/bin/env python3
"""Measures how much faster two workers explore one state space than one, on the larger searches of bench/programs.

Beside the speed-up stands what the machine gives at best: two processes with one worker each at the same time do twice the work of
one, and never in quite the same time. A row is the fastest of --repeat rounds; all three runs of a row are made in one round, so that
a busy minute of the machine spoils a round and not the ratio. The states must be the same with any number of workers.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import concurrent.futures
import statistics
import sys

from heddle_runner import DEFAULT_HEDDLE, check, search_seconds
from run_programs import PROGRAMS, load_programs

BAR = 1.8
HEAP = ["--reduction", "heap", "--race-freedom", "off"]
# What takes several seconds.
SEARCHES = [("cache4j", []), ("jpapabench", []), ("elevator", HEAP), ("cre_demo", HEAP)]


class Failed(Exception):
    pass


def run(arguments, search, workers):
    name, options = search
    program = next(program for program in load_programs() if program["name"] == name)
    correct = program["variants"][0]
    report, process = check(
        arguments.heddle, [PROGRAMS / name / source for source in program["sources"]],
        flags=["--no-store", "-j", str(workers), "--max-time", str(arguments.limit), *correct.get("options", []), *options],
        compiler=[*program["flags"], *correct["defines"], *program["sizes"][0]["defines"]], limit=arguments.limit * 2,
    )  # fmt: skip
    if report is None:
        raise Failed(f"{name}: {process.complaint()}")
    return report


def ends_in_time(report):
    return report["verdict"] == "verified"


def at_once(arguments, search):
    """Two processes side by side; the slower one's seconds."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        runs = [pool.submit(run, arguments, search, 1) for _ in range(2)]
        return max(search_seconds(each.result()) for each in runs)


def measure(arguments, search):
    """(states, seconds with one worker, with two, of two processes) of the round whose workers did best; None over the limit."""
    rounds = []
    for _ in range(arguments.repeat):
        one = run(arguments, search, 1)
        if not ends_in_time(one):
            return None
        two = run(arguments, search, 2)
        if [one["verdict"], one["statistics"]["states"]] != [two["verdict"], two["statistics"]["states"]]:
            raise Failed(f"{search[0]}: {one['statistics']['states']} states with one worker, {two['statistics']['states']} with two")
        rounds.append((one["statistics"]["states"], search_seconds(one), search_seconds(two), at_once(arguments, search)))
    return max(rounds, key=lambda each: each[1] / each[2])


def parse_arguments():
    parser = argparse.ArgumentParser(description="how much faster are two workers than one?")
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, help="the heddle to measure")
    parser.add_argument("--limit", type=int, default=120, help="seconds per run")
    parser.add_argument("--repeat", type=int, default=3, help="rounds")
    parser.add_argument("--only", nargs="+", help="these programs")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    print("| program | options | states | one worker, s | two, s | speed-up | two processes give |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
    ratios = []
    try:
        for name, options in SEARCHES:
            if arguments.only and name not in arguments.only:
                continue
            result = measure(arguments, (name, options))
            if result is None:
                print(f"| {name} | {' '.join(options)} | over {arguments.limit} s | | | | |", flush=True)
                continue
            states, one, two, pair = result
            ratios.append(one / two)
            print(f"| {name} | {' '.join(options)} | {states:,} | {one:.2f} | {two:.2f} | {one / two:.2f} | {2 * one / pair:.2f} |", flush=True)
    except Failed as failure:
        print(f"\nfailed: {failure}", file=sys.stderr)
        return 1
    below = sum(ratio < BAR for ratio in ratios)
    print(f"\n{statistics.geometric_mean(ratios):.2f} times as fast in the geometric mean; {len(ratios) - below} of {len(ratios)} reach {BAR}.")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
