// BitTable: remembers a state by three bits, when there is no room for more.
//
// A state whose bits have all been set by others is taken for known, and then it is not explored: a search
// with such a table verifies nothing, but it goes on to find errors.
//
// Several workers may use one at the same time.
//
// Paper: [Holzmann-FMSD98], bitstate hashing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <vector>

#include "support/hash.h"
#include "support/large_pages.h"

namespace heddle {

class BitTable {
 public:
  explicit BitTable(size_t bytes) : words_(bytes / sizeof(uint64_t) + 1) {}

  bool contains(const Fingerprint& state) const {
    for (const uint64_t place : places_of(state))
      if (!(word(place).load(std::memory_order_relaxed) >> place % 64 & 1)) return false;
    return true;
  }
  // Whether it was new.
  bool insert(const Fingerprint& state) {
    bool is_new = false;
    for (const uint64_t place : places_of(state)) {
      const uint64_t bit = uint64_t(1) << place % 64;
      if (word(place).fetch_or(bit, std::memory_order_relaxed) & bit) continue;
      is_new = true;
      std::atomic_ref(set_).fetch_add(1, std::memory_order_relaxed);
    }
    return is_new;
  }
  size_t bytes() const { return words_.size() * sizeof(uint64_t); }
  // That a new state is taken for known.
  double omission_probability() const {
    const double share =
        double(std::atomic_ref(set_).load(std::memory_order_relaxed)) / double(bits());
    return share * share * share;
  }

 private:
  struct Places {
    uint64_t places[3];
    const uint64_t* begin() const { return places; }
    const uint64_t* end() const { return places + 3; }
  };
  std::atomic_ref<uint64_t> word(uint64_t place) const {
    return std::atomic_ref(words_[place / 64]);
  }
  uint64_t bits() const { return words_.size() * 64; }
  Places places_of(const Fingerprint& state) const {
    const auto scaled = [&](uint64_t hash) { return uint64_t(uint128(hash) * bits() >> 64); };
    return {scaled(state.low), scaled(state.high),
            scaled(mix(state.low, state.high ^ hash_constants::k3))};
  }

  // Mutable, since an atomic look at them needs that.
  mutable std::vector<uint64_t, LargePageAllocator<uint64_t>> words_;
  mutable uint64_t set_ = 0;
};

}  // namespace heddle
