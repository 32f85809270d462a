#!/usr/bin/env python3
"""Runs the programs of bench/programs and prints a Markdown table: verdict, states, choices, time.

Each folder's program.json (bench/programs/README.md) says which variants there are and what heddle
has to answer. A run over the limit, a failure or a wrong verdict stays in the table, in bold, and
makes the exit code 1.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import collections
import json
import pathlib
import shlex
import sys

from heddle_runner import DEFAULT_HEDDLE, check, search_seconds

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
COMPILE_ALLOWANCE = 60  # seconds on top of the limit, which is the search's

PROGRAM_KEYS = {"name", "title", "sources", "flags", "papers", "sizes", "variants"}
PAPER_KEYS = {"lines", "threads"}, {"001", "002", "004", "jpf"}
VARIANT_KEYS = {"name", "defines", "verdict"}, {"kinds", "options", "sizes", "note"}
SIZE_KEYS = {"name", "defines"}, {"limit", "note"}

Outcome = collections.namedtuple("Outcome", "verdict expected statistics seconds")


class FormatError(Exception):
    """A program.json that does not say what it should."""


def load_programs(names=()):
    """The programs with these names, or all of them, in alphabetical order."""
    found = {path.parent.name: path for path in sorted(PROGRAMS.glob("*/program.json"))}
    for name in names:
        if name not in found:
            raise FormatError(f"no program {name}; there are {', '.join(found)}")
    return [load(found[name]) for name in names or found]


def load(path):
    try:
        program = json.loads(path.read_text())
    except json.JSONDecodeError as error:
        raise FormatError(f"{path}: {error}") from error
    where = path.parent.name
    require_keys(where, program, PROGRAM_KEYS)
    require_keys(f"{where}, papers", program["papers"], *PAPER_KEYS)
    if program["name"] != where:
        raise FormatError(f"{where}: its name is {program['name']}, not that of the folder")
    for source in program["sources"]:
        if not (path.parent / source).exists():
            raise FormatError(f"{where}: no source {source}")
    for size in program["sizes"]:
        require_keys(f"{where}, size", size, *SIZE_KEYS)
    for variant in program["variants"]:
        require_keys(f"{where}, variant", variant, *VARIANT_KEYS)
        if (variant["verdict"] == "error") != ("kinds" in variant):
            raise FormatError(f"{where}, variant {variant['name']}: kinds go with the verdict error")
    check_first(where, program["sizes"], "default")
    check_first(where, program["variants"], "correct")
    return program


def require_keys(where, entry, required, optional=frozenset()):
    missing, unknown = required - entry.keys(), entry.keys() - required - optional
    if missing or unknown:
        raise FormatError(f"{where}: missing {sorted(missing)}, unknown {sorted(unknown)}")


def check_first(where, entries, name):
    names = [entry["name"] for entry in entries]
    if not entries or names[0] != name or entries[0]["defines"] or len(set(names)) != len(names):
        raise FormatError(f"{where}: {name} comes first, without defines, and names are unique")


def runs(program, arguments):
    """(variant, size) pairs in the order of program.json."""
    for variant in program["variants"]:
        if arguments.variant and variant["name"] not in arguments.variant:
            continue
        sizes = variant.get("sizes", [size["name"] for size in program["sizes"]])
        for number, size in enumerate(entry for entry in program["sizes"] if entry["name"] in sizes):
            if arguments.size == "all" or arguments.size == size["name"] or (arguments.size == "default" and number == 0):
                yield variant, size


def run(program, variant, size, arguments):
    folder = PROGRAMS / program["name"]
    limit = max(arguments.limit, size.get("limit", 0) if arguments.own_limits else 0)
    options = [*variant.get("options", []), *arguments.options, "--max-time", str(limit)]
    if arguments.memory:
        options += ["--max-memory", str(arguments.memory)]
    report, process = check(
        arguments.heddle, [folder / source for source in program["sources"]], flags=options,
        limit=limit + COMPILE_ALLOWANCE, compiler=[*program["flags"], *size["defines"], *variant["defines"]],
    )  # fmt: skip
    if report is None:
        failure = "over the limit" if process.timed_out else f"failed: {process.complaint()}"
        return Outcome(failure, False, None, process.seconds)
    expected = report["verdict"] == variant["verdict"]
    verdict = report["verdict"]
    if verdict == "error":
        kinds = sorted({error["kind"] for error in report["errors"]})
        verdict = ", ".join(kinds)
        expected = expected and set(kinds) <= set(variant["kinds"])
    elif verdict == "incomplete":
        verdict = f"incomplete: {report['reason']}"
    return Outcome(verdict, expected, report["statistics"], search_seconds(report))


def table_line(program, variant, size, outcome):
    figures = ["-", "-", "-"]
    if outcome.statistics:
        figures = [f"{outcome.statistics[key]:,}" for key in ("states", "choices", "transitions")]
    cells = [
        program["name"], variant["name"], size["name"],
        outcome.verdict if outcome.expected else f"**{outcome.verdict}**",
        *figures, f"{outcome.seconds:.2f}", "yes" if outcome.expected else "**no**",
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="*", help="names of folders in bench/programs; all of them when none is given")
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, help="the heddle to run")
    parser.add_argument("--options", type=shlex.split, default=[], help="further options for heddle check, in one string")
    parser.add_argument("--limit", type=float, default=300, help="seconds of search per run")
    parser.add_argument("--own-limits", action="store_true", help="give a size the limit its program.json asks for when that is more")
    parser.add_argument("--memory", type=int, help="MiB per run")
    parser.add_argument("--variant", action="append", help="only this variant (may be given several times)")
    parser.add_argument("--size", default="default", help="the name of a size, default or all")
    parser.add_argument("--output", help="write the table to this file as well")
    parser.add_argument("--json", help="write the figures to this file")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    try:
        programs = load_programs(arguments.program)
    except FormatError as error:
        print(error, file=sys.stderr)
        return 1
    lines = [
        "| program | variant | size | verdict | states | choices | transitions | seconds | as expected |",
        "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    print("\n".join(lines), flush=True)
    records, unexpected = [], 0
    for program in programs:
        for variant, size in runs(program, arguments):
            outcome = run(program, variant, size, arguments)
            lines.append(table_line(program, variant, size, outcome))
            print(lines[-1], flush=True)
            unexpected += not outcome.expected
            records.append(
                {"program": program["name"], "variant": variant["name"], "size": size["name"], **outcome._asdict()}
            )
    if not records:
        print("no run has that variant and size", file=sys.stderr)
        return 1
    summary = f"{len(records) - unexpected} passed, {unexpected} failed"
    print("\n" + summary)
    if arguments.output:
        pathlib.Path(arguments.output).write_text("\n".join(lines) + "\n\n" + summary + "\n")
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(records, indent=2) + "\n")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
