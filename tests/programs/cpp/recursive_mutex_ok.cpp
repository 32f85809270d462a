// A recursive mutex can be locked again by its owner.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex mutex;

int main() {
  mutex.lock();
  mutex.lock();
  mutex.unlock();
  mutex.unlock();
  bool locked = false;
  std::thread other([&locked] {
    locked = mutex.try_lock();
    if (locked) mutex.unlock();
  });
  other.join();
  assert(locked);
}
