// Tests of access to memory: bounds, bytes across words, copying and filling.
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory.h"

#include <random>

#include "machine/memory_fixture.h"

namespace heddle {
namespace {

class MemoryAccess : public testing::MemoryTest {
 protected:
  // An object with the bytes 1, 2, 3, ... and the same bytes on the host.
  void fill_with_numbers(uint64_t address, std::vector<uint8_t>& model) {
    for (size_t k = 0; k < model.size(); ++k) {
      model[k] = uint8_t(k + 1);
      write(address + k, model[k], 1);
    }
  }
  std::vector<uint8_t> bytes(uint64_t address, size_t size) {
    std::vector<uint8_t> all;
    for (size_t k = 0; k < size; ++k) all.push_back(uint8_t(read(address + k, 1)));
    return all;
  }
};

TEST_F(MemoryAccess, FindsEveryByteOfAnObjectAndNoneBeyond) {
  for (uint64_t size = 0; size <= 40; ++size) {
    const uint64_t block = allocate(size);
    for (uint64_t width = 1; width <= 16; ++width)
      for (uint64_t offset = 0; offset <= size + 8; ++offset)
        ASSERT_EQ(memory_.find(block + offset, width) != nullptr, offset + width <= size)
            << width << " bytes at " << offset << " of " << size;
    EXPECT_EQ(memory_.find(block - 1, 1), nullptr);
  }
}

TEST_F(MemoryAccess, NullAndWildPointersLeadNowhere) {
  for (const uint64_t address :
       {uint64_t(0), uint64_t(8), uint64_t(4096), address::make(address::kGlobalRegion, 77),
        address::of_function(0), address::make(address::kFirstHeapRegion, 0),
        address::make(address::kFirstHeapRegion + 63, 5), uint64_t(1) << 47, ~uint64_t(0),
        address::make(address::kLargeGlobalRegion, 3), address::make(511, 0)}) {
    EXPECT_EQ(memory_.find(address, 1), nullptr) << std::hex << address;
    EXPECT_EQ(memory_.object_ever_at(address), nullptr) << std::hex << address;
  }
}

// A negative length in memset or memcpy arrives as an enormous one.
TEST_F(MemoryAccess, AnAccessWhoseEndWrapsAroundIsOutOfBounds) {
  const uint64_t small = allocate(16);
  const uint64_t large = allocate(200'000);
  for (const uint64_t size : {~uint64_t(0), ~uint64_t(0) - 7}) {
    EXPECT_EQ(memory_.find(small + 8, size), nullptr) << size;
    EXPECT_EQ(memory_.find(large + 8, size), nullptr) << size;
  }
}

TEST_F(MemoryAccess, LargeObjectsHaveAllTheirBytes) {
  for (const uint64_t size : {uint64_t(200) << 10, uint64_t(40) << 20}) {
    const uint64_t block = allocate(size);
    ASSERT_NE(block, 0u);
    write(block, 11);
    write(block + size - 8, 22);
    EXPECT_EQ(read(block), 11u);
    EXPECT_EQ(read(block + size - 8), 22u);
    EXPECT_EQ(read(block + size / 2), 0u);
    EXPECT_NE(memory_.find(block + size - 1, 1), nullptr);
    EXPECT_EQ(memory_.find(block + size - 7, 8), nullptr);
    EXPECT_EQ(memory_.find(block + size, 1), nullptr);
    EXPECT_EQ(memory_.find(block - 1, 1), nullptr);
  }
}

TEST_F(MemoryAccess, TheLargestSmallObjectAndTheNextByteBothWork) {
  for (const uint64_t size : {address::kMaxSmallObject, address::kMaxSmallObject + 1}) {
    const uint64_t block = allocate(size);
    write(block + size - 1, 0xab, 1);
    EXPECT_EQ(read(block + size - 1, 1), 0xabu);
    EXPECT_EQ(memory_.find(block + size, 1), nullptr);
  }
}

TEST_F(MemoryAccess, RefusesWhatHasNoAddresses) {
  EXPECT_EQ(allocate(address::kMaxLargeObject + 1), 0u);
  EXPECT_EQ(allocate(~uint64_t(0)), 0u);
}

TEST_F(MemoryAccess, UnalignedWritesGoAcrossWords) {
  const uint64_t block = allocate(32);
  for (unsigned size = 1; size <= 8; ++size)
    for (uint64_t offset = 0; offset + size <= 24; ++offset) {
      std::vector<uint8_t> model(32);
      fill_with_numbers(block, model);
      const uint64_t value = 0xf1e2d3c4b5a69788;
      write(block + offset, value, size);
      for (unsigned k = 0; k < size; ++k) model[offset + k] = uint8_t(value >> 8 * k);
      ASSERT_EQ(bytes(block, 32), model) << size << " bytes at " << offset;
      const uint64_t mask = size == 8 ? ~uint64_t(0) : (uint64_t(1) << 8 * size) - 1;
      ASSERT_EQ(read(block + offset, size), value & mask);
    }
}

TEST_F(MemoryAccess, CopiesBetweenObjectsAtAnyAlignment) {
  const uint64_t from = allocate(64);
  std::vector<uint8_t> model(64);
  fill_with_numbers(from, model);
  for (uint64_t size = 0; size <= 24; ++size)
    for (uint64_t to_offset = 0; to_offset < 9; ++to_offset)
      for (uint64_t from_offset = 0; from_offset < 9; ++from_offset) {
        const uint64_t to = allocate(40);
        memory_.copy(at(to), to_offset, at(from), from_offset, size);
        std::vector<uint8_t> expected(40);
        std::copy_n(model.begin() + ptrdiff_t(from_offset), size,
                    expected.begin() + ptrdiff_t(to_offset));
        ASSERT_EQ(bytes(to, 40), expected)
            << size << " bytes from " << from_offset << " to " << to_offset;
        memory_.release(0, to);
      }
}

TEST_F(MemoryAccess, CopiesOverlappingBytesInBothDirections) {
  const uint64_t block = allocate(64);
  std::vector<uint8_t> model(64);
  for (uint64_t to = 0; to <= 32; ++to)
    for (uint64_t from = 0; from <= 32; ++from)
      for (const uint64_t size : {1, 7, 8, 9, 16, 23, 31}) {
        fill_with_numbers(block, model);
        memory_.copy(at(block), to, at(block), from, size);
        std::memmove(model.data() + to, model.data() + from, size);
        ASSERT_EQ(bytes(block, 64), model) << size << " bytes from " << from << " to " << to;
      }
}

TEST_F(MemoryAccess, FillsExactlyWhatItIsToldTo) {
  const uint64_t block = allocate(40);
  for (uint64_t offset = 0; offset < 12; ++offset)
    for (uint64_t size = 0; offset + size <= 40; ++size) {
      std::vector<uint8_t> model(40);
      fill_with_numbers(block, model);
      memory_.fill(at(block), offset, 0xee, size);
      std::fill_n(model.begin() + ptrdiff_t(offset), size, 0xee);
      ASSERT_EQ(bytes(block, 40), model) << size << " bytes at " << offset;
    }
}

TEST_F(MemoryAccess, FreedMemoryIsGoneButRemembered) {
  const uint64_t block = allocate(16);
  memory_.release(0, block);
  EXPECT_EQ(memory_.find(block, 1), nullptr);
  const Object* object = memory_.object_at(block);
  ASSERT_NE(object, nullptr);
  EXPECT_FALSE(object->has(kAlive));
  EXPECT_TRUE(object->has(kExisted));
  EXPECT_TRUE(object->has(kHeap));
  EXPECT_EQ(object->full_size, 16u);
}

TEST_F(MemoryAccess, FreshMemoryIsZeroEvenWhereOtherBytesLay) {
  const uint64_t first = allocate(64);
  memory_.fill(at(first), 0, 0xff, 64);
  memory_.release(0, first);
  const uint64_t second = allocate(64);
  ASSERT_EQ(second, first);
  EXPECT_EQ(bytes(second, 64), std::vector<uint8_t>(64));
}

TEST_F(MemoryAccess, ALocalVariableIsThereWithinItsScope) {
  for (const uint64_t size : {uint64_t(16), uint64_t(200'000)}) {
    const Fingerprint before = memory_.fingerprint();
    const uint64_t local = push(size);
    const Fingerprint fresh = memory_.fingerprint();
    write(local + 8, 5);
    memory_.end_scope(at(local));
    EXPECT_EQ(memory_.find(local + 8, 8), nullptr);
    EXPECT_NE(memory_.fingerprint(), fresh) << "what a stale pointer leads to differs";
    const Memory::Mark ended = memory_.mark();
    memory_.begin_scope(at(local));
    EXPECT_EQ(read(local + 8), 0u) << "a new round begins with a new variable";
    EXPECT_EQ(memory_.fingerprint(), fresh);
    memory_.undo(ended);
    EXPECT_EQ(memory_.find(local + 8, 8), nullptr);
    memory_.pop_stack(0, 0);
    EXPECT_EQ(memory_.fingerprint(), before);
  }
}

TEST_F(MemoryAccess, ConstantGlobalsAreMarked) {
  memory_.add_global({.name = "answer",
                      .address = address::make(address::kGlobalRegion, 1),
                      .size = 8,
                      .is_constant = true,
                      .contents = {{0, 42}}});
  const uint64_t answer = address::make(address::kGlobalRegion, 1);
  EXPECT_EQ(read(answer), 42u);
  EXPECT_TRUE(at(answer).has(kConstant));
  EXPECT_FALSE(is_shared(answer)) << "nobody can change it, so nobody need stop at it";
}

}  // namespace
}  // namespace heddle
