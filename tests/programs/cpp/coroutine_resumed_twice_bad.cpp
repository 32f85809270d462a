// Two threads resume a coroutine at the same time.
// verdict: error data-race
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>

struct Steps {
  struct promise_type {
    Steps get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static Steps count(int& total) {  // violation
  for (int k = 0; k < 2; ++k) {
    ++total;
    co_await std::suspend_always{};  // violation
  }
}

static void step(Steps steps) {
  steps.handle.resume();  // violation
}

int main() {
  int total = 0;
  Steps steps = count(total);
  std::thread other(step, steps);
  step(steps);
  other.join();
  assert(total == 2);
  steps.handle.destroy();
}
