// Tests of simplification: fewer context switches, never another error.
// SPDX-License-Identifier: Apache-2.0
#include "search/simplify.h"

#include <gtest/gtest.h>

#include "search/replay.h"
#include "search/search_fixture.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

constexpr double kEnoughSeconds = 20;

std::optional<Violation> error_of(const Program& program, const Schedule& schedule,
                                  ErrorKind kind) {
  Machine machine(program, {});
  return replay(machine, schedule, kind);
}

// Threads 1 and 2 count on counters of their own; thread 3 fails at once.
Program failing_third() {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body count = [=](ProgramBuilder& b) {
    for (int k = 0; k < 4; ++k) b.fetch_add(x, 1);
  };
  const Body fail = [=](ProgramBuilder& b) {
    b.fetch_add(x, 1);
    b.require(b.constant(0));
  };
  return threads_program(builder, {count, count, fail});
}

TEST(Simplify, LeavesOutWhatTheErrorDoesNotNeed) {
  const Program program = failing_third();
  const Schedule wild{{0, 0}, {1, 0}, {2, 0}, {1, 0}, {2, 0}, {1, 0}, {2, 0}, {3, 0}};
  const std::optional<Violation> error = error_of(program, wild, ErrorKind::Assertion);
  ASSERT_TRUE(error.has_value());
  const Schedule simple = simplify(program, {}, *error, wild, kEnoughSeconds);
  EXPECT_EQ(simple, (Schedule{{0, 0}, {3, 0}}));
}

TEST(Simplify, BringsPiecesOfAThreadTogether) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body count = [=](ProgramBuilder& b) {
    for (int k = 0; k < 3; ++k) b.fetch_add(x, 1);
  };
  const Program program = threads_program(builder, {count, count}, [=](ProgramBuilder& b) {
    b.require(b.binary(Opcode::CmpNe, b.load_from(x), b.constant(6)));
  });
  const Schedule wild{{0, 0}, {1, 0}, {2, 0}, {1, 0}, {2, 0}, {1, 0}, {2, 0}, {0, 0}};
  const std::optional<Violation> error = error_of(program, wild, ErrorKind::Assertion);
  ASSERT_TRUE(error.has_value());
  const Schedule simple = simplify(program, {}, *error, wild, kEnoughSeconds);
  EXPECT_EQ(context_switches(simple), 3u) << "main, one, the other, main";
  const std::optional<Violation> same = error_of(program, simple, ErrorKind::Assertion);
  ASSERT_TRUE(same.has_value());
  EXPECT_TRUE(same_error(program, *same, *error));
}

TEST(Simplify, KeepsWhatCannotBeSimpler) {
  const Program program = testing::lost_update();
  const Schedule schedule{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {1, 0}, {0, 0}};
  const std::optional<Violation> error = error_of(program, schedule, ErrorKind::Assertion);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(simplify(program, {}, *error, schedule, kEnoughSeconds), schedule);
}

TEST(Simplify, NeverAddsSwitchesToWhatASearchFound) {
  for (const Program& program : {testing::lost_update(), testing::racy_counters(3),
                                 testing::opposite_locks(), failing_third()}) {
    const SearchOutcome outcome = testing::search(program);
    ASSERT_EQ(outcome.errors.size(), 1u);
    const FoundError& found = outcome.errors[0];
    const Schedule simple = simplify(program, {}, found.violation, found.schedule, kEnoughSeconds);
    EXPECT_LE(context_switches(simple), context_switches(found.schedule));
    const std::optional<Violation> same = error_of(program, simple, found.violation.kind);
    ASSERT_TRUE(same.has_value());
    EXPECT_TRUE(same_error(program, *same, found.violation));
  }
}

TEST(Simplify, WithoutTimeTheScheduleStaysAsItIs) {
  const Program program = failing_third();
  const Schedule wild{{0, 0}, {1, 0}, {2, 0}, {1, 0}, {3, 0}};
  const std::optional<Violation> error = error_of(program, wild, ErrorKind::Assertion);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(simplify(program, {}, *error, wild, 0), wild);
}

}  // namespace
}  // namespace heddle
