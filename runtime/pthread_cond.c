// Condition variables: the set of waiting threads, one bit each, and the mutex they share.
//
// A waiter leaves the set when it is signalled, so a signal never goes to a thread that has had
// one. With several waiters the search branches over who gets it.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

struct cond {
  uint64_t waiters;
  struct mutex *mutex;  // of the waiters; null when there are none
  uint32_t destroyed;  // FLAG or 0
  uint32_t unused[7];
};
_Static_assert(sizeof(struct cond) == sizeof(pthread_cond_t), "glibc's size");

static HEDDLE_INVISIBLE void leave(struct cond *c, uint32_t number) {
  c->waiters &= ~(UINT64_C(1) << number);
  if (c->waiters == 0) c->mutex = NULL;
  __heddle_threads[number].waiting = 0;
}

// Gives the mutex up and joins the waiters in one step.
static HEDDLE_INVISIBLE int enter(struct cond *c, struct mutex *m, uint32_t number) {
  __heddle_visible(HEDDLE_COND_WAIT, c, sizeof *c);
  if (c->destroyed) MISUSE("pthread_cond_wait: the condition variable has been destroyed");
  if (m->owner != number + 1) {
    if (m->kind == PTHREAD_MUTEX_ERRORCHECK) return EPERM;
    MISUSE("pthread_cond_wait: the calling thread does not hold the mutex");
  }
  if (c->mutex != NULL && c->mutex != m)
    MISUSE(
        "pthread_cond_wait: other threads wait on this condition variable with a different mutex");
  c->mutex = m;
  c->waiters |= UINT64_C(1) << number;
  __heddle_threads[number].waiting = FLAG;
  // A recursive mutex that was locked more than once stays locked during the wait, as under glibc.
  if (m->again == 0) m->owner = 0;
  return 0;
}

static HEDDLE_INVISIBLE void take_back(struct mutex *m, uint32_t number) {
  if (m->owner & FLAG) MISUSE("pthread_cond_wait: the mutex was destroyed during the wait");
  m->owner = number + 1;
}

HEDDLE_INVISIBLE int pthread_cond_wait(pthread_cond_t *restrict cond,
                                       pthread_mutex_t *restrict mutex) {
  struct cond *c = (struct cond *)cond;
  struct mutex *m = (struct mutex *)mutex;
  const uint32_t number = __heddle_thread_self();
  const uint32_t *waiting = &__heddle_threads[number].waiting;
  const int error = enter(c, m, number);
  if (error != 0) return error;
  const int kept = m->again != 0;  // see enter
  // Spurious wake-ups are a branch of their own, so that a signal that never comes is still found
  // to be a deadlock. When exactly such a thread woke makes no difference: the call returns 0 with
  // or without a signal, and a signal branches over all who wait. It goes on once the mutex is
  // free.
  if (__heddle_option(HEDDLE_SPURIOUS_WAKEUPS) && __heddle_choose(2) == 1) {
    if (!kept) __heddle_await(HEDDLE_COND_WAKE, c, &m->owner, OWNER_MASK, 0);
    if (*waiting) leave(c, number);
  } else if (!kept) {
    __heddle_await2(HEDDLE_COND_WAKE, c, waiting, FLAG, 0, &m->owner, OWNER_MASK, 0);
  } else {
    __heddle_await(HEDDLE_COND_WAKE, c, waiting, FLAG, 0);
  }
  take_back(m, number);
  return 0;
}

// Timing out and getting the mutex back are two steps: a signal sent in between finds the thread
// gone and is lost on it, and the call returns ETIMEDOUT although what it waited for has happened.
// The first step is never blocked; taken while the signal is still missing it is the time-out,
// taken later it is the wake-up. A thread that was signalled and finds the mutex free takes it at
// once: taking it later is the first step taken later.
HEDDLE_INVISIBLE int pthread_cond_timedwait(pthread_cond_t *restrict cond,
                                            pthread_mutex_t *restrict mutex,
                                            const struct timespec *restrict deadline) {
  struct cond *c = (struct cond *)cond;
  struct mutex *m = (struct mutex *)mutex;
  const int timeout = __heddle_timeout(deadline);
  if (timeout != ETIMEDOUT) return timeout;
  const uint32_t number = __heddle_thread_self();
  const int error = enter(c, m, number);
  if (error != 0) return error;
  const int kept = m->again != 0;
  __heddle_visible(HEDDLE_COND_WAKE, c, sizeof *c);
  const uint32_t missed = __heddle_threads[number].waiting;
  if (missed) leave(c, number);
  if (!kept && (missed || (m->owner & OWNER_MASK) != 0 || __heddle_option(HEDDLE_TELL_ALL)))
    __heddle_await(HEDDLE_MUTEX_LOCK, m, &m->owner, OWNER_MASK, 0);
  else
    __heddle_visible(HEDDLE_TOUCH, m, sizeof *m);
  take_back(m, number);
  if (!missed) return 0;
  return __heddle_option(HEDDLE_SPURIOUS_WAKEUPS) && __heddle_choose(2) == 1 ? 0 : ETIMEDOUT;
}

HEDDLE_INVISIBLE int pthread_cond_clockwait(pthread_cond_t *restrict cond,
                                            pthread_mutex_t *restrict mutex, clockid_t clock,
                                            const struct timespec *restrict deadline) {
  if (!__heddle_is_clock(clock)) return EINVAL;
  return pthread_cond_timedwait(cond, mutex, deadline);
}

HEDDLE_INVISIBLE int pthread_cond_signal(pthread_cond_t *cond) {
  struct cond *c = (struct cond *)cond;
  __heddle_visible(HEDDLE_COND_SIGNAL, c, sizeof *c);
  if (c->destroyed) MISUSE("pthread_cond_signal: the condition variable has been destroyed");
  uint64_t candidates = c->waiters;
  if (candidates == 0) return 0;
  const uint32_t count = (uint32_t)__builtin_popcountll(candidates);
  for (uint32_t skip = count > 1 ? __heddle_choose(count) : 0; skip > 0; --skip)
    candidates &= candidates - 1;
  leave(c, (uint32_t)__builtin_ctzll(candidates));
  return 0;
}

HEDDLE_INVISIBLE int pthread_cond_broadcast(pthread_cond_t *cond) {
  struct cond *c = (struct cond *)cond;
  __heddle_visible(HEDDLE_COND_BROADCAST, c, sizeof *c);
  if (c->destroyed) MISUSE("pthread_cond_broadcast: the condition variable has been destroyed");
  while (c->waiters != 0) leave(c, (uint32_t)__builtin_ctzll(c->waiters));
  return 0;
}

// The clock of the attributes is of no consequence: a timed wait may end at any moment.
HEDDLE_INVISIBLE int pthread_cond_init(pthread_cond_t *restrict cond,
                                       const pthread_condattr_t *restrict attributes) {
  (void)attributes;
  struct cond *c = (struct cond *)cond;
  __heddle_visible(HEDDLE_COND_INIT, c, sizeof *c);
  *c = (struct cond){0};
  return 0;
}

HEDDLE_INVISIBLE int pthread_cond_destroy(pthread_cond_t *cond) {
  struct cond *c = (struct cond *)cond;
  __heddle_visible(HEDDLE_COND_DESTROY, c, sizeof *c);
  if (c->destroyed)
    MISUSE("pthread_cond_destroy: the condition variable has already been destroyed");
  if (c->waiters != 0)
    MISUSE("pthread_cond_destroy: threads are waiting on the condition variable");
  *c = (struct cond){.destroyed = FLAG};
  return 0;
}
