// A unique_lock that was deferred and never locked protects nothing.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>

static int data;
static std::mutex mutex;

static void work() {
  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  ++data;  // violation
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  return data - 2;
}
