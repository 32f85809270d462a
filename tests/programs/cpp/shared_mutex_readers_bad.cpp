// A writer that only takes the lock for reading races with another.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int a, b;

static void write() {
  std::shared_lock<std::shared_mutex> lock(mutex);
  ++a;  // violation
  ++b;  // violation
}

static void read() {
  std::shared_lock<std::shared_mutex> lock(mutex);
  assert(a == b);  // violation
}

int main() {
  std::thread writer(write);
  std::thread reader(read);
  write();
  writer.join();
  reader.join();
}
