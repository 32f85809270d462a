// Paper 001, figure 2c: the methods of an object lock the object itself, its constructor not.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object {
  pthread_mutex_t own;
  int f;
};

static struct object *create(void) {
  struct object *this = malloc(sizeof *this);
  pthread_mutex_init(&this->own, NULL);
  this->f = 1;
  return this;
}

static int add(struct object *this, int amount) {
  pthread_mutex_lock(&this->own);
  int result = this->f += amount;
  pthread_mutex_unlock(&this->own);
  return result;
}

static void *worker(void *arg) {
  add(arg, 2);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct object *shared = create();
  pthread_create(&thread, NULL, worker, shared);
  add(shared, 3);
  pthread_join(thread, NULL);
  assert(add(shared, 0) == 6);
}
