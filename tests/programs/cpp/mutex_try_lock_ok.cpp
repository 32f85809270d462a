// try_lock says whether it got the mutex.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>

static std::mutex mutex;
static int data;

static void work() {
  if (mutex.try_lock()) {
    ++data;
    mutex.unlock();
  }
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}
