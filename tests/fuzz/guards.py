"""Guards: what protects shared places, in C and in C++, and how each is taken and given back.

In the texts, {0} stands for the guard and {1} for its name as part of an identifier.

SPDX-License-Identifier: Apache-2.0
"""

import re
from dataclasses import dataclass

LAST_RANK = 1000  # nothing is taken inside an atomic section


@dataclass(frozen=True)
class Kind:
    prefix: str
    weight: int
    language: str
    declaration: str
    forms: tuple                 # (opening, closing)
    attempt: str | None = None   # a condition: true when the guard was taken without waiting
    setup: str = ""
    read_forms: tuple = ()       # where readers do not exclude each other
    attempt_form: int = 0        # the form whose closing belongs to the attempt


def raii(holder, kind):
    return f"{{{{\n  std::{holder}<std::{kind}> hold_{{1}}({{0}});", "}}"


CXX_DIRECT = ("{0}.lock();", "{0}.unlock();")

KINDS = {
    "mutex": Kind("m", 8, "c", "static pthread_mutex_t {0} = PTHREAD_MUTEX_INITIALIZER;",
                  (("pthread_mutex_lock(&{0});", "pthread_mutex_unlock(&{0});"),), "pthread_mutex_trylock(&{0}) == 0"),
    "recursive": Kind("m", 2, "c", "static pthread_mutex_t {0};",
                      (("pthread_mutex_lock(&{0});", "pthread_mutex_unlock(&{0});"),), "pthread_mutex_trylock(&{0}) == 0",
                      "pthread_mutexattr_t {0}_attr;\npthread_mutexattr_init(&{0}_attr);\n"
                      "pthread_mutexattr_settype(&{0}_attr, PTHREAD_MUTEX_RECURSIVE);\npthread_mutex_init(&{0}, &{0}_attr);"),
    "spinlock": Kind("spin", 2, "c", "static pthread_spinlock_t {0};", (("pthread_spin_lock(&{0});", "pthread_spin_unlock(&{0});"),),
                     "pthread_spin_trylock(&{0}) == 0", "pthread_spin_init(&{0}, PTHREAD_PROCESS_PRIVATE);"),
    "rwlock": Kind("rw", 3, "c", "static pthread_rwlock_t {0} = PTHREAD_RWLOCK_INITIALIZER;",
                   (("pthread_rwlock_wrlock(&{0});", "pthread_rwlock_unlock(&{0});"),), "pthread_rwlock_trywrlock(&{0}) == 0",
                   read_forms=(("pthread_rwlock_rdlock(&{0});", "pthread_rwlock_unlock(&{0});"),)),
    "semaphore_guard": Kind("sem", 2, "c", "static sem_t {0};", (("sem_wait(&{0});", "sem_post(&{0});"),),
                            "sem_trywait(&{0}) == 0", "sem_init(&{0}, 0, 1);"),
    "test_and_set": Kind("tas", 1, "c", "static int {0};",
                         (("while (__sync_lock_test_and_set(&{0}, 1)) {{\n}}", "__sync_lock_release(&{0});"),),
                         "__sync_bool_compare_and_swap(&{0}, 0, 1)"),
    "atomic_section": Kind("section", 1, "c", "", (("heddle_atomic_begin();", "heddle_atomic_end();"),)),
    "std_mutex": Kind("m", 8, "c++", "static std::mutex {0};",
                      (CXX_DIRECT, raii("lock_guard", "mutex"), raii("unique_lock", "mutex"), raii("scoped_lock", "mutex")),
                      "{0}.try_lock()"),
    "std_recursive_mutex": Kind("m", 2, "c++", "static std::recursive_mutex {0};",
                                (CXX_DIRECT, raii("lock_guard", "recursive_mutex")), "{0}.try_lock()"),
    "std_shared_mutex": Kind("rw", 3, "c++", "static std::shared_mutex {0};", (CXX_DIRECT, raii("unique_lock", "shared_mutex")),
                             "{0}.try_lock()", read_forms=(raii("shared_lock", "shared_mutex"),
                                                           ("{0}.lock_shared();", "{0}.unlock_shared();"))),
    "std_semaphore": Kind("sem", 1, "c++", "static std::binary_semaphore {0}{{1}};",
                          (("{0}.acquire();", "{0}.release();"),), "{0}.try_acquire()"),
}

# The same kinds as members of objects; the name of the guard is then that of the member.
RECURSIVE = ("recursive", "std_recursive_mutex")


@dataclass
class Guard:
    """Something that protects places. Guards are taken in the order of their rank."""

    name: str
    kind: str
    rank: int

    def forms(self, mode="write"):
        """(opening, closing) texts, each a way to take the guard."""
        row = KINDS[self.kind]
        return [(self._fill(o), self._fill(c)) for o, c in (row.read_forms if mode == "read" and row.read_forms else row.forms)]

    def attempt(self):
        """(condition, closing) where the condition is true when the guard was taken without waiting, or None."""
        row = KINDS[self.kind]
        return row.attempt and (self._fill(row.attempt), self._fill(row.forms[0][1]))

    def _fill(self, text):
        return text.format(self.name, re.sub(r"\W+", "_", self.name))
