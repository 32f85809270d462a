// Trail: what was overwritten, so that a state can be taken back.
//
// Backtracking costs what the transition changed, never the size of the state. Entries are pushed
// on one stack of words, newest last; each ends in the address it restores, with the number of
// words in the address's unused upper 16 bits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace heddle {

class Trail {
 public:
  using Mark = size_t;

  Trail() { grow(1 << 16); }
  Trail(const Trail&) = delete;
  Trail& operator=(const Trail&) = delete;

  Mark mark() const { return size_; }
  void clear() { size_ = 0; }
  size_t bytes() const { return capacity() * sizeof(uint64_t); }

  void save(uint64_t* word) {
    reserve(2);
    top()[0] = *word;
    top()[1] = tag(word, 1);
    size_ += 2;
  }

  // `count` words that may change from here on.
  void save_block(uint64_t* words, size_t count) {
    while (count > kMaxBlock) {
      save_block(words, kMaxBlock);
      words += kMaxBlock;
      count -= kMaxBlock;
    }
    reserve(count + 1);
    std::memcpy(top(), words, count * sizeof(uint64_t));
    top()[count] = tag(words, count);
    size_ += count + 1;
  }

  // A block of a size known beforehand: most are so small that calling memcpy would cost more.
  template <typename T>
  void save_whole(T& object) {
    constexpr size_t kCount = sizeof(T) / sizeof(uint64_t);
    static_assert(sizeof(T) % sizeof(uint64_t) == 0 && kCount > 1 && kCount <= kMaxBlock);
    reserve(kCount + 1);
    uint64_t* words = reinterpret_cast<uint64_t*>(&object);
    std::memcpy(top(), words, sizeof(T));
    top()[kCount] = tag(words, kCount);
    size_ += kCount + 1;
  }

  // The registers of a frame that matter; the others need not come back. The list must outlive us.
  void save_slots(uint64_t* slots, std::span<const uint32_t> live) {
    if (live.empty()) return;
    reserve(live.size() + 3);
    uint64_t* out = top();
    for (const uint32_t slot : live) *out++ = slots[slot];
    *out++ = live.size();
    *out++ = reinterpret_cast<uintptr_t>(live.data());
    *out++ = tag(slots, kScattered);
    size_ = size_t(out - stack_.data());
  }

  void undo(Mark mark) {
    while (size_ > mark) {
      const uint64_t entry = stack_[--size_];
      uint64_t* target = reinterpret_cast<uint64_t*>(entry & kAddressMask);
      const uint64_t count = entry >> kCountShift;
      if (count == 1) {
        *target = stack_[--size_];
      } else if (count == kScattered) {
        restore_slots(target);
      } else {
        size_ -= count;
        std::memcpy(target, top(), count * sizeof(uint64_t));
      }
    }
  }

 private:
  static constexpr unsigned kCountShift = 48;
  static constexpr uint64_t kAddressMask = (uint64_t(1) << kCountShift) - 1;
  static constexpr uint64_t kScattered = 0xffff;
  static constexpr size_t kMaxBlock = 0xfffe;

  static uint64_t tag(const uint64_t* address, uint64_t count) {
    return reinterpret_cast<uintptr_t>(address) | count << kCountShift;
  }
  size_t capacity() const { return stack_.size(); }
  uint64_t* top() { return stack_.data() + size_; }
  void reserve(size_t words) {
    if (size_ + words > capacity()) [[unlikely]]
      grow(size_ + words);
  }
  void grow(size_t at_least) { stack_.resize(std::max(at_least, stack_.size() * 2)); }
  void restore_slots(uint64_t* slots) {
    const auto* live = reinterpret_cast<const uint32_t*>(stack_[--size_]);
    const size_t count = stack_[--size_];
    size_ -= count;
    for (size_t i = 0; i < count; ++i) slots[live[i]] = stack_[size_ + i];
  }

  std::vector<uint64_t> stack_;
  size_t size_ = 0;
};

}  // namespace heddle
