"""The program tree: a generated C or C++ program as objects that can be printed, measured and cut down.

The shrinker needs to delete statements and print what is left as valid C, so nothing here is text
glued together: a statement is a `Line` or a `Block`, and declarations are printed only if something
that is left names them. Statements that make sense only together (a wait and its signal, the create
and the join of one thread) carry the same group number and are deleted together.

SPDX-License-Identifier: Apache-2.0
"""

import copy
import re
from dataclasses import dataclass, field

IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')

# A header is included when the program says something that matches; the shrunk program is then short.
HEADERS = [
    ("assert.h", r"\bassert\("),
    ("ctype.h", r"\b(isalpha|isdigit|isspace|toupper|tolower)\("),
    ("heddle/heddle.h", r"\bheddle_"),
    ("inttypes.h", r"\bPRI[dux]\d+"),
    ("math.h", r"\b(fabs|floor|sqrt)\("),
    ("pthread.h", r"\bpthread_"),
    ("sched.h", r"\bsched_yield"),
    ("semaphore.h", r"\bsem_"),
    ("stdarg.h", r"\bva_"),
    ("stddef.h", r"\b(size_t|ptrdiff_t|offsetof)\b"),
    ("stdint.h", r"\bu?int(8|16|32|64|ptr)_t\b"),
    ("stdio.h", r"\b(printf|snprintf|puts|putchar)\("),
    ("stdlib.h", r"\b(malloc|calloc|realloc|free|exit|abort|qsort|bsearch|strto\w+|abs|labs)\("),
    ("string.h", r"\b(mem(cpy|move|set|cmp|chr)|str(len|n?cmp|n?cpy|n?cat|r?chr|str|spn|cspn|pbrk))\("),
]
C_HEADERS = [("stdatomic.h", r"\b(atomic_|memory_order)")]
CXX_HEADERS = [
    ("atomic", r"\bstd::(atomic|memory_order)"),
    ("barrier", r"\bstd::barrier"),
    ("condition_variable", r"\bstd::condition_variable"),
    ("latch", r"\bstd::latch"),
    ("memory", r"\bstd::(unique|shared|make_\w+)(_ptr)?<"),
    ("mutex", r"\bstd::(mutex|recursive_mutex|lock_guard|unique_lock|scoped_lock|call_once)"),
    ("semaphore", r"\bstd::\w+_semaphore"),
    ("shared_mutex", r"\bstd::shared_(mutex|lock)"),
    ("thread", r"\bstd::thread"),
]


@dataclass
class Line:
    """One statement, or a few that never stand alone. `cost` is its number of visible operations."""

    text: str
    cost: int = 0
    features: tuple = ()
    group: int | None = None
    uid: int = -1

    def bodies(self):
        return []

    def total_cost(self):
        return self.cost

    def emit(self, indent):
        return [indent + line for line in self.text.split("\n")]


@dataclass
class Block:
    """Bodies between texts: if/else, a loop, a lock and its unlock.

    `parts` is a list of [header, body]. A `guard` makes its body correct, so taking the body out of
    it may turn a correct program into a wrong one; the shrinker asks before it does that.
    """

    parts: list
    footer: str
    cost: int = 0
    features: tuple = ()
    group: int | None = None
    repeat: int = 1
    guard: bool = False
    uid: int = -1

    def bodies(self):
        return [body for _, body in self.parts]

    def total_cost(self):
        return self.cost + self.repeat * sum(s.total_cost() for body in self.bodies() for s in body)

    def emit(self, indent):
        lines = []
        for header, body in self.parts:
            lines += [indent + line for line in header.split("\n")]
            for statement in body:
                lines += statement.emit(indent + "  ")
        return lines + [indent + line for line in self.footer.split("\n")]


def walk(statements):
    """All statements below, parents first."""
    for statement in statements:
        yield statement
        for body in statement.bodies():
            yield from walk(body)


@dataclass
class Symbol:
    """A declaration, and what main must do before it is used."""

    name: str
    text: str
    setup: str = ""


@dataclass
class Function:
    name: str
    signature: str
    body: list = field(default_factory=list)
    locals: list = field(default_factory=list)
    tail: str = ""
    ints: list = field(default_factory=list)  # for the generator: integer variables as (name, type)

    def emit(self, setup=()):
        statements = [line for s in self.body for line in s.emit("  ")]
        statements += ["  " + line for line in self.tail.split("\n") if line]
        named = identifiers("\n".join(statements))
        lines = [f"{self.signature} {{"]
        lines += ["  " + symbol.text for symbol in self.locals if symbol.name in named]
        lines += ["  " + line for text in setup for line in text.split("\n")]
        return "\n".join(lines + statements + ["}"])


def identifiers(text):
    return set(IDENTIFIER.findall(STRING.sub("", text)))


@dataclass
class Program:
    """Symbols and functions in the order of their declaration; the last function is main."""

    symbols: list = field(default_factory=list)
    functions: list = field(default_factory=list)
    faults: list = field(default_factory=list)
    features: list = field(default_factory=list)
    language: str = "c"

    @property
    def main(self):
        return self.functions[-1]

    def statements(self):
        for function in self.functions:
            yield from walk(function.body)

    def number(self):
        """Gives every statement its uid, once, when the program is complete."""
        for uid, statement in enumerate(self.statements()):
            statement.uid = uid
        return self

    def all_features(self):
        live = self.live_names()
        found = {f for fn in self.functions if fn.name in live for s in walk(fn.body) for f in s.features}
        return sorted(found | set(self.features))

    def live_names(self):
        """What main leads to: names of symbols and functions, by the identifiers in their texts."""
        texts = {s.name: s.text + "\n" + s.setup for s in self.symbols}
        texts.update((f.name, f.emit()) for f in self.functions)
        live, open_names = {self.main.name}, [self.main.name]
        while open_names:
            for name in sorted(identifiers(texts[open_names.pop()])):
                if name in texts and name not in live:
                    live.add(name)
                    open_names.append(name)
        return live

    def emit(self, comments=()):
        live = self.live_names()
        symbols = [s for s in self.symbols if s.name in live]
        setup = [s.setup for s in symbols if s.setup]
        parts = [s.text for s in symbols]
        functions = [f for f in self.functions if f.name in live]
        parts += [f.signature + ";" for f in functions[:-1]]
        parts += [f.emit(setup if f is self.main else ()) for f in functions]
        body = "\n".join(parts)
        headers = HEADERS + (CXX_HEADERS if self.language == "c++" else C_HEADERS)
        includes = [f"#include <{name}>" for name, pattern in sorted(headers) if re.search(pattern, body)]
        return "\n".join([*(f"// {c}" for c in comments), *includes, "", body, ""])

    def closure(self, removed):
        """`removed` with all that falls with it: group members, and the bodies of functions nobody calls."""
        removed = set(removed)
        while True:
            before = len(removed)
            groups = {s.group for s in self.statements() if s.uid in removed and s.group is not None}
            removed |= {s.uid for s in self.statements() if s.group in groups}
            live = self._cut(removed).live_names()
            for function in self.functions:
                if function.name not in live:
                    removed |= {s.uid for s in walk(function.body)}
            removed |= {inner.uid for s in self.statements() if s.uid in removed
                        for body in s.bodies() for inner in walk(body)}
            if len(removed) == before:
                return removed

    def without(self, removed):
        """A copy without these statements (uids) and all that falls with them."""
        return self._cut(self.closure(removed))

    def _cut(self, removed):
        return self._rewritten(lambda s: [] if s.uid in removed else [s])

    def hoisted(self, uid, part):
        """A copy in which the body of one part stands in the place of the block `uid`."""
        return self._rewritten(lambda s: s.bodies()[part] if s.uid == uid else [s])

    def _rewritten(self, replace):
        def rewrite(body):
            result = []
            for statement in body:
                for kept in replace(statement):
                    if isinstance(kept, Block):
                        kept = copy.copy(kept)
                        kept.parts = [[header, rewrite(inner)] for header, inner in kept.parts]
                    result.append(kept)
            return result

        functions = [copy.copy(f) for f in self.functions]
        for function in functions:
            function.body = rewrite(function.body)
        return Program(self.symbols, functions, self.faults, self.features, self.language)
