// Tests of what is taken over from a stored graph, and what has to be visited again.
// SPDX-License-Identifier: Apache-2.0
#include "search/revisits.h"

#include <gtest/gtest.h>

#include "support/bits.h"

namespace heddle {
namespace {

constexpr uint32_t kEnd = RunGraph::kEnd;
// Code at these Points.
constexpr Point kSame = 0, kChanged = 1;

Fingerprint state(uint64_t number) { return {number, number}; }

// A graph is made of (from, thread, to, code).
struct GraphOf {
  explicit GraphOf(std::vector<std::tuple<uint64_t, ThreadNumber, uint64_t, Point>> transitions) {
    TakenTransitions taken;
    taken.runs = {{{kSame}}, {{kSame}, {kChanged}}};
    for (const auto& [from, thread, to, code] : transitions) {
      const uint32_t number = taken.states.number_of(state(from));
      const uint32_t target = to == 0 ? kEnd : taken.states.number_of(state(to));
      taken.transitions.push_back({number, target, packed({thread, 0}), code});
    }
    graph = graph_of(taken);
  }
  RunGraph graph;
};

const std::vector<Point> kFirstChanged{kNoPoint, kChanged};

TEST(Revisits, WhatRunsNoChangedCodeIsTakenOver) {
  const GraphOf stored(
      {{1, 0, 2, kSame}, {1, 1, 3, kSame}, {2, 1, 4, kSame}, {3, 0, 4, kSame}, {4, 0, 0, kSame}});
  Revisits revisits(stored.graph, kFirstChanged);
  EXPECT_FALSE(revisits.must_visit(state(1)));
  EXPECT_FALSE(revisits.must_visit(state(4)));
  EXPECT_EQ(revisits.taken_over(), 4u);
}

TEST(Revisits, AStateThatIsNotStoredIsVisited) {
  const GraphOf stored({{1, 0, 0, kSame}});
  Revisits revisits(stored.graph, kFirstChanged);
  EXPECT_TRUE(revisits.must_visit(state(9)));
  EXPECT_TRUE(revisits.must_visit(state(9)));
  EXPECT_EQ(revisits.needed(state(9), 0b11), 0b11u);
  EXPECT_EQ(revisits.taken_over(), 0u);
}

TEST(Revisits, TheWayToChangedCodeIsVisitedAndNothingElse) {
  // From 1 thread 0 leads to 2 and thread 1 to 3; from 3 thread 1 runs what has changed.
  const GraphOf stored({{1, 0, 2, kSame},
                        {1, 1, 3, kSame},
                        {2, 0, 0, kSame},
                        {3, 1, 4, kChanged},
                        {3, 0, 2, kSame},
                        {4, 0, 0, kSame}});
  Revisits revisits(stored.graph, kFirstChanged);
  EXPECT_TRUE(revisits.must_visit(state(1)));
  EXPECT_EQ(revisits.needed(state(1), 0b11), bit(1));
  EXPECT_TRUE(revisits.is_waiting());
  EXPECT_TRUE(revisits.must_visit(state(3)));
  EXPECT_FALSE(revisits.is_waiting());
  EXPECT_EQ(revisits.needed(state(3), 0b11), 0b11u);
  EXPECT_FALSE(revisits.must_visit(state(2)));
  // What comes after changed code is not known to be reached.
  EXPECT_EQ(revisits.taken_over(), 1u);
  EXPECT_FALSE(revisits.must_visit(state(4)));
  EXPECT_EQ(revisits.taken_over(), 2u);
}

TEST(Revisits, ARunThatStopsBeforeTheChangeIsTheSame) {
  TakenTransitions taken;
  taken.runs = {{{kSame, 4}}, {{kSame, 5}}};
  const std::vector<Point> changed{5};
  for (const auto& [from, to] : {std::pair(1, 2), std::pair(2, 3)})
    taken.transitions.push_back({taken.states.number_of(state(from)),
                                 taken.states.number_of(state(to)), packed({0, 0}),
                                 uint32_t(from - 1)});
  taken.transitions.push_back({taken.states.number_of(state(3)), kEnd, packed({0, 0}), 0});
  const RunGraph graph = graph_of(taken);
  Revisits revisits(graph, changed);
  EXPECT_TRUE(revisits.must_visit(state(1)));  // on the way
  EXPECT_TRUE(revisits.must_visit(state(2)));
  EXPECT_FALSE(revisits.must_visit(state(3)));
}

TEST(Revisits, TheWayGoesThroughStatesThatAreVisitedAnyway) {
  // 5 runs changed code, and is reached over 3 and 4, or from 2, which runs changed code as well.
  const GraphOf stored({{1, 0, 2, kSame},
                        {1, 1, 3, kSame},
                        {3, 0, 4, kSame},
                        {4, 0, 5, kSame},
                        {2, 0, 6, kSame},
                        {2, 1, 7, kChanged},
                        {6, 0, 5, kSame},
                        {5, 0, 0, kChanged},
                        {7, 0, 0, kSame}});
  Revisits revisits(stored.graph, kFirstChanged);
  EXPECT_TRUE(revisits.must_visit(state(1)));
  EXPECT_EQ(revisits.needed(state(1), 0b11), bit(0));
  EXPECT_TRUE(revisits.must_visit(state(2)));
  EXPECT_TRUE(revisits.must_visit(state(6)));
  EXPECT_TRUE(revisits.must_visit(state(5)));
  EXPECT_FALSE(revisits.must_visit(state(3)));
  EXPECT_FALSE(revisits.must_visit(state(4)));
  EXPECT_FALSE(revisits.is_waiting());
}

TEST(Revisits, TheWayDoesNotGoThroughAStateThatPutThreadsOff) {
  // Of those that can run from 2 not all will be.
  GraphOf stored({{1, 0, 2, kSame},
                  {1, 1, 3, kSame},
                  {3, 0, 4, kSame},
                  {4, 0, 5, kSame},
                  {2, 0, 5, kSame},
                  {5, 0, 0, kChanged}});
  stored.graph.put_off = {1};
  Revisits revisits(stored.graph, kFirstChanged);
  EXPECT_TRUE(revisits.must_visit(state(1)));
  EXPECT_EQ(revisits.needed(state(1), 0b11), 0b11u);
  EXPECT_TRUE(revisits.must_visit(state(3)));
  EXPECT_TRUE(revisits.must_visit(state(4)));
}

TEST(Revisits, EachIsVisitedOnce) {
  const GraphOf stored({{1, 0, 2, kChanged}, {2, 0, 0, kSame}});
  Revisits revisits(stored.graph, kFirstChanged);
  EXPECT_TRUE(revisits.must_visit(state(1)));
  EXPECT_FALSE(revisits.must_visit(state(1)));
}

TEST(Revisits, ACycleIsWalkedOnce) {
  const GraphOf stored({{1, 0, 2, kSame}, {2, 0, 1, kSame}, {2, 1, 3, kChanged}, {3, 0, 0, kSame}});
  Revisits revisits(stored.graph, kFirstChanged);
  EXPECT_TRUE(revisits.must_visit(state(1)));
  EXPECT_EQ(revisits.needed(state(1), 0b1), 0b1u);
  EXPECT_TRUE(revisits.must_visit(state(2)));
}

TEST(Revisits, AStateThatPutThreadsOffIsVisited) {
  GraphOf stored({{1, 0, 2, kSame}, {2, 0, 0, kSame}});
  stored.graph.put_off = {0};
  Revisits revisits(stored.graph, kFirstChanged);
  EXPECT_TRUE(revisits.must_visit(state(1)));
  EXPECT_EQ(revisits.needed(state(1), 0b11), 0b11u);
}

TEST(Revisits, ATransitionThatLeadsElsewhereMisleads) {
  const GraphOf stored({{1, 0, 2, kSame}, {1, 1, 0, kSame}, {2, 0, 3, kChanged}, {3, 0, 0, kSame}});
  const Revisits revisits(stored.graph, kFirstChanged);
  const uint32_t zero = packed({0, 0}), one = packed({1, 0});
  EXPECT_FALSE(revisits.misleads(state(1), zero, state(2)));
  EXPECT_TRUE(revisits.misleads(state(1), zero, state(3)));
  EXPECT_TRUE(revisits.misleads(state(1), zero, std::nullopt));
  EXPECT_FALSE(revisits.misleads(state(1), one, std::nullopt));
  EXPECT_TRUE(revisits.misleads(state(1), one, state(2)));
  EXPECT_TRUE(revisits.misleads(state(1), packed({2, 0}), state(2)));
  EXPECT_FALSE(revisits.misleads(state(2), zero, state(1)));
  EXPECT_FALSE(revisits.misleads(state(9), zero, state(1)));
}

TEST(Revisits, WhatIsTakenOverIsKeptForTheNextVersion) {
  const GraphOf stored({{1, 0, 2, kSame}, {2, 0, 3, kChanged}, {3, 0, 0, kSame}});
  Revisits revisits(stored.graph, kFirstChanged);
  EXPECT_TRUE(revisits.must_visit(state(1)));
  const std::vector<Point> now{70, kNoPoint};
  const TakenTransitions kept = revisits.transitions(now);
  ASSERT_EQ(kept.transitions.size(), 1u);  // from 2 it is run anew, and 3 has not been reached
  EXPECT_EQ(kept.states.all()[kept.transitions[0].from], state(1));
  EXPECT_EQ(kept.states.all()[kept.transitions[0].to], state(2));
  EXPECT_EQ(kept.runs[kept.transitions[0].run], std::vector{CodeRange{70}});
}

}  // namespace
}  // namespace heddle
