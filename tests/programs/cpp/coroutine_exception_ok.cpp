// An exception leaves a coroutine, is kept, and thrown where its result is asked for.
// verdict: verified
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <string>

struct Task {
  struct promise_type {
    std::exception_ptr error;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
  ~Task() { handle.destroy(); }
  void get() {
    handle.resume();
    if (handle.promise().error) std::rethrow_exception(handle.promise().error);
  }
};

static int alive;
struct Local {
  Local() { ++alive; }
  ~Local() { --alive; }
};

static Task fail(std::string why) {
  const Local local;
  co_await std::suspend_always{};
  throw std::runtime_error(why);
}

int main() {
  Task task = fail("no luck");
  task.get();
  assert(alive == 1 && !task.handle.done());
  std::string what;
  try {
    task.get();
  } catch (const std::runtime_error& error) {
    what = error.what();
  }
  assert(what == "no luck" && alive == 0 && task.handle.done());
}
