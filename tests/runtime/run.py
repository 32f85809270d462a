#!/usr/bin/env python3
"""Compares the models of the C library with the C library itself.

The models are compiled for the hardware, under the address and undefined-behaviour sanitizers, and every function
they define gets the prefix model_, so that a test can call both. A test is a *_test.c here whose line `// models:`
names the files of runtime/ it needs; there is no list of tests to maintain.
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
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COMPILE = ["gcc", "-std=gnu17", "-O1", "-g", "-Wall", "-Wextra", "-Werror", *SANITIZE, "-I", RUNTIME, "-c"]
# Some requests are larger than any memory; the library then answers NULL, as the models must.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "allocator_may_return_null=1"}
MODELS = re.compile(r"^// models: (.+)$", re.MULTILINE)
FIGURES = re.compile(r"(\d+) passed, (\d+) failed")
SECONDS_PER_RUN = 60


class Failure(Exception):
    pass


def run(*command):
    done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=SECONDS_PER_RUN, env=ENVIRONMENT)
    return done.returncode, done.stdout.decode(errors="replace")


def build(*command):
    code, output = run(*command)
    if code != 0:
        raise Failure(output.rstrip())
    return output


def compile_model(name, folder):
    # gcc knows fewer of clang's warnings about models that redefine what a header declares.
    target = folder / f"{name}.o"
    build(*COMPILE, "-fno-builtin", "-Wno-attributes", "-D__HEDDLE__", "-include", HERE / "native.h",
          RUNTIME / f"{name}.c", "-o", target)
    return target


def defined_names(objects):
    """The global functions that the models define."""
    for line in build("nm", "--defined-only", "--extern-only", "--no-sort", *objects).splitlines():
        parts = line.split()
        if len(parts) == 3 and parts[1] == "T":
            yield parts[2]


def rename(objects, folder):
    """Prefixes every name that a model defines, in all of them: models call each other, not the library."""
    table = folder / "names"
    table.write_text("".join(f"{name} model_{name}\n" for name in sorted(set(defined_names(objects)))))
    for target in objects:
        build("objcopy", f"--redefine-syms={table}", target)


def wanted_models(test):
    found = MODELS.search(test.read_text())
    if not found:
        raise Failure("it has no line `// models:`")
    return found.group(1).split()


def perform(test, native, objects, folder):
    """(passed, failed, what it printed) of one test file."""
    try:
        unknown = [name for name in wanted_models(test) if name not in objects]
        if unknown:
            raise Failure(f"no such model: {', '.join(unknown)}")
        program = folder / test.stem
        build(*COMPILE, "-fno-builtin", test, "-o", f"{program}.o")
        build("gcc", *SANITIZE, f"{program}.o", native, *(objects[name] for name in wanted_models(test)), "-lm",
              "-o", program)
        code, output = run(program)
        figures = FIGURES.findall(output)
        if not figures or (code != 0) != (int(figures[-1][1]) > 0):
            raise Failure(f"it ended with exit code {code}\n{output.rstrip()}")
        return int(figures[-1][0]), int(figures[-1][1]), output
    except (Failure, subprocess.TimeoutExpired) as failure:
        return 0, 1, f"{failure}\n"


def main():
    tests = sorted(HERE.glob("*_test.c"))
    names = sorted({name for test in tests for name in wanted_models(test) if (RUNTIME / f"{name}.c").exists()})
    with tempfile.TemporaryDirectory(prefix="heddle_runtime_") as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = Path(scratch)
        try:
            objects = dict(zip(names, pool.map(lambda name: compile_model(name, folder), names)))
            rename(objects.values(), folder)
            native = folder / "native.o"
            build(*COMPILE, HERE / "native.c", "-o", native)
        except Failure as failure:
            print(f"{failure}\n0 passed, 1 failed")
            return 1
        results = list(pool.map(lambda test: perform(test, native, objects, folder), tests))
    for test, (_, failed, output) in zip(tests, results):
        if failed:
            print(f"{test.name}:\n{output.rstrip()}")
    passed = sum(result[0] for result in results)
    failed = sum(result[1] for result in results)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
