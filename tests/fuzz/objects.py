"""Shared objects of a program: variables, structs, arrays and heap blocks, each with its guard.

SPDX-License-Identifier: Apache-2.0
"""

import statements
from builder import Place


def declare_shared(b):
    """One to three shared objects, each with its guard, and atomics without one."""
    kinds = {"global": 5, "struct": 3, "array": 3, "heap": 3, "narrow": 2, "member_guard": 4}
    for kind in [b.weighted(kinds) for _ in range(b.random.randint(1, 3))]:
        guard = b.random.choice(b.guards) if b.guards and b.chance(0.3) else b.new_guard()
        OBJECTS[kind](b, guard)
    for _ in range(b.random.randint(0, 2)):
        name = b.fresh("at")
        kind = b.random.choice(["int", "int", "long", "short", "unsigned"])
        b.declare(name, f"static std::atomic<{kind}> {name}{{0}};" if b.is_cxx else f"static _Atomic {kind} {name};")
        b.atomics.append(Place(name, None, kind))


def global_object(b, guard):
    name = b.fresh("x")
    b.declare(name, f"static int {name};")
    b.places.append(Place(name, guard, features=("shared_int",)))


def narrow_object(b, guard):
    name = b.fresh("n")
    kind = b.random.choice(["short", "unsigned char", "long", "unsigned long long", "signed char"])
    b.declare(name, f"static {kind} {name};")
    b.places.append(Place(name, guard, kind, ("shared_narrow",)))


def struct_object(b, guard):
    b.declare("pair", "static struct pair {\n  int left;\n  int right;\n} pair;")
    if all(not p.text.startswith("pair.") for p in b.places):
        b.places += [Place(f"pair.{f}", guard, features=("struct_field",)) for f in ("left", "right")]


def array_object(b, guard):
    name = b.fresh("arr")
    b.declare(name, f"static int {name}[3];")
    b.places += [Place(f"{name}[{b.random.randrange(3)}]", guard, features=("array_constant",)),
                 Place(f"{name}[@ & 1]", guard, features=("array_computed",))]
    if b.chance(0.4):
        b.places.append(Place(f"{name}[{name}[2] & 1]", guard, features=("array_shared_index",)))


def heap_object(b, guard):
    statements.cell_type(b)
    name = b.fresh("root")
    member = b.fresh("member_of_root")
    make = f"{name} = new cell{{0, 0, 0}};" if b.is_cxx else f"{name} = malloc(sizeof *{name});\n*{name} = (struct cell){{0, 0, 0}};"
    b.declare(name, f"static struct cell *{name};", make)
    b.places.append(Place(f"{name}->value", guard, features=("heap_field",)))
    if b.chance(0.5):
        b.declare(member, f"static int *{member};", f"{member} = &{name}->other;")
        b.places.append(Place(f"(*{member})", guard, features=("pointer_to_member",)))


def member_guard_object(b, guard):
    """A struct or class that holds its own mutex, as a global, on the heap or in an array; one guard per object."""
    where = b.random.choice(["global", "heap", "array"])
    account_type(b)
    name = b.fresh("account")
    text, setup = {
        "global": (f"static struct account {name};", f"account_init(&{name});"),
        "heap": (f"static struct account *{name};", f"{name} = new account;" if b.is_cxx else
                 f"{name} = malloc(sizeof *{name});\naccount_init({name});"),
        "array": (f"static struct account {name}[2];", f"account_init(&{name}[0]);\naccount_init(&{name}[1]);"),
    }[where]
    b.declare(name, text, "" if b.is_cxx and where != "heap" else setup)
    objects = [f"{name}[0]", f"{name}[1]"] if where == "array" else [f"(*{name})" if where == "heap" else name]
    for text in objects:
        own = b.member_guard(f"{text}.lock")
        b.places += [Place(f"{text}.{field}", own, features=("member_guard", f"member_guard_{where}"))
                     for field in ("balance", "history[@ & 1]")]


def account_type(b):
    """A struct with a mutex and what it protects."""
    if b.is_cxx:
        return b.declare("account", "struct account {\n  std::mutex lock;\n  int balance = 0;\n  int history[2] = {0, 0};\n};")
    b.declare("account", "struct account {\n  pthread_mutex_t lock;\n  int balance;\n  int history[2];\n};")
    b.helper("account_init", "static void account_init(struct account *self)",
             "pthread_mutex_init(&self->lock, 0);\nself->balance = 0;\nself->history[0] = self->history[1] = 0;")
    return "account"


OBJECTS = {"member_guard": member_guard_object, "global": global_object, "struct": struct_object, "array": array_object, "heap": heap_object,
           "narrow": narrow_object}
