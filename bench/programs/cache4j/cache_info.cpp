// Counters of a cache: each update takes the lock for itself alone.
//
// SPDX-License-Identifier: Apache-2.0
#include "cache_info.h"

namespace cache4j {

void CacheInfo::add_hit() {
  const std::lock_guard lock(mutex_);
  ++counts_.hit;
}

void CacheInfo::add_miss() {
  const std::lock_guard lock(mutex_);
  ++counts_.miss;
}

void CacheInfo::add_put() {
  const std::lock_guard lock(mutex_);
  ++counts_.put;
}

void CacheInfo::add_remove() {
  const std::lock_guard lock(mutex_);
  ++counts_.remove;
}

CacheCounts CacheInfo::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

void CacheInfo::reset() {
  const std::lock_guard lock(mutex_);
  counts_ = CacheCounts();
}

}  // namespace cache4j
