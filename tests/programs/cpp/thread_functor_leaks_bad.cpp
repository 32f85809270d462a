// The functor of a thread is known to its creator, by a pointer of its own, and accessed by both.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> finished;

// Knows where its last copy lies: that is the one the thread works on.
struct Work {
  Work** place;
  int value = 0;
  explicit Work(Work** p) : place(p) {}
  Work(const Work& other) : place(other.place), value(other.value) { *place = this; }
  void operator()() {
    value = 1;  // violation
    while (!finished) std::this_thread::yield();
  }
};

int main() {
  Work* copy = nullptr;
  const Work work(&copy);
  std::thread thread(work);
  copy->value = 2;  // violation
  finished = true;
  thread.join();
}
