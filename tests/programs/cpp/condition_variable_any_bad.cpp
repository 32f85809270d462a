// The flag is set without the lock.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>

static std::recursive_mutex mutex;
static std::condition_variable_any changed;
static bool ready;

int main() {
  std::thread producer([] {
    ready = true;  // violation
    std::lock_guard<std::recursive_mutex> guard(mutex);
    changed.notify_one();
  });
  {
    std::unique_lock<std::recursive_mutex> lock(mutex);
    while (!ready)  // violation
      changed.wait(lock);
  }
  producer.join();
}
