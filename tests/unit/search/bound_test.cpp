// Tests of bounded searches: costs by hand, and everything within the bound against a plain enumeration of
// all schedules on small random programs.
// SPDX-License-Identifier: Apache-2.0
#include "search/bound.h"

#include <gtest/gtest.h>

#include "search/iterative.h"
#include "search/parallel.h"
#include "search/random_program.h"
#include "search/search_fixture.h"

namespace heddle {
namespace {

using testing::random_program;

constexpr BoundKind kKinds[] = {BoundKind::ContextSwitches, BoundKind::Preemptions,
                                BoundKind::Delays};

uint32_t cost(BoundKind kind, ThreadNumber next, ThreadNumber last, uint64_t enabled) {
  return Budget(Bound{kind, 0}).cost(next, last, enabled);
}

TEST(Bound, ASwitchIsAPreemptionOnlyIfTheLastThreadCouldGoOn) {
  EXPECT_EQ(cost(BoundKind::ContextSwitches, 2, 1, 0b110), 1u);
  EXPECT_EQ(cost(BoundKind::ContextSwitches, 2, 1, 0b100), 1u);
  EXPECT_EQ(cost(BoundKind::Preemptions, 2, 1, 0b110), 1u);
  EXPECT_EQ(cost(BoundKind::Preemptions, 2, 1, 0b100), 0u);
  for (const BoundKind kind : kKinds) EXPECT_EQ(cost(kind, 1, 1, 0b110), 0u);
}

TEST(Bound, ADelayPassesOverOneThreadThatCouldRun) {
  EXPECT_EQ(cost(BoundKind::Delays, 3, 1, 0b1110), 2u);
  EXPECT_EQ(cost(BoundKind::Delays, 3, 1, 0b1010), 1u);
  EXPECT_EQ(cost(BoundKind::Delays, 3, 1, 0b1000), 0u);
  EXPECT_EQ(cost(BoundKind::Delays, 0, 3, 0b0111), 0u) << "after the last comes the first";
  EXPECT_EQ(cost(BoundKind::Delays, 2, 3, 0b0111), 2u);
  EXPECT_EQ(cost(BoundKind::Delays, 0, 63, bit(63) | 1), 1u);
}

TEST(Bound, WhoRanLastCountsOnlyIfCostsDependOnIt) {
  const Budget preemptions(Bound{BoundKind::Preemptions, 2});
  EXPECT_EQ(preemptions.key(1, 0b1100), preemptions.key(0, 0b1100));
  EXPECT_NE(preemptions.key(2, 0b1100), preemptions.key(3, 0b1100));
  const Budget delays(Bound{BoundKind::Delays, 2});
  EXPECT_EQ(delays.key(1, 0b1100), delays.key(2, 0b1100));
  EXPECT_NE(delays.key(1, 0b1100), delays.key(3, 0b1100));
}

TEST(Bound, IsDescribedInWords) {
  EXPECT_EQ(describe({BoundKind::Preemptions, 1}), "at most 1 preemption");
  EXPECT_EQ(describe({BoundKind::ContextSwitches, 0}), "at most 0 context switches");
  EXPECT_EQ(describe({BoundKind::Delays, 2}), "at most 2 delays");
}

// --- against enumeration ---

struct Everything {
  std::set<Fingerprint> final_states;
  bool fails = false;
  bool cut = false;
};

// Costs as the definitions say them, step by step.
uint32_t plain_cost(BoundKind kind, ThreadNumber next, ThreadNumber last, uint64_t enabled) {
  if (kind == BoundKind::ContextSwitches) return next != last;
  if (kind == BoundKind::Preemptions) return next != last && (enabled >> last & 1);
  uint32_t delays = 0;
  for (ThreadNumber turn = last; turn != next; turn = (turn + 1) % kMaxThreads)
    delays += enabled >> turn & 1;
  return delays;
}

// Every schedule that the machine allows within the bound, without matching states.
void enumerate(Machine& machine, ThreadNumber last, uint32_t left, Stop stop, BoundKind kind,
               Everything& all) {
  all.fails = all.fails || stop == Stop::Violation;
  if (stop == Stop::Exit) all.final_states.insert(machine.fingerprint());
  if (stop != Stop::Visible && stop != Stop::Finished) return;
  const Machine::Mark mark = machine.mark();
  const uint64_t enabled = machine.enabled_threads();
  if (!enabled) all.final_states.insert(machine.fingerprint());
  for (uint64_t rest = enabled; rest; rest &= rest - 1) {
    const ThreadNumber thread = lowest(rest);
    const uint32_t price = plain_cost(kind, thread, last, enabled);
    if (price > left) {
      all.cut = true;
      continue;
    }
    const uint32_t branches = std::max(machine.thread(thread).pending.branches, 1u);
    for (uint32_t branch = 0; branch < branches; ++branch) {
      enumerate(machine, thread, left - price, machine.run(thread, branch), kind, all);
      machine.undo(mark);
    }
  }
}

Everything enumerate(const Program& program, const Bound& bound) {
  Machine machine(program, {});
  Everything all;
  enumerate(machine, 0, bound.most, machine.run(0), bound.kind, all);
  return all;
}

SearchOutcome search_within(const Program& program, std::optional<Bound> bound,
                            unsigned workers = 1) {
  SearchOptions options;
  options.errors.add(ErrorKind::Assertion);
  options.keep_going = true;
  options.collect_final_states = true;
  options.limits.bound = bound;
  Machine machine(program, {});
  if (workers > 1) return search_in_parallel(program, {}, options, workers, machine);
  return Search(machine, options).run();
}

TEST(BoundedSearch, CoversExactlyWhatEnumerationFinds) {
  size_t failing = 0;
  size_t cut = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Program program = random_program(seed);
    const std::set<Fingerprint> reachable = search_within(program, std::nullopt).final_states;
    for (const BoundKind kind : kKinds)
      for (const uint32_t most : {0u, 1u, 2u, 3u}) {
        const Bound bound{kind, most};
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + describe(bound));
        const Everything all = enumerate(program, bound);
        const SearchOutcome outcome = search_within(program, bound);
        EXPECT_EQ(outcome.final_states, all.final_states);
        EXPECT_EQ(!outcome.errors.empty(), all.fails);
        const SearchOutcome together = search_within(program, bound, 2);
        EXPECT_EQ(together.final_states, all.final_states);
        EXPECT_EQ(!together.errors.empty(), all.fails);
        EXPECT_TRUE(all.cut || !outcome.bound_reached) << "enumeration cuts what the search cuts";
        EXPECT_TRUE(outcome.bound_reached || outcome.final_states == reachable);
        failing += all.fails;
        cut += all.cut;
      }
  }
  EXPECT_GT(failing, 50u) << "the programs must tell right from wrong";
  EXPECT_GT(cut, 300u);
}

// What iteration reports first needs the least.
TEST(BoundedSearch, IterationFindsTheCheapestError) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Program program = random_program(seed);
    for (const BoundKind kind : kKinds) {
      uint32_t cheapest = 0;
      while (cheapest <= 2 && !enumerate(program, {kind, cheapest}).fails) ++cheapest;
      for (const unsigned workers : {1u, 2u}) {
        SearchOptions options;
        options.errors.add(ErrorKind::Assertion);
        Machine machine(program, {});
        const SearchOutcome outcome =
            search_iteratively(program, {}, options, {kind, 2}, workers, machine);
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + describe({kind, cheapest}));
        EXPECT_EQ(outcome.errors.empty(), cheapest > 2);
        if (!outcome.errors.empty() && kind == BoundKind::ContextSwitches) {
          EXPECT_EQ(context_switches(outcome.errors[0].schedule), cheapest);
        }
        EXPECT_TRUE(!outcome.errors.empty() || outcome.left_out.empty() == !outcome.bound_reached);
      }
    }
  }
}

}  // namespace
}  // namespace heddle
