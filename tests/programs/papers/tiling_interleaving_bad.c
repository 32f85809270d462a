// Paper 003, figure 1: the interleaving AHI-BCDEFG-JKL of seven and five statements exists.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static char order[13];
static atomic_int next;

static void *run(void *statements) {
  for (const char *s = statements; *s; s++) order[atomic_fetch_add(&next, 1)] = *s;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, "ABCDEFG");
  pthread_create(&b, NULL, run, "HIJKL");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(strcmp(order, "AHIBCDEFGJKL") != 0);  // violation
}
