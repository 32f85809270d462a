// A bounded queue with its GoogleTest driver: the tests of `notify_one` hold, the one with two consumers does not.
//
//   heddle test --gtest examples/unit_tests_gtest.cpp
//   c++ -pthread examples/unit_tests_gtest.cpp -lgtest -lgtest_main -o tests && ./tests
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

// One condition variable for two conditions: a signal may wake the wrong kind of thread.
class BoundedQueue {
 public:
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

  void push(int value) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return values_.size() < capacity_; });
    values_.push_back(value);
    changed_.notify_one();
  }

  int pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !values_.empty(); });
    const int value = values_.front();
    values_.pop_front();
    changed_.notify_one();
    return value;
  }

  bool empty() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return values_.empty();
  }

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> values_;
};

class BoundedQueueTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_TRUE(queue_.empty()); }

  BoundedQueue queue_{1};
};

TEST_F(BoundedQueueTest, KeepsTheOrder) {
  std::thread producer([this] {
    queue_.push(1);
    queue_.push(2);
  });
  EXPECT_EQ(queue_.pop(), 1);
  EXPECT_EQ(queue_.pop(), 2);
  producer.join();
}

// Fails: the signal of a push may wake the other producer, which goes back to sleep, and then all sleep.
TEST_F(BoundedQueueTest, ServesSeveralOnEachSide) {
  std::thread producers[] = {std::thread([this] { queue_.push(1); }),
                             std::thread([this] { queue_.push(2); })};
  std::thread consumer([this] { queue_.pop(); });
  queue_.pop();
  for (std::thread& producer : producers) producer.join();
  consumer.join();
}
