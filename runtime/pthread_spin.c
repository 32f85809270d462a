// Spinlocks: an owner word. Waiting is blocking here: a thread that spins does nothing that others
// could see, and a relock by the owner, which would spin for ever, is reported as a deadlock.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

_Static_assert(sizeof(pthread_spinlock_t) == sizeof(uint32_t), "an owner word fits");

HEDDLE_INVISIBLE int pthread_spin_lock(pthread_spinlock_t *lock) {
  uint32_t *owner = (uint32_t *)lock;
  __heddle_await(HEDDLE_SPIN_LOCK, owner, owner, OWNER_MASK, 0);
  if (*owner != 0) MISUSE("pthread_spin_lock: the lock has been destroyed");
  *owner = __heddle_thread_self() + 1;
  return 0;
}

HEDDLE_INVISIBLE int pthread_spin_trylock(pthread_spinlock_t *lock) {
  uint32_t *owner = (uint32_t *)lock;
  __heddle_visible(HEDDLE_SPIN_TRYLOCK, owner, sizeof *owner);
  if (*owner & FLAG) MISUSE("pthread_spin_trylock: the lock has been destroyed");
  if (*owner != 0) return EBUSY;
  *owner = __heddle_thread_self() + 1;
  return 0;
}

HEDDLE_INVISIBLE int pthread_spin_unlock(pthread_spinlock_t *lock) {
  uint32_t *owner = (uint32_t *)lock;
  __heddle_visible(HEDDLE_SPIN_UNLOCK, owner, sizeof *owner);
  if (*owner & FLAG) MISUSE("pthread_spin_unlock: the lock has been destroyed");
  if (*owner == 0) MISUSE("pthread_spin_unlock: the lock is not locked");
  if (*owner != __heddle_thread_self() + 1)
    MISUSE("pthread_spin_unlock: the lock is held by another thread");
  *owner = 0;
  return 0;
}

HEDDLE_INVISIBLE int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  (void)shared;
  __heddle_visible(HEDDLE_SPIN_INIT, (void *)lock, sizeof *lock);
  *(uint32_t *)lock = 0;
  return 0;
}

HEDDLE_INVISIBLE int pthread_spin_destroy(pthread_spinlock_t *lock) {
  uint32_t *owner = (uint32_t *)lock;
  __heddle_visible(HEDDLE_SPIN_DESTROY, owner, sizeof *owner);
  if (*owner & FLAG) MISUSE("pthread_spin_destroy: the lock has already been destroyed");
  if (*owner != 0) MISUSE("pthread_spin_destroy: the lock is locked");
  *owner = FLAG;
  return 0;
}
