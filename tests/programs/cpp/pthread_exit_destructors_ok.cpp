// pthread_exit destroys what lives on the stack, and gives back its locks.
// verdict: verified
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
    const std::lock_guard guard(mutex);
    const Counted outer;
    leave();
  });
  worker.join();
  const std::lock_guard guard(mutex);
  assert(alive == 0);
}
