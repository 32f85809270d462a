// condition_variable_any waits with any kind of lock.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>

static std::recursive_mutex mutex;
static std::condition_variable_any changed;
static bool ready;

int main() {
  std::thread producer([] {
    std::lock_guard<std::recursive_mutex> guard(mutex);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::recursive_mutex> lock(mutex);
    while (!ready)
      changed.wait(lock);
  }
  producer.join();
}
