// A bounded buffer of items with a single mutex and condition, as a Java monitor has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "parameters.h"

namespace prod_cons {

// What is produced. Nobody changes an item once it has been put into a buffer.
class Item {
 public:
  Item(int number, int data) : number_(number), data_(data) {}

  int number() const { return number_; }
  int data() const { return data_; }

 private:
  const int number_;
  const int data_;
};

class Buffer {
 public:
  // Waits while the buffer is full.
  void put(std::unique_ptr<Item> item);

  // Waits while the buffer is empty and something may still come; null when nothing will.
  std::unique_ptr<Item> get();

  // A producer will put nothing more.
  void halt();

 private:
  bool halted() const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::unique_ptr<Item>, kBufferSize> slots_;
  int put_position_ = 0;
  int get_position_ = 0;
  int used_slots_ = 0;
  int halted_producers_ = 0;
};

}  // namespace prod_cons
