// Each thread has an object of its own.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>

static int destroyed;

struct Own {
  int value = 0;
  ~Own() { ++destroyed; }
};

static thread_local Own own;

int main() {
  own.value = 1;
  std::thread worker([] {
    assert(own.value == 0);
    own.value = 2;
  });
  worker.join();
  assert(destroyed == 1);
  assert(own.value == 2);  // violation
}
