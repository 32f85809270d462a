// A lock_guard releases its mutex when an exception passes.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>

static std::mutex mutex;

static void work() {
  std::lock_guard<std::mutex> guard(mutex);
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
  mutex.lock();
  mutex.unlock();
}
