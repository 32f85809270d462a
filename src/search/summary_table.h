// SummaryTable: the states a stateful dynamic POR has met, each with what can follow it.
//
// Open addressing, 24 bytes an entry, at most three quarters full; states are told apart by 128 bits, as in visited_set.h.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "search/access_summaries.h"
#include "support/hash.h"

namespace heddle {

class SummaryTable {
 public:
  struct State {
    Fingerprint key;  // low half zero: empty
    SummaryId summary = 0;
    uint32_t order =
        0;  // in which it was met, from 1, as long as what follows it is not all known; then 0
  };

  SummaryTable() : states_(size_t(1) << 12) {}

  // The state, and whether it is new. Valid until the next one is met.
  std::pair<State*, bool> meet(const Fingerprint& state) {
    if ((size_ + 1) * 4 > states_.size() * 3) grow();
    State* place = find(with_low(state));
    if (place->key.low != 0) return {place, false};
    place->key = with_low(state);
    ++size_;
    return {place, true};
  }
  State& operator[](const Fingerprint& state) { return *find(with_low(state)); }

  uint64_t size() const { return size_; }
  size_t bytes() const { return states_.capacity() * sizeof(State); }
  // The birthday bound: n (n - 1) / 2 pairs, each alike with probability 2^-128.
  double omission_probability() const {
    const auto n = double(size_);
    return n * (n - 1) / 2 * std::pow(2.0, -128);
  }

 private:
  static Fingerprint with_low(Fingerprint state) {
    if (state.low == 0) state.low = 1;
    return state;
  }
  State* find(const Fingerprint& key) {
    size_t place = key.low & (states_.size() - 1);
    while (states_[place].key.low != 0 && states_[place].key != key)
      place = (place + 1) & (states_.size() - 1);
    return &states_[place];
  }
  void grow() {
    std::vector<State> old(states_.size() * 2);
    old.swap(states_);
    for (const State& state : old)
      if (state.key.low != 0) *find(state.key) = state;
  }

  std::vector<State> states_;
  uint64_t size_ = 0;
};

}  // namespace heddle
