// Tests of the pointer analysis: each kind of instruction once, on Programs of a few lines.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/andersen.h"

#include <gtest/gtest.h>

#include "analysis/allocators.h"
#include "analysis/analysis_fixture.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;
using testing::targets;
using testing::Texts;

class Andersen : public ::testing::Test {
 protected:
  // Where the operand points in main, which ends here.
  Texts in_main(Operand operand, unsigned depth = 0) {
    b.exit();
    program = b.finish();
    mark_allocators(program);
    return targets(program, "main", operand, depth);
  }

  ProgramBuilder b;
  uint64_t x = b.global("x", 64);
  uint64_t y = b.global("y", 64);
  Program program;
};

// --- registers ---

TEST_F(Andersen, CopiesPointWhereTheirSourceDoes) {
  b.begin("main");
  EXPECT_EQ(in_main(b.move(b.constant(x))), Texts{"x"});
}

TEST_F(Andersen, AnOffsetIsExact) {
  b.begin("main");
  EXPECT_EQ(in_main(b.offset(b.offset(b.constant(x), 16), -8)), Texts{"x+8"});
}

TEST_F(Andersen, ASelectPointsWhereEitherSideDoes) {
  b.begin("main");
  const Operand result = b.slot();
  const Operand other = b.constant(y);
  b.emit(
      {.opcode = Opcode::Select, .a = result, .b = b.choose(2), .c = b.constant(x), .imm = other});
  EXPECT_EQ(in_main(result), (Texts{"x", "y"}));
}

TEST_F(Andersen, ArithmeticLeadsAnywhereInTheObject) {
  b.begin("main");
  EXPECT_EQ(in_main(b.binary(Opcode::Add, b.constant(x), b.choose(9))), Texts{"x+0*1"});
}

TEST_F(Andersen, TheDistanceOfTwoPointersIsANumber) {
  b.begin("main");
  const Operand one = b.unary(Opcode::Expose, b.constant(x));
  const Operand distance = b.slot();
  b.emit(
      {.opcode = Opcode::Sub, .width = 64, .aux = 1, .a = distance, .b = one, .c = b.constant(y)});
  EXPECT_EQ(in_main(distance), Texts{});
}

TEST_F(Andersen, APointerMinusANumberIsAPointer) {
  b.begin("main");
  const Operand one = b.unary(Opcode::Expose, b.constant(x));
  EXPECT_EQ(in_main(b.binary(Opcode::Sub, one, b.choose(9))), Texts{"x+0*1"});
}

TEST_F(Andersen, LowBitsAreATagAndHighBitsAPointer) {
  b.begin("main");
  const Operand tag = b.binary(Opcode::And, b.constant(x), b.constant(7));
  const Operand pointer = b.binary(Opcode::And, b.constant(x), b.constant(~uint64_t(7)));
  EXPECT_EQ(in_main(tag), Texts{});
  EXPECT_EQ(targets(program, "main", pointer), Texts{"x+0*1"});
}

// --- constants ---

TEST_F(Andersen, AConstantAddressThatOnlyNumbersAreStoredToIsKnown) {
  b.begin("main");
  const Operand address = b.constant(x + 8);
  b.store(b.constant(5), address);
  EXPECT_EQ(in_main(address), Texts{"x+8"});
}

TEST_F(Andersen, NumbersPointNowhere) {
  b.begin("main");
  EXPECT_EQ(in_main(b.move(b.constant(1234))), Texts{});
}

TEST_F(Andersen, InitialContentsAreFollowed) {
  const uint64_t pointer = b.global("pointer", 8, x + 24);
  b.begin("main");
  EXPECT_EQ(in_main(b.load_from(pointer)), Texts{"x+24"});
}

// --- memory ---

TEST_F(Andersen, ALoadSeesWhatWasStoredToTheSameWordOnly) {
  b.begin("main");
  const uint64_t table = b.global("table", 16);
  b.store(b.constant(x), b.constant(table));
  b.store(b.constant(y), b.constant(table + 8));
  EXPECT_EQ(in_main(b.load_from(table + 8)), Texts{"y"});
}

TEST_F(Andersen, PartsOfAPointerBecomeAnyPlaceInItsObjectWhenPutTogether) {
  b.begin("main");
  const uint64_t table = b.global("table", 16);
  b.store(b.constant(x), b.constant(table));
  const Operand half = b.move(b.load(b.constant(table + 4), 4));
  const Operand upper = b.binary(Opcode::Shl, half, b.constant(32));
  const Operand sum = b.binary(Opcode::Add, half, b.constant(1));
  EXPECT_EQ(in_main(upper), Texts{"x+0*1"});
  EXPECT_EQ(targets(program, "main", half), Texts{}) << "a number as long as it is alone";
  EXPECT_EQ(targets(program, "main", sum), Texts{});
}

TEST_F(Andersen, APointerMayBeCopiedByteByByte) {
  b.begin("main");
  const uint64_t from = b.global("from", 8), to = b.global("to", 8);
  b.store(b.constant(x), b.constant(from));
  const Operand byte = b.unary(Opcode::Trunc, b.load(b.constant(from + 1), 1));
  b.store(byte, b.constant(to + 1), 1);
  EXPECT_EQ(in_main(b.load_from(to)), Texts{"x+0*1"});
}

TEST_F(Andersen, AnExchangeStoresAndLoads) {
  b.begin("main");
  const uint64_t cell = b.global("cell", 8, y);
  const Operand old = b.slot();
  b.emit({.opcode = Opcode::AtomicUpdate,
          .width = 64,
          .a = old,
          .b = b.constant(cell),
          .c = b.constant(x),
          .imm = int64_t(UpdateFunction::Exchange)});
  EXPECT_EQ(in_main(old), (Texts{"x", "y"}));
}

TEST_F(Andersen, ACompareExchangeStoresItsNewValue) {
  b.begin("main");
  const uint64_t cell = b.global("cell", 8);
  const Operand wanted = b.constant(x);
  const Operand result = b.slots(2);
  b.emit({.opcode = Opcode::CompareExchange,
          .width = 64,
          .a = result,
          .b = b.constant(cell),
          .c = b.constant(0),
          .imm = wanted});
  EXPECT_EQ(in_main(b.load_from(cell)), Texts{"x"});
}

TEST_F(Andersen, CopiedMemoryHoldsTheSamePointersAtTheSamePlaces) {
  b.begin("main");
  const uint64_t from = b.global("from", 16), to = b.global("to", 16);
  b.store(b.constant(x), b.constant(from));
  b.store(b.constant(y), b.constant(from + 8));
  b.copy(b.constant(to), b.constant(from), b.constant(16));
  EXPECT_EQ(in_main(b.load_from(to + 8)), Texts{"y"});
}

TEST_F(Andersen, ACopyOfUnknownSizePutsThemAnywhere) {
  b.begin("main");
  const uint64_t from = b.global("from", 16), to = b.global("to", 16);
  b.store(b.constant(x), b.constant(from));
  b.store(b.constant(y), b.constant(from + 8));
  b.copy(b.constant(to), b.constant(from), b.choose(16));
  EXPECT_EQ(in_main(b.load_from(to + 8)), (Texts{"x", "y"}));
}

TEST_F(Andersen, ACopyOfElementsKeepsTheirMembersApart) {
  for (const bool constant_first : {false, true}) {
    ProgramBuilder builder;
    const uint64_t one = builder.global("one"), other = builder.global("other");
    builder.begin("main");
    const Operand from = builder.allocate(64), to = builder.allocate(64);
    builder.store(builder.constant(one), from);
    builder.store(builder.constant(other), builder.offset(from, 24));
    const Operand count = builder.choose(4), size = builder.constant(16);
    builder.copy(
        to, from,
        builder.binary(Opcode::Mul, constant_first ? size : count, constant_first ? count : size));
    const Operand first = builder.load(builder.offset(to, 32));
    const Operand second = builder.load(builder.offset(to, 8));
    builder.exit();
    const Program program = builder.finish();
    EXPECT_EQ(targets(program, "main", first), Texts{"one"});
    EXPECT_EQ(targets(program, "main", second), Texts{"other"});
  }
}

// --- arrays ---

TEST_F(Andersen, AConstantIndexIsAnOffset) {
  b.begin("main");
  EXPECT_EQ(in_main(b.index(b.constant(x), b.constant(3), 8)), Texts{"x+24"});
}

TEST_F(Andersen, AnIndexStaysInAnArrayOfDeclaredLength) {
  b.begin("main");
  EXPECT_EQ(in_main(b.index(b.constant(x + 8), b.choose(9), 8, 4)), Texts{"x+8*8<4"});
}

TEST_F(Andersen, AnIndexIntoOneElementIsNone) {
  b.begin("main");
  EXPECT_EQ(in_main(b.index(b.constant(x + 8), b.choose(9), 1, 1)), Texts{"x+8"});
}

TEST_F(Andersen, AnIndexWithoutALengthReachesAllElements) {
  b.begin("main");
  EXPECT_EQ(in_main(b.index(b.constant(x + 24), b.choose(9), 16)), Texts{"x+8*16"});
}

TEST_F(Andersen, AnIndexGoesBothWaysInTheMemberItStartsIn) {
  const uint64_t record = b.global("record", 48);  // struct { long key; long many[4]; long last; }
  b.begin("main");
  const Operand element = b.index(b.constant(record + 24), b.choose(9), 8);
  b.exit();
  program = b.finish();
  auto& types = program.source.types;
  types.clear();
  types.push_back({.kind = TypeKind::Signed, .size = 8});
  types.push_back({.kind = TypeKind::Array, .size = 32, .element = 0});
  types.push_back({.kind = TypeKind::Record,
                   .size = 48,
                   .members = {{"key", 0, 64, 0}, {"many", 64, 256, 1}, {"last", 320, 64, 0}}});
  for (Global& global : program.globals) global.type = global.name == "record" ? 2 : kNoType;
  EXPECT_EQ(targets(program, "main", element), Texts{"record+8*8<4"});
}

TEST_F(Andersen, ElementsShareTheirFieldsAndFieldsStayApart) {
  b.begin("main");
  const uint64_t array = b.global("array", 64);
  const Operand one = b.index(b.constant(array), b.choose(4), 16);
  const Operand other = b.index(b.constant(array), b.choose(4), 16);
  b.store(b.constant(x), one);
  b.store(b.constant(y), b.offset(one, 8));
  const Operand first = b.load(other);
  const Operand second = b.load_from(array + 40);
  EXPECT_EQ(in_main(first), Texts{"x"});
  EXPECT_EQ(targets(program, "main", second), Texts{"y"});
}

TEST_F(Andersen, WhatIsBehindABoundedArrayIsNotReached) {
  b.begin("main");
  const uint64_t array = b.global("array", 64);
  b.store(b.constant(x), b.index(b.constant(array), b.choose(9), 8, 4));
  const Operand inside = b.load_from(array + 24);
  const Operand behind = b.load_from(array + 32);
  EXPECT_EQ(in_main(inside), Texts{"x"});
  EXPECT_EQ(targets(program, "main", behind), Texts{});
}

TEST_F(Andersen, WithManyOffsetsElementsSmallerThanAWordAreStillReached) {
  b.begin("main");
  const uint64_t big = b.global("big", 4096);
  for (int64_t k = 0; k < 520; ++k) b.offset(b.constant(big), k * 8);
  const Operand element = b.index(b.constant(big), b.choose(9), 4, 10);
  in_main(b.constant(0));
  // On demand, the offsets that nobody asks for do not count.
  EXPECT_EQ(targets(program, andersen(program, 0), "main", element), Texts{"big+0*4"})
      << "not every other element only";
  EXPECT_EQ(targets(program, demand_driven(program, 0), "main", element), Texts{"big+0*4<10"});
}

TEST_F(Andersen, AWalkOverElementsStaysAtTheSameMember) {
  b.begin("main");
  const Operand row = b.move(b.allocate(0));
  const Point loop = b.here();
  b.emit({.opcode = Opcode::Offset, .a = row, .b = row, .imm = 24});
  b.jump_if_below(b.choose(2), 1, loop);
  const Operand member = b.offset(row, 8);
  const std::string block = fmt::format("heap@{}", b.here() - 5);
  in_main(member);
  const Texts found = targets(program, andersen(program, 0), "main", member);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const std::string& target) {
    return target.ends_with("+8*24");
  })) << fmt::format("{}", fmt::join(found, " "));
  EXPECT_FALSE(std::any_of(found.begin(), found.end(), [](const std::string& target) {
    return target.ends_with("*8") || target.ends_with("*1");
  })) << fmt::format("{}", fmt::join(found, " "));
}

// --- objects ---

TEST_F(Andersen, BlocksAreNamedByTheCallThatLeavesTheAllocators) {
  const uint64_t inner = b.begin("malloc", 1);
  b.return_values({b.allocate(8)});
  const uint64_t outer = b.begin("make_node");
  b.return_values(b.call(inner, {b.constant(8)}, 1));
  b.begin("main");
  const std::string first = fmt::format("heap@{}", b.here());
  const Operand one = b.call(outer, {}, 1)[0];
  const std::string second = fmt::format("heap@{}", b.here());
  const Operand other = b.call(outer, {}, 1)[0];
  EXPECT_EQ(in_main(one), Texts{first});
  EXPECT_EQ(targets(program, "main", other), Texts{second});
}

TEST_F(Andersen, ConstantsWithoutPointersAreOneObject) {
  b.begin("main");
  const uint64_t text = b.constant_global("text", 8, 0x414141);
  const uint64_t other = b.constant_global("other text", 8, 0x424242);
  const uint64_t table = b.constant_global("table", 8, x);
  const Operand first = b.move(b.constant(text));
  const Operand second = b.move(b.constant(other));
  const Operand third = b.move(b.constant(table));
  const Texts texts = in_main(first);
  EXPECT_EQ(texts.size(), 1u);
  EXPECT_EQ(targets(program, "main", second), texts);
  EXPECT_EQ(targets(program, "main", third), Texts{"table"});
}

TEST_F(Andersen, LocalVariablesAreNamedByTheirPoint) {
  b.begin("main");
  EXPECT_EQ(in_main(b.local(8)), Texts{"local@0"});
}

TEST_F(Andersen, ThreadLocalVariablesHaveTheirNames) {
  b.thread_local_variable("mine", x);
  b.begin("main");
  const Operand mine = b.unary(Opcode::ThreadLocal, 0, 0);
  const Operand contents = b.load(mine);
  EXPECT_EQ(in_main(mine), Texts{"mine"});
  EXPECT_EQ(targets(program, "main", contents), Texts{"x"});
}

// --- calls ---

TEST_F(Andersen, ArgumentsAndResultsAreFollowed) {
  const uint64_t next = b.begin("next", 1);
  b.return_values({b.offset(0, 8)});
  b.begin("main");
  EXPECT_EQ(in_main(b.call(next, {b.constant(x)}, 1)[0]), Texts{"x+8"});
}

TEST_F(Andersen, WithoutContextsCallersMixAndWithThemTheyDoNot) {
  for (const unsigned depth : {0u, 2u}) {
    ProgramBuilder builder;
    const uint64_t one = builder.global("one"), other = builder.global("other");
    const uint64_t same = builder.begin("same", 1);
    builder.return_values({0});
    builder.begin("main");
    const Operand result = builder.call(same, {builder.constant(one)}, 1)[0];
    builder.call(same, {builder.constant(other)}, 1);
    builder.exit();
    EXPECT_EQ(targets(builder.finish(), "main", result, depth),
              depth ? Texts{"one"} : (Texts{"one", "other"}));
  }
}

TEST_F(Andersen, CallersOfGenericFunctionsDoNotMix) {
  const uint64_t inner = b.begin("next_of", 1);
  b.return_values({0});
  const uint64_t outer = b.begin("increment", 1);
  b.return_values(b.call(inner, {0}, 1));
  b.begin("main");
  const Operand result = b.call(outer, {b.constant(x)}, 1)[0];
  b.call(outer, {b.constant(y)}, 1);
  b.exit();
  program = b.finish();
  for (Function& function : program.functions) function.is_generic = function.name != "main";
  EXPECT_EQ(targets(program, "main", result), Texts{"x"});
}

TEST_F(Andersen, CallsThroughPointersGoWhereTheyPointAndArgumentsFit) {
  const uint64_t fits = b.begin("fits", 1);
  b.return_values({0});
  const uint64_t takes_more = b.begin("takes_more", 2);
  b.return_values({1});
  b.begin("main");
  const uint64_t table = b.global("table", 8, fits);
  b.store(b.constant(takes_more), b.constant(table));
  const Point call = b.here() + 1;
  const Operand result = b.call_indirect(b.load_from(table), {b.constant(x)}, 1)[0];
  EXPECT_EQ(in_main(result), Texts{"x"});
  const PointsTo points_to = andersen(program, 0);
  const auto& callees = points_to.callees(points_to.start(), call);
  ASSERT_EQ(callees.size(), 1u);
  EXPECT_EQ(points_to.function_of(program, callees[0]).name, "fits");
  EXPECT_EQ(points_to.instances().size(), 2u) << "nothing else is reached";
}

TEST_F(Andersen, AVirtualFunctionGetsTheObjectsWhoseTableNamesIt) {
  const uint64_t run_circle = b.begin("run_circle", 2);
  b.return_values({0});
  const uint64_t run_square = b.begin("run_square", 2);
  b.return_values({0});
  b.begin("main");
  const uint64_t circles = b.global("table of circles", 16),
                 squares = b.global("table of squares", 16);
  b.store(b.constant(run_circle), b.constant(circles + 8));
  b.store(b.constant(run_square), b.constant(squares + 8));
  const uint64_t circle = b.global("circle", 16, circles), square = b.global("square", 16, squares);
  const Operand receiver = b.slot();
  b.emit({.opcode = Opcode::Select,
          .a = receiver,
          .b = b.choose(2),
          .c = b.constant(circle),
          .imm = b.constant(square)});
  const Operand table = b.load(receiver);
  const Operand function = b.load(b.offset(table, 8));
  const Operand folded = b.slot();
  b.emit({.opcode = Opcode::Load8, .width = 64, .a = folded, .b = table, .imm = 8});
  const Operand result = b.call_indirect(folded, {receiver, b.constant(x)}, 1)[0];
  EXPECT_EQ(in_main(result), (Texts{"circle", "square"}));
  EXPECT_EQ(targets(program, "run_circle", 0), Texts{"circle"});
  EXPECT_EQ(targets(program, "run_square", 0), Texts{"square"});
  EXPECT_EQ(targets(program, "run_square", 1), Texts{"x"}) << "other arguments are everybody's";
  EXPECT_EQ(targets(program, "main", function), (Texts{"run_circle", "run_square"}));
}

TEST_F(Andersen, AVirtualFunctionOfManyObjectsGetsThemAll) {
  const uint64_t run = b.begin("run", 1);
  b.return_values({0});
  b.begin("main");
  const uint64_t table = b.global("table", 8, run), last = b.global("last");
  Texts objects;
  for (int k = 0; k < 40; ++k) {
    objects.insert("object" + std::to_string(k));
    b.store_to(last, b.global("object" + std::to_string(k), 8, table));
  }
  const Operand receiver = b.load_from(last);
  const Operand result = b.call_indirect(b.load(b.load(receiver)), {receiver}, 1)[0];
  EXPECT_EQ(in_main(result), objects);
}

TEST_F(Andersen, AFunctionFromTheTableOfAnotherObjectGetsEverything) {
  const uint64_t run = b.begin("run", 1);
  b.return_values({});
  b.begin("main");
  const uint64_t table = b.global("table", 8, run);
  const uint64_t object = b.global("object", 8, table), other = b.global("other", 8);
  const Operand function = b.load(b.load(b.move(b.constant(object))));
  b.call_indirect(function, {b.move(b.constant(other))}, 0);
  in_main(b.constant(0));
  EXPECT_EQ(targets(program, "run", 0), Texts{"other"});
}

TEST_F(Andersen, AThreadGetsWhatItIsPassed) {
  const uint64_t worker = b.begin("worker", 2);
  b.end_thread();
  b.begin("main");
  b.spawn(worker, b.constant(x));
  in_main(b.constant(0));
  EXPECT_EQ(targets(program, "worker", 0), Texts{"x"});
}

TEST_F(Andersen, ExceptionsReachLandingPads) {
  const uint64_t thrower = b.begin("thrower");
  b.emit({.opcode = Opcode::Unwind, .a = b.move(b.constant(x))});
  b.return_values({});
  b.begin("main");
  const Operand caught = b.slot();
  const Point call = b.here();
  b.call(thrower, {}, 0);
  b.exit();
  b.add_landing_pad({.call = call, .pad = b.here(), .exception_slot = caught});
  EXPECT_EQ(in_main(caught), Texts{"x"});
}

}  // namespace
}  // namespace heddle
