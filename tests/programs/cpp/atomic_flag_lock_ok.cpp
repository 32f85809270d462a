// An atomic_flag makes a lock.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>

static std::atomic_flag taken = ATOMIC_FLAG_INIT;
static int data;

static void work() {
  while (taken.test_and_set()) {
  }
  ++data;
  taken.clear();
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  return data - 2;
}
