// Tests of the search for the fewest context switches, against a plain enumeration of all schedules.
// SPDX-License-Identifier: Apache-2.0
#include "search/iterative.h"

#include <gtest/gtest.h>

#include <bit>

#include "search/replay.h"
#include "search/search_fixture.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

SearchOutcome shortest(const Program& program, ErrorKind kind, unsigned workers = 1) {
  SearchOptions options;
  options.errors.add(kind);
  Machine machine(program, {});
  return search_iteratively(program, {}, options, {BoundKind::ContextSwitches, kNoMost}, workers,
                            machine);
}

// Every schedule that the machine allows, without matching states.
void enumerate(Machine& machine, Schedule& path, Stop stop, ErrorKind wanted,
               std::optional<size_t>& fewest) {
  if (stop == Stop::Violation && machine.violation()->kind == wanted) {
    const size_t switches = context_switches(path);
    if (!fewest || switches < *fewest) fewest = switches;
  }
  if (stop != Stop::Visible && stop != Stop::Finished) return;
  const Machine::Mark mark = machine.mark();
  for (uint64_t rest = machine.enabled_threads(); rest; rest &= rest - 1) {
    const auto thread = ThreadNumber(std::countr_zero(rest));
    const uint32_t branches = std::max(machine.thread(thread).pending.branches, 1u);
    for (uint32_t branch = 0; branch < branches; ++branch) {
      path.push_back({thread, branch});
      enumerate(machine, path, machine.run(thread, branch), wanted, fewest);
      path.pop_back();
      machine.undo(mark);
    }
  }
}

std::optional<size_t> fewest_switches(const Program& program, ErrorKind wanted) {
  Machine machine(program, {});
  Schedule path{{0, 0}};
  std::optional<size_t> fewest;
  enumerate(machine, path, machine.run(0), wanted, fewest);
  return fewest;
}

void expect_shortest(const Program& program) {
  const std::optional<size_t> fewest = fewest_switches(program, ErrorKind::Assertion);
  ASSERT_TRUE(fewest.has_value());
  for (const unsigned workers : {1u, 2u, 3u}) {
    const SearchOutcome outcome = shortest(program, ErrorKind::Assertion, workers);
    ASSERT_FALSE(outcome.errors.empty());
    for (const FoundError& error : outcome.errors) {
      EXPECT_EQ(context_switches(error.schedule), *fewest);
      Machine machine(program, {});
      EXPECT_TRUE(replay(machine, error.schedule, ErrorKind::Assertion));
    }
  }
}

TEST(Shortest, ALostUpdateNeedsFourSwitches) {
  const Program program = testing::lost_update();
  EXPECT_EQ(fewest_switches(program, ErrorKind::Assertion),
            4u);  // main, a, b, a, main or main, a, b, a, b, main
  expect_shortest(program);
}

TEST(Shortest, FindsTheFewestWhereTheFirstErrorFoundHasMore) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body writer = [=](ProgramBuilder& b) {
    for (uint64_t k = 1; k <= 4; ++k) b.store_to(x, k, kAtomic);
  };
  const Body reader = [=](ProgramBuilder& b) {
    const Operand first = b.load_from(x, kAtomic);
    const Operand second = b.load_from(x, kAtomic);
    b.require(b.binary(Opcode::CmpEq, first, second));
  };
  expect_shortest(threads_program(builder, {reader, writer}));
}

TEST(Shortest, AgreesWithEnumerationOfThreeThreads) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body one = [=](ProgramBuilder& b) { b.fetch_add(x, 1); };
  const Body two = [=](ProgramBuilder& b) {
    b.fetch_add(x, 2);
    const Operand seen = b.load_from(x, kAtomic);
    b.require(b.binary(Opcode::CmpNe, seen, b.constant(7)));
  };
  const Body four = [=](ProgramBuilder& b) { b.fetch_add(x, 4); };
  expect_shortest(threads_program(builder, {one, two, four}));
}

// A thread that stands at a nondeterministic choice need not be run at once.
TEST(Shortest, AgreesWithEnumerationWhenThreadsChoose) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body other = [=](ProgramBuilder& b) {
    b.choose(2);
    b.fetch_add(x, 1);
  };
  const Body failing = [=](ProgramBuilder& b) {
    const Operand picked = b.choose(2);
    b.fetch_add(x, 1);
    b.require(picked);
  };
  expect_shortest(threads_program(builder, {other, failing}));
}

TEST(Shortest, ACorrectProgramIsCoveredCompletely) {
  const Program program = testing::independent_counters(3);
  const SearchOutcome outcome = shortest(program, ErrorKind::Assertion);
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(outcome.incomplete, "");
  EXPECT_FALSE(outcome.bound_reached);
}

TEST(Shortest, ABoundedSearchSaysThatItWasCut) {
  SearchOptions options;
  options.errors.add(ErrorKind::Assertion);
  options.limits.bound = Bound{BoundKind::ContextSwitches, 2};
  const Program program = testing::lost_update();
  Machine machine(program, {});
  const SearchOutcome outcome = Search(machine, options).run();
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_TRUE(outcome.bound_reached);
}

}  // namespace
}  // namespace heddle
