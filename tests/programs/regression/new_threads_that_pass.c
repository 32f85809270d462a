// Threads that begin together, one of which runs on where the static analyses see no choice: found by fuzzing.
// verdict: error deadlock
// surprises hybrid: new threads that run on see each other elsewhere, so the deadlock is found again without them
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
  int history[2];
};
static struct account account0[2];
static struct pair {
  int left;
  int right;
} pair;
static _Atomic unsigned at0;
static _Atomic int at1;
static sem_t done0;
static int datum0;
struct cell {
  int value;
  int other;
  struct cell *next;
};
struct vault {
  pthread_mutex_t lock;
  int amount;
  int *last;
  int slots[2];
};
static struct vault safe;
static void vault_add(struct vault *self, int n);
static void vault_put(struct vault *self, int n);
static void (*const methods[2])(struct vault *, int) = {vault_add, vault_put};
struct letter {
  int text[2];
  int *reply;
};
struct mailbox {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  struct letter *item;
};
static struct mailbox *inbox0;
static void vault_put(struct vault *self, int n);
static void vault_add(struct vault *self, int n);
static void vault_change(int *amount, int n);
static void vault_init(struct vault *self);
static void account_init(struct account *self);
static void *worker0(void *arg);
static void *worker1(void *arg);
static void *worker2(void *arg);
static void vault_put(struct vault *self, int n) {
  pthread_mutex_lock(&self->lock);
  self->slots[n & 1] = n & 7;
  self->last = &self->slots[n & 1];
  pthread_mutex_unlock(&self->lock);
}
static void vault_add(struct vault *self, int n) {
  pthread_mutex_lock(&self->lock);
  vault_change(&self->amount, n);
  pthread_mutex_unlock(&self->lock);
}
static void vault_change(int *amount, int n) {
  *amount = (*amount + n) & 7;
}
static void vault_init(struct vault *self) {
  pthread_mutex_init(&self->lock, 0);
  self->amount = self->slots[0] = self->slots[1] = 0;
  self->last = &self->slots[0];
}
static void account_init(struct account *self) {
  pthread_mutex_init(&self->lock, 0);
  self->balance = 0;
  self->history[0] = self->history[1] = 0;
}
static void *worker0(void *arg) {
  int b = 0;
  int a = 0;
  int expected_at1 = 0;
  struct letter *got = 0;
  pthread_mutex_lock(&inbox0->lock);
  while (!inbox0->item) pthread_cond_wait(&inbox0->filled, &inbox0->lock);  // violation
  got = inbox0->item;
  inbox0->item = 0;
  pthread_mutex_unlock(&inbox0->lock);
  *got->reply += 1;
  b = got->text[a & 1];
  assert(got->text[1] == 2);
  free(got);
  datum0 = b;
  sem_post(&done0);
  atomic_store(&at0, 1);
  methods[b & 1](&safe, 1);
  {
    pthread_mutex_lock(&account0[0].lock);
      b = pair.left > 1;
    pthread_mutex_unlock(&account0[0].lock);
    if (b) {
      expected_at1 = atomic_load(&at1);
      if (!atomic_compare_exchange_strong(&at1, &expected_at1, expected_at1 + 1)) b = expected_at1;
    }
  }
  atomic_store(&at0, 1);
  (void)arg;
  return 0;
}
static void *worker1(void *arg) {
  (void)arg;
  return 0;
}
static void *worker2(void *arg) {
  int b = 0;
  struct cell *own = 0;
  int a = 0;
  struct letter *out = 0;
  own = malloc(sizeof *own);
  own->value = b;
  own->other = 1;
  b = own->value + own->other;
  free(own);
  sem_wait(&done0);
  b = datum0;
  pthread_mutex_lock(&account0[1].lock);
    a = account0[1].history[b & 1];
  pthread_mutex_unlock(&account0[1].lock);
  {
    pthread_mutex_lock(&account0[0].lock);
      b = pair.right == 1;
    pthread_mutex_unlock(&account0[0].lock);
    if (b) {
      pthread_mutex_lock(&account0[0].lock);
        pair.left = 2;
      pthread_mutex_unlock(&account0[0].lock);
    }
  }
  pthread_mutex_lock(&account0[1].lock);
    account0[1].balance = 0;
  pthread_mutex_unlock(&account0[1].lock);
  out = malloc(sizeof *out);
  out->text[0] = out->text[1] = 1;
  out->reply = &out->text[1];
  pthread_mutex_lock(&inbox0->lock);
  inbox0->item = out;
  pthread_cond_signal(&inbox0->filled);
  pthread_mutex_unlock(&inbox0->lock);
  (void)arg;
  return 0;
}
int main(void) {
  pthread_t handle0;
  pthread_t handle1;
  pthread_t handle2;
  account_init(&account0[0]);
  account_init(&account0[1]);
  sem_init(&done0, 0, 0);
  vault_init(&safe);
  inbox0 = malloc(sizeof *inbox0);
  pthread_mutex_init(&inbox0->lock, 0);
  pthread_cond_init(&inbox0->filled, 0);
  inbox0->item = 0;
  pthread_create(&handle0, 0, worker0, 0);
  pthread_create(&handle1, 0, worker1, 0);
  pthread_create(&handle2, 0, worker2, 0);
  pthread_join(handle2, 0);
  pthread_join(handle0, 0);
  pthread_join(handle1, 0);
  return 0;
}
