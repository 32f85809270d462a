#!/usr/bin/env python3
"""Checks every program under tests/programs with every reduction against what its header promises.

A program is a .c or .cpp file, or a folder name.dir/ whose main.c or main.cpp carries the header. The header is the
block of comment lines at the top: a sentence, then `key: value` lines (see KEYS). The line where an error must be reported ends with
`// violation`; where several lines are marked (both sides of a race, every thread of a deadlock), any of them will do,
except with --keep-going, which must report all.
There is no list of programs to maintain: whatever lies in the folder is run, and a bad header is a failure.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REDUCTIONS = ["none", "heap", "plain", "hybrid"]
SWITCHES = {"plain": ["--reduction", "heap", "--race-freedom", "off"]}
EXIT_CODES = {"verified": 0, "error": 10, "incomplete": 5, "unsupported": 2}
KEYS = {
    "verdict",  # verified | error KIND[, KIND] | incomplete | unsupported
    "options",  # further options of heddle check
    "flags",  # compiler flags
    "message",  # must occur in what heddle prints; may be repeated
    "output",  # a line of the program's output; all lines in order
    "SPDX-License-Identifier",
}
SECONDS_PER_RUN = 60
SUFFIXES = {".c", ".cpp"}


class BadHeader(Exception):
    pass


@dataclass
class Program:
    name: str
    sources: list
    verdict: str = ""
    kinds: set = field(default_factory=set)
    options: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    messages: list = field(default_factory=list)
    output: list = field(default_factory=list)
    skipped: set = field(default_factory=set)
    surprises: set = field(default_factory=set)  # reductions whose analyses the program leads astray
    marked: set = field(default_factory=set)  # (file name, line)


@dataclass
class Test:
    program: Program
    reduction: str
    problem: str = ""
    command: str = ""


def find_programs(folder):
    """(name, source files, the file with the header first) of every program."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".dir":
            sources = sorted(part for part in path.iterdir() if part.suffix in SUFFIXES)
            yield path.relative_to(folder), sorted(sources, key=lambda part: part.stem != "main")
        elif path.suffix in SUFFIXES and path.parent.suffix != ".dir":
            yield path.relative_to(folder), [path]


def header_lines(text):
    for line in text.splitlines():
        if not line.startswith("// "):
            return
        yield line[3:]


def read_program(name, sources):
    program = Program(str(name), sources)
    sentence, *entries = list(header_lines(sources[0].read_text())) or [""]
    if not sentence.endswith("."):
        raise BadHeader("the first line is no sentence")
    for entry in entries:
        key, colon, value = entry.partition(": ")
        if not colon or not value:
            raise BadHeader(f"'{entry}' is not of the form 'key: value'")
        set_entry(program, key, value)
    for source in sources:
        for number, line in enumerate(source.read_text().splitlines(), 1):
            if line.endswith("// violation"):
                program.marked.add((source.name, number))
    check_header(program)
    return program


def set_entry(program, key, value):
    if key == "verdict":
        program.verdict, _, kinds = value.partition(" ")
        program.kinds = {kind.strip() for kind in kinds.split(",") if kind}
    elif key == "options":
        program.options = shlex.split(value)
    elif key == "flags":
        program.flags = shlex.split(value)
    elif key == "message":
        program.messages.append(value)
    elif key == "output":
        program.output.append(value)
    elif key.startswith("skip "):
        program.skipped.add(key.removeprefix("skip "))
    elif key.startswith("surprises "):  # the value says why
        program.surprises.add(key.removeprefix("surprises "))
    elif key not in KEYS:
        raise BadHeader(f"unknown key '{key}'")


def check_header(program):
    if program.verdict not in EXIT_CODES:
        raise BadHeader(f"unknown verdict '{program.verdict}'")
    is_error = program.verdict == "error"
    if is_error != bool(program.kinds):
        raise BadHeader("an error needs a kind, and nothing else has one")
    if program.marked and not is_error:
        raise BadHeader("only an error has lines marked '// violation'")
    if is_error and not program.marked and program.kinds != {"exit-code"}:  # main's return has no line of its own
        raise BadHeader("no line is marked '// violation'")
    unknown = (program.skipped | program.surprises) - set(REDUCTIONS)
    if unknown:
        raise BadHeader(f"no such reduction: {', '.join(unknown)}")


def run(command):
    """(exit code or None after a timeout, standard output and error)."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS_PER_RUN)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as expired:
        return None, (expired.stdout or b"").decode(errors="replace")


def check_command(heddle, program, reduction):
    flags = ["--", *program.flags] if program.flags else []
    switches = SWITCHES.get(reduction, ["--reduction", reduction])
    return [heddle, "check", *switches, *program.options, *map(str, program.sources), *flags]


def execute(heddle, program, reduction, scratch):
    """What is wrong with this run, or an empty string."""
    result_file, trace, output = scratch / "result.json", scratch / "trace", scratch / "output"
    command = check_command(heddle, program, reduction)
    files = ["--json", str(result_file), "--save-trace", str(trace), "--output", str(output)]
    code, printed = run(command[:2] + files + command[2:])
    if code is None:
        return f"it took longer than {SECONDS_PER_RUN} s"
    if code != EXIT_CODES[program.verdict]:
        return f"exit code {code}, expected {EXIT_CODES[program.verdict]}\n{printed.rstrip()}"
    for message in program.messages:
        if message not in printed:
            return f"'{message}' is not in its output:\n{printed.rstrip()}"
    if program.verdict == "unsupported":
        return ""
    result = json.loads(result_file.read_text())
    return (wrong_result(program, result) or wrong_analysis(program, reduction, result) or wrong_output(program, output)
            or wrong_replay(heddle, program, reduction, trace))


def wrong_result(program, result):
    if result["verdict"] != program.verdict:
        return f"verdict {result['verdict']} in the JSON result, expected {program.verdict}"
    if program.verdict == "incomplete" and not result["reason"]:
        return "incomplete without a reason"
    found = {(error["kind"], Path(error["location"]["file"]).name, error["location"]["line"])
             for error in result["errors"]}
    for kind, file, line in sorted(found):
        if kind not in program.kinds:
            return f"error {kind} at {file}:{line}, expected {', '.join(sorted(program.kinds))}"
        if program.marked and (file, line) not in program.marked:
            return f"error {kind} at {file}:{line}, which is not marked"
    if program.verdict == "error" and not found:
        return "the JSON result lists no error"
    missing = program.marked - {(file, line) for _, file, line in found}
    if missing and "--keep-going" in program.options:
        return f"not reported: {', '.join(f'{file}:{line}' for file, line in sorted(missing))}"
    return ""


def wrong_analysis(program, reduction, result):
    """Whatever a program does must be among what the static analyses expect, but for what they do not follow."""
    surprised = result["statistics"]["analysis_given_up"]
    if surprised == (reduction in program.surprises):
        return ""
    return "it surprised the static analyses" if surprised else "it should surprise the static analyses"


def wrong_output(program, output):
    if not program.output:
        return ""
    lines = output.read_text().splitlines()
    return "" if lines == program.output else f"the program printed {lines}, expected {program.output}"


def wrong_replay(heddle, program, reduction, trace):
    if program.verdict != "error" or reduction != "heap":
        return ""
    code, printed = run([heddle, "replay", str(trace)])
    return "" if code == EXIT_CODES["error"] else f"the replay ended with exit code {code}\n{printed.rstrip()}"


def perform(heddle, test):
    with tempfile.TemporaryDirectory(prefix="heddle_program_") as scratch:
        try:
            test.problem = execute(heddle, test.program, test.reduction, Path(scratch))
        except (OSError, ValueError, KeyError) as error:  # a result that is missing or not as documented
            test.problem = f"{type(error).__name__}: {error}"
    test.command = shlex.join(check_command(heddle, test.program, test.reduction))
    return test


def collect(folder, wanted, thorough):
    """(tests to run, failures of programs whose header is wrong)."""
    tests, failures = [], []
    for name, sources in find_programs(folder):
        if wanted not in str(name):
            continue
        try:
            program = read_program(name, sources)
        except (BadHeader, OSError) as error:
            failures.append(Test(Program(str(name), sources), "-", str(error)))
            continue
        # The static analyses take seconds on much of the C++ library: with them, C++ is for --thorough.
        left_out = program.skipped | ({"hybrid"} if is_cxx(sources) and not thorough else set())
        tests += [Test(program, reduction) for reduction in REDUCTIONS if reduction not in left_out]
    return tests, failures


def is_cxx(sources):
    return any(Path(source).suffix == ".cpp" for source in sources)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "build" / "heddle")))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--filter", metavar="SUBSTRING", default="", help="only programs whose path contains this")
    parser.add_argument("--thorough", action="store_true", help="C++ programs with the hybrid reduction, too")
    arguments = parser.parse_args()

    tests, failures = collect(ROOT / "tests" / "programs", arguments.filter, arguments.thorough)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        done = list(pool.map(lambda test: perform(arguments.heddle, test), tests))
    failures += [test for test in done if test.problem]
    for test in failures:
        print(f"FAILED {test.program.name} ({test.reduction}): {test.problem}")
        if test.command:
            print(f"  {test.command}")
    print(f"{len(done) - sum(bool(test.problem) for test in done)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
