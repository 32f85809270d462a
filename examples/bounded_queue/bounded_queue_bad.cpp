// A blocking queue of bounded size: producers wait for room, consumers for items.
//
// In bounded_queue_bad.cpp all wait on one condition variable. notify_one may then wake a thread of the wrong side, which waits
// again, while the one that could go on sleeps for ever. bounded_queue_ok.cpp has a condition variable for each condition.
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

template <typename Item>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  void push(Item item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return items_.size() < capacity_; });
    items_.push_back(std::move(item));
    changed_.notify_one();
  }

  Item pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !items_.empty(); });
    Item item = std::move(items_.front());
    items_.pop_front();
    changed_.notify_one();
    return item;
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
};

int main() {
  BoundedQueue<int> queue(1);
  int first = 0, second = 0;
  std::thread first_consumer([&] { first = queue.pop(); });
  std::thread second_consumer([&] { second = queue.pop(); });
  std::thread producer([&] { queue.push(1); });
  queue.push(2);
  producer.join();
  first_consumer.join();
  second_consumer.join();
  assert(first + second == 3);
}
