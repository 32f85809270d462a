"""The configurations of heddle that must agree on every program. The first row is the reference.

To add a configuration, add a row to SOMETIMES; to add a switch of the hybrid reduction, a row to SWITCHES. All rows
and all combinations of the switches are too many for each program, so each seed draws a few of them.

SPDX-License-Identifier: Apache-2.0
"""

import itertools
import random
from dataclasses import dataclass

EVERYTHING = frozenset({"verdict", "errors", "final-states", "replay"})
FIRST_ERROR = frozenset({"verdict", "replay"})  # of a search that stops there
DRAWN = 2               # of SOMETIMES
DRAWN_COMBINATIONS = 3
MOST_STATES = 200000
STATELESS_LIMITS = ("--max-time", "10")


@dataclass(frozen=True)
class Configuration:
    name: str
    arguments: tuple
    compare: frozenset = EVERYTHING
    states_as: str | None = None  # visits as many states as this configuration
    keep_going: bool = True
    limits: tuple = ("--max-states", str(MOST_STATES))
    may_give_up: bool = False  # a limited search is no disagreement
    backtracks: bool = False  # looks for other orders of what an execution did: not for what an error kept it from doing
    stops: tuple = ()  # numbers of states at which it is stopped, and goes on from a checkpoint


ALWAYS = (
    Configuration("none", ("--reduction", "none")),
    Configuration("heap", ("--reduction", "heap")),
    Configuration("hybrid", ("--reduction", "hybrid")),
)
SOMETIMES = (
    Configuration("heap-plain", ("--reduction", "heap", "--race-freedom", "off")),
    Configuration("heap-first", ("--reduction", "heap"), FIRST_ERROR, keep_going=False),
    Configuration("hybrid-first", ("--reduction", "hybrid"), FIRST_ERROR, keep_going=False),
    # How many states are kept depends on which are met first: a thread that is alone is not stopped in between.
    Configuration("heap-two-workers", ("--reduction", "heap", "-j", "2")),
    Configuration("heap-exact", ("--reduction", "heap", "--exact"), states_as="heap"),
    Configuration("none-exact", ("--reduction", "none", "--exact"), states_as="none"),
    Configuration("hybrid-exact", ("--reduction", "hybrid", "--exact"), states_as="hybrid"),
    # One state is there once for each number of preemptions that lead to it, and these may be too many.
    Configuration("shortest", ("--reduction", "heap", "--shortest"), FIRST_ERROR, keep_going=False, may_give_up=True),
    Configuration("hybrid-shortest", ("--reduction", "hybrid", "--shortest"), FIRST_ERROR, keep_going=False, may_give_up=True),
    # Executions may be too many, or threads may go round in circles.
    Configuration("optimal", ("--search", "optimal"), limits=STATELESS_LIMITS, may_give_up=True, backtracks=True),
    Configuration("source", ("--search", "source"), limits=STATELESS_LIMITS, may_give_up=True, backtracks=True),
    # Stateful dynamic POR, with and without what others leave out.
    Configuration("dpor", ("--search", "dpor", "--reduction", "heap"), backtracks=True),
    Configuration("dpor-none", ("--search", "dpor", "--reduction", "none"), backtracks=True),
    Configuration("dpor-plain", ("--search", "dpor", "--reduction", "heap", "--race-freedom", "off"), backtracks=True),
    Configuration("dpor-first", ("--search", "dpor", "--reduction", "heap"), FIRST_ERROR, keep_going=False),
    Configuration("dpor-hybrid", ("--search", "dpor", "--reduction", "hybrid"), backtracks=True),
    Configuration("dpor-hybrid-plain", ("--search", "dpor", "--reduction", "hybrid", "--race-freedom", "off"), backtracks=True),
    Configuration("dpor-hybrid-first", ("--search", "dpor", "--reduction", "hybrid"), FIRST_ERROR, keep_going=False),
    Configuration("auto", ("--search", "auto"), backtracks=True),
    # Other orders, and bounds that leave nothing out in the end.
    Configuration("random", ("--search", "random", "--seed", "7")),
    Configuration("bfs", ("--search", "bfs")),
    Configuration("checkpoints", ("--reduction", "heap"), stops=(1, 5, 30, 100, 400)),
    Configuration("checkpoints-two-workers", ("--reduction", "hybrid", "-j", "2"), stops=(2, 20, 70)),
    Configuration("portfolio", ("--search", "portfolio", "-j", "3", "--seed", "9")),
    Configuration("random-three-workers", ("--search", "random", "--seed", "7", "-j", "3")),
    Configuration("reorder", ("--search", "reorder", "--reduction", "hybrid")),
    # Each round counts its states anew.
    Configuration("preemptions", ("--preemptions", "1000000"), may_give_up=True),
    Configuration("preemptions-two-workers", ("--preemptions", "1000000", "-j", "2"), may_give_up=True),
    Configuration("preemptions-checkpoints", ("--preemptions", "1000000"), stops=(3, 30, 200), may_give_up=True),
    Configuration("delays", ("--delays", "1000000", "--search", "random", "--seed", "8"), may_give_up=True),
)

# Of --reduction hybrid: every value of each must be sound with every value of the others.
SWITCHES = (
    ("--field-access", ("off", "insensitive", "callee", "sensitive")),
    ("--pointers", ("none", "ci", "cs", "ci-demand", "cs-demand")),
    ("--happens-before", ("on", "off")),
    ("--race-freedom", ("on", "off")),
    ("--immutable-fields", ("on", "off")),
)


def combination(values):
    arguments = tuple(part for (switch, _), value in zip(SWITCHES, values) for part in (switch, value))
    return Configuration("hybrid " + " ".join(values), ("--reduction", "hybrid", *arguments))


COMBINATIONS = tuple(combination(values) for values in itertools.product(*(values for _, values in SWITCHES)))


def configurations_for(seed):
    """The rows that are tried on every program, and the seed's sample of the others."""
    draw = random.Random(seed)
    return ALWAYS + tuple(draw.sample(SOMETIMES, DRAWN) + draw.sample(COMBINATIONS, DRAWN_COMBINATIONS))
