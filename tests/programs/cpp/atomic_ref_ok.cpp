// An atomic_ref makes accesses to a plain variable atomic.
// verdict: verified
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

static int counter;

static void count() {
  std::atomic_ref<int>(counter).fetch_add(1);
}

int main() {
  std::thread other(count);
  count();
  other.join();
  assert(counter == 2);
}
