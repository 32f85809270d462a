// Peterson's lock for two threads with std::atomic: every transition is an atomic access or one to
// the owner inside the critical section.
//
// The C++ half of a pair: atomics.c is the same program with C11 atomics.
// Parameter: SIZE (entries of each thread).
//
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

#ifndef SIZE
#define SIZE 20
#endif

class PetersonLock {
 public:
  void lock(std::size_t self) {
    const std::size_t other = 1 - self;
    flag_[self].store(true);
    turn_.store(other);
    while (flag_[other].load() && turn_.load() == other) {
    }
  }

  void unlock(std::size_t self) { flag_[self].store(false); }

 private:
  std::array<std::atomic<bool>, 2> flag_{};
  std::atomic<std::size_t> turn_{0};
};

static PetersonLock peterson;
static std::size_t owner;

static void worker(std::size_t self) {
  for (int i = 0; i < SIZE; ++i) {
    peterson.lock(self);
    owner = self;
    assert(owner == self);
    peterson.unlock(self);
  }
}

int main() {
  std::array<std::thread, 2> threads;
  for (std::size_t i = 0; i < 2; ++i) threads[i] = std::thread(worker, i);
  for (std::thread& thread : threads) thread.join();
}
