// LockWords: where locks were released, and which words were looked at other than by taking a lock, in any
// execution. Where the two meet, somebody may see a lock held without waiting for it.
//
// They come in any order: what one execution looks at, another one may release later. What lies at the same
// address in turn is told apart by the size of the object (0: nothing else can lie there).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "machine/thread.h"

namespace heddle {

// 64 words of eight bytes each by what they have in common, as a mask.
using WordSet = std::map<uint64_t, uint64_t>;

struct LockWordSets {
  WordSet released;
  WordSet looked_at;

  bool meet() const;
  void add(const LockWordSets& other);
};

class LockWords {
 public:
  // Whether somebody looks at what is released here, as far as that was not told before.
  bool release(const MemoryRange& range, uint64_t object_size) {
    if (range == latest_ && object_size == latest_object_)
      return false;  // most are, again and again
    latest_ = range, latest_object_ = object_size;
    return note(words_.released, words_.looked_at, range, object_size);
  }

  // Whether `look` has nothing new to tell. It is asked before each access to shared memory.
  bool knows_look(const MemoryRange& range, uint64_t object_size) const {
    const uint64_t word = range.address >> 3, known = word + apart(object_size);
    return recent_[word % kRecent] == known && word == last_word(range);
  }

  // Whether what is looked at here is released somewhere.
  bool look(const MemoryRange& range, uint64_t object_size) {
    const uint64_t word = range.address >> 3;
    recent_[word % kRecent] = word + apart(object_size);
    return note(words_.looked_at, words_.released, range, object_size);
  }

  const LockWordSets& words() const { return words_; }
  void adopt(const LockWordSets& words) { words_ = words; }

 private:
  static constexpr uint64_t kRecent = 1024;

  static uint64_t apart(uint64_t object_size) { return object_size * 0x9e3779b97f4a7c15; }
  static uint64_t last_word(const MemoryRange& range) {
    return (range.address + range.size - 1) >> 3;
  }
  static bool note(WordSet& words, const WordSet& others, const MemoryRange& range,
                   uint64_t object_size);

  LockWordSets words_;
  std::array<uint64_t, kRecent> recent_{};  // words that were looked at; nothing lies at word 0
  MemoryRange latest_;
  uint64_t latest_object_ = 0;
};

}  // namespace heddle
