"""Small models of the classic programs, operation by operation, for count_traces.py.

A thread is a generator that yields its operations on shared memory and is sent their results. Local computation and main's part
before the threads start and after they end are left out: they distinguish no executions.

SPDX-License-Identifier: Apache-2.0
"""

import collections

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


DISCARD = Operation("discard", None)  # what follows an assumption that does not hold


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


# In the order of programs.json, with the same N.


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


def szymanski(n, rounds=1):
    outside, interested, waiting, entering, inside = range(5)

    def is_any(flag):
        for other in range(n):
            if (yield read(other)) == flag:
                return True
        return False

    def client(self):
        def run():
            for _ in range(rounds):
                yield write(self, interested)
                for other in range(n):
                    yield wait(other, lambda flag: flag <= waiting)
                yield write(self, entering)
                if (yield from is_any(interested)):
                    yield write(self, waiting)
                    if not (yield from is_any(inside)):
                        yield DISCARD
                yield write(self, inside)
                for other in range(self):
                    yield wait(other, lambda flag: flag <= interested)
                yield write("owner", self)
                yield read("owner")
                for other in range(self + 1, n):
                    yield wait(other, lambda flag: flag <= interested or flag == inside)
                yield write(self, outside)

        return run

    return Program([client(self) for self in range(n)])


def mcs_lock(n):
    def client(self):
        def run():
            yield write(("must wait", self), 1)
            before = yield update("tail", lambda old: self)
            if before:
                yield write(("next", before), self)
                yield wait(("must wait", self), lambda flag: not flag)
            yield write("counter", (yield read("counter")) + 1)
            if not (yield read(("next", self))) and (yield compare_and_swap("tail", self, 0)) == self:
                return
            yield wait(("next", self), bool)
            yield write(("must wait", (yield read(("next", self)))), 0)

        return run

    return Program([client(self) for self in range(1, n + 1)])


def clh_lock(n):
    def client(self):
        def run():
            yield write(("held", self), 1)
            before = yield update("tail", lambda old: self)
            yield wait(("held", before), lambda flag: not flag)
            yield write("counter", (yield read("counter")) + 1)
            yield write(("held", self), 0)

        return run

    return Program([client(self) for self in range(1, n + 1)])


def seqlock(n, readers=1):
    def writer():
        for value in range(1, n + 1):
            yield update("sequence", lambda old: old + 1)
            yield write("first", value)
            yield write("second", value)
            yield update("sequence", lambda old: old + 1)

    def reader():
        before = yield read("sequence")
        if before % 2:
            yield DISCARD
        yield read("first")
        yield read("second")
        if (yield read("sequence")) != before:
            yield DISCARD

    return Program([writer] + [reader] * readers)


MODELS = {
    model.__name__: model
    for model in (
        readers, lastzero, indexer, filesystem, fib_bench, szymanski, ms_queue, treiber_stack, ticket_lock, mcs_lock, clh_lock,
        seqlock, work_stealing, philosophers,
    )  # fmt: skip
}
