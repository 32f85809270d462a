// testing::Test and the macros TEST and TEST_F.
//
// Each test is an entry of heddle's table of tests (heddle/test.h) and is checked on its own: constructors,
// environments, the suite's set-up, the fixture, and everything back again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <heddle/heddle.h>

#include <type_traits>

#include "gtest/detail/failure.h"

// Made by heddle: runs the test that is being checked.
extern "C" void heddle_run_selected_test(void);

namespace testing {

namespace internal {
struct Access;
}

class Test {
 public:
  virtual ~Test() = default;
  static void SetUpTestSuite() {}
  static void TearDownTestSuite() {}
  // The same by their old names.
  static void SetUpTestCase() {}
  static void TearDownTestCase() {}
  // A failure would have ended the execution.
  static bool HasFatalFailure() { return false; }
  static bool HasNonfatalFailure() { return false; }
  static bool HasFailure() { return false; }
  static bool IsSkipped() { return internal::is_skipped(); }

 protected:
  Test() = default;
  virtual void SetUp() {}
  virtual void TearDown() {}

 private:
  friend struct internal::Access;
  virtual void TestBody() = 0;
};

// Set-up and tear-down around everything.
class Environment {
 public:
  virtual ~Environment() = default;
  virtual void SetUp() {}
  virtual void TearDown() {}

 private:
  friend struct internal::Access;
  friend Environment *AddGlobalTestEnvironment(Environment *environment);
  Environment *earlier_ = nullptr;
};

namespace internal {

inline Environment *&last_environment() {
  static Environment *environment = nullptr;
  return environment;
}

}  // namespace internal

inline Environment *AddGlobalTestEnvironment(Environment *environment) {
  environment->earlier_ = internal::last_environment();
  return internal::last_environment() = environment;
}

namespace internal {

struct Access {
  static void set_up(Environment *environment) {
    if (!environment) return;
    set_up(environment->earlier_);
    environment->SetUp();
  }

  static void tear_down(Environment *environment) {
    while (environment) {
      Environment *earlier = environment->earlier_;
      environment->TearDown();
      delete environment;
      environment = earlier;
    }
  }

  template <typename T>
  static void run() {
    set_up(last_environment());
    T::SetUpTestSuite();
    T::SetUpTestCase();
    if (!is_skipped()) {
      T test;
      run_body(test);
    }
    T::TearDownTestCase();
    T::TearDownTestSuite();
    tear_down(last_environment());
    last_environment() = nullptr;
  }

  // The body not through the virtual table: heddle follows direct calls when it looks for ways out of main.
  template <typename T>
  static void run_body(T &test) {
    static_cast<Test &>(test).SetUp();
    if (!is_skipped()) test.T::TestBody();
    static_cast<Test &>(test).TearDown();
  }
};

template <typename T>
void run_fixture() {
  Access::run<T>();
}

}  // namespace internal

// Options of GoogleTest have no meaning here.
inline void InitGoogleTest() {}
inline void InitGoogleTest(int *, char **) {}

}  // namespace testing

inline int RUN_ALL_TESTS() {
  heddle_run_selected_test();
  return 0;
}

#define HEDDLE_GTEST_CLASS(suite, name) suite##_##name##_Test

#define HEDDLE_GTEST_DECLARE(suite, name, fixture)         \
  class HEDDLE_GTEST_CLASS(suite, name) : public fixture { \
   private:                                                \
    friend struct ::testing::internal::Access;             \
    void TestBody() override;                              \
  };                                                       \
  static_assert(sizeof(#suite) > 1 && sizeof(#name) > 1, "a test has a name")

#define HEDDLE_GTEST_TEST(suite, name, fixture)                                          \
  HEDDLE_GTEST_DECLARE(suite, name, fixture);                                            \
  HEDDLE_TEST_ENTRY(suite##_##name, #suite "." #name,                                    \
                    &::testing::internal::run_fixture<HEDDLE_GTEST_CLASS(suite, name)>); \
  void HEDDLE_GTEST_CLASS(suite, name)::TestBody()

#define GTEST_TEST(suite, name) HEDDLE_GTEST_TEST(suite, name, ::testing::Test)
#ifndef GTEST_DONT_DEFINE_TEST
#define TEST(suite, name) GTEST_TEST(suite, name)
#endif
#define TEST_F(fixture, name) HEDDLE_GTEST_TEST(fixture, name, fixture)
