// Tests of a run of tests: which are chosen, and what exit code their outcomes make.
// SPDX-License-Identifier: Apache-2.0
#include "pipeline/test.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(TestFilter, NoFilterChoosesAll) { EXPECT_TRUE(matches({}, "anything")); }

TEST(TestFilter, PatternsCoverTheWholeName) {
  EXPECT_TRUE(matches({"push"}, "push"));
  EXPECT_FALSE(matches({"push"}, "push_twice"));
  EXPECT_TRUE(matches({"push*"}, "push_twice"));
  EXPECT_TRUE(matches({"Queue.*"}, "Queue.Push"));
  EXPECT_FALSE(matches({"Queue.*"}, "OtherQueue.Push"));
  EXPECT_TRUE(matches({"*.Pu?h"}, "Queue.Push"));
}

TEST(TestFilter, OneOfSeveralIsEnough) {
  EXPECT_TRUE(matches({"a*", "b*"}, "beta"));
  EXPECT_FALSE(matches({"a*", "b*"}, "gamma"));
}

TEST(TestFilter, DisabledTestsMustBeAskedForByThatName) {
  EXPECT_TRUE(is_disabled({}, "Suite.DISABLED_Name"));
  EXPECT_TRUE(is_disabled({}, "DISABLED_Suite.Name"));
  EXPECT_TRUE(is_disabled({"Suite.*"}, "Suite.DISABLED_Name"));
  EXPECT_FALSE(is_disabled({"Suite.DISABLED_*"}, "Suite.DISABLED_Name"));
  EXPECT_FALSE(is_disabled({}, "Suite.Name_DISABLED_"));
  EXPECT_FALSE(is_disabled({}, "Suite.Name"));
}

TestResult with(Verdict verdict) { return {.result = {.verdict = verdict}}; }

TEST(TestExitCode, TheWorstOutcomeDecides) {
  const TestResult verified = with(Verdict::Verified);
  const TestResult incomplete = with(Verdict::Incomplete);
  const TestResult error = with(Verdict::Error);
  const TestResult refused{.refusal = "no model"};
  EXPECT_EQ(exit_code(TestReport{{verified, verified}}), kExitVerified);
  EXPECT_EQ(exit_code(TestReport{{verified, incomplete}}), kExitIncomplete);
  EXPECT_EQ(exit_code(TestReport{{incomplete, refused, verified}}), kExitInput);
  EXPECT_EQ(exit_code(TestReport{{error, incomplete, refused}}), kExitError);
}

}  // namespace
}  // namespace heddle
