// Tests of the addresses that are dealt out: per thread, lowest first, and reused as an allocator does.
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory.h"
#include "machine/memory_fixture.h"

namespace heddle {
namespace {

class MemoryAllocation : public testing::MemoryTest {};

TEST_F(MemoryAllocation, LowestFreeAddressFirst) {
  const uint64_t a = allocate(8);
  const uint64_t b = allocate(8);
  const uint64_t c = allocate(8);
  EXPECT_LT(a, b);
  EXPECT_LT(b, c);
  memory_.release(0, c);
  memory_.release(0, a);
  memory_.release(0, b);
  EXPECT_EQ(allocate(24), a);
  EXPECT_EQ(allocate(8), b);
  EXPECT_EQ(allocate(1), c);
  EXPECT_GT(allocate(8), c);
}

TEST_F(MemoryAllocation, ThreadsHaveAddressesOfTheirOwn) {
  const uint64_t mine = allocate(8, 0);
  const uint64_t theirs = allocate(8, 1);
  EXPECT_NE(address::region_of(mine), address::region_of(theirs));
  memory_.release(0, mine);
  EXPECT_NE(allocate(8, 1), mine) << "another thread's free block is not for the taking";
  EXPECT_EQ(allocate(8, 0), mine);
}

TEST_F(MemoryAllocation, WhoFreesABlockGetsItsAddressNext) {
  const uint64_t a = allocate(8, 0);
  const uint64_t b = allocate(8, 0);
  const uint64_t own = allocate(8, 1);
  memory_.release(1, b);
  memory_.release(1, a);
  memory_.release(1, own);
  EXPECT_GT(allocate(8, 0), b) << "the owner no longer has it";
  EXPECT_EQ(allocate(8, 1), a) << "adopted ones first, lowest first";
  EXPECT_EQ(allocate(8, 1), b);
  EXPECT_EQ(allocate(8, 1), own);
}

TEST_F(MemoryAllocation, UndoBringsFreeListsBack) {
  const uint64_t a = allocate(8);
  const uint64_t b = allocate(8);
  const uint64_t c = allocate(8, 1);
  memory_.release(0, b);
  memory_.release(0, c);
  const Memory::Mark mark = memory_.mark();
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(allocate(8), c);
    EXPECT_EQ(allocate(8), b);
    memory_.release(0, a);
    memory_.release(0, c);
    memory_.undo(mark);
  }
}

TEST_F(MemoryAllocation, LargeBlocksAreReusedToo) {
  const uint64_t a = allocate(200'000);
  const uint64_t b = allocate(300'000);
  EXPECT_NE(a, b);
  memory_.release(1, a);
  EXPECT_EQ(allocate(400'000), a);
}

TEST_F(MemoryAllocation, LargeBlocksRunOut) {
  for (uint32_t k = 0; k < address::kLargeObjectsPerRegion; ++k)
    ASSERT_NE(allocate(200'000), 0u) << k;
  EXPECT_EQ(allocate(200'000), 0u);
  EXPECT_NE(allocate(200'000, 1), 0u) << "the other thread has its own";
  EXPECT_NE(allocate(100), 0u) << "small ones are dealt elsewhere";
}

TEST_F(MemoryAllocation, StackObjectsComeAndGoInOrder) {
  const uint64_t a = push(8);
  const uint64_t b = push(200'000);
  const uint64_t c = push(8);
  EXPECT_EQ(memory_.stack_objects(0), 3u);
  EXPECT_EQ(memory_.stack_objects(1), 0u);
  memory_.pop_stack(0, 1);
  EXPECT_NE(memory_.find(a, 8), nullptr);
  EXPECT_EQ(memory_.find(b, 8), nullptr);
  EXPECT_EQ(memory_.find(c, 8), nullptr);
  const Object* gone = memory_.object_ever_at(c);
  ASSERT_NE(gone, nullptr);
  EXPECT_TRUE(gone->has(kStack));
  EXPECT_FALSE(gone->has(kAlive));
}

TEST_F(MemoryAllocation, ALargeLocalIsAStackObject) {
  const uint64_t local = push(200'000);
  EXPECT_TRUE(at(local).has(kStack));
  EXPECT_FALSE(at(local).has(kHeap)) << "it cannot be freed";
  EXPECT_EQ(memory_.stack_objects(0), 1u);
  write(local + 199'992, 5);
  EXPECT_EQ(read(local + 199'992), 5u);
}

TEST_F(MemoryAllocation, RemembersWhereAnObjectWasMade) {
  EXPECT_EQ(at(memory_.allocate(0, 8, 123)).origin, 123u);
  EXPECT_EQ(at(memory_.push_stack(0, 8, 321)).origin, 321u);
}

class MemoryWithoutReuse : public testing::MemoryTest {
 protected:
  MemoryWithoutReuse() : MemoryTest(SharingPolicy::ByReachability, ReusePolicy::Never) {}
};

TEST_F(MemoryWithoutReuse, NoAddressComesTwice) {
  for (const uint64_t size : {8, 200'000}) {
    const uint64_t a = allocate(size);
    memory_.release(0, a);
    const uint64_t b = allocate(size);
    EXPECT_NE(a, b);
    memory_.release(1, b);
    EXPECT_NE(allocate(size, 1), b);
    EXPECT_NE(allocate(size, 0), b);
  }
}

}  // namespace
}  // namespace heddle
