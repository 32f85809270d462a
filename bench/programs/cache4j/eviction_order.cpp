// Orders of eviction. Ties are settled by the entries' ids, which are unique.
//
// SPDX-License-Identifier: Apache-2.0
#include "eviction_order.h"

#include <stdexcept>

namespace cache4j {

namespace {

bool least_recently_used(const CacheEntry* left, const CacheEntry* right) {
  if (left->last_access_time() != right->last_access_time())
    return left->last_access_time() < right->last_access_time();
  return left->id() < right->id();
}

bool least_frequently_used(const CacheEntry* left, const CacheEntry* right) {
  if (left->access_count() != right->access_count())
    return left->access_count() < right->access_count();
  return left->id() < right->id();
}

bool first_in(const CacheEntry* left, const CacheEntry* right) {
  if (left->create_time() != right->create_time())
    return left->create_time() < right->create_time();
  return left->id() < right->id();
}

}  // namespace

EvictsBefore eviction_order(EvictionAlgorithm algorithm) {
  switch (algorithm) {
    case EvictionAlgorithm::LeastRecentlyUsed: return least_recently_used;
    case EvictionAlgorithm::LeastFrequentlyUsed: return least_frequently_used;
    case EvictionAlgorithm::FirstInFirstOut: return first_in;
  }
  throw std::invalid_argument("unknown eviction algorithm");
}

}  // namespace cache4j
