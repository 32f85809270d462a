// Attribute objects, and the scheduling parameters of threads.
//
// Most attributes do not change which interleavings exist, since all are explored: priorities,
// policies, stacks and affinity are kept and otherwise ignored, and sharing between processes is
// harmless with one process. Robust mutexes are refused: a dying owner would have to be noticed.
// Attribute objects are set up by one thread; accesses to them are not scheduled.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

#include <sched.h>

// Threads.

enum { STACK_SIZE_MIN = 16384, STACK_SIZE = 8 << 20, GUARD_SIZE = 4096 };

struct attributes {
  int32_t detach_state;
  int32_t scope;
  int32_t inherit_sched;
  int32_t policy;
  struct sched_param priority;
  uint32_t unused;
  size_t guard_size;
  void *stack;
  size_t stack_size;
};
_Static_assert(sizeof(struct attributes) <= sizeof(pthread_attr_t), "fits");

HEDDLE_INVISIBLE int __heddle_is_detached(const pthread_attr_t *attr) {
  return attr != NULL && ((const struct attributes *)attr)->detach_state == PTHREAD_CREATE_DETACHED;
}

HEDDLE_INVISIBLE int pthread_attr_init(pthread_attr_t *attr) {
  *attr = (pthread_attr_t){0};
  *(struct attributes *)attr =
      (struct attributes){.guard_size = GUARD_SIZE, .stack_size = STACK_SIZE};
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_destroy(pthread_attr_t *attr) {
  *attr = (pthread_attr_t){0};
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_setdetachstate(pthread_attr_t *attr, int state) {
  if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE) return EINVAL;
  ((struct attributes *)attr)->detach_state = state;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state) {
  *state = ((const struct attributes *)attr)->detach_state;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size) {
  ((struct attributes *)attr)->guard_size = size;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size) {
  *size = ((const struct attributes *)attr)->guard_size;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_setschedparam(pthread_attr_t *restrict attr,
                                                const struct sched_param *restrict priority) {
  ((struct attributes *)attr)->priority = *priority;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_getschedparam(const pthread_attr_t *restrict attr,
                                                struct sched_param *restrict priority) {
  *priority = ((const struct attributes *)attr)->priority;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy) {
  if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR) return EINVAL;
  ((struct attributes *)attr)->policy = policy;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_getschedpolicy(const pthread_attr_t *restrict attr,
                                                 int *restrict policy) {
  *policy = ((const struct attributes *)attr)->policy;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit) {
  if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED) return EINVAL;
  ((struct attributes *)attr)->inherit_sched = inherit;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_getinheritsched(const pthread_attr_t *restrict attr,
                                                  int *restrict inherit) {
  *inherit = ((const struct attributes *)attr)->inherit_sched;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_setscope(pthread_attr_t *attr, int scope) {
  if (scope == PTHREAD_SCOPE_PROCESS) return ENOTSUP;
  if (scope != PTHREAD_SCOPE_SYSTEM) return EINVAL;
  ((struct attributes *)attr)->scope = scope;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_getscope(const pthread_attr_t *restrict attr,
                                           int *restrict scope) {
  *scope = ((const struct attributes *)attr)->scope;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) {
  if (size < STACK_SIZE_MIN) return EINVAL;
  ((struct attributes *)attr)->stack_size = size;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_getstacksize(const pthread_attr_t *restrict attr,
                                               size_t *restrict size) {
  *size = ((const struct attributes *)attr)->stack_size;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size) {
  if (size < STACK_SIZE_MIN) return EINVAL;
  ((struct attributes *)attr)->stack = stack;
  ((struct attributes *)attr)->stack_size = size;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_getstack(const pthread_attr_t *restrict attr,
                                           void **restrict stack, size_t *restrict size) {
  *stack = ((const struct attributes *)attr)->stack;
  *size = ((const struct attributes *)attr)->stack_size;
  return 0;
}

HEDDLE_INVISIBLE int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size,
                                                 const cpu_set_t *set) {
  (void)attr, (void)size, (void)set;
  return 0;
}

// Running threads.

HEDDLE_INVISIBLE int pthread_setschedparam(pthread_t id, int policy,
                                           const struct sched_param *priority) {
  (void)id, (void)policy, (void)priority;
  return 0;
}

HEDDLE_INVISIBLE int pthread_getschedparam(pthread_t id, int *restrict policy,
                                           struct sched_param *restrict priority) {
  (void)id;
  *policy = SCHED_OTHER;
  *priority = (struct sched_param){0};
  return 0;
}

HEDDLE_INVISIBLE int pthread_setschedprio(pthread_t id, int priority) {
  (void)id, (void)priority;
  return 0;
}

HEDDLE_INVISIBLE int pthread_setaffinity_np(pthread_t id, size_t size, const cpu_set_t *set) {
  (void)id, (void)size, (void)set;
  return 0;
}

HEDDLE_INVISIBLE int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : 0; }

HEDDLE_INVISIBLE int pthread_getconcurrency(void) { return 0; }

// Mutexes: kind, protocol and sharing, packed into the four bytes there are.

enum {
  KIND_BITS = 3,
  SHARED_BIT = 1 << 2,
  PROTOCOL_SHIFT = 3,
  PROTOCOL_BITS = 3 << PROTOCOL_SHIFT,
  PLAIN_BITS = 31
};

static HEDDLE_INVISIBLE void set_bits(uint32_t *word, uint32_t bits, uint32_t value) {
  *word = (*word & ~bits) | value;
}

HEDDLE_INVISIBLE int __heddle_mutex_kind(const pthread_mutexattr_t *attr) {
  if (attr == NULL) return PTHREAD_MUTEX_NORMAL;
  const uint32_t word = *(const uint32_t *)attr;
  if (word & ~(uint32_t)PLAIN_BITS)
    MISUSE("pthread_mutex_init: the attributes are not initialised");
  // Adaptive mutexes differ from normal ones in speed only.
  const int kind = (int)(word & KIND_BITS);
  return kind == PTHREAD_MUTEX_ADAPTIVE_NP ? PTHREAD_MUTEX_NORMAL : kind;
}

HEDDLE_INVISIBLE int pthread_mutexattr_init(pthread_mutexattr_t *attr) {
  *(uint32_t *)attr = PTHREAD_MUTEX_DEFAULT;
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) {
  *(uint32_t *)attr = FLAG;
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int kind) {
  if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
  set_bits((uint32_t *)attr, KIND_BITS, (uint32_t)kind);
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attr,
                                               int *restrict kind) {
  *kind = (int)(*(const uint32_t *)attr & KIND_BITS);
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol) {
  if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT) return EINVAL;
  set_bits((uint32_t *)attr, PROTOCOL_BITS, (uint32_t)protocol << PROTOCOL_SHIFT);
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attr,
                                                   int *restrict protocol) {
  *protocol = (int)((*(const uint32_t *)attr & PROTOCOL_BITS) >> PROTOCOL_SHIFT);
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
  (void)attr;
  if (robust == PTHREAD_MUTEX_ROBUST)
    __heddle_unsupported("pthread_mutexattr_setrobust: robust mutexes are not modelled");
  return robust == PTHREAD_MUTEX_STALLED ? 0 : EINVAL;
}

HEDDLE_INVISIBLE int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust) {
  (void)attr;
  *robust = PTHREAD_MUTEX_STALLED;
  return 0;
}

// Sharing between processes, for all that can be shared.

static HEDDLE_INVISIBLE int set_shared(uint32_t *word, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  set_bits(word, SHARED_BIT, shared == PTHREAD_PROCESS_SHARED ? SHARED_BIT : 0);
  return 0;
}

static HEDDLE_INVISIBLE int get_shared(const uint32_t *word, int *shared) {
  *shared = *word & SHARED_BIT ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
  return 0;
}

HEDDLE_INVISIBLE int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared) {
  return set_shared((uint32_t *)attr, shared);
}

HEDDLE_INVISIBLE int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attr,
                                                  int *restrict shared) {
  return get_shared((const uint32_t *)attr, shared);
}

HEDDLE_INVISIBLE int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared) {
  return set_shared((uint32_t *)attr, shared);
}

HEDDLE_INVISIBLE int pthread_condattr_getpshared(const pthread_condattr_t *restrict attr,
                                                 int *restrict shared) {
  return get_shared((const uint32_t *)attr, shared);
}

HEDDLE_INVISIBLE int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared) {
  return set_shared((uint32_t *)attr, shared);
}

HEDDLE_INVISIBLE int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict attr,
                                                   int *restrict shared) {
  return get_shared((const uint32_t *)attr, shared);
}

HEDDLE_INVISIBLE int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared) {
  return set_shared((uint32_t *)attr, shared);
}

HEDDLE_INVISIBLE int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict attr,
                                                    int *restrict shared) {
  return get_shared((const uint32_t *)attr, shared);
}

// Condition variables: the clock, in the bits above the one for sharing.

enum { CLOCK_SHIFT = 3, CLOCK_BIT = 1 << CLOCK_SHIFT };

HEDDLE_INVISIBLE int pthread_condattr_init(pthread_condattr_t *attr) {
  *(uint32_t *)attr = 0;
  return 0;
}

HEDDLE_INVISIBLE int pthread_condattr_destroy(pthread_condattr_t *attr) {
  *(uint32_t *)attr = 0;
  return 0;
}

HEDDLE_INVISIBLE int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock) {
  if (!__heddle_is_clock(clock)) return EINVAL;
  set_bits((uint32_t *)attr, CLOCK_BIT, clock == CLOCK_MONOTONIC ? CLOCK_BIT : 0);
  return 0;
}

HEDDLE_INVISIBLE int pthread_condattr_getclock(const pthread_condattr_t *restrict attr,
                                               clockid_t *restrict clock) {
  *clock = *(const uint32_t *)attr & CLOCK_BIT ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  return 0;
}

// Read-write locks: sharing in the first word, the kind in the second.

HEDDLE_INVISIBLE uint32_t __heddle_rwlock_kind(const pthread_rwlockattr_t *attr) {
  return attr != NULL ? ((const uint32_t *)attr)[1] : PTHREAD_RWLOCK_DEFAULT_NP;
}

HEDDLE_INVISIBLE int pthread_rwlockattr_init(pthread_rwlockattr_t *attr) {
  *attr = (pthread_rwlockattr_t){0};
  return 0;
}

HEDDLE_INVISIBLE int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr) {
  *attr = (pthread_rwlockattr_t){0};
  return 0;
}

HEDDLE_INVISIBLE int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) {
  if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
    return EINVAL;
  ((uint32_t *)attr)[1] = (uint32_t)kind;
  return 0;
}

HEDDLE_INVISIBLE int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict attr,
                                                   int *restrict kind) {
  *kind = (int)((const uint32_t *)attr)[1];
  return 0;
}

// Barriers.

HEDDLE_INVISIBLE int pthread_barrierattr_init(pthread_barrierattr_t *attr) {
  *(uint32_t *)attr = 0;
  return 0;
}

HEDDLE_INVISIBLE int pthread_barrierattr_destroy(pthread_barrierattr_t *attr) {
  *(uint32_t *)attr = 0;
  return 0;
}
