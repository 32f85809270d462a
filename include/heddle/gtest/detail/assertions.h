// The macros EXPECT_* and ASSERT_*. Under heddle the two are the same: a failed one ends the execution.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gtest/detail/compare.h"

// Makes the macro one statement, also between `if` and `else`.
#define HEDDLE_GTEST_STATEMENT \
  switch (0)                   \
  case 0:                      \
  default:

#define HEDDLE_GTEST_CHECK(result)                                                     \
  HEDDLE_GTEST_STATEMENT if (const ::testing::AssertionResult heddle_result = result); \
  else ::testing::internal::Failure(heddle_result.message()) = ::testing::Message()

#define HEDDLE_GTEST_TRUTH(condition, text, wanted) \
  HEDDLE_GTEST_CHECK(                               \
      ::testing::internal::check_truth(::testing::AssertionResult(condition), text, wanted))

#define EXPECT_TRUE(condition) HEDDLE_GTEST_TRUTH(condition, #condition, true)
#define EXPECT_FALSE(condition) HEDDLE_GTEST_TRUTH(condition, #condition, false)

#define HEDDLE_GTEST_COMPARE(name, a, b) \
  HEDDLE_GTEST_CHECK(::testing::internal::compare_##name(#a, #b, a, b))
#define EXPECT_EQ(a, b) HEDDLE_GTEST_COMPARE(eq, a, b)
#define EXPECT_NE(a, b) HEDDLE_GTEST_COMPARE(ne, a, b)
#define EXPECT_LT(a, b) HEDDLE_GTEST_COMPARE(lt, a, b)
#define EXPECT_LE(a, b) HEDDLE_GTEST_COMPARE(le, a, b)
#define EXPECT_GT(a, b) HEDDLE_GTEST_COMPARE(gt, a, b)
#define EXPECT_GE(a, b) HEDDLE_GTEST_COMPARE(ge, a, b)

#define HEDDLE_GTEST_TEXT(relation, a, b, want_same, mode)                                \
  HEDDLE_GTEST_CHECK(::testing::internal::compare_text(relation, #a, #b, a, b, want_same, \
                                                       ::testing::internal::Case::mode))
#define EXPECT_STREQ(a, b) HEDDLE_GTEST_TEXT("has the text of", a, b, true, Exact)
#define EXPECT_STRNE(a, b) HEDDLE_GTEST_TEXT("has another text than", a, b, false, Exact)
#define EXPECT_STRCASEEQ(a, b) \
  HEDDLE_GTEST_TEXT("has, but for case, the text of", a, b, true, Ignored)
#define EXPECT_STRCASENE(a, b) \
  HEDDLE_GTEST_TEXT("has, even without case, another text than", a, b, false, Ignored)

#define EXPECT_FLOAT_EQ(a, b) \
  HEDDLE_GTEST_CHECK(::testing::internal::compare_floats<float>(#a, #b, a, b))
#define EXPECT_DOUBLE_EQ(a, b) \
  HEDDLE_GTEST_CHECK(::testing::internal::compare_floats<double>(#a, #b, a, b))
#define EXPECT_NEAR(a, b, bound) \
  HEDDLE_GTEST_CHECK(::testing::internal::compare_near(#a, #b, #bound, a, b, bound))

#define HEDDLE_GTEST_PREDICATE(predicate, text, ...) \
  HEDDLE_GTEST_CHECK(::testing::internal::check_predicate(#predicate, text, predicate, __VA_ARGS__))
#define EXPECT_PRED1(predicate, a) HEDDLE_GTEST_PREDICATE(predicate, #a, a)
#define EXPECT_PRED2(predicate, a, b) HEDDLE_GTEST_PREDICATE(predicate, #a ", " #b, a, b)
#define EXPECT_PRED3(predicate, a, b, c) \
  HEDDLE_GTEST_PREDICATE(predicate, #a ", " #b ", " #c, a, b, c)
#define EXPECT_PRED_FORMAT1(format, a) HEDDLE_GTEST_CHECK(format(#a, a))
#define EXPECT_PRED_FORMAT2(format, a, b) HEDDLE_GTEST_CHECK(format(#a, #b, a, b))
#define EXPECT_PRED_FORMAT3(format, a, b, c) HEDDLE_GTEST_CHECK(format(#a, #b, #c, a, b, c))

// The statement runs in the test's own function, so that it may use all that stands there. What it came to is known
// only afterwards; the jump leads to the failure, to which more text may be streamed.
#define HEDDLE_GTEST_LABEL(number) heddle_gtest_failed_##number
#define HEDDLE_GTEST_NUMBERED(attempt, text, number)                                     \
  HEDDLE_GTEST_STATEMENT if (const char *heddle_problem = "") {                          \
    attempt if (*heddle_problem) goto HEDDLE_GTEST_LABEL(number);                        \
  }                                                                                      \
  else HEDDLE_GTEST_LABEL(number)                                                        \
      : ::testing::internal::Failure(std::string(text) + ", but it " + heddle_problem) = \
            ::testing::Message()
#define HEDDLE_GTEST_COUNTED(attempt, text, number) HEDDLE_GTEST_NUMBERED(attempt, text, number)
#define HEDDLE_GTEST_OUTCOME(attempt, text) HEDDLE_GTEST_COUNTED(attempt, text, __COUNTER__)

#define EXPECT_THROW(statement, type)                               \
  HEDDLE_GTEST_OUTCOME(                                             \
      try {                                                         \
        heddle_problem = "throws nothing";                          \
        if (true) {                                                 \
          statement;                                                \
        }                                                           \
      } catch (type const &) { heddle_problem = ""; } catch (...) { \
        heddle_problem = "throws something else";                   \
      },                                                            \
      "Expected: " #statement " throws " #type)
#define EXPECT_ANY_THROW(statement)           \
  HEDDLE_GTEST_OUTCOME(                       \
      try {                                   \
        heddle_problem = "throws nothing";    \
        if (true) {                           \
          statement;                          \
        }                                     \
      } catch (...) { heddle_problem = ""; }, \
      "Expected: " #statement " throws")
#define EXPECT_NO_THROW(statement)                  \
  HEDDLE_GTEST_OUTCOME(                             \
      try {                                         \
        if (true) {                                 \
          statement;                                \
        }                                           \
      } catch (...) { heddle_problem = "throws"; }, \
      "Expected: " #statement " throws nothing")

// A failure in the statement is an error already.
#define EXPECT_NO_FATAL_FAILURE(statement) \
  HEDDLE_GTEST_STATEMENT { statement; }

#define ASSERT_TRUE EXPECT_TRUE
#define ASSERT_FALSE EXPECT_FALSE
#define ASSERT_EQ EXPECT_EQ
#define ASSERT_NE EXPECT_NE
#define ASSERT_LT EXPECT_LT
#define ASSERT_LE EXPECT_LE
#define ASSERT_GT EXPECT_GT
#define ASSERT_GE EXPECT_GE
#define ASSERT_STREQ EXPECT_STREQ
#define ASSERT_STRNE EXPECT_STRNE
#define ASSERT_STRCASEEQ EXPECT_STRCASEEQ
#define ASSERT_STRCASENE EXPECT_STRCASENE
#define ASSERT_FLOAT_EQ EXPECT_FLOAT_EQ
#define ASSERT_DOUBLE_EQ EXPECT_DOUBLE_EQ
#define ASSERT_NEAR EXPECT_NEAR
#define ASSERT_PRED1 EXPECT_PRED1
#define ASSERT_PRED2 EXPECT_PRED2
#define ASSERT_PRED3 EXPECT_PRED3
#define ASSERT_PRED_FORMAT1 EXPECT_PRED_FORMAT1
#define ASSERT_PRED_FORMAT2 EXPECT_PRED_FORMAT2
#define ASSERT_PRED_FORMAT3 EXPECT_PRED_FORMAT3
#define ASSERT_THROW EXPECT_THROW
#define ASSERT_ANY_THROW EXPECT_ANY_THROW
#define ASSERT_NO_THROW EXPECT_NO_THROW
#define ASSERT_NO_FATAL_FAILURE EXPECT_NO_FATAL_FAILURE

#define ADD_FAILURE() ::testing::internal::Failure("Failed") = ::testing::Message()
#define ADD_FAILURE_AT(file, line)                                                                \
  ::testing::internal::Failure(std::string("Failed at ") + (file) + ":" + std::to_string(line)) = \
      ::testing::Message()
#define GTEST_FAIL() ADD_FAILURE()
#define GTEST_FAIL_AT(file, line) ADD_FAILURE_AT(file, line)
#define GTEST_SUCCEED() ::testing::internal::Success() = ::testing::Message()
#define GTEST_SKIP() return ::testing::internal::Skip() = ::testing::Message()
#ifndef GTEST_DONT_DEFINE_FAIL
#define FAIL() GTEST_FAIL()
#endif
#ifndef GTEST_DONT_DEFINE_SUCCEED
#define SUCCEED() GTEST_SUCCEED()
#endif

#define HEDDLE_GTEST_NAME2(name, line) name##_##line
#define HEDDLE_GTEST_NAME(name, line) HEDDLE_GTEST_NAME2(name, line)
#define SCOPED_TRACE(message)                                                              \
  const ::testing::internal::ScopedTrace HEDDLE_GTEST_NAME(heddle_scoped_trace, __LINE__)( \
      __FILE__, __LINE__, message)
