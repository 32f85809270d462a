// A plain access beside an atomic_ref is a race.
// verdict: error data-race
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

static int counter;

static void count() {
  std::atomic_ref<int>(counter).fetch_add(1);  // violation
}

int main() {
  std::thread other(count);
  ++counter;  // violation
  other.join();
  assert(counter == 2);
}
