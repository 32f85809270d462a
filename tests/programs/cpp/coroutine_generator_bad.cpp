// A generator keeps a reference to a parameter that is gone when it is resumed.
// verdict: error use-after-return
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <coroutine>
#include <exception>
#include <string>
#include <utility>

class Words {
 public:
  struct promise_type {
    const std::string* current = nullptr;
    Words get_return_object() { return Words(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(const std::string& word) noexcept {
      current = &word;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  using Handle = std::coroutine_handle<promise_type>;
  explicit Words(Handle handle) : handle_(handle) {}
  Words(Words&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Words() {
    if (handle_) handle_.destroy();
  }
  const std::string* next() {
    handle_.resume();
    return handle_.done() ? nullptr : handle_.promise().current;
  }

 private:
  Handle handle_;
};

static Words split(const std::string& text) {
  std::string word;
  for (const char c : text) {  // violation
    if (c != ' ') {
      word += c;
      continue;
    }
    co_yield word;
    word.clear();
  }
  co_yield word;
}

int main() {
  Words words = split(std::string("a sentence of no great length"));
  int count = 0;
  std::string last;
  while (const std::string* word = words.next()) {
    last = *word;
    ++count;
  }
  assert(count == 6 && last == "length");
}
