// How deep calls of the checked program may nest: beyond either limit it has overflowed its stack.
//
// For functions with fewer than kMaxSlots / kMaxFrames registers the number of frames alone decides, so that
// a register more or less in a function that has been called changes nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace heddle {

inline constexpr size_t kMaxFrames = 20'000;
inline constexpr size_t kMaxSlots = size_t(1) << 24;

}  // namespace heddle
