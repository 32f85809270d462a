// Threads: create, join, detach, exit, and their names.
//
// A pthread_t is the thread's number + 1: never 0, and the same in equal states. A control block is
// zero whenever its number is free.
//
// Creation and the end of a thread are not visible operations: only join observes them, and a join
// waits. What the calls store in the program's own variables is stored by plain functions, which
// are scheduled and checked for races like the program's code.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

#include <signal.h>
#include <stdlib.h>

static void store_id(unsigned long *where, unsigned long id) { *where = id; }
static void store_result(void **where, void *result) { *where = result; }

static HEDDLE_INVISIBLE void run_thread(void *function, void *argument) {
  __heddle_finish_thread(((void *(*)(void *))function)(argument));
}

HEDDLE_INVISIBLE void __heddle_start_thread(unsigned long *id, int detached,
                                            void (*entry)(void *, void *), void *function,
                                            void *argument) {
  // The new thread finds its id in place, as it does under glibc, so the place where the store may
  // interleave with others comes before the creation.
  store_id(id, 0);
  const uint32_t number = __heddle_thread_create(entry, function, argument);
  struct thread *thread = &__heddle_threads[number];
  thread->state = number + 1;
  thread->detached = detached ? 1 : 0;
  ++__heddle_live_threads;
  *id = number + 1;
}

HEDDLE_INVISIBLE int pthread_create(pthread_t *id, const pthread_attr_t *attributes,
                                    void *(*function)(void *), void *argument) {
  __heddle_start_thread(id, __heddle_is_detached(attributes), run_thread, (void *)function,
                        argument);
  return 0;
}

static HEDDLE_INVISIBLE void release(struct thread *thread) {
  __heddle_visible(HEDDLE_TOUCH, thread, sizeof *thread);
  *thread = (struct thread){0};
  __heddle_thread_release((uint32_t)(thread - __heddle_threads));
}

HEDDLE_INVISIBLE void __heddle_finish_thread(void *result) {
  struct thread *self = &__heddle_threads[__heddle_thread_self()];
  self->result = result;
  if (__heddle_end_thread_locals) __heddle_end_thread_locals();
  if (__heddle_at_thread_end) __heddle_at_thread_end();
  // The process outlives main's pthread_exit; it ends with its last thread, as if by exit(0). Which one
  // is the last is then a matter of order.
  if (__heddle_option(HEDDLE_MAIN_MAY_LEAVE))
    __heddle_visible(HEDDLE_EXIT, &__heddle_live_threads, sizeof __heddle_live_threads);
  if (--__heddle_live_threads == 0) exit(0);
  if (self->detached)
    release(self);
  else
    self->state = THREAD_FINISHED;
  __heddle_thread_end();
}

HEDDLE_INVISIBLE void __heddle_unwind(void) {
  struct thread *self = &__heddle_threads[__heddle_thread_self()];
  __pthread_unwind_buf_t *handler = self->cleanup;
  if (handler == NULL) __heddle_finish_thread(self->result);
  self->cleanup = handler->__pad[0];
  __heddle_longjmp(handler->__cancel_jmp_buf, 1);
}

HEDDLE_INVISIBLE void pthread_exit(void *result) {
  __heddle_threads[__heddle_thread_self()].result = result;
  __heddle_unwind();
}

static HEDDLE_INVISIBLE struct thread *find(pthread_t id) {
  if (id == 0 || id > THREADS_MAX) return NULL;
  struct thread *thread = &__heddle_threads[id - 1];
  __heddle_visible(HEDDLE_TOUCH, thread, sizeof *thread);
  return thread->state != 0 ? thread : NULL;
}

HEDDLE_INVISIBLE int pthread_join(pthread_t id, void **result) {
  const uint32_t self = __heddle_thread_self() + 1;
  if (id == self) return EDEADLK;
  struct thread *thread = find(id);
  if (thread == NULL)
    MISUSE("pthread_join: there is no such thread; it may already have been joined");
  if (thread->detached) MISUSE("pthread_join: the thread is detached");
  if (thread->joiner != 0) MISUSE("pthread_join: another thread is already joining this thread");
  thread->joiner = self;
  __heddle_await(HEDDLE_JOIN, thread, &thread->state, OWNER_MASK, 0);
  void *value = thread->result;
  release(thread);
  if (result != NULL) store_result(result, value);
  return 0;
}

HEDDLE_INVISIBLE int pthread_detach(pthread_t id) {
  struct thread *thread = find(id);
  if (thread == NULL)
    MISUSE("pthread_detach: there is no such thread; it may already have been joined");
  if (thread->detached) MISUSE("pthread_detach: the thread is already detached");
  if (thread->joiner != 0) MISUSE("pthread_detach: another thread is joining this thread");
  if (thread->state == THREAD_FINISHED)
    release(thread);
  else
    thread->detached = 1;
  return 0;
}

HEDDLE_INVISIBLE pthread_t pthread_self(void) { return __heddle_thread_self() + 1; }

// Reads no memory, and the header has already defined it inline: no attribute.
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

HEDDLE_INVISIBLE int pthread_setname_np(pthread_t id, const char *name) {
  struct thread *thread = find(id);
  if (thread == NULL) return ESRCH;
  size_t length = 0;
  while (name[length] != '\0') ++length;
  if (length >= sizeof thread->name) return ERANGE;
  for (size_t i = 0; i < sizeof thread->name; ++i) thread->name[i] = i < length ? name[i] : '\0';
  return 0;
}

HEDDLE_INVISIBLE int pthread_getname_np(pthread_t id, char *buffer, size_t size) {
  struct thread *thread = find(id);
  if (thread == NULL) return ESRCH;
  // Unnamed threads carry the name of the program's file, which the model does not know.
  const char *name = thread->name[0] != '\0' ? thread->name : "program";
  for (size_t i = 0; i < size; ++i) {
    buffer[i] = name[i];
    if (name[i] == '\0') return 0;
  }
  return ERANGE;
}

HEDDLE_INVISIBLE int pthread_kill(pthread_t id, int number) {
  if (number != 0) __heddle_unsupported("pthread_kill: signals are not modelled");
  return find(id) != NULL ? 0 : ESRCH;
}
