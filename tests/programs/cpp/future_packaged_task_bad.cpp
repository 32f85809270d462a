// A packaged_task runs only once.
// verdict: error uncaught-exception
// message: Promise already satisfied
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>
#include <thread>

static void run() {
  std::packaged_task<int(int)> task([](int x) { return x * x; });
  std::future<int> result = task.get_future();
  task(4);
  task(5);  // violation
  assert(result.get() == 16);
}

int main() {
  std::thread worker(run);
  worker.join();
}
