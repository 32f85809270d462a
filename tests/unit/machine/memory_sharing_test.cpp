// Tests of sharing: what another thread could find must count as shared, or interleavings are missed.
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory.h"
#include "machine/memory_fixture.h"

namespace heddle {
namespace {

class MemorySharing : public testing::MemoryTest {};

TEST_F(MemorySharing, GlobalsAreSharedAndNewObjectsAreNot) {
  EXPECT_TRUE(is_shared(global("x", 8, 1)));
  EXPECT_TRUE(is_shared(global("big", 200'000, 0)));
  EXPECT_FALSE(is_shared(allocate(8)));
  EXPECT_FALSE(is_shared(allocate(200'000)));
  EXPECT_FALSE(is_shared(push(8)));
  EXPECT_FALSE(is_shared(push(200'000)));
}

TEST_F(MemorySharing, FollowsPointersToTheEnd) {
  const uint64_t head = allocate(16);
  const uint64_t middle = allocate(200'000);
  const uint64_t local = push(16);
  const uint64_t apart = allocate(16);
  write(head + 8, middle);
  write(middle + 199'992, local + 4);  // into the middle of it
  write(local, head);  // and back again: circles end
  memory_.share(head + 3);
  EXPECT_TRUE(is_shared(head));
  EXPECT_TRUE(is_shared(middle));
  EXPECT_TRUE(is_shared(local));
  EXPECT_FALSE(is_shared(apart));
}

TEST_F(MemorySharing, WhatIsHandedOverIsPrivateButWhatItPointsToIsNot) {
  const uint64_t block = allocate(24);
  const uint64_t other = allocate(8);
  write(block, other);
  write(block + 8, block + 16);  // as a short string does
  const Memory::Mark before = memory_.mark();
  memory_.hand_over(block, 1);
  EXPECT_TRUE(at(block).has(kHandedOver));
  EXPECT_EQ(at(block).owner(), 1u);
  EXPECT_FALSE(is_shared(block));
  EXPECT_TRUE(is_shared(other));
  memory_.share(block);
  EXPECT_TRUE(is_shared(block));
  memory_.undo(before);
  EXPECT_FALSE(at(block).has(kHandedOver));
  EXPECT_FALSE(is_shared(other));
}

TEST_F(MemorySharing, WhatOthersKnowIsNotHandedOver) {
  const uint64_t block = allocate(24);
  memory_.share(block);
  memory_.hand_over(block, 1);
  EXPECT_FALSE(at(block).has(kHandedOver));
  EXPECT_TRUE(is_shared(block));
}

TEST_F(MemorySharing, OnePastTheEndStillNamesTheObject) {
  const uint64_t block = allocate(16);
  memory_.share(block + 16);
  EXPECT_TRUE(is_shared(block));
}

TEST_F(MemorySharing, TagsAboveAPointerDoNotHideIt) {
  const uint64_t block = allocate(16);
  const uint64_t outer = allocate(8);
  write(outer, block | uint64_t(0xbeef) << 48);
  memory_.share(outer);
  EXPECT_TRUE(is_shared(block));
}

TEST_F(MemorySharing, NumbersAndDeadObjectsAreLeftAlone) {
  const uint64_t block = allocate(16);
  memory_.release(0, block);
  const Fingerprint before = memory_.fingerprint();
  for (const uint64_t value : {uint64_t(0), uint64_t(1), uint64_t(123456), ~uint64_t(0), block})
    memory_.share(value);
  EXPECT_EQ(memory_.fingerprint(), before);
  EXPECT_FALSE(at(block).has(kShared));
}

TEST_F(MemorySharing, AReusedAddressStartsPrivate) {
  const uint64_t block = allocate(16);
  memory_.share(block);
  memory_.release(0, block);
  ASSERT_EQ(allocate(16), block);
  EXPECT_FALSE(is_shared(block));
}

TEST_F(MemorySharing, AnObjectIsPrivateToTheThreadThatMadeIt) {
  for (const ThreadNumber thread : {0u, 1u})
    for (const uint64_t object :
         {allocate(8, thread), allocate(200'000, thread), push(8, thread)}) {
      EXPECT_TRUE(at(object).is_private_to(thread));
      EXPECT_FALSE(at(object).is_private_to(1 - thread));
    }
  const uint64_t block = allocate(8, 0);
  memory_.release(1, block);
  ASSERT_EQ(allocate(8, 1), block) << "a block of another thread is adopted";
  EXPECT_TRUE(at(block).is_private_to(1));
  memory_.share(block);
  EXPECT_FALSE(at(block).is_private_to(1));
}

// Where another thread may still have a pointer to what was there before.
class MemorySharingOfReused : public testing::MemoryTest {
 protected:
  MemorySharingOfReused() : MemoryTest(SharingPolicy::AlsoReused) {}
};

TEST_F(MemorySharingOfReused, ABlockAtAKnownAddressStartsShared) {
  const uint64_t known = allocate(16);
  const uint64_t unknown = allocate(16);
  memory_.share(known);
  for (int round = 0; round < 2; ++round) {
    memory_.release(0, unknown);
    memory_.release(0, known);
    ASSERT_EQ(allocate(16), known);
    ASSERT_EQ(allocate(16), unknown);
    EXPECT_TRUE(is_shared(known)) << "round " << round;
    EXPECT_FALSE(is_shared(unknown));
  }
}

TEST_F(MemorySharingOfReused, SoDoesOneWhoseAddressBecameKnownAfterItsEnd) {
  const uint64_t block = allocate(16);
  memory_.release(0, block);
  memory_.share(block);
  ASSERT_EQ(allocate(16), block);
  EXPECT_TRUE(is_shared(block));
}

TEST_F(MemorySharingOfReused, SoDoesOneThatFollowsABlockHandedOver) {
  const uint64_t block = allocate(16);
  memory_.hand_over(block, 1);
  memory_.release(0, block);
  ASSERT_EQ(allocate(16), block);
  EXPECT_TRUE(is_shared(block));
}

TEST_F(MemorySharingOfReused, SoDoLocalVariables) {
  const uint64_t local = push(8);
  memory_.share(local);
  memory_.pop_stack(0, 0);
  ASSERT_EQ(push(8), local);
  EXPECT_TRUE(is_shared(local));
  EXPECT_FALSE(is_shared(push(8)));
}

TEST_F(MemorySharing, CopyingIntoASharedObjectSharesWhatIsCopied) {
  const uint64_t block = allocate(16);
  const uint64_t other = allocate(16);
  const uint64_t from = allocate(24);
  const uint64_t shared = global("x", 24, 1);
  write(from, other);
  write(from + 8, block);
  memory_.copy(at(shared), 8, at(from), 8, 8);
  EXPECT_TRUE(is_shared(block));
  EXPECT_FALSE(is_shared(other)) << "it was not copied";
}

TEST_F(MemorySharing, CopyingBetweenPrivateObjectsSharesNothing) {
  const uint64_t block = allocate(16);
  const uint64_t from = allocate(24);
  const uint64_t to = allocate(24);
  write(from + 8, block);
  memory_.copy(at(to), 16, at(from), 8, 8);
  EXPECT_FALSE(is_shared(block));
  memory_.share(to);
  EXPECT_TRUE(is_shared(block)) << "the copy leads there, too";
}

// A pointer that does not lie in a word of its own would be overlooked later.
TEST_F(MemorySharing, CopyingAPointerOutOfAlignmentSharesIt) {
  const uint64_t block = allocate(16);
  const uint64_t from = allocate(24);
  const uint64_t to = allocate(24);
  write(from, block);
  memory_.copy(at(to), 3, at(from), 0, 8);
  EXPECT_TRUE(is_shared(block));
}

TEST_F(MemorySharing, CopyingPartOfAPointerSharesIt) {
  const uint64_t block = allocate(16);
  const uint64_t from = allocate(24);
  const uint64_t shared = global("x", 24, 1);
  write(from + 8, block);
  memory_.copy(at(shared), 12, at(from), 12, 1);
  EXPECT_TRUE(is_shared(block));
}

TEST_F(MemorySharing, ReadingAPointerAsAnIntegerSharesIt) {
  const uint64_t first = allocate(16);
  const uint64_t second = allocate(16);
  const uint64_t third = allocate(16);
  const uint64_t holder = allocate(24);
  write(holder, first);
  write(holder + 8, second);
  write(holder + 16, third);
  memory_.share_disguised(at(holder), 4, 2);
  EXPECT_TRUE(is_shared(first));
  EXPECT_FALSE(is_shared(second));
  memory_.share_disguised(at(holder), 14, 4);  // touches two words
  EXPECT_TRUE(is_shared(second));
  EXPECT_TRUE(is_shared(third));
}

class MemoryAllShared : public testing::MemoryTest {
 protected:
  MemoryAllShared() : MemoryTest(SharingPolicy::Everything, ReusePolicy::LowestFirst) {}
};

TEST_F(MemoryAllShared, EverythingButConstantsIsShared) {
  EXPECT_TRUE(is_shared(allocate(8)));
  EXPECT_TRUE(is_shared(allocate(200'000)));
  EXPECT_TRUE(is_shared(push(8)));
  EXPECT_TRUE(is_shared(push(200'000)));
  memory_.add_global({.name = "c",
                      .address = address::make(address::kGlobalRegion, 1),
                      .size = 8,
                      .is_constant = true});
  EXPECT_FALSE(is_shared(address::make(address::kGlobalRegion, 1)));
}

}  // namespace
}  // namespace heddle
