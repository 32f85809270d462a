"""Deliberate errors of C++ programs; see faults.py.

SPDX-License-Identifier: Apache-2.0
"""

from builder import CXX, fault
from faults import two
from statements import cell_type
from tree import Line


def std_mutex(b):
    name = b.fresh("fm")
    return b.declare(name, f"static std::mutex {name};")


@fault(3, CXX)
def std_lock_cycle(b):
    pair = two(b)
    if not pair:
        return False
    locks = [std_mutex(b), std_mutex(b)]
    for thread, (first, second) in zip(pair, (locks, reversed(locks))):
        b.add(thread, Line(f"{{\n  std::lock_guard<std::mutex> outer({first});\n  std::lock_guard<std::mutex> inner({second});\n}}", 4), b.group())
    return True


@fault(3, CXX)
def std_lost_wakeup(b):
    """A wait without a predicate, or one that is set without the mutex."""
    pair = two(b)
    if not pair:
        return False
    lock, name, ready = std_mutex(b), b.fresh("fcond"), b.fresh("fready")
    b.declare(name, f"static std::condition_variable {name};")
    b.declare(ready, f"static std::atomic<int> {ready}{{0}};")
    wait = b.random.choice([f"if (!{ready}) {name}.wait(hold);", f"{name}.wait(hold, [] {{ return {ready} != 0; }});"])
    b.add(pair[0], Line(f"{ready} = 1;\n{name}.notify_one();", 2), b.group())
    b.add(pair[1], Line(f"{{\n  std::unique_lock<std::mutex> hold({lock});\n  {wait}\n}}", 4), b.group())
    return True


@fault(3, CXX)
def std_lost_update(b):
    """Load and store, each atomic or under the lock, but not together."""
    name, group = b.fresh("lossy"), b.group()
    b.declare("leaky", "class leaky {\npublic:\n  int get() {\n    std::lock_guard<std::mutex> hold(lock_);\n    return value_;\n  }\n"
                       "  void set(int n) {\n    std::lock_guard<std::mutex> hold(lock_);\n    value_ = n;\n  }\n\nprivate:\n"
                       "  std::mutex lock_;\n  int value_ = 0;\n};")
    is_class = b.chance(0.5)
    b.declare(name, f"static leaky {name};" if is_class else f"static std::atomic<int> {name}{{0}};")
    threads = b.working()[:2]
    for thread in threads:
        b.add(thread, Line(f"{name}.set({name}.get() + 1);" if is_class else f"{name} = {name} + 1;", 4), group)
    b.finals.append(Line(f"assert({name}.{'get' if is_class else 'load'}() == {len(threads)});", group=group))
    return True


@fault(3, CXX)
def std_deleted_in_use(b):
    pair = two(b)
    if not pair:
        return False
    cell_type(b)
    name = b.fresh("shared")
    b.declare(name, f"static std::atomic<cell *> {name}{{nullptr}};", f"{name} = new cell{{1, 0, nullptr}};")
    b.add(pair[0], Line(f"delete {name}.exchange(nullptr);", 2), b.group())
    b.add(pair[1], Line(f"if (cell *held = {name}.load()) {b.int_local(pair[1])} = held->value;", 2), b.group())
    return True


@fault(3, CXX)
def std_unguarded_method(b):
    """A method of a class with a mutex that forgets it."""
    pair = two(b)
    if not pair:
        return False
    b.declare("careless", "struct careless {\n  std::mutex lock;\n  int value = 0;\n  void add() {\n"
                          "    std::lock_guard<std::mutex> hold(lock);\n    value++;\n  }\n  void reset() { value = 0; }\n};")
    name = b.fresh("odd")
    b.declare(name, f"static careless {name};")
    b.add(pair[0], Line(f"{name}.add();", 4), b.group())
    b.add(pair[1], Line(f"{name}.reset();", 1), b.group())
    return True
