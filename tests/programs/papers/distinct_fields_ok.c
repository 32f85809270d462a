// Paper 004, section 3.3: two threads reach one object but use different fields of it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object {
  int left, right;
};

static void *use_left(void *arg) {
  ((struct object *)arg)->left++;
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct object *shared = calloc(1, sizeof *shared);
  pthread_create(&thread, NULL, use_left, shared);
  shared->right++;
  pthread_join(thread, NULL);
  assert(shared->left == 1 && shared->right == 1);
  free(shared);
}
