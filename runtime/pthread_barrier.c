// Barriers: the threads that have arrived, one bit each, woken together by the last one.
//
// The last to arrive is the serial thread, as under glibc; POSIX leaves open which one it is. There
// is no static initialiser, so a count of zero means "not initialised or destroyed".
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

struct barrier {
  uint64_t waiters;
  uint32_t count;
  uint32_t arrived;
  uint32_t unused[4];
};
_Static_assert(sizeof(struct barrier) == sizeof(pthread_barrier_t), "glibc's size");

static HEDDLE_INVISIBLE void release_all(struct barrier *b) {
  for (uint64_t rest = b->waiters; rest != 0; rest &= rest - 1)
    __heddle_threads[__builtin_ctzll(rest)].waiting = 0;
  b->waiters = 0;
  b->arrived = 0;
}

HEDDLE_INVISIBLE int pthread_barrier_wait(pthread_barrier_t *barrier) {
  struct barrier *b = (struct barrier *)barrier;
  __heddle_visible(HEDDLE_BARRIER_ARRIVE, b, sizeof *b);
  if (b->count == 0)
    MISUSE("pthread_barrier_wait: the barrier is not initialised or has been destroyed");
  if (b->arrived + 1 == b->count) {
    __heddle_assumption("the last thread to arrive at a barrier is its serial thread");
    release_all(b);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  const uint32_t number = __heddle_thread_self();
  ++b->arrived;
  b->waiters |= UINT64_C(1) << number;
  __heddle_threads[number].waiting = FLAG;
  __heddle_await(HEDDLE_BARRIER_WAIT, b, &__heddle_threads[number].waiting, FLAG, 0);
  return 0;
}

HEDDLE_INVISIBLE int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                                          const pthread_barrierattr_t *restrict attributes,
                                          unsigned count) {
  (void)attributes;
  if (count == 0) return EINVAL;
  struct barrier *b = (struct barrier *)barrier;
  __heddle_visible(HEDDLE_BARRIER_INIT, b, sizeof *b);
  *b = (struct barrier){.count = count};
  return 0;
}

HEDDLE_INVISIBLE int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  struct barrier *b = (struct barrier *)barrier;
  __heddle_visible(HEDDLE_BARRIER_DESTROY, b, sizeof *b);
  if (b->count == 0)
    MISUSE("pthread_barrier_destroy: the barrier is not initialised or has already been destroyed");
  if (b->arrived != 0) MISUSE("pthread_barrier_destroy: threads are waiting at the barrier");
  *b = (struct barrier){0};
  return 0;
}
