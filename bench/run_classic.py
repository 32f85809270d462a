#!/usr/bin/env python3
"""Runs the classic parametric programs of stateless model checkers in growing sizes: executions, states, time, growth.

bench/classic/programs.json lists the programs, their sizes and, where they are known, the executions of an optimal dynamic
POR. A configuration this heddle has no options for is left out with a message; a run over the limit is marked in the table, and
so are larger sizes of the same program, which are not tried then. Results are kept (bench/measurements.py): an interrupted table goes on.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import collections
import csv
import json
import pathlib
import sys

from heddle_runner import DEFAULT_HEDDLE, ROOT
from measurements import Heddle, is_complete, measure
from run_programs import FormatError, require_keys

FOLDER = pathlib.Path(__file__).resolve().parent / "classic"
RESULTS = ROOT / "docs" / "results"

PROGRAM_KEYS = {"name", "source", "sizes", "bug"}, {"parameters", "defines", "waits", "reference"}
SIZE_KEYS = {"n"}, {"defines", "executions", "published", "model"}
BUG_KEYS = {"defines", "kinds"}, {"options"}

# `stateless`: one execution per trace, so its count is compared, and programs that wait are compiled without idle rounds.
Configuration = collections.namedtuple("Configuration", "name options stateless", defaults=(False,))
CONFIGURATIONS = [
    Configuration("none", {"--reduction": "none"}),
    Configuration("heap", {"--reduction": "heap", "--race-freedom": "off"}),
    Configuration("hybrid", {"--reduction": "hybrid", "--race-freedom": "off"}),
    Configuration("race-free heap", {"--reduction": "heap", "--race-freedom": "on"}),
    Configuration("race-free hybrid", {"--reduction": "hybrid", "--race-freedom": "on"}),
    Configuration("stateful DPOR", {"--search": "dpor", "--reduction": "heap"}),
    Configuration("stateful DPOR + hybrid", {"--search": "dpor", "--reduction": "hybrid"}),
    Configuration("optimal DPOR", {"--search": "optimal", "--reduction": "heap"}, stateless=True),
]

Row = collections.namedtuple("Row", "program size configuration result growth")


def load_programs(names=()):
    programs = json.loads((FOLDER / "programs.json").read_text())
    for program in programs:
        where = program.get("name", "?")
        require_keys(where, program, *PROGRAM_KEYS)
        require_keys(f"{where}, bug", program["bug"], *BUG_KEYS)
        for size in program["sizes"]:
            require_keys(f"{where}, size", size, *SIZE_KEYS)
        if not (FOLDER / program["source"]).exists():
            raise FormatError(f"{where}: no source {program['source']}")
    known = [program["name"] for program in programs]
    for name in names:
        if name not in known:
            raise FormatError(f"no program {name}; there are {', '.join(known)}")
    return [program for program in programs if not names or program["name"] in names]


def compiler_flags(program, size, configuration=None):
    flags = [f"-D{parameter}={size['n']}" for parameter in program.get("parameters", ["N"])]
    flags += [*program.get("defines", []), *size.get("defines", [])]
    if configuration and configuration.stateless and program.get("waits"):
        flags.append("-DASSUME")
    return flags


def size_name(size):
    return " ".join([str(size["n"]), *[define.removeprefix("-D") for define in size.get("defines", [])]])


def rows_of(heddle, program, configuration, limit):
    """One row per size; after a size over the limit the larger ones are only mentioned."""
    before = None
    for size in program["sizes"]:
        if before and not is_complete(before):
            yield Row(program, size, configuration, {"verdict": "not tried"}, None)
            continue
        flags = compiler_flags(program, size, configuration)
        options = heddle.arguments(configuration.options)
        result = measure(heddle, [FOLDER / program["source"]], flags, options, limit)
        growth = None
        if before and is_complete(result) and before["states"]:
            growth = result["states"] / before["states"]
        before = result
        yield Row(program, size, configuration, result, growth)


def expected_executions(row):
    return row.size.get("executions") if row.configuration.stateless else None


def is_right(row):
    if row.result["verdict"] in ("over the limit", "not tried"):
        return True
    expected = expected_executions(row)
    return row.result["verdict"] == "verified" and expected in (None, row.result["executions"])


HEADER = ["program", "size", "configuration", "verdict", "executions", "traces", "states", "transitions", "seconds", "growth"]


def cells(row):
    """Plain values, for CSV and, dressed up, for Markdown."""
    figures = [row.result.get(figure) for figure in ("executions", "states", "transitions", "search_seconds")]
    executions, states, transitions, seconds = figures
    return [
        row.program["name"], size_name(row.size), row.configuration.name, row.result["verdict"], executions,
        row.size.get("executions"), states, transitions, seconds, row.growth,
    ]  # fmt: skip


def dressed(row):
    values = cells(row)
    verdict = values[3] if is_right(row) else f"**{values[3]}**"
    if row.result["verdict"] == "failed":
        verdict = f"**failed: {row.result['reason']}**"
    is_partial = row.result["verdict"] == "over the limit"
    numbers = ["-" if value is None else f"{'> ' if is_partial else ''}{value:,}" for value in values[4:8]]
    numbers[1] = "-" if values[5] is None else f"{values[5]:,}"
    if expected_executions(row) not in (None, values[4]) and is_complete(row.result):
        numbers[0] = f"**{numbers[0]}**"
    seconds = "-" if values[8] is None else f"{'> ' if is_partial else ''}{values[8]:.2f}"
    growth = "-" if values[9] is None else f"{values[9]:.1f}"
    return [*values[:3], verdict, *numbers, seconds, growth]


def write_markdown(path, rows, arguments):
    lines = [
        "# Classic programs of stateless model checkers", "",
        f"Made by `{arguments.command}`. *Traces* is the number of executions an optimal dynamic POR needs, counted by"
        " `bench/classic/count_traces.py` or published (see `bench/classic/README.md`); *growth* is the factor of states from the"
        " size before. Seconds are the search's. A run over the limit of"
        f" {arguments.limit:g} s shows the figures at that moment; larger sizes were not tried then.", "",
        "| " + " | ".join(HEADER) + " |", "| --- | --- | --- | --- |" + " ---: |" * 6,
    ]  # fmt: skip
    lines += ["| " + " | ".join(dressed(row)) + " |" for row in rows]
    path.write_text("\n".join(lines) + "\n")


def write_csv(path, rows):
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(HEADER)
        writer.writerows(cells(row) for row in rows)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="*", help="names in bench/classic/programs.json; all of them when none is given")
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, help="the heddle to run")
    parser.add_argument("--limit", type=float, default=60, help="seconds of search per run")
    parser.add_argument("--configuration", action="append", help="only this one (may be given several times)")
    parser.add_argument("--output", type=pathlib.Path, default=RESULTS, help="folder for classic.md and classic.csv")
    arguments = parser.parse_args()
    arguments.command = " ".join(["bench/run_classic.py", *sys.argv[1:]])
    return arguments


def chosen_configurations(heddle, wanted):
    for name in wanted or ():
        if name not in [configuration.name for configuration in CONFIGURATIONS]:
            raise FormatError(f"no configuration {name}; there are {', '.join(c.name for c in CONFIGURATIONS)}")
    for configuration in CONFIGURATIONS:
        if wanted and configuration.name not in wanted:
            continue
        if heddle.arguments(configuration.options) is not None:
            yield configuration
        else:
            print(f"left out: {configuration.name}; this heddle lacks a switch of it", file=sys.stderr)


def main():
    arguments = parse_arguments()
    rows = []
    try:
        programs = load_programs(arguments.program)
        heddle = Heddle(arguments.heddle)
        configurations = list(chosen_configurations(heddle, arguments.configuration))
    except (FormatError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    for program in programs:
        for configuration in configurations:
            for row in rows_of(heddle, program, configuration, arguments.limit):
                rows.append(row)
                print("| " + " | ".join(dressed(row)) + " |", flush=True)
    arguments.output.mkdir(parents=True, exist_ok=True)
    write_markdown(arguments.output / "classic.md", rows, arguments)
    write_csv(arguments.output / "classic.csv", rows)
    wrong = sum(not is_right(row) for row in rows)
    print(f"\n{len(rows) - wrong} passed, {wrong} failed")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
