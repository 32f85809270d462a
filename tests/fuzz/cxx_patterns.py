"""Patterns between threads of C++ programs; see patterns.py.

SPDX-License-Identifier: Apache-2.0
"""

from builder import CXX, pattern
from patterns import hand_over
from statements import cell_type
from tree import Line


@pattern(4, CXX)
def std_condition_variable(b, threads):
    """A predicate under a mutex, waited for with a lambda or a loop."""
    sender, *receivers = threads
    name, lock, ready = b.fresh("cond"), b.fresh("cm"), b.fresh("ready")
    b.declare(name, f"static std::condition_variable {name};")
    b.declare(lock, f"static std::mutex {lock};")
    b.declare(ready, f"static int {ready};")
    group = b.group()
    receivers = receivers if b.chance(0.3) else receivers[:1]
    wake = "notify_all" if len(receivers) > 1 or b.chance(0.3) else "notify_one"
    wait = b.random.choice([f"{name}.wait(hold, [] {{ return {ready} != 0; }});", f"while (!{ready}) {name}.wait(hold);"])
    take = f"\n  {ready}--;" if b.chance(0.3) else ""
    b.add(sender, Line(f"{{\n  std::lock_guard<std::mutex> hold({lock});\n  {ready} = {len(receivers)};\n}}\n{name}.{wake}();", 4), group)
    for receiver in receivers:
        b.add(receiver, Line(f"{{\n  std::unique_lock<std::mutex> hold({lock});\n  {wait}{take}\n}}", 5), group)


@pattern(3, CXX)
def std_mailbox(b, threads):
    """A class with a mutex and a condition variable, on the heap, that hands objects on."""
    b.declare("letter", "struct letter {\n  int text[2] = {0, 0};\n  int *reply = &text[0];\n};")
    b.declare("mailbox", "class mailbox {\npublic:\n  void put(letter *item) {\n    std::lock_guard<std::mutex> hold(lock_);\n"
                         "    item_ = item;\n    filled_.notify_one();\n  }\n  letter *take() {\n"
                         "    std::unique_lock<std::mutex> hold(lock_);\n    filled_.wait(hold, [this] { return item_ != nullptr; });\n"
                         "    letter *item = item_;\n    item_ = nullptr;\n    return item;\n  }\n\nprivate:\n"
                         "  std::mutex lock_;\n  std::condition_variable filled_;\n  letter *item_ = nullptr;\n};")
    name = b.fresh("inbox")
    b.declare(name, f"static mailbox *{name};", f"{name} = new mailbox;")
    sender, receiver = threads[:2]
    out, got = b.local(sender, "out", "letter *out = nullptr;"), b.local(receiver, "got", "letter *got = nullptr;")
    value, slot, group = b.random.randrange(1, 4), b.random.randrange(2), b.group()
    b.add(sender, Line(f"{out} = new letter;\n{out}->text[{slot}] = {value};\n{out}->reply = &{out}->text[{slot}];\n{name}->put({out});", 5), group)
    b.add(receiver, Line(f"{got} = {name}->take();\n*{got}->reply += 1;\nassert({got}->text[{slot}] == {value + 1});\ndelete {got};", 8), group)


@pattern(3, CXX)
def std_flag(b, threads):
    name = b.fresh("flag")
    b.declare(name, f"static std::atomic<bool> {name}{{false}};")
    spin, wait = f"while (!{name}.load()) {{\n}}", f"{name}.wait(false);"
    sleeps = b.chance(0.3)
    hand_over(b, threads[0], threads[1], f"{name}.store(true);" + (f"\n{name}.notify_all();" if sleeps else ""),
              wait if sleeps else spin, 2, 2)


@pattern(2, CXX)
def std_signal(b, threads):
    name = b.fresh("done")
    if b.chance(0.5):
        b.declare(name, f"static std::binary_semaphore {name}{{0}};")
        return hand_over(b, threads[0], threads[1], f"{name}.release();", f"{name}.acquire();", 1, 2)
    b.declare(name, f"static std::latch {name}{{1}};")
    return hand_over(b, threads[0], threads[1], f"{name}.count_down();", f"{name}.wait();", 1, 2)


@pattern(3, CXX)
def std_publish(b, threads):
    """An object filled by one thread, published through an atomic pointer, taken over by whoever comes first."""
    cell_type(b)
    name, group = b.fresh("slot"), b.group()
    b.declare(name, f"static std::atomic<cell *> {name}{{nullptr}};")
    maker, *takers = threads
    p, value = b.local(maker, "p", "cell *p = nullptr;"), b.random.randrange(1, 5)
    b.add(maker, Line(f"{p} = new cell{{{value}, 0, nullptr}};\n{name}.store({p});", 2), group, ("heap",))
    for taker in takers:
        q = b.local(taker, "q", "cell *q = nullptr;")
        b.add(taker, Line(f"{q} = {name}.exchange(nullptr);\nif ({q}) {{\n  {q}->other = {q}->value;\n"
                          f"  assert({q}->other == {value});\n  delete {q};\n}}", 3), group, ("heap_taken_over",))


@pattern(3, CXX)
def std_counter(b, threads):
    """Increments that must all be there at the end."""
    name, kind, group = b.fresh("count"), b.random.choice(["atomic", "class"]), b.group()
    if kind == "class":
        b.declare("counter", "class counter {\npublic:\n  void add(int n) {\n    std::scoped_lock hold(lock_);\n    value_ += n;\n  }\n"
                             "  int value() const { return value_; }\n\nprivate:\n  std::mutex lock_;\n  int value_ = 0;\n};")
    b.declare(name, f"static counter {name};" if kind == "class" else f"static std::atomic<int> {name}{{0}};")
    steps = [b.random.randint(1, 2) for _ in threads]
    for thread, step in zip(threads, steps):
        b.add(thread, Line(f"{name}.add({step});" if kind == "class" else f"{name} += {step};", 3), group, (f"std_counter_{kind}",))
    value = f"{name}.value()" if kind == "class" else f"{name}.load()"
    b.finals.append(Line(f"assert({value} == {sum(steps)});", group=group, features=("assert_total",)))


@pattern(2, CXX)
def std_once(b, threads):
    name, made, group = b.fresh("once"), b.fresh("made"), b.group()
    b.declare(name, f"static std::once_flag {name};")
    b.declare(made, f"static int {made};")
    for thread in threads[:2]:
        b.add(thread, Line(f"std::call_once({name}, [] {{ {made}++; }});\nassert({made} == 1);", 4), group)


@pattern(2, CXX)
def std_argument(b, threads):
    """A thread that works on an object handed to it by pointer: on the heap or its creator's stack."""
    if len(b.threads) > b.most_threads:
        return
    cell_type(b)
    creator, name = threads[0], b.fresh("given")
    on_heap = b.chance(0.5)
    if on_heap:
        b.local(creator, name, f"cell *{name} = nullptr;")
        made = b.new_thread(creator, name, f"{name} = new cell{{1, 0, nullptr}};\n", f"\nassert({name}->value >= 2);\ndelete {name};", ("heap",))
    else:
        b.local(creator, name, f"cell {name} = {{1, 0, nullptr}};")
        made = b.new_thread(creator, f"&{name}", "", f"\nassert({name}.value >= 2);")
    b.add(made, Line(f"static_cast<cell *>(arg)->other = static_cast<cell *>(arg)->value;\n"
                     f"static_cast<cell *>(arg)->value = {b.random.randrange(2, 6)};", 3), made.join.group)
