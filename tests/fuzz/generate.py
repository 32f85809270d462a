"""From a seed to a small random multithreaded C program, always the same for the same seed.

The size is steered by a profile: the product of the threads' numbers of visible operations is
about the number of states, so events are added until that product reaches a limit that was drawn first.

    generate.py SEED [--info]      prints the program (and what is in it)

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import math
from dataclasses import dataclass

import patterns  # noqa: F401  (fills the table)
import statements  # noqa: F401
from builder import FAULTS, PATTERNS, Builder, Place, Scope
from faults import STYLE_FAULTS
from tree import Block, Line


@dataclass(frozen=True)
class Profile:
    """What the programs are like on the whole."""

    fewest: int = 60             # limits of the product of visible operations
    most: int = 3000
    faulty: float = 0.5          # share of programs with deliberate faults
    pattern: float = 0.35        # share of events that involve several threads
    three_threads: float = 0.35
    main_works: float = 0.4
    cut_off: float = 0.06        # main returns, or a thread calls exit, while others run
    leaves_early: float = 0.06   # main ends with pthread_exit and the others go on


def declare_shared(b):
    """One to three shared objects, each with its guard, and atomics without one."""
    kinds = {"global": 5, "struct": 3, "array": 3, "heap": 3, "narrow": 2}
    for kind in [b.weighted(kinds) for _ in range(b.random.randint(1, 3))]:
        guard = b.random.choice(b.guards) if b.guards and b.chance(0.3) else b.new_guard()
        OBJECTS[kind](b, guard)
    for _ in range(b.random.randint(0, 2)):
        name = b.fresh("at")
        kind = b.random.choice(["int", "int", "long", "short", "unsigned"])
        b.declare(name, f"static _Atomic {kind} {name};")
        b.atomics.append(Place(name, None, kind))


def global_object(b, guard):
    name = b.fresh("x")
    b.declare(name, f"static int {name};")
    b.places.append(Place(name, guard, features=("shared_int",)))


def narrow_object(b, guard):
    name = b.fresh("n")
    kind = b.random.choice(["short", "unsigned char", "long", "unsigned long long", "signed char"])
    b.declare(name, f"static {kind} {name};")
    b.places.append(Place(name, guard, kind, ("shared_narrow",)))


def struct_object(b, guard):
    b.declare("pair", "static struct pair {\n  int left;\n  int right;\n} pair;")
    if all(not p.text.startswith("pair.") for p in b.places):
        b.places += [Place(f"pair.{f}", guard, features=("struct_field",)) for f in ("left", "right")]


def array_object(b, guard):
    name = b.fresh("arr")
    b.declare(name, f"static int {name}[3];")
    b.places += [Place(f"{name}[{b.random.randrange(3)}]", guard, features=("array_constant",)),
                 Place(f"{name}[@ & 1]", guard, features=("array_computed",))]


def heap_object(b, guard):
    statements.cell_type(b)
    name = b.fresh("root")
    member = b.fresh("member_of_root")
    b.declare(name, f"static struct cell *{name};",
              f"{name} = malloc(sizeof *{name});\n*{name} = (struct cell){{0, 0, 0}};")
    b.places.append(Place(f"{name}->value", guard, features=("heap_field",)))
    if b.chance(0.5):
        b.declare(member, f"static int *{member};", f"{member} = &{name}->other;")
        b.places.append(Place(f"(*{member})", guard, features=("pointer_to_member",)))


OBJECTS = {"global": global_object, "struct": struct_object, "array": array_object, "heap": heap_object,
           "narrow": narrow_object}


def size(b):
    return math.prod(1 + t.cost() for t in b.threads)


def draw_faults(b, profile):
    """The faults of this program: some hold from the start, the others are events to come."""
    later = []
    if b.chance(profile.faulty):
        for _ in range(b.random.choice([1, 1, 1, 2])):
            if b.chance(0.4):
                chosen = b.random.choice(STYLE_FAULTS)
                chosen(b)
                b.program.faults.append(chosen.__name__)
            else:
                later.append(b.weighted(FAULTS))
    return later


def event(b, profile, workers):
    live = [t for t in b.working() if t in workers or t.creator]
    if len(live) >= 2 and b.chance(profile.pattern):
        name = b.weighted(PATTERNS)
        chosen = b.random.sample(live, len(live))
        PATTERNS[name][1](b, chosen)
        b.program.features.append(name)
    elif live:
        thread = b.random.choice(live)
        b.add(thread, b.statement(Scope(thread)))


def add_fault(b, name):
    if FAULTS[name][1](b):
        b.program.faults.append(name)


def end_threads(b):
    """Last words of some threads: an explicit exit, or a return on a condition."""
    for thread in b.threads[1:]:
        if not thread.live or any(t.creator is thread and t.live for t in b.threads):
            continue
        if b.chance(0.06):
            b.add(thread, Line("pthread_exit(0);", features=("pthread_exit",)))
        elif b.chance(0.1):
            b.add(thread, Block([[f"if ({b.int_local(thread)} > 1) {{", [Line("return 0;")]]], "}",
                                features=("early_return",)))
            b.add(thread, b.statement(Scope(thread)))


def end_program(b, profile):
    main = b.threads[0]
    if b.chance(profile.cut_off):
        b.program.features.append("cut_off")
        if b.chance(0.3):
            workers = [t for t in b.working() if t.creator]
            b.add(b.random.choice(workers), Line("exit(0);", 1))
        joined = [t for t in b.threads if t.must_join and t.live]
    elif b.chance(profile.leaves_early):
        b.program.features.append("main_leaves")
        joined = [t for t in b.threads if t.must_join and t.live]
    else:
        joined = [t for t in b.threads[1:] if t.live]
    everyone = len(joined) == sum(t.live for t in b.threads[1:])
    b.random.shuffle(joined)
    for thread in joined:
        if thread.live:
            b.finish(thread)
    if everyone:
        main.function.body.extend(b.finals)
    elif "main_leaves" in b.program.features:
        main.function.tail = "pthread_exit(0);"  # not a statement: without it, main would cut the others off


def generate(seed, profile=Profile()):
    b = Builder(seed)
    limit = math.exp(b.random.uniform(math.log(profile.fewest), math.log(profile.most)))
    later = draw_faults(b, profile)
    b.most_threads = 3 if b.chance(profile.three_threads) else 2
    main_works = b.chance(profile.main_works)
    declare_shared(b)
    first = b.most_threads - (1 if main_works or b.chance(0.2) else 0)
    for _ in range(max(first, 1)):
        b.new_thread(b.threads[0])
    workers = b.threads[:1] if main_works or len(b.threads) < 3 else []
    events = 0
    while size(b) < limit and events < 30:
        if later and b.chance(0.3):
            add_fault(b, later.pop())
        else:
            event(b, profile, workers)
        events += 1
    for name in later:
        add_fault(b, name)
    end_threads(b)
    end_program(b, profile)
    return b.program.number()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--info", action="store_true", help="print features and faults as comments")
    options = parser.parse_args()
    program = generate(options.seed)
    comments = [f"seed {options.seed}"]
    if options.info:
        comments += ["features: " + ", ".join(program.all_features()), "faults: " + ", ".join(program.faults)]
    print(program.emit(comments), end="")


if __name__ == "__main__":
    main()
