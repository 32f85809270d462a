// The comparison functions of two sorts in two threads count in one unguarded variable.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>

static int comparisons;

static int compare(const void *a, const void *b) {
  comparisons++;  // violation
  return *(const char *)a - *(const char *)b;
}

static void *sort(void *arg) {
  char text[2] = "ba";
  qsort(text, 2, 1, compare);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sort, NULL);
  pthread_create(&b, NULL, sort, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
