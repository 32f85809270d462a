#!/usr/bin/env python3
"""Measures transitions/s while more and more memory that no thread touches is alive; fails when it
slows the search down.

The set-up of the extra memory is run alone as well (ROUNDS=0) and subtracted, so that only the
exploration is compared.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import pathlib
import sys
import tempfile

from heddle_runner import DEFAULT_HEDDLE, check, search_seconds

PROGRAM = pathlib.Path(__file__).resolve().parent / "heap_size.c"
HEAP_SIZES = (10, 1_000, 100_000)
GLOBALS = 1_000
TOLERANCE = 0.20


class Failed(Exception):
    pass


def write_globals(path, count):
    lines = [f"long extra_global_{i} = {i};" for i in range(count)]
    lines.append("void touch_extra_globals(void) {")
    lines += [f"    extra_global_{i} += 1;" for i in range(count)]
    lines.append("}")
    path.write_text("\n".join(lines) + "\n")


def measure(arguments, sources, defines):
    report, run = check(arguments.heddle, sources, defines, (), arguments.limit)
    if report is None:
        raise Failed(f"{' '.join(defines)}: {'over the time limit' if run.timed_out else run.complaint()}")
    if report["verdict"] != "verified":
        raise Failed(f"{' '.join(defines)}: {report['verdict']}, expected verified")
    return report["statistics"]["transitions"], search_seconds(report)


def exploration(arguments, sources, defines):
    """Transitions and seconds of the fastest exploration, the set-up taken off."""
    setup_transitions, setup_seconds = measure(arguments, sources, [*defines, "ROUNDS=0"])
    whole = [f"ROUNDS={arguments.rounds}", *defines]
    runs = [measure(arguments, sources, whole) for _ in range(arguments.repeat)]
    transitions, seconds = min(runs, key=lambda run: run[1])
    if seconds <= setup_seconds:
        raise Failed(f"{' '.join(defines)}: the exploration is too short to be measured; raise --rounds")
    return transitions - setup_transitions, seconds - setup_seconds


def configurations(folder):
    for size in HEAP_SIZES:
        yield f"{size:,} extra heap objects", [PROGRAM], [f"EXTRA={size}"]
    generated = pathlib.Path(folder) / "extra_globals.c"
    write_globals(generated, GLOBALS)
    yield f"{GLOBALS:,} extra globals", [PROGRAM, generated], ["EXTRA=10", "EXTRA_GLOBALS"]


def parse_arguments():
    parser = argparse.ArgumentParser(description="does a transition cost more when more memory is alive?")
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, help="the heddle to measure")
    parser.add_argument("--limit", type=int, default=120, help="seconds per run")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each configuration; the fastest counts")
    parser.add_argument("--rounds", type=int, default=20, help="work per thread; the time grows with its third power")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    print("| configuration | transitions | seconds | transitions/s |\n| --- | ---: | ---: | ---: |", flush=True)
    rates = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, sources, defines in configurations(folder):
                transitions, seconds = exploration(arguments, sources, defines)
                rates.append(transitions / seconds)
                print(f"| {name} | {transitions:,} | {seconds:.2f} | {rates[-1]:,.0f} |", flush=True)
    except (Failed, OSError) as failure:
        print(f"\nfailed: {failure}", file=sys.stderr)
        return 1
    loss = 1 - min(rates) / max(rates)
    print(f"\nThe slowest is {loss:.0%} below the fastest; at most {TOLERANCE:.0%} is allowed.")
    return 1 if loss > TOLERANCE else 0


if __name__ == "__main__":
    sys.exit(main())
