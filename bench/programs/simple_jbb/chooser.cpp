// Choices of inputs: see chooser.h.
// SPDX-License-Identifier: Apache-2.0
#include "chooser.h"

namespace jbb {

int Chooser::below(int limit) {
  state_ = state_ * 1103515245u + 12345u;
  return static_cast<int>((state_ >> 16) % static_cast<unsigned>(limit));
}

}  // namespace jbb
