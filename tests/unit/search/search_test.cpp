// Tests of the depth-first search on programs whose state spaces are known.
// SPDX-License-Identifier: Apache-2.0
#include "search/search.h"

#include <gtest/gtest.h>

#include "search/replay.h"
#include "search/search_fixture.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::search;
using testing::threads_program;

// Each thread stands before one of n operations, or has ended: (n + 1)^2 states. Where both have
// operations left there is a choice; where one has ended, the other begins to run alone.
TEST(Search, IndependentCountersHaveASquareOfStates) {
  for (const unsigned n : {1u, 2u, 5u, 20u}) {
    const SearchOutcome outcome = search(testing::independent_counters(n));
    EXPECT_TRUE(outcome.errors.empty());
    EXPECT_EQ(outcome.incomplete, "");
    EXPECT_EQ(outcome.statistics.states, (n + 1) * (n + 1));
    EXPECT_EQ(outcome.statistics.choices, n * n);
    EXPECT_EQ(outcome.statistics.executions, 1u) << "every other path meets a known state";
    // 2n^2 ways out of the choices and 2n runs alone, of which n^2 + 2n came first to a state.
    EXPECT_EQ(outcome.statistics.matched, n * n);
  }
}

TEST(Search, ExactAndFingerprintedSetsAgree) {
  const Program program = testing::racy_counters(4);
  const ErrorSet assertions = [] {
    ErrorSet set;
    set.add(ErrorKind::Assertion);
    return set;
  }();
  const SearchOutcome compact =
      search(program, {.errors = assertions, .collect_final_states = true});
  const SearchOutcome exact =
      search(program, {.errors = assertions, .exact = true, .collect_final_states = true});
  EXPECT_EQ(compact.statistics.states, exact.statistics.states);
  EXPECT_EQ(compact.statistics.matched, exact.statistics.matched);
  EXPECT_EQ(compact.final_states, exact.final_states);
  EXPECT_GT(compact.omission_probability, 0);
  EXPECT_EQ(exact.omission_probability, 0);
}

// Two threads that add one n times without a lock can end in every sum from 2 to 2n.
TEST(Search, RacyCountersEndInEverySumThatIsPossible) {
  for (const unsigned n : {1u, 2u, 3u, 4u}) {
    ErrorSet assertions;
    assertions.add(ErrorKind::Assertion);
    const SearchOutcome outcome =
        search(testing::racy_counters(n), {.errors = assertions, .collect_final_states = true});
    EXPECT_EQ(outcome.final_states.size(), n == 1 ? 2u : 2 * n - 1) << n;
  }
}

TEST(Search, ReductionsKeepTheFinalStates) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body body = [=](ProgramBuilder& b) {
    const Operand local = b.allocate(8);
    b.store(b.load_from(x, kAtomic), local);
    b.store(b.binary(Opcode::Add, b.load(local), b.constant(1)), b.constant(x), 8, kAtomic);
    b.free(local);
  };
  const Program program = threads_program(builder, {body, body});
  const SearchOutcome reduced = search(program, {.collect_final_states = true});
  const SearchOutcome full =
      search(program, {.collect_final_states = true}, {.sharing = SharingPolicy::Everything});
  EXPECT_EQ(reduced.final_states, full.final_states);
  EXPECT_EQ(reduced.final_states.size(), 2u);
  EXPECT_LT(reduced.statistics.states, full.statistics.states);
}

// Its choices go first, but they must not keep the others from running for ever.
TEST(Search, AThreadThatChoosesForEverHidesNobody) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body choosing = [=](ProgramBuilder& b) {
    const Point again = b.here();
    b.choose(2);
    b.jump(again);
  };
  const Body failing = [=](ProgramBuilder& b) {
    b.store_to(x, 1, kAtomic);
    b.require(b.binary(Opcode::CmpEq, b.load_from(x, kAtomic), b.constant(0)));
  };
  const Body reading = [=](ProgramBuilder& b) { b.load_from(x, kAtomic); };
  const Program program = threads_program(builder, {choosing, failing, reading});
  const SearchOutcome outcome = search(program);
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::Assertion);
}

TEST(Search, FindsALostUpdate) {
  const Program program = testing::lost_update();
  const SearchOutcome outcome = search(program);
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::Assertion);
  EXPECT_EQ(outcome.errors[0].violation.thread, 0u);
}

TEST(Search, FindsARaceAndADeadlock) {
  const SearchOutcome race = search(testing::racy_counters(1));
  ASSERT_EQ(race.errors.size(), 1u);
  EXPECT_EQ(race.errors[0].violation.kind, ErrorKind::DataRace);
  const SearchOutcome deadlock = search(testing::opposite_locks());
  ASSERT_EQ(deadlock.errors.size(), 1u);
  EXPECT_EQ(deadlock.errors[0].violation.kind, ErrorKind::Deadlock);
}

TEST(Search, ErrorsNobodyAskedForAreIgnoredAndTold) {
  ErrorSet races;
  races.add(ErrorKind::DataRace);
  const SearchOutcome outcome = search(testing::lost_update(), {.errors = races});
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(outcome.ignored_errors, std::set<std::string>{"assertion"});
  EXPECT_EQ(outcome.incomplete, "");
}

TEST(Search, KeepGoingFindsEachErrorOnce) {
  const auto failing_at = [](uint64_t wanted) {
    return [=](ProgramBuilder& b) {
      b.require(b.binary(Opcode::CmpNe, b.choose(4), b.constant(wanted)));
    };
  };
  ProgramBuilder builder;
  const Program program = threads_program(builder, {failing_at(1), failing_at(2)});
  EXPECT_EQ(search(program).errors.size(), 1u);
  EXPECT_EQ(search(program, {.keep_going = true}).errors.size(), 2u);
}

TEST(Search, ExploresEveryBranchOfAChoice) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x", 24);
  builder.begin("main");
  for (uint64_t k = 0; k < 3; ++k)
    builder.store(builder.choose(k + 2), builder.constant(x + 8 * k));
  builder.exit();
  const Program program = builder.finish();
  const SearchOutcome outcome = search(program, {.collect_final_states = true});
  EXPECT_EQ(outcome.statistics.executions, 2u * 3 * 4);
  EXPECT_EQ(outcome.final_states.size(), 2u * 3 * 4);
  EXPECT_EQ(outcome.statistics.choices, 0u) << "no thread was chosen";
}

TEST(Search, DiscardedExecutionsAreOfNoInterest) {
  ProgramBuilder builder;
  builder.begin("main");
  const Operand picked = builder.choose(10);
  builder.emit(
      {.opcode = Opcode::Assume, .a = builder.binary(Opcode::CmpUlt, picked, builder.constant(3))});
  builder.require(builder.binary(Opcode::CmpNe, picked, builder.constant(7)));
  builder.exit();
  const SearchOutcome outcome = search(builder.finish());
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(outcome.statistics.executions, 3u);
}

TEST(Search, ReportsLeaksAndExitCodesAtTheEnd) {
  ProgramBuilder builder;
  builder.begin("main");
  builder.allocate(8);
  builder.exit(3);
  const SearchOutcome outcome = search(builder.finish(), {.keep_going = true});
  ASSERT_EQ(outcome.errors.size(), 2u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::Leak);
  EXPECT_EQ(outcome.errors[1].violation.kind, ErrorKind::ExitCode);
}

TEST(Search, AThreadThatAloneCanRunAndRunsInCirclesNeverEnds) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Program program = threads_program(builder, {[=](ProgramBuilder& b) {
                                            const Point again = b.here();
                                            b.load_from(x, kAtomic);
                                            b.jump(again);
                                          }});
  const SearchOutcome outcome = search(program);
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::EndlessLoop);
}

TEST(Search, SpinningUntilAnotherThreadActsIsNoError) {
  ProgramBuilder builder;
  const uint64_t flag = builder.global("flag");
  const Body spin = [=](ProgramBuilder& b) {
    const Point again = b.here();
    b.jump_if_below(b.load_from(flag, kAtomic), 1, again);
  };
  const Program program =
      threads_program(builder, {spin, [=](ProgramBuilder& b) { b.store_to(flag, 1, kAtomic); }});
  const SearchOutcome outcome = search(program);
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(outcome.incomplete, "");
}

// One thread has a long way to go alone, from starting points that lie on one way.
TEST(Search, LongStretchesAloneAreNotMistakenForEndlessLoops) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const Body brief = [=](ProgramBuilder& b) { b.fetch_add(x, 1); };
  const Body lengthy = [=](ProgramBuilder& b) {
    for (int k = 0; k < 700; ++k) b.fetch_add(y, 1);
  };
  const SearchOutcome outcome = search(threads_program(builder, {brief, lengthy}));
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(outcome.incomplete, "");
}

// The two sizes of the array are two states: what follows differs.
TEST(Search, FindsTheErrorBehindALocalArrayOfChosenSize) {
  ProgramBuilder builder;
  builder.begin("main");
  const Operand count = builder.binary(Opcode::Sub, builder.constant(2), builder.choose(2));
  const uint32_t array = builder.slot();
  builder.emit({.opcode = Opcode::Alloca, .a = array, .b = count, .c = 16, .imm = 8});
  builder.choose(2);
  builder.load(builder.binary(Opcode::Add, array, builder.constant(8)));
  builder.exit();
  const SearchOutcome outcome = search(builder.finish());
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::OutOfBounds);
}

// A thread that was left alone for a moment starts another, and both write.
TEST(Search, FindsTheRaceWithAThreadStartedAfterOthersHaveEnded) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const uint64_t first = builder.begin("first", 2);
  builder.store_to(x, 1, kAtomic);
  builder.end_thread();
  const uint64_t second = builder.begin("second", 2);
  builder.store_to(y, 2);
  builder.end_thread();
  builder.begin("main");
  builder.spawn(first);
  const Operand seen = builder.load_from(x, kAtomic);
  builder.emit({.opcode = Opcode::Assume, .a = seen});
  builder.spawn(second);
  builder.store_to(y, 1);
  builder.exit();
  const SearchOutcome outcome = search(builder.finish());
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::DataRace);
}

// --- limits: whatever was cut off is told ---

TEST(SearchLimits, StatesAreLimited) {
  const SearchOutcome outcome =
      search(testing::independent_counters(20), {.limits = {.states = 10}});
  EXPECT_EQ(outcome.statistics.states, 10u);
  EXPECT_NE(outcome.incomplete.find("10 states"), std::string::npos) << outcome.incomplete;
}

TEST(SearchLimits, DepthIsLimited) {
  const SearchOutcome outcome = search(testing::independent_counters(20), {.limits = {.depth = 5}});
  EXPECT_EQ(outcome.statistics.max_depth, 5u);
  EXPECT_NE(outcome.incomplete.find("depth"), std::string::npos) << outcome.incomplete;
}

TEST(SearchLimits, DepthIsLimitedAlongNondeterministicChoices) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  builder.begin("main");
  for (int k = 0; k < 10; ++k) builder.store(builder.choose(2), builder.constant(x));
  builder.exit();
  const SearchOutcome outcome = search(builder.finish(), {.limits = {.depth = 5}});
  EXPECT_EQ(outcome.statistics.max_depth, 5u);
  EXPECT_NE(outcome.incomplete.find("depth"), std::string::npos) << outcome.incomplete;
}

// A long way and a short one lead to the same state, and from there on to an error that only the short
// way reaches within the limit. The long one is taken first.
TEST(SearchLimits, AStateThatWasReachedTooDeepIsExploredAgain) {
  ProgramBuilder builder;
  builder.begin("main");
  const Operand way = builder.choose(2);
  const Point short_way = builder.branch(builder.binary(Opcode::CmpEq, way, builder.constant(0)));
  for (int k = 0; k < 4; ++k) builder.choose(2);
  builder.go_on_here(short_way);
  for (int k = 0; k < 3; ++k) builder.choose(2);
  builder.require(builder.constant(0));
  builder.exit();
  const Program program = builder.finish();
  for (const bool exact : {false, true}) {
    const SearchOutcome outcome = search(program, {.limits = {.depth = 7}, .exact = exact});
    ASSERT_EQ(outcome.errors.size(), 1u);
    EXPECT_LE(outcome.errors[0].schedule.size(), 7u);
  }
  const SearchOutcome outcome = search(program, {.limits = {.depth = 4}});
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_NE(outcome.incomplete.find("depth"), std::string::npos) << outcome.incomplete;
}

TEST(SearchLimits, ADepthThatIsNeverReachedCutsNothing) {
  const SearchOutcome outcome =
      search(testing::independent_counters(5), {.limits = {.depth = 100}});
  EXPECT_EQ(outcome.incomplete, "");
  EXPECT_EQ(outcome.statistics.states, 36u);
}

TEST(SearchLimits, TimeIsLimited) {
  const SearchOutcome outcome =
      search(testing::independent_counters(200), {.limits = {.seconds = 0}});
  EXPECT_NE(outcome.incomplete.find("time"), std::string::npos) << outcome.incomplete;
  EXPECT_LT(outcome.statistics.states, 1000u);
}

TEST(SearchLimits, MemoryIsLimited) {
  const SearchOutcome outcome =
      search(testing::independent_counters(200), {.limits = {.bytes = 1'000'000}});
  EXPECT_NE(outcome.incomplete.find("memory"), std::string::npos) << outcome.incomplete;
  EXPECT_LT(outcome.statistics.states, 40'000u);
}

TEST(SearchLimits, TheCallerCanStopIt) {
  int calls = 0;
  SearchOptions options;
  options.on_progress = [&](const Statistics& now) {
    EXPECT_LE(now.states, 40'000u);
    return ++calls < 3;
  };
  const SearchOutcome outcome = search(testing::independent_counters(200), options);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(outcome.incomplete, "interrupted");
}

TEST(SearchLimits, StepsOfOneTransitionAreLimited) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  builder.begin("main");
  const Point again = builder.here();
  builder.fetch_add(x, 1);
  builder.jump(again);
  const SearchOutcome outcome = search(builder.finish(), {}, {.max_local_steps = 200'000});
  EXPECT_NE(outcome.incomplete.find("200000 instructions"), std::string::npos)
      << outcome.incomplete;
}

}  // namespace
}  // namespace heddle
