"""Deliberate errors: each breaks one rule that the rest of the generator keeps.

A fault may lead to an error or not (it often depends on the rest of the program and on the schedule):
the oracle is the agreement of the configurations, not an expected verdict. Each function
adds its pieces to random live threads and returns False where it does not fit.

SPDX-License-Identifier: Apache-2.0
"""

from builder import fault
from statements import cell_type
from tree import Line


def two(b):
    live = b.working()
    return b.random.sample(live, 2) if len(live) >= 2 else None


def one(b):
    return b.random.choice(b.working())


def mutex(b):
    name = b.fresh("fm")
    return b.declare(name, f"static pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;")


def slot(b):
    """A published heap cell that threads reach without owning it."""
    cell_type(b)
    name = b.fresh("shared")
    return b.declare(name, f"static struct cell *_Atomic {name};",
                     f"{name} = calloc(1, sizeof(struct cell));")


# Faults of style: they hold for the whole program, so they are drawn before it is built.

def unguarded_accesses(b):
    b.style.unguarded = b.random.choice([0.1, 0.3, 1.0])


def unordered_locks(b):
    b.style.unordered = True


def shuffled_pieces(b):
    b.style.shuffled = True


def doubtful_asserts(b):
    b.style.strict_asserts = False


STYLE_FAULTS = [unguarded_accesses, unordered_locks, shuffled_pieces, doubtful_asserts]


@fault(4)
def lock_cycle(b):
    threads = b.random.sample(b.working(), min(len(b.working()), b.random.randint(2, 3)))
    locks = [mutex(b) for _ in threads]
    for index, thread in enumerate(threads):
        first, second = locks[index], locks[(index + 1) % len(locks)]
        b.add(thread, Line(f"pthread_mutex_lock(&{first});\npthread_mutex_lock(&{second});\n"
                           f"pthread_mutex_unlock(&{second});\npthread_mutex_unlock(&{first});", 4), b.group())
    return True


@fault(4)
def lost_wakeup(b):
    pair = two(b)
    if not pair:
        return False
    lock, name, ready = mutex(b), b.fresh("fcond"), b.fresh("fready")
    b.declare(name, f"static pthread_cond_t {name} = PTHREAD_COND_INITIALIZER;")
    b.declare(ready, f"static _Atomic int {ready};")
    loop = b.random.choice(["if", "while"])
    b.add(pair[0], Line(b.random.choice([f"{ready} = 1;\n", ""]) + f"pthread_cond_signal(&{name});", 2), b.group())
    b.add(pair[1], Line(f"pthread_mutex_lock(&{lock});\n{loop} (!{ready}) pthread_cond_wait(&{name}, &{lock});\n"
                        f"pthread_mutex_unlock(&{lock});", 4), b.group())
    return True


@fault(2)
def wait_without_mutex(b):
    pair = two(b)
    if not pair:
        return False
    lock, name = mutex(b), b.fresh("fcond")
    b.declare(name, f"static pthread_cond_t {name} = PTHREAD_COND_INITIALIZER;")
    b.add(pair[0], Line(f"pthread_cond_wait(&{name}, &{lock});", 2), b.group())
    b.add(pair[1], Line(f"pthread_mutex_lock(&{lock});\npthread_cond_broadcast(&{name});\npthread_mutex_unlock(&{lock});", 3),
          b.group())
    return True


@fault(2)
def unlock_not_owned(b):
    lock = mutex(b)
    pair = two(b)
    if not pair:
        return False
    b.add(pair[0], Line(f"pthread_mutex_unlock(&{lock});", 1), b.group())
    b.add(pair[1], Line(f"pthread_mutex_lock(&{lock});\npthread_mutex_unlock(&{lock});", 2), b.group())
    return True


@fault(3)
def lock_touched_too_early(b):
    """Who knows that others have been in a critical section takes it that they have left it, and treats the lock as its own."""
    pair = two(b)
    if not pair:
        return False
    inside = b.fresh("finside")
    b.declare(inside, f"static _Atomic int {inside};")
    name, take, give, touches = b.random.choice([
        (b.fresh("fm"), "pthread_mutex_lock", "pthread_mutex_unlock", ("pthread_mutex_destroy(&{0});", "pthread_mutex_init(&{0}, 0);")),
        (b.fresh("frw"), "pthread_rwlock_rdlock", "pthread_rwlock_unlock", ("pthread_rwlock_destroy(&{0});",)),
        (b.fresh("frw"), "pthread_rwlock_wrlock", "pthread_rwlock_unlock", ("pthread_rwlock_destroy(&{0});",)),
    ])
    kind = "pthread_mutex_t" if "mutex" in take else "pthread_rwlock_t"
    b.declare(name, f"static {kind} {name};")
    touch = b.random.choice(touches + ("memset(&{0}, 0, sizeof {0});", "{{\n  int first = *(int *)&{0};\n  (void)first;\n}}"))
    section = f"{take}(&{name});\n{inside}++;\n{give}(&{name});"
    b.add(pair[0], Line(section, 3), b.group())
    expected = 1
    if b.chance(0.4):
        b.add(pair[1], Line(section, 3), b.group())
        expected = 2
    b.add(pair[1], Line(f"if ({inside} == {expected}) {{\n{touch.format(name)}\n}}", 2), b.group())
    return True


@fault(1)
def relocked(b):
    lock = mutex(b)
    b.add(one(b), Line(f"pthread_mutex_lock(&{lock});\npthread_mutex_lock(&{lock});\npthread_mutex_unlock(&{lock});", 2), b.group())
    return True


@fault(2)
def forgotten_unlock(b):
    lock = mutex(b)
    for thread in b.working()[:2]:
        b.add(thread, Line(f"pthread_mutex_lock(&{lock});", 1), b.group())
    return True


@fault(1)
def destroyed_while_used(b):
    pair = two(b)
    if not pair:
        return False
    lock = mutex(b)
    b.add(pair[0], Line(f"pthread_mutex_lock(&{lock});\nsched_yield();\npthread_mutex_unlock(&{lock});", 3), b.group())
    b.add(pair[1], Line(f"pthread_mutex_destroy(&{lock});", 1), b.group())
    return True


@fault(4)
def lost_update(b):
    """Load and store, each atomic, but not together; or a plain increment."""
    name = b.fresh("lossy")
    atomic = b.chance(0.7)
    b.declare(name, f"static {'_Atomic ' if atomic else ''}int {name};")
    threads = b.working()
    group = b.group()
    for thread in threads:
        local = b.local(thread, "loaded", "int loaded = 0;")
        b.add(thread, Line(f"{local} = {name};\n{name} = {local} + 1;", 2), group)
    b.finals.append(Line(f"assert({name} == {len(threads)});", group=group))
    return True


@fault(3)
def used_after_free(b):
    pair = two(b)
    if not pair:
        return False
    name = slot(b)
    local, p = b.int_local(pair[1]), b.local(pair[1], "held", "struct cell *held = 0;")
    b.add(pair[0], Line(f"free(atomic_exchange(&{name}, 0));", 2), b.group())
    b.add(pair[1], Line(f"{p} = atomic_load(&{name});\nif ({p}) {local} = {p}->value;", 2), b.group())
    return True


@fault(2)
def freed_twice(b):
    pair = two(b)
    if not pair:
        return False
    name = slot(b)
    for thread in pair:
        b.add(thread, Line(f"free(atomic_load(&{name}));\natomic_store(&{name}, 0);", 3), b.group())
    return True


@fault(1)
def freed_member(b):
    name = slot(b)
    thread = one(b)
    p = b.local(thread, "inside", "int *inside = 0;")
    b.add(thread, Line(f"{p} = &atomic_load(&{name})->other;\nfree({p});", 2), b.group())
    return True


@fault(2)
def null_dereference(b):
    pair = two(b)
    if not pair:
        return False
    name = slot(b)
    b.add(pair[0], Line(f"atomic_store(&{name}, 0);", 1), b.group())
    b.add(pair[1], Line(f"atomic_load(&{name})->value = 1;", 2), b.group())
    return True


@fault(3)
def index_past_end(b):
    pair = two(b)
    if not pair:
        return False
    index, table = b.fresh("index"), b.fresh("table")
    b.declare(index, f"static _Atomic int {index};")
    size = b.random.randint(1, 2)
    b.declare(table, f"static _Atomic int {table}[{size}];")
    for thread in pair:
        b.add(thread, Line(f"{table}[atomic_fetch_add(&{index}, 1)] = 1;", 2), b.group())
    return True


@fault(2)
def divided_by_zero(b):
    pair = two(b)
    if not pair:
        return False
    name = b.fresh("divisor")
    b.declare(name, f"static _Atomic int {name} = 1;")
    b.add(pair[0], Line(f"{name}--;", 1), b.group())
    b.add(pair[1], Line(f"{b.int_local(pair[1])} = 6 / {name};", 1), b.group())
    return True


@fault(2)
def barrier_miscounted(b):
    threads = b.working()
    name = b.fresh("fbar")
    count = len(threads) + b.random.choice([-1, 1])
    b.declare(name, f"static pthread_barrier_t {name};", f"pthread_barrier_init(&{name}, 0, {max(count, 1)});")
    for thread in threads:
        b.add(thread, Line(f"pthread_barrier_wait(&{name});", 2), b.group())
    return True


@fault(2)
def spins_for_ever(b):
    pair = two(b)
    if not pair:
        return False
    name = b.fresh("never")
    b.declare(name, f"static _Atomic int {name};")
    b.add(pair[0], Line(f"while (!atomic_load(&{name})) {{\n}}", 2), b.group())
    b.add(pair[1], Line(f"if ({b.int_local(pair[1])} != 1) atomic_store(&{name}, 1);", 1), b.group())
    return True


@fault(2)
def starved_semaphore(b):
    name = b.fresh("empty")
    b.declare(name, f"static sem_t {name};", f"sem_init(&{name}, 0, 1);")
    for thread in b.working():
        b.add(thread, Line(f"sem_wait(&{name});", 1), b.group())
    return True


@fault(2)
def dangling_local(b):
    """The address of a local outlives its function."""
    pair = two(b)
    if not pair:
        return False
    name = b.fresh("dangling")
    b.declare(name, f"static int *_Atomic {name};")
    b.helper("leave", "static void leave(int *_Atomic *to)", "int gone = 1;\natomic_store(to, &gone);\nsched_yield();")
    p = b.local(pair[1], "stale", "int *stale = 0;")
    b.add(pair[0], Line(f"leave(&{name});", 2), b.group())
    b.add(pair[1], Line(f"{p} = atomic_load(&{name});\nif ({p}) {b.int_local(pair[1])} = *{p};", 2), b.group())
    return True


@fault(1)
def aborts(b):
    pair = two(b)
    if not pair:
        return False
    name = b.fresh("state")
    b.declare(name, f"static _Atomic int {name};")
    b.add(pair[0], Line(f"atomic_store(&{name}, 1);\natomic_store(&{name}, 2);", 2), b.group())
    b.add(pair[1], Line(f"if (atomic_load(&{name}) == 1) abort();", 1), b.group())
    return True


@fault(1)
def wild_pointer(b):
    thread = one(b)
    p = b.local(thread, "wild", "int *wild = (int *)12345678;")
    b.add(thread, Line(f"if ({b.int_local(thread)}) *{p} = 1;", 2), b.group())
    return True
