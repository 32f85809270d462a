// Prod-Cons: producers and consumers with a bounded buffer between them; the sum of what was consumed
// is checked at the end.
//
// Producers and consumers start their threads when they are constructed, as the original's do.
//
// Seeded errors:
//   BROKEN_COUNT_UNLOCKED  the number of used slots is incremented after the mutex was released, the
//                          error that the paper injects: data race; without races in view the sum is
//                          wrong or the consumer waits for ever
//   BROKEN_SILENT_HALT     the end of production wakes nobody: deadlock
//   BROKEN_IF              a woken consumer does not look again whether there is an item: it takes an
//                          empty slot and leaves although items are still to come
//   BROKEN_EARLY_HALT      the first producer that ends halts the buffer for all (2 producers): assertion
//   BROKEN_OWN_LOCK        each consumer adds to the common total under a lock of its own, as in the
//                          original (2 consumers): data race
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "buffer.h"

namespace prod_cons {
namespace {

struct Total {
  std::mutex mutex;
  int value = 0;
};

Total total;

class Producer {
 public:
  explicit Producer(Buffer& buffer) : buffer_(buffer), thread_(&Producer::run, this) {}

  void join() { thread_.join(); }

 private:
  void run() {
    for (int i = 0; i < kCount; ++i) buffer_.put(std::make_unique<Item>(i, 1));
    buffer_.halt();
  }

  Buffer& buffer_;
  std::thread thread_;  // last: it uses the other members
};

class Consumer {
 public:
  explicit Consumer(Buffer& buffer) : buffer_(buffer), thread_(&Consumer::run, this) {}

  void join() { thread_.join(); }

 private:
  void run() {
    std::vector<int> numbers;
    numbers.reserve(kMaxTaken);
    for (int i = 0; i < kMaxTaken; ++i) {
      const std::unique_ptr<Item> item = buffer_.get();
      if (!item) break;
      numbers.push_back(item->number());
      add_to_total(item->data());
    }
    if (kProducers == 1 && kConsumers == 1) check_order(numbers);
  }

  void add_to_total(int data) {
#ifdef BROKEN_OWN_LOCK
    std::lock_guard lock(own_mutex_);
#else
    std::lock_guard lock(total.mutex);
#endif
    total.value = total.value + data;
  }

  static void check_order(const std::vector<int>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) assert(numbers[i] == static_cast<int>(i));
  }

  Buffer& buffer_;
#ifdef BROKEN_OWN_LOCK
  std::mutex own_mutex_;
#endif
  std::thread thread_;  // last: it uses the other members
};

}  // namespace
}  // namespace prod_cons

int main() {
  using namespace prod_cons;
  Buffer buffer;
  std::list<Producer> producers;
  std::list<Consumer> consumers;
  for (int i = 0; i < kProducers; ++i) producers.emplace_back(buffer);
  for (int i = 0; i < kConsumers; ++i) consumers.emplace_back(buffer);
  for (Consumer& consumer : consumers) consumer.join();
  for (Producer& producer : producers) producer.join();
  assert(total.value == kCount * kProducers && "items were lost or counted twice");
}
