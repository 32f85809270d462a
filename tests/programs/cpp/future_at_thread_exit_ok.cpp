// set_value_at_thread_exit makes the value visible after the thread's own objects are gone.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>

static int cleaned;

struct Own {
  int value = 0;
  ~Own() { ++cleaned; }
};

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([&promise] {
    static thread_local Own own;
    own.value = 1;
    promise.set_value_at_thread_exit(1);
  });
  future.get();
  const int seen = cleaned;
  worker.join();
  return seen - 1;
}
