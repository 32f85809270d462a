#!/usr/bin/env python3
"""Compares the models of the C library with the C library itself.

The models are compiled for the hardware, under the address and undefined-behaviour sanitizers, and every function
they define gets the prefix model_, so that a test can call both. They go into one archive, from which a test takes
what it calls. A test is a *_test.c here, or a *_test.py that reports its own figures; there is no list to maintain.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNTIME = HERE.parent.parent / "runtime"
INCLUDE = HERE.parent.parent / "include"
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COMPILE = ["gcc", "-std=gnu17", "-O1", "-g", "-Wall", "-Wextra", "-Werror", *SANITIZE, "-I", RUNTIME, "-c"]
# Some requests are larger than any memory; the library then answers NULL, as the models must.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "allocator_may_return_null=1"}
LEFT_OUT = {"errno.c"}  # a test looks at the library's errno, whoever sets it
FIGURES = re.compile(r"(\d+) passed, (\d+) failed")
SECONDS_PER_RUN = 60


class Failure(Exception):
    pass


def run(*command):
    try:
        done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS_PER_RUN, env=ENVIRONMENT)
    except subprocess.TimeoutExpired:
        raise Failure(f"it took longer than {SECONDS_PER_RUN} s")
    return done.returncode, done.stdout.decode(errors="replace")


def build(*command):
    code, output = run(*command)
    if code != 0:
        raise Failure(output.rstrip())
    return output


def compile_model(source, folder):
    target = folder / f"{source.stem}.o"
    # gcc has no section for single functions as clang has it, and other ideas of what a header forbids.
    build(*COMPILE, "-fno-builtin", "-w", "-D__HEDDLE__", "-I", INCLUDE, "-include", HERE / "native.h", source,
          "-o", target)
    return target


def defined_names(objects):
    """The library's names that the models define, stdout among them; not what they only share."""
    for line in build("nm", "--defined-only", "--extern-only", *objects).splitlines():
        parts = line.split()
        if len(parts) == 3 and not parts[2].startswith("__heddle_"):
            yield parts[2]


def archive_models(pool, folder):
    sources = [source for source in sorted(RUNTIME.glob("*.c")) if source.name not in LEFT_OUT]
    objects = list(pool.map(lambda source: compile_model(source, folder), sources))
    # In all of them, so that models call each other and not the library.
    names = folder / "names"
    names.write_text("".join(f"{name} model_{name}\n" for name in sorted(set(defined_names(objects)))))
    for target in objects:
        build("objcopy", f"--redefine-syms={names}", target)
    archive = folder / "models.a"
    build("ar", "rcs", archive, *objects)
    return archive


def build_test(source, native, models, folder):
    program = folder / source.stem
    build(*COMPILE, "-fno-builtin", source, "-o", f"{program}.o")
    build("gcc", *SANITIZE, f"{program}.o", native, models, "-lm", "-o", program)
    return program


def perform(test, native, models, folder):
    """(passed, failed, what it printed) of one test file."""
    try:
        command = [sys.executable, test] if test.suffix == ".py" else [build_test(test, native, models, folder)]
        code, output = run(*command)
        figures = FIGURES.findall(output)
        if not figures or (code != 0) != (int(figures[-1][1]) > 0):
            raise Failure(f"it ended with exit code {code}\n{output.rstrip()}")
        return int(figures[-1][0]), int(figures[-1][1]), output
    except Failure as failure:
        return 0, 1, str(failure)


def main():
    tests = sorted([*HERE.glob("*_test.c"), *HERE.glob("*_test.py")])
    with tempfile.TemporaryDirectory(prefix="heddle_runtime_") as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = Path(scratch)
        try:
            models = archive_models(pool, folder)
            native = folder / "native.o"
            build(*COMPILE, HERE / "native.c", "-o", native)
        except Failure as failure:
            print(f"{failure}\n0 passed, 1 failed")
            return 1
        results = list(pool.map(lambda test: perform(test, native, models, folder), tests))
    for test, (_, failed, output) in zip(tests, results):
        if failed:
            print(f"{test.name}:\n{output.rstrip()}")
    passed = sum(result[0] for result in results)
    failed = sum(result[1] for result in results)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
