// Mutexes: normal, recursive and error checking, with try and timed variants.
//
// The owner word is all that waiting needs. The kind is read before the visible point: it changes
// only in init, and an init next to a pending lock is reported as a race. A thread may also look
// beforehand whether it is the owner itself, since no other thread can change the answer.
// Relocking a normal mutex waits for ever, which the machine reports as a deadlock.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

static HEDDLE_INVISIBLE int lock_again(struct mutex *m) {
  if (m->again == UINT32_MAX) return EAGAIN;
  ++m->again;
  return 0;
}

static HEDDLE_INVISIBLE int lock_special(struct mutex *m) {
  const uint32_t self = __heddle_thread_self() + 1;
  if (m->kind < 0 || m->kind > PTHREAD_MUTEX_ADAPTIVE_NP)
    MISUSE("pthread_mutex_lock: the mutex is not initialised");
  if (m->owner == self && m->kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  if (m->owner == self && m->kind == PTHREAD_MUTEX_RECURSIVE) return lock_again(m);
  __heddle_await(HEDDLE_MUTEX_LOCK, m, &m->owner, OWNER_MASK, 0);
  if (m->owner != 0) MISUSE("pthread_mutex_lock: the mutex has been destroyed");
  m->owner = self;
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutex_lock(pthread_mutex_t *mutex) {
  struct mutex *m = (struct mutex *)mutex;
  if (m->kind != PTHREAD_MUTEX_NORMAL) return lock_special(m);
  __heddle_await(HEDDLE_MUTEX_LOCK, m, &m->owner, OWNER_MASK, 0);
  if (m->owner != 0) MISUSE("pthread_mutex_lock: the mutex has been destroyed");
  m->owner = __heddle_thread_self() + 1;
  return 0;
}

static HEDDLE_INVISIBLE int unlock_foreign(struct mutex *m) {
  if (m->owner & FLAG) MISUSE("pthread_mutex_unlock: the mutex has been destroyed");
  if (m->kind == PTHREAD_MUTEX_RECURSIVE || m->kind == PTHREAD_MUTEX_ERRORCHECK) return EPERM;
  if (m->owner == 0) MISUSE("pthread_mutex_unlock: the mutex is not locked");
  MISUSE("pthread_mutex_unlock: the mutex is held by another thread");
}

HEDDLE_INVISIBLE int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  struct mutex *m = (struct mutex *)mutex;
  __heddle_visible(HEDDLE_MUTEX_UNLOCK, m, sizeof *m);
  if (m->owner != __heddle_thread_self() + 1) return unlock_foreign(m);
  if (m->again != 0)
    --m->again;
  else
    m->owner = 0;
  return 0;
}

static HEDDLE_INVISIBLE int take_if_free(struct mutex *m) {
  const uint32_t self = __heddle_thread_self() + 1;
  if (m->owner & FLAG) MISUSE("pthread_mutex_trylock: the mutex has been destroyed");
  if (m->owner == self && m->kind == PTHREAD_MUTEX_RECURSIVE) return lock_again(m);
  if (m->owner != 0) return EBUSY;
  m->owner = self;
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  struct mutex *m = (struct mutex *)mutex;
  __heddle_visible(HEDDLE_MUTEX_TRYLOCK, m, sizeof *m);
  return take_if_free(m);
}

// A deadline may pass at any moment. One visible step says it all: waiting has no effect that
// others could see, so "waits, then gets the mutex" is this step taken later, when the mutex is
// free, and "gives up" is this step taken while it is held. The same holds for every timed call but
// the wait on a condition variable.
HEDDLE_INVISIBLE int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex,
                                             const struct timespec *restrict deadline) {
  struct mutex *m = (struct mutex *)mutex;
  __heddle_visible(HEDDLE_MUTEX_TRYLOCK, m, sizeof *m);
  const int result = take_if_free(m);
  if (result != EBUSY) return result;
  if (m->kind == PTHREAD_MUTEX_ERRORCHECK && m->owner == __heddle_thread_self() + 1) return EDEADLK;
  return __heddle_timeout(deadline);
}

HEDDLE_INVISIBLE int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                                             const struct timespec *restrict deadline) {
  if (!__heddle_is_clock(clock)) return EINVAL;
  return pthread_mutex_timedlock(mutex, deadline);
}

HEDDLE_INVISIBLE int __heddle_timeout(const struct timespec *deadline) {
  if (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1000000000) return EINVAL;
  __heddle_assumption("a timed wait may time out at any moment, whatever its deadline");
  return ETIMEDOUT;
}

HEDDLE_INVISIBLE int __heddle_is_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

// Init may be given any memory, so what was there before must look like a locked mutex in every
// byte before we complain.
static HEDDLE_INVISIBLE int looks_locked(const struct mutex *m) {
  if (m->owner == 0 || m->owner > THREADS_MAX) return 0;
  if (__heddle_threads[m->owner - 1].state != m->owner) return 0;
  if (m->kind < 0 || m->kind > PTHREAD_MUTEX_ADAPTIVE_NP) return 0;
  if (m->again != 0 && m->kind != PTHREAD_MUTEX_RECURSIVE) return 0;
  if (m->unused[0] != 0 || m->unused[1] != 0) return 0;
  for (int i = 0; i < 5; ++i)
    if (m->unused_tail[i] != 0) return 0;
  return 1;
}

HEDDLE_INVISIBLE void __heddle_init_mutex(struct mutex *m, int kind) {
  __heddle_visible(HEDDLE_MUTEX_INIT, m, sizeof *m);
  if (looks_locked(m)) MISUSE("pthread_mutex_init: the mutex is locked");
  *m = (struct mutex){.kind = kind};
}

HEDDLE_INVISIBLE int pthread_mutex_init(pthread_mutex_t *mutex,
                                        const pthread_mutexattr_t *attributes) {
  __heddle_init_mutex((struct mutex *)mutex, __heddle_mutex_kind(attributes));
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  struct mutex *m = (struct mutex *)mutex;
  __heddle_visible(HEDDLE_MUTEX_DESTROY, m, sizeof *m);
  if (m->owner & FLAG) MISUSE("pthread_mutex_destroy: the mutex has already been destroyed");
  if (m->owner != 0) MISUSE("pthread_mutex_destroy: the mutex is locked");
  *m = (struct mutex){.owner = FLAG};
  return 0;
}
