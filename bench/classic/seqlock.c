// A sequence lock: one writer changes two variables N times, READERS readers read both until no write came in between.
//
// Readers write nothing. Busy waiting makes executions endless: a stateless search takes -DASSUME, with which only
// executions without a repeated attempt count.
// Parameters: N (writes), READERS; BUG (a reader does not look at the sequence number again).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef READERS
#define READERS 1
#endif

static atomic_uint sequence;
static atomic_int first, second;

static void* writer(void* argument) {
  for (int value = 1; value <= N; ++value) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&first, value);
    atomic_store(&second, value);
    atomic_fetch_add(&sequence, 1);
  }
  return argument;
}

static int try_read(int* one, int* two) {
  unsigned before = atomic_load(&sequence);
  if (before % 2) return 0;
  *one = atomic_load(&first);
  *two = atomic_load(&second);
#ifdef BUG
  return 1;
#else
  return atomic_load(&sequence) == before;
#endif
}

static void* reader(void* argument) {
  int one, two;
#ifdef ASSUME
  heddle_assume(try_read(&one, &two));
#else
  while (!try_read(&one, &two)) {
  }
#endif
  assert(one == two);
  return argument;
}

int main(void) {
  pthread_t threads[READERS + 1];
  pthread_create(&threads[0], 0, writer, 0);
  for (int i = 1; i <= READERS; ++i) pthread_create(&threads[i], 0, reader, 0);
  for (int i = 0; i <= READERS; ++i) pthread_join(threads[i], 0);
  return 0;
}
