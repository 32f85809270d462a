// A promise that goes away without a value leaves an exception.
// verdict: error uncaught-exception
// message: std::future_error: Broken promise
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([promise = std::move(promise)]() mutable {
    (void)promise;
  });
  worker.join();
  const int value = future.get();  // violation
  assert(value == 5);
}
