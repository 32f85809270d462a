// SPDX-License-Identifier: Apache-2.0
#include "support/sparse_set.h"

#include <utility>

namespace heddle {

bool SparseSet::contains(const SparseSet& other) const {
  size_t at = 0;
  for (size_t k = 0; k < other.size(); ++k) {
    while (at < size() && words_[at].place < other.words_[k].place) ++at;
    const bool here = at < size() && words_[at].place == other.words_[k].place;
    if (!here || other.words_[k].bits & ~words_[at].bits) return false;
  }
  return true;
}

bool SparseSet::add(uint32_t number) {
  const uint64_t bit = uint64_t(1) << number % 64;
  const size_t at = position(number / 64);
  if (words_.empty()) words_.push_back(kEnd);
  if (words_[at].place != number / 64) {
    words_.insert(words_.begin() + ptrdiff_t(at), {number / 64, bit});
    return true;
  }
  const bool is_new = !(words_[at].bits & bit);
  words_[at].bits |= bit;
  return is_new;
}

void SparseSet::add_sorted(std::span<const uint32_t> numbers) {
  for (const uint32_t number : numbers) {
    if (words_.empty() || words_.back().place != number / 64) words_.push_back({number / 64, 0});
    words_.back().bits |= uint64_t(1) << number % 64;
  }
  if (!words_.empty()) words_.push_back(kEnd);
}

void SparseSet::add(const SparseSet& other) {
  size_t missing = 0;
  for (size_t k = 0, at = 0; k < other.size(); ++k) {
    while (at < size() && words_[at].place < other.words_[k].place) ++at;
    if (at < size() && words_[at].place == other.words_[k].place)
      words_[at].bits |= other.words_[k].bits;
    else
      ++missing;
  }
  if (missing == 0) return;
  if (words_.empty()) words_.push_back(kEnd);
  // From the back, so that nothing is overwritten that is still needed.
  size_t from = words_.size();
  words_.resize(from + missing);
  size_t to = words_.size();
  for (size_t k = other.size(); missing > 0;) {
    if (k > 0 && (from == 0 || words_[from - 1].place < other.words_[k - 1].place)) {
      words_[--to] = other.words_[--k];
      --missing;
    } else {
      if (k > 0 && words_[from - 1].place == other.words_[k - 1].place) --k;
      words_[--to] = words_[--from];
    }
  }
}

SparseSet without(const SparseSet& from, const SparseSet& what) {
  SparseSet left;
  left.words_.reserve(from.words_.size());
  for (size_t k = 0, at = 0; k < from.size(); ++k) {
    SparseSet::Word word = from.words_[k];
    while (at < what.size() && what.words_[at].place < word.place) ++at;
    if (at < what.size() && what.words_[at].place == word.place) word.bits &= ~what.words_[at].bits;
    if (word.bits) left.words_.push_back(word);
  }
  if (!left.words_.empty()) left.words_.push_back(SparseSet::kEnd);
  return left;
}

}  // namespace heddle
