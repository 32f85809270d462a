// One bytecode instruction, and what a register operand is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "program/opcode.h"

namespace heddle {

// An operand is a slot of the current frame, or, with the top bit set, an index into the program's
// constants. The interpreter reads both through one two-entry table, without a branch.
using Operand = uint32_t;
inline constexpr Operand kConstantBit = 1u << 31;
inline constexpr uint32_t kNoSlot = ~0u >> 1;

constexpr bool is_constant(Operand operand) { return (operand & kConstantBit) != 0; }

struct Instruction {
  Opcode opcode;
  uint8_t width = 0;
  uint8_t aux = 0;
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  int64_t imm = 0;
};

static_assert(sizeof(Instruction) == 24);

// The two targets of a fused compare-and-branch.
constexpr int64_t pack_targets(uint32_t if_true, uint32_t if_false) {
  return int64_t(uint64_t(if_false) << 32 | if_true);
}

}  // namespace heddle
