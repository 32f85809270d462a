// sched_yield, usleep, sleep and nanosleep return at once with success.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static void *worker(void *arg) {
  struct timespec pause = {.tv_sec = 0, .tv_nsec = 1000};
  assert(sched_yield() == 0);
  assert(usleep(5) == 0);
  assert(sleep(0) == 0);
  assert(nanosleep(&pause, NULL) == 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
}
