// A thread ends by pthread_exit in a function that may be left.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <thread>

static void leave() { pthread_exit(nullptr); }

static void worker() { leave(); }

int main() {
  std::thread thread(worker);
  thread.join();
}
