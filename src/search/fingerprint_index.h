// FingerprintIndex: numbers for fingerprints, from 0 in the order in which they are first seen.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/hash.h"

namespace heddle {

class FingerprintIndex {
 public:
  static constexpr uint32_t kNone = ~0u;

  FingerprintIndex() : slots_(1 << 10, kNone) {}
  explicit FingerprintIndex(std::span<const Fingerprint> all) : FingerprintIndex() {
    for (const Fingerprint& each : all) number_of(each);
  }

  uint32_t find(const Fingerprint& wanted) const { return slots_[slot_of(wanted)]; }
  // Gives it one if it has none.
  uint32_t number_of(const Fingerprint& wanted) {
    const size_t slot = slot_of(wanted);
    if (slots_[slot] != kNone) return slots_[slot];
    const auto number = slots_[slot] = uint32_t(all_.size());
    all_.push_back(wanted);
    if (all_.size() * 2 > slots_.size()) grow();
    return number;
  }
  // It will be asked for soon.
  void prefetch(const Fingerprint& wanted) const {
    __builtin_prefetch(&slots_[wanted.low & (slots_.size() - 1)]);
  }
  const std::vector<Fingerprint>& all() const { return all_; }
  size_t bytes() const {
    return slots_.capacity() * sizeof(uint32_t) + all_.capacity() * sizeof(Fingerprint);
  }

 private:
  // Where it is, or would be. Fingerprints are evenly spread as they are.
  size_t slot_of(const Fingerprint& wanted) const {
    const size_t mask = slots_.size() - 1;
    size_t slot = wanted.low & mask;
    while (slots_[slot] != kNone && all_[slots_[slot]] != wanted) slot = (slot + 1) & mask;
    return slot;
  }
  void grow() {
    slots_.assign(slots_.size() * 2, kNone);
    for (uint32_t number = 0; number < all_.size(); ++number)
      slots_[slot_of(all_[number])] = number;
  }

  std::vector<Fingerprint> all_;
  std::vector<uint32_t> slots_;
};

}  // namespace heddle
