// The semaphore of libstdc++ 12 can sleep although there is a permit: it compares with a count it read long before.
// verdict: error deadlock
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> permits(1);

static void work() {
  permits.acquire();  // violation
  permits.release();
}

int main() {
  std::thread other(work);
  work();
  other.join();  // violation
}
