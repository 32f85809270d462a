// Tests of what a search notes about its transitions.
// SPDX-License-Identifier: Apache-2.0
#include "search/run_graph.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "program/control_flow.h"
#include "search/parallel.h"
#include "search_fixture.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;

RunGraph recorded(const Program& program, unsigned workers = 1) {
  const SearchOptions options{.keep_transitions = 1'000'000};  // races are no errors here
  Machine machine(program, {});
  SearchOutcome outcome = search_depth_first(program, {}, options, workers, machine);
  EXPECT_TRUE(outcome.taken);
  return outcome.taken ? graph_of(*outcome.taken) : RunGraph{};
}

// Two threads that write a global of their own and one in common.
Program writers() {
  ProgramBuilder builder;
  const uint64_t common = builder.global("common");
  const auto writing = [&](uint64_t own) -> Body {
    return [=](ProgramBuilder& b) {
      b.store(b.constant(1), b.constant(own));
      b.store(b.constant(2), b.constant(common));
    };
  };
  return threads_program(builder, {writing(builder.global("a")), writing(builder.global("b"))});
}

using Transitions = std::set<std::tuple<Fingerprint, uint32_t, Fingerprint>>;

Transitions transitions_of(const RunGraph& graph) {
  Transitions all;
  for (uint32_t state = 0; state < graph.states.size(); ++state)
    for (const RunGraph::Edge& edge : graph.edges_of(state))
      all.insert({graph.states[state], edge.step,
                  edge.to == RunGraph::kEnd ? Fingerprint{} : graph.states[edge.to]});
  return all;
}

TEST(RunGraph, HasAllStatesAndTransitionsOfTheSearch) {
  const Program program = writers();
  Machine machine(program, {});
  const SearchOutcome outcome = Search(machine, {}).run();
  const RunGraph graph = recorded(program);
  EXPECT_EQ(graph.states.size(), outcome.statistics.states);
  EXPECT_EQ(std::set(graph.states.begin(), graph.states.end()).size(), graph.states.size());
  EXPECT_GT(graph.edges.size(), graph.states.size());
  size_t ends = 0;
  for (uint32_t state = 0; state < graph.states.size(); ++state) {
    EXPECT_FALSE(graph.edges_of(state).empty());
    for (const RunGraph::Edge& edge : graph.edges_of(state)) ends += edge.to == RunGraph::kEnd;
  }
  EXPECT_GT(ends, 0u);
}

TEST(RunGraph, IsTheSameWithSeveralWorkers) {
  const Program program = testing::racy_counters(3);
  const RunGraph alone = recorded(program);
  const RunGraph together = recorded(program, 3);
  EXPECT_EQ(transitions_of(alone), transitions_of(together));
}

TEST(RunGraph, SaysWhatCodeEachTransitionRan) {
  const Program program = writers();
  const RunGraph graph = recorded(program);
  std::map<ThreadNumber, std::set<FunctionIndex>> functions;  // that a thread's transitions came to
  for (const RunGraph::Edge& edge : graph.edges)
    for (const CodeRange& range : graph.ranges_of(edge.run))
      functions[thread_of(edge.step)].insert(program.function_at(range.first));
  ASSERT_TRUE(functions.contains(1) && functions.contains(2));
  std::set<FunctionIndex> common;
  for (const FunctionIndex function : functions[1])
    if (functions[2].contains(function)) common.insert(function);
  // Each thread has a function of its own.
  EXPECT_LT(common.size(), functions[1].size());
  EXPECT_LT(common.size(), functions[2].size());
}

TEST(RunGraph, SaysWhereATransitionStopped) {
  const Program program = writers();
  const RunGraph graph = recorded(program);
  size_t stops = 0;
  for (const CodeRange& range : graph.ranges) {
    if (range.last == CodeRange::kOn) continue;
    ++stops;
    EXPECT_GE(range.last, range.first);
    EXPECT_EQ(program.function_at(range.first), program.function_at(range.last));
    EXPECT_TRUE(can_stand_at(program.code[range.last].opcode) ||
                ends_block(program.code[range.last].opcode));
  }
  EXPECT_GT(stops, 0u);
}

TEST(RunGraph, TooManyTransitionsAreForgotten) {
  const Program program = testing::racy_counters(3);
  const SearchOptions options{.keep_transitions = 10};
  Machine machine(program, {});
  const SearchOutcome outcome = Search(machine, options).run();
  EXPECT_FALSE(outcome.taken);
  EXPECT_TRUE(outcome.incomplete.empty());
}

}  // namespace
}  // namespace heddle
