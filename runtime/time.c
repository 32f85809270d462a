// <time.h> and the sleeping and yielding functions.
//
// The clock is modelled: a counter that every reading moves on, so readings increase, are ordered
// between threads, and are the same in every replay. All clocks share it and differ only in where
// they start. Real time would make states of their own out of nothing; a clock that stands still
// would keep programs waiting for ever that poll it until a deadline.
//
// Sleeping has no effect: other threads may run wherever it returns, so it guarantees no order.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "builtins.h"

enum {
  SECOND = 1000000000,          // in nanoseconds
  READING = SECOND / 100,       // so long that a loop polling until a deadline soon ends
  REALTIME_START = 1735689600,  // 2025-01-01 00:00:00 UTC, in seconds
  MONOTONIC_START = 1000,       // the machine was started some minutes ago
};

static atomic_llong modelled_clock;  // traces show this name

static long long read_clock(void) {
  __heddle_assumption("the clock is modelled: each reading is a little later than the one before");
  return atomic_fetch_add(&modelled_clock, READING) + READING;
}

static struct timespec time_since(time_t start) {
  const long long now = read_clock();
  return (struct timespec){.tv_sec = start + now / SECOND, .tv_nsec = now % SECOND};
}

// When the clock started, or -1 for a number that is no clock.
static time_t start_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI: return REALTIME_START;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return MONOTONIC_START;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return -1;
  }
}

static int fail_with(int error) {
  errno = error;
  return -1;
}

time_t time(time_t *result) {
  const time_t now = time_since(REALTIME_START).tv_sec;
  if (result != NULL) *result = now;
  return now;
}

clock_t clock(void) { return read_clock() / (SECOND / CLOCKS_PER_SEC); }

int clock_gettime(clockid_t clock, struct timespec *result) {
  const time_t start = start_of(clock);
  if (start < 0) return fail_with(EINVAL);
  *result = time_since(start);
  return 0;
}

// As on Linux, where high-resolution timers count nanoseconds.
int clock_getres(clockid_t clock, struct timespec *result) {
  if (start_of(clock) < 0) return fail_with(EINVAL);
  if (result != NULL) *result = (struct timespec){.tv_nsec = 1};
  return 0;
}

int timespec_get(struct timespec *result, int base) {
  if (base != TIME_UTC) return 0;
  *result = time_since(REALTIME_START);
  return base;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  const struct timespec now = time_since(REALTIME_START);
  *result = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  if (zone != NULL) *(struct timezone *)zone = (struct timezone){0};
  return 0;
}

double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

static void fall_asleep(void) {
  __heddle_assumption("sleeping guarantees no order between threads");
}

static int is_duration(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < SECOND;
}

// Nothing interrupts a sleep, so what remains of it is never stored.
int nanosleep(const struct timespec *request, struct timespec *remaining) {
  (void)remaining;
  if (!is_duration(request)) return fail_with(EINVAL);
  fall_asleep();
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *request,
                    struct timespec *remaining) {
  (void)flags;
  (void)remaining;
  if (start_of(clock) < 0 || clock == CLOCK_THREAD_CPUTIME_ID || !is_duration(request))
    return EINVAL;
  fall_asleep();
  return 0;
}

int usleep(useconds_t microseconds) {
  (void)microseconds;
  fall_asleep();
  return 0;
}

unsigned sleep(unsigned seconds) {
  (void)seconds;
  fall_asleep();
  return 0;
}

int sched_yield(void) { return 0; }
