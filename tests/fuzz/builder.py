"""What every feature of the generator builds on: names, threads, guards and shared places.

A program is built as a sequence of events in one total order. Each event appends its pieces to the
bodies of the threads that take part in it, and a piece only ever waits for pieces of its own or an
earlier event. So a program without deliberate faults cannot deadlock, whatever was drawn; and as each
shared place has a guard that every access takes, in one global order, it has no data race either. Such a
program must be `verified`, which is a check of its own. The faults break these rules one by one.

To add a feature, write one function in statements.py, patterns.py or faults.py (those for C++ alone begin with
cxx_) and decorate it.

SPDX-License-Identifier: Apache-2.0
"""

import random
from dataclasses import dataclass, replace

from guards import KINDS, LAST_RANK, Guard
from tree import Block, Function, Line, Program, Symbol

C, CXX = ("c",), ("c++",)
BOTH = C + CXX

STATEMENTS = {}  # name -> (weight, function(builder, scope) -> statement or None, languages)
PATTERNS = {}    # name -> (weight, function(builder, threads) -> None, languages); takes part: several threads
FAULTS = {}      # name -> (weight, function(builder) -> bool, languages)


def _register(table, weight, languages):
    def decorate(function):
        table[function.__name__] = (weight, function, languages)
        return function
    return decorate


def statement(weight, languages=C):
    return _register(STATEMENTS, weight, languages)


def pattern(weight, languages=C):
    return _register(PATTERNS, weight, languages)


def fault(weight, languages=C):
    return _register(FAULTS, weight, languages)


@dataclass
class Thread:
    function: Function
    creator: "Thread | None" = None
    join: Line | None = None
    live: bool = True
    must_join: bool = False

    def cost(self):
        return sum(s.total_cost() for s in self.function.body)


@dataclass
class Place:
    """A shared lvalue of an integer type, and the guard under which it may be touched.

    An `@` in the text stands for a local of the thread that uses it (a computed index).
    """

    text: str
    guard: Guard | None
    type: str = "int"
    features: tuple = ()


@dataclass(frozen=True)
class Scope:
    """Where a statement goes: its thread, what is held there as (guard name, mode) and what may follow."""

    thread: Thread
    held: tuple = ()
    rank: int = -1
    depth: int = 0

    def holds(self, guard, mode):
        return any(name == guard.name and (held == mode or held == "write") for name, held in self.held)

    def inside(self, guard, mode):
        return Scope(self.thread, self.held + ((guard.name, mode),), max(self.rank, guard.rank), self.depth + 1)

    def deeper(self):
        return Scope(self.thread, self.held, self.rank, self.depth + 1)


class Needs:
    """The guards one statement needs, collected while its expressions are drawn."""

    def __init__(self):
        self.modes = {}
        self.features = []
        self.cost = 0

    def add(self, place, mode):
        self.cost += 1
        self.features += place.features
        if place.guard:
            name = place.guard.name
            if mode == "write" or name not in self.modes:
                self.modes[name] = (place.guard, mode)


@dataclass
class Style:
    """How sloppy this program is; each switch that is on is one of its faults."""

    unguarded: float = 0.0
    unordered: bool = False
    shuffled: bool = False
    strict_asserts: bool = True


class Builder:
    def __init__(self, seed, language="c"):
        self.random = random.Random(seed)
        self.language = language
        self.program = Program(functions=[Function("main", "int main(void)", tail="return 0;")], language=language)
        self.style = Style()
        self.threads = [Thread(self.program.main)]
        self.guards = []
        self.places = []
        self.atomics = []
        self.finals = []
        self.choices_left = 2
        self.most_threads = 2
        self._names = {}
        self._group = 0

    # Names and declarations.

    def fresh(self, prefix):
        number = self._names.get(prefix, 0)
        self._names[prefix] = number + 1
        return f"{prefix}{number}"

    def declare(self, name, text, setup=""):
        if all(s.name != name for s in self.program.symbols):
            self.program.symbols.append(Symbol(name, text, setup))
        return name

    def helper(self, name, signature, body):
        if all(f.name != name for f in self.program.functions):
            self.program.functions.insert(0, Function(name, signature, tail=body))
        return name

    def local(self, thread, name, text):
        if all(s.name != name for s in thread.function.locals):
            thread.function.locals.append(Symbol(name, text))
        return name

    def int_local(self, thread):
        name = self.random.choice(["a", "b"])
        return self.local(thread, name, f"int {name} = 0;")

    def group(self):
        self._group += 1
        return self._group

    @property
    def is_cxx(self):
        return self.language == "c++"

    # Random choices.

    def drawn(self, table):
        """A name in a table of features, of those for this program's language."""
        return self.weighted({name: row for name, row in table.items() if self.language in row[2]})

    def chance(self, probability):
        return self.random.random() < probability

    def weighted(self, table):
        """A key of {key: weight} or {key: (weight, ...)}."""
        keys = list(table)
        weights = [w[0] if isinstance(w, tuple) else w for w in table.values()]
        return self.random.choices(keys, weights)[0]

    # Guards and places.

    def new_guard(self):
        kind = self.weighted({k: row.weight for k, row in KINDS.items() if row.language == self.language})
        row = KINDS[kind]
        if not row.declaration:
            guard = Guard("section", kind, LAST_RANK)
        else:
            name = self.fresh(row.prefix)
            self.declare(name, row.declaration.format(name), row.setup.format(name))
            guard = Guard(name, kind, len(self.guards))
        self.guards.append(guard)
        return guard

    def member_guard(self, name):
        """The mutex that is a member of an object."""
        self.guards.append(Guard(name, "std_mutex" if self.is_cxx else "mutex", len(self.guards)))
        return self.guards[-1]

    def may_touch(self, scope, place, mode):
        guard = place.guard
        if guard is None or scope.holds(guard, mode):
            return True
        if any(name == guard.name for name, _ in scope.held):
            return False
        return guard.rank > scope.rank or (self.style.unordered and guard.kind != "atomic_section")

    def place(self, scope, needs, mode, kind=None):
        """A place this scope may touch, its guard noted in `needs`; None if there is none."""
        fits = [p for p in self.places if self.may_touch(scope, p, mode) and kind in (None, p.type)]
        if not fits:
            return None
        chosen = self.random.choice(fits)
        needs.add(chosen, mode)
        return replace(chosen, text=chosen.text.replace("@", self.int_local(scope.thread)))

    def guarded(self, scope, needs, statements):
        """The statements inside the guards they need; None if these cannot be taken here."""
        missing = [(g, mode) for g, mode in needs.modes.values() if not scope.holds(g, mode)]
        missing.sort(key=lambda entry: entry[0].rank)
        if self.style.unordered:
            self.random.shuffle(missing)
            missing.sort(key=lambda entry: entry[0].kind == "atomic_section")
        if any(name == guard.name for guard, _ in missing for name, _ in scope.held):
            return None
        for guard, mode in reversed(missing):
            if not self.chance(self.style.unguarded):
                statements = [self.locked(guard, mode, statements)]
        return statements[0] if len(statements) == 1 else Block([["{", statements]], "}")

    def locked(self, guard, mode, body):
        feature = f"{guard.kind}_read" if mode == "read" and KINDS[guard.kind].read_forms else guard.kind
        attempt = guard.attempt() if mode == "write" and self.chance(0.12) else None
        if attempt:
            condition, close = attempt
            return Block([[f"if ({condition}) {{", body]], f"  {close}\n}}", 2, ("trylock", feature), guard=True)
        opening, close = self.random.choice(guard.forms(mode))
        return Block([[opening, body]], close, 2, (feature,), guard=True)

    # Values and statements.

    def value(self, scope, needs):
        """A small expression that is never negative."""
        kind = self.weighted({"constant": 4, "local": 3, "place": 3, "sum": 2, "bits": 1})
        constant = self.random.randrange(4)
        if kind == "local":
            return self.int_local(scope.thread)
        place = self.place(scope, needs, "read") if kind not in ("constant", "local") else None
        if place is None:
            return str(constant)
        if kind == "place":
            return place.text
        if kind == "sum":
            return f"({place.text} + {self.int_local(scope.thread)} + {constant}) & 7"
        return self.random.choice([f"{place.text} ^ {constant}", f"{place.text} & {constant}", f"{place.text} << 1 & 7"])

    def condition(self, scope, needs):
        """A condition on a shared place or a local."""
        place = self.place(scope, needs, "read")
        left = place.text if place else self.int_local(scope.thread)
        operator = self.random.choice(["==", "!=", "<", ">", ">="])
        # Unsigned places make `x < 0` and `x >= 0` pointless, so the constant is at least 1.
        return f"{left} {operator} {self.random.randrange(1, 4)}"

    def statement(self, scope):
        for _ in range(20):
            name = self.drawn(STATEMENTS)
            made = STATEMENTS[name][1](self, scope)
            if made is not None:
                made.features += (name,)
                return made
        return Line("sched_yield();", 1, ("yield_now",))

    def body(self, scope, most=2):
        return [self.statement(scope) for _ in range(self.random.randint(1, most))]

    # Threads and their bodies.

    def add(self, thread, made, group=None, features=()):
        """Appends to a thread's body or, in a shuffled program, inserts anywhere."""
        made.group = group
        made.features += tuple(features)
        body = thread.function.body
        body.insert(self.random.randint(0, len(body)) if self.style.shuffled else len(body), made)

    def working(self):
        return [t for t in self.threads if t.live]

    def new_thread(self, creator, argument="0", before="", after="", features=()):
        """Starts a thread from `creator`, with a text before its creation and one after its join.

        The creation is appended even in a shuffled program: a join needs its handle.
        """
        name, handle = self.fresh("worker"), self.fresh("handle")
        if self.is_cxx:
            function = Function(name, f"static void {name}(void *arg)", tail="(void)arg;")
            create = f"{handle} = std::thread({name}, (void *){argument});"
            join = f"{handle}.join();"
            self.local(creator, handle, f"std::thread {handle};")
        else:
            function = Function(name, f"static void *{name}(void *arg)", tail="(void)arg;\nreturn 0;")
            create = f"pthread_create(&{handle}, 0, {name}, {argument});"
            join = f"pthread_join({handle}, 0);"
            self.local(creator, handle, f"pthread_t {handle};")
        self.program.functions.insert(len(self.program.functions) - 1, function)
        group = self.group()
        creator.function.body.append(Line(before + create, 0, features, group))
        self.threads.append(Thread(function, creator, Line(join + after, group=group), must_join=argument != "0"))
        return self.threads[-1]

    def finish(self, thread):
        """Joins a thread, its own children first; it takes part in nothing after this."""
        for child in self.threads:
            if child.live and child.creator is thread:
                self.finish(child)
        thread.live = False
        thread.creator.function.body.append(thread.join)
