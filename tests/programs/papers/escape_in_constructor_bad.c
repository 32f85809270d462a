// Paper 004, section 7: a thread object escapes through its start before its field is set.
// verdict: error data-race
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
  return this->company;  // violation
}

int main(void) {
  pthread_create(&first.thread, NULL, run, &first);
  first.company = &company;  // violation
  pthread_join(first.thread, NULL);
}
