// RandomOrder: of the threads at a choice, any one goes next with the same probability.
//
// With state matching a search in random order still covers everything; it only comes to other places first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/strategy.h"
#include "support/random.h"

namespace heddle {

class RandomOrder final : public Strategy {
 public:
  explicit RandomOrder(uint64_t seed) : random_(seed) {}
  ThreadNumber next(const Machine&, uint64_t threads, ThreadNumber) override {
    return random_.member_of(threads);
  }

 private:
  Random random_;
};

}  // namespace heddle
