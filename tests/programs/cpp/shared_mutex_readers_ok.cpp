// Readers share, a writer is alone.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int a, b;

static void write() {
  std::unique_lock<std::shared_mutex> lock(mutex);
  ++a;
  ++b;
}

static void read() {
  std::shared_lock<std::shared_mutex> lock(mutex);
  assert(a == b);
}

int main() {
  std::thread writer(write);
  std::thread reader(read);
  write();
  writer.join();
  reader.join();
}
