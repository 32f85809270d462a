// With two permits, two threads get in.
// verdict: error data-race
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> permits(2);
static int data;

static void work() {
  permits.acquire();
  ++data;  // violation
  permits.release();
}

int main() {
  std::thread other(work);
  work();
  other.join();
  return data - 2;
}
