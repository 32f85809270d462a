// Tests of what a thread may still do through its registers: all of it must be within what is told of each register.
// SPDX-License-Identifier: Apache-2.0
#include "reduction/futures.h"

#include <gtest/gtest.h>

#include "analysis/analyse.h"
#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

TEST(Futures, ARegisterCoversAllAccessesThroughIt) {
  ProgramBuilder builder;
  const uint64_t target = builder.global("target");
  const uint64_t common = builder.global("common", 8, target);
  const testing::Body body = [=](ProgramBuilder& b) {
    const Operand pointer = b.load_from(common);
    b.load(pointer, 4);
    b.store(b.constant(1), pointer, 8);
    b.store_to(common, 0);
  };
  const Program program = threads_program(builder, {body, body});
  const Futures futures(program, analyse(program, {}));
  Machine machine(program, {});
  machine.run(0);
  machine.run(1);  // it has the pointer now
  size_t largest = 0;
  for (const ThreadFuture::Register& cover : futures.of_thread(machine, 1).registers) {
    largest = std::max(largest, cover.accesses.size());
    for (const auto& [frame, access] : cover.accesses) {
      EXPECT_EQ(frame, cover.frame);
      EXPECT_EQ(access.slot, cover.slot);
      EXPECT_TRUE(cover.writes || !access.writes);
      EXPECT_GE(access.offset, cover.offset);
      EXPECT_LE(uint64_t(access.offset - cover.offset) + access.size, cover.size);
    }
  }
  EXPECT_EQ(largest, 2u);
}

}  // namespace
}  // namespace heddle
