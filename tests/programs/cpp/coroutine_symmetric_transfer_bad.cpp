// Coroutines that resume each other by calls nest ever deeper.
// verdict: error assertion
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <coroutine>
#include <exception>
#include <utility>

static int depth;

struct Task {
  struct promise_type {
    int value = 0;
    std::coroutine_handle<> caller = std::noop_coroutine();
    Task get_return_object() { return {Handle::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      using Done = std::coroutine_handle<promise_type>;
      bool await_ready() noexcept { return false; }
      void await_suspend(Done done) noexcept {
        assert(++depth < 100);  // violation
        done.promise().caller.resume();
        --depth;
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  using Handle = std::coroutine_handle<promise_type>;
  Handle handle;
  ~Task() { handle.destroy(); }
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> caller) {
    handle.promise().caller = caller;
    handle.resume();
  }
  int await_resume() { return handle.promise().value; }
};

static Task leaf(int k) { co_return k % 3; }

static Task sum(int count) {
  int total = 0;
  for (int k = 0; k < count; ++k) total += co_await leaf(k);
  co_return total;
}

int main() {
  Task task = sum(30000);
  task.handle.resume();
  assert(task.handle.done() && task.handle.promise().value == 30000);
}
