// Several threads may wait for one shared_future.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::shared_future<int> future = promise.get_future().share();
  std::thread worker([future] { assert(future.get() == 3); });
  promise.set_value(3);
  assert(future.get() == 3);
  worker.join();
  assert(future.get() == 3);
}
