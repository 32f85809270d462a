// The consumer waits until there is something to consume.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static int items;

int main() {
  std::thread producer([] {
    for (int k = 0; k < 2; ++k) {
      std::lock_guard<std::mutex> guard(mutex);
      ++items;
      changed.notify_one();
    }
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return items == 2; });
    assert(items == 2);
  }
  producer.join();
}
