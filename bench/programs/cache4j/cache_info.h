// Counters of what happened to a cache, with a lock of their own.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace cache4j {

struct CacheCounts {
  long hit = 0;
  long miss = 0;
  long put = 0;
  long remove = 0;
};

class CacheInfo {
 public:
  void add_hit();
  void add_miss();
  void add_put();
  void add_remove();
  CacheCounts counts() const;
  void reset();

 private:
  mutable std::mutex mutex_;
  CacheCounts counts_;
};

}  // namespace cache4j
