// LockWords: where the locks lie that were released so far, in any execution.
//
// Asked before each access to an object that holds a lock, of which most go to other words of it: one bit says so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle {

class LockWords {
 public:
  void add(uint64_t address, uint64_t size) {
    if (address == latest_ && size == latest_size_) return;  // most are released again and again
    latest_ = address, latest_size_ = size;
    for (uint64_t word = address >> 3; word <= last(address, size); ++word) {
      const auto place = std::ranges::lower_bound(words_, word);
      if (place != words_.end() && *place == word) continue;
      words_.insert(place, word);
      filter_ |= bit(word);
    }
  }

  bool touches(uint64_t address, uint64_t size) const {
    const uint64_t first = address >> 3, end = last(address, size);
    if (first == end && !(filter_ & bit(first))) return false;
    const auto place = std::ranges::lower_bound(words_, first);
    return place != words_.end() && *place <= end;
  }

 private:
  static uint64_t bit(uint64_t word) { return uint64_t(1) << (word & 63); }
  static uint64_t last(uint64_t address, uint64_t size) { return (address + size - 1) >> 3; }

  std::vector<uint64_t> words_;  // sorted
  uint64_t filter_ = 0;
  uint64_t latest_ = 0, latest_size_ = 0;
};

}  // namespace heddle
