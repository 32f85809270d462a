// Cache4j: a blocking object cache with eviction of the least recently used, and two clients.
//
// The shape is that of the program in [ParizekJancik-SPIN14]. The errors:
//   BROKEN_MEMORY_SIZE     the memory size is updated outside the cache's lock: a data race
//   BROKEN_NEXT_ID         the counter of ids has no lock: a data race
//   BROKEN_WAIT_ONCE       who waits for an entry does not look again: two threads own it (a thread
//                          must come back to a key: KEYS=0,0)
//   BROKEN_NO_NOTIFY       unlocking an entry wakes nobody: a deadlock
//   BROKEN_NO_ENTRY_LOCK   put after a hit does not lock the entry: a data race (KEYS=0,0)
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <list>

#include "blocking_cache.h"
#include "client.h"
#include "parameters.h"

namespace {

cache4j::CacheConfig configuration() {
  return cache4j::CacheConfig("default", "blocking cache of numbers")
      .with_algorithm(cache4j::EvictionAlgorithm::LeastRecentlyUsed)
      .with_max_size(cache4j::kMaxSize)
      .with_max_memory(cache4j::kMaxMemory);
}

void check(cache4j::BlockingCache& cache) {
  const cache4j::CacheCounts counts = cache.info().counts();
  assert(counts.hit + counts.miss == cache4j::kThreads * cache4j::kRounds);
  assert(counts.put == cache4j::kThreads * cache4j::kRounds);
  assert(cache.size() == cache.ordered_size());
  // The limit is checked before a put, and entries without a value are not evicted.
  assert(cache.size() <= cache4j::kMaxSize + cache4j::kThreads);
}

}  // namespace

int main() {
  cache4j::BlockingCache cache(configuration());
  std::list<cache4j::Client> clients;
  for (int number = 0; number < cache4j::kThreads; ++number)
    clients.emplace_back(cache, cache4j::kRounds);
  for (cache4j::Client& client : clients) client.start();
  for (cache4j::Client& client : clients) client.join();
  check(cache);
}
