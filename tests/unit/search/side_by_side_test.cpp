// Tests of which transitions count as side by side.
// SPDX-License-Identifier: Apache-2.0
#include "search/side_by_side.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr uint64_t kFirst = 1 << 1, kSecond = 1 << 2;

TransitionAccess access(uint64_t exposed, bool writes) {
  return {.range = {0x1000, 8}, .exposed = exposed, .writes = writes};
}

class SideBySideTest : public ::testing::Test {
 protected:
  // Thread 1's access leads to a state from which thread 2 goes on with its own.
  bool meets_what_came_before(const TransitionAccess& before, const TransitionAccess& now) {
    SideBySide states;
    states.open(1, std::span(&before, 1));
    return states.add(2, std::span(&now, 1)).has_value();
  }
  // Both go from the same state.
  bool meets(const TransitionAccess& a, const TransitionAccess& b) {
    SideBySide states;
    states.open(0, {});
    EXPECT_FALSE(states.add(1, std::span(&a, 1)));
    return states.add(2, std::span(&b, 1)).has_value();
  }
};

TEST_F(SideBySideTest, TwoThatConflictMeet) {
  EXPECT_TRUE(meets(access(kSecond, true), access(kFirst, false)));
  EXPECT_FALSE(meets(access(kSecond, false), access(kFirst, false)));
}

TEST_F(SideBySideTest, AnAtomicAccessMeetsAPlainOneOnly) {
  TransitionAccess atomic = access(kSecond, true), other_atomic = access(kFirst, false);
  atomic.atomic = other_atomic.atomic = true;
  EXPECT_TRUE(meets(atomic, access(kFirst, false)));
  EXPECT_TRUE(meets(access(kSecond, true), other_atomic));
  EXPECT_FALSE(meets(atomic, other_atomic));
}

TEST_F(SideBySideTest, NotIfOneOfThemCouldNotRun) {
  EXPECT_FALSE(meets(access(0, true), access(kFirst, false)));
  EXPECT_FALSE(meets(access(kSecond, true), access(0, false)));
}

TEST_F(SideBySideTest, WhatLedToTheStateMeetsWhatFollowsAtOnce) {
  EXPECT_TRUE(meets_what_came_before(access(kSecond, true), access(kFirst, false)));
  EXPECT_FALSE(meets_what_came_before(access(0, true), access(kFirst, false)));
}

TEST_F(SideBySideTest, NotWhatFollowsASynchronisation) {
  TransitionAccess late = access(kFirst, false);
  late.late = true;
  EXPECT_FALSE(meets_what_came_before(access(kSecond, true), late));
}

TEST_F(SideBySideTest, NorWhatAThreadDoesWhileAllOthersWaitForIt) {
  EXPECT_FALSE(meets_what_came_before(access(kSecond, true), access(0, false)));
}

}  // namespace
}  // namespace heddle
