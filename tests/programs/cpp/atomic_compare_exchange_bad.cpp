// A single compare_exchange may fail.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<long> product{1};

static void multiply(long factor) {
  long seen = product.load();
  product.compare_exchange_strong(seen, seen * factor);
}

int main() {
  std::thread first(multiply, 2);
  std::thread second(multiply, 3);
  first.join();
  second.join();
  assert(product == 6);  // violation
}
