// Paper 004, section 7: the worker's field is set before the worker is started.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

struct worker {
  pthread_t thread;
  int *company;
};

static int company;
static struct worker first;

static void *run(void *arg) {
  struct worker *this = arg;
  return this->company;
}

int main(void) {
  first.company = &company;
  pthread_create(&first.thread, NULL, run, &first);
  pthread_join(first.thread, NULL);
}
