// A coroutine that was destroyed is resumed.
// verdict: error use-after-free
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <coroutine>
#include <exception>

struct Counter {
  struct promise_type {
    int value = 0;
    Counter get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static Counter count_to(int last) {
  for (int k = 1; k <= last; ++k) co_yield k;
}

int main() {
  Counter counter = count_to(3);
  int sum = 0;
  for (counter.handle.resume(); !counter.handle.done(); counter.handle.resume())
    sum += counter.handle.promise().value;
  assert(sum == 6);
  counter.handle.destroy();
  sum = counter.handle.promise().value;  // violation
}
