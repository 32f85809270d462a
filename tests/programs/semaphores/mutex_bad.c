// A semaphore that starts at two lets both threads in.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t entry;
static atomic_int inside;

static void *visit(void *arg) {
  sem_wait(&entry);
  assert(atomic_fetch_add(&inside, 1) == 0);  // violation
  atomic_fetch_sub(&inside, 1);
  sem_post(&entry);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&entry, 0, 2);
  pthread_create(&a, NULL, visit, NULL);
  pthread_create(&b, NULL, visit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sem_destroy(&entry) == 0);
}
