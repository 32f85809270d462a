#!/usr/bin/env python3
"""Compares heddle with spin on the programs in bench/speed and prints a Markdown table.

Each program has a C source for heddle and a Promela model with the same parameters and the same
granularity. Spin runs in three ways: without its partial order reduction (it then walks the same
state graph as heddle and stores whole states), with its defaults, and without reduction but with
hash compaction (it then stores fingerprints, as heddle does). heddle runs in two ways: with a choice
before each shared access, as in the models, and with its defaults, which need fewer. A run that exceeds
the limit, fails or gives an unexpected verdict stays in the table and says so.

Two ratios compare the first of heddle's rows with spin's: states a second, which is fair where both store the
same states, and time for the whole space, which is fair where they do not.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import dataclasses
import pathlib
import re
import shutil
import sys
import tempfile

from heddle_runner import DEFAULT_HEDDLE, Finished, check, search_seconds

SPEED = pathlib.Path(__file__).resolve().parent / "speed"
SPIN_VARIANTS = {
    "spin": ["-DNOREDUCE"],
    "spin, default": [],
    "spin, hash-compact": ["-DNOREDUCE", "-DHC4"],
}
TOO_SHORT_TO_RATE = 0.05  # seconds; spin reports hundredths
REPEAT_BUDGET = 10  # seconds after which a run is not repeated
DEPTH_LIMIT = 1_000_000
BUILD_LIMIT = 120  # seconds
SAME_GRAPH = 0.05  # main and the starting threads may add a few states to the C program's


@dataclasses.dataclass(frozen=True)
class Case:
    program: str
    defines: tuple
    expected: str = "verified"  # or the error kind
    flags: tuple = ()  # for heddle

    def size(self):
        return " ".join(self.defines)


@dataclasses.dataclass
class Row:
    tool: str
    verdict: str
    states: int = 0
    transitions: int = 0
    seconds: float = 0.0
    bytes_per_state: float = 0.0
    as_expected: bool = False

    def rate(self):
        return self.states / self.seconds if self.seconds >= TOO_SHORT_TO_RATE else None


def cases():
    assertion_only = ("--errors", "assertion")
    yield Case("safe_stack", ("THREADS=3", "ROUNDS=2"), "assertion", assertion_only)
    for threads, rounds in ((2, 3), (3, 1), (3, 2)):
        yield Case("safe_stack", (f"THREADS={threads}", f"ROUNDS={rounds}", "NO_ASSERT"), flags=assertion_only)
    yield Case("philosophers", ("N=6", "ROUNDS=2", "NAIVE"), "deadlock")
    yield Case("philosophers", ("N=8", "ROUNDS=2", "NAIVE"), "deadlock")
    for philosophers in (6, 7, 8, 9):
        yield Case("philosophers", (f"N={philosophers}", "ROUNDS=2"))
    yield Case("peterson", ("ROUNDS=2", "BROKEN"), "assertion", assertion_only)
    for rounds in (50, 100, 200):
        yield Case("peterson", (f"ROUNDS={rounds}",))
    yield Case("bakery", ("THREADS=3", "ROUNDS=2", "BROKEN"), "assertion", assertion_only)
    for threads, rounds in ((2, 20), (3, 2), (4, 1), (3, 3)):
        yield Case("bakery", (f"THREADS={threads}", f"ROUNDS={rounds}"))
    yield Case("bounded_buffer", buffer_defines(2, 2, 2, 1) + ("BROKEN",), "assertion", assertion_only)
    for sizes in ((2, 2, 2, 1), (2, 2, 4, 2), (3, 3, 2, 2), (3, 3, 3, 2)):
        yield Case("bounded_buffer", buffer_defines(*sizes))


def buffer_defines(producers, consumers, items, capacity):
    return (f"PRODUCERS={producers}", f"CONSUMERS={consumers}", f"ITEMS={items}", f"CAPACITY={capacity}")


# Spin's models stop before every shared access, so heddle does, too; its defaults do not.
HEDDLE_VARIANTS = {"heddle": ["--race-freedom", "off"], "heddle, default": []}


def run_heddle(tool, case, arguments):
    heddle = arguments.heddle
    if not pathlib.Path(heddle).exists():
        return Row(tool, f"failed: {heddle} is not built")
    flags = [*case.flags, *HEDDLE_VARIANTS[tool], "--max-memory", str(arguments.memory)]
    if case.expected == "verified":
        flags.append("--keep-going")  # a whole space is asked for, so a wrong error must not cut it short
    report, run = check(heddle, [SPEED / f"{case.program}.c"], case.defines, flags, arguments.limit)
    if report is None:
        return Row(tool, over_limit(arguments) if run.timed_out else f"failed: {run.complaint()}")
    statistics = report["statistics"]
    states = statistics["states"]
    memory = statistics.get("visited_bytes", statistics["peak_bytes"])
    verdict = heddle_verdict(report, run, arguments)
    return Row(
        tool, verdict, states, statistics["transitions"], search_seconds(report),
        memory / max(states, 1), verdict == case.expected,
    )  # fmt: skip


def heddle_verdict(report, run, arguments):
    if run.timed_out:
        return over_limit(arguments)
    if report["verdict"] == "error":
        return ", ".join(sorted({error["kind"] for error in report["errors"]}))
    if report["verdict"] == "incomplete":
        return f"incomplete: {report['reason']}"
    return report["verdict"]


def run_spin(tool, case, arguments):
    if not shutil.which("spin"):
        return Row(tool, "failed: spin is not installed")
    with tempfile.TemporaryDirectory() as folder:
        failure = build_verifier(case, SPIN_VARIANTS[tool], arguments.memory, folder)
        if failure:
            return Row(tool, f"failed: {failure}")
        pan = ["./pan", f"-m{DEPTH_LIMIT}"]
        measure = lambda: spin_row(tool, case, Finished(pan, arguments.limit, cwd=folder), arguments)
        return best_of(arguments.repeat, measure)


def build_verifier(case, variant, memory, folder):
    """Returns what went wrong, or None."""
    defines = [f"-D{define}" for define in case.defines]
    model = SPEED / f"{case.program}.pml"
    compile_pan = ["cc", "-O2", "-w", "-DSAFETY", f"-DMEMLIM={memory}", *variant, "-o", "pan", "pan.c"]
    for command in (["spin", *defines, "-a", str(model)], compile_pan):
        run = Finished(command, BUILD_LIMIT, cwd=folder)
        if run.code != 0:
            return f"{command[0]}: {run.complaint()}"
    return None


def spin_row(tool, case, run, arguments):
    output = run.stdout
    states = number_before(r"states, stored", output)
    transitions = number_before(r"transitions \(", output)
    if states is None or transitions is None:
        return Row(tool, over_limit(arguments) if run.timed_out else f"failed: {run.complaint()}")
    megabytes = number_before(r"actual memory usage for states", output) or 0
    elapsed = re.search(r"elapsed time ([\d.e+]+)", output)
    verdict = spin_verdict(output, run, arguments)
    return Row(
        tool, verdict, int(states), int(transitions), float(elapsed.group(1)) if elapsed else run.seconds,
        megabytes * 2**20 / max(states, 1), verdict == case.expected,
    )  # fmt: skip


def spin_verdict(output, run, arguments):
    if run.timed_out:
        return over_limit(arguments)
    if "assertion violated" in output:
        return "assertion"
    if "invalid end state" in output and "errors: 0" not in output:
        return "deadlock"
    for limit in ("max search depth too small", "out of memory", "memory limit"):
        if limit in output:
            return f"incomplete: {limit}"
    return "verified" if "errors: 0" in output else f"failed: {run.complaint()}"


def number_before(what, output):
    match = re.search(rf"([\d.e+]+)\s+{what}", output)
    return float(match.group(1)) if match else None


def over_limit(arguments):
    return f"over the limit of {arguments.limit} s"


def best_of(repeat, measure):
    """The fastest run: the others only tell how busy the machine was."""
    best, spent = measure(), 0.0
    for _ in range(repeat - 1):
        spent += best.seconds
        if not best.as_expected or spent > REPEAT_BUDGET:
            break
        again = measure()
        best = again if again.as_expected and again.seconds < best.seconds else best
    return best


def mark_omissions(case, rows):
    """Hash compaction loses states; without this mark it would look fast and sound."""
    full = next(row for row in rows if row.tool == "spin")
    for row in rows:
        missed = full.states - row.states
        if row.tool == "spin, hash-compact" and case.expected == "verified" and row.as_expected and missed > 0:
            row.verdict += f" ({missed:,} states missed)"


def table_line(case, row, heddle):
    rate = row.rate()
    comparable = row.tool.startswith("spin") and rate and heddle.rate()
    ratio = heddle.rate() / rate if comparable else None
    time = row.seconds / heddle.seconds if comparable and case.expected == "verified" else None
    cells = [
        case.program, case.size(), row.tool, row.verdict if row.as_expected else f"**{row.verdict}**",
        f"{row.states:,}", f"{row.transitions:,}", f"{row.seconds:.2f}", f"{rate:,.0f}" if rate else "-",
        f"{row.bytes_per_state:.0f}" if rate else "-", f"{ratio:.2f}" if ratio else "-",
        f"{time:.2f}" if time else "-",
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |", ratio, time


def parse_arguments():
    parser = argparse.ArgumentParser(description="heddle against spin: states, time and memory")
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, help="the heddle to measure")
    parser.add_argument("--limit", type=int, default=120, help="seconds per run")
    parser.add_argument("--memory", type=int, default=4096, help="MiB per run")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each short case; the fastest counts")
    parser.add_argument("--program", action="append", help="only this program (may be given several times)")
    parser.add_argument("--no-heddle", action="store_true", help="measure spin alone")
    parser.add_argument("--output", help="write the table to this file as well")
    parser.add_argument("--require-ratio", type=float, help="fail when heddle is below this share of spin's speed")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    lines = [
        "| program | size | tool | verdict | states | transitions | seconds | states/s | bytes/state | states/s to spin's | time to spin's |",
        "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    print("\n".join(lines), flush=True)
    ratios, times, different, unexpected = [], [], [], 0
    for case in cases():
        if arguments.program and case.program not in arguments.program:
            continue
        heddle, rows = Row("heddle", "not run", as_expected=True), []
        if not arguments.no_heddle:
            rows = [best_of(arguments.repeat, lambda: run_heddle(tool, case, arguments)) for tool in HEDDLE_VARIANTS]
            heddle = rows[0]
        for tool in SPIN_VARIANTS:
            rows.append(run_spin(tool, case, arguments))
        mark_omissions(case, rows)
        for row in rows:
            line, ratio, time = table_line(case, row, heddle)
            print(line, flush=True)
            lines.append(line)
            unexpected += not row.as_expected
            if row.tool == "spin" and heddle.states and case.expected == "verified":
                is_same = abs(heddle.states - row.states) <= SAME_GRAPH * row.states
                if not is_same:
                    different.append(f"{case.program} {case.size()} ({heddle.states / row.states:.2f})")
                if ratio:
                    (ratios if is_same else times).append((ratio if is_same else time, f"{case.program} {case.size()}"))
    summary = summarise(ratios, times, different, unexpected)
    print(summary)
    if arguments.output:
        pathlib.Path(arguments.output).write_text("\n".join(lines) + "\n" + summary + "\n")
    too_slow = arguments.require_ratio and any(ratio < arguments.require_ratio for ratio, _ in ratios + times)
    return 1 if unexpected or too_slow else 0


def summarise(ratios, times, different, unexpected):
    parts = []
    if ratios:
        ratio, where = min(ratios)
        parts.append(f"Lowest share of spin's states/s where both store the same states: {ratio:.2f} ({where}).")
    if times:
        ratio, where = min(times)
        parts.append(f"Lowest share of spin's speed (its time to heddle's) where they do not: {ratio:.2f} ({where}).")
    if different:
        parts.append(f"State counts differ by more than {SAME_GRAPH:.0%} (heddle/spin): {'; '.join(different)}.")
    if unexpected:
        parts.append(f"{unexpected} results are not as expected (bold).")
    return "\n" + " ".join(parts) if parts else ""


if __name__ == "__main__":
    sys.exit(main())
