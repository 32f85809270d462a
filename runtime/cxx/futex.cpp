// Waiting on a word of memory, as Linux offers it: below std::atomic::wait, semaphores, latches,
// barriers and futures.
//
// A thread waits only if the word still has the value it expects, and goes on when it is woken, not
// when the word changes: a notification that was forgotten is found. The word may be gone by the time
// its waiters are woken, so a notification does not touch it.
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>

#include <atomic>
#include <climits>
#include <cstdarg>
#include <cstdint>

#include <bits/atomic_futex.h>

#include "builtins.h"
extern "C" {
#include "pthread_internal.h"
}

namespace {

const void* awaited[THREADS_MAX];  // the word each thread waits on, or null

enum class Outcome { Woken, Different, TimedOut };

HEDDLE_INVISIBLE void wake(std::uint32_t number) {
  awaited[number] = nullptr;
  __heddle_threads[number].waiting = 0;
}

HEDDLE_INVISIBLE Outcome wait(std::uint32_t* word, std::uint32_t expected, bool has_timeout) {
  __heddle_visible(HEDDLE_ATOMIC_WAIT, word, sizeof *word);
  if (*word != expected) return Outcome::Different;
  const std::uint32_t self = __heddle_thread_self();
  awaited[self] = word;
  __heddle_threads[self].waiting = FLAG;
  if (!has_timeout) {
    __heddle_await(HEDDLE_ATOMIC_WAKE, word, &__heddle_threads[self].waiting, FLAG, 0);
    return Outcome::Woken;
  }
  // Never blocked: whoever goes on here without having been woken has waited long enough.
  __heddle_visible(HEDDLE_ATOMIC_WAKE, word, sizeof *word);
  if (!__heddle_threads[self].waiting) return Outcome::Woken;
  wake(self);
  return Outcome::TimedOut;
}

HEDDLE_INVISIBLE std::uint32_t count_waiters(const void* word) {
  std::uint32_t count = 0;
  for (const void* other : awaited) count += other == word;
  return count;
}

// With several waiters the search branches over who is woken.
HEDDLE_INVISIBLE int notify(const void* word, int wanted) {
  __heddle_visible(HEDDLE_ATOMIC_NOTIFY, nullptr, 0);
  int woken = 0;
  for (; woken < wanted; ++woken) {
    const std::uint32_t count = count_waiters(word);
    if (count == 0) break;
    const bool all = wanted - woken >= int(count);
    std::uint32_t skip = all ? 0 : __heddle_choose(count);
    std::uint32_t number = 0;
    while (awaited[number] != word || skip-- > 0) ++number;
    wake(number);
  }
  return woken;
}

long fail_with(int error) {
  errno = error;
  return -1;
}

long call_futex(std::uint32_t* word, int operation, std::uint32_t value, const timespec* timeout) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      switch (wait(word, value, timeout != nullptr)) {
        case Outcome::Woken: return 0;
        case Outcome::Different: return fail_with(EAGAIN);
        case Outcome::TimedOut: return fail_with(ETIMEDOUT);
      }
      return 0;
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: return notify(word, int(value));
    default: __heddle_unsupported("syscall: this operation of futex");
  }
}

}  // namespace

extern "C" long syscall(long number, ...) noexcept {
  if (number != SYS_futex) __heddle_unsupported("syscall: only futex is modelled");
  va_list arguments;
  va_start(arguments, number);
  auto* word = va_arg(arguments, std::uint32_t*);
  const int operation = va_arg(arguments, int);
  const auto value = va_arg(arguments, std::uint32_t);
  const int command = operation & FUTEX_CMD_MASK;
  const bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
  const auto* timeout = waits ? va_arg(arguments, const timespec*) : nullptr;
  va_end(arguments);
  return call_futex(word, operation, value, timeout);
}

namespace std {

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* word, unsigned expected,
                                                       bool has_timeout, chrono::seconds,
                                                       chrono::nanoseconds) {
  return wait(word, expected, has_timeout) != Outcome::TimedOut;
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned* word, unsigned expected,
                                                              bool has_timeout, chrono::seconds,
                                                              chrono::nanoseconds) {
  return wait(word, expected, has_timeout) != Outcome::TimedOut;
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* word) { notify(word, INT_MAX); }

}  // namespace std
