// Tests of PCT: its promise is kept, and waiting loops do not trap it.
// SPDX-License-Identifier: Apache-2.0
#include "search/pct.h"

#include <gtest/gtest.h>

#include <cmath>

#include "search/search_fixture.h"
#include "search/walks.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

struct Walked {
  SearchOutcome outcome;
  Guarantee guarantee;
};

Walked run(const Program& program, uint64_t seed, uint32_t depth, uint64_t walks,
           ErrorKind kind = ErrorKind::Assertion) {
  SearchOptions options;
  options.errors.add(kind);
  Machine machine(program, {});
  Pct priorities(seed, depth);
  SearchOutcome outcome = Walks(machine, options, priorities, {.walks = walks, .seed = seed}).run();
  return {std::move(outcome), priorities.guarantee()};
}

TEST(Pct, ThePromiseIsThatOfThePaper) {
  const Guarantee guarantee = run(testing::independent_counters(4), 1, 3, 100).guarantee;
  EXPECT_EQ(guarantee.depth, 3u);
  EXPECT_EQ(guarantee.threads, 3u) << "main and two";
  // main begins, two threads with four operations each; main waits for them in between.
  EXPECT_GE(guarantee.steps, 9u);
  const double n = double(guarantee.threads);
  const double k = double(guarantee.steps);
  EXPECT_DOUBLE_EQ(guarantee.per_execution, 1 / (n * k * k));
  EXPECT_GT(guarantee.overall, 90 * guarantee.per_execution * 0.9);
  EXPECT_LT(guarantee.overall, 1);
}

TEST(Pct, WithoutExecutionsNothingIsPromised) { EXPECT_EQ(Pct(1, 2).guarantee().overall, 0); }

// A reader must come before the only writer: an ordering of two events.
Program use_before_initialisation() {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const Body writer = [=](ProgramBuilder& b) {
    for (int k = 0; k < 10; ++k) b.fetch_add(y, 1);
    b.store_to(x, 1, kAtomic);
  };
  const Body reader = [=](ProgramBuilder& b) {
    for (int k = 0; k < 5; ++k) b.fetch_add(y, 1);
    b.require(b.load_from(x, kAtomic));
  };
  return threads_program(builder, {writer, reader});
}

// How often a single execution finds the error; the first ones only measure how long executions are.
double rate_of(const Program& program, uint32_t depth) {
  constexpr uint64_t runs = 400;
  unsigned found = 0;
  for (uint64_t seed = 0; seed < runs; ++seed)
    found += !run(program, seed, depth, 5).outcome.errors.empty();
  return double(found) / double(runs);
}

TEST(Pct, FindsErrorsAtLeastAsOftenAsPromised) {
  const Program shallow = use_before_initialisation();
  const Guarantee first = run(shallow, 1, 1, 50, ErrorKind::DataRace).guarantee;
  EXPECT_GE(rate_of(shallow, 1), 1 - std::pow(1 - first.per_execution, 5));
  const Program deeper = testing::lost_update();
  const Guarantee second = run(deeper, 1, 2, 50, ErrorKind::DataRace).guarantee;
  EXPECT_GE(rate_of(deeper, 2), 1 - std::pow(1 - second.per_execution, 4));
}

TEST(Pct, AnErrorDeeperThanSoughtIsNotFound) {
  EXPECT_EQ(rate_of(testing::lost_update(), 1), 0) << "one drop is needed";
}

TEST(Pct, AThreadThatWaitsInALoopGivesWay) {
  ProgramBuilder builder;
  const uint64_t flag = builder.global("flag");
  const Body spin = [=](ProgramBuilder& b) {
    const Point again = b.here();
    b.jump_if_below(b.load_from(flag, kAtomic), 1, again);
  };
  const Program program = threads_program(
      builder, {spin, spin, [=](ProgramBuilder& b) { b.store_to(flag, 1, kAtomic); }});
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Walked done = run(program, seed, 3, 20);
    EXPECT_EQ(done.outcome.statistics.executions, 20u) << "seed " << seed;
    EXPECT_LT(done.outcome.statistics.max_depth, 200u) << "seed " << seed;
  }
}

}  // namespace
}  // namespace heddle
