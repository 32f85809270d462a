// A cache that many threads read and few change, behind a std::shared_mutex.
//
// In read_mostly_cache_bad.cpp find() hands out the address of a value inside the map: the shared lock protects the look-up, not
// what the caller does with the result. read_mostly_cache_ok.cpp hands out shared ownership.
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>

class Cache {
 public:
  using Value = std::string;
  using Handle = const Value*;  // null: there is no such entry

  Handle find(int key) const {
    std::shared_lock lock(mutex_);
    auto entry = entries_.find(key);
    return entry == entries_.end() ? nullptr : &entry->second;
  }

  void insert(int key, Value value) {
    std::unique_lock lock(mutex_);
    entries_.insert_or_assign(key, std::move(value));
  }

  void erase(int key) {
    std::unique_lock lock(mutex_);
    entries_.erase(key);
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<int, Value> entries_;
};

static void greet(const Cache& cache) {
  if (Cache::Handle name = cache.find(7)) assert(*name == "seven");
}

int main() {
  Cache cache;
  cache.insert(7, "seven");
  std::thread first_reader(greet, std::cref(cache));
  std::thread second_reader(greet, std::cref(cache));
  cache.erase(7);
  first_reader.join();
  second_reader.join();
}
