// Coroutines are refused.
// verdict: unsupported
// flags: -std=c++20
// message: llvm.coro
// SPDX-License-Identifier: Apache-2.0
#include <coroutine>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

static Task run() { co_return; }

int main() { run(); }
