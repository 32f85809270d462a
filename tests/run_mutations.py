#!/usr/bin/env python3
"""Weakens each transfer function and each condition of the reductions once and sees that the tests notice.

A mutant is a replacement of text in one file (tests/mutations/mutants.json). Each is built in a copy of
the sources; then the tests run, the fastest first, until one fails: the unit tests, the check that
points-to sets cover what the machine touches, the small programs, what is built on stored runs, lists of changes and pairs, random edits, and random programs. A mutant that passes
them all is a hole in the tests, and the run fails. An interrupted run goes on where it was, and after a
change only those that nothing noticed run again, unless the folder of the copy is removed. `--list` tells them, `--only TEXT` takes those whose name
contains the text, `--output FILE` writes a table.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MUTANTS = ROOT / "tests" / "mutations" / "mutants.json"

# Name, command (in the copy), seconds after which it counts as noticed: a mutant may run for ever.
TESTS = [
    ("unit tests", ["build/heddle_unit_tests", "--gtest_brief=1"], 300),
    ("points-to", ["python3", "tests/run_points_to.py", "--heddle", "build/heddle"], 900),
    ("programs", ["python3", "tests/run_programs.py", "--heddle", "build/heddle"], 1800),
    ("stored runs", ["python3", "-m", "unittest", "discover", "-s", "tests/cli", "-p", "store_test.py"], 900),
    ("lists and pairs", ["python3", "-m", "unittest", "discover", "-s", "tests/cli", "-p", "diff_*test.py"], 900),
    ("idle words", ["python3", "-m", "unittest", "discover", "-s", "tests/cli", "-p", "idle_words_test.py"], 900),
    ("random edits", ["python3", "tests/fuzz/edits.py", "--heddle", "build/heddle", "--count", "300", "--seed", "1"], 1800),
    ("random programs", ["python3", "tests/fuzz/fuzz.py", "--heddle", "build/heddle", "--count", "300", "--seed", "1"], 1800),
]


def prepare(work):
    """A copy of the sources, configured and built once."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, work / name)
    configure = ["cmake", "-S", ".", "-B", "build", "-G", "Ninja"]
    if shutil.which("ccache"):
        configure.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    subprocess.run(configure, cwd=work, check=True, stdout=subprocess.DEVNULL)
    build(work)


def build(work):
    finished = subprocess.run(["ninja", "-C", "build", "heddle", "heddle_unit_tests"], cwd=work, capture_output=True, text=True)
    if finished.returncode != 0:
        raise RuntimeError(finished.stdout[-3000:])


def noticed_by(work):
    """The first test that fails; None if all pass."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(work / "cache")}
    for name, command, limit in TESTS:
        try:
            finished = subprocess.run(command, cwd=work, capture_output=True, timeout=limit, env=environment)
        except subprocess.TimeoutExpired:
            return f"{name} (time limit)"
        if finished.returncode != 0:
            return name
    return None


def known_results(work):
    """{mutant as JSON: who noticed}, of an earlier run in this folder whose mutants were noticed: tests only become more."""
    file = work / "noticed.json"
    return json.loads(file.read_text()) if file.exists() else {}


def run(mutants, work):
    """[(mutant, who noticed)]"""
    results = []
    known = known_results(work)
    for mutant in mutants:
        key = json.dumps(mutant)
        if key in known:
            results.append((mutant, known[key]))
            continue
        file = work / mutant["file"]
        text = file.read_text()
        if text.count(mutant["from"]) != 1:
            raise RuntimeError(f"{mutant['name']}: its text is found {text.count(mutant['from'])} times in {mutant['file']}")
        start = time.monotonic()
        file.write_text(text.replace(mutant["from"], mutant["to"]))
        try:
            build(work)
            by = noticed_by(work)
        finally:
            file.write_text(text)
        results.append((mutant, by))
        if by:
            known[key] = by
            (work / "noticed.json").write_text(json.dumps(known))
        print(f"{by or 'NOT NOTICED':<24}{time.monotonic() - start:>6.0f} s  {mutant['name']}", flush=True)
    return results


def table(results):
    noticed = sum(by is not None for _, by in results)
    lines = ["# Mutation check", "",
             "Each transfer function and each condition of the analyses and reductions, weakened once (tests/mutations/mutants.json), and the"
             " first test that notices. Made by `tests/run_mutations.py --output docs/results/mutations.md`.", "",
             f"{noticed} of {len(results)} are noticed.", "",
             "| weakened | file | noticed by |", "| --- | --- | --- |"]  # fmt: skip
    lines += [f"| {mutant['name']} | `{mutant['file']}` | {by or '**nothing**'} |" for mutant, by in results]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="tell the mutants, and run none")
    parser.add_argument("--only", default="", help="only those whose name contains this")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build-mutants", help="folder for the copy")
    parser.add_argument("--output", type=pathlib.Path, help="write the table to this file")
    arguments = parser.parse_args()
    mutants = [mutant for mutant in json.loads(MUTANTS.read_text()) if arguments.only in mutant["name"]]
    if arguments.list:
        for mutant in mutants:
            print(f"{mutant['file']}: {mutant['name']}")
        return 0
    if not mutants:
        sys.exit("run_mutations.py: no mutant has this name")
    prepare(arguments.work)
    results = run(mutants, arguments.work)
    if arguments.output:
        arguments.output.write_text(table(results))
    missed = [mutant["name"] for mutant, by in results if by is None]
    print(f"{len(results) - len(missed)} of {len(results)} mutants noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
