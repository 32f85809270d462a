// Tests of where locks lie.
// SPDX-License-Identifier: Apache-2.0
#include "machine/lock_words.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(LockWordsTest, WhatLiesInALockTouchesIt) {
  LockWords words;
  EXPECT_FALSE(words.touches(0x1000, 8));
  words.add(0x1008, 40);
  words.add(0x2000, 4);
  for (uint64_t address = 0x1008; address < 0x1030; ++address)
    EXPECT_TRUE(words.touches(address, 1));
  EXPECT_FALSE(words.touches(0x1000, 8));
  EXPECT_FALSE(words.touches(0x1030, 8));
  EXPECT_TRUE(words.touches(0x1ff8, 16));
  EXPECT_TRUE(words.touches(0x1000, 4096));
  EXPECT_FALSE(words.touches(0x1030, 0xfd0));
}

TEST(LockWordsTest, AnotherLockMayLieWhereOneLay) {
  LockWords words;
  words.add(0x1000, 4);
  words.add(0x1000, 40);
  EXPECT_TRUE(words.touches(0x1020, 4));
  words.add(0x1000, 4);
  EXPECT_TRUE(words.touches(0x1020, 4));
}

}  // namespace
}  // namespace heddle
