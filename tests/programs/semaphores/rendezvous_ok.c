// Each thread announces itself before it waits for the other.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t left_here, right_here;
static int left_value, right_value;

static void *left(void *arg) {
  left_value = 1;
  sem_post(&left_here);
  sem_wait(&right_here);
  assert(right_value == 2);
  return arg;
}

static void *right(void *arg) {
  right_value = 2;
  sem_post(&right_here);
  sem_wait(&left_here);
  assert(left_value == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&left_here, 0, 0);
  sem_init(&right_here, 0, 0);
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
