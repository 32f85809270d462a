// A mutex locked by hand stays locked when an exception passes.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>

static std::mutex mutex;

static void work() {
  mutex.lock();
  throw 1;
}

int main() {
  std::thread worker([] {
    try {
      work();
    } catch (int) {
    }
  });
  worker.join();
  mutex.lock();  // violation
  mutex.unlock();
}
