// Tests of the table of searches: whatever covers everything comes to the same, and options that do not go together are
// named.
// SPDX-License-Identifier: Apache-2.0
#include "search/strategies.h"

#include <gtest/gtest.h>

#include "analysis/analyse.h"
#include "search/random_program.h"
#include "search/replay.h"
#include "search/search_fixture.h"
#include "support/invariant.h"

namespace heddle {
namespace {

SearchOutcome run(const Program& program, const SearchMethod& method, SearchOptions options) {
  const MachineOptions machine_options{.note_accesses = true};
  Machine machine(program, machine_options);
  return run_search(program, machine_options, options, method, analyse(program, {}), machine);
}

TEST(Strategies, NamesAreReadBack) {
  for (const SearchTraits& search : kSearches) {
    EXPECT_EQ(search_named(search.name), search.kind);
    EXPECT_EQ(traits_of(search.kind).name, search.name);
  }
  EXPECT_FALSE(search_named("dsf"));
}

TEST(Strategies, CompleteSearchesFindTheSame) {
  for (uint64_t seed = 0; seed < 25; ++seed) {
    const Program program = testing::random_program(seed);
    SearchOptions options{.keep_going = true, .collect_final_states = true};
    options.errors.add(ErrorKind::Assertion);
    const SearchOutcome plain = run(program, {}, options);
    for (const SearchMethod& method :
         {SearchMethod{.kind = SearchKind::Random, .seed = seed},
          SearchMethod{.kind = SearchKind::BreadthFirst}, SearchMethod{.kind = SearchKind::Reorder},
          SearchMethod{.kind = SearchKind::Reorder, .seed = seed, .percent = 50},
          SearchMethod{.kind = SearchKind::Random, .seed = seed, .jobs = 2},
          SearchMethod{.kind = SearchKind::Portfolio, .seed = seed, .jobs = 2},
          SearchMethod{.kind = SearchKind::Portfolio, .seed = seed, .jobs = 4},
          SearchMethod{.bound = Bound{BoundKind::Preemptions, 100}},
          SearchMethod{
              .kind = SearchKind::Random, .bound = Bound{BoundKind::Delays, 100}, .seed = seed}}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", " +
                   std::string(traits_of(method.kind).name));
      const SearchOutcome outcome = run(program, method, options);
      EXPECT_EQ(outcome.final_states, plain.final_states);
      EXPECT_EQ(outcome.errors.empty(), plain.errors.empty());
      EXPECT_EQ(outcome.left_out, "");
      EXPECT_EQ(outcome.summary.strategy, traits_of(method.kind).name);
      EXPECT_EQ(outcome.summary.seed, method.seed);
    }
  }
}

TEST(Strategies, IncompleteSearchesFindNothingThatIsNotThere) {
  for (uint64_t seed = 0; seed < 25; ++seed) {
    const Program program = testing::random_program(seed);
    SearchOptions options{.collect_final_states = true};
    options.errors.add(ErrorKind::Assertion);
    for (const SearchMethod& method :
         {SearchMethod{.kind = SearchKind::RandomWalk, .seed = seed, .walks = 30},
          SearchMethod{.kind = SearchKind::Pct, .seed = seed, .walks = 30},
          SearchMethod{.kind = SearchKind::Prune}}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", " +
                   std::string(traits_of(method.kind).name));
      const SearchOutcome outcome = run(program, method, options);
      for (const FoundError& error : outcome.errors) {
        Machine machine(program, {});
        EXPECT_TRUE(replay(machine, error.schedule, ErrorKind::Assertion));
      }
      const SearchOutcome plain = run(program, {}, options);
      EXPECT_TRUE(!plain.errors.empty() || outcome.errors.empty());
      if (outcome.left_out.empty() && outcome.errors.empty()) {
        EXPECT_EQ(outcome.final_states, plain.final_states);
      }
    }
  }
}

TEST(Strategies, OptionsThatDoNotGoTogetherAreNamed) {
  EXPECT_EQ(mismatch_in({}), "");
  EXPECT_EQ(mismatch_in({.kind = SearchKind::Prune, .seed = 1, .percent = 10}), "");
  EXPECT_EQ(mismatch_in({.kind = SearchKind::Target, .target = SourceLine{"a.c", 1}}), "");
  const auto expect = [](const SearchMethod& method, const char* option) {
    EXPECT_NE(mismatch_in(method).find(option), std::string::npos) << mismatch_in(method);
  };
  expect({.seed = 1}, "--seed");
  expect({.kind = SearchKind::BreadthFirst, .walks = 1}, "--walks");
  expect({.kind = SearchKind::RandomWalk, .bug_depth = 2}, "--bug-depth");
  expect({.kind = SearchKind::Random, .tell_reads_from_writes = true}, "--rw");
  expect({.percent = 10}, "--past");
  expect({.target = SourceLine{"a.c", 1}}, "--target-line");
  expect({.kind = SearchKind::Target}, "--target-line");
  expect({.kind = SearchKind::BreadthFirst, .bound = Bound{}}, "bound");
}

TEST(Strategies, ALineWithoutCodeIsTheUsersMistake) {
  const Program program = testing::lost_update();
  SearchOptions options;
  EXPECT_THROW(run(program, {.kind = SearchKind::Target, .target = SourceLine{"a.c", 1}}, options),
               UsageError);
}

}  // namespace
}  // namespace heddle
