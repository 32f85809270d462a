#!/usr/bin/env python3
"""Random programs, edited at random: after each edit a check that builds on the last verified version must agree with
a full one.

    edits.py --count 5000 --seed 7      so many edits; programs are drawn as needed

An edit deletes, doubles, copies, moves or changes a statement, changes a number (bounds of loops, initial values and lengths of
arrays among them), an operator, a memory order or a type, puts declarations in another order, or adds a
thread. Edits pile up; one that breaks the program is undone by the next in two of three cases, and left as it is
otherwise, as it happens when people work. A disagreement keeps all versions, from the one that was verified to the one
that is judged differently.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import copy
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from fuzz import language_flags, suffix_of
from generate import Profile, generate
from tree import Block, Line, Symbol

ROOT = Path(__file__).resolve().parent.parent.parent
EDITS_PER_PROGRAM = 8
ORDERS_TRIED = 16
PROGRESS_EVERY = 500
UNDONE = 2 / 3  # of the edits that broke something: else most of a sequence is about programs that have an error anyway
VERDICTS = {0: "verified", 10: "error", 5: "incomplete"}
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
ORDERS = ("memory_order_relaxed", "memory_order_acquire", "memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst")
OPERATORS = ((" + ", " - "), (" < ", " <= "), (" > ", " >= "), (" == ", " != "), (" & ", " | "), (" += ", " -= "), (" && ", " || "))
TYPES = (("unsigned ", ""), ("int ", "long "), ("int ", "unsigned "), ("int ", "short "), ("long ", "int "), ("int ", "volatile int "))
# Different searches, of which the next version builds on the same; most of the time the usual one.
SETTINGS = (([], 8), (["--reduction", "none"], 2), (["--race-freedom", "off"], 2), (["--spurious-wakeups"], 1), (["--jobs", "2"], 1),
            (["--search", "random"], 1), (["--search", "bfs"], 1), (["--max-threads", "5"], 1), (["--errors", "all"], 1))  # fmt: skip
CREATE = re.compile(r"pthread_create\(&?\w+(?:\[\d+\])?, [^,]+, (\w+), ([^;]*)\);")
# Mostly right, so that there is a verified version to build on.
PROFILE = Profile(faulty=0.15, most=1500, most_cxx=120)


# --- edits: each takes a tree that it may change, and says whether it did ---


def bodies_of(program):
    """Every list of statements, of functions that are called."""
    live = program.live_names()
    open_bodies = [f.body for f in program.functions if f.name in live]
    found = []
    while open_bodies:
        body = open_bodies.pop()
        found.append(body)
        open_bodies += [inner for statement in body for inner in statement.bodies()]
    return [body for body in found if body]


def place(program, draw):
    body = draw.choice(bodies_of(program))
    return body, draw.randrange(len(body))


def delete(program, draw):
    body, index = place(program, draw)
    del body[index]
    return True


def double(program, draw):
    body, index = place(program, draw)
    if body[index].group is not None:
        return False
    body.insert(index, copy.deepcopy(body[index]))
    return True


def copy_in(program, draw):
    """A statement from elsewhere. Often at the beginning: there is only the way that others come in by."""
    body, index = place(program, draw)
    if body[index].group is not None:
        return False
    other = draw.choice(bodies_of(program))
    other.insert(0 if draw.random() < 0.4 else draw.randrange(len(other) + 1), copy.deepcopy(body[index]))
    return True


def move(program, draw):
    body, index = place(program, draw)
    if len(body) < 2:
        return False
    statement = body.pop(index)
    body.insert(draw.randrange(len(body) + 1), statement)
    return True


def unwrap(program, draw):
    """Takes the lock, the loop or the condition away from around statements."""
    body, index = place(program, draw)
    if not isinstance(body[index], Block):
        return False
    body[index : index + 1] = body[index].bodies()[0]
    return True


def with_other_number(text, draw):
    numbers = list(NUMBER.finditer(text))
    if not numbers:
        return text
    number = draw.choice(numbers)
    value = max(0, int(number.group()) + draw.choice([-1, 1]))
    return text[: number.start()] + str(value) + text[number.end() :]


def change_text(statement, draw, changed):
    """Whether the text of a statement, or one of a block, is another now."""
    if isinstance(statement, Line):
        before, statement.text = statement.text, changed(statement.text, draw)
        return before != statement.text
    part = draw.choice(statement.parts)
    before, part[0] = part[0], changed(part[0], draw)
    return before != part[0]


def change_number(program, draw):
    body, index = place(program, draw)
    return change_text(body[index], draw, with_other_number)


def one_replaced(text, draw, replacements):
    possible = [(a, b) for a, b in replacements if a in text]
    if not possible:
        return text
    before, after = draw.choice(possible)
    start = draw.choice([m.start() for m in re.finditer(re.escape(before), text)])
    return text[:start] + after + text[start + len(before) :]


def change_operator(program, draw):
    body, index = place(program, draw)
    return change_text(body[index], draw, lambda text, draw: one_replaced(text, draw, OPERATORS + tuple((b, a) for a, b in OPERATORS)))


def change_order(program, draw):
    """Of an atomic operation: what is no race with one may be one with another."""
    ordered = [s for body in bodies_of(program) for s in body if isinstance(s, Line) and "memory_order_" in s.text]
    if not ordered:
        return False
    return change_text(draw.choice(ordered), draw, lambda text, draw: one_replaced(text, draw, [(a, b) for a in ORDERS for b in ORDERS if a != b]))


def change_declaration(program, draw):
    """An initial value, the length of an array, a type; of a variable or a field."""
    if not program.symbols:
        return False
    symbol = draw.choice(program.symbols)
    before = symbol.text
    if draw.random() < 0.5:
        symbol.text = with_other_number(before, draw)
    else:
        symbol.text = one_replaced(before, draw, TYPES)
    return symbol.text != before


def reorder_declarations(program, draw):
    """Addresses, unless the version before has them, and the order in which things are built."""
    if len(program.symbols) < 2:
        return False
    symbol = program.symbols.pop(draw.randrange(len(program.symbols)))
    program.symbols.insert(draw.randrange(len(program.symbols) + 1), symbol)
    return True


def add_thread(program, draw):
    """One more thread with the function of another, joined when main ends or at once."""
    created = [m for s in program.statements() if isinstance(s, Line) for m in CREATE.finditer(s.text)]
    if not created or program.language == "c++":
        return False
    function, argument = draw.choice(created).groups()
    body = program.main.body
    name = f"extra{sum(s.text.count('pthread_t extra') for s in body if isinstance(s, Line))}"
    index = draw.randrange(len(body) + 1)
    body.insert(index, Line(f"pthread_t {name};\npthread_create(&{name}, 0, {function}, {argument});", 2))
    end = len(body) if draw.random() < 0.6 else index + 1
    body.insert(end, Line(f"pthread_join({name}, 0);", 1))
    return True


def prepare_for_all(program, draw, name, element, value):
    """The same in a global, which any function may read."""
    name = f"common_{name}"
    program.symbols.insert(0, Symbol(name, f"int {name}[4] = {{{draw.randrange(3)}}};"))
    program.main.body.insert(0, Line(f"/* int prepared */ {name}[{element}] = {value};", 0))
    for _ in range(draw.randrange(3)):
        body = draw.choice(bodies_of(program))
        body.insert(draw.randrange(len(body) + 1), Line(f"assert({name}[{draw.randrange(4)}] != {draw.randrange(5)});", 0))
    return True


def prepare(program, draw):
    """Main leaves something behind before the threads start, which little or nothing uses."""
    if program.language == "c++":
        return False
    body = program.main.body
    number = sum(s.text.count("int prepared") for s in body if isinstance(s, Line))
    name, element, value = f"prepared{number}", draw.randrange(4), draw.randrange(5)
    if draw.random() < 0.4:
        return prepare_for_all(program, draw, name, element, value)
    declaration = draw.choice(("static int {0}[4];", "int {0}[4] = {{0}};", "int *{0} = calloc(4, sizeof(int));"))
    body.insert(0, Line(f"{declaration.format(name)}\n{name}[{element}] = {value};", 0))
    what = draw.random()
    if what < 0.3:
        body.append(Line(f"assert({name}[{draw.randrange(4)}] != {draw.randrange(5)});", 0))
    elif what < 0.4:
        body.append(Line(f"{name}[{draw.randrange(4)}] += 1;", 0))
    if declaration.startswith("int *") and draw.random() < 0.8:
        body.insert(draw.randrange(1, len(body) + 1) if draw.random() < 0.3 else len(body), Line(f"free({name});", 0))
    return True


EDITS = ((delete, 4), (double, 2), (copy_in, 5), (move, 3), (unwrap, 2), (change_number, 4), (change_operator, 3), (change_order, 2),
         (change_declaration, 3), (reorder_declarations, 1), (add_thread, 1), (prepare, 3))  # fmt: skip


def edited(program, draw):
    """A copy with one edit, and what it was; nothing if there is hardly anything left to edit."""
    for _ in range(200):
        edit = draw.choices([e for e, _ in EDITS], [weight for _, weight in EDITS])[0]
        copied = copy.deepcopy(program)
        if edit(copied, draw) and bodies_of(copied):  # something is left for the next one
            return copied, edit.__name__
    return None


# --- checks ---


@dataclass
class Run:
    code: int
    verdict: str
    kinds: list = field(default_factory=list)
    covered: int = 0
    states: int = 0
    basis: str = ""
    messages: str = ""


def run_heddle(heddle, source, flags, arguments, limit):
    command = [heddle, "check", "--quiet", "--json", "-", "--max-time", str(limit), "--max-states", "100000",
               *arguments, str(source), "--", f"-I{ROOT / 'include'}", *flags]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=10 * limit + 60)
    if done.returncode not in VERDICTS:
        return Run(done.returncode, "no verdict", messages=done.stderr)
    result = json.loads(done.stdout)
    figures = result["statistics"]
    return Run(done.returncode, result["verdict"], sorted({e["kind"] for e in result["errors"]}), figures["covered"],
               figures["states"], result["basis"] or "", done.stderr)


def every_kind(heddle, source, flags, settings, limit):
    return run_heddle(heddle, source, flags, ["--no-store", *settings, "--keep-going"], limit).kinds


def fewest_states(heddle, source, flags, settings, limit):
    """Of full checks that go different ways first: a state in which a thread chooses for itself need not be met on all of them."""
    rest = list(settings)
    if "--search" in rest:
        del rest[rest.index("--search"):rest.index("--search") + 2]
    runs = [run_heddle(heddle, source, flags, ["--no-store", *rest, "--search", "random", "--seed", str(seed)], limit)
            for seed in range(1, ORDERS_TRIED + 1)]
    return min(run.states for run in runs)


def lacks_states_without_races(heddle, source, flags, settings, texts, limit):
    """Where data races are errors, a full check goes over to all choices once transitions seem to race that do not, which a stored one
    need not have come to: counted again for both versions without these errors, when all choices are there from the start."""
    rest = list(settings)
    if "--errors" in rest:
        del rest[rest.index("--errors"):rest.index("--errors") + 2]
    rest += ["--errors", "-data-race"]
    with tempfile.TemporaryDirectory(prefix="heddle-edits-") as store:
        for text in texts:
            source.write_text(text, encoding="utf-8")
            proof = run_heddle(heddle, source, flags, ["--store", store, "--incremental", *rest], limit)
    return proof.verdict != "verified" or proof.states + proof.covered < fewest_states(heddle, source, flags, rest, limit)


def disagreement(full, proof, all_kinds, fewest, lacks_states):
    """What is wrong, or nothing. A check that builds on another may come to an end where a full one does not.

    Both searches end with their first error, which need not be the same one: `all_kinds` finds those of all errors. None: both have all of theirs."""
    if proof.code not in (0, 2, 5, 10):
        return f"the incremental check ended with exit code {proof.code}: {proof.messages}"
    if "incomplete" in (full.verdict, proof.verdict):
        # Once an error is found, the limits do not matter.
        return "" if "verified" not in (full.verdict, proof.verdict) or not (full.kinds + proof.kinds) else "error missed"
    if full.verdict != proof.verdict:
        return f"full check: {full.verdict} {full.kinds}, incremental check: {proof.verdict} {proof.kinds}"
    # Every state is visited or taken over; it may be told apart from more others than in a full check.
    known = proof.states + proof.covered
    if full.verdict == "verified" and known < full.states and known < fewest() and lacks_states():
        return f"full check: {full.states} states, incremental check: {proof.states} and {proof.covered} taken over"
    if full.kinds != proof.kinds and not (all_kinds and set(proof.kinds) <= set(all_kinds())):
        return f"full check: {full.kinds}, incremental check: {proof.kinds}"
    return ""


@dataclass
class Result:
    seed: int
    edits: Counter
    verdicts: Counter
    covered_checks: int = 0
    checks: int = 0
    states: int = 0
    full_states: int = 0
    problem: str = ""


def check_seed(seed, heddle, limit, keep, most):
    """One program with its edits. The seed decides everything."""
    draw = random.Random(f"edits {seed}")
    program = generate(seed, PROFILE)
    # Whether all errors are compared, or the verdict of a search that ends with the first.
    all_errors = ["--keep-going"] if draw.random() < 0.4 else []
    settings = draw.choices([setting for setting, _ in SETTINGS], [weight for _, weight in SETTINGS])[0]
    result = Result(seed, Counter(), Counter())
    with tempfile.TemporaryDirectory(prefix="heddle-edits-") as folder:
        source = Path(folder) / f"program{suffix_of(program)}"
        flags = language_flags(program)
        store = ["--store", str(Path(folder) / "store"), "--incremental"]
        versions = []
        last_verified, verified_text = None, ""
        name = "first version"
        tries = 0
        while result.checks <= most and tries < 4 * most:
            tries += 1
            text = program.emit([f"seed {seed}: {name}"])
            source.write_text(text, encoding="utf-8")
            full = run_heddle(heddle, source, flags, ["--no-store", *settings, *all_errors], limit)
            if full.code == 2:  # the edit made no program of it
                if not versions:
                    return result
                if not (next_one := edited(versions[-1][0], draw)):
                    return result
                program, name = next_one
                continue
            proof = run_heddle(heddle, source, flags, [*store, *settings, *all_errors], limit)
            versions.append((program, text))
            result.checks += 1
            result.edits[name] += 1
            result.verdicts[full.verdict] += 1
            result.covered_checks += proof.covered > 0
            if full.verdict == proof.verdict == "verified" and len(versions) > 1:
                result.states += proof.states
                result.full_states += full.states
            problem = disagreement(full, proof, None if all_errors else lambda: every_kind(heddle, source, flags, settings, limit),
                                   lambda: fewest_states(heddle, source, flags, settings, limit),
                                   lambda: lacks_states_without_races(heddle, source, flags, settings, [verified_text, text], limit))  # fmt: skip
            if problem:
                result.problem = f"after '{name}' {' '.join(settings + all_errors)}: {problem}"
                keep_versions(keep, seed, versions, suffix_of(program))
                return result
            if full.verdict == "verified":
                last_verified, verified_text = program, text
            elif last_verified and draw.random() < UNDONE:
                program = last_verified
            if not (next_one := edited(program, draw)):
                return result
            program, name = next_one
    return result


def keep_versions(folder, seed, versions, suffix):
    os.makedirs(folder, exist_ok=True)
    for number, (_, text) in enumerate(versions):
        Path(folder, f"edits_{seed}_{number}{suffix}").write_text(text, encoding="utf-8")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "build" / "heddle")), help="the binary to test")
    parser.add_argument("--count", type=int, default=300, help="how many edits")
    parser.add_argument("--seed", type=int, help="the first seed (default: a fresh one)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many programs at a time")
    parser.add_argument("--keep", default=str(ROOT / "build" / "fuzz"), help="folder for versions that failed")
    parser.add_argument("--time-limit", type=float, default=20.0, help="seconds for one run of heddle")
    parser.add_argument("--per-program", type=int, default=EDITS_PER_PROGRAM, help="how many edits of each program")
    options = parser.parse_args()
    if options.count < 1 or options.per_program < 1:
        parser.error("--count and --per-program must be at least 1")
    return options


def main():
    options = parse_options()
    if not os.access(options.heddle, os.X_OK):
        print(f"edits.py: {options.heddle} cannot be run (build it first, or use --heddle)", file=sys.stderr)
        return 1
    start = options.seed if options.seed is not None else int(time.time())
    print(f"seeds from {start}", flush=True)
    passed = failed = 0
    seeds = itertools.count(start)
    edits, verdicts, sums = Counter(), Counter(), Counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        running = set()
        while running or passed + failed < options.count:
            # As many programs as may be needed, if each takes all of its edits; no processor waits for another's program.
            while len(running) < 2 * options.jobs and (not running or passed + failed + len(running) * options.per_program < options.count):
                running.add(pool.submit(check_seed, next(seeds), options.heddle, options.time_limit, options.keep, options.per_program))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for result in (future.result() for future in done):
                before = passed + failed
                failed += bool(result.problem)
                passed += sum(count for name, count in result.edits.items() if name != "first version")
                passed -= bool(result.problem)
                edits += result.edits
                verdicts += result.verdicts
                sums.update(covered=result.covered_checks, checks=result.checks, states=result.states,
                            full=result.full_states)
                if result.problem:
                    print(f"seed {result.seed}: FAILED {result.problem}", flush=True)
                if before // PROGRESS_EVERY != (passed + failed) // PROGRESS_EVERY:
                    print(f"so far {passed} passed, {failed} failed", flush=True)
    print("edits: " + ", ".join(f"{name} {count}" for name, count in edits.most_common()))
    print("verdicts: " + ", ".join(f"{name} {count}" for name, count in verdicts.most_common()))
    print(f"{sums['covered']} of {sums['checks']} checks met stored states; verified again with {sums['states']:,} states "
          f"instead of {sums['full']:,}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not sums["covered"] else 0


if __name__ == "__main__":
    sys.exit(main())
