// A thread that uses the cache: for each key of its sequence it asks, then puts.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>

#include "blocking_cache.h"

namespace cache4j {

class Client {
 public:
  Client(BlockingCache& cache, int rounds) : cache_(cache), rounds_(rounds) {}

  void start() {
    thread_ = std::thread([this] { run(); });
  }
  void join() { thread_.join(); }

 private:
  void run();

  BlockingCache& cache_;
  const int rounds_;
  std::thread thread_;
};

}  // namespace cache4j
