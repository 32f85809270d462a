// Tests of liveness: a register that will not be read again must not tell two states apart.
// SPDX-License-Identifier: Apache-2.0
#include "lower/liveness.h"

#include <gtest/gtest.h>

#include <set>

#include "lower/assembly.h"

namespace heddle {
namespace {

// The registers of @test that are live at its only instruction with the opcode.
std::set<uint32_t> live_at_only(const Program& program, Opcode opcode) {
  const Function& function = testing::function_named(program, "test");
  std::set<uint32_t> live;
  int found = 0;
  for (Point point = function.entry; point < function.entry + function.instruction_count; ++point)
    if (program.code[point].opcode == opcode) {
      const auto slots = program.live_at(point);
      live.insert(slots.begin(), slots.end());
      ++found;
    }
  EXPECT_EQ(found, 1) << print(program);
  return live;
}

// What the only instruction with the opcode writes.
uint32_t result_of(const Program& program, Opcode opcode) {
  for (const Instruction& i : program.code)
    if (i.opcode == opcode) return i.a;
  ADD_FAILURE() << print(program);
  return 0;
}

TEST(Liveness, OnlyWhatIsReadLaterIsLive) {
  const Program program = testing::lower_assembly(R"(
    @x = global i32 0
    define i32 @test() {
      %dead = load i16, ptr @x
      %used = load i64, ptr @x
      %sum = add i16 %dead, 1
      %v = load i8, ptr @x
      %w = zext i8 %v to i64
      %s = xor i64 %used, %w
      %r = trunc i64 %s to i32
      ret i32 %r
    })");
  EXPECT_EQ(live_at_only(program, Opcode::Load1),
            std::set<uint32_t>{result_of(program, Opcode::Load8)});
  EXPECT_EQ(live_at_only(program, Opcode::Load2), std::set<uint32_t>{});
}

TEST(Liveness, OperandsOfTheInstructionItselfAreLive) {
  const Program program = testing::lower_assembly(R"(
    @x = global ptr null
    define i32 @test() {
      %p = load ptr, ptr @x
      %v = load i16, ptr @x
      store i16 %v, ptr %p
      ret i32 0
    })");
  EXPECT_EQ(
      live_at_only(program, Opcode::Store2),
      (std::set<uint32_t>{result_of(program, Opcode::Load8), result_of(program, Opcode::Load2)}));
}

// While a call is under way, its arguments are the callee's, and its result is not there yet.
TEST(Liveness, AtACallWhatIsReadBehindItIsLive) {
  const Program program = testing::lower_assembly(R"(
    @x = global i32 0
    define i32 @callee(i16 %argument) {
      ret i32 5
    }
    define i32 @test() {
      %argument = load i16, ptr @x
      %kept = load i32, ptr @x
      %result = call i32 @callee(i16 %argument)
      %r = add i32 %kept, %result
      ret i32 %r
    })");
  EXPECT_EQ(live_at_only(program, Opcode::Call),
            std::set<uint32_t>{result_of(program, Opcode::Load4)});
}

TEST(Liveness, LoopsCarryValuesAround) {
  const Program program = testing::lower_assembly(R"(
    @x = global i32 0
    define i32 @test() {
    entry:
      %start = load i64, ptr @x
      br label %loop
    loop:
      %i = phi i64 [ %start, %entry ], [ %next, %loop ]
      %v = load i8, ptr @x
      %w = zext i8 %v to i64
      %next = add i64 %i, %w
      %more = icmp ult i64 %next, 100
      br i1 %more, label %loop, label %end
    end:
      ret i32 0
    })");
  EXPECT_EQ(live_at_only(program, Opcode::Load1).size(), 1u) << print(program);
  EXPECT_TRUE(live_at_only(program, Opcode::Load8).empty());
}

TEST(Liveness, WhatOnlyOneBranchReadsIsLiveBeforeBoth) {
  const Program program = testing::lower_assembly(R"(
    @x = global i32 0
    define i32 @test() {
      %v = load i64, ptr @x
      %c = load i8, ptr @x
      %b = icmp eq i8 %c, 0
      br i1 %b, label %yes, label %no
    yes:
      %w = load i16, ptr @x
      %r = trunc i64 %v to i32
      ret i32 %r
    no:
      %u = load i32, ptr @x
      ret i32 %u
    })");
  const std::set<uint32_t> value{result_of(program, Opcode::Load8)};
  EXPECT_EQ(live_at_only(program, Opcode::Load1), value);
  EXPECT_EQ(live_at_only(program, Opcode::Load2), value);
  EXPECT_EQ(live_at_only(program, Opcode::Load4), std::set<uint32_t>{});
}

}  // namespace
}  // namespace heddle
