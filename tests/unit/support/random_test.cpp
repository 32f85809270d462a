// Tests of random numbers: repeatable, even, within bounds.
// SPDX-License-Identifier: Apache-2.0
#include "support/random.h"

#include <gtest/gtest.h>

#include <array>

namespace heddle {
namespace {

TEST(Random, ASeedDeterminesEverything) {
  Random a(7);
  Random b(7);
  Random c(8);
  bool differs = false;
  for (int k = 0; k < 100; ++k) {
    const uint64_t number = a.below(1000);
    EXPECT_EQ(number, b.below(1000));
    differs = differs || number != c.below(1000);
  }
  EXPECT_TRUE(differs);
}

TEST(Random, StaysBelowItsBoundAndReachesEverything) {
  Random random(1);
  std::array<unsigned, 6> counts{};
  for (int k = 0; k < 6000; ++k) ++counts.at(random.below(6));
  for (const unsigned count : counts) EXPECT_NEAR(count, 1000, 150);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, PicksMembersOfASet) {
  Random random(1);
  constexpr uint64_t set = bit(0) | bit(5) | bit(63);
  std::array<unsigned, 64> counts{};
  for (int k = 0; k < 3000; ++k) ++counts.at(random.member_of(set));
  for (const unsigned member : {0, 5, 63}) EXPECT_NEAR(counts.at(member), 1000, 150);
  EXPECT_EQ(counts[0] + counts[5] + counts[63], 3000u);
}

}  // namespace
}  // namespace heddle
