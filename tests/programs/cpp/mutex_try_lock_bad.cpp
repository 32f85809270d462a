// The result of try_lock is not looked at.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>

static std::mutex mutex;
static int data;

static void work() {
  const bool locked = mutex.try_lock();
  ++data;  // violation
  if (locked) mutex.unlock();
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}
