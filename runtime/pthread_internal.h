// What the models of POSIX threads share: how synchronisation objects lie in the program's memory,
// and the control block of a thread.
//
// Two kinds of word are waited on, and only these, so that the machine can tell from the mask alone
// whom a blocked thread waits for:
//   an owner word, awaited with OWNER_MASK: 0 when free, else the owner's thread number + 1;
//     FLAG in it means "not to be waited for any more" (destroyed, done, finished);
//   a flag word, awaited with FLAG: FLAG or 0, possibly with a count below; it names no owner.
// A destroyed object passes every await: the waiting call runs on, looks, and reports the misuse.
//
// A thread waiting for a signal or at a barrier waits on a word of its own control block, not on
// the object: POSIX lets the object be destroyed and freed as soon as its waiters have been woken,
// before they have run. Whatever is not in use is zero, so that equal situations are equal states.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "builtins.h"

#define OWNER_MASK 0x7fffffffu
#define FLAG 0x80000000u
enum { THREADS_MAX = 64 };  // the width of a set of waiting threads

#define MISUSE(text) __heddle_fail("lock-misuse", text)

// The parts of glibc's layout that its static initialisers fill are kept: the kind of a mutex and
// the flags of a rwlock. Everything else is zero in a fresh object.
struct mutex {
  uint32_t owner;
  uint32_t again;  // how often a recursive mutex was locked beyond the first time
  uint32_t unused[2];
  int32_t kind;
  uint32_t unused_tail[5];
};
_Static_assert(sizeof(struct mutex) == sizeof(pthread_mutex_t), "glibc's size");
_Static_assert(offsetof(struct mutex, kind) == offsetof(pthread_mutex_t, __data.__kind),
               "glibc's place");

struct thread {
  uint32_t state;  // an owner word: the thread's number + 1 while it runs, THREAD_FINISHED after
  uint32_t waiting;  // a flag word, cleared by the signal or the barrier that wakes the thread
  uint32_t detached;
  uint32_t joiner;  // number + 1 of the thread that waits in pthread_join
  void *result;
  __pthread_unwind_buf_t *cleanup;  // innermost handler of pthread_cleanup_push
  char name[16];
};
#define THREAD_FINISHED FLAG

extern struct thread __heddle_threads[THREADS_MAX];
extern uint32_t __heddle_live_threads;
// Set once there is something to do when a thread ends; null otherwise, so that programs without
// thread-specific data do not carry its model.
extern void (*__heddle_at_thread_end)(void);
// The same for the destructors of C++'s thread_local objects, which come first, and run for the
// thread that calls exit, too.
extern void (*__heddle_end_thread_locals)(void);

// Starts a thread at entry(function, argument). `entry` ends with __heddle_finish_thread.
void __heddle_start_thread(unsigned long *id, int detached, void (*entry)(void *, void *),
                           void *function, void *argument);
void __heddle_finish_thread(void *result) __attribute__((noreturn));
// Runs the cleanup handlers that are left, innermost first, then ends the thread.
void __heddle_unwind(void) __attribute__((noreturn));

// What a timed call returns that does not get what it waits for: ETIMEDOUT, or EINVAL for a time
// that is none.
int __heddle_timeout(const struct timespec *deadline);
int __heddle_is_clock(clockid_t clock);

void __heddle_init_mutex(struct mutex *mutex, int kind);
int __heddle_is_detached(const pthread_attr_t *attributes);
int __heddle_mutex_kind(const pthread_mutexattr_t *attributes);
uint32_t __heddle_rwlock_kind(const pthread_rwlockattr_t *attributes);
