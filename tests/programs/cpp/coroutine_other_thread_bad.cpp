// A coroutine goes on in another thread; its result is read without waiting for that thread.
// verdict: error data-race, assertion
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>

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

// Goes on in a thread of its own.
struct Elsewhere {
  std::thread& thread;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> self) {
    thread = std::thread([self] { self.resume(); });
  }
  void await_resume() {}
};

static int result;

static Job work(std::thread& thread) {
  int local = 20;
  const auto before = std::this_thread::get_id();
  co_await Elsewhere{thread};
  local += before != std::this_thread::get_id();
  result = 2 * local;  // violation
}

int main() {
  std::thread thread;
  Job job = work(thread);
  assert(result == 42 || result == 0);  // violation
  thread.join();
  job.handle.destroy();
}
