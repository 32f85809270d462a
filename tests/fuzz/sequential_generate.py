"""From a seed to a random sequential C program that prints checksums of all it computes.

The statements cover what clang makes of ordinary C: structs by value in each class of the calling convention,
unions, bit-fields, switch, computed goto, variable-length arrays, varargs, the string functions, formatted
output. Every variable is initialised where it is declared, so any statement can be deleted.

To add a construct, write one function and decorate it with its weight.

    sequential_generate.py SEED    prints the program

SPDX-License-Identifier: Apache-2.0
"""

import sys
from dataclasses import dataclass, field

from sequential_values import ALL_INTS, INT, INTS, LONG, UNSIGNED, WORD, Values
from tree import Block, Function, Line, Symbol

STATEMENTS = {}
MOST_DEPTH = 2


def statement(weight):
    def decorate(function):
        STATEMENTS[function.__name__] = (weight, function)
        return function
    return decorate


@dataclass
class Scope:
    """What a statement may name: integers as (name, type), doubles, and functions it may call."""

    ints: list = field(default_factory=list)
    doubles: list = field(default_factory=list)
    calls: list = field(default_factory=list)
    writable: list = field(default_factory=list)
    depth: int = 0

    def inner(self, *more):
        return Scope(self.ints + list(more), self.doubles, self.calls, self.writable, self.depth + 1)


def body(v, scope, most=3):
    return [one_statement(v, scope) for _ in range(v.random.randint(1, most))]


def one_statement(v, scope):
    while True:
        name = v.random.choices(list(STATEMENTS), [w for w, _ in STATEMENTS.values()])[0]
        made = STATEMENTS[name][1](v, scope)
        if made is not None:
            made = Line(made) if isinstance(made, str) else made
            made.features += (name,)
            return made


def target(v, scope):
    return v.random.choice(scope.writable + v.globals)


@statement(10)
def assign(v, scope):
    name, kind = target(v, scope)
    return f"{name} = {v.integer(kind, scope, 3)};"


@statement(3)
def compound_assign(v, scope):
    name, kind = target(v, scope)
    if kind.signed:
        return f"{name} {v.pick('&=', '|=', '^=')} {v.integer(kind, scope)};"
    # Narrow unsigned types are promoted to int, in which a product could overflow.
    operator = v.pick("+=", "-=", "^=", "|=") if kind.bits < 32 else v.pick("+=", "-=", "*=", "^=")
    return f"{name} {operator} {v.integer(kind, scope)};"


@statement(2)
def assign_double(v, scope):
    return scope.doubles and f"{v.random.choice(scope.doubles)} = {v.double(scope, 3)};" or None


@statement(6)
def observe(v, scope):
    kind = v.int_type()
    name = v.integer(kind, scope, 1)
    return f"mix((uint64_t){name});" + (f"\nmix((uint64_t)({name} >> 64));" if kind.bits == 128 else "")


@statement(2)
def observe_double(v, scope):
    return f"mix_double({v.double(scope)});"


@statement(5)
def print_values(v, scope):
    """Formats are part of the runtime models: widths, precisions, flags, lengths."""
    name, text, argument = v.pick(
        ("d", "%d", v.integer(INT, scope, 1)), ("d", "%08d", v.integer(INT, scope, 1)), ("u", "%-6u|", v.integer(UNSIGNED, scope, 1)),
        ("x", "%#x", v.integer(UNSIGNED, scope, 1)), ("ld", "%+lld", f"(long long){v.integer(LONG, scope, 1)}"),
        ("o", "%o", v.integer(UNSIGNED, scope, 1)), ("c", "%c", f"(int)('a' + {v.small(scope, 16)})"),
        ("g", "%g", v.double(scope, 0)), ("f", "%.3f", f"(double)(float){v.integer(INT, scope, 1)}"),
        ("e", "%12.4e", f"(double){v.integer(INT, scope, 1)}"), ("hh", "%hhd", v.integer(INT, scope, 1)),
        ("s", "%5.3s|", v.pick('"heddle"', '"a"', '""')), ("star", "%*d", f"(int){v.small(scope, 8)}, {v.integer(INT, scope, 1)}"),
        ("zu", "%zu", f"(size_t){v.integer(WORD, scope, 1)}"), ("X", "%.4X", v.integer(UNSIGNED, scope, 1)))
    if v.chance(0.5):
        return f'printf("{name} {text}\\n", {argument});'
    buffer, size = v.fresh("buffer"), v.pick(4, 16, 64)
    return (f'{{\n  char {buffer}[{size}];\n  mix((uint64_t)snprintf({buffer}, sizeof {buffer}, "{text}", {argument}));\n'
            f"  mix_text({buffer});\n}}")


@statement(4)
def branch(v, scope):
    if scope.depth >= MOST_DEPTH:
        return None
    parts = [[f"if ({v.integer(v.int_type(), scope)}) {{", body(v, scope.inner())]]
    if v.chance(0.5):
        parts.append(["} else {", body(v, scope.inner(), 2)])
    return Block(parts, "}")


@statement(4)
def loop(v, scope):
    if scope.depth >= MOST_DEPTH:
        return None
    name, count = v.fresh("i"), v.random.randint(2, 5)
    inside = body(v, scope.inner((name, INT)))
    if v.chance(0.3):
        leave = Line(f"if ({v.integer(INT, scope.inner((name, INT)), 1)}) {v.pick('break', 'continue')};")
        inside.insert(v.random.randint(0, len(inside)), leave)
    if v.chance(0.5):
        return Block([[f"for (int32_t {name} = 0; {name} < {count}; {name}++) {{", inside]], "}")
    # The step is in the condition, so that `continue` cannot skip it.
    return Block([[f"{{\n  int32_t {name} = {count};\n  do {{", inside]], f"  }} while (--{name} > 0);\n}}")


@statement(2)
def switch(v, scope):
    if scope.depth >= MOST_DEPTH:
        return None
    inner = scope.inner()
    kind = v.random.choice(INTS)
    first = f"switch (({kind.name})({v.integer(kind, scope)} & 7)) {{\n  case 0:\n  case 3: {{"
    ends = ["  }\n  break;", "  }\n  /* falls through */"]
    return Block([[first, body(v, inner, 2)], [v.pick(*ends) + "\n  case 1: {", body(v, inner, 1)],
                  [v.pick(*ends) + "\n  default: {", body(v, inner, 1)]], "  }\n}")


@statement(2)
def computed_goto(v, scope):
    if scope.depth >= MOST_DEPTH:
        return None
    label, table = v.fresh("label"), v.fresh("targets")
    return Block([[f"{{\n  static const void *{table}[] = {{&&{label}_a, &&{label}_b}};\n"
                   f"  goto *{table}[{v.small(scope, 2)}];\n  {label}_a: {{", body(v, scope.inner(), 1)],
                  [f"  }}\n  {label}_b: {{", body(v, scope.inner(), 1)]], "  }\n}")


@statement(4)
def array(v, scope):
    kind, size = v.int_type(), v.pick(4, 8, 16)
    name = v.fresh("array")
    v.declare(name, f"static {kind.name} {name}[{size}];")
    at = f"{name}[{v.small(scope, size)}]"
    return v.pick(f"{at} = {v.integer(kind, scope)};\nmix((uint64_t){name}[{v.small(scope, size)}]);",
                  f"{{\n  {kind.name} *p = &{at};\n  *p = {v.integer(kind, scope)};\n  mix((uint64_t)(p - {name}));\n"
                  f"  {kind.name} **pp = &p;\n  **pp ^= 1;\n  mix((uint64_t){name}[{v.small(scope, size)}]);\n}}",
                  f"for (int k = 0; k < {size}; k++) {name}[k] = ({kind.name})(k * 7 + {v.integer(INT, scope, 0)} % 1000);\n"
                  f"mix((uint64_t){at});")


@statement(3)
def struct_by_value(v, scope):
    """One struct per class of the calling convention: registers, floats, mixed, and by memory."""
    shape = v.pick("small", "floats", "mixed", "large")
    fields = {"small": "int32_t a; int16_t b; uint8_t c;", "floats": "float a; double b; uint8_t c;",
              "mixed": "double a; int64_t b; uint8_t c;", "large": "int64_t a; double b; uint8_t c[24];"}[shape]
    v.declare(shape, f"struct {shape} {{ {fields} }};")
    tail = "s.c[5]" if shape == "large" else "s.c"
    wide = "(int64_t)(s.a > -1e9 && s.a < 1e9 ? s.a : 3)"
    change = v.helper(f"change_{shape}", f"static struct {shape} change_{shape}(struct {shape} s, int32_t n)",
                      f"{tail} = (uint8_t)(n + {tail});\ns.a = (n & 255) + {wide} % 1000;\ns.b = (n & 7) + 2;\nreturn s;")
    name = v.fresh("s")
    zero = "{1, 2, {3}}" if shape == "large" else "{1, 2, 3}"
    end = f"{name}.c[5]" if shape == "large" else f"{name}.c"
    return (f"{{\n  struct {shape} {name} = {zero};\n  {name} = {change}({change}({name}, {v.integer(INT, scope)}), {v.integer(INT, scope, 1)});\n"
            f"  struct {shape} copy = {name}, *at = &copy;\n  mix_double((double)at->a + (double)at->b);\n  mix({end});\n}}")


@statement(2)
def union_punning(v, scope):
    v.declare("pun", "union pun { uint64_t word; double real; uint32_t half[2]; uint8_t byte[8]; };")
    name = v.fresh("u")
    return (f"{{\n  union pun {name} = {{{v.integer(WORD, scope)}}};\n  {name}.byte[{v.small(scope, 8)}] ^= (uint8_t){v.integer(UNSIGNED, scope, 1)};\n"
            f"  {name}.half[1] += {name}.half[0];\n  mix({name}.word);\n  {name}.real = {v.double(scope, 1)};\n  mix_double({name}.real);\n}}")


@statement(3)
def bit_field(v, scope):
    v.declare("bits", "struct bits { unsigned a : 3; int b : 5; uint64_t c : 33; int64_t d : 17; unsigned e : 1; int : 0; int8_t f : 4; };")
    v.declare("flags", "static struct bits flags;")
    one, other = v.pick("a", "b", "c", "d", "e", "f"), v.pick("a", "b", "c", "d", "e", "f")
    change = v.pick(f"flags.{one} = {v.integer(WORD, scope)};", f"flags.{one}++;", f"flags.{one} ^= flags.{other};")
    return f"{change}\nmix((uint64_t)(int64_t)flags.{one});\nmix((uint64_t)(int64_t)flags.{other});"


@statement(2)
def wide_integers(v, scope):
    name = v.fresh("wide")
    return (f"{{\n  unsigned __int128 {name} = (unsigned __int128){v.integer(WORD, scope)} * {v.integer(WORD, scope)};\n"
            f"  {name} = {name} / ({v.integer(WORD, scope, 1)} | 1u) + ({name} >> {v.small(scope, 128)});\n"
            f"  mix((uint64_t){name});\n  mix((uint64_t)({name} >> 64));\n}}")


@statement(2)
def overflow_builtin(v, scope):
    kind, operation = v.random.choice(INTS), v.pick("add", "sub", "mul")
    return (f"{{\n  {kind.name} r;\n  mix(__builtin_{operation}_overflow({v.integer(kind, scope)}, {v.integer(kind, scope)}, &r));\n"
            f"  mix((uint64_t)r);\n}}")


@statement(2)
def varargs(v, scope):
    v.helper("collect", "static uint64_t collect(const char *kinds, ...)",
             "va_list list, again;\nva_start(list, kinds);\nva_copy(again, list);\nuint64_t result = (uint64_t)va_arg(again, int);\n"
             "va_end(again);\nfor (; *kinds; kinds++) {\n  if (*kinds == 'i') result = result * 31 + (uint64_t)va_arg(list, int);\n"
             "  if (*kinds == 'l') result = result * 31 + (uint64_t)va_arg(list, long);\n"
             "  if (*kinds == 'd') result = result * 31 + (va_arg(list, double) > 1.0);\n"
             "  if (*kinds == 's') result = result * 31 + strlen(va_arg(list, char *));\n}\nva_end(list);\nreturn result;")
    kinds = "i" + "".join(v.pick("i", "l", "d", "s") for _ in range(v.random.randint(0, 9)))
    values = {"i": lambda: v.integer(INT, scope, 1), "l": lambda: f"(long){v.integer(LONG, scope, 1)}",
              "d": lambda: v.double(scope, 1), "s": lambda: v.pick('"x"', '"four"', '""')}
    return f'mix(collect("{kinds}", {", ".join(values[k]() for k in kinds)}));'


@statement(3)
def memory_functions(v, scope):
    name = v.fresh("bytes")
    v.declare(name, f"static unsigned char {name}[32];")
    a, b, n = v.small(scope, 16), v.small(scope, 16), v.small(scope, 16)
    return v.pick(f"memset({name} + {a}, (int){v.small(scope, 16)}, {n});", f"memmove({name} + {a}, {name} + {b}, {n});",
                  f"memcpy({name}, {name} + 16, {n});",
                  f"mix(memcmp({name}, {name} + {a}, {n}) < 0);",
                  f"{{\n  unsigned char *at = memchr({name}, (int){v.small(scope, 8)}, 32);\n  mix(at ? (uint64_t)(at - {name}) : 99);\n}}",
                  f"{{\n  uint32_t word;\n  memcpy(&word, {name} + {a}, sizeof word);\n  word += {v.integer(UNSIGNED, scope)};\n"
                  f"  memcpy({name} + {b}, &word, sizeof word);\n  mix(word);\n}}") + f"\nmix({name}[{n}]);"


@statement(3)
def string_functions(v, scope):
    name = v.fresh("text")
    word, other = v.pick('"loom"', '"weft and warp"', '"-1234z"', '""'), v.pick('"heddle"', '"warp"', '"w"')
    use = v.pick(f"strcat({name}, {other});", f"strncpy({name}, {other}, {v.small(scope, 8)});", f"mix(strlen({name}));",
                 f"mix((uint64_t)(strcmp({name}, {other}) > 0));", f"mix((uint64_t)(strncmp({name}, {other}, {v.small(scope, 4)}) == 0));",
                 f"mix(strstr({name}, {other}) != 0);", f"mix(strchr({name}, 'o') != 0);", f"mix((uint64_t)strtol({name}, 0, 10));",
                 f"mix(strspn({name}, \"-12low\") + strcspn({name}, \"pz\"));", f"{name}[0] = (char)toupper({name}[0]);",
                 f"mix(isalpha((unsigned char){name}[{v.small(scope, 4)}]) != 0);")
    return f"{{\n  char {name}[40] = {word};\n  {use}\n  mix_text({name});\n}}"


@statement(2)
def dynamic_array(v, scope):
    kind, name = v.random.choice(ALL_INTS), v.fresh("dynamic")
    start, size = v.pick((f"{kind.name} {name}[size];", ""), (f"{kind.name} *{name} = malloc(size * sizeof *{name});", f"free({name});"),
                         (f"{kind.name} *{name} = __builtin_alloca(size * sizeof *{name});", ""),
                         (f"{kind.name} *{name} = realloc(calloc(1, 4), size * sizeof *{name});", f"free({name});"))
    end = f"\n  {size}" if size else ""
    return (f"{{\n  size_t size = {v.small(scope, 8)} + 1;\n  {start}\n"
            f"  for (size_t k = 0; k < size; k++) {name}[k] = ({kind.name})(k * k);\n  {name}[size / 2] ^= {v.integer(kind, scope)};\n"
            f"  for (size_t k = 0; k < size; k++) mix((uint64_t){name}[k]);{end}\n}}")


@statement(2)
def sorting(v, scope):
    v.helper("compare", "static int compare(const void *a, const void *b)",
             "int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;\nreturn x < y ? -1 : x > y;")
    values = ", ".join(v.integer(INT, scope, 1) for _ in range(v.random.randint(3, 9)))
    name = v.fresh("sorted")
    return (f"{{\n  int32_t {name}[] = {{{values}}};\n  size_t count = sizeof {name} / sizeof *{name};\n"
            f"  qsort({name}, count, sizeof *{name}, compare);\n  for (size_t k = 0; k < count; k++) mix((uint64_t){name}[k]);\n"
            f"  mix(bsearch(&{name}[0], {name}, count, sizeof *{name}, compare) != 0);\n}}")


@statement(2)
def recursion(v, scope):
    v.helper("ackermann", "static uint32_t ackermann(uint32_t m, uint32_t n)",
             "if (m == 0) return n + 1;\nreturn ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));")
    v.helper("fold", "static uint64_t fold(uint64_t n, double by)", "return n == 0 ? (uint64_t)by : n + 3 * fold(n - 1, by + 0.5);")
    return v.pick(f"mix(ackermann({v.small(scope, 2)}, {v.small(scope, 4)}));", f"mix(fold({v.small(scope, 16)}, 1.25));")


@statement(2)
def function_pointers(v, scope):
    for name, result in (("plus", "x + y"), ("minus", "x - y"), ("times", "x * y"), ("swap", "y ^ (x >> 3)")):
        v.helper(name, f"static uint64_t {name}(uint64_t x, uint64_t y)", f"return {result};")
    v.declare("operation", "typedef uint64_t (*operation)(uint64_t, uint64_t);")
    v.declare("operations", "static uint64_t plus(uint64_t, uint64_t), minus(uint64_t, uint64_t), times(uint64_t, uint64_t), "
                            "swap(uint64_t, uint64_t);\nstatic const operation operations[] = {plus, minus, times, swap};")
    return f"mix(operations[{v.small(scope, 4)}]({v.integer(WORD, scope, 1)}, {v.integer(WORD, scope, 1)}));"


@statement(1)
def linked_list(v, scope):
    v.declare("node", "struct node { struct node *next; uint32_t value; };")
    name = v.fresh("head")
    return (f"{{\n  struct node *{name} = 0;\n  for (uint32_t k = 0; k < {v.random.randint(2, 6)}; k++) {{\n"
            f"    struct node *made = malloc(sizeof *made);\n    *made = (struct node){{{name}, k ^ {v.integer(UNSIGNED, scope, 1)}}};\n"
            f"    {name} = made;\n  }}\n  while ({name}) {{\n    struct node *next = {name}->next;\n    mix({name}->value);\n"
            f"    free({name});\n    {name} = next;\n  }}\n}}")


@statement(5)
def call(v, scope):
    if not scope.calls:
        return None
    name, result, kinds = v.random.choice(scope.calls)
    arguments = ", ".join(v.integer(k, scope) for k in kinds)
    return f"if (fuel > 0) mix((uint64_t){name}({arguments}));"


def new_function(v, calls):
    """A function of random parameters that calls only functions made before it."""
    kinds = [v.random.choice(ALL_INTS) for _ in range(v.random.randint(0, 7))]
    result = v.random.choice(ALL_INTS)
    name = v.fresh("function")
    parameters = ", ".join(f"{k.name} p{i}" for i, k in enumerate(kinds)) or "void"
    made = Function(name, f"static {result.name} {name}({parameters})")
    fill_function(v, made, [(f"p{i}", k) for i, k in enumerate(kinds)], calls)
    made.tail = f"return {v.integer(result, Scope(made.ints), 2)};"
    v.program.functions.insert(len(v.program.functions) - 1, made)
    return name, result, kinds


def fill_function(v, function, parameters, calls):
    variables = [(f"v{i}", v.int_type()) for i in range(v.random.randint(2, 4))]
    function.locals = [Symbol(name, f"{kind.name} {name} = {v.literal(kind)};") for name, kind in variables]
    doubles = [f"d{i}" for i in range(v.random.randint(1, 2))]
    function.locals += [Symbol(name, f"{v.pick('double', 'float')} {name} = {v.pick('0.5', '-3', '1e6')};") for name in doubles]
    scope = Scope(parameters + variables, doubles, calls, parameters + variables)
    function.ints = scope.ints
    function.body = [Line("fuel--;")] + [s for _ in range(v.random.randint(3, 6)) for s in body(v, scope, 2)]


def generate(seed):
    v = Values(seed)
    for kind in [v.int_type() for _ in range(v.random.randint(1, 4))]:
        name = v.fresh("g")
        v.declare(name, f"static {kind.name} {name} = {v.literal(kind)};")
        v.globals.append((name, kind))
    calls = []
    for _ in range(v.random.randint(0, 3)):
        calls.append(new_function(v, list(calls)))
    fill_function(v, v.program.main, [], calls)
    v.program.main.body += [Line(f"mix((uint64_t){name});") for name, _ in v.globals + v.program.main.ints]
    return v.program.number()


if __name__ == "__main__":
    print(generate(int(sys.argv[1])).emit([f"seed {sys.argv[1]}"]), end="")
