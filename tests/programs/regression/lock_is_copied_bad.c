// Copying a mutex reads what its release writes.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct account {
  int balance;
  pthread_mutex_t mutex;
};

static struct account *account;
static atomic_int hits;

static void *worker(void *unused) {
  pthread_mutex_lock(&account->mutex);
  account->balance++;
  hits++;
  pthread_mutex_unlock(&account->mutex);  // violation
  return unused;
}

int main(void) {
  pthread_t thread;
  account = calloc(1, sizeof *account);
  pthread_mutex_init(&account->mutex, 0);
  pthread_create(&thread, 0, worker, 0);
  if (hits == 1) {
    struct account copy = *account;  // violation
    (void)copy;
  }
  pthread_join(thread, 0);
  free(account);
}
