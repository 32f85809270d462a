// Two threads append: each checks for room, then both take a slot.
// verdict: error out-of-bounds
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint used;
static int slots[1];

static void *append(void *arg) {
  if (atomic_load(&used) < 1)
    slots[atomic_fetch_add(&used, 1)] = 1;  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, append, NULL);
  pthread_create(&b, NULL, append, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
