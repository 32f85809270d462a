// A wait with a time limit may end without the condition.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread producer([] {
    std::lock_guard<std::mutex> guard(mutex);
    ready = true;
    changed.notify_all();
  });
  std::unique_lock<std::mutex> lock(mutex);
  const bool in_time = changed.wait_for(lock, std::chrono::seconds(1), [] { return ready; });
  assert(in_time);  // violation
  lock.unlock();
  producer.join();
}
