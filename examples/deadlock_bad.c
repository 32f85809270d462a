// Transfers in opposite directions: each thread holds one account's lock and waits for the other's.
//
// deadlock_ok.c differs in two lines: it takes the locks in the order of the accounts' numbers.
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int number;
  int balance;
};

static struct account accounts[2] = {
    {PTHREAD_MUTEX_INITIALIZER, 1, 100},
    {PTHREAD_MUTEX_INITIALIZER, 2, 100},
};

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *first = from;
  struct account *second = to;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *there(void *unused) {
  (void)unused;
  transfer(&accounts[0], &accounts[1], 10);
  return NULL;
}

static void *back(void *unused) {
  (void)unused;
  transfer(&accounts[1], &accounts[0], 20);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, there, NULL);
  pthread_create(&threads[1], NULL, back, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return accounts[0].balance == 110 ? 0 : 1;
}
