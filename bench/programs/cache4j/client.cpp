// What a client does. A value equals its key, so a wrong answer is noticed at once.
//
// SPDX-License-Identifier: Apache-2.0
#include "client.h"

#include <array>
#include <cassert>

#include "parameters.h"

namespace cache4j {

namespace {

// Stands for a generator with a constant seed.
class KeySequence {
 public:
  Key next() { return keys_[position_++ % keys_.size()]; }

 private:
  std::array<Key, sizeof((const Key[]){KEYS}) / sizeof(Key)> keys_{KEYS};
  std::size_t position_ = 0;
};

}  // namespace

void Client::run() {
  KeySequence keys;
  for (int round = 0; round < rounds_; ++round) {
    const Key key = keys.next();
    const std::optional<Value> value = cache_.get(key);
    assert(!value || *value == key);
    cache_.put(key, key);
  }
}

}  // namespace cache4j
