// A ring for two that takes in a third element overwrites the first.
// verdict: error data-race
// options: --errors=-assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slots[2];
static atomic_uint head, tail;

static void *produce(void *arg) {
  for (int i = 1; i <= 3; i++) {
    while (atomic_load(&tail) - atomic_load(&head) == 3) {
    }
    slots[atomic_load(&tail) % 2] = i;  // violation
    atomic_fetch_add(&tail, 1);
  }
  return arg;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int i = 1; i <= 3; i++) {
    while (atomic_load(&tail) == atomic_load(&head)) {
    }
    assert(slots[atomic_load(&head) % 2] == i);  // violation
    atomic_fetch_add(&head, 1);
  }
  pthread_join(producer, NULL);
}
