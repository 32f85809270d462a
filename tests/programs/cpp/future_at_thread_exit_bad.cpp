// set_value makes the value visible while the thread's own objects still live.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>

static int cleaned;

struct Own {
  int value = 0;
  ~Own() { ++cleaned; }  // violation
};

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([&promise] {
    static thread_local Own own;
    own.value = 1;
    promise.set_value(1);
  });
  future.get();
  const int seen = cleaned;  // violation
  worker.join();
  return seen - 1;
}
