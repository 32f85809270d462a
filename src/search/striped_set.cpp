// SPDX-License-Identifier: Apache-2.0
#include "search/striped_set.h"

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

StripedSet::StripedSet(size_t max_bytes) {
  for (Stripe& stripe : stripes_) stripe.set.emplace(max_bytes / kStripes);
}

Insertion StripedSet::insert(const Machine& machine, uint64_t extra) {
  Stripe& stripe = stripes_[number_of(machine)];
  const Lock lock(stripe);
  const size_t before = stripe.set->bytes();
  const Insertion result = stripe.set->insert(machine, extra);
  if (result == Insertion::New) {
    size_.fetch_add(1, std::memory_order_relaxed);
    bytes_.fetch_add(stripe.set->bytes() - before, std::memory_order_relaxed);
  }
  return result;
}

bool StripedSet::contains(const Machine& machine, uint64_t extra) const {
  const Stripe& stripe = stripes_[number_of(machine)];
  const Lock lock(stripe);
  return stripe.set->contains(machine, extra);
}

}  // namespace heddle
