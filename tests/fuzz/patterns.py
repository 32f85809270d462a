"""Patterns between threads: hand-overs, barriers, published memory, counters.

Each function appends pieces to the bodies of the threads it is given (in random order, at least two)
and gives them one group: they are deleted together. What a pattern promises is asserted, so that
a checker that lets a thread pass too early is caught.

SPDX-License-Identifier: Apache-2.0
"""

from builder import BOTH, pattern
from statements import cell_type
from tree import Line


def hand_over(b, sender, receiver, send, receive, send_cost, receive_cost):
    """A datum written by one thread before `send` and read by the other after `receive`."""
    name = b.fresh("datum")
    b.declare(name, f"static int {name};")
    value = b.random.randrange(1, 9)
    group = b.group()
    if b.chance(0.6):
        send = f"{name} = {value};\n{send}"
        receive = f"{receive}\nassert({name} == {value});"
    else:
        local = b.int_local(receiver)
        send = f"{name} = {b.int_local(sender)};\n{send}"
        receive = f"{receive}\n{local} = {name};"
    b.add(sender, Line(send, send_cost + 1), group)
    b.add(receiver, Line(receive, receive_cost + 1), group)


@pattern(4)
def condition_variable(b, threads):
    sender, *receivers = threads
    name, lock, ready = b.fresh("cond"), b.fresh("cm"), b.fresh("ready")
    b.declare(name, f"static pthread_cond_t {name} = PTHREAD_COND_INITIALIZER;")
    b.declare(lock, f"static pthread_mutex_t {lock} = PTHREAD_MUTEX_INITIALIZER;")
    b.declare(ready, f"static int {ready};")
    group = b.group()
    receivers = receivers if b.chance(0.3) else receivers[:1]
    wake = "broadcast" if len(receivers) > 1 or b.chance(0.3) else "signal"
    take = f"\n{ready}--;" if b.chance(0.3) else ""
    add = f"{ready} = {len(receivers)};"
    # The signal may also be given after the unlock; no wake-up is lost, as the predicate is set before it.
    late = b.chance(0.3)
    unlock, signal = f"pthread_mutex_unlock(&{lock});", f"pthread_cond_{wake}(&{name});"
    b.add(sender, Line(f"pthread_mutex_lock(&{lock});\n{add}\n" + "\n".join([unlock, signal] if late else [signal, unlock]), 4),
          group, (f"cond_{wake}",))
    for receiver in receivers:
        b.add(receiver, Line(f"pthread_mutex_lock(&{lock});\nwhile (!{ready}) pthread_cond_wait(&{name}, &{lock});{take}\n"
                             f"pthread_mutex_unlock(&{lock});", 5), group, ("cond_wait",))


@pattern(3)
def semaphore(b, threads):
    name = b.fresh("done")
    b.declare(name, f"static sem_t {name};", f"sem_init(&{name}, 0, 0);")
    hand_over(b, threads[0], threads[1], f"sem_post(&{name});", f"sem_wait(&{name});", 1, 1)


@pattern(3)
def flag_spin(b, threads):
    name = b.fresh("flag")
    b.declare(name, f"static _Atomic int {name};")
    hand_over(b, threads[0], threads[1], f"atomic_store(&{name}, 1);", f"while (!atomic_load(&{name})) {{\n}}", 1, 2)


@pattern(2)
def mutex_poll(b, threads):
    """Waits for a flag by taking a lock again and again: a cycle through lock operations."""
    name, lock = b.fresh("polled"), b.fresh("pm")
    b.declare(name, f"static int {name};")
    b.declare(lock, f"static pthread_mutex_t {lock} = PTHREAD_MUTEX_INITIALIZER;")
    local = b.local(threads[1], "seen", "int seen = 0;")
    take, give = f"pthread_mutex_lock(&{lock});", f"pthread_mutex_unlock(&{lock});"
    hand_over(b, threads[0], threads[1], f"{take}\n{name} = 1;\n{give}",
              f"do {{\n  {take}\n  {local} = {name};\n  {give}\n}} while (!{local});", 3, 4)


@pattern(2)
def barrier(b, threads):
    name, slots = b.fresh("bar"), b.fresh("slots")
    count = len(threads)
    b.declare(slots, f"static int {slots}[{count}];")
    b.declare(name, f"static pthread_barrier_t {name};", f"pthread_barrier_init(&{name}, 0, {count});")
    group = b.group()
    values = [b.random.randrange(1, 5) for _ in threads]
    for mine, thread in enumerate(threads):
        other = (mine + 1) % count
        b.add(thread, Line(f"{slots}[{mine}] = {values[mine]};\npthread_barrier_wait(&{name});\n"
                           f"assert({slots}[{other}] == {values[other]});", 4), group)


@pattern(4)
def publish(b, threads):
    """A heap cell filled by one thread, published through a global, taken over by whoever comes first."""
    cell_type(b)
    name = b.fresh("slot")
    b.declare(name, f"static struct cell *_Atomic {name};")
    group = b.group()
    maker, *takers = threads
    p = b.local(maker, "p", "struct cell *p = 0;")
    value = b.random.randrange(1, 5)
    chained = b.chance(0.4)  # a second cell, reachable through the first only
    link = f"{p}->next = malloc(sizeof *{p});\n{p}->next->value = {value + 1};\n" if chained else f"{p}->next = 0;\n"
    b.add(maker, Line(f"{p} = malloc(sizeof *{p});\n{p}->value = {value};\n{p}->other = 0;\n{link}"
                      f"atomic_store(&{name}, {p});", 2 if chained else 1), group, ("heap",))
    for taker in takers:
        q = b.local(taker, "q", "struct cell *q = 0;")
        inner = b.local(taker, "member", "int *member = 0;")
        use = b.random.choice([f"{q}->value += 1;", f"{inner} = &{q}->other;\n  *{inner} = {q}->value;", f"{q}->other++;"])
        deep = f"\n  assert({q}->next->value == {value + 1});\n  free({q}->next);" if chained else ""
        b.add(taker, Line(f"{q} = atomic_exchange(&{name}, 0);\nif ({q}) {{\n  {use}{deep}\n  free({q});\n}}", 3), group,
              ("heap_taken_over", "pointer_to_member" if inner in use else "heap"))


@pattern(3)
def shared_list(b, threads):
    """A linked list under a mutex: pushed by all, popped by some."""
    cell_type(b)
    b.declare("list", "static struct cell *list;")
    b.declare("list_lock", "static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;")
    group = b.group()
    for position, thread in enumerate(threads[:2]):
        p = b.local(thread, "node", "struct cell *node = 0;")
        local = b.int_local(thread)
        if position == 0:
            b.add(thread, Line(f"{p} = malloc(sizeof *{p});\n{p}->value = {b.random.randrange(4)};\n"
                               f"pthread_mutex_lock(&list_lock);\n{p}->next = list;\nlist = {p};\n"
                               "pthread_mutex_unlock(&list_lock);", 5), group, ("heap",))
        else:
            b.add(thread, Line(f"pthread_mutex_lock(&list_lock);\n{p} = list;\nif ({p}) list = {p}->next;\n"
                               f"pthread_mutex_unlock(&list_lock);\nif ({p}) {{\n  {local} = {p}->value;\n  free({p});\n}}", 6),
                  group, ("heap",))


@pattern(3)
def lent_local(b, threads):
    """A local variable that other threads reach through a global for a while, and then no more."""
    owner, user = threads[:2]
    name, back = b.fresh("lent"), b.fresh("returned")
    b.declare(name, f"static int *_Atomic {name};")
    b.declare(back, f"static sem_t {back};", f"sem_init(&{back}, 0, 0);")
    local = b.fresh("item")
    if b.chance(0.3):
        b.declare(local, f"static _Thread_local int {local};")
        feature = "lent_thread_local"
    else:
        b.local(owner, local, f"int {local} = 0;")
        feature = "lent_stack"
    pointer = b.local(user, f"{local}_at", f"int *{local}_at = 0;")
    group = b.group()
    touch = b.random.choice([f"(*{pointer})++;", f"*{pointer} = 5;"])
    b.add(owner, Line(f"{local} = 2;\natomic_store(&{name}, &{local});", 2), group, (feature,))
    b.add(user, Line(f"{pointer} = atomic_load(&{name});\nif ({pointer}) {touch}\nsem_post(&{back});", 4), group)
    b.add(owner, Line(f"sem_wait(&{back});\natomic_store(&{name}, 0);\n{local}++;\nassert({local} >= 3);", 4), group)


@pattern(4)
def counter(b, threads):
    """Increments that must all be there at the end."""
    group = b.group()
    total = 0
    kind = b.random.choice(["atomic", "mutex", "retry"])
    name = b.fresh("count")
    b.declare(name, f"static {'int' if kind == 'mutex' else '_Atomic int'} {name};")
    for thread in threads:
        step = b.random.randint(1, 2)
        total += step
        if kind == "atomic":
            text, cost = f"atomic_fetch_add(&{name}, {step});", 1
        elif kind == "mutex":
            lock = b.declare("count_lock", "static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;")
            text, cost = f"pthread_mutex_lock(&{lock});\n{name} += {step};\npthread_mutex_unlock(&{lock});", 4
        else:
            old = b.local(thread, "old", "int old = 0;")
            text = f"{old} = atomic_load(&{name});\nwhile (!atomic_compare_exchange_strong(&{name}, &{old}, {old} + {step})) {{\n}}"
            cost = 3
        b.add(thread, Line(text, cost), group, (f"counter_{kind}",))
    b.finals.append(Line(f"assert({name} == {total});", group=group, features=("assert_total",)))


@pattern(2)
def thread_argument(b, threads):
    """A thread that works on memory handed to it by pointer at creation: on the heap or its creator's stack."""
    if len(b.threads) > b.most_threads:
        return
    creator = threads[0]
    name = b.fresh("given")
    if b.chance(0.5):
        b.local(creator, name, f"int *{name} = 0;")
        made = b.new_thread(creator, name, f"{name} = malloc(sizeof *{name});\n*{name} = 1;\n",
                            f"\nassert(*{name} >= 2);\nfree({name});", ("heap",))
    else:
        b.local(creator, name, f"int {name} = 1;")
        made = b.new_thread(creator, f"&{name}", "", f"\nassert({name} >= 2);")
    b.add(made, Line(f"{b.int_local(made)} = *(int *)arg;\n*(int *)arg = {b.random.randrange(2, 6)};", 2), made.join.group)


@pattern(2, BOTH)
def nested_creation(b, threads):
    workers = [t for t in threads if t.creator]
    if workers and len(b.threads) <= b.most_threads:
        b.new_thread(workers[0], features=("nested_creation",))


@pattern(2, BOTH)
def early_join(b, threads):
    """A join in the middle; what its creator did not guard before, it may touch freely after it."""
    workers = [t for t in threads if t.creator and t.creator.live]
    if workers and len(b.working()) > 2:
        workers[0].join.features += ("early_join",)
        b.finish(workers[0])


@pattern(4)
def mailbox(b, threads):
    """A struct filled on the heap and handed over through a box on the heap, with a pointer to a member of its own."""
    b.declare("letter", "struct letter {\n  int text[2];\n  int *reply;\n};")
    b.declare("mailbox", "struct mailbox {\n  pthread_mutex_t lock;\n  pthread_cond_t filled;\n  struct letter *item;\n};")
    name = b.fresh("inbox")
    b.declare(name, f"static struct mailbox *{name};",
              f"{name} = malloc(sizeof *{name});\npthread_mutex_init(&{name}->lock, 0);\npthread_cond_init(&{name}->filled, 0);\n{name}->item = 0;")
    sender, receiver = threads[:2]
    out, got = b.local(sender, "out", "struct letter *out = 0;"), b.local(receiver, "got", "struct letter *got = 0;")
    value, slot, group = b.random.randrange(1, 4), b.random.randrange(2), b.group()
    b.add(sender, Line(f"{out} = malloc(sizeof *{out});\n{out}->text[0] = {out}->text[1] = {value};\n{out}->reply = &{out}->text[{slot}];\n"
                       f"pthread_mutex_lock(&{name}->lock);\n{name}->item = {out};\npthread_cond_signal(&{name}->filled);\n"
                       f"pthread_mutex_unlock(&{name}->lock);", 5), group, ("heap", "cond_signal"))
    b.add(receiver, Line(f"pthread_mutex_lock(&{name}->lock);\nwhile (!{name}->item) pthread_cond_wait(&{name}->filled, &{name}->lock);\n"
                         f"{got} = {name}->item;\n{name}->item = 0;\npthread_mutex_unlock(&{name}->lock);\n*{got}->reply += 1;\n"
                         f"{b.int_local(receiver)} = {got}->text[{b.int_local(receiver)} & 1];\n"
                         f"assert({got}->text[{slot}] == {value + 1});\nfree({got});", 8), group, ("pointer_to_member", "cond_wait"))


@pattern(3, BOTH)
def joined_result(b, threads):
    """What a thread leaves in a struct on the heap, its creator reads without a guard after a join in the middle."""
    workers = [t for t in threads if t.creator and t.creator.live]
    if not workers or len(b.working()) < 3:
        return
    worker, creator = workers[0], workers[0].creator
    cell_type(b)
    name, value, group = b.fresh("result"), b.random.randrange(1, 5), b.group()
    b.declare(name, f"static struct cell *{name};",
              f"{name} = new cell{{0, 0, 0}};" if b.is_cxx else f"{name} = calloc(1, sizeof *{name});")
    b.add(worker, Line(f"{name}->value = {value};\n{name}->other++;", 2), group)
    b.finish(worker)
    worker.join.features += ("early_join",)
    b.add(creator, Line(f"assert({name}->value == {value});\n{name}->other += 2;", 2), group)
    if b.chance(0.5) and len(b.threads) <= b.most_threads + 1:
        later = b.new_thread(creator, features=("created_after_join",))
        b.add(later, Line(f"{name}->value = {name}->other;\nassert({name}->other == 3);", 3), group)
