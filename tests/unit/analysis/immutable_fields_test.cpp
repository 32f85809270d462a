// Tests of which locations are written only before other threads can reach them: each rule of escaping once.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/immutable_fields.h"

#include <gtest/gtest.h>

#include "analysis/allocators.h"
#include "analysis/analysis_fixture.h"

namespace heddle {
namespace {

using testing::function_named;
using testing::ProgramBuilder;
using testing::Texts;

constexpr uint8_t kShows = kPointer;  // a load or store of a pointer that says so

class ImmutableFields : public ::testing::Test {
 protected:
  // Starts another thread, so that there is somebody to escape to.
  void begin_main() {
    const uint64_t worker = b.begin("worker", 2);
    b.end_thread();
    b.begin("main");
    b.spawn(worker);
  }
  Operand make() {
    site = b.here();
    return b.allocate(16);
  }
  void publish(Operand object) { b.store(object, b.constant(global), 8, kShows); }
  void write(Operand object) { b.store(b.constant(1), object); }
  void finish() {
    b.exit();
    program = b.finish();
    mark_allocators(program);
    facts = analyse(program, {});
  }
  bool is_in(const BitSet& set, ObjectId object, int64_t offset) const {
    bool all = true;
    facts->locations->visit_bytes(object, offset, 8, [&](LocationRange range) {
      all = all && set.covers_range(range.first, range.end);
    });
    return all;
  }
  // Of the block made last.
  bool is_immutable(int64_t offset = 0) const {
    return is_in(facts->immutable, facts->made_at[site], offset);
  }
  bool is_lasting() const { return is_in(facts->lasting, facts->made_at[site], 0); }

  ProgramBuilder b;
  uint64_t global = b.global("global");
  Point site = 0;
  Program program;
  std::shared_ptr<const Facts> facts;
};

TEST_F(ImmutableFields, WrittenBeforeItIsStoredInAGlobal) {
  begin_main();
  const Operand block = make();
  write(block);
  publish(block);
  finish();
  EXPECT_TRUE(is_immutable());
  EXPECT_TRUE(is_lasting());
}

TEST_F(ImmutableFields, NotIfWrittenAfterwards) {
  begin_main();
  const Operand block = make();
  publish(block);
  write(block);
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFields, FieldsAreToldApart) {
  begin_main();
  const Operand block = make();
  write(block);
  publish(block);
  write(b.offset(block, 8));
  finish();
  EXPECT_TRUE(is_immutable(0));
  EXPECT_FALSE(is_immutable(8));
}

TEST_F(ImmutableFields, EachTurnOfALoopHasItsOwnObject) {
  begin_main();
  const Point loop = b.here();
  const Operand block = make();
  write(block);
  publish(block);
  b.jump_if_below(b.choose(2), 1, loop);
  finish();
  EXPECT_TRUE(is_immutable());
}

TEST_F(ImmutableFields, AnEarlierTurnsObjectHasEscaped) {
  begin_main();
  const Operand kept = b.slot();
  b.emit({.opcode = Opcode::Move, .a = kept, .b = make()});
  const Point loop = b.here();
  write(kept);
  publish(kept);
  b.jump_if_below(b.choose(2), 1, loop);
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFields, ALoadFromSharedMemoryFindsSharedObjects) {
  begin_main();
  const Operand block = make();
  publish(block);
  write(b.load_from(global, kShows));
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFields, WhatAnEscapedObjectLeadsToHasEscaped) {
  begin_main();
  const Operand outer = make();
  const Operand inner = make();
  b.store(inner, outer, 8, kShows);
  publish(outer);
  write(inner);
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFields, AnAliasEscapesWithTheObject) {
  begin_main();
  const Operand block = make();
  const Operand alias = b.offset(block, 8);
  publish(block);
  write(alias);
  finish();
  EXPECT_FALSE(is_immutable(8));
}

// --- pointers in private memory ---

TEST_F(ImmutableFields, ALocalVariableMayHoldThePointer) {
  begin_main();
  const Operand variable = b.local(8);
  b.store(make(), variable, 8, kShows);
  write(b.load(variable, 8, kShows));
  publish(b.load(variable, 8, kShows));
  finish();
  EXPECT_TRUE(is_immutable());
}

TEST_F(ImmutableFields, ALocalVariableMayHoldAnEscapedOne) {
  begin_main();
  const Operand variable = b.local(8);
  b.store(make(), variable, 8, kShows);
  publish(b.load(variable, 8, kShows));
  write(b.load(variable, 8, kShows));
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFields, ANewPointerReplacesTheOneInALocalVariable) {
  begin_main();
  const Operand variable = b.local(8);
  const Point loop = b.here();
  b.store(make(), variable, 8, kShows);
  write(b.load(variable, 8, kShows));
  publish(b.load(variable, 8, kShows));
  b.jump_if_below(b.choose(2), 1, loop);
  finish();
  EXPECT_TRUE(is_immutable());
}

TEST_F(ImmutableFields, ACopyOfMemoryBringsEscapedPointersAlong) {
  begin_main();
  const Operand one = b.local(16), other = b.local(16);
  const Operand block = make();
  publish(block);
  b.store(block, one, 8, kShows);
  b.copy(other, one, b.constant(16));
  write(b.load(other, 8, kShows));
  finish();
  EXPECT_FALSE(is_immutable());
}

// --- the other ways out of a thread ---

TEST_F(ImmutableFields, APointerThatBecomesANumberMayGoAnywhere) {
  begin_main();
  const Operand block = make();
  b.unary(Opcode::Expose, block);
  write(block);
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFields, AThreadsArgumentEscapes) {
  const uint64_t worker = b.begin("worker", 2);
  b.end_thread();
  b.begin("main");
  const Operand block = make();
  write(block);
  b.spawn(worker, block);
  write(b.offset(block, 8));
  finish();
  EXPECT_TRUE(is_immutable(0));
  EXPECT_FALSE(is_immutable(8));
}

TEST_F(ImmutableFields, WhatAThreadIsGivenHasEscaped) {
  const uint64_t worker = b.begin("worker", 2);
  write(0);
  b.end_thread();
  b.begin("main");
  b.spawn(worker, make());
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFields, AnExceptionMayBeAnybodys) {
  const uint64_t throws = b.begin("throws");
  b.emit({.opcode = Opcode::Unwind, .a = make()});
  b.exit();
  begin_main();
  const Operand caught = b.slot();
  const Point call = b.here();
  b.call(throws, {}, 0);
  b.exit();
  b.add_landing_pad({.call = call, .pad = b.here(), .exception_slot = caught});
  write(caught);
  finish();
  EXPECT_FALSE(is_immutable());
}

// --- before there are others ---

TEST_F(ImmutableFields, WithoutOtherThreadsNothingIsShared) {
  const uint64_t worker = b.begin("worker", 2);
  b.load_from(global);
  b.end_thread();
  b.begin("main");
  b.store_to(global, 1);
  b.spawn(worker);
  finish();
  EXPECT_TRUE(is_in(facts->immutable, facts->globals[0], 0));
}

TEST_F(ImmutableFields, AGlobalWrittenLaterIsNotImmutable) {
  const uint64_t worker = b.begin("worker", 2);
  b.end_thread();
  const uint64_t start = b.begin("start");
  b.spawn(worker);
  b.return_values({});
  b.begin("main");
  b.call(start, {}, 0);
  b.store_to(global, 1);
  finish();
  EXPECT_FALSE(is_in(facts->immutable, facts->globals[0], 0));
}

TEST_F(ImmutableFields, NorOneThatAThreadWrites) {
  const uint64_t worker = b.begin("worker", 2);
  b.store_to(global, 1);
  b.end_thread();
  b.begin("main");
  b.spawn(worker);
  finish();
  EXPECT_FALSE(is_in(facts->immutable, facts->globals[0], 0));
}

TEST_F(ImmutableFields, OnlyTheBeginningOfABlockCanBeFreed) {
  begin_main();
  const Operand block = make();
  write(block);
  publish(block);
  b.free(b.offset(block, 8));
  finish();
  EXPECT_TRUE(is_lasting());
}

TEST_F(ImmutableFields, AFreedObjectIsImmutableButNotLasting) {
  begin_main();
  const Operand block = make();
  write(block);
  publish(block);
  b.free(block);
  finish();
  EXPECT_TRUE(is_immutable());
  EXPECT_FALSE(is_lasting());
}

// --- calls ---

class ImmutableFieldsInCalls : public ImmutableFields {
 protected:
  uint64_t writer() {  // this->first = 1
    const uint64_t function = b.begin("writer", 1);
    write(0);
    b.return_values({});
    return function;
  }
  uint64_t publisher() {
    const uint64_t function = b.begin("publisher", 1);
    publish(0);
    b.return_values({});
    return function;
  }
  uint64_t setter() {  // *where = what
    const uint64_t function = b.begin("setter", 2);
    b.store(1, 0, 8, kShows);
    b.return_values({});
    return function;
  }
};

TEST_F(ImmutableFieldsInCalls, AConstructorWritesWhatNobodyKnows) {
  const uint64_t constructor = writer();
  begin_main();
  const Operand block = make();
  b.call(constructor, {block}, 0);
  publish(block);
  finish();
  EXPECT_TRUE(is_immutable());
}

TEST_F(ImmutableFieldsInCalls, OneCallerWithASharedObjectIsEnough) {
  const uint64_t constructor = writer();
  begin_main();
  const Operand block = make();
  publish(block);
  b.call(constructor, {block}, 0);
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFieldsInCalls, ACalleeMayPublishItsArgument) {
  const uint64_t callee = publisher();
  begin_main();
  const Operand block = make();
  b.call(callee, {block}, 0);
  write(block);
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFieldsInCalls, ACalleeMayPublishWhatItsArgumentLeadsTo) {
  const uint64_t callee = b.begin("callee", 1);
  publish(b.load(0, 8, kShows));
  b.return_values({});
  begin_main();
  const Operand variable = b.local(8);
  const Operand block = make();
  b.store(block, variable, 8, kShows);
  b.call(callee, {variable}, 0);
  write(block);
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFieldsInCalls, WhatIsStoredInAPrivateArgumentStaysPrivate) {
  const uint64_t set = setter();
  begin_main();
  const Operand variable = b.local(16);
  const Operand block = make();
  b.call(set, {variable, block}, 0);
  write(b.load(variable, 8, kShows));
  finish();
  EXPECT_TRUE(is_immutable());
}

TEST_F(ImmutableFieldsInCalls, WhatIsStoredInASharedArgumentEscapes) {
  const uint64_t set = setter();
  begin_main();
  const Operand block = make();
  b.call(set, {b.constant(global), block}, 0);
  write(block);
  finish();
  EXPECT_FALSE(is_immutable());
}

TEST_F(ImmutableFieldsInCalls, AnEscapedObjectMayBeStoredInAPrivateArgument) {
  const uint64_t set = setter();
  begin_main();
  const Operand variable = b.local(16);
  const Operand block = make();
  publish(block);
  b.call(set, {variable, block}, 0);
  write(b.load(variable, 8, kShows));
  finish();
  EXPECT_FALSE(is_immutable());
}

// Makes a block, stores it where it is told to and returns it.
TEST_F(ImmutableFieldsInCalls, ANewObjectMayBeReturnedAndStoredAtOnce) {
  for (const bool shared : {false, true}) {
    b = {};
    global = b.global("global");
    const uint64_t factory = b.begin("factory", 1);
    const Operand made = make();
    b.store(made, 0, 8, kShows);
    // Something else as well, or it would count as an allocator.
    const Operand result = b.slot();
    b.emit({.opcode = Opcode::Select, .a = result, .b = b.choose(2), .c = made, .imm = made});
    b.return_values({b.offset(result, 0)});
    begin_main();
    const Operand where = shared ? b.constant(global) : b.local(16);
    write(b.call(factory, {where}, 1)[0]);
    finish();
    EXPECT_EQ(is_immutable(), !shared);
  }
}

TEST_F(ImmutableFieldsInCalls, ALocalOfARecursiveCallIsNotReplaced) {
  const uint64_t function = b.begin("function", 2);
  const Operand variable = b.local(8);
  write(b.load(0, 8, kShows));  // the caller's variable
  b.store(make(), variable, 8, kShows);
  publish(b.load(variable, 8, kShows));
  b.call(function, {variable, 1}, 0);
  b.return_values({});
  begin_main();
  const Operand first = b.local(8);
  b.store(b.allocate(16), first, 8, kShows);
  b.call(function, {first, b.constant(0)}, 0);
  finish();
  EXPECT_FALSE(is_immutable());
}

}  // namespace
}  // namespace heddle
