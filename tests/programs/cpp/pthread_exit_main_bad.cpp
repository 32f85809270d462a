// main leaves by pthread_exit: its locals are destroyed, but not at once.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> destroyed;

struct Local {
  ~Local() { destroyed = true; }
};

int main() {
  const Local local;
  std::thread([] {
    while (false) std::this_thread::yield();
    assert(destroyed);  // violation
  }).detach();
  pthread_exit(nullptr);
}
