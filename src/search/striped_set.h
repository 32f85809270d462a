// StripedSet: the whole states that several workers have seen.
//
// A state belongs to one of many small sets by its fingerprint; each has a lock of its own. There are many more sets
// than workers, so they hardly ever meet, and to compress a state takes longer than to wait for one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <optional>

#include "search/visited_set.h"

namespace heddle {

class StripedSet final : public VisitedSet {
 public:
  explicit StripedSet(size_t max_bytes);
  Insertion insert(const Machine& machine, uint64_t extra) override;
  bool contains(const Machine& machine, uint64_t extra) const override;
  Insertion restore(const Fingerprint&) override { return Insertion::Full; }
  uint64_t size() const override { return size_.load(std::memory_order_relaxed); }
  size_t bytes() const override { return bytes_.load(std::memory_order_relaxed); }
  double omission_probability() const override { return 0; }

 private:
  struct alignas(64) Stripe {
    mutable std::atomic_flag taken;
    std::optional<ExactSet> set;
  };
  class Lock;
  static constexpr size_t kStripes = 64;
  static size_t number_of(const Machine& machine) { return machine.fingerprint().high % kStripes; }

  std::array<Stripe, kStripes> stripes_;
  std::atomic<uint64_t> size_{0};
  std::atomic<size_t> bytes_{0};
};

}  // namespace heddle
