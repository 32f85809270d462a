// Tests of where locks lie and who looks there.
// SPDX-License-Identifier: Apache-2.0
#include "machine/lock_words.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr uint64_t kSize = 1 << 21;  // of the object

TEST(LockWordsTest, WhoLooksAtAWordOfALockMeetsItsRelease) {
  LockWords words;
  EXPECT_FALSE(words.look({0x1000, 8}, kSize));
  EXPECT_FALSE(words.release({0x1008, 40}, kSize));
  EXPECT_FALSE(words.release({0x2000, 4}, kSize));
  for (uint64_t address = 0x1008; address < 0x1030; ++address)
    EXPECT_TRUE(words.look({address, 1}, kSize)) << address;
  EXPECT_FALSE(words.look({0x1000, 8}, kSize));
  EXPECT_FALSE(words.look({0x1030, 8}, kSize));
  EXPECT_TRUE(words.look({0x1ff8, 16}, kSize));
  EXPECT_TRUE(words.look({0x1000, 4096}, kSize));
  EXPECT_FALSE(words.look({0x1030, 0xfd0}, kSize));
}

TEST(LockWordsTest, TheOrderOfLooksAndReleasesMakesNoDifference) {
  LockWords words;
  EXPECT_FALSE(words.look({0x1ff8, 16}, kSize));
  EXPECT_FALSE(words.look({0x10000, 1 << 20}, kSize));
  EXPECT_FALSE(words.release({0x2008, 8}, kSize));
  EXPECT_TRUE(words.release({0x2000, 4}, kSize));
  EXPECT_TRUE(words.release({0x80008, 4}, kSize));
  EXPECT_TRUE(words.release({0x10fff8, 16}, kSize));
  EXPECT_FALSE(words.release({0x110000, 8}, kSize));
}

TEST(LockWordsTest, AnotherLockMayLieWhereOneLay) {
  LockWords words;
  words.release({0x1000, 4}, kSize);
  words.release({0x1000, 40}, kSize);
  EXPECT_TRUE(words.look({0x1020, 4}, kSize));
  words.release({0x1000, 4}, kSize);
  EXPECT_TRUE(words.look({0x1020, 4}, kSize));
}

TEST(LockWordsTest, ObjectsOfDifferentSizesAreDifferentOnes) {
  LockWords words;
  words.release({0x1000, 40}, 40);
  EXPECT_FALSE(words.look({0x1000, 8}, 24));
  EXPECT_TRUE(words.knows_look({0x1000, 8}, 24));
  EXPECT_FALSE(words.knows_look({0x1000, 8}, 40));
  EXPECT_TRUE(words.look({0x1000, 8}, 40));
}

TEST(LockWordsTest, ALookIsKnownOnceItWasTaken) {
  LockWords words;
  EXPECT_FALSE(words.knows_look({0x1000, 4}, kSize));
  words.look({0x1000, 4}, kSize);
  EXPECT_TRUE(words.knows_look({0x1004, 4}, kSize));
  EXPECT_FALSE(words.knows_look({0x1000, 16}, kSize));
  words.look({0x1000 + (1 << 20), 4}, kSize);  // takes its place among those that are known
  EXPECT_FALSE(words.knows_look({0x1000, 4}, kSize));
}

TEST(LockWordsTest, WhatOneWorkerLookedAtAnotherOneMayRelease) {
  LockWords one, other;
  one.look({0x1000, 8}, kSize);
  other.release({0x1000, 40}, kSize);
  LockWordSets both = one.words();
  EXPECT_FALSE(both.meet());
  both.add(other.words());
  EXPECT_TRUE(both.meet());
  LockWords next;
  next.adopt(both);
  EXPECT_TRUE(next.release({0x1000, 8}, kSize));
  EXPECT_TRUE(next.look({0x1020, 8}, kSize));
}

}  // namespace
}  // namespace heddle
