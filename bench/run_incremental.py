#!/usr/bin/env python3
"""Measures heddle diff as Tables 1 and 2 of [ParizekKliber-Pairs] do: every thread interaction statement of a program as an edit.

For each line with an interaction (`heddle analyze`) that can be removed as a whole, there are two edits: the line deleted, and the
line added to the version without it. Each edit is checked by `heddle diff` in both modes and by a full `heddle check` of the same
version. Lines that cannot be removed, because the rest would not compile, are counted as such and are no edits; every run is in the
averages, also those over a limit, with their time up to it. Time is that of analysis and search; compiling is apart.

An error counts as found if it has the kind and the lines of the one that the full check reports. The result is a Markdown table
on standard output, or in --output.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from heddle_runner import DEFAULT_HEDDLE, Finished
from run_programs import PROGRAMS, load_programs

PAPER_PROGRAMS = ("alarm_clock", "prod_cons", "rax_extended", "rep_workers", "sor", "cache4j", "elevator", "qsort_mt", "jpapabench")
GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "bench", "GIT_AUTHOR_EMAIL": "bench", "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench",
}  # fmt: skip
COMPILE_ALLOWANCE = 120


class Setting:
    """A program in a git work tree of its own."""

    def __init__(self, heddle, program, defines, folder):
        self.heddle, self.folder = heddle, pathlib.Path(folder)
        self.sources = program["sources"]
        self.flags = ["--", *program["flags"], *defines]
        self.texts = {file.name: file.read_text() for file in (PROGRAMS / program["name"]).iterdir()
                      if file.suffix in {".c", ".cpp", ".h"}}
        self.git("init", "-q")

    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.folder, env={**os.environ, **GIT}, check=True, capture_output=True)

    def write(self, texts):
        for name, text in texts.items():
            (self.folder / name).write_text(text)

    def commit(self, texts):
        self.write(texts)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "base")

    def run(self, command, *options, limit):
        run = Finished([str(self.heddle), command, "--json", "-", *options, *self.sources, *self.flags],
                       limit + COMPILE_ALLOWANCE, cwd=self.folder)
        try:
            return json.loads(run.stdout)
        except json.JSONDecodeError:
            return {"problem": run.complaint()}

    def interaction_lines(self):
        self.write(self.texts)
        report = self.run("analyze", limit=600)
        places = {(pathlib.Path(i["file"]).name, i["line"]) for i in report["interactions"]}
        return sorted(place for place in places if place[0] in self.texts)

    def without(self, place):
        """The texts without a line, or None if it is plainly no statement of its own. Line numbers stay."""
        name, number = place
        lines = self.texts[name].split("\n")
        line = lines[number - 1].strip()
        if not line.endswith(";") or line.startswith(("for", "return", "}", "else", "while", "do")):
            return None
        lines[number - 1] = ""
        return {**self.texts, name: "\n".join(lines)}


def identity(error):
    lines = {(pathlib.Path(error["location"]["file"]).name, error["location"]["line"])}
    for note in error["notes"]:
        lines |= {(pathlib.Path(p["file"]).name, p["line"]) for p in note["stack"] if not p["library"]}
    return error["kind"], frozenset(lines)


class Tally:
    """The runs of one program in one way of checking."""

    def __init__(self):
        self.seconds, self.states, self.limits, self.problems = [], [], 0, 0
        self.errors, self.kinds = {}, {}

    def add(self, edit, report):
        if "problem" in report:
            self.problems += 1
            return
        figures = report["statistics"]
        self.seconds.append(figures["seconds"] - figures["load_seconds"])
        self.states.append(figures["states"])
        pairs = report.get("diff", {}).get("pairs", [])
        over = any(p["outcome"] == "limit" for p in pairs) if "diff" in report else report["verdict"] == "incomplete"
        self.limits += over
        self.errors[edit] = {identity(error) for error in report["errors"]}
        self.kinds[edit] = {error["kind"] for error in report["errors"]}

    def cells(self):
        if not self.seconds:
            return ["-"] * 3
        deviation = statistics.pstdev(self.seconds)
        return [f"{statistics.mean(self.seconds):.2f} ± {deviation:.2f}", f"{statistics.mean(self.states):,.0f}",
                f"{self.limits} of {len(self.seconds)}"]


def measure(arguments, program):
    size = program["sizes"][0]["defines"]
    with tempfile.TemporaryDirectory() as folder:
        setting = Setting(arguments.heddle, program, size, folder)
        lines = setting.interaction_lines()
        candidates = [(place, setting.without(place)) for place in lines]
        removable = [(place, texts) for place, texts in candidates if texts]
        random.Random(arguments.seed).shuffle(removable)
        tallies = {"bugs": Tally(), "safety": Tally(), "full": Tally()}
        edits = failed = 0
        for place, texts in removable[: arguments.sample or None]:
            for kind, base, new in (("deleted", setting.texts, texts), ("added", texts, setting.texts)):
                setting.commit(base)
                setting.write(new)
                full = setting.run("check", "--max-time", str(arguments.limit), limit=arguments.limit)
                if "problem" in full:
                    failed += kind == "deleted"
                    break
                edits += 1
                tallies["full"].add((place, kind), full)
                for mode in ("bugs", "safety"):
                    report = setting.run("diff", "--base", "HEAD", "--mode", mode, "--time-per-pair", str(arguments.per_pair),
                                         "--max-time", str(arguments.limit), limit=arguments.limit)
                    tallies[mode].add((place, kind), report)
        return {"lines": len(lines), "removable": len(removable), "failed": failed, "edits": edits, "tallies": tallies}


def recall(found, reference):
    """(edits with an error in the full check, with an error here, with the same error)"""
    wrong = [edit for edit, errors in reference.errors.items() if errors]
    return (len(wrong), sum(bool(found.errors.get(edit)) for edit in wrong),
            sum(bool(found.errors.get(edit, set()) & reference.errors[edit]) for edit in wrong))


def rows(program, result):
    full = result["tallies"]["full"]
    for mode in ("bugs", "safety", "full"):
        tally = result["tallies"][mode]
        wrong, some, same = recall(tally, full)
        yield [program["title"], f"{result['edits']} ({result['removable']} of {result['lines']} lines)", mode, *tally.cells(),
               str(wrong), str(some), str(same), str(tally.problems)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", default=[], help="of bench/programs; the paper's nine unless given")
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=0, help="so many lines of each program, chosen at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run")
    parser.add_argument("--per-pair", type=float, default=10, help="seconds for each pair of threads")
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.heddle = arguments.heddle.resolve()
    head = ["program", "edits", "mode", "seconds", "states", "at a limit", "edits with an error", "found one", "found the same",
            "no report"]
    table = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    for program in load_programs(arguments.programs or PAPER_PROGRAMS):
        for row in rows(program, measure(arguments, program)):
            table.append("| " + " | ".join(row) + " |")
            print(table[-1], file=sys.stderr, flush=True)
    text = "\n".join(table) + "\n"
    if arguments.output:
        arguments.output.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
