// The cache's protocol: an entry is taken out of the order before the fields that order it change.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocking_cache.h"

#include <utility>

#include "cache_exception.h"

namespace cache4j {

namespace {

class EntryLock {
 public:
  explicit EntryLock(CacheEntry& entry) : entry_(entry) { entry_.lock(); }
  ~EntryLock() {
    if (!kept_) entry_.unlock();
  }
  EntryLock(const EntryLock&) = delete;
  EntryLock& operator=(const EntryLock&) = delete;

  void keep() { kept_ = true; }

 private:
  CacheEntry& entry_;
  bool kept_ = false;
};

// What a value takes; only asked for when the memory of the cache is limited.
long size_of(Value) { return long(sizeof(CacheEntry)); }

}  // namespace

thread_local CacheEntry* BlockingCache::missed_ = nullptr;

BlockingCache::BlockingCache(const CacheConfig& config)
    : config_(config), order_(eviction_order(config.algorithm())) {}

std::optional<Value> BlockingCache::get(Key key) {
  if (missed_ != nullptr) throw CacheException("get: this thread must put a value first");
  CacheEntry& entry = entry_of(key);
  EntryLock lock(entry);
  const std::optional<Value> value = entry.value();
  if (!value || !is_valid(entry)) {
    lock.keep();
    missed_ = &entry;
    info_.add_miss();
    return std::nullopt;
  }
  remove_from_order(entry);
  entry.update_statistics();
  add_to_order(entry);
  info_.add_hit();
  return value;
}

void BlockingCache::put(Key key, Value value) {
  check_overflow();
  CacheEntry& entry = entry_to_put(key);
#ifdef BROKEN_NO_ENTRY_LOCK
  store(entry, value);
  entry.unlock();
#else
  const EntryLock lock(entry);
  store(entry, value);
#endif
}

CacheEntry& BlockingCache::entry_to_put(Key key) {
  if (missed_ == nullptr) return entry_of(key);
  CacheEntry& missed = *std::exchange(missed_, nullptr);
  if (missed.key() == key) return missed;
  missed.unlock();
  throw CacheException("put: not the key that this thread missed");
}

void BlockingCache::store(CacheEntry& entry, Value value) {
  info_.add_put();
  remove_from_order(entry);
  reset(entry);
  const long size = config_.max_memory() == 0 ? 0 : size_of(value);
  entry.set_value(value, size);
  {
#ifndef BROKEN_MEMORY_SIZE
    const std::lock_guard lock(mutex_);
#endif
    memory_size_ += size;
  }
  add_to_order(entry);
}

void BlockingCache::reset(CacheEntry& entry) {
  {
    const std::lock_guard lock(mutex_);
    memory_size_ -= entry.size();
  }
  entry.reset();
}

void BlockingCache::remove(Key key) {
  CacheEntry& entry = entry_of(key);
  const EntryLock lock(entry);
  remove_from_order(entry);
  const std::lock_guard guard(mutex_);
  memory_size_ -= entry.size();
  take_out(key);
  info_.add_remove();
}

void BlockingCache::clear() {
  if (missed_ != nullptr) std::exchange(missed_, nullptr)->unlock();
  const std::lock_guard lock(mutex_);
  order_.clear();
  for (auto& [key, entry] : entries_) retired_.push_back(std::move(entry));
  entries_.clear();
  memory_size_ = 0;
  info_.reset();
}

std::size_t BlockingCache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

std::size_t BlockingCache::ordered_size() const {
  const std::lock_guard lock(mutex_);
  return order_.size();
}

long BlockingCache::memory_size() const {
  const std::lock_guard lock(mutex_);
  return memory_size_;
}

CacheEntry& BlockingCache::entry_of(Key key) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  if (found != entries_.end()) return *found->second;
  return *entries_.emplace(key, std::make_unique<CacheEntry>(key)).first->second;
}

bool BlockingCache::is_valid(const CacheEntry& entry) const {
  if (config_.time_to_live() == 0) return true;
  return entry.last_access_time() <= entry.create_time() + config_.time_to_live();
}

void BlockingCache::remove_from_order(CacheEntry& entry) {
  const std::lock_guard lock(mutex_);
  order_.erase(&entry);
}

void BlockingCache::add_to_order(CacheEntry& entry) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(entry.key());
  // It may have been taken out while its thread worked on it.
  if (found != entries_.end() && found->second.get() == &entry) order_.insert(&entry);
}

void BlockingCache::check_overflow() {
  const std::lock_guard lock(mutex_);
  while (is_full() && !order_.empty()) evict_first();
}

bool BlockingCache::is_full() const {
  if (entries_.size() + 1 > config_.max_size()) return true;
  return config_.max_memory() != 0 && memory_size_ >= config_.max_memory();
}

void BlockingCache::evict_first() {
  CacheEntry& entry = **order_.begin();
  order_.erase(order_.begin());
  memory_size_ -= entry.size();
  take_out(entry.key());
}

void BlockingCache::take_out(Key key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return;
  retired_.push_back(std::move(found->second));
  entries_.erase(found);
}

}  // namespace cache4j
