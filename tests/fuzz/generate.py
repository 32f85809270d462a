"""From a seed to a small random multithreaded C or C++ program, always the same for the same seed.

The size is steered by a profile: the product of the threads' numbers of visible operations is
about the number of states, so events are added until that product reaches a limit that was drawn first.

    generate.py SEED [--info]      prints the program (and what is in it)

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import math
import random
from dataclasses import dataclass

import calls  # noqa: F401  (fills the tables)
import cxx_faults  # noqa: F401
import cxx_patterns  # noqa: F401
import cxx_statements  # noqa: F401
import patterns  # noqa: F401
import statements  # noqa: F401
from builder import FAULTS, PATTERNS, Builder, Scope
from faults import STYLE_FAULTS
from objects import declare_shared
from tree import Block, Line


@dataclass(frozen=True)
class Profile:
    """What the programs are like on the whole."""

    fewest: int = 60             # limits of the product of visible operations
    most: int = 3000
    most_cxx: int = 200          # its library makes more of each operation
    cxx: float = 0.25            # share of C++
    faulty: float = 0.5          # share of programs with deliberate faults
    pattern: float = 0.35        # share of events that involve several threads
    three_threads: float = 0.35
    main_works: float = 0.4
    cut_off: float = 0.06        # main returns, or a thread calls exit, while others run
    leaves_early: float = 0.06   # main ends with pthread_exit and the others go on


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
                later.append(b.drawn(FAULTS))
    return later


def event(b, profile, workers):
    live = [t for t in b.working() if t in workers or t.creator]
    if len(live) >= 2 and b.chance(profile.pattern):
        name = b.drawn(PATTERNS)
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
        if not b.is_cxx and b.chance(0.06):
            b.add(thread, Line("pthread_exit(0);", features=("pthread_exit",)))
        elif b.chance(0.1):
            b.add(thread, Block([[f"if ({b.int_local(thread)} > 1) {{", [Line("return;" if b.is_cxx else "return 0;")]]], "}",
                                features=("early_return",)))
            b.add(thread, b.statement(Scope(thread)))


def end_program(b, profile):
    main = b.threads[0]
    # In C++ the end of main destroys mutexes and conditions: whoever still runs would be wrong to use them.
    if b.chance(profile.cut_off) and not b.is_cxx:
        b.program.features.append("cut_off")
        workers = [t for t in b.working() if t.creator]
        if workers and b.chance(0.3):
            b.add(b.random.choice(workers), Line("exit(0);", 1))
        joined = [t for t in b.threads if t.must_join and t.live]
    elif not b.is_cxx and b.chance(profile.leaves_early):
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
    language = "c++" if random.Random(seed).random() < profile.cxx else "c"
    b = Builder(seed, language)
    most = profile.most_cxx if b.is_cxx else profile.most
    limit = math.exp(b.random.uniform(math.log(profile.fewest), math.log(most)))
    later = draw_faults(b, profile)
    b.most_threads = 3 if b.chance(profile.three_threads) and not b.is_cxx else 2
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
