// Tests of the trace of code: what was run since it was cleared.
// SPDX-License-Identifier: Apache-2.0
#include "machine/code_trace.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

using Ranges = std::vector<CodeRange>;

TEST(CodeTrace, GoesOnFromEachArrivalButTheLast) {
  CodeTrace trace(100);
  trace.arrive(10);
  trace.arrive(30);
  trace.halt(33);
  EXPECT_EQ(trace.ranges(), (Ranges{{10}, {30, 33}}));
}

TEST(CodeTrace, AnArrivalThatWasGoneOnFromStaysWhole) {
  CodeTrace trace(100);
  trace.arrive(10);
  trace.arrive(30);
  trace.arrive(10);
  trace.halt(12);
  EXPECT_EQ(trace.ranges(), (Ranges{{10}, {30}}));
}

TEST(CodeTrace, AnArrivalThatStoppedMayGoOnLater) {
  CodeTrace trace(100);
  trace.arrive(10);
  trace.halt(12);
  trace.arrive(30);
  trace.arrive(10);
  trace.arrive(40);
  trace.halt(41);
  EXPECT_EQ(trace.ranges(), (Ranges{{10}, {30}, {40, 41}}));
}

TEST(CodeTrace, TheFurthestStopCounts) {
  CodeTrace trace(100);
  for (const Point stop : {12, 15, 11}) {
    trace.arrive(10);
    trace.halt(stop);
  }
  EXPECT_EQ(trace.ranges(), (Ranges{{10, 15}}));
}

TEST(CodeTrace, ClearedItKnowsNothing) {
  CodeTrace trace(100);
  trace.arrive(10);
  trace.arrive(20);
  trace.clear();
  EXPECT_TRUE(trace.ranges().empty());
  trace.arrive(10);
  trace.halt(11);
  EXPECT_EQ(trace.ranges(), (Ranges{{10, 11}}));
}

TEST(CodeTrace, TheHashIsThatOfTheRangesInAnyOrder) {
  const auto hash = [](const std::vector<std::pair<Point, Point>>& runs) {
    CodeTrace trace(100);
    for (const auto& [from, stop] : runs) {
      trace.arrive(from);
      trace.halt(stop);
    }
    return trace.hash();
  };
  EXPECT_EQ(hash({{10, 12}, {30, 31}}), hash({{30, 31}, {10, 12}}));
  EXPECT_NE(hash({{10, 12}, {30, 31}}), hash({{10, 12}, {30, 32}}));
  EXPECT_NE(hash({{10, 12}}), hash({{10, 12}, {30, 32}}));
}

}  // namespace
}  // namespace heddle
