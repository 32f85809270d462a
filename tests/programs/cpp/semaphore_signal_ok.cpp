// A semaphore says that the data are there.
// verdict: verified
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>

static std::binary_semaphore ready(0);
static int data;

int main() {
  std::thread worker([] {
    data = 1;
    ready.release();
  });
  ready.acquire();
  const int seen = data;
  worker.join();
  return seen - 1;
}
