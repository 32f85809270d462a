// An exception leaves a function whose code behind the call never returns.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex mutex;
std::atomic<int> x;
sem_t ready;

void fail() { throw 1; }

void leave() {
  sem_wait(&ready);
  fail();
  std::abort();
}

int main() {
  sem_init(&ready, 0, 0);
  std::thread other([] {
    try {
      leave();
    } catch (int) {
      x = 1;
    }
  });
  mutex.lock();
  sem_post(&ready);
  x = 2;
  assert(x == 2);  // violation
  mutex.unlock();
  other.join();
}
