// What of GoogleTest heddle does not have: using it is an error of the compiler that says so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define HEDDLE_GTEST_REFUSED(what) \
  _Pragma(what)::testing::internal::Success() = ::testing::Message()
#define HEDDLE_GTEST_NO_DEATH_TESTS \
  HEDDLE_GTEST_REFUSED("GCC error \"heddle has no death tests: a check explores one process\"")
#define HEDDLE_GTEST_NO_MATCHERS \
  HEDDLE_GTEST_REFUSED("GCC error \"heddle has no matchers of GoogleMock\"")
#define HEDDLE_GTEST_NO_TYPED_TESTS_P                                                            \
  _Pragma("GCC error \"heddle has TYPED_TEST, but no type-parameterised tests\"") static_assert( \
      true, "")

#define EXPECT_DEATH(...) HEDDLE_GTEST_NO_DEATH_TESTS
#define ASSERT_DEATH(...) HEDDLE_GTEST_NO_DEATH_TESTS
#define EXPECT_EXIT(...) HEDDLE_GTEST_NO_DEATH_TESTS
#define ASSERT_EXIT(...) HEDDLE_GTEST_NO_DEATH_TESTS
#define EXPECT_DEBUG_DEATH(...) HEDDLE_GTEST_NO_DEATH_TESTS
#define ASSERT_DEBUG_DEATH(...) HEDDLE_GTEST_NO_DEATH_TESTS
#define EXPECT_DEATH_IF_SUPPORTED(...) HEDDLE_GTEST_NO_DEATH_TESTS
#define ASSERT_DEATH_IF_SUPPORTED(...) HEDDLE_GTEST_NO_DEATH_TESTS
#define EXPECT_THAT(...) HEDDLE_GTEST_NO_MATCHERS
#define ASSERT_THAT(...) HEDDLE_GTEST_NO_MATCHERS
#define TYPED_TEST_SUITE_P(...) HEDDLE_GTEST_NO_TYPED_TESTS_P
#define TYPED_TEST_P(...)        \
  HEDDLE_GTEST_NO_TYPED_TESTS_P; \
  void heddle_refused()
#define REGISTER_TYPED_TEST_SUITE_P(...) HEDDLE_GTEST_NO_TYPED_TESTS_P
#define INSTANTIATE_TYPED_TEST_SUITE_P(...) HEDDLE_GTEST_NO_TYPED_TESTS_P
