// A permit that is there from the start says nothing.
// verdict: error data-race
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>

static std::binary_semaphore ready(1);
static int data;

int main() {
  std::thread worker([] {
    data = 1;  // violation
  });
  ready.acquire();
  const int seen = data;  // violation
  worker.join();
  return seen - 1;
}
