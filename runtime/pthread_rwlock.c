// Read-write locks: a writer or any number of readers, each of whom may lock several times.
//
// How often each thread holds the lock for reading is kept in four bits per thread, so that an
// unlock by a thread that does not hold it is noticed. As under glibc, readers pass waiting writers
// unless the lock was made PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP; only then do waiting
// writers count. Relocking by the writer waits for ever, which the machine reports as a deadlock.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

enum { HOLDS_MAX = 15 };

struct rwlock {
  uint32_t writer;  // an owner word
  uint32_t readers;  // a flag word with the number of read locks below
  uint32_t waiting_writers;  // likewise; always 0 unless writers are preferred
  uint32_t unused;
  uint8_t holds[THREADS_MAX / 2];
  uint32_t kind;
  uint32_t unused_tail;
};
_Static_assert(sizeof(struct rwlock) == sizeof(pthread_rwlock_t), "glibc's size");
_Static_assert(offsetof(struct rwlock, kind) == offsetof(pthread_rwlock_t, __data.__flags),
               "glibc's place");

static HEDDLE_INVISIBLE int prefers_writers(const struct rwlock *l) {
  return l->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

// A flag word's flag says that its count is not zero.
static HEDDLE_INVISIBLE uint32_t counted(uint32_t word, int change) {
  const uint32_t count = (word & ~FLAG) + (uint32_t)change;
  return count != 0 ? FLAG | count : 0;
}

static HEDDLE_INVISIBLE uint32_t holds_of(const struct rwlock *l, uint32_t number) {
  return l->holds[number / 2] >> (number % 2 * 4) & 15u;
}

static HEDDLE_INVISIBLE void change_holds(struct rwlock *l, uint32_t number, int change) {
  const uint32_t shift = number % 2 * 4;
  l->holds[number / 2] = (uint8_t)(l->holds[number / 2] + (uint32_t)change * (1u << shift));
  l->readers = counted(l->readers, change);
}

static HEDDLE_INVISIBLE int start_reading(struct rwlock *l) {
  const uint32_t number = __heddle_thread_self();
  if (l->writer & FLAG) MISUSE("pthread_rwlock_rdlock: the lock has been destroyed");
  if (holds_of(l, number) == HOLDS_MAX)
    __heddle_unsupported(
        "pthread_rwlock_rdlock: more than 15 read locks held by one thread on one lock");
  change_holds(l, number, 1);
  return 0;
}

static HEDDLE_INVISIBLE int start_writing(struct rwlock *l) {
  if (l->writer & FLAG) MISUSE("pthread_rwlock_wrlock: the lock has been destroyed");
  l->writer = __heddle_thread_self() + 1;
  return 0;
}

static HEDDLE_INVISIBLE int closed_to_readers(const struct rwlock *l) {
  return (l->writer & OWNER_MASK) != 0 || l->waiting_writers != 0;
}

static HEDDLE_INVISIBLE int closed_to_writers(const struct rwlock *l) {
  return (l->writer & OWNER_MASK) != 0 || l->readers != 0;
}

HEDDLE_INVISIBLE int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  struct rwlock *l = (struct rwlock *)lock;
  if (prefers_writers(l))
    __heddle_await2(HEDDLE_RWLOCK_READ, l, &l->writer, OWNER_MASK, 0, &l->waiting_writers, FLAG, 0);
  else
    __heddle_await(HEDDLE_RWLOCK_READ, l, &l->writer, OWNER_MASK, 0);
  return start_reading(l);
}

HEDDLE_INVISIBLE int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  struct rwlock *l = (struct rwlock *)lock;
  if (!prefers_writers(l)) {
    __heddle_await2(HEDDLE_RWLOCK_WRITE, l, &l->writer, OWNER_MASK, 0, &l->readers, FLAG, 0);
    return start_writing(l);
  }
  // Here the others see a writer wait, so its arrival is a step of its own.
  __heddle_visible(HEDDLE_RWLOCK_WRITE, l, sizeof *l);
  if (closed_to_writers(l)) {
    l->waiting_writers = counted(l->waiting_writers, 1);
    __heddle_await2(HEDDLE_RWLOCK_WRITE, l, &l->writer, OWNER_MASK, 0, &l->readers, FLAG, 0);
    l->waiting_writers = counted(l->waiting_writers, -1);
  }
  return start_writing(l);
}

HEDDLE_INVISIBLE int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  struct rwlock *l = (struct rwlock *)lock;
  __heddle_visible(HEDDLE_RWLOCK_TRY, l, sizeof *l);
  return closed_to_readers(l) ? EBUSY : start_reading(l);
}

HEDDLE_INVISIBLE int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  struct rwlock *l = (struct rwlock *)lock;
  __heddle_visible(HEDDLE_RWLOCK_TRY, l, sizeof *l);
  return closed_to_writers(l) ? EBUSY : start_writing(l);
}

// One visible step covers the timed calls: see pthread_mutex_timedlock.
HEDDLE_INVISIBLE int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock,
                                                const struct timespec *restrict deadline) {
  return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : __heddle_timeout(deadline);
}

HEDDLE_INVISIBLE int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock,
                                                const struct timespec *restrict deadline) {
  // Its waiting would be seen by readers for as long as it lasts.
  if (prefers_writers((struct rwlock *)lock))
    __heddle_unsupported("pthread_rwlock_timedwrlock: on a lock that prefers writers");
  return pthread_rwlock_trywrlock(lock) == 0 ? 0 : __heddle_timeout(deadline);
}

HEDDLE_INVISIBLE int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                                                const struct timespec *restrict deadline) {
  return __heddle_is_clock(clock) ? pthread_rwlock_timedrdlock(lock, deadline) : EINVAL;
}

HEDDLE_INVISIBLE int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                                                const struct timespec *restrict deadline) {
  return __heddle_is_clock(clock) ? pthread_rwlock_timedwrlock(lock, deadline) : EINVAL;
}

HEDDLE_INVISIBLE int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  struct rwlock *l = (struct rwlock *)lock;
  __heddle_visible(HEDDLE_RWLOCK_UNLOCK, l, sizeof *l);
  const uint32_t number = __heddle_thread_self();
  if (l->writer & FLAG) MISUSE("pthread_rwlock_unlock: the lock has been destroyed");
  if (l->writer == number + 1)
    l->writer = 0;
  else if (holds_of(l, number) != 0)
    change_holds(l, number, -1);
  else
    MISUSE("pthread_rwlock_unlock: the calling thread does not hold the lock");
  return 0;
}

HEDDLE_INVISIBLE int pthread_rwlock_init(pthread_rwlock_t *restrict lock,
                                         const pthread_rwlockattr_t *restrict attributes) {
  struct rwlock *l = (struct rwlock *)lock;
  __heddle_visible(HEDDLE_RWLOCK_INIT, l, sizeof *l);
  *l = (struct rwlock){.kind = __heddle_rwlock_kind(attributes)};
  return 0;
}

HEDDLE_INVISIBLE int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  struct rwlock *l = (struct rwlock *)lock;
  __heddle_visible(HEDDLE_RWLOCK_DESTROY, l, sizeof *l);
  if (l->writer & FLAG) MISUSE("pthread_rwlock_destroy: the lock has already been destroyed");
  if (l->writer != 0) MISUSE("pthread_rwlock_destroy: the lock is held for writing");
  if (l->readers != 0) MISUSE("pthread_rwlock_destroy: the lock is held for reading");
  *l = (struct rwlock){.writer = FLAG};
  return 0;
}
