// Objects that are thread_local are destroyed when their thread ends, before join returns.
// verdict: verified
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
  assert(own.value == 1);
}
