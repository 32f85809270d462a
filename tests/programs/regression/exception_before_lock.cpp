// An exception leaves a function before it locks the mutex.
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
  mutex.lock();
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
