// Tests of leaks: a block counts as lost if nothing leads to it when the process ends.
// SPDX-License-Identifier: Apache-2.0
#include "property/leak.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

std::optional<Violation> leak_of(const std::function<void(ProgramBuilder&)>& body) {
  ProgramBuilder builder;
  builder.begin("main");
  body(builder);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  EXPECT_EQ(machine.run(0), Stop::Exit);
  return find_leak(machine);
}

TEST(Leak, ABlockThatNothingPointsToIsLost) {
  Point origin = 0;
  const std::optional<Violation> leak = leak_of([&](ProgramBuilder& b) {
    origin = b.here();
    b.allocate(24);
  });
  ASSERT_TRUE(leak.has_value());
  EXPECT_EQ(leak->kind, ErrorKind::Leak);
  EXPECT_EQ(leak->stack, CallStack{origin});
  EXPECT_NE(leak->message.find("24 bytes"), std::string::npos) << leak->message;
}

TEST(Leak, AFreedBlockIsNotLost) {
  EXPECT_FALSE(leak_of([](ProgramBuilder& b) { b.free(b.allocate(8)); }));
}

TEST(Leak, WhatGlobalsOrLocalsLeadToIsNotLost) {
  EXPECT_FALSE(leak_of(
      [](ProgramBuilder& b) { b.store(b.allocate(8), b.constant(b.global("x")), 8, kPointer); }));
  EXPECT_FALSE(leak_of([](ProgramBuilder& b) { b.store(b.allocate(8), b.local(8), 8, kPointer); }));
}

TEST(Leak, PointersAreFollowedAlsoIntoTheMiddleAndUnderTags) {
  EXPECT_FALSE(leak_of([](ProgramBuilder& b) {
    const Operand first = b.allocate(16);
    const Operand second = b.allocate(200'000);
    b.store(b.binary(Opcode::Add, b.allocate(8), b.constant(uint64_t(7) << 48)), second);
    b.store(b.binary(Opcode::Add, second, b.constant(100)), first);
    b.store(first, b.constant(b.global("x")), 8, kPointer);
  }));
}

TEST(Leak, BlocksThatPointOnlyToEachOtherAreLost) {
  const std::optional<Violation> leak = leak_of([](ProgramBuilder& b) {
    const Operand first = b.allocate(8);
    const Operand second = b.allocate(8);
    b.store(first, second, 8, kPointer);
    b.store(second, first, 8, kPointer);
  });
  ASSERT_TRUE(leak.has_value());
  EXPECT_NE(leak->message.find("1 others"), std::string::npos) << leak->message;
}

}  // namespace
}  // namespace heddle
