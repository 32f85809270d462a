// A bounded buffer under one std::mutex with two condition variables, one producer and two
// consumers: waits, signals with a choice of the waiter, plain accesses under a lock.
//
// The C++ half of a pair: condition.c is the same program with pthreads.
// Parameter: SIZE (items of the producer and, halved, of each consumer; even).
//
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

#ifndef SIZE
#define SIZE 10
#endif

template <std::size_t Capacity>
class BoundedBuffer {
 public:
  void put(int item) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [this] { return count_ < Capacity; });
    items_[(head_ + count_) % Capacity] = item;
    ++count_;
    has_items_.notify_one();
  }

  int take() {
    std::unique_lock lock(mutex_);
    has_items_.wait(lock, [this] { return count_ > 0; });
    int item = items_[head_];
    head_ = (head_ + 1) % Capacity;
    --count_;
    has_room_.notify_one();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable has_room_;
  std::condition_variable has_items_;
  std::array<int, Capacity> items_{};
  std::size_t head_ = 0;
  std::size_t count_ = 0;
};

static BoundedBuffer<2> buffer;

static void produce() {
  for (int i = 0; i < SIZE; ++i) buffer.put(1);
}

static void consume() {
  for (int i = 0; i < SIZE / 2; ++i) {
    int item = buffer.take();
    assert(item == 1);
  }
}

int main() {
  std::array<std::thread, 3> threads = {std::thread(produce), std::thread(consume),
                                        std::thread(consume)};
  for (std::thread& thread : threads) thread.join();
}
