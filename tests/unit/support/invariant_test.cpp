// Tests of the ways in which heddle itself fails: each ends in its own exit code.
// SPDX-License-Identifier: Apache-2.0
#include "support/invariant.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace heddle {
namespace {

TEST(Invariant, SaysWhyTheConditionShouldHold) {
  const int count = -1;
  try {
    INVARIANT(count >= 0, "nobody counts below zero");
    FAIL() << "the invariant is broken";
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("nobody counts below zero"), std::string::npos);
    EXPECT_NE(text.find("count >= 0"), std::string::npos);
    EXPECT_NE(text.find("invariant_test.cpp"), std::string::npos);
  }
}

TEST(Invariant, EvaluatesItsConditionOnce) {
  int evaluations = 0;
  INVARIANT(++evaluations == 1, "it is evaluated once, in every build");
  EXPECT_EQ(evaluations, 1);
}

TEST(Invariant, ErrorsWithDifferentExitCodesAreDifferentTypes) {
  static_assert(std::is_base_of_v<InputError, Unsupported>);
  static_assert(!std::is_base_of_v<UsageError, InputError> &&
                !std::is_base_of_v<InputError, UsageError>);
  static_assert(!std::is_base_of_v<std::runtime_error, InternalError>);
  EXPECT_THROW(throw Unsupported("fork"), InputError);
}

}  // namespace
}  // namespace heddle
