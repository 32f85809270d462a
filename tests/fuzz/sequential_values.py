"""Expressions of the sequential programs: every type, every operator, no undefined behaviour.

Each expression has exactly the type asked for. Arithmetic wraps in an unsigned type, shift counts are
masked, division goes through a checked function and floats are converted to integers in range only. Expressions
have no side effects, so the order of evaluation never matters.

SPDX-License-Identifier: Apache-2.0
"""

import random
from dataclasses import dataclass

from tree import Function, Program, Symbol


@dataclass(frozen=True)
class Int:
    name: str
    bits: int
    signed: bool

    @property
    def wide(self):
        """The unsigned type in which arithmetic of this type wraps."""
        return "unsigned __int128" if self.bits == 128 else "uint64_t"

    @property
    def suffix(self):
        return f"{'i' if self.signed else 'u'}{self.bits}"


INTS = [Int(f"{'' if signed else 'u'}int{bits}_t", bits, signed) for bits in (8, 16, 32, 64) for signed in (True, False)]
WIDE_INTS = [Int("__int128", 128, True), Int("unsigned __int128", 128, False)]
ALL_INTS = INTS + WIDE_INTS
INT = next(t for t in INTS if t.name == "int32_t")
UNSIGNED = next(t for t in INTS if t.name == "uint32_t")
LONG = next(t for t in INTS if t.name == "int64_t")
WORD = next(t for t in INTS if t.name == "uint64_t")

BASE = [
    Symbol("sum", "static uint64_t sum = 1469598103934665603u;"),
    Symbol("fuel", "static int fuel = 300;"),
]


class Values:
    """Draws names, declarations and expressions for one program."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.program = Program(symbols=list(BASE), functions=[Function("main", "int main(void)")])
        self.program.main.tail = 'printf("%016llx\\n", (unsigned long long)sum);\nreturn 0;'
        self.globals = []
        self._names = {}
        self.helper("mix", "static void mix(uint64_t value)", "sum = (sum ^ value) * 1099511628211u;\nsum ^= sum >> 29;")
        self.helper("mix_double", "static void mix_double(double value)",
                    "uint64_t bits = 1;\nif (value == value) memcpy(&bits, &value, sizeof bits);\nmix(bits);")
        self.helper("mix_text", "static void mix_text(const char *text)",
                    "while (*text) mix((unsigned char)*text++);\nmix(256);")

    # Names and declarations.

    def fresh(self, prefix):
        number = self._names.get(prefix, 0)
        self._names[prefix] = number + 1
        return f"{prefix}{number}"

    def declare(self, name, text):
        if all(s.name != name for s in self.program.symbols):
            self.program.symbols.append(Symbol(name, text))
        return name

    def helper(self, name, signature, body):
        if all(f.name != name for f in self.program.functions):
            self.program.functions.insert(0, Function(name, signature, tail=body))
        return name

    def pick(self, *options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def int_type(self):
        return self.random.choice(ALL_INTS if self.chance(0.2) else INTS)

    # Integers.

    def literal(self, kind):
        edge = self.pick(0, 1, 2, 3, 7, 255, -1, 2**(kind.bits - 1) - 1, self.random.getrandbits(kind.bits))
        value = edge % 2**kind.bits
        if kind.bits == 128:
            return f"({kind.name})(((unsigned __int128){value >> 64:#x}u << 64) | {value % 2**64:#x}u)"
        return f"({kind.name}){value:#x}u"

    def atom(self, kind, scope):
        names = scope.ints + self.globals
        if not names or self.chance(0.25):
            return self.literal(kind)
        name, of = self.random.choice(names)
        return name if of is kind else f"({kind.name}){name}"

    def integer(self, kind, scope, depth=2):
        if depth <= 0:
            return self.atom(kind, scope)
        return self.random.choices([f for _, f in INTEGER_FORMS], [w for w, _ in INTEGER_FORMS])[0](self, kind, scope, depth - 1)

    def small(self, scope, limit):
        """An index: limit is a power of two."""
        return f"(unsigned)({self.integer(UNSIGNED, scope, 1)} & {limit - 1})"

    def checked(self, operator, kind):
        name = {"/": "div", "%": "mod"}[operator] + "_" + kind.suffix
        fails = "b == 0 || b == -1" if kind.signed else "b == 0"
        return self.helper(name, f"static {kind.name} {name}({kind.name} a, {kind.name} b)",
                           f"return {fails} ? a : ({kind.name})(a {operator} b);")

    # Floating point.

    def double(self, scope, depth=2):
        if depth <= 0 or self.chance(0.25):
            if scope.doubles and self.chance(0.7):
                return self.random.choice(scope.doubles)
            return self.pick("0.0", "1.5", "-2.25", "1e10", "0.1", "3.0f", "-1e-3")
        left, right = self.double(scope, depth - 1), self.double(scope, depth - 1)
        return self.pick(f"({left} + {right})", f"({left} - {right})", f"({left} * {right})", f"({left} / {right})",
                         f"(double)(float){left}", f"(double)({self.integer(self.int_type(), scope, 1)})", f"(- {left})",
                         f"fabs({left})", f"floor({left})", f"sqrt(fabs({left}))",
                         f"({left} < {right} ? {left} : {right})", f"(double)((float){left} * (float){right})")

    def to_integer(self, kind, text):
        self.helper("to_int", "static int64_t to_int(double value)",
                    "return value > -1e15 && value < 1e15 ? (int64_t)value : 7;")
        return f"({kind.name})to_int({text})"


def arithmetic(v, kind, scope, depth):
    left, right = v.integer(kind, scope, depth), v.integer(kind, scope, depth)
    return f"({kind.name})(({kind.wide}){left} {v.pick('+', '-', '*', '&', '|', '^')} ({kind.wide}){right})"


def shift_left(v, kind, scope, depth):
    return f"({kind.name})(({kind.wide}){v.integer(kind, scope, depth)} << {v.small(scope, kind.bits)})"


def shift_right(v, kind, scope, depth):
    return f"({kind.name})({v.integer(kind, scope, depth)} >> {v.small(scope, kind.bits)})"


def division(v, kind, scope, depth):
    return f"{v.checked(v.pick('/', '%'), kind)}({v.integer(kind, scope, depth)}, {v.integer(kind, scope, depth)})"


def comparison(v, kind, scope, depth):
    of = v.int_type()
    left, right = v.integer(of, scope, depth), v.integer(of, scope, depth)
    return f"({kind.name})({left} {v.pick('<', '<=', '>', '>=', '==', '!=')} {right})"


def logic(v, kind, scope, depth):
    left, right = v.integer(v.int_type(), scope, depth), v.integer(v.int_type(), scope, depth)
    return f"({kind.name})({left} {v.pick('&&', '||')} !{right})"


def conditional(v, kind, scope, depth):
    return (f"({v.integer(v.int_type(), scope, depth)} ? {v.integer(kind, scope, depth)} : "
            f"{v.integer(kind, scope, depth)})")


def unary(v, kind, scope, depth):
    inner = v.integer(kind, scope, depth)
    return v.pick(f"({kind.name})~{inner}", f"({kind.name})!{inner}", f"({kind.name})(0 - ({kind.wide}){inner})")


def conversion(v, kind, scope, depth):
    return f"({kind.name}){v.integer(v.int_type(), scope, depth)}"


def from_double(v, kind, scope, depth):
    return v.to_integer(kind, v.double(scope, depth))


def compare_doubles(v, kind, scope, depth):
    return f"({kind.name})({v.double(scope, depth)} {v.pick('<', '<=', '==', '!=')} {v.double(scope, depth)})"


def bit_builtin(v, kind, scope, depth):
    word, half = v.integer(WORD, scope, depth), v.integer(UNSIGNED, scope, depth)
    return f"({kind.name})" + v.pick(f"__builtin_popcountll({word})", f"__builtin_clzll({word} | 1)", f"__builtin_ctz({half} | 256u)",
                                     f"__builtin_bswap64({word})", f"__builtin_bswap32({half})", f"__builtin_parityll({word})")


INTEGER_FORMS = [(3, lambda v, kind, scope, depth: v.atom(kind, scope)), (8, arithmetic), (2, shift_left), (2, shift_right),
                 (2, division), (2, comparison), (1, logic), (2, conditional), (2, unary), (3, conversion), (1, from_double),
                 (1, compare_doubles), (1, bit_builtin)]
