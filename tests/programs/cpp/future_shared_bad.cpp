// get of a plain future works only once.
// verdict: error uncaught-exception
// message: No associated state
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([] {});
  promise.set_value(3);
  assert(future.get() == 3);
  worker.join();
  assert(future.get() == 3);  // violation
}
