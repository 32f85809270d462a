// Point: the number of a bytecode instruction, dense over the whole program.
//
// Points are the currency of the system: program counters, call stacks, analysis results, trace
// steps and source positions are all indexed by them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle {

using Point = uint32_t;
inline constexpr Point kNoPoint = ~0u;

using FunctionIndex = uint32_t;
using ThreadNumber = uint32_t;

// Sets of threads are one machine word.
inline constexpr ThreadNumber kMaxThreads = 64;

}  // namespace heddle
