// A value made on first use, with the lock taken only while it is missing.
//
// The check outside of the lock is what makes the pattern fast. In double_checked_init_bad.cpp it reads a plain pointer that
// another thread may be writing; in double_checked_init_ok.cpp the pointer is atomic.
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

// Makes its value when it is first asked for, once.
template <typename Value>
class Lazy {
 public:
  Lazy() = default;
  Lazy(const Lazy&) = delete;
  Lazy& operator=(const Lazy&) = delete;
  ~Lazy() { delete value_; }

  template <typename Make>
  const Value& get(Make make) {
    if (Value* ready = value_) return *ready;
    std::lock_guard lock(mutex_);
    if (!value_) value_ = new Value(make());
    return *value_;
  }

 private:
  std::mutex mutex_;
  Value* value_ = nullptr;
};

struct Settings {
  std::string host;
  int port;
};

static Lazy<Settings> settings;
static int times_read;

static Settings read_settings() {
  ++times_read;
  return {"localhost", 8080};
}

static void connect() {
  const Settings& current = settings.get(read_settings);
  assert(current.host == "localhost" && current.port == 8080);
}

int main() {
  std::thread first(connect), second(connect);
  connect();
  first.join();
  second.join();
  assert(times_read == 1);
}
