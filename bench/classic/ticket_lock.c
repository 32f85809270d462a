// A ticket lock: N threads increment a plain counter under it.
//
// Busy waiting makes executions endless: a stateless search takes -DASSUME, with which only executions without idle rounds
// count, N! of them.
// Parameters: N; BUG (a ticket is drawn in two steps, so that two threads hold the same).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "wait_until.h"

#ifndef N
#define N 3
#endif

static atomic_int next_ticket, serving;
static int counter;

static int draw_ticket(void) {
#ifdef BUG
  int ticket = atomic_load(&next_ticket);
  atomic_store(&next_ticket, ticket + 1);
  return ticket;
#else
  return atomic_fetch_add(&next_ticket, 1);
#endif
}

static void* client(void* argument) {
  int ticket = draw_ticket();
  WAIT_UNTIL(atomic_load(&serving) == ticket);
  ++counter;
  atomic_store(&serving, ticket + 1);
  return argument;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, client, 0);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  assert(counter == N);
  return 0;
}
