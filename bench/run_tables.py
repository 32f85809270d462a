#!/usr/bin/env python3
"""Measures the configurations of the papers' tables on bench/programs and writes them beside the papers' figures.

The tables are 2 to 10 of [ParizekLhotak-SCP] (field accesses and immutable fields; pointer analyses; dynamic POR) and 2 of
[ParizekJancik-SPIN14] (happens-before); the papers' figures are those of each program.json. Programs run in their default size, correct version. The
result is docs/results/tables.md, tables.csv and two charts. A run over the limit stays in the tables with the figures at that moment,
marked; a configuration whose switches this heddle does not have is left out with a message. Results are kept (bench/measurements.py), so an
interrupted run goes on where it stopped.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import collections
import csv
import pathlib
import sys

import charts
from heddle_runner import DEFAULT_HEDDLE, ROOT
from measurements import Heddle, measure
from run_programs import PROGRAMS, FormatError, load_programs
from tables_bars import bars_section

RESULTS = ROOT / "docs" / "results"

# `paper`: where a program.json holds the published figures of it, if it is one of the papers' own.
Configuration = collections.namedtuple("Configuration", "name options paper")


def hybrid(field_access, pointers="ci", immutable="off", happens_before="off", race_freedom="off"):
    """The papers name field accesses without pointer analysis; in C every access goes through one, so `ci` stands for none.

    Choices at plain accesses are what the papers' analyses save, so the tables keep them: race freedom would leave nothing to compare.
    """
    return {
        "--reduction": "hybrid", "--field-access": field_access, "--pointers": pointers, "--immutable-fields": immutable,
        "--happens-before": happens_before, "--race-freedom": race_freedom,
    }  # fmt: skip


def dynamic(options):
    return {**options, "--search": "dpor"}


FIELD_ACCESS = ("insensitive", "callee", "sensitive")
POINTERS = ("none", "ci", "cs", "ci-demand", "cs-demand")

CONFIGURATIONS = [
    Configuration("heap", {"--reduction": "heap", "--race-freedom": "off"}, [("004", "heap"), ("001", "heap")]),
    *[Configuration(variant, hybrid(variant), [("004", variant), ("001", "field_access")][: 1 + (variant == "sensitive")])
      for variant in FIELD_ACCESS],
    *[Configuration(f"{variant}, immutable", hybrid(variant, immutable="on"), [("004", f"{variant}_immutable")])
      for variant in FIELD_ACCESS],
    *[Configuration(f"pointers {kind}", hybrid("sensitive", kind, immutable="on"),
                    [("004", "sensitive_immutable" if kind == "none" else kind.replace("-", "_"))]) for kind in POINTERS],
    Configuration("happens-before", hybrid("sensitive", happens_before="on"), [("001", "happens_before")]),
    Configuration("all", hybrid("sensitive", immutable="on", happens_before="on"), []),
    Configuration("dynamic POR", dynamic({"--reduction": "heap", "--race-freedom": "off"}), [("004", "dynamic_por")]),
    Configuration("dynamic POR + static", dynamic(hybrid("sensitive", immutable="on")), [("004", "dynamic_por_static")]),
    Configuration("dynamic POR + all", dynamic(hybrid("sensitive", immutable="on", happens_before="on")), []),
    Configuration("race-free dynamic POR", dynamic({"--reduction": "heap", "--race-freedom": "on"}), []),
    Configuration("race-free dynamic POR + all",
                  dynamic(hybrid("sensitive", immutable="on", happens_before="on", race_freedom="on")), []),
    Configuration("race-free heap", {"--reduction": "heap", "--race-freedom": "on"}, []),
    Configuration("race-free all", hybrid("sensitive", immutable="on", happens_before="on", race_freedom="on"), []),
    Configuration("default", {}, []),
]  # fmt: skip

IN_CHARTS = ["heap", *FIELD_ACCESS, "sensitive, immutable", "happens-before", "all", "default"]  # no more than there are colours

Metric = collections.namedtuple("Metric", "title figure paper shown")
METRICS = [
    Metric("Thread choices", "choices", "choices", lambda value: f"{value:,}"),
    Metric("Static analysis, seconds", "analysis_seconds", "static_seconds", lambda value: f"{value:,.2f}"),
    Metric("Total time, seconds", "total_seconds", "seconds", lambda value: f"{value:,.2f}"),
    Metric("Memory, MB", "megabytes", "megabytes", lambda value: f"{value:,.0f}"),
]

# Title, the numbers of the paper's tables (one per metric), the paper, the configurations.
TABLES = [
    ("Field accesses and immutable fields", ("004 Table 2", "004 Table 3", "004 Table 4", "004 Table 5"), "004",
     ["heap", *FIELD_ACCESS, *[f"{variant}, immutable" for variant in FIELD_ACCESS]]),
    ("Pointer analyses, with sensitive field accesses and immutable fields",
     ("004 Table 6", "004 Table 7", "004 Table 8", "004 Table 9"), "004", [f"pointers {kind}" for kind in POINTERS]),
    ("Happens-before, and beyond the papers", ("001 Table 2", "001 Table 2", "001 Table 2", "not in the paper"), "001",
     ["heap", "sensitive", "happens-before", "all", "race-free heap", "race-free all", "default"]),
    ("Dynamic POR with state matching, alone and with the analyses", ("004 Table 10", *["not in the paper"] * 3), "004",
     ["heap", "sensitive, immutable", "dynamic POR", "dynamic POR + static"]),
    ("Dynamic POR, beyond the paper", ["not in the paper"] * 4, "004",
     ["all", "dynamic POR", "dynamic POR + all", "race-free all", "race-free dynamic POR", "race-free dynamic POR + all"]),
]  # fmt: skip


def measure_all(heddle, programs, limit, wanted=()):
    """{(program name, configuration name): result}"""
    results = {}
    for configuration in CONFIGURATIONS:
        if wanted and configuration.name not in wanted:
            continue
        options = heddle.arguments(configuration.options)
        if options is None:
            print(f"left out: {configuration.name}; this heddle lacks a switch of it", file=sys.stderr)
            continue
        for program in programs:
            folder = PROGRAMS / program["name"]
            sources = [folder / source for source in program["sources"]]
            variant = program["variants"][0]
            flags = [*program["flags"], *variant["defines"], *program["sizes"][0]["defines"]]
            result = measure(heddle, sources, flags, [*variant.get("options", []), *options], limit)
            result["megabytes"] = result["peak_bytes"] / 1e6 if result.get("peak_bytes") else None
            results[program["name"], configuration.name] = result
            print(f"{configuration.name:<24}{program['name']:<16}{summary(result)}", flush=True)
    return results


def summary(result):
    if result.get("choices") is None:
        return f"{result['verdict']}: {result['reason']}"
    return f"{result['verdict']:<16}{result['choices']:>14,} choices {result['total_seconds']:>9.2f} s"


def paper_figure(program, configuration, paper, metric):
    """The published figure as text; empty when there is none."""
    for source, key in configuration.paper:
        figures = program["papers"].get(source, {}).get(key, {})
        if source == paper and metric.paper in figures:
            value = figures[metric.paper]
            return "n/a" if value is None else f"{value:,}"
    return ""


def cell(result, metric):
    if result is None:
        return "-"
    value = result.get(metric.figure)
    if value is None:
        return "**failed**" if result["verdict"] == "failed" else "> limit"
    if metric.figure != "analysis_seconds" and result["verdict"] == "over the limit":
        return f"> {metric.shown(value)}"
    if result["verdict"] not in ("verified", "over the limit"):
        return f"**{result['verdict']}**"
    return metric.shown(value)


def markdown_table(programs, results, table):
    title, numbers, paper, names = table
    measured = {name for _, name in results}
    columns = [entry for entry in CONFIGURATIONS if entry.name in names and entry.name in measured]
    lines = [f"## {title}", ""]
    if not columns:
        return [*lines, "No configuration of this table can be run with this heddle.", ""]
    for metric, number in zip(METRICS, numbers):
        lines += [f"### {metric.title} ({number})", ""]
        lines += ["| program | " + " | ".join(column.name for column in columns) + " |", "| --- |" + " ---: |" * len(columns)]
        for program in programs:
            cells = [program["title"]]
            for column in columns:
                published = paper_figure(program, column, paper, metric)
                ours = cell(results.get((program["name"], column.name)), metric)
                cells.append(f"{ours} ({published})" if published else ours)
            lines.append("| " + " | ".join(cells) + " |")
        lines.append("")
    return lines


def write_markdown(path, programs, results, arguments):
    lines = [
        "# The papers' tables", "",
        f"Made by `{arguments.command}` with a limit of {arguments.limit:g} s of search per run. Each cell holds our figure and, in"
        " brackets, the paper's (Java programs on Java Pathfinder; \"n/a\" where it did not finish in 12 hours or ran out of memory)."
        " `>` marks a run over the limit, with its figures at that moment. Thread choices are states in which more than one thread"
        " could run. Total time is the analyses' and the search's, without compiling. The papers' tables 2 to 5 use no pointer"
        " analysis; ours use `ci`. `race-free` columns and `default` are with race freedom, all others without. All figures are in tables.csv.", "",
        "![Thread choices](tables_choices.svg)", "", "![Total time](tables_total_seconds.svg)", "",
    ]  # fmt: skip
    for table in TABLES:
        lines += markdown_table(programs, results, table)
    lines += bars_section(programs, results)
    path.write_text("\n".join(lines).rstrip() + "\n")


def write_csv(path, programs, results):
    figures = (
        "verdict", "states", "choices", "transitions", "executions", "load_seconds", "analysis_seconds", "search_seconds",
        "total_seconds", "megabytes",
    )  # fmt: skip
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["program", "configuration", *figures, *[f"paper_{metric.paper}" for metric in METRICS]])
        for program in programs:
            for configuration in CONFIGURATIONS:
                result = results.get((program["name"], configuration.name))
                if result:
                    published = [published_value(program, configuration, metric) for metric in METRICS]
                    writer.writerow([program["name"], configuration.name, *[result.get(key) for key in figures], *published])


def published_value(program, configuration, metric):
    for source, key in configuration.paper:
        if metric.paper in program["papers"].get(source, {}).get(key, {}):
            return program["papers"][source][key][metric.paper]
    return None


def write_chart(path, title, programs, results, figure, unit):
    series = [name for name in IN_CHARTS if any((program["name"], name) in results for program in programs)]
    groups = []
    for program in programs:
        entries = {}
        for name in series:
            result = results.get((program["name"], name))
            value = result.get(figure) if result else None
            entries[name] = None if value is None else (value, result["verdict"] != "verified")
        groups.append((program["title"], entries))
    path.write_text(charts.bars(title, groups, series, unit))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", default=[], metavar="PROGRAM", help="a folder of bench/programs; may be repeated")
    parser.add_argument("--configuration", action="append", default=[], help="a column of the tables; may be repeated")
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, help="the heddle to run")
    parser.add_argument("--limit", type=float, default=600, help="seconds of search per run")
    parser.add_argument("--output", type=pathlib.Path, default=RESULTS, help="folder for the tables and charts")
    arguments = parser.parse_args()
    arguments.command = " ".join(["bench/run_tables.py", *sys.argv[1:]])
    return arguments


def main():
    arguments = parse_arguments()
    try:
        programs = load_programs(arguments.only)
        heddle = Heddle(arguments.heddle)
    except (FormatError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    results = measure_all(heddle, programs, arguments.limit, arguments.configuration)
    arguments.output.mkdir(parents=True, exist_ok=True)
    write_markdown(arguments.output / "tables.md", programs, results, arguments)
    write_csv(arguments.output / "tables.csv", programs, results)
    for figure, title, unit in (("choices", "Thread choices", ""), ("total_seconds", "Total time", " s")):
        write_chart(arguments.output / f"tables_{figure}.svg", title, programs, results, figure, unit)
    wrong = [key for key, result in results.items() if result["verdict"] not in ("verified", "over the limit")]
    for program, configuration in wrong:
        print(f"FAILED {program}, {configuration}: {results[program, configuration]['verdict']}")
    print(f"{len(results) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong or not results else 0


if __name__ == "__main__":
    sys.exit(main())
