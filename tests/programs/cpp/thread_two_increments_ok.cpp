// Two threads count under a mutex.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static int counter;
static std::mutex mutex;

static void count() {
  std::lock_guard<std::mutex> guard(mutex);
  ++counter;
}

int main() {
  std::vector<std::thread> threads;
  for (int k = 0; k < 2; ++k) threads.emplace_back(count);
  for (std::thread& thread : threads) thread.join();
  assert(counter == 2);
}
