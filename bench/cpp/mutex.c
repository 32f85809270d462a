// Two threads that transfer money in opposite directions, each account with its pthread mutex:
// nearly every transition takes a lock or accesses a balance under one.
//
// The C half of a pair; mutex.cpp is the same program with std::mutex and std::lock_guard.
// Parameter: SIZE (transfers of each thread).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 20
#endif

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100},
                                     {PTHREAD_MUTEX_INITIALIZER, 100}};

static void transfer(size_t from, size_t to, int amount) {
  size_t lower = from < to ? from : to;
  size_t upper = from < to ? to : from;
  pthread_mutex_lock(&accounts[lower].mutex);
  pthread_mutex_lock(&accounts[upper].mutex);
  accounts[from].balance -= amount;
  accounts[to].balance += amount;
  pthread_mutex_unlock(&accounts[upper].mutex);
  pthread_mutex_unlock(&accounts[lower].mutex);
}

static void* worker(void* argument) {
  size_t from = (size_t)argument;
  for (int i = 0; i < SIZE; ++i) transfer(from, 1 - from, 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (size_t i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (size_t i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(accounts[0].balance + accounts[1].balance == 200);
  return 0;
}
