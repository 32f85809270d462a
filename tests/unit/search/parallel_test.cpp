// Tests of several workers on one state space: they find what one finds.
// SPDX-License-Identifier: Apache-2.0
#include "search/parallel.h"

#include <gtest/gtest.h>

#include <thread>

#include "search/search_fixture.h"
#include "search/striped_set.h"

namespace heddle {
namespace {

using testing::all_errors;
using testing::Body;
using testing::ProgramBuilder;
using testing::search;
using testing::threads_program;

SearchOutcome search_with(unsigned workers, const Program& program, SearchOptions options = {},
                          const MachineOptions& machine_options = {}) {
  if (options.errors.empty()) options.errors = all_errors();
  Machine machine(program, machine_options);
  return search_in_parallel(program, machine_options, options, workers, machine);
}

Program counters(unsigned threads, unsigned count) {
  ProgramBuilder builder;
  const uint64_t counter = builder.global("counter");
  const Body body = [=](ProgramBuilder& b) {
    for (unsigned k = 0; k < count; ++k)
      b.store(b.binary(Opcode::Add, b.load_from(counter, kAtomic), b.constant(1)),
              b.constant(counter), 8, kAtomic);
  };
  return threads_program(builder, std::vector<Body>(threads, body));
}

TEST(Parallel, VisitsTheSameStates) {
  const Program program = counters(3, 5);
  const SearchOutcome alone = search(program, {.collect_final_states = true});
  for (const unsigned workers : {1u, 2u, 3u, 8u}) {
    const SearchOutcome outcome = search_with(workers, program, {.collect_final_states = true});
    EXPECT_EQ(outcome.statistics.states, alone.statistics.states) << workers;
    EXPECT_EQ(outcome.statistics.transitions, alone.statistics.transitions) << workers;
    EXPECT_EQ(outcome.final_states, alone.final_states) << workers;
    EXPECT_EQ(outcome.incomplete, "");
  }
}

TEST(Parallel, FindsTheErrors) {
  const Program program = testing::racy_counters(3);
  for (const bool plain_choices : {true, false}) {
    const MachineOptions options{.stop_when_alone = false, .plain_choices = plain_choices};
    for (const unsigned workers : {1u, 2u, 4u}) {
      const SearchOutcome outcome = search_with(workers, program, {}, options);
      ASSERT_FALSE(outcome.errors.empty());
      EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::DataRace);
    }
  }
}

// A race between a transition that was given away and one that was kept.
TEST(Parallel, ComparesTransitionsAcrossWorkers) {
  for (unsigned round = 0; round < 20; ++round) {
    ProgramBuilder builder;
    const uint64_t gate = builder.global("gate");
    const uint64_t x = builder.global("x");
    const uint64_t m = builder.global("m"), n = builder.global("n");
    const auto racing = [&](uint64_t mutex) {
      return Body([=](ProgramBuilder& b) {
        for (unsigned k = 0; k < 3; ++k) b.fetch_add(gate, 1);
        b.lock(mutex);
        b.store_to(x, 1);
        b.unlock(mutex);
      });
    };
    const Program program = threads_program(builder, {racing(m), racing(n)});
    const SearchOutcome outcome =
        search_with(4, program, {}, {.stop_when_alone = false, .plain_choices = false});
    ASSERT_EQ(outcome.errors.size(), 1u);
    EXPECT_FALSE(outcome.needs_plain_choices);
  }
}

TEST(Parallel, LimitsHold) {
  const SearchOutcome outcome =
      search_with(3, counters(3, 6), {.limits = {.states = 100}});
  EXPECT_NE(outcome.incomplete.find("limit of 100 states"), std::string::npos);
}

TEST(Parallel, ProgressCanStopIt) {
  const SearchOutcome outcome =
      search_with(2, counters(3, 6), {.on_progress = [](const Statistics&) { return false; }});
  EXPECT_EQ(outcome.incomplete, "interrupted");
}

TEST(StripedSet, EachStateIsNewForOneOnly) {
  const Program program = counters(2, 30);
  SearchOptions options;
  StripedSet set([&] { return make_visited_set(options, StripedSet::kStripes); });
  std::atomic<uint64_t> inserted{0};
  const auto walk = [&] {
    Machine machine(program, {});
    machine.run(0);
    for (;;) {
      if (set.insert(machine, 0) == Insertion::New) ++inserted;
      const uint64_t enabled = machine.enabled_threads();
      if (machine.run(ThreadNumber(std::countr_zero(enabled))) == Stop::Exit) return;
    }
  };
  std::thread other(walk);
  walk();
  other.join();
  EXPECT_EQ(inserted, set.size());
  EXPECT_GT(set.size(), 100u);
}

}  // namespace
}  // namespace heddle
