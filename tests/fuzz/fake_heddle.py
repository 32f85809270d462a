#!/usr/bin/env python3
"""A stand-in for heddle that answers by looking at the text, so that the fuzzer can be tested without it.

It takes the same options and writes the same files. The variable FAKE_HEDDLE says how it is wrong, and only
about programs that contain a barrier: the self-test then knows which seeds must fail and what must
be left of them after shrinking.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import json
import os
import subprocess
import sys
import time

PATTERN = "pthread_barrier_wait"


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["check", "replay"])
    parser.add_argument("file")
    parser.add_argument("--reduction", default="heap")
    for flag in ("--exact", "--shortest", "--keep-going", "--quiet", "--no-store"):
        parser.add_argument(flag, action="store_true")
    for option in ("--field-access", "--pointers", "--happens-before", "--race-freedom", "--max-states", "--max-time", "--json",
                   "--save-trace", "--final-states", "--output", "--search", "--seed", "--preemptions", "--delays", "-j",
                   "--immutable-fields", "--checkpoint", "--resume"):
        parser.add_argument(option)
    arguments = sys.argv[1:]
    return parser.parse_args(arguments[:arguments.index("--")] if "--" in arguments else arguments)


def write(path, text):
    if path:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def error_at(options, line):
    return {"kind": "deadlock", "message": "", "location": {"file": options.file, "line": line, "function": ""}, "trace": []}


def answer(options, wrong, text):
    """(verdict, errors, final states, number of states): right everywhere, but for programs with a barrier."""
    verified = ("verified", [], ["0a", "0b"], len(text))
    plain = options.keep_going and options.race_freedom != "off" and not options.exact
    reduced = options.reduction == "heap" and plain
    if wrong == "always-incomplete":
        return "incomplete", *verified[1:]
    if PATTERN not in text:
        return verified
    line = next(n for n, line in enumerate(text.split("\n"), 1) if PATTERN in line)
    found = ("error", [error_at(options, line)], *verified[2:])
    if wrong in ("expectation", "replay"):
        return found
    if wrong == "errors":
        return "error", [error_at(options, line + reduced)], *verified[2:]
    if wrong == "states":
        return *verified[:3], verified[3] + options.exact
    if wrong == "verdict" and reduced:
        return found
    if wrong == "final-states" and reduced:
        return "verified", [], ["0a"], verified[3]
    return verified


def check(options, wrong):
    with open(options.file, encoding="utf-8") as file:
        text = file.read()
    if PATTERN in text and wrong == "crash":
        return 6
    if PATTERN in text and wrong == "time-out":
        time.sleep(60)
    verdict, errors, final, states = answer(options, wrong, text)
    write(options.json, json.dumps({"verdict": verdict, "errors": errors, "statistics": {"states": states}}))
    write(options.final_states, "\n".join(final) + "\n")
    write(options.save_trace, PATTERN if PATTERN in text else "")
    write(options.output, "")
    return {"verified": 0, "error": 10, "incomplete": 5}[verdict]


def replay(options, wrong):
    with open(options.file, encoding="utf-8") as file:
        return 0 if wrong == "replay" and PATTERN in file.read() else 10


def batch(seconds):
    for line in sys.stdin:
        reply = {"exit_code": -9, "timed_out": True, "stdout": "", "stderr": ""}
        try:
            done = subprocess.run([sys.executable, __file__, *json.loads(line)["arguments"]], timeout=seconds)
            reply |= {"exit_code": done.returncode, "timed_out": False}
        except subprocess.TimeoutExpired:
            pass
        print(json.dumps(reply), flush=True)
    return 0


def main():
    if sys.argv[1] == "batch":
        return batch(float(sys.argv[3]))
    options, wrong = parse(), os.environ.get("FAKE_HEDDLE", "")
    return check(options, wrong) if options.command == "check" else replay(options, wrong)


if __name__ == "__main__":
    sys.exit(main())
