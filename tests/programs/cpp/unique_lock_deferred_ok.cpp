// A unique_lock that was deferred is locked before the data are touched.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>

static int data;
static std::mutex mutex;

static void work() {
  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  lock.lock();
  ++data;
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  return data - 2;
}
