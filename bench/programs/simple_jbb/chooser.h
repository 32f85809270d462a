// Picks the customers, items and amounts of a client's transactions.
//
// A fixed sequence per client instead of random numbers: the interleavings are to be explored, not
// the inputs. Belongs to one client.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "money.h"

namespace jbb {

class Chooser {
 public:
  explicit Chooser(int seed) : state_(seed) {}

  // A number from 0 to limit - 1.
  int below(int limit);
  // A number from low to high.
  int between(int low, int high) { return low + below(high - low + 1); }
  Money amount(int lowest, int highest) { return {100L * between(lowest, highest)}; }

 private:
  unsigned state_;
};

}  // namespace jbb
