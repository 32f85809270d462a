// The call frames and registers of one thread, at fixed places in host memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/machine.h"
#include "program/limits.h"
#include "support/reserved_array.h"

namespace heddle {

struct Machine::Stack {
  ReservedArray<Frame> frames{kMaxFrames};
  ReservedArray<uint64_t> slots{kMaxSlots};
};

}  // namespace heddle
