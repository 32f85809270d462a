// DepthRecord: the shortest path on which each state was reached, for searches with a limit of depth.
//
// The transitions that are left belong to a state: reached again on a shorter path, it may lead further.
// Fingerprints will do here whatever the visited set keeps: where a limit cuts, nothing is verified.
// Several workers share one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <unordered_map>

#include "support/hash.h"

namespace heddle {

class DepthRecord {
 public:
  bool shortens(const Fingerprint& state, uint64_t depth) const {
    const std::lock_guard lock(mutex_);
    const auto found = depths_.find(state);
    return found == depths_.end() || depth < found->second;
  }
  void note(const Fingerprint& state, uint64_t depth) {
    const std::lock_guard lock(mutex_);
    const auto [known, is_new] = depths_.try_emplace(state, depth);
    if (!is_new && depth < known->second) known->second = depth;
  }
  // A node and its share of the table.
  size_t bytes() const {
    const std::lock_guard lock(mutex_);
    return depths_.size() * (sizeof(Fingerprint) + 4 * sizeof(uint64_t));
  }

 private:
  struct Spread {
    size_t operator()(const Fingerprint& state) const { return state.low; }
  };
  mutable std::mutex mutex_;
  std::unordered_map<Fingerprint, uint64_t, Spread> depths_;
};

}  // namespace heddle
