// One entry of the cache: a key, its value if there is one, statistics, and a lock made by hand.
//
// The lock outlives the calls of the cache: a thread that misses keeps the entry locked until it has
// put the value, so that others wait for the value instead of computing it as well. Apart from the
// key, everything in an entry may be touched only by the thread that has locked it, or, for the
// fields by which entries are ordered, under the cache's lock while the entry is in the order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace cache4j {

using Key = long;
using Value = long;

class CacheEntry {
 public:
  explicit CacheEntry(Key key);

  // Waits until no other thread has the entry locked. Locking it again has no effect.
  void lock();
  void unlock();

  Key key() const { return key_; }
  const std::optional<Value>& value() const { return value_; }
  void set_value(Value value, long size);
  long size() const { return size_; }

  long access_count() const { return access_count_; }
  long create_time() const { return create_time_; }
  long last_access_time() const { return last_access_time_; }
  long id() const { return id_; }

  void update_statistics();
  void reset();

 private:
  const Key key_;
  std::optional<Value> value_;
  long size_ = 0;
  long access_count_ = 1;
  long create_time_;
  long last_access_time_;
  long id_ = 0;  // when it was last touched, among all entries: decides between equal times

  std::mutex mutex_;
  std::condition_variable unlocked_;
  std::thread::id lock_thread_;
};

}  // namespace cache4j
