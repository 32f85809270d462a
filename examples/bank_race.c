// Two transfers from one account: the balance is checked under the lock, but spent under the lock taken anew.
//
// Every access is protected, so there is no data race; yet another thread may spend the money between the check
// and the withdrawal. bank_fixed.c is the same program with one critical section instead of two.
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account accounts[3] = {
    {PTHREAD_MUTEX_INITIALIZER, 100},
    {PTHREAD_MUTEX_INITIALIZER, 0},
    {PTHREAD_MUTEX_INITIALIZER, 0},
};

static bool can_pay(struct account *account, int amount) {
  pthread_mutex_lock(&account->lock);
  bool enough = account->balance >= amount;
  pthread_mutex_unlock(&account->lock);
  return enough;
}

static void add(struct account *account, int amount) {
  pthread_mutex_lock(&account->lock);
  account->balance += amount;
  assert(account->balance >= 0);
  pthread_mutex_unlock(&account->lock);
}

static void *transfer(void *to) {
  if (can_pay(&accounts[0], 70)) {
    add(&accounts[0], -70);
    add(to, 70);
  }
  return NULL;
}

int main(void) {
  pthread_t alice, bob;
  pthread_create(&alice, NULL, transfer, &accounts[1]);
  pthread_create(&bob, NULL, transfer, &accounts[2]);
  pthread_join(alice, NULL);
  pthread_join(bob, NULL);
  assert(accounts[0].balance + accounts[1].balance + accounts[2].balance == 100);
  return 0;
}
