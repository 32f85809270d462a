// A consumer that waits once without asking may be woken too early.
// verdict: error assertion
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
    if (items < 2) changed.wait(lock);
    assert(items == 2);  // violation
  }
  producer.join();
}
