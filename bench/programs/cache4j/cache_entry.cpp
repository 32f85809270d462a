// An entry's lock and statistics. Time is modelled: it advances with the number of accesses only.
//
// SPDX-License-Identifier: Apache-2.0
#include "cache_entry.h"

namespace cache4j {

namespace {

constexpr long kCreateTime = 10;
constexpr long kResetTime = 20;
constexpr long kTimePerAccess = 50;

std::mutex id_mutex;
long last_id = 0;

long next_id() {
#ifndef BROKEN_NEXT_ID
  const std::lock_guard lock(id_mutex);
#endif
  return ++last_id;
}

}  // namespace

CacheEntry::CacheEntry(Key key)
    : key_(key), create_time_(kCreateTime), last_access_time_(kCreateTime) {}

void CacheEntry::lock() {
  std::unique_lock guard(mutex_);
  const std::thread::id self = std::this_thread::get_id();
  if (lock_thread_ == self) return;
#ifdef BROKEN_WAIT_ONCE
  if (lock_thread_ != std::thread::id()) unlocked_.wait(guard);
#else
  while (lock_thread_ != std::thread::id()) unlocked_.wait(guard);
#endif
  lock_thread_ = self;
}

void CacheEntry::unlock() {
  const std::lock_guard guard(mutex_);
  lock_thread_ = std::thread::id();
#ifndef BROKEN_NO_NOTIFY
  unlocked_.notify_one();
#endif
}

void CacheEntry::set_value(Value value, long size) {
  value_ = value;
  size_ = size;
}

void CacheEntry::update_statistics() {
  ++access_count_;
  last_access_time_ = create_time_ + kTimePerAccess * access_count_;
  id_ = next_id();
}

void CacheEntry::reset() {
  value_.reset();
  size_ = 0;
  access_count_ = 1;
  create_time_ = kResetTime;
  last_access_time_ = create_time_;
  id_ = next_id();
}

}  // namespace cache4j
