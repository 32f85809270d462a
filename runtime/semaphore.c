// Unnamed semaphores: a value, and a flag word that says it is zero.
//
// A thread waits for the flag to go, since "not zero" is not a condition the machine can wait for.
// There is no static initialiser: a semaphore with neither value nor flag is not initialised or has
// been destroyed, and its waiters, no longer held back, report that.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

#include <limits.h>
#include <semaphore.h>

#ifndef SEM_VALUE_MAX
#define SEM_VALUE_MAX 2147483647
#endif

struct semaphore {
  uint32_t value;
  uint32_t empty;
  uint32_t unused[6];
};
_Static_assert(sizeof(struct semaphore) == sizeof(sem_t), "glibc's size");

static void store_value(int *where, int value) { *where = value; }

static HEDDLE_INVISIBLE int fail_with(int error) {
  errno = error;
  return -1;
}

static HEDDLE_INVISIBLE int is_alive(const struct semaphore *s) {
  return s->value != 0 || s->empty != 0;
}

static HEDDLE_INVISIBLE void set_value(struct semaphore *s, uint32_t value) {
  s->value = value;
  s->empty = value == 0 ? FLAG : 0;
}

HEDDLE_INVISIBLE int sem_wait(sem_t *semaphore) {
  struct semaphore *s = (struct semaphore *)semaphore;
  __heddle_await(HEDDLE_SEM_WAIT, s, &s->empty, FLAG, 0);
  if (!is_alive(s)) MISUSE("sem_wait: the semaphore is not initialised or has been destroyed");
  set_value(s, s->value - 1);
  return 0;
}

HEDDLE_INVISIBLE int sem_trywait(sem_t *semaphore) {
  struct semaphore *s = (struct semaphore *)semaphore;
  __heddle_visible(HEDDLE_SEM_TRYWAIT, s, sizeof *s);
  if (!is_alive(s)) MISUSE("sem_trywait: the semaphore is not initialised or has been destroyed");
  if (s->value == 0) return fail_with(EAGAIN);
  set_value(s, s->value - 1);
  return 0;
}

// One visible step covers the timed calls: see pthread_mutex_timedlock.
HEDDLE_INVISIBLE int sem_timedwait(sem_t *restrict semaphore,
                                   const struct timespec *restrict deadline) {
  if (sem_trywait(semaphore) == 0) return 0;
  return fail_with(__heddle_timeout(deadline));
}

HEDDLE_INVISIBLE int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
                                   const struct timespec *restrict deadline) {
  if (!__heddle_is_clock(clock)) return fail_with(EINVAL);
  return sem_timedwait(semaphore, deadline);
}

HEDDLE_INVISIBLE int sem_post(sem_t *semaphore) {
  struct semaphore *s = (struct semaphore *)semaphore;
  __heddle_visible(HEDDLE_SEM_POST, s, sizeof *s);
  if (!is_alive(s)) MISUSE("sem_post: the semaphore is not initialised or has been destroyed");
  if (s->value == SEM_VALUE_MAX) return fail_with(EOVERFLOW);
  set_value(s, s->value + 1);
  return 0;
}

HEDDLE_INVISIBLE int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
  struct semaphore *s = (struct semaphore *)semaphore;
  __heddle_visible(HEDDLE_SEM_VALUE, s, sizeof *s);
  if (!is_alive(s)) MISUSE("sem_getvalue: the semaphore is not initialised or has been destroyed");
  store_value(value, (int)s->value);
  return 0;
}

HEDDLE_INVISIBLE int sem_init(sem_t *semaphore, int shared, unsigned value) {
  (void)shared;
  if (value > SEM_VALUE_MAX) return fail_with(EINVAL);
  struct semaphore *s = (struct semaphore *)semaphore;
  __heddle_visible(HEDDLE_SEM_INIT, s, sizeof *s);
  *s = (struct semaphore){0};
  set_value(s, value);
  return 0;
}

HEDDLE_INVISIBLE int sem_destroy(sem_t *semaphore) {
  struct semaphore *s = (struct semaphore *)semaphore;
  __heddle_visible(HEDDLE_SEM_DESTROY, s, sizeof *s);
  if (!is_alive(s))
    MISUSE("sem_destroy: the semaphore is not initialised or has already been destroyed");
  *s = (struct semaphore){0};
  return 0;
}
