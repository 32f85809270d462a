// A function that is not modelled is found wherever it can be reached from, here from a thread.
// verdict: unsupported
// message: opendir
// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <pthread.h>

static void *worker(void *arg) { return opendir(arg); }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, ".");
  pthread_join(thread, NULL);
}
