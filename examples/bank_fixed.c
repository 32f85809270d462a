// Two transfers from one account: the balance is checked and spent in one critical section.
//
// The corrected twin of bank_race.c.
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

static bool withdraw(struct account *account, int amount) {
  pthread_mutex_lock(&account->lock);
  bool enough = account->balance >= amount;
  if (enough) {
    account->balance -= amount;
    assert(account->balance >= 0);
  }
  pthread_mutex_unlock(&account->lock);
  return enough;
}

static void deposit(struct account *account, int amount) {
  pthread_mutex_lock(&account->lock);
  account->balance += amount;
  pthread_mutex_unlock(&account->lock);
}

static void *transfer(void *to) {
  if (withdraw(&accounts[0], 70)) deposit(to, 70);
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
