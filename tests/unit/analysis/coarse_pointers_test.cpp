// Tests of the pointers without an analysis: what is within reach, and which functions calls go to.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/coarse_pointers.h"

#include <gtest/gtest.h>

#include "analysis/allocators.h"
#include "analysis/analysis_fixture.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;
using testing::targets;
using testing::Texts;

class CoarsePointers : public ::testing::Test {
 protected:
  const PointsTo& finish() {
    b.exit();
    program = b.finish();
    mark_allocators(program);
    points_to = coarse_pointers(program);
    return points_to;
  }
  // Whether an access through any register may be one of the global.
  bool is_in_reach(uint32_t global) {
    const auto id = finish().find(ObjectKind::Global, global);
    return id && *id < points_to.anything_end();
  }

  ProgramBuilder b;
  uint64_t x = b.global("x", 64);
  Program program;
  PointsTo points_to;
};

TEST_F(CoarsePointers, ARegisterPointsAnywhereAndANamedVariableIsItself) {
  b.begin("main");
  const Operand address = b.constant(x + 8);
  const Operand pointer = b.move(address);
  finish();
  EXPECT_EQ(targets(program, points_to, "main", pointer), Texts{"anything+0*1"});
  EXPECT_EQ(targets(program, points_to, "main", address), Texts{"x+8"});
}

TEST_F(CoarsePointers, AVariableThatIsOnlyAccessedByNameIsOutOfReach) {
  b.begin("main");
  b.store(b.load_from(x), b.constant(x));
  EXPECT_FALSE(is_in_reach(0));
}

TEST_F(CoarsePointers, AVariableWhoseAddressIsStoredIsInReachAlsoInItself) {
  b.begin("main");
  b.store(b.constant(x), b.constant(x));
  EXPECT_TRUE(is_in_reach(0));
}

TEST_F(CoarsePointers, AVariableWhoseAddressIsInInitialContentsIsInReach) {
  b.global("pointer", 8, x + 8);
  b.begin("main");
  b.load_from(x);
  EXPECT_TRUE(is_in_reach(0));
}

TEST_F(CoarsePointers, AVariableWhoseAddressIsPassedIsInReach) {
  const uint64_t callee = b.begin("callee", 1);
  b.return_values({});
  b.begin("main");
  b.call(callee, {b.constant(x)}, 0);
  EXPECT_TRUE(is_in_reach(0));
}

TEST_F(CoarsePointers, CallsThroughPointersGoToWhateverTakesTheArguments) {
  const uint64_t fits = b.begin("fits", 1);
  b.return_values({0});
  const uint64_t takes_more = b.begin("takes_more", 2);
  b.return_values({1});
  b.begin("never_named", 1);
  b.return_values({0});
  b.global("table", 8, fits);
  b.global("other_table", 8, takes_more);
  b.begin("main");
  const Operand pointer = b.load_from(x);
  const Point call = b.here();
  b.call_indirect(pointer, {b.constant(1)}, 1);
  finish();
  const auto& callees = points_to.callees(points_to.start(), call);
  ASSERT_EQ(callees.size(), 1u);
  EXPECT_EQ(points_to.function_of(program, callees[0]).name, "fits");
}

TEST_F(CoarsePointers, ThreadsBeginWithTheFunctionThatIsNamed) {
  const uint64_t worker = b.begin("worker", 2);
  b.end_thread();
  b.begin("main");
  b.spawn(worker, b.constant(x));
  finish();
  ASSERT_EQ(points_to.instances().size(), 2u);
  EXPECT_EQ(points_to.function_of(program, 1).name, "worker");
}

TEST_F(CoarsePointers, BlocksAndLocalsAreInReach) {
  b.begin("main");
  const Point local = b.here();
  b.local(8);
  const Point block = b.here();
  b.allocate(8);
  finish();
  EXPECT_LT(points_to.find(ObjectKind::Local, local).value(), points_to.anything_end());
  EXPECT_LT(points_to.find(ObjectKind::Heap, block).value(), points_to.anything_end());
}

TEST_F(CoarsePointers, AnAccessThroughARegisterMeetsWhatIsInReachOnly) {
  const uint64_t taken = b.global("taken", 8);
  b.begin("main");
  b.load_from(x);
  b.load(b.move(b.constant(taken)));
  finish();
  const Locations locations(program, points_to);
  BitSet reached(locations.count());
  locations.visit(Target{*points_to.find(ObjectKind::Anything, 0), 0, 1}, 8,
                  [&](LocationRange range) { reached.add_range(range.first, range.end); });
  const auto meets = [&](uint32_t global) {
    bool met = false;
    locations.visit_bytes(
        *points_to.find(ObjectKind::Global, global), 0, 8,
        [&](LocationRange range) { met = met || reached.meets_range(range.first, range.end); });
    return met;
  };
  EXPECT_FALSE(meets(0));
  EXPECT_TRUE(meets(1));
}

}  // namespace
}  // namespace heddle
