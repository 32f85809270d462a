// C11 <threads.h>, on the models of POSIX threads: the objects have the same layout under glibc.
//
// Misuse is therefore reported in the words of the POSIX call behind it. Mutexes of type mtx_timed
// are those of type mtx_plain: both may be locked with a deadline.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

#include <sched.h>
#include <threads.h>

static HEDDLE_INVISIBLE int status_of(int error) {
  if (error == 0) return thrd_success;
  if (error == EBUSY) return thrd_busy;
  if (error == ETIMEDOUT) return thrd_timedout;
  return thrd_error;
}

static void store_result(int *where, int result) { *where = result; }

static HEDDLE_INVISIBLE void run_thread(void *function, void *argument) {
  __heddle_finish_thread((void *)(intptr_t)((thrd_start_t)function)(argument));
}

HEDDLE_INVISIBLE int thrd_create(thrd_t *id, thrd_start_t function, void *argument) {
  __heddle_start_thread(id, 0, run_thread, (void *)function, argument);
  return thrd_success;
}

HEDDLE_INVISIBLE int thrd_join(thrd_t id, int *result) {
  void *value = NULL;
  const int error = pthread_join(id, &value);
  if (error == 0 && result != NULL) store_result(result, (int)(intptr_t)value);
  return status_of(error);
}

HEDDLE_INVISIBLE int thrd_detach(thrd_t id) { return status_of(pthread_detach(id)); }
HEDDLE_INVISIBLE void thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }
HEDDLE_INVISIBLE thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
HEDDLE_INVISIBLE void thrd_yield(void) { sched_yield(); }
HEDDLE_INVISIBLE int thrd_sleep(const struct timespec *time, struct timespec *left) {
  return nanosleep(time, left);
}

HEDDLE_INVISIBLE int mtx_init(mtx_t *mutex, int type) {
  if (type < mtx_plain || type > (mtx_timed | mtx_recursive)) return thrd_error;
  __heddle_init_mutex((struct mutex *)mutex,
                      type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  return thrd_success;
}

HEDDLE_INVISIBLE void mtx_destroy(mtx_t *mutex) { pthread_mutex_destroy((pthread_mutex_t *)mutex); }
HEDDLE_INVISIBLE int mtx_lock(mtx_t *mutex) {
  return status_of(pthread_mutex_lock((pthread_mutex_t *)mutex));
}
HEDDLE_INVISIBLE int mtx_trylock(mtx_t *mutex) {
  return status_of(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}
HEDDLE_INVISIBLE int mtx_unlock(mtx_t *mutex) {
  return status_of(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

HEDDLE_INVISIBLE int mtx_timedlock(mtx_t *restrict mutex,
                                   const struct timespec *restrict deadline) {
  return status_of(pthread_mutex_timedlock((pthread_mutex_t *)mutex, deadline));
}

HEDDLE_INVISIBLE int cnd_init(cnd_t *cond) {
  return status_of(pthread_cond_init((pthread_cond_t *)cond, NULL));
}
HEDDLE_INVISIBLE void cnd_destroy(cnd_t *cond) { pthread_cond_destroy((pthread_cond_t *)cond); }
HEDDLE_INVISIBLE int cnd_signal(cnd_t *cond) {
  return status_of(pthread_cond_signal((pthread_cond_t *)cond));
}
HEDDLE_INVISIBLE int cnd_broadcast(cnd_t *cond) {
  return status_of(pthread_cond_broadcast((pthread_cond_t *)cond));
}

HEDDLE_INVISIBLE int cnd_wait(cnd_t *cond, mtx_t *mutex) {
  return status_of(pthread_cond_wait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex));
}

HEDDLE_INVISIBLE int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex,
                                   const struct timespec *restrict deadline) {
  return status_of(
      pthread_cond_timedwait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex, deadline));
}

HEDDLE_INVISIBLE int tss_create(tss_t *key, tss_dtor_t destroy) {
  return status_of(pthread_key_create(key, destroy));
}
HEDDLE_INVISIBLE void tss_delete(tss_t key) { pthread_key_delete(key); }
HEDDLE_INVISIBLE void *tss_get(tss_t key) { return pthread_getspecific(key); }
HEDDLE_INVISIBLE int tss_set(tss_t key, void *value) {
  return status_of(pthread_setspecific(key, value));
}

HEDDLE_INVISIBLE void call_once(once_flag *flag, void (*routine)(void)) {
  pthread_once(&flag->__data, routine);
}
