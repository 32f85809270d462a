// main leaves by pthread_exit: its locals are destroyed, other threads go on.
// verdict: verified
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
    while (!destroyed) std::this_thread::yield();
    assert(destroyed);
  }).detach();
  pthread_exit(nullptr);
}
