// Tests of fair cycles: found where a fair scheduler can go round, and only there.
// SPDX-License-Identifier: Apache-2.0
#include "search/fair_cycle.h"

#include <gtest/gtest.h>

#include <map>

#include "support/bits.h"
#include "support/random.h"

namespace heddle {
namespace {

using Edge = StateGraph::Edge;

constexpr uint64_t kBoth = 3;

TEST(FairCycle, GoesRoundWithBothThreads) {
  const StateGraph graph{
      .enabled = {kBoth, kBoth, kBoth},
      .edges = {Edge{0, 1, {0, 0}, false}, Edge{1, 2, {0, 0}, false}, Edge{2, 1, {1, 0}, false}}};
  const auto cycle = find_fair_cycle(graph);
  ASSERT_TRUE(cycle);
  EXPECT_EQ(cycle->way, (Schedule{{0, 0}}));
  EXPECT_EQ(cycle->round, (Schedule{{0, 0}, {1, 0}}));
}

TEST(FairCycle, AThreadThatCouldRunAndNeverDoesMakesItUnfair) {
  const StateGraph graph{.enabled = {kBoth, 1},
                         .edges = {Edge{0, 0, {0, 0}, false}, Edge{0, 1, {1, 0}, false}}};
  EXPECT_FALSE(find_fair_cycle(graph));
}

TEST(FairCycle, GettingOnIsNoLivelock) {
  const StateGraph graph{.enabled = {kBoth, kBoth},
                         .edges = {Edge{0, 1, {0, 0}, false}, Edge{1, 0, {1, 0}, true}}};
  EXPECT_FALSE(find_fair_cycle(graph));
}

TEST(FairCycle, OneThreadAloneIsAnEndlessLoop) {
  const StateGraph graph{.enabled = {1}, .edges = {Edge{0, 0, {0, 0}, false}}};
  EXPECT_FALSE(find_fair_cycle(graph));
}

// The whole component is unfair to thread 2, a part of it is not.
TEST(FairCycle, PartsOfUnfairComponents) {
  const StateGraph graph{.enabled = {kBoth, kBoth, kBoth | 4},
                         .edges = {Edge{0, 1, {0, 0}, false}, Edge{1, 0, {1, 0}, false},
                                   Edge{1, 2, {0, 0}, false}, Edge{2, 0, {0, 0}, false}}};
  const auto cycle = find_fair_cycle(graph);
  ASSERT_TRUE(cycle);
  EXPECT_EQ(cycle->round.size(), 2u);
}

// Every set of states is tried: is it strongly connected within itself, and fair?
bool has_fair_component(const StateGraph& graph) {
  const size_t count = graph.enabled.size();
  for (uint32_t set = 1; set < 1u << count; ++set) {
    const auto inside = [&](const Edge& edge) {
      return !edge.gets_on && (set >> edge.from & 1) && (set >> edge.to & 1);
    };
    uint64_t enabled = 0, run = 0;
    size_t edges = 0;
    for (size_t k = 0; k < count; ++k)
      if (set >> k & 1) enabled |= graph.enabled[k];
    for (const Edge& edge : graph.edges)
      if (inside(edge)) {
        run |= bit(edge.step.thread);
        ++edges;
      }
    if (edges == 0 || is_single(enabled) || (enabled & ~run)) continue;
    bool connected = true;
    for (size_t start = 0; start < count && connected; ++start) {
      if (!(set >> start & 1)) continue;
      uint32_t reached = 1u << start;
      for (size_t round = 0; round < count; ++round)
        for (const Edge& edge : graph.edges)
          if (inside(edge) && (reached >> edge.from & 1)) reached |= 1u << edge.to;
      connected = (reached & set) == set;
    }
    if (connected) return true;
  }
  return false;
}

TEST(FairCycle, AgreesWithTryingEverySetOfStates) {
  unsigned found = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    const size_t count = 2 + random.below(5);
    StateGraph graph;
    graph.enabled.resize(count);
    // Every state can be reached, as in a state space.
    for (StateIndex k = 1; k < count; ++k)
      graph.edges.push_back({StateIndex(random.below(k)),
                             k,
                             {ThreadNumber(random.below(3)), 0},
                             random.below(4) == 0});
    for (size_t k = 0; k < 1 + random.below(2 * count); ++k)
      graph.edges.push_back({StateIndex(random.below(count)),
                             StateIndex(random.below(count)),
                             {ThreadNumber(random.below(3)), uint32_t(1 + k)},
                             random.below(4) == 0});
    for (const Edge& edge : graph.edges) graph.enabled[edge.from] |= bit(edge.step.thread);
    for (uint64_t& enabled : graph.enabled)
      if (random.below(6) == 0) enabled |= bit(unsigned(random.below(3)));
    const auto cycle = find_fair_cycle(graph);
    EXPECT_EQ(cycle.has_value(), has_fair_component(graph)) << seed;
    found += cycle.has_value();
  }
  EXPECT_GT(found, 100u);
}

}  // namespace
}  // namespace heddle
