// SPDX-License-Identifier: Apache-2.0
#include "search/striped_set.h"

#include <algorithm>

namespace heddle {

class StripedSet::Lock {
 public:
  explicit Lock(const Stripe& stripe) : stripe_(stripe) {
    while (stripe_.taken.test_and_set(std::memory_order_acquire))
      while (stripe_.taken.test(std::memory_order_relaxed)) __builtin_ia32_pause();
  }
  ~Lock() { stripe_.taken.clear(std::memory_order_release); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  const Stripe& stripe_;
};

StripedSet::StripedSet(const std::function<std::unique_ptr<VisitedSet>()>& make) {
  for (Stripe& stripe : stripes_) {
    stripe.set = make();
    bytes_ += stripe.set->bytes();
  }
}

Insertion StripedSet::insert(const Machine& machine, uint64_t extra) {
  const Stripe& stripe = stripe_of(machine);
  const Lock lock(stripe);
  const size_t before = stripe.set->bytes();
  const Insertion result = stripe.set->insert(machine, extra);
  if (result == Insertion::New) {
    size_.fetch_add(1, std::memory_order_relaxed);
    if (const size_t now = stripe.set->bytes(); now != before)
      bytes_.fetch_add(now - before, std::memory_order_relaxed);
  }
  return result;
}

bool StripedSet::contains(const Machine& machine, uint64_t extra) const {
  const Stripe& stripe = stripe_of(machine);
  const Lock lock(stripe);
  return stripe.set->contains(machine, extra);
}

std::optional<std::vector<Fingerprint>> StripedSet::fingerprints() const {
  std::vector<Fingerprint> all;
  all.reserve(size());
  for (const Stripe& stripe : stripes_) {
    const auto part = stripe.set->fingerprints();
    if (!part) return std::nullopt;
    all.insert(all.end(), part->begin(), part->end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

double StripedSet::omission_probability() const {
  // Like one set of that size: states of different stripes cannot be mistaken for each other.
  double sum = 0;
  for (const Stripe& stripe : stripes_) sum += stripe.set->omission_probability();
  return sum * double(kStripes);
}

}  // namespace heddle
