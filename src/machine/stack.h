// The call frames and registers of one thread, at fixed places in host memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/machine.h"
#include "support/reserved_array.h"

namespace heddle {

struct Machine::Stack {
  // Beyond either, the checked program has overflowed its stack.
  static constexpr size_t kMaxFrames = 20'000;
  static constexpr size_t kMaxSlots = size_t(1) << 20;

  ReservedArray<Frame> frames{kMaxFrames};
  ReservedArray<uint64_t> slots{kMaxSlots};
};

}  // namespace heddle
