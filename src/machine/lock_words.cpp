// SPDX-License-Identifier: Apache-2.0
#include "machine/lock_words.h"

#include <algorithm>

namespace heddle {

bool LockWordSets::meet() const {
  return std::ranges::any_of(released, [&](const auto& words) {
    const auto found = looked_at.find(words.first);
    return found != looked_at.end() && (found->second & words.second);
  });
}

void LockWordSets::add(const LockWordSets& other) {
  for (const auto& [where, mask] : other.released) released[where] |= mask;
  for (const auto& [where, mask] : other.looked_at) looked_at[where] |= mask;
}

bool LockWords::note(WordSet& words, const WordSet& others, const MemoryRange& range,
                     uint64_t object_size) {
  if (range.size == 0) return false;
  bool met = false;
  const uint64_t first = range.address >> 3, last = last_word(range);
  for (uint64_t block = first >> 6; block <= last >> 6; ++block) {
    uint64_t mask = ~uint64_t(0);
    if (block == first >> 6) mask &= ~uint64_t(0) << (first & 63);
    if (block == last >> 6) mask &= ~uint64_t(0) >> (63 - (last & 63));
    const uint64_t where = block + apart(object_size);
    words[where] |= mask;
    const auto found = others.find(where);
    met = met || (found != others.end() && (found->second & mask));
  }
  return met;
}

}  // namespace heddle
