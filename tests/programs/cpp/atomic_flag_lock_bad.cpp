// A lock that takes a taken flag is none.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>

static std::atomic_flag taken = ATOMIC_FLAG_INIT;
static int data;

static void work() {
  taken.test_and_set();
  ++data;  // violation
  taken.clear();
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  return data - 2;
}
