// Function-local statics: the guard that lets one thread initialise and has the others wait.
//
// The compiler reads the guard's first byte by itself, and calls us only while that is zero. The
// second half is an owner word (runtime/pthread_internal.h). A thread that needs the variable while
// initialising it waits for itself: a deadlock, as on the real machine.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "builtins.h"

namespace {

struct Guard {
  std::uint8_t done;
  std::uint8_t unused[3];
  std::uint32_t owner;
};
static_assert(sizeof(Guard) == 8);

constexpr std::uint32_t kOwnerMask = 0x7fffffff;

}  // namespace

extern "C" {

// Identifies a shared library to __cxa_atexit; there is only the program.
extern void* const __dso_handle;
void* const __dso_handle = nullptr;

HEDDLE_INVISIBLE int __cxa_guard_acquire(Guard* guard) {
  __heddle_await(HEDDLE_ONCE, guard, &guard->owner, kOwnerMask, 0);
  if (guard->done) return 0;
  guard->owner = __heddle_thread_self() + 1;
  return 1;
}

static HEDDLE_INVISIBLE void tell(Guard* guard) {
  if (__heddle_option(HEDDLE_TELL_ALL)) __heddle_visible(HEDDLE_ONCE, guard, sizeof *guard);
}

// Needs no visible point: who still sees the variable uninitialised waits until this has happened.
HEDDLE_INVISIBLE void __cxa_guard_release(Guard* guard) {
  tell(guard);
  guard->done = 1;
  guard->owner = 0;
}

HEDDLE_INVISIBLE void __cxa_guard_abort(Guard* guard) {
  tell(guard);
  guard->owner = 0;
}

}  // extern "C"
