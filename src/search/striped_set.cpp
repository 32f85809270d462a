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
  const Stripe& stripe = stripe_of(machine.fingerprint());
  const Lock lock(stripe);
  const size_t before = stripe.set->bytes();
  return count(stripe, before, stripe.set->insert(machine, extra));
}

Insertion StripedSet::restore(const Fingerprint& state) {
  const Stripe& stripe = stripe_of(state);
  const Lock lock(stripe);
  const size_t before = stripe.set->bytes();
  return count(stripe, before, stripe.set->restore(state));
}

Insertion StripedSet::count(const Stripe& stripe, size_t bytes_before, Insertion result) {
  if (result == Insertion::New) {
    size_.fetch_add(1, std::memory_order_relaxed);
    if (const size_t now = stripe.set->bytes(); now != bytes_before)
      bytes_.fetch_add(now - bytes_before, std::memory_order_relaxed);
  }
  return result;
}

bool StripedSet::contains(const Machine& machine, uint64_t extra) const {
  const Stripe& stripe = stripe_of(machine.fingerprint());
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

double StripedSet::omission_of(const Stripe& stripe) {
  const Lock lock(stripe);
  return stripe.set->omission_probability();
}

double StripedSet::omission_probability() const {
  // Like one set of that size: states of different stripes cannot be mistaken for each other.
  double sum = 0;
  if (lossy_since()) {
    for (const Stripe& stripe : stripes_) sum += omission_of(stripe);
    return sum / double(kStripes);
  }
  for (const Stripe& stripe : stripes_) sum += omission_of(stripe);
  return sum * double(kStripes);
}

bool StripedSet::shrink() {
  bool shrunk = false;
  for (const Stripe& stripe : stripes_) {
    const Lock lock(stripe);
    const size_t before = stripe.set->bytes();
    if (!stripe.set->shrink()) continue;
    bytes_.fetch_sub(before - stripe.set->bytes(), std::memory_order_relaxed);
    shrunk = true;
  }
  return shrunk;
}

// They fill up at about the same time.
std::optional<uint64_t> StripedSet::lossy_since() const {
  std::optional<uint64_t> sum;
  for (const Stripe& stripe : stripes_) {
    const Lock lock(stripe);
    if (const auto since = stripe.set->lossy_since()) sum = sum.value_or(0) + *since;
  }
  return sum;
}

}  // namespace heddle
