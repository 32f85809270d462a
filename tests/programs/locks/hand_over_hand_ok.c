// Two threads walk a list, locking the next node before they release the current one.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

struct node {
  pthread_mutex_t mutex;
  int visits;
  struct node *next;
};

static struct node last = {PTHREAD_MUTEX_INITIALIZER, 0, NULL};
static struct node first = {PTHREAD_MUTEX_INITIALIZER, 0, &last};

static void *walk(void *arg) {
  struct node *node = &first;
  pthread_mutex_lock(&node->mutex);
  for (;;) {
    node->visits++;
    struct node *next = node->next;
    if (next) pthread_mutex_lock(&next->mutex);
    pthread_mutex_unlock(&node->mutex);
    if (!next) return arg;
    node = next;
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, walk, NULL);
  walk(NULL);
  pthread_join(thread, NULL);
  assert(first.visits == 2 && last.visits == 2);
}
