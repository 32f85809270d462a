// Chase and Lev's work-stealing queue: its owner pushes N items and then takes up to N, a thief tries to steal N times.
//
// Owner and thief meet at the last item only, which a compare-and-swap decides.
// Parameters: N; BUG (the owner takes the last item without it, so that both get it).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int top, bottom;
static atomic_int items[N];  // the queue never holds more, so it needs no ring
static int taken_by_owner[N], taken_by_thief[N];

static void push(int at, int item) {
  atomic_store(&items[at], item);
  atomic_store(&bottom, at + 1);
}

static int win_last(int first) {
#ifdef BUG
  atomic_store(&top, first + 1);
  return 1;
#else
  return atomic_compare_exchange_strong(&top, &first, first + 1);
#endif
}

// The item or 0. `end` is the owner's own copy of bottom, which nobody else writes.
static int take(int* end) {
  int last = *end - 1;
  atomic_store(&bottom, last);
  int first = atomic_load(&top);
  if (last < first) {
    atomic_store(&bottom, first);
    *end = first;
    return 0;
  }
  *end = last;
  int item = atomic_load(&items[last]);
  if (last > first) return item;
  if (!win_last(first)) item = 0;
  *end = first + 1;
  atomic_store(&bottom, first + 1);
  return item;
}

static int steal(void) {
  int first = atomic_load(&top);
  if (first >= atomic_load(&bottom)) return 0;
  int item = atomic_load(&items[first]);
  return atomic_compare_exchange_strong(&top, &first, first + 1) ? item : 0;
}

static void* owner(void* argument) {
  for (int i = 0; i < N; ++i) push(i, i + 1);
  int end = N;
  for (int i = 0; i < N; ++i) taken_by_owner[i] = take(&end);
  return argument;
}

static void* thief(void* argument) {
  for (int i = 0; i < N; ++i) taken_by_thief[i] = steal();
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, owner, 0);
  pthread_create(&second, 0, thief, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  int times[N + 1] = {0};
  for (int i = 0; i < N; ++i) {
    ++times[taken_by_owner[i]];
    ++times[taken_by_thief[i]];
  }
  for (int item = 1; item <= N; ++item) assert(times[item] <= 1);
  return 0;
}
