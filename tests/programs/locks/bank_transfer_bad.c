// Opposite transfers lock the paying account first: each waits for the other.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 50},
                                     {PTHREAD_MUTEX_INITIALIZER, 50}};

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *first = from;
  struct account *second = first == from ? to : from;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);  // violation
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->mutex);
  pthread_mutex_unlock(&first->mutex);
}

static void *pay(void *arg) {
  transfer(&accounts[0], &accounts[1], 20);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, pay, NULL);
  transfer(&accounts[1], &accounts[0], 10);
  pthread_join(thread, NULL);
  assert(accounts[0].balance == 40 && accounts[1].balance == 60);
}
