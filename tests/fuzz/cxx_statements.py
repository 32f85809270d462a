"""Statements of C++ programs: std::atomic, virtual calls, lambdas, smart pointers.

SPDX-License-Identifier: Apache-2.0
"""

from builder import CXX, Needs, statement
from guards import LAST_RANK
from statements import MOST_DEPTH, simple
from tree import Block, Line


@statement(8, CXX)
def std_atomic(b, scope):
    if not b.atomics:
        return None
    place = b.random.choice(b.atomics)
    name, local, constant = place.text, b.int_local(scope.thread), b.random.randrange(1, 4)
    expected = b.local(scope.thread, f"expected_{name}", f"{place.type} expected_{name} = 0;")
    order = b.random.choice(["relaxed", "acquire", "seq_cst"])
    text = b.random.choice([
        f"{local} = (int){name}.load(std::memory_order_{order});",
        f"{local} = (int){name};",
        f"{name}.store({constant});",
        f"{name} = {local} & 7;",
        f"{name}.fetch_add({constant});",
        f"{name}++;",
        f"{local} = (int){name}.exchange({constant});",
        f"{expected} = {b.random.randrange(2)};\n{local} = {name}.compare_exchange_strong({expected}, {constant});",
    ])
    return Line(text, 1 + text.count("\n"))


@statement(2, CXX)
def std_section(b, scope):
    """An atomic section over atomic operations; guards are not taken inside."""
    if scope.depth >= MOST_DEPTH or scope.rank >= LAST_RANK or not b.atomics:
        return None
    inside = [std_atomic(b, scope) for _ in range(2)]
    return Block([["heddle_atomic_begin();", inside]], "heddle_atomic_end();", 1, guard=True)


@statement(3, CXX)
def virtual_call(b, scope):
    """A call through a base class on a place that a guard protects."""
    needs = Needs()
    target = b.place(scope, needs, "write", "int")
    if target is None:
        return None
    b.declare("action", "struct action {\n  virtual ~action() = default;\n  virtual void apply(int &to) const = 0;\n};\n"
                        "struct adder : action {\n  void apply(int &to) const override { to = (to + 1) & 7; }\n};\n"
                        "struct setter : action {\n  explicit setter(int n) : value(n) {}\n"
                        "  void apply(int &to) const override { to = value; }\n  int value;\n};")
    b.declare("actions", "static const adder add_one;\nstatic const setter set_two(2);\n"
                         "static const action *const actions[2] = {&add_one, &set_two};")
    return simple(b, scope, needs, f"actions[{b.int_local(scope.thread)} & 1]->apply({target.text});")


@statement(3, CXX)
def lambda_call(b, scope):
    needs = Needs()
    target = b.place(scope, needs, "write", "int")
    if target is None:
        return None
    local = b.int_local(scope.thread)
    return simple(b, scope, needs, f"[&](int n) {{ {target.text} = ({local} + n) & 7; }}({b.random.randrange(1, 4)});")


@statement(2, CXX)
def own_object(b, scope):
    """An object of this thread alone, with its own mutex member or through a smart pointer."""
    local = b.int_local(scope.thread)
    if b.chance(0.5):
        return Line(f"{{\n  auto own = std::make_unique<int>({local});\n  *own += 1;\n  {local} = *own & 7;\n}}", 2, ("heap",))
    b.declare("guarded", "struct guarded {\n  std::mutex lock;\n  int value = 0;\n};")
    return Line(f"{{\n  guarded own;\n  std::lock_guard<std::mutex> hold(own.lock);\n  own.value = {local};\n  {local} = own.value & 3;\n}}", 4)


@statement(2, CXX)
def std_thread_local(b, scope):
    name, local = b.declare("mine", "static thread_local int mine = 0;"), b.int_local(scope.thread)
    return Line(b.random.choice([f"{name}++;", f"{local} = {name};", f"{name} = {local} & 3;"]), 1)
