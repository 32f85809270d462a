// The machine's builtins: what a runtime model may ask of the machine that runs it.
//
// Everything else in runtime/ is ordinary C, compiled to bitcode and executed like the user's own
// code. Synchronisation objects live in the program's memory, so they are saved, hashed and undone
// with everything else; a builtin only says where another thread may run and what a thread waits for.
//
// Visible and invisible code: accesses in a function marked HEDDLE_INVISIBLE never start a
// transition, so the whole function is one step, except where it calls a builtin marked (visible)
// below. Accesses in all other functions are checked and scheduled like the user's.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_INVISIBLE __attribute__((section("heddle_invisible"), noinline))

// What a visible operation does to `object`; the trace and the race check go by it.
enum heddle_sync_kind {
  HEDDLE_MUTEX_LOCK = 1,
  HEDDLE_MUTEX_UNLOCK,
  HEDDLE_MUTEX_TRYLOCK,
  HEDDLE_MUTEX_INIT,
  HEDDLE_MUTEX_DESTROY,
  HEDDLE_RWLOCK_READ,
  HEDDLE_RWLOCK_WRITE,
  HEDDLE_RWLOCK_UNLOCK,
  HEDDLE_RWLOCK_TRY,
  HEDDLE_RWLOCK_INIT,
  HEDDLE_RWLOCK_DESTROY,
  HEDDLE_SPIN_LOCK,
  HEDDLE_SPIN_UNLOCK,
  HEDDLE_SPIN_TRYLOCK,
  HEDDLE_SPIN_INIT,
  HEDDLE_SPIN_DESTROY,
  HEDDLE_COND_WAIT,  // about to release the mutex and wait
  HEDDLE_COND_WAKE,  // waiting; goes on when signalled and the mutex is free
  HEDDLE_COND_SIGNAL,
  HEDDLE_COND_BROADCAST,
  HEDDLE_COND_INIT,
  HEDDLE_COND_DESTROY,
  HEDDLE_BARRIER_ARRIVE,
  HEDDLE_BARRIER_WAIT,
  HEDDLE_BARRIER_INIT,
  HEDDLE_BARRIER_DESTROY,
  HEDDLE_SEM_WAIT,
  HEDDLE_SEM_TRYWAIT,
  HEDDLE_SEM_POST,
  HEDDLE_SEM_INIT,
  HEDDLE_SEM_DESTROY,
  HEDDLE_SEM_VALUE,
  HEDDLE_ONCE,
  HEDDLE_JOIN,  // never a choice of its own: goes on at once when the thread has finished
  HEDDLE_ATOMIC_BEGIN,
  HEDDLE_ATOMIC_WAIT,  // a futex-like wait: std::atomic::wait
  HEDDLE_ATOMIC_NOTIFY,
  HEDDLE_EXIT,  // the process ends: cuts all other threads off
  HEDDLE_ATOMIC_WAKE,  // waiting; goes on when notified
  HEDDLE_TOUCH,  // no step of its own: the object belongs to the step that is under way
};

// (visible) Blocks until (*word & mask) == value; the code after it runs in the same transition, so
// "await free, then take" is atomic. `object` is the synchronisation object as the user knows it.
// The low bits of a lock word are 0 when free, else the owner's thread number + 1.
void __heddle_await(int kind, void *object, const uint32_t *word, uint32_t mask, uint32_t value);

// (visible) As above with two conditions, both of which must hold.
void __heddle_await2(int kind, void *object, const uint32_t *word_a, uint32_t mask_a,
                     uint32_t value_a, const uint32_t *word_b, uint32_t mask_b, uint32_t value_b);

// (visible) A place where other threads may run before what follows; never blocks. Unlocks are a
// choice only in programs that can observe a held lock without waiting for it (trylock and friends).
void __heddle_visible(int kind, void *object, size_t size);

// Branches the search over 0 .. n-1 and returns the branch's number. n >= 1.
uint32_t __heddle_choose(uint32_t n);

// This path of the search is of no interest: drop it silently when `condition` is 0.
void __heddle_assume(int condition);

// No other thread runs between these, unless this one blocks. They nest.
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);

// Copies as one atomic access of what is not private to the caller: `from` or `to`.
void __heddle_atomic_copy(void *to, const void *from, size_t size);
// The two halves of an atomic update, which is one step if the code between them is invisible.
void __heddle_atomic_fetch(void *to, const void *from, size_t size);
void __heddle_atomic_put(void *to, const void *from, size_t size);

// Threads. Numbers are small (0 is main) and are dealt again once `__heddle_thread_release` says the
// thread is finished and joined or detached. The new thread calls entry(a, b).
uint32_t __heddle_thread_create(void (*entry)(void *, void *), void *a, void *b);
// The caller has no use for this block of the heap after having passed it to the next thread it creates,
// which then need not share it with anybody. The machine notices when that is not so.
void __heddle_hand_over(void *block);
uint32_t __heddle_thread_self(void);
void __heddle_thread_end(void) __attribute__((noreturn));
void __heddle_thread_release(uint32_t thread);

// The heap. `__heddle_allocate` returns zeroed memory of its own (contents count as uninitialised),
// aligned to at least 16; the machine checks each access and each release.
void *__heddle_allocate(size_t size, size_t alignment);
void __heddle_free(void *block);
size_t __heddle_block_size(const void *block);
// The same for realloc: wrong pointers are errors as they are for `__heddle_free`.
size_t __heddle_size_to_move(const void *block);

// The program has gone wrong; never returns. `kind` is a name from the list of error kinds
// ("assertion", "abort", "lock-misuse", ...); the place is the caller's caller in user code.
void __heddle_fail(const char *kind, const char *message) __attribute__((noreturn));
// The same with a second text, shown after the first: the expression of an assert, a what().
void __heddle_fail2(const char *kind, const char *message, const char *detail)
    __attribute__((noreturn));
// We cannot model this: the check ends with exit code 2 and this text.
void __heddle_unsupported(const char *what) __attribute__((noreturn));

// The process ends here with this code (after atexit handlers, which are the model's business).
void __heddle_exit(int code) __attribute__((noreturn));

// Captured output, shown with the trace. fd is 1 or 2.
void __heddle_output(int fd, const char *text, size_t length);

// One conversion of printf for a double or long double, done by the host: `spec` is a whole
// conversion such as "%-8.3f" (without L; width and precision as digits). Returns the length.
int __heddle_format_double(char *buffer, size_t size, const char *spec, double value);
int __heddle_format_long_double(char *buffer, size_t size, const char *spec,
                                const long double *value);

// strtod by the host: the number at `text`, and in *length how many characters it took.
double __heddle_parse_double(const char *text, size_t *length);

// One function of <math.h> by the host; `name` is a literal such as "sin" or "powf".
double __heddle_math1(const char *name, double x);
double __heddle_math2(const char *name, double x, double y);

// What the options say: a model asks once and behaves accordingly.
enum heddle_option {
  HEDDLE_SPURIOUS_WAKEUPS = 1,
  HEDDLE_MAIN_MAY_LEAVE,  // main may call pthread_exit: the last thread then ends the process
  // Tell every step whose place among the others' could matter, also where a shortcut would do: dynamic
  // partial order reduction must see both orders to tell that they are equal.
  HEDDLE_TELL_ALL,
};
int __heddle_option(int option);

// Notes for the ledger of assumptions: "the clock is modelled", "sampled values of nondet_int".
void __heddle_assumption(const char *text);
// The same, and the verdict can no longer be `verified`.
void __heddle_incomplete(const char *reason);
// The thread gets on: what goes round through here is no livelock. The text says where that is said.
void __heddle_progress(const char *where);

// Exceptions. Takes the exception to the nearest landing pad further out; returns if there is none.
void __heddle_raise(void *exception);
// Whether an exception would meet an index-th catch clause on its way out of here, and its type (a
// type_info; 0 catches everything, 1 is the end of a noexcept function). Counts from 0, innermost first.
int __heddle_handler_at(uint32_t index, void **type);

// Non-local jumps: setjmp and longjmp of the machine.
int __heddle_setjmp(void *buffer) __attribute__((returns_twice));
void __heddle_longjmp(void *buffer, int value) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
