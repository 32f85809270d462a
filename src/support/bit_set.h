// BitSet: a set of numbers below a bound fixed when it is made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/hash.h"

namespace heddle {

class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(size_t bound) : words_((bound + 63) / 64) {}

  void add(size_t k) { words_[k / 64] |= uint64_t(1) << k % 64; }
  void remove(size_t k) { words_[k / 64] &= ~(uint64_t(1) << k % 64); }
  bool contains(size_t k) const { return words_[k / 64] >> k % 64 & 1; }
  void add_range(size_t first, size_t end) {
    visit_range(first, end, [this](size_t k, uint64_t mask) { words_[k] |= mask; });
  }
  void add_range_without(size_t first, size_t end, const BitSet& others) {
    visit_range(first, end,
                [&](size_t k, uint64_t mask) { words_[k] |= mask & ~others.words_[k]; });
  }
  void remove_range(size_t first, size_t end) {
    visit_range(first, end, [this](size_t k, uint64_t mask) { words_[k] &= ~mask; });
  }
  bool meets_range(size_t first, size_t end) const {
    uint64_t met = 0;
    visit_range(first, end, [&](size_t k, uint64_t mask) { met |= words_[k] & mask; });
    return met != 0;
  }
  bool covers_range(size_t first, size_t end) const {
    uint64_t missing = 0;
    visit_range(first, end, [&](size_t k, uint64_t mask) { missing |= ~words_[k] & mask; });
    return missing == 0;
  }
  void add(const BitSet& other) {
    for (size_t k = 0; k < words_.size(); ++k) words_[k] |= other.words_[k];
  }
  void add_without(const BitSet& other, const BitSet& left_out) {
    for (size_t k = 0; k < words_.size(); ++k) words_[k] |= other.words_[k] & ~left_out.words_[k];
  }
  // What both others have; whether there was anything new.
  bool add_common(const BitSet& a, const BitSet& b) {
    uint64_t added = 0;
    for (size_t k = 0; k < words_.size(); ++k) {
      added |= a.words_[k] & b.words_[k] & ~words_[k];
      words_[k] |= a.words_[k] & b.words_[k];
    }
    return added != 0;
  }
  bool meets(const BitSet& other) const {
    for (size_t k = 0; k < words_.size(); ++k)
      if (words_[k] & other.words_[k]) return true;
    return false;
  }
  bool covers(const BitSet& other) const {
    for (size_t k = 0; k < words_.size(); ++k)
      if (other.words_[k] & ~words_[k]) return false;
    return true;
  }
  bool empty() const {
    for (const uint64_t word : words_)
      if (word) return false;
    return true;
  }
  // Calls visit(number) in ascending order.
  template <typename Visit>
  void visit(Visit visit) const {
    for (size_t k = 0; k < words_.size(); ++k)
      for (uint64_t rest = words_[k]; rest; rest &= rest - 1)
        visit(k * 64 + size_t(std::countr_zero(rest)));
  }
  size_t bytes() const { return words_.size() * sizeof(uint64_t); }
  uint64_t hash() const {
    uint64_t hash = hash_constants::k0;
    for (const uint64_t word : words_) hash = mix(hash, word);
    return hash;
  }
  friend bool operator==(const BitSet&, const BitSet&) = default;

 private:
  // Calls visit(number of the word, its bits in the range).
  template <typename Visit>
  static void visit_range(size_t first, size_t end, Visit visit) {
    if (first >= end) return;
    const size_t last = (end - 1) / 64;
    uint64_t mask = ~uint64_t(0) << first % 64;
    for (size_t k = first / 64; k < last; ++k, mask = ~uint64_t(0)) visit(k, mask);
    visit(last, mask & ~uint64_t(0) >> (63 - (end - 1) % 64));
  }

  std::vector<uint64_t> words_;
};

}  // namespace heddle
