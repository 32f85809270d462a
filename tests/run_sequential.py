#!/usr/bin/env python3
"""Compares heddle with the hardware: sequential programs must print the same and end with the same exit code.

Each program under tests/sequential is compiled with clang-19, the compiler heddle uses, and run; then heddle checks
it. Its captured output must equal the native one byte for byte. A program that ends with an exit code other than 0
is verified all the same, and an error of kind exit-code that names the code when that is asked for.
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
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS_PER_RUN = 60


class Failure(Exception):
    pass


def run(*command):
    try:
        return subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=SECONDS_PER_RUN)
    except subprocess.TimeoutExpired:
        raise Failure(f"took longer than {SECONDS_PER_RUN} s: {shlex.join(map(str, command))}")


def run_natively(source, scratch):
    program = scratch / "program"
    compiled = run("clang-19", "-std=gnu17", "-Wall", "-Wextra", "-Werror", source, "-lm", "-o", program)
    if compiled.returncode != 0:
        raise Failure(f"it does not compile:\n{compiled.stderr.decode(errors='replace')}")
    return run(program)


def check(heddle, source, scratch, *options):
    result = scratch / "result"
    result.unlink(missing_ok=True)
    done = run(heddle, "check", *options, "--output", scratch / "output", "--json", result, source)
    if not result.exists():
        raise Failure(f"exit code {done.returncode}\n{done.stderr.decode(errors='replace').rstrip()}")
    return done.returncode, json.loads(result.read_text())


def first_difference(expected, found):
    pairs = zip(expected.splitlines() + [b"(end)"], found.splitlines() + [b"(end)"])
    for number, (left, right) in enumerate(pairs, 1):
        if left != right:
            return f"line {number} of the output is {right!r}, natively {left!r}"
    return f"the output has {len(found)} bytes, natively {len(expected)}"


def compare(heddle, source, scratch):
    native = run_natively(source, scratch)
    code, result = check(heddle, source, scratch)
    if code != 0 or result["verdict"] != "verified":
        found = "; ".join(f"{error['kind']} at line {error['location']['line']}: {error['message']}"
                          for error in result["errors"])
        raise Failure(f"{result['verdict']} ({found or result['reason']})")
    output = (scratch / "output").read_bytes()
    if output != native.stdout:
        raise Failure(first_difference(native.stdout, output))
    code, result = check(heddle, source, scratch, "--errors", "+exit-code")
    if native.returncode == 0:
        if code != 0:
            raise Failure("an exit code other than 0 is reported, natively it is 0")
    elif code != 10 or not is_exit_code(result["errors"][0], native.returncode):
        raise Failure(f"exit code {native.returncode} is not reported, found {result['errors']}")


def is_exit_code(error, expected):
    return error["kind"] == "exit-code" and str(expected) in error["message"].split()


def problem_with(heddle, source):
    with tempfile.TemporaryDirectory(prefix="heddle_sequential_") as scratch:
        try:
            compare(heddle, source, Path(scratch))
        except Failure as failure:
            return str(failure)
        except (OSError, ValueError, KeyError, IndexError) as error:  # a result that is not as documented
            return f"{type(error).__name__}: {error}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "build" / "heddle")))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--filter", metavar="SUBSTRING", default="", help="only programs whose name contains this")
    arguments = parser.parse_args()

    sources = [path for path in sorted((ROOT / "tests" / "sequential").glob("*.c")) if arguments.filter in path.name]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        problems = list(pool.map(lambda source: problem_with(arguments.heddle, source), sources))
    for source, problem in zip(sources, problems):
        if problem:
            print(f"FAILED {source.name}: {problem}")
            print(f"  {shlex.join([arguments.heddle, 'check', '--output', '/dev/stdout', str(source)])}")
    failed = sum(map(bool, problems))
    print(f"{len(problems) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
