// Tests of the plain values that engines return: kinds of errors by name, switches of a schedule.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "result/error_kind.h"
#include "result/schedule.h"

namespace heddle {
namespace {

TEST(ErrorKind, NamesComeBack) {
  for (size_t kind = 0; kind < kErrorKindCount; ++kind)
    EXPECT_EQ(error_kind_named(name_of(ErrorKind(kind))), ErrorKind(kind));
  EXPECT_EQ(error_kind_named("boredom"), std::nullopt);
  EXPECT_EQ(name_of(ErrorKind::UseAfterFree), "use-after-free");
}

TEST(ErrorSet, HasWhatWasAddedAndNotRemoved) {
  ErrorSet errors;
  EXPECT_TRUE(errors.empty());
  errors.add(ErrorKind::Leak);
  errors.add(ErrorKind::Abort);
  errors.remove(ErrorKind::Abort);
  EXPECT_TRUE(errors.contains(ErrorKind::Leak));
  EXPECT_FALSE(errors.contains(ErrorKind::Abort));
  errors.clear();
  EXPECT_TRUE(errors.empty());
}

TEST(Schedule, SwitchesAreChangesOfThread) {
  EXPECT_EQ(context_switches({}), 0u);
  EXPECT_EQ(context_switches({{1, 0}, {1, 3}}), 0u);
  EXPECT_EQ(context_switches({{0, 0}, {1, 0}, {1, 0}, {0, 0}}), 2u);
}

}  // namespace
}  // namespace heddle
