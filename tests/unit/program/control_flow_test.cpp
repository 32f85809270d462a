// Tests of basic blocks and of where instructions lead.
// SPDX-License-Identifier: Apache-2.0
#include "program/control_flow.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

std::vector<Point> targets_of(const Program& program, Point point) {
  std::vector<Point> targets;
  visit_targets(program, point, [&](Point target) { targets.push_back(target); });
  return targets;
}

TEST(ControlFlow, BlocksBeginAtTargetsAndBehindJumps) {
  ProgramBuilder builder;
  builder.begin("main");
  const Operand x = builder.choose(2);         // 0
  const Point skip = builder.branch(x);        // 1
  builder.move(x);                             // 2
  builder.go_on_here(skip);
  const Point loop = builder.here();           // 3
  builder.move(x);
  builder.jump_if_below(x, 5, loop);           // 4
  builder.exit();                              // 5
  const Program program = builder.finish();
  EXPECT_EQ(blocks_of(program, program.functions[0]),
            (std::vector<Block>{{0, 2}, {2, 3}, {3, 5}, {5, 6}}));
}

TEST(ControlFlow, BranchesNameBothTargets) {
  ProgramBuilder builder;
  builder.begin("main");
  const Operand x = builder.choose(2);
  const Point plain = builder.branch(x);
  builder.go_on_here(plain);
  builder.jump_if_below(x, 5, 0);
  builder.exit();
  const Program program = builder.finish();
  EXPECT_EQ(targets_of(program, 1), (std::vector<Point>{2, 2}));
  EXPECT_EQ(targets_of(program, 2), (std::vector<Point>{0, 3}));
  EXPECT_TRUE(targets_of(program, 0).empty()) << "falling through is no target";
}

TEST(ControlFlow, SwitchesAndComputedJumpsNameAllTargets) {
  ProgramBuilder builder;
  builder.begin("main");
  const Operand x = builder.choose(3);                                     // 0
  builder.add_switch({.otherwise = 2, .cases = {{1, 3}}});
  builder.emit({.opcode = Opcode::Switch, .a = x, .c = 0});                // 1
  builder.exit();                                                          // 2
  builder.emit({.opcode = Opcode::JumpIndirect, .a = x, .c = builder.list({0, 2})});  // 3
  const Program program = builder.finish();
  EXPECT_EQ(targets_of(program, 1), (std::vector<Point>{2, 3}));
  EXPECT_EQ(targets_of(program, 3), (std::vector<Point>{0, 2}));
}

TEST(ControlFlow, ACallThatMayThrowEndsItsBlockAndLeadsToItsLandingPad) {
  ProgramBuilder builder;
  const uint64_t thrower = builder.begin("thrower");
  builder.return_values({});                                               // 0
  builder.begin("main");
  const Point call = builder.here();                                       // 1
  builder.call(thrower, {}, 0);
  builder.exit();                                                          // 2
  const Point pad = builder.here();                                        // 3
  builder.exit();
  builder.add_landing_pad({.call = call, .pad = pad, .exception_slot = builder.slot()});
  const Program program = builder.finish();
  EXPECT_EQ(targets_of(program, call), std::vector<Point>{pad});
  EXPECT_EQ(blocks_of(program, program.functions[1]), (std::vector<Block>{{1, 2}, {2, 3}, {3, 4}}));
  EXPECT_FALSE(ends_block(Opcode::Call)) << "it also returns";
}

TEST(ControlFlow, WhatNeverGoesOnEndsABlock) {
  for (const Opcode opcode : {Opcode::Jump, Opcode::Return, Opcode::ThreadEnd, Opcode::Exit,
                              Opcode::Fail, Opcode::LongJump, Opcode::Unreachable})
    EXPECT_TRUE(ends_block(opcode)) << name_of(opcode);
  // An exception that nobody waits for goes on with std::terminate; a free and a store go on anyway.
  for (const Opcode opcode : {Opcode::Unwind, Opcode::Free, Opcode::Store8, Opcode::SetJump})
    EXPECT_FALSE(ends_block(opcode)) << name_of(opcode);
}

TEST(ControlFlow, ThreadsStandAtAccessesCallsAndSynchronisation) {
  for (const Opcode opcode : {Opcode::Load4, Opcode::StoreWide, Opcode::AtomicUpdate, Opcode::Await,
                              Opcode::Call, Opcode::Free, Opcode::Choose, Opcode::ThreadCreate})
    EXPECT_TRUE(can_stand_at(opcode)) << name_of(opcode);
  for (const Opcode opcode : {Opcode::Move, Opcode::Add, Opcode::Jump, Opcode::Alloca})
    EXPECT_FALSE(can_stand_at(opcode)) << name_of(opcode);
}

}  // namespace
}  // namespace heddle
