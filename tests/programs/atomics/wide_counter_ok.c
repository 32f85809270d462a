// Atomic increments of 16 bytes are one step each.
// verdict: verified
// flags: -Wno-atomic-alignment
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static _Atomic __int128 counter = ((__int128)1 << 64) - 2;  // the next but one carries into the upper half

static void *add(void *unused) {
  counter += 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int k = 0; k < 2; ++k) pthread_create(&threads[k], NULL, add, NULL);
  for (int k = 0; k < 2; ++k) pthread_join(threads[k], NULL);
  assert(counter == (__int128)1 << 64);
}
