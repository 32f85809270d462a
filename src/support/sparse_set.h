// SparseSet: a set of numbers, of which few of all possible ones are in it, and those in clusters.
//
// Words of 64 bits, sorted by which one they are, in one block of memory: sets are merged far more often
// than numbers are added one by one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/hash.h"

namespace heddle {

class SparseSet {
  struct Word {
    uint32_t place;
    uint64_t bits;
    friend bool operator==(const Word&, const Word&) = default;
  };

 public:
  class Iterator {
   public:
    Iterator(const Word* word, uint64_t rest) : word_(word), rest_(rest) {}
    uint32_t operator*() const { return word_->place * 64 + uint32_t(std::countr_zero(rest_)); }
    Iterator& operator++() {
      rest_ &= rest_ - 1;
      if (rest_ == 0) rest_ = (++word_)->bits;  // there is one more than in the set
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const Word* word_;
    uint64_t rest_;
  };
  Iterator begin() const { return words_.empty() ? end() : Iterator(&words_[0], words_[0].bits); }
  Iterator end() const { return {words_.data() + size(), 0}; }

  bool empty() const { return words_.empty(); }
  bool contains(uint32_t number) const {
    const size_t at = position(number / 64);
    return at < size() && words_[at].place == number / 64 && (words_[at].bits >> number % 64 & 1);
  }
  bool contains(const SparseSet& other) const;
  // Whether it was not in the set before.
  bool add(uint32_t number);
  void add(const SparseSet& other);
  void add_sorted(std::span<const uint32_t> numbers);  // to an empty set
  template <typename Which>
  void remove_if(Which which) {
    std::erase_if(words_, [&](Word& word) {
      for (uint64_t rest = word.bits; rest; rest &= rest - 1)
        if (which(word.place * 64 + uint32_t(std::countr_zero(rest)))) word.bits &= ~(rest & -rest);
      return word.bits == 0 && word.place != kEnd.place;
    });
    if (size() == 0) words_.clear();
  }
  friend SparseSet without(const SparseSet& from, const SparseSet& what);
  uint64_t hash() const {
    uint64_t hash = hash_constants::k0;
    for (const Word& word : words_) hash = mix(hash ^ word.place, word.bits);
    return hash;
  }
  friend bool operator==(const SparseSet&, const SparseSet&) = default;

 private:
  // The last word is empty and belongs to no set, unless there is none at all.
  static constexpr Word kEnd{~0u, 0};
  size_t size() const { return words_.empty() ? 0 : words_.size() - 1; }
  size_t position(uint32_t place) const {
    const auto at = std::lower_bound(words_.begin(), words_.begin() + ptrdiff_t(size()), place,
                                     [](const Word& word, uint32_t p) { return word.place < p; });
    return size_t(at - words_.begin());
  }

  std::vector<Word> words_;
};

}  // namespace heddle
