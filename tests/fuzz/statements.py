"""Statements of one thread: what it may do to shared places, atomics and its own data.

Each function draws one statement for a scope, or returns None where it does not fit. All values stay
small: state spaces stay small, nothing overflows, and `place < 100` is always true.

SPDX-License-Identifier: Apache-2.0
"""

from builder import BOTH, Needs, statement
from guards import LAST_RANK, RECURSIVE
from tree import Block, Line

MOST_DEPTH = 2


def simple(b, scope, needs, text, features=()):
    return b.guarded(scope, needs, [Line(text, max(needs.cost, 1), tuple(needs.features) + tuple(features))])


@statement(8, BOTH)
def write(b, scope):
    needs = Needs()
    target = b.place(scope, needs, "write")
    if target is None:
        return None
    value = b.value(scope, needs)
    return simple(b, scope, needs, f"{target.text} = {'1' if value == target.text else value};")


@statement(8, BOTH)
def update(b, scope):
    needs = Needs()
    target = b.place(scope, needs, "write")
    if target is None:
        return None
    needs.cost += 1
    form = b.random.choice(["{0}++;", "{0} += 2;", "{0} = {0} + 1;", "{0} |= 1;", "{0} ^= 3;"])
    return simple(b, scope, needs, form.format(target.text))


@statement(5, BOTH)
def read(b, scope):
    needs = Needs()
    source = b.place(scope, needs, "read")
    return source and simple(b, scope, needs, f"{b.int_local(scope.thread)} = {source.text};")


@statement(2, BOTH)
def compute(b, scope):
    name = b.int_local(scope.thread)
    return Line(b.random.choice([f"{name} = ({name} * 3 + 1) & 7;", f"{name}++;", f"{name} = {name} & 1;"]))


@statement(4, BOTH)
def branch(b, scope):
    """The condition is read under its guard; the bodies run after it was released."""
    if scope.depth >= MOST_DEPTH:
        return None
    needs = Needs()
    name = b.int_local(scope.thread)
    decide = b.guarded(scope, needs, [Line(f"{name} = {b.condition(scope, needs)};", 1, tuple(needs.features))])
    if decide is None:
        return None
    parts = [[f"if ({name}) {{", b.body(scope.deeper())]]
    if b.chance(0.4):
        parts.append(["} else {", b.body(scope.deeper(), 1)])
    return Block([["{", [decide, Block(parts, "}")]]], "}")


@statement(3, BOTH)
def branch_inside(b, scope):
    """The condition and the bodies stand under the guards of the condition."""
    if scope.depth >= MOST_DEPTH:
        return None
    needs = Needs()
    condition = b.condition(scope, needs)
    inner = scope
    for guard, mode in sorted(needs.modes.values(), key=lambda entry: entry[0].rank):
        inner = inner.inside(guard, mode)
    made = Block([[f"if ({condition}) {{", b.body(inner.deeper(), 1)]], "}", needs.cost, tuple(needs.features))
    return b.guarded(scope, needs, [made])


@statement(2, BOTH)
def bounded_loop(b, scope):
    if scope.depth >= MOST_DEPTH - 1:
        return None
    count = b.random.randint(2, 3)
    return Block([[f"for (int i = 0; i < {count}; i++) {{", b.body(scope.deeper(), 1)]], "}", repeat=count)


@statement(3, BOTH)
def locked_region(b, scope):
    fits = [g for g in b.guards if g.rank > scope.rank]
    if scope.depth >= MOST_DEPTH or not fits:
        return None
    guard = b.random.choice(fits)
    mode = "read" if guard.kind == "rwlock" and b.chance(0.4) else "write"
    return b.locked(guard, mode, b.body(scope.inside(guard, mode), 2))


@statement(2, BOTH)
def isolated_update(b, scope):
    """What a guard promises: nobody changes the place between the read and the write."""
    needs = Needs()
    target = b.place(scope, needs, "write")
    if target is None:
        return None
    needs.cost += 3
    name = b.int_local(scope.thread)
    return simple(b, scope, needs, f"{name} = {target.text};\n{target.text} = {name} + 1;\n"
                                   f"assert({target.text} == {name} + 1);", ("assert_isolated",))


@statement(8, BOTH)
def relock(b, scope):
    """A recursive mutex taken again by its holder."""
    fits = [g for g in b.guards if g.kind in RECURSIVE and any(name == g.name for name, _ in scope.held)]
    if scope.depth > MOST_DEPTH or not fits:
        return None
    guard = b.random.choice(fits)
    opening, close = b.random.choice(guard.forms())
    return Block([[opening, b.body(scope.deeper(), 1)]], close, 2, guard=True)


@statement(2, BOTH)
def copy_struct(b, scope):
    """A whole struct read or written at once (a memcpy or several accesses, as clang likes it)."""
    fits = [p for p in b.places if p.type == "int" and p.text.startswith("pair.")]
    if not fits:
        return None
    place = fits[0]
    needs = Needs()
    if b.chance(0.5):
        if not b.may_touch(scope, place, "write"):
            return None
        needs.add(place, "write")
        needs.cost += 1
        return simple(b, scope, needs, f"pair = (struct pair){{{b.random.randrange(3)}, {b.int_local(scope.thread)} & 3}};")
    if not b.may_touch(scope, place, "read"):
        return None
    needs.add(place, "read")
    needs.cost += 1
    copy = b.local(scope.thread, "copy", "struct pair copy = {0, 0};")
    return simple(b, scope, needs, f"{copy} = pair;\n{b.int_local(scope.thread)} = {copy}.left + {copy}.right;")


@statement(8)
def atomic_operation(b, scope):
    if not b.atomics:
        return None
    place = b.random.choice(b.atomics)
    name = place.text
    local, constant = b.int_local(scope.thread), b.random.randrange(1, 4)
    # The expected value has its own variable: a local whose address is taken costs states.
    expected = b.local(scope.thread, f"expected_{name}", f"{place.type} expected_{name} = 0;")
    order = b.random.choice(["relaxed", "acquire", "seq_cst"])
    forms = [
        ("atomic_load", f"{local} = atomic_load(&{name});"),
        ("atomic_load", f"{local} = atomic_load_explicit(&{name}, memory_order_{order});"),
        ("atomic_store", f"atomic_store(&{name}, {constant});"),
        ("atomic_store", f"{name} = {local};"),
        ("atomic_fetch_add", f"atomic_fetch_add(&{name}, {constant});"),
        ("atomic_fetch_add", f"{name}++;"),
        ("atomic_fetch_or", f"{local} = atomic_fetch_or(&{name}, {constant}) & 7;"),
        ("atomic_exchange", f"{local} = atomic_exchange(&{name}, {constant});"),
        ("atomic_compare_exchange",
         f"{expected} = {b.random.randrange(2)};\n{local} = atomic_compare_exchange_strong(&{name}, &{expected}, {constant});"),
        ("atomic_compare_exchange",
         f"{expected} = atomic_load(&{name});\nif (!atomic_compare_exchange_strong(&{name}, &{expected}, {expected} + 1)) {local} = {expected};"),
    ]
    feature, text = b.random.choice(forms)
    return Line(text, 1 + text.count("\n"), (feature,))


@statement(3, BOTH)
def sync_builtin(b, scope):
    name = b.declare("tally", "static int tally;")
    local, constant = b.int_local(scope.thread), b.random.randrange(1, 4)
    return Line(b.random.choice([
        f"__sync_fetch_and_add(&{name}, {constant});",
        f"{local} = __sync_add_and_fetch(&{name}, 1);",
        f"{local} = __sync_val_compare_and_swap(&{name}, {b.random.randrange(2)}, {constant});",
        f"if (__sync_bool_compare_and_swap(&{name}, {constant - 1}, {constant})) {local} = {constant};",
        f"{local} = __sync_lock_test_and_set(&{name}, {constant});",
        f"{local} = __atomic_load_n(&{name}, __ATOMIC_SEQ_CST);",
        f"__atomic_store_n(&{name}, {constant}, __ATOMIC_RELEASE);",
    ]), 1)


@statement(2)
def bounded_spin(b, scope):
    if not b.atomics or scope.depth:
        return None
    name, count = b.random.choice(b.atomics).text, b.random.randint(2, 3)
    return Line(f"for (int i = 0; i < {count} && !atomic_load(&{name}); i++) {{\n}}", count)


@statement(3)
def thread_local(b, scope):
    name = b.declare("mine", "static _Thread_local int mine;")
    local = b.int_local(scope.thread)
    return Line(b.random.choice([f"{name}++;", f"{name} = {local};", f"{local} = {name};", f"{name} += {local} & 3;"]), 1)


@statement(3, BOTH)
def call_with_pointer(b, scope):
    needs = Needs()
    target = b.place(scope, needs, "write", "int")
    if target is None:
        return None
    if b.chance(0.5):
        call = b.helper("add_to", "static void add_to(int *p, int n)", "*p = (*p + n) & 15;")
        return simple(b, scope, needs, f"{call}(&{target.text}, {b.random.randrange(1, 4)});")
    call = b.helper("take", "static int take(int *p)", "int old = *p;\n*p = 0;\nreturn old;")
    return simple(b, scope, needs, f"{b.int_local(scope.thread)} = {call}(&{target.text});")


@statement(2, BOTH)
def recursion(b, scope):
    needs = Needs()
    target = b.place(scope, needs, "write", "int")
    if target is None:
        return None
    depth = b.random.randint(1, 3)
    needs.cost += 2 * depth
    call = b.helper("climb", "static int climb(int *p, int n)",
                    "if (n <= 0) return 0;\n*p = (*p + 1) & 15;\nreturn n + climb(p, n - 1);")
    return simple(b, scope, needs, f"{b.int_local(scope.thread)} = {call}(&{target.text}, {depth});")


@statement(2)
def function_pointer(b, scope):
    b.helper("twice", "static int twice(int n)", "return n * 2 & 7;")
    b.helper("next", "static int next(int n)", "return (n + 1) & 7;")
    name = b.declare("action", "static int (*_Atomic action)(int);", "action = next;")
    local = b.int_local(scope.thread)
    if b.chance(0.4):
        return Line(f"{name} = {b.random.choice(['twice', 'next'])};", 1)
    return Line(f"{local} = atomic_load(&{name})({local});", 1)


@statement(2, BOTH)
def choose(b, scope):
    if b.choices_left == 0 or scope.depth:
        return None
    b.choices_left -= 1
    return Line(f"{b.int_local(scope.thread)} = (int)heddle_choose({b.random.randint(2, 3)});", 1)


@statement(2)
def section(b, scope):
    """An atomic section over atomic operations; guards are not taken inside."""
    if scope.depth >= MOST_DEPTH or scope.rank >= LAST_RANK or not b.atomics:
        return None
    inside = [atomic_operation(b, scope) for _ in range(2)]
    return Block([["heddle_atomic_begin();", inside]], "heddle_atomic_end();", 1, guard=True)


@statement(3, BOTH)
def assert_place(b, scope):
    """An assertion that always holds, unless this program is allowed one that may fail."""
    needs = Needs()
    place = b.place(scope, needs, "read")
    if place is None:
        return None
    if b.style.strict_asserts:
        return simple(b, scope, needs, f"assert({place.text} < 100);")
    return simple(b, scope, needs, f"assert({place.text} != {b.random.randrange(1, 6)});", ("assert_may_fail",))


@statement(2)
def own_memory(b, scope):
    """Heap and stack memory of this thread alone, seen through pointers; nobody else can reach it."""
    local = b.int_local(scope.thread)
    if b.chance(0.5):
        b.helper("add_to", "static void add_to(int *p, int n)", "*p = (*p + n) & 15;")
        box = b.local(scope.thread, "box", "int box = 0;")
        return Line(f"add_to(&{box}, {b.random.randrange(1, 4)});\n{local} = {box};", 1)
    cell_type(b)
    own = b.local(scope.thread, "own", "struct cell *own = 0;")
    return Line(f"{own} = malloc(sizeof *{own});\n{own}->value = {local};\n{own}->other = 1;\n"
                f"{local} = {own}->value + {own}->other;\nfree({own});", 3, ("heap",))


@statement(1, BOTH)
def large_memory(b, scope):
    """Beyond what a stack takes: a local variable and a block lie in the same place then."""
    local = b.int_local(scope.thread)
    room = b.local(scope.thread, "room", "char *room = 0;")
    is_local = b.random.randrange(2)
    return Line(f"{room} = (char *)({is_local} ? __builtin_alloca(140000) : malloc(140000));\n{room}[{is_local}] = (char){local};\nsched_yield();\n"
                f"{local} = {room}[{is_local}] & 3;\nif (!{is_local}) free({room});", 3, ("heap",))


@statement(1, BOTH)
def yield_now(b, scope):
    return Line("sched_yield();", 1)


def cell_type(b):
    return b.declare("cell", "struct cell {\n  int value;\n  int other;\n  struct cell *next;\n};")
