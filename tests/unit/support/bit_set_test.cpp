// Tests of BitSet across the borders of its words.
// SPDX-License-Identifier: Apache-2.0
#include "support/bit_set.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(BitSet, ARangeMeetsAndCoversAcrossWords) {
  BitSet set(200);
  EXPECT_TRUE(set.empty());
  set.add_range(60, 130);
  EXPECT_FALSE(set.empty());
  EXPECT_TRUE(set.covers_range(60, 130));
  EXPECT_FALSE(set.covers_range(59, 130));
  EXPECT_FALSE(set.covers_range(60, 131));
  EXPECT_TRUE(set.meets_range(0, 61));
  EXPECT_FALSE(set.meets_range(0, 60));
  EXPECT_TRUE(set.meets_range(129, 200));
  EXPECT_FALSE(set.meets_range(130, 200));
}

TEST(BitSet, AnEmptyRangeMeetsNothingAndIsCovered) {
  BitSet set(64);
  set.add_range(0, 64);
  EXPECT_FALSE(set.meets_range(5, 5));
  EXPECT_TRUE(BitSet(64).covers_range(5, 5));
}

TEST(BitSet, ARangeIsAddedWithoutOthersAndRemoved) {
  BitSet set(200), others(200);
  others.add_range(63, 65);
  set.add_range_without(10, 140, others);
  EXPECT_TRUE(set.covers_range(10, 63));
  EXPECT_FALSE(set.meets_range(63, 65));
  EXPECT_TRUE(set.covers_range(65, 140));
  EXPECT_FALSE(set.meets_range(140, 200));
  set.remove_range(20, 130);
  EXPECT_TRUE(set.covers_range(10, 20));
  EXPECT_FALSE(set.meets_range(20, 130));
  EXPECT_TRUE(set.covers_range(130, 140));
}

TEST(BitSet, AddingAnotherSetKeepsBoth) {
  BitSet one(100), other(100);
  one.add_range(3, 4);
  other.add_range(99, 100);
  one.add(other);
  EXPECT_TRUE(one.covers_range(3, 4));
  EXPECT_TRUE(one.covers_range(99, 100));
  EXPECT_FALSE(one.meets_range(4, 99));
}

TEST(BitSet, EqualSetsHaveEqualHashes) {
  BitSet one(100), other(100);
  one.add_range(70, 80);
  EXPECT_NE(one, other);
  EXPECT_NE(one.hash(), other.hash());
  other.add_range(70, 75);
  other.add_range(75, 80);
  EXPECT_EQ(one, other);
  EXPECT_EQ(one.hash(), other.hash());
  EXPECT_EQ(one.bytes(), 16u);
}

}  // namespace
}  // namespace heddle
