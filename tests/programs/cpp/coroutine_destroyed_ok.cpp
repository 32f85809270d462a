// Destroying a suspended coroutine destroys what lives in it.
// verdict: verified
// options: --errors +leak
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <coroutine>
#include <exception>
#include <memory>

struct Job {
  struct promise_type {
    Job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static int alive;
struct Local {
  Local() { ++alive; }
  ~Local() { --alive; }
};

static Job wait_for_ever(std::unique_ptr<int> owned) {
  const Local local;
  while (*owned == 7) co_await std::suspend_always{};
}

int main() {
  Job job = wait_for_ever(std::make_unique<int>(7));
  job.handle.resume();
  assert(alive == 1 && !job.handle.done());
  job.handle.destroy();
  assert(alive == 0);
}
