// Tests of walks by several workers: all are made, each with its seed, and an error ends them.
// SPDX-License-Identifier: Apache-2.0
#include "search/parallel_walks.h"

#include <gtest/gtest.h>

#include "search/replay.h"
#include "search/search_fixture.h"

namespace heddle {
namespace {

SearchOutcome walk(const Program& program, const WalkTeam& team, bool by_priority = false) {
  SearchOptions options{.errors = testing::all_errors()};
  Machine machine(program, {});
  return by_priority ? walk_by_priority(program, {}, options, team, 2, machine)
                     : walk_randomly(program, {}, options, team, machine);
}

TEST(ParallelWalks, MakeAllWalksOfTheirSeeds) {
  const Program program = testing::racy_counters(2);
  SearchOptions options;  // no errors looked for: nothing ends them early
  uint64_t transitions = 0;
  for (unsigned number = 0; number < 3; ++number) {
    Machine machine(program, {});
    const uint64_t walks = number == 0 ? 34 : 33;
    transitions +=
        walk_randomly(program, {}, options, {.walks = walks, .seed = 5 + number}, machine)
            .statistics.transitions;
  }
  Machine machine(program, {});
  const SearchOutcome outcome =
      walk_randomly(program, {}, options, {.walks = 100, .seed = 5, .workers = 3}, machine);
  EXPECT_EQ(outcome.summary.walks, 100u);
  EXPECT_EQ(outcome.left_out, "100 walks found no error");
  // The first transition is common to all walks of a worker.
  EXPECT_EQ(outcome.statistics.transitions, transitions);
}

TEST(ParallelWalks, FindAnErrorThatReplays) {
  const Program program = testing::lost_update();
  for (const bool by_priority : {false, true}) {
    const SearchOutcome outcome =
        walk(program, {.walks = 2000, .seed = 3, .workers = 4}, by_priority);
    ASSERT_FALSE(outcome.errors.empty());
    Machine machine(program, {});
    EXPECT_TRUE(replay(machine, outcome.errors[0].schedule, ErrorKind::Assertion));
  }
}

TEST(ParallelWalks, PromisesAddUp) {
  const Program program = testing::racy_counters(3);
  SearchOptions options;
  Machine one(program, {}), four(program, {});
  const auto alone = walk_by_priority(program, {}, options, {.walks = 100, .seed = 1}, 2, one);
  const auto together =
      walk_by_priority(program, {}, options, {.walks = 400, .seed = 1, .workers = 4}, 2, four);
  ASSERT_TRUE(alone.summary.guarantee && together.summary.guarantee);
  EXPECT_EQ(together.summary.guarantee->steps, alone.summary.guarantee->steps);
  EXPECT_GT(together.summary.guarantee->overall, alone.summary.guarantee->overall);
}

}  // namespace
}  // namespace heddle
