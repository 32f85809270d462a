// A packaged_task hands its result to a future.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>
#include <thread>

static void run() {
  std::packaged_task<int(int)> task([](int x) { return x * x; });
  std::future<int> result = task.get_future();
  task(4);
  assert(result.get() == 16);
}

int main() {
  std::thread worker(run);
  worker.join();
}
