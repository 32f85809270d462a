#!/usr/bin/env python3
"""Counts the Mazurkiewicz traces of the classic programs: the number of executions an optimal dynamic POR must report.

Independent of heddle: a thread is a generator that yields its operations on shared memory (a small model of the C file of the
same name, operation by operation), and two operations depend on each other when they belong to one thread or touch
one variable and not both only read it. A compare-and-swap that fails only reads; operations on a mutex exclude each other; `wait` is a
read that happens once its condition holds, which stands for a waiting loop whose idle rounds do not count.

There are two counters, and the tests compare them. `brute_force` runs every interleaving and collects the different
happens-before orders. `count` reaches larger sizes: with sleep sets over all enabled threads every trace is completed exactly
once [Godefroid'96], and the number of completions depends only on the state and the sleep set, so it is computed once for each.
Threads that cannot disturb each other, whatever they do, are counted apart and multiplied.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import collections
import math
import sys

Operation = collections.namedtuple("Operation", "kind variable argument", defaults=(None,))


def read(variable):
    return Operation("read", variable)


def write(variable, value):
    return Operation("write", variable, value)


def update(variable, change):
    """Atomic read and write of change(old); the thread gets the old value. When change gives None, it only reads."""
    return Operation("update", variable, change)


def compare_and_swap(variable, expected, value):
    return update(variable, lambda old: value if old == expected else None)


def wait(variable, condition):
    return Operation("wait", variable, condition)


def lock(variable):
    return Operation("lock", variable)


def unlock(variable):
    return Operation("unlock", variable)


class Program:
    """Threads (functions without arguments that make generators) and what is in memory when they start."""

    def __init__(self, threads, initial=lambda variable: 0):
        self.threads = threads
        self.initial = initial
        self.known = {}

    def value(self, memory, variable):
        return memory.get(variable, self.initial(variable))

    def next_operation(self, thread, history):
        """The operation after those that gave these results, or None at the thread's end."""
        key = thread, history
        if key not in self.known:
            run = self.threads[thread]()
            try:
                operation = next(run)
                for result in history:
                    operation = run.send(result)
            except StopIteration:
                operation = None
            self.known[key] = operation
        return self.known[key]

    def is_enabled(self, memory, operation):
        if operation.kind == "lock":
            return self.value(memory, operation.variable) == 0
        return operation.kind != "wait" or operation.argument(self.value(memory, operation.variable))

    def writes(self, memory, operation):
        if operation.kind == "update":
            return operation.argument(self.value(memory, operation.variable)) is not None
        return operation.kind not in ("read", "wait")

    def execute(self, memory, operation):
        """(memory afterwards, result)"""
        old = self.value(memory, operation.variable)
        new = {
            "read": lambda: old,
            "wait": lambda: old,
            "write": lambda: operation.argument,
            "update": lambda: operation.argument(old),
            "lock": lambda: 1,
            "unlock": lambda: 0,
        }[operation.kind]()
        if new is None or new == old:
            return memory, old
        return {**memory, operation.variable: new}, old


def brute_force(program):
    """The number of different happens-before orders among all interleavings."""
    traces = set()
    count_of = len(program.threads)

    def run(histories, memory, clocks, last_write, reads, trace):
        ended = True
        for thread in range(count_of):
            operation = program.next_operation(thread, histories[thread])
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


# The programs, in the order of programs.json; N as there.


def readers(n):
    def writer():
        yield write("x", 1)

    def reader():
        yield read("x")

    return Program([writer] + [reader] * n)


def lastzero(n):
    def scanner():
        index = n
        while (yield read(index)) != 0:
            index -= 1

    def incrementer(j):
        def run():
            value = yield read(j - 1)
            yield write(j, value + 1)

        return run

    return Program([scanner] + [incrementer(j) for j in range(1, n + 1)])


def indexer(n, size=128, entries=4):
    def inserter(thread):
        def run():
            for m in range(1, entries + 1):
                word = m * 11 + thread
                slot = word * 7 % size
                while (yield compare_and_swap(slot, 0, word)) != 0:
                    slot = (slot + 1) % size

        return run

    return Program([inserter(thread) for thread in range(n)])


def filesystem(n, inodes=32, blocks=26):
    def creator(thread):
        def run():
            inode = thread % inodes
            yield lock(("inode lock", inode))
            if (yield read(("inode", inode))) == 0:
                block = inode * 2 % blocks
                while True:
                    yield lock(("block lock", block))
                    if not (yield read(("busy", block))):
                        yield write(("busy", block), 1)
                        yield write(("inode", inode), block + 1)
                        yield unlock(("block lock", block))
                        break
                    yield unlock(("block lock", block))
                    block = (block + 1) % blocks
            yield unlock(("inode lock", inode))

        return run

    return Program([creator(thread) for thread in range(n)])


def fib_bench(n):
    def adder(mine, other):
        def run():
            for _ in range(n):
                own = yield read(mine)
                yield write(mine, own + (yield read(other)))

        return run

    def looker_on():
        yield read("i")
        yield read("j")

    return Program([adder("i", "j"), adder("j", "i"), looker_on], lambda variable: 1)


def treiber_stack(n):
    def client(thread):
        def run():
            top = yield read("top")
            while True:
                yield write(("next", thread), top)
                seen = yield compare_and_swap("top", top, thread)
                if seen == top:
                    break
                top = seen
            top = yield read("top")
            while top:
                after = yield read(("next", top))
                seen = yield compare_and_swap("top", top, after)
                if seen == top:
                    break
                top = seen

        return run

    return Program([client(thread) for thread in range(1, n + 1)])


def ms_queue(n):
    def client(thread):
        def run():
            while True:  # enqueue
                tail = yield read("tail")
                after = yield read(("next", tail))
                if tail != (yield read("tail")):
                    continue
                if after:
                    yield compare_and_swap("tail", tail, after)
                elif (yield compare_and_swap(("next", tail), 0, thread)) == 0:
                    yield compare_and_swap("tail", tail, thread)
                    break
            while True:  # dequeue
                head = yield read("head")
                tail = yield read("tail")
                after = yield read(("next", head))
                if head != (yield read("head")):
                    continue
                if head == tail:
                    if not after:
                        break
                    yield compare_and_swap("tail", tail, after)
                elif (yield compare_and_swap("head", head, after)) == head:
                    break

        return run

    dummy = n + 1  # 0 is the null pointer
    return Program([client(thread) for thread in range(1, n + 1)], lambda v: dummy if v in ("head", "tail") else 0)


def ticket_lock(n):
    def client():
        ticket = yield update("next ticket", lambda old: old + 1)
        yield wait("serving", lambda serving: serving == ticket)
        yield write("counter", (yield read("counter")) + 1)
        yield write("serving", ticket + 1)

    return Program([client] * n)


def work_stealing(n):
    """The owner pushes n items and then takes as many; one thief tries n times."""

    def owner():
        bottom = 0
        for item in range(n):
            yield write(("item", item), item + 1)
            bottom += 1
            yield write("bottom", bottom)
        for _ in range(n):
            bottom -= 1
            yield write("bottom", bottom)
            top = yield read("top")
            if bottom < top:
                yield write("bottom", top)
                bottom = top
                continue
            yield read(("item", bottom))
            if bottom == top:
                yield compare_and_swap("top", top, top + 1)
                bottom = top + 1
                yield write("bottom", bottom)

    def thief():
        for _ in range(n):
            top = yield read("top")
            bottom = yield read("bottom")
            if top < bottom:
                yield read(("item", top))
                yield compare_and_swap("top", top, top + 1)

    return Program([owner, thief])


def philosophers(n, rounds=1):
    def philosopher(left, right):
        def run():
            for _ in range(rounds):
                yield lock(left)
                yield lock(right)
                yield unlock(right)
                yield unlock(left)

        return run

    return Program([philosopher(min(i, (i + 1) % n), max(i, (i + 1) % n)) for i in range(n)])


MODELS = {
    model.__name__: model
    for model in (
        readers, lastzero, indexer, filesystem, fib_bench, treiber_stack, ms_queue, ticket_lock, work_stealing, philosophers
    )  # fmt: skip
}


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
