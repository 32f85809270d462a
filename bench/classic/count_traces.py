#!/usr/bin/env python3
"""Counts the Mazurkiewicz traces of the classic programs: the number of executions an optimal dynamic POR must report.

Independent of heddle: models.py has a small model of each program, and two operations depend on each other when they belong to
one thread or touch one variable and not both only read it. A compare-and-swap that fails only reads; operations on a mutex
exclude each other; `wait` is a read that happens once its condition holds, which stands for a waiting loop whose idle rounds do
not count; an execution in which an assumption fails does not count.

There are two counters, and the tests compare them. `brute_force` runs every interleaving and collects the different
happens-before orders. `count` reaches larger sizes: with sleep sets over all enabled threads every trace is completed exactly
once [Godefroid'96], and the number of completions depends only on the state and the sleep set, so it is computed once for each.
Threads that cannot disturb each other, whatever they do, are counted apart and multiplied.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import math
import sys

from models import DISCARD, MODELS


def brute_force(program):
    """The number of different happens-before orders among all interleavings."""
    traces = set()
    count_of = len(program.threads)

    def run(histories, memory, clocks, last_write, reads, trace):
        ended = True
        for thread in range(count_of):
            operation = program.next_operation(thread, histories[thread])
            if operation == DISCARD:
                return
            if operation is None or not program.is_enabled(memory, operation):
                continue
            ended = False
            variable = operation.variable
            is_write = program.writes(memory, operation)
            before = [clocks[thread], last_write.get(variable, ())]
            if is_write:
                before += reads.get(variable, ())
            clock = tuple(max(clock[i] if clock else 0 for clock in before) for i in range(count_of))
            clock = clock[:thread] + (clock[thread] + 1,) + clock[thread + 1 :]
            memory_after, result = program.execute(memory, operation)
            run(
                replace(histories, thread, histories[thread] + (result,)), memory_after, replace(clocks, thread, clock),
                {**last_write, variable: clock} if is_write else last_write,
                {**reads, variable: () if is_write else reads.get(variable, ()) + (clock,)},
                replace(trace, thread, trace[thread] + (clock,)),
            )  # fmt: skip
        if ended:
            traces.add(trace)

    nothing = ((),) * count_of
    run(nothing, {}, ((0,) * count_of,) * count_of, {}, {}, nothing)
    return len(traces)


def replace(entries, index, entry):
    return entries[:index] + (entry,) + entries[index + 1 :]


class Group:
    """Threads that share variables, counted without the others."""

    def __init__(self, program, threads):
        self.program = program
        self.threads = threads
        self.accessed, self.written = set(), set()
        self.completions = {}
        self.executions = self.completed_from(((),) * len(threads), {}, frozenset())

    def disturbs(self, other):
        return self.written & other.accessed or other.written & self.accessed

    def completed_from(self, histories, memory, sleeping):
        key = histories, frozenset(memory.items()), sleeping
        if key not in self.completions:
            self.completions[key] = self.complete(histories, memory, sleeping)
        return self.completions[key]

    def complete(self, histories, memory, sleeping):
        if any(self.program.next_operation(thread, history) == DISCARD for thread, history in zip(self.threads, histories)):
            return 0
        enabled = self.enabled(histories, memory)
        if not enabled:
            return 1
        total, done = 0, set(sleeping)
        for index, operation in enabled.items():
            if index in sleeping:
                continue
            after, result = self.program.execute(memory, operation)
            still = frozenset(other for other in done if self.are_independent(memory, enabled[other], operation))
            total += self.completed_from(replace(histories, index, histories[index] + (result,)), after, still)
            done.add(index)
        return total

    def enabled(self, histories, memory):
        found = {}
        for index, history in enumerate(histories):
            operation = self.program.next_operation(self.threads[index], history)
            if operation and self.program.is_enabled(memory, operation):
                found[index] = operation
                self.accessed.add(operation.variable)
                if self.program.writes(memory, operation):
                    self.written.add(operation.variable)
        return found

    def are_independent(self, memory, one, other):
        if one.variable != other.variable:
            return True
        return not self.program.writes(memory, one) and not self.program.writes(memory, other)


def count(program):
    """The number of traces: the product over groups of threads that do not disturb each other."""
    groups = []
    for thread in range(len(program.threads)):
        group = Group(program, [thread])
        while disturbed := next((other for other in groups if group.disturbs(other)), None):
            groups.remove(disturbed)
            group = Group(program, disturbed.threads + group.threads)
        groups.append(group)
    return math.prod(group.executions for group in groups)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", choices=MODELS)
    parser.add_argument("n", type=int, help="its parameter N")
    parser.add_argument("--brute-force", action="store_true", help="by running every interleaving")
    arguments = parser.parse_args()
    sys.setrecursionlimit(100_000)
    counter = brute_force if arguments.brute_force else count
    print(counter(MODELS[arguments.program](arguments.n)))


if __name__ == "__main__":
    main()
