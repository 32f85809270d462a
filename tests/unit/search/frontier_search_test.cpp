// Tests of searches by rank: breadth-first search finds shortest schedules and covers what depth-first search does.
// SPDX-License-Identifier: Apache-2.0
#include "search/frontier_search.h"

#include <gtest/gtest.h>

#include "search/replay.h"
#include "search/search_fixture.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

SearchOutcome explore(const Program& program, SearchOptions options = {},
                      const Frontier& frontier = breadth_first()) {
  if (options.errors.empty()) options.errors = testing::all_errors();
  Machine machine(program, {});
  return FrontierSearch(machine, options, frontier).run();
}

// The length of the shortest schedule that ends in a failed assertion, by trying all.
void enumerate(Machine& machine, size_t length, Stop stop, size_t& shortest) {
  if (stop == Stop::Violation) shortest = std::min(shortest, length);
  if ((stop != Stop::Visible && stop != Stop::Finished) || length >= shortest) return;
  const Machine::Mark mark = machine.mark();
  for (uint64_t rest = machine.enabled_threads(); rest; rest &= rest - 1) {
    const uint32_t branches = std::max(machine.thread(lowest(rest)).pending.branches, 1u);
    for (uint32_t branch = 0; branch < branches; ++branch) {
      enumerate(machine, length + 1, machine.run(lowest(rest), branch), shortest);
      machine.undo(mark);
    }
  }
}

void expect_shortest(const Program& program) {
  Machine machine(program, {});
  size_t shortest = ~size_t(0);
  enumerate(machine, 1, machine.run(0), shortest);
  SearchOptions options;
  options.errors.add(ErrorKind::Assertion);
  const SearchOutcome outcome = explore(program, options);
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].schedule.size(), shortest);
  Machine fresh(program, {});
  EXPECT_TRUE(replay(fresh, outcome.errors[0].schedule, ErrorKind::Assertion));
}

TEST(BreadthFirst, FindsAShortestSchedule) {
  expect_shortest(testing::lost_update());
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body writer = [=](ProgramBuilder& b) {
    for (uint64_t k = 1; k <= 5; ++k) b.store_to(x, k, kAtomic);
  };
  const Body reader = [=](ProgramBuilder& b) {
    const Operand picked = b.choose(3);
    const Operand seen = b.load_from(x, kAtomic);
    b.require(b.binary(Opcode::CmpUlt, b.binary(Opcode::Add, seen, picked), b.constant(4)));
  };
  expect_shortest(threads_program(builder, {writer, reader}));
}

TEST(BreadthFirst, CoversWhatDepthFirstSearchCovers) {
  for (const Program& program : {testing::racy_counters(3), testing::independent_counters(4),
                                 testing::lost_update(), testing::opposite_locks()}) {
    ErrorSet errors;
    errors.add(ErrorKind::Leak);
    const SearchOptions options{.errors = errors, .collect_final_states = true};
    const SearchOutcome wide = explore(program, options);
    const SearchOutcome deep = testing::search(program, options);
    EXPECT_EQ(wide.final_states, deep.final_states);
    EXPECT_EQ(wide.statistics.choices, deep.statistics.choices);
    EXPECT_EQ(wide.incomplete, "");
  }
}

// Whatever the order, going from one state to another leads to the right one.
TEST(FrontierSearch, AnyRankCoversTheSame) {
  const Program program = testing::racy_counters(3);
  ErrorSet errors;
  errors.add(ErrorKind::Leak);
  const SearchOptions options{.errors = errors, .collect_final_states = true};
  const SearchOutcome deep = testing::search(program, options);
  for (const bool newest_first : {false, true}) {
    const Frontier jumping{
        .rank = [](const Machine& machine, size_t) { return machine.fingerprint().low % 7; },
        .newest_first = newest_first};
    const SearchOutcome outcome = explore(program, options, jumping);
    EXPECT_EQ(outcome.final_states, deep.final_states);
    EXPECT_EQ(outcome.statistics.choices, deep.statistics.choices);
  }
}

TEST(BreadthFirst, AThreadThatRunsInCirclesAloneNeverEnds) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Program program = threads_program(builder, {[=](ProgramBuilder& b) {
                                            const Point again = b.here();
                                            b.load_from(x, kAtomic);
                                            b.jump(again);
                                          }});
  const SearchOutcome outcome = explore(program);
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::EndlessLoop);
  Machine machine(program, {});
  EXPECT_TRUE(replay(machine, outcome.errors[0].schedule, ErrorKind::EndlessLoop));
}

TEST(BreadthFirst, LongStretchesAloneAreNoLoops) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const SearchOutcome outcome =
      explore(threads_program(builder, {[=](ProgramBuilder& b) { b.fetch_add(x, 1); },
                                        [=](ProgramBuilder& b) {
                                          for (int k = 0; k < 540; ++k) b.fetch_add(y, 1);
                                        }}));
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(outcome.incomplete, "");
}

TEST(BreadthFirst, StatesAreLimited) {
  const SearchOutcome outcome =
      explore(testing::independent_counters(100), {.limits = {.states = 50}});
  EXPECT_NE(outcome.incomplete.find("50 states"), std::string::npos);
  EXPECT_LE(outcome.statistics.states, 50u);
}

TEST(BreadthFirst, MemoryOfTheFrontierCounts) {
  const SearchOutcome outcome =
      explore(testing::independent_counters(200), {.limits = {.bytes = 1'500'000}});
  EXPECT_EQ(outcome.incomplete, "the memory limit was reached");
}

}  // namespace
}  // namespace heddle
