// Which of two entries is evicted first, for each algorithm.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cache_config.h"
#include "cache_entry.h"

namespace cache4j {

using EvictsBefore = bool (*)(const CacheEntry*, const CacheEntry*);

EvictsBefore eviction_order(EvictionAlgorithm algorithm);

}  // namespace cache4j
