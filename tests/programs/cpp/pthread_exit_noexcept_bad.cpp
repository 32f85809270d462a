// A thread ends by pthread_exit in a function that is noexcept.
// verdict: error abort
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <thread>

static void leave() { pthread_exit(nullptr); }  // violation

static void worker() noexcept { leave(); }

int main() {
  std::thread thread(worker);
  thread.join();
}
