// What a cache is configured with; set before the cache exists and never changed.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace cache4j {

enum class EvictionAlgorithm { LeastRecentlyUsed, LeastFrequentlyUsed, FirstInFirstOut };

class CacheConfig {
 public:
  CacheConfig(std::string id, std::string description)
      : id_(std::move(id)), description_(std::move(description)) {}

  CacheConfig& with_algorithm(EvictionAlgorithm algorithm) {
    algorithm_ = algorithm;
    return *this;
  }
  CacheConfig& with_max_size(std::size_t entries) {
    max_size_ = entries;
    return *this;
  }
  CacheConfig& with_max_memory(long bytes) {
    max_memory_ = bytes;
    return *this;
  }
  CacheConfig& with_time_to_live(long milliseconds) {
    time_to_live_ = milliseconds;
    return *this;
  }

  const std::string& id() const { return id_; }
  const std::string& description() const { return description_; }
  EvictionAlgorithm algorithm() const { return algorithm_; }
  std::size_t max_size() const { return max_size_; }
  long max_memory() const { return max_memory_; }  // 0: no limit
  long time_to_live() const { return time_to_live_; }  // 0: for ever

 private:
  std::string id_;
  std::string description_;
  EvictionAlgorithm algorithm_ = EvictionAlgorithm::LeastRecentlyUsed;
  std::size_t max_size_ = 0;
  long max_memory_ = 0;
  long time_to_live_ = 0;
};

}  // namespace cache4j
