// Tests of which functions count as allocators.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/allocators.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

// Whether a function with this body, one parameter and a known allocator to call is one itself.
bool is_allocator(const std::function<void(ProgramBuilder&, uint64_t malloc)>& body) {
  ProgramBuilder builder;
  const uint64_t malloc = builder.begin("malloc", 1);
  builder.return_values({builder.allocate(8)});
  builder.begin("function", 1);
  body(builder, malloc);
  builder.begin("main");
  builder.exit();
  Program program = builder.finish();
  mark_allocators(program);
  EXPECT_TRUE(program.functions[0].is_allocator);
  EXPECT_FALSE(program.functions[2].is_allocator);
  return program.functions[1].is_allocator;
}

TEST(Allocators, AFunctionThatReturnsANewBlockIsOne) {
  EXPECT_TRUE(is_allocator([](ProgramBuilder& b, uint64_t) { b.return_values({b.allocate(8)}); }));
}

TEST(Allocators, SoIsOneThatReturnsWhatAnotherAllocated) {
  EXPECT_TRUE(is_allocator([](ProgramBuilder& b, uint64_t malloc) {
    b.return_values({b.move(b.call(malloc, {0}, 1)[0])});
  }));
}

TEST(Allocators, NullIsNoOldBlock) {
  EXPECT_TRUE(is_allocator([](ProgramBuilder& b, uint64_t malloc) {
    const Point given = b.branch(0);
    b.return_values(b.call(malloc, {0}, 1));
    b.go_on_here(given);
    b.return_values({b.constant(0)});
  }));
  EXPECT_FALSE(is_allocator([](ProgramBuilder& b, uint64_t) { b.return_values({b.constant(0)}); }))
      << "it allocates nothing";
}

TEST(Allocators, AnArgumentIsNoNewBlock) {
  EXPECT_FALSE(is_allocator([](ProgramBuilder& b, uint64_t malloc) {
    const Point given = b.branch(0);
    b.return_values({0});
    b.go_on_here(given);
    b.return_values(b.call(malloc, {0}, 1));
  }));
}

TEST(Allocators, BothSidesOfASelectMustBeNew) {
  const auto selecting = [](bool both) {
    return [=](ProgramBuilder& b, uint64_t malloc) {
      const Operand one = b.allocate(8);
      const Operand other = both ? b.call(malloc, {0}, 1)[0] : Operand(0);
      const Operand result = b.slot();
      b.emit({.opcode = Opcode::Select, .a = result, .b = 0, .c = one, .imm = other});
      b.return_values({result});
    };
  };
  EXPECT_TRUE(is_allocator(selecting(true)));
  EXPECT_FALSE(is_allocator(selecting(false)));
}

TEST(Allocators, ABlockReadFromMemoryIsOld) {
  EXPECT_FALSE(is_allocator([](ProgramBuilder& b, uint64_t) {
    b.store(b.allocate(8), 0);
    b.return_values({b.load(0)});
  }));
}

TEST(Allocators, APointerIntoABlockIsNotTheBlock) {
  EXPECT_FALSE(is_allocator(
      [](ProgramBuilder& b, uint64_t) { b.return_values({b.offset(b.allocate(16), 8)}); }));
}

TEST(Allocators, ALoopAddsNothingOfItsOwn) {
  EXPECT_TRUE(is_allocator([](ProgramBuilder& b, uint64_t) {
    const Operand block = b.allocate(8);
    const Point loop = b.here();
    b.emit({.opcode = Opcode::Move, .a = block, .b = block});
    b.jump_if_below(0, 3, loop);
    b.return_values({block});
  }));
}

}  // namespace
}  // namespace heddle
