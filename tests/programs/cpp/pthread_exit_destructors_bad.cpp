// pthread_exit leaves a mutex locked that no object on the stack unlocks.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex mutex;
static int alive;

struct Counted {
  std::string text = "long enough to lie on the heap";
  Counted() { ++alive; }
  ~Counted() { --alive; }
};

static void leave() {
  const Counted inner;
  pthread_exit(nullptr);
}

int main() {
  std::thread worker([] {
    mutex.lock();
    const Counted outer;
    leave();
  });
  worker.join();  // violation
  const std::lock_guard guard(mutex);  // violation
  assert(alive == 0);
}
