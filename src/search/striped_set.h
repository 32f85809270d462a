// StripedSet: the visited set of several workers.
//
// A state belongs to one of many small sets by its fingerprint; each has a lock of its own. A look-up
// takes tens of nanoseconds, a transition a thousand, and there are many more sets than workers, so
// they hardly ever meet; in exchange each set grows on its own, and nobody waits for the others to let
// a table grow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>

#include "search/visited_set.h"

namespace heddle {

class StripedSet final : public VisitedSet {
 public:
  static constexpr size_t kStripes = 64;

  // `make` makes a set for one stripe.
  explicit StripedSet(const std::function<std::unique_ptr<VisitedSet>()>& make);
  Insertion insert(const Machine& machine, uint64_t extra) override;
  bool contains(const Machine& machine, uint64_t extra) const override;
  Insertion restore(const Fingerprint& state) override;
  uint64_t size() const override { return size_.load(std::memory_order_relaxed); }
  size_t bytes() const override { return bytes_.load(std::memory_order_relaxed); }
  double omission_probability() const override;
  std::optional<std::vector<Fingerprint>> fingerprints() const override;
  std::optional<uint64_t> lossy_since() const override;
  bool shrink() override;

 private:
  struct alignas(64) Stripe {
    mutable std::atomic_flag taken;
    std::unique_ptr<VisitedSet> set;
  };
  class Lock;
  const Stripe& stripe_of(const Fingerprint& state) const {
    return stripes_[state.high % kStripes];
  }
  static double omission_of(const Stripe& stripe);
  Insertion count(const Stripe& stripe, size_t bytes_before, Insertion result);

  std::array<Stripe, kStripes> stripes_;
  std::atomic<uint64_t> size_{0};
  std::atomic<size_t> bytes_{0};
};

}  // namespace heddle
