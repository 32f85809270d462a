// A future waits for its promise.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([promise = std::move(promise)]() mutable {
    promise.set_value(5);
  });
  worker.join();
  const int value = future.get();
  assert(value == 5);
}
