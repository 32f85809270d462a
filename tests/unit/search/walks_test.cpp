// Tests of walks: repeatable, honest about what they cover, and able to find what is there.
// SPDX-License-Identifier: Apache-2.0
#include "search/walks.h"

#include <gtest/gtest.h>

#include "search/random_order.h"
#include "search/replay.h"
#include "search/search_fixture.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

SearchOutcome walk(const Program& program, const WalkOptions& walk_options,
                   SearchOptions options = {}) {
  if (options.errors.empty()) options.errors = testing::all_errors();
  Machine machine(program, {});
  RandomOrder order(walk_options.seed);
  return Walks(machine, options, order, walk_options).run();
}

TEST(Walks, FindALostUpdateThatReplays) {
  const Program program = testing::lost_update();
  const SearchOutcome outcome = walk(program, {.walks = 200, .seed = 3});
  ASSERT_EQ(outcome.errors.size(), 1u);
  Machine machine(program, {});
  EXPECT_TRUE(replay(machine, outcome.errors[0].schedule, ErrorKind::Assertion));
}

TEST(Walks, TheSameSeedWalksTheSameWay) {
  const Program program = testing::lost_update();
  const WalkOptions options{.walks = 200, .seed = 5};
  EXPECT_EQ(walk(program, options).errors[0].schedule, walk(program, options).errors[0].schedule);
}

TEST(Walks, FindingNothingIsNotEverything) {
  const SearchOutcome outcome = walk(testing::independent_counters(3), {.walks = 17, .seed = 1});
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(outcome.left_out, "17 walks found no error");
  EXPECT_EQ(outcome.summary.walks, 17u);
  EXPECT_EQ(outcome.statistics.executions, 17u);
  EXPECT_EQ(outcome.statistics.states, 0u);
}

TEST(Walks, OneWalkWithoutAChoiceIsEverything) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const SearchOutcome outcome =
      walk(threads_program(builder, {[=](ProgramBuilder& b) { b.store_to(x, 1); }}), {});
  EXPECT_EQ(outcome.left_out, "");
  EXPECT_EQ(outcome.summary.walks, 1u);
}

TEST(Walks, TakeEveryBranchSoonerOrLater) {
  ProgramBuilder builder;
  builder.begin("main");
  builder.require(builder.binary(Opcode::CmpNe, builder.choose(5), builder.constant(3)));
  builder.exit();
  EXPECT_EQ(walk(builder.finish(), {.walks = 100, .seed = 2}).errors.size(), 1u);
}

TEST(Walks, AWalkThatDoesNotEndIsCut) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body count = [=](ProgramBuilder& b) {
    const Point again = b.here();
    b.fetch_add(x, 1);
    b.jump(again);
  };
  const SearchOutcome outcome =
      walk(threads_program(builder, {count, count}), {.walks = 3, .seed = 1, .longest = 500});
  EXPECT_EQ(outcome.statistics.transitions, 1 + 3 * 499u);
  EXPECT_EQ(outcome.statistics.executions, 0u);
  EXPECT_NE(outcome.left_out, "");
}

TEST(Walks, AThreadThatRunsInCirclesAloneNeverEnds) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const SearchOutcome outcome = walk(threads_program(builder, {[=](ProgramBuilder& b) {
                                                       const Point again = b.here();
                                                       b.load_from(x, kAtomic);
                                                       b.jump(again);
                                                     }}),
                                     {.walks = 3, .seed = 1});
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::EndlessLoop);
}

TEST(Walks, TimeIsLimited) {
  SearchOptions options;
  options.limits.seconds = 0;
  const SearchOutcome outcome =
      walk(testing::independent_counters(50), {.walks = 1'000'000, .seed = 1}, options);
  EXPECT_EQ(outcome.incomplete, "the time limit was reached");
}

}  // namespace
}  // namespace heddle
