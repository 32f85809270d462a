// Tests of giving a long computation up.
// SPDX-License-Identifier: Apache-2.0
#include "support/patience.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

void work_for_long() {
  for (int k = 0; k < 1000; ++k) Patience::ask();
}

TEST(Patience, EndsAComputation) {
  const Patience patience([] { return false; });
  EXPECT_THROW(work_for_long(), OutOfPatience);
}

TEST(Patience, IsAskedNowAndThen) {
  int asked = 0;
  const Patience patience([&] { return ++asked < 3; });
  EXPECT_THROW(work_for_long(), OutOfPatience);
  EXPECT_EQ(asked, 3);
}

TEST(Patience, WithoutAnyThereIsNoEnd) { EXPECT_NO_THROW(work_for_long()); }

TEST(Patience, ThatOfACallerIsBackAfterwards) {
  const Patience outer([] { return false; });
  {
    const Patience inner([] { return true; });
    EXPECT_NO_THROW(work_for_long());
  }
  EXPECT_THROW(work_for_long(), OutOfPatience);
}

}  // namespace
}  // namespace heddle
