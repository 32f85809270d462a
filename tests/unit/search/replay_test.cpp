// Tests of replays: every error that a search finds comes back, and nothing else does.
// SPDX-License-Identifier: Apache-2.0
#include "search/replay.h"

#include <gtest/gtest.h>

#include "search/search_fixture.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;
using testing::search;
using testing::threads_program;

void expect_replayable(const Program& program, ErrorKind kind) {
  SearchOptions options;
  options.errors.add(kind);
  const SearchOutcome outcome = search(program, options);
  ASSERT_EQ(outcome.errors.size(), 1u) << name_of(kind);
  const FoundError& error = outcome.errors[0];
  EXPECT_EQ(error.violation.kind, kind);
  Machine machine(program, {});
  const std::optional<Violation> again = replay(machine, error.schedule, kind);
  ASSERT_TRUE(again.has_value()) << name_of(kind);
  EXPECT_TRUE(same_error(program, *again, error.violation));
  EXPECT_EQ(again->message, error.violation.message);
  EXPECT_EQ(again->stack, error.violation.stack);
}

TEST(Replay, ReproducesErrorsOfEveryOrigin) {
  expect_replayable(testing::lost_update(), ErrorKind::Assertion);
  expect_replayable(testing::racy_counters(2), ErrorKind::DataRace);
  expect_replayable(testing::opposite_locks(), ErrorKind::Deadlock);
}

TEST(Replay, ReproducesErrorsBehindChoices) {
  ProgramBuilder builder;
  builder.begin("main");
  const Operand first = builder.choose(3);
  const Operand second = builder.choose(3);
  builder.require(builder.binary(Opcode::CmpNe, builder.binary(Opcode::Mul, first, second),
                                 builder.constant(4)));
  builder.exit();
  expect_replayable(builder.finish(), ErrorKind::Assertion);
}

TEST(Replay, ReproducesErrorsAtTheEnd) {
  ProgramBuilder builder;
  builder.begin("main");
  builder.allocate(8);
  builder.exit(1);
  const Program program = builder.finish();
  expect_replayable(program, ErrorKind::Leak);
  expect_replayable(program, ErrorKind::ExitCode);
}

TEST(Replay, ReproducesAnEndlessLoop) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  expect_replayable(threads_program(builder, {[=](ProgramBuilder& b) {
                                      const Point again = b.here();
                                      b.load_from(x, kAtomic);
                                      b.jump(again);
                                    }}),
                    ErrorKind::EndlessLoop);
}

TEST(Replay, SchedulesThatDoNotFitEndInNothing) {
  const Program program = testing::lost_update();
  const std::vector<Schedule> misfits{
      {},
      {{0, 0}},                  // no error yet
      {{0, 0}, {0, 0}},          // main waits
      {{0, 0}, {5, 0}},          // there is no such thread
      {{0, 0}, {4'000'000, 0}},  // nor can there be
      {{0, 0}, {1, 1}},          // no branch to take
      {{0, 0}, {1, 0}, {1, 0}, {1, 0}},  // it has ended
      {{0, 0}, {1, 0}, {1, 0}, {2, 0}, {2, 0}, {0, 0}, {0, 0}},  // goes on behind the end
  };
  for (const Schedule& schedule : misfits) {
    Machine machine(program, {});
    EXPECT_FALSE(replay(machine, schedule, ErrorKind::Assertion)) << schedule.size() << " steps";
  }
}

TEST(Replay, HooksSeeEveryStep) {
  const Program program = testing::lost_update();
  Machine machine(program, {});
  const Schedule schedule{{0, 0}, {1, 0}, {2, 0}};
  Schedule seen;
  size_t stops = 0;
  replay(machine, schedule, ErrorKind::Assertion,
         {.before_step = [&](const ScheduleStep& step) { seen.push_back(step); },
          .after_step = [&](Stop stop) { stops += stop == Stop::Visible; }});
  EXPECT_EQ(seen, schedule);
  EXPECT_EQ(stops, 3u);
}

TEST(Replay, ErrorsAreTheSameByKindAndPlacesNotByWho) {
  const Program program = testing::racy_counters(1);
  const Violation race{.kind = ErrorKind::DataRace,
                       .thread = 1,
                       .stack = {1},
                       .notes = {{.thread = 2, .stack = {5}}}};
  Violation mirrored{.kind = ErrorKind::DataRace,
                     .thread = 2,
                     .stack = {5},
                     .notes = {{.thread = 1, .stack = {1}}}};
  EXPECT_TRUE(same_error(program, race, mirrored));
  mirrored.notes[0].stack = {2};
  EXPECT_FALSE(same_error(program, race, mirrored));
  mirrored = race;
  mirrored.kind = ErrorKind::Deadlock;
  EXPECT_FALSE(same_error(program, race, mirrored));
}

}  // namespace
}  // namespace heddle
