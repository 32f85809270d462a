// A lazily made object without a guard is made twice.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>

static int made;

struct Service {
  int value;
  Service() : value(5) { ++made; }
};

static Service& service() {
  static Service* instance;
  if (!instance) instance = new Service;  // violation
  return *instance;
}

int main() {
  std::thread first([] { assert(service().value == 5); });
  std::thread second([] { assert(service().value == 5); });
  first.join();
  second.join();
  assert(made == 1);
}
