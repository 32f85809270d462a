// N threads insert ENTRIES messages each into a hash table with open addressing; few of them meet.
//
// With the published sizes, threads collide only from the twelfth on (three times for each further thread), which a static analysis
// of array elements cannot know.
// Parameters: N, SIZE (of the table), ENTRIES; BUG (the slot is tested and taken in two steps, so that an entry gets lost).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 12
#endif
#ifndef SIZE
#define SIZE 128
#endif
#ifndef ENTRIES
#define ENTRIES 4
#endif

static atomic_int table[SIZE];

static int take_slot(int slot, int message) {
#ifdef BUG
  if (atomic_load(&table[slot]) != 0) return 0;
  atomic_store(&table[slot], message);
  return 1;
#else
  int empty = 0;
  return atomic_compare_exchange_strong(&table[slot], &empty, message);
#endif
}

static int message_of(int thread, int number) { return number * 11 + thread; }

static void* insert_all(void* argument) {
  int thread = (int)(intptr_t)argument;
  for (int number = 1; number <= ENTRIES; ++number) {
    int message = message_of(thread, number);
    int slot = message * 7 % SIZE;
    while (!take_slot(slot, message)) slot = (slot + 1) % SIZE;
  }
  return 0;
}

static int sum_of_table(void) {
  int sum = 0;
  for (int slot = 0; slot < SIZE; ++slot) sum += atomic_load(&table[slot]);
  return sum;
}

int main(void) {
  pthread_t threads[N];
  int sum = 0;
  for (int i = 0; i < N; ++i) {
    for (int number = 1; number <= ENTRIES; ++number) sum += message_of(i, number);
    pthread_create(&threads[i], 0, insert_all, (void*)(intptr_t)i);
  }
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  assert(sum_of_table() == sum);
  return 0;
}
