// What a client does. A value equals its key, so a wrong answer is noticed at once.
//
// SPDX-License-Identifier: Apache-2.0
#include "client.h"

#include <cassert>
#include <iterator>

#include "parameters.h"

namespace cache4j {

namespace {

// Stands for a generator with a constant seed.
class KeySequence {
 public:
  Key next() { return kKeys[position_++ % std::size(kKeys)]; }

 private:
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
