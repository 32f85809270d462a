// A cache that makes threads wait for a value which another thread is about to put.
//
// One lock guards the table and the order of eviction and is held for single operations on them only;
// what lies between the operations of one call is protected by the lock of the entry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "cache_config.h"
#include "cache_entry.h"
#include "cache_info.h"
#include "eviction_order.h"

namespace cache4j {

class BlockingCache {
 public:
  explicit BlockingCache(const CacheConfig& config);

  // The value of a key. If there is none, the calling thread must put one next: until then other
  // threads that ask for the key wait.
  std::optional<Value> get(Key key);
  void put(Key key, Value value);
  void remove(Key key);
  void clear();

  std::size_t size() const;
  std::size_t ordered_size() const;
  long memory_size() const;
  CacheInfo& info() { return info_; }
  const CacheConfig& config() const { return config_; }

 private:
  using Order = std::set<CacheEntry*, EvictsBefore>;

  CacheEntry& entry_of(Key key);
  CacheEntry& entry_to_put(Key key);
  void store(CacheEntry& entry, Value value);
  void reset(CacheEntry& entry);
  bool is_valid(const CacheEntry& entry) const;
  void remove_from_order(CacheEntry& entry);
  void add_to_order(CacheEntry& entry);
  void check_overflow();
  bool is_full() const;
  void evict_first();
  void take_out(Key key);

  // The entry this thread has locked by missing; there is one cache per process, as in the original.
  static thread_local CacheEntry* missed_;

  const CacheConfig config_;
  CacheInfo info_;

  mutable std::mutex mutex_;
  std::unordered_map<Key, std::unique_ptr<CacheEntry>> entries_;
  Order order_;  // entries that have a value, the next to be evicted first
  long memory_size_ = 0;
  // Taken out, but a thread may still be waiting for their lock; freed with the cache.
  std::vector<std::unique_ptr<CacheEntry>> retired_;
};

}  // namespace cache4j
