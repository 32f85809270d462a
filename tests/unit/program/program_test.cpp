// Tests of the look-ups in a Program and of its listing.
// SPDX-License-Identifier: Apache-2.0
#include "program/program.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

// Two functions: `add` (Points 0 and 1) and `main` (2 to 4).
Program sample() {
  Program program;
  program.constants = {41, ~uint64_t(0)};
  program.operand_lists = {1, 2, 2, kConstantBit | 0, 0};
  program.code = {
      {.opcode = Opcode::Add, .width = 32, .a = 2, .b = 0, .c = 1},
      {.opcode = Opcode::Return, .c = 0},
      {.opcode = Opcode::Call, .width = 1, .a = 1, .b = 0, .c = 2},
      {.opcode = Opcode::BranchUlt,
       .width = 32,
       .a = 1,
       .b = kConstantBit | 1,
       .imm = pack_targets(2, 4)},
      {.opcode = Opcode::Exit, .a = 1},
  };
  program.functions = {
      {.name = "add", .entry = 0, .instruction_count = 2, .slot_count = 3, .parameter_slots = 2},
      {.name = "main", .entry = 2, .instruction_count = 3, .slot_count = 2},
  };
  program.live_slots = {0};
  program.live_ranges = {{0, 0}, {0, 0}, {0, 1}, {0, 0}, {0, 0}};
  return program;
}

TEST(Program, FindsTheFunctionOfAPoint) {
  const Program program = sample();
  EXPECT_EQ(program.function_at(0), 0u);
  EXPECT_EQ(program.function_at(1), 0u);
  EXPECT_EQ(program.function_at(2), 1u);
  EXPECT_EQ(program.function_at(4), 1u);
}

TEST(Program, FindsOperandsAndLiveRegisters) {
  const Program program = sample();
  EXPECT_EQ(program.operands(0).size(), 1u);
  EXPECT_EQ(program.operands(2)[0], kConstantBit | 0);
  EXPECT_TRUE(program.live_at(0).empty());
  ASSERT_EQ(program.live_at(2).size(), 1u);
  EXPECT_EQ(program.live_at(2)[0], 0u);
}

TEST(Program, ListingShowsOperandsTargetsAndWhatIsLive) {
  const std::string text = print(sample());
  EXPECT_NE(text.find("add (3 slots, 2 parameters)"), std::string::npos) << text;
  EXPECT_NE(text.find("0  r2 = Add.32 r0 r1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("2  r1 = Call.1 #41 r0 add    ; live: r0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("3  BranchUlt.32 r1 #-1 -> 2 | 4\n"), std::string::npos) << text;
}

TEST(SourceMap, FindsHintsByPoint) {
  SourceMap map;
  map.hints = {{.point = 3, .offset = 8}, {.point = 7, .offset = 16}};
  ASSERT_NE(map.hint_at(3), nullptr);
  EXPECT_EQ(map.hint_at(3)->offset, 8u);
  ASSERT_NE(map.hint_at(7), nullptr);
  EXPECT_EQ(map.hint_at(7)->offset, 16u);
  EXPECT_EQ(map.hint_at(0), nullptr);
  EXPECT_EQ(map.hint_at(5), nullptr);
  EXPECT_EQ(map.hint_at(8), nullptr);
}

TEST(SourceMap, NumberZeroIsUnknown) {
  const SourceMap map;
  EXPECT_EQ(map.files.at(0), "");
  EXPECT_EQ(map.types.at(kNoType).kind, TypeKind::Unknown);
}

}  // namespace
}  // namespace heddle
