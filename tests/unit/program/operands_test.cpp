// Tests of what each shape of instruction reads and writes: liveness rests on it.
// SPDX-License-Identifier: Apache-2.0
#include "program/operands.h"

#include <gtest/gtest.h>

#include <vector>

namespace heddle {
namespace {

struct Operands {
  std::vector<Operand> reads;
  std::vector<uint32_t> writes;
  friend bool operator==(const Operands&, const Operands&) = default;
};

// Registers 10, 20, 30 and 40 in the fields a, b, c and imm; list 0 has the operands 1 and 2.
Operands operands_of(Opcode opcode, uint8_t width = 0) {
  Program program;
  program.operand_lists = {2, 1, 2};
  const bool has_list = shape_of(opcode) >= Shape::List;
  const Instruction i{
      .opcode = opcode, .width = width, .a = 10, .b = 20, .c = has_list ? 0u : 30u, .imm = 40};
  Operands result;
  visit_operands(
      program, i, [&](Operand operand) { result.reads.push_back(operand); },
      [&](uint32_t slot) { result.writes.push_back(slot); });
  return result;
}

TEST(Operands, FollowTheShape) {
  EXPECT_EQ(operands_of(Opcode::Fence), (Operands{{}, {}}));
  EXPECT_EQ(operands_of(Opcode::ThreadSelf), (Operands{{}, {10}}));
  EXPECT_EQ(operands_of(Opcode::Move), (Operands{{20}, {10}}));
  EXPECT_EQ(operands_of(Opcode::Add), (Operands{{20, 30}, {10}}));
  EXPECT_EQ(operands_of(Opcode::Select), (Operands{{20, 30, 40}, {10}}));
  EXPECT_EQ(operands_of(Opcode::CompareExchange), (Operands{{20, 30, 40}, {10, 11}}));
  EXPECT_EQ(operands_of(Opcode::LoadWide), (Operands{{20}, {10, 11}}));
  EXPECT_EQ(operands_of(Opcode::X87To), (Operands{{20, 21}, {10}}));
  EXPECT_EQ(operands_of(Opcode::WideCompare), (Operands{{20, 21, 30, 31}, {10}}));
  EXPECT_EQ(operands_of(Opcode::X87FromWide), (Operands{{20, 21}, {10, 11}}));
  EXPECT_EQ(operands_of(Opcode::Wide), (Operands{{20, 21, 30, 31}, {10, 11}}));
  EXPECT_EQ(operands_of(Opcode::WideOverflow), (Operands{{20, 21, 30, 31}, {10, 11, 12}}));
  EXPECT_EQ(operands_of(Opcode::StoreWide), (Operands{{10, 11, 20}, {}}));
  EXPECT_EQ(operands_of(Opcode::Branch), (Operands{{10}, {}}));
  EXPECT_EQ(operands_of(Opcode::Store8), (Operands{{10, 20}, {}}));
  EXPECT_EQ(operands_of(Opcode::CopyMemory), (Operands{{10, 20, 30}, {}}));
}

TEST(Operands, ListsAreReadAndResultsWritten) {
  EXPECT_EQ(operands_of(Opcode::Await, 1), (Operands{{1, 2}, {10}}));
  EXPECT_EQ(operands_of(Opcode::Call, 3), (Operands{{1, 2}, {10, 11, 12}}));
  EXPECT_EQ(operands_of(Opcode::CallIndirect, 1), (Operands{{20, 1, 2}, {10}}));
  EXPECT_EQ(operands_of(Opcode::Return), (Operands{{1, 2}, {}}));
}

TEST(Operands, EveryOpcodeHasItsOwnName) {
  EXPECT_STREQ(name_of(Opcode::Move), "Move");
  EXPECT_STREQ(name_of(Opcode::CompareExchange), "CompareExchange");
  EXPECT_STREQ(name_of(Opcode::LongJump), "LongJump");
}

}  // namespace
}  // namespace heddle
