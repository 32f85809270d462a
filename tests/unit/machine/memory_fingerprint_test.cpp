// Tests of the fingerprint of memory: equal for equal contents, whatever the history; and of undo.
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <random>

#include "machine/memory.h"
#include "machine/memory_fixture.h"

namespace heddle {
namespace {

class MemoryFingerprint : public testing::MemoryTest {
 protected:
  Fingerprint now() const { return memory_.fingerprint(); }
};

TEST_F(MemoryFingerprint, ComesBackWhenAValueIsWrittenBack) {
  const uint64_t block = allocate(16);
  write(block, 5);
  const Fingerprint before = now();
  write(block + 3, 0xabcdef, 8);
  EXPECT_NE(now(), before);
  write(block + 3, 0, 8);
  write(block, 5);
  EXPECT_EQ(now(), before);
}

TEST_F(MemoryFingerprint, ZeroIsAsGoodAsNeverWritten) {
  const uint64_t block = allocate(16);
  const Fingerprint before = now();
  memory_.fill(at(block), 0, 0xff, 16);
  memory_.fill(at(block), 0, 0, 16);
  EXPECT_EQ(now(), before);
}

TEST_F(MemoryFingerprint, SeesEveryWordOfEveryObject) {
  const uint64_t first = allocate(16);
  const uint64_t second = allocate(16);
  const uint64_t third = global("x", 16, 1);
  const uint64_t fourth = push(16);
  std::map<Fingerprint, uint64_t> seen{{now(), 0}};
  for (const uint64_t address :
       {first, first + 8, second, second + 8, third, third + 8, fourth, fourth + 8}) {
    write(address, 1);
    EXPECT_TRUE(seen.emplace(now(), address).second)
        << std::hex << address << " is mistaken for " << seen[now()];
    write(address, 0);
  }
}

TEST_F(MemoryFingerprint, ALargeLocalIsNoLargeBlock) {
  constexpr uint64_t kLarge = address::kMaxSmallObject + 8;
  const auto mark = memory_.mark();
  push(kLarge);
  const Fingerprint local = now();
  memory_.undo(mark);
  allocate(kLarge);
  push(0);
  EXPECT_NE(now(), local);
}

TEST_F(MemoryFingerprint, WhichLargeBlockIsTheLocalOneCounts) {
  constexpr uint64_t kLarge = address::kMaxSmallObject + 8;
  const auto mark = memory_.mark();
  push(kLarge);
  allocate(kLarge);
  const Fingerprint first = now();
  memory_.undo(mark);
  allocate(kLarge);
  push(kLarge);
  EXPECT_NE(now(), first);
}

TEST_F(MemoryFingerprint, ALargeLocalLeavesNothingBehind) {
  const Fingerprint before = now();
  push(address::kMaxSmallObject + 8);
  EXPECT_NE(now(), before);
  memory_.pop_stack(0, 0);
  EXPECT_EQ(now(), before);
}

TEST_F(MemoryFingerprint, DoesNotDependOnTheOrderOfWrites) {
  const uint64_t block = allocate(80);
  std::vector<uint64_t> places{0, 8, 16, 24, 32, 40, 48, 56, 64, 72};
  std::mt19937 random(3);
  std::map<Fingerprint, int> seen;
  for (int round = 0; round < 50; ++round) {
    std::shuffle(places.begin(), places.end(), random);
    memory_.fill(at(block), 0, uint8_t(round), 80);
    for (const uint64_t place : places) write(block + place, place * place + 1);
    ++seen[now()];
  }
  EXPECT_EQ(seen.size(), 1u);
}

TEST_F(MemoryFingerprint, FreedMemoryLeavesNoTrace) {
  const Fingerprint before = now();
  for (const uint64_t size : {uint64_t(0), uint64_t(24), uint64_t(200) << 10}) {
    const uint64_t block = allocate(size);
    if (size) write(block + size - 8, 7);
    EXPECT_NE(now(), before) << size;
    memory_.release(0, block);
    EXPECT_EQ(now(), before) << size;
  }
}

TEST_F(MemoryFingerprint, ReturnedCallsLeaveNoTrace) {
  push(8);
  const Fingerprint before = now();
  for (const uint64_t size : {uint64_t(8), uint64_t(200) << 10}) {
    write(push(size), 3);
    EXPECT_NE(now(), before);
    memory_.pop_stack(0, 1);
    EXPECT_EQ(now(), before) << size;
  }
}

TEST_F(MemoryFingerprint, TellsBlocksOfDifferentSizesApart) {
  const Memory::Mark mark = memory_.mark();
  allocate(8);
  const Fingerprint eight = now();
  memory_.undo(mark);
  allocate(16);
  EXPECT_NE(now(), eight);
}

TEST_F(MemoryFingerprint, TellsOwnersOfFreeAddressesApart) {
  const uint64_t block = allocate(8, 0);
  const Memory::Mark mark = memory_.mark();
  memory_.release(0, block);
  const Fingerprint freed_by_owner = now();
  memory_.undo(mark);
  memory_.release(1, block);
  EXPECT_NE(now(), freed_by_owner) << "it decides whose next block lies there";
}

TEST_F(MemoryFingerprint, AllocationsOfTwoThreadsCommute) {
  const Memory::Mark mark = memory_.mark();
  const auto fill_two = [&](ThreadNumber thread) {
    for (uint64_t k = 1; k <= 2; ++k) write(allocate(8 * k, thread), thread + k);
  };
  fill_two(0);
  fill_two(1);
  const Fingerprint first_zero = now();
  memory_.undo(mark);
  fill_two(1);
  fill_two(0);
  EXPECT_EQ(now(), first_zero);
}

TEST_F(MemoryFingerprint, GlobalsAreKnownByNameNotByAddress) {
  Memory other(SharingPolicy::ByReachability, ReusePolicy::LowestFirst);
  other.add_global({.name = "x",
                    .address = address::make(address::kGlobalRegion, 9),
                    .size = 8,
                    .contents = {{0, 4}}});
  write(global("x", 8, 1), 4);
  EXPECT_EQ(now(), other.fingerprint());
  write(global("y", 8, 2), 4);
  EXPECT_NE(now(), other.fingerprint());
}

TEST_F(MemoryFingerprint, UndoBringsBackObjectsAndTheirBytes) {
  const uint64_t kept = allocate(8);
  write(kept, 1);
  const uint64_t local = push(8);
  const std::vector<uint64_t> before = contents();
  const Fingerprint fingerprint = now();
  const Memory::Mark mark = memory_.mark();
  write(kept, 2);
  write(allocate(300'000), 3);
  memory_.release(0, kept);
  memory_.pop_stack(0, 0);
  write(push(24), 9);
  ASSERT_NE(contents(), before);
  memory_.undo(mark);
  EXPECT_EQ(contents(), before);
  EXPECT_EQ(now(), fingerprint);
  EXPECT_EQ(read(kept), 1u);
  EXPECT_NE(memory_.find(local, 8), nullptr);
}

TEST_F(MemoryFingerprint, UndoTakesSharingBack) {
  const uint64_t block = allocate(8);
  const Memory::Mark mark = memory_.mark();
  memory_.share(block);
  ASSERT_TRUE(is_shared(block));
  memory_.undo(mark);
  EXPECT_FALSE(is_shared(block));
}

// Calls and returns in one transition must not use up the memory of the machine.
TEST_F(MemoryFingerprint, CallsThatCameAndWentUseNoSpace) {
  const size_t before = memory_.bytes_in_use();
  for (int round = 0; round < 1000; ++round) {
    write(push(1000), 1);
    memory_.pop_stack(0, 0);
  }
  EXPECT_LT(memory_.bytes_in_use() - before, 300'000u);
}

TEST_F(MemoryFingerprint, CallsWithLargeLocalsThatCameAndWentUseNoSpace) {
  const size_t before = memory_.bytes_in_use();
  for (int round = 0; round < 100; ++round) {
    write(push(200'000), 1);
    memory_.pop_stack(0, 0);
  }
  EXPECT_LT(memory_.bytes_in_use() - before, 2'000'000u);
}

// Random operations of two threads with nested marks: equal contents and equal fingerprints always
// come together, and undo brings both back.
TEST_F(MemoryFingerprint, StandsForTheContentsInRandomHistories) {
  struct Saved {
    Memory::Mark mark;
    std::vector<uint64_t> contents;
    std::vector<uint64_t> blocks;
    Fingerprint fingerprint;
  };
  std::mt19937 random(7);
  global("x", 8, 1);
  std::vector<uint64_t> blocks;
  std::vector<Saved> saved;
  std::map<Fingerprint, std::vector<uint64_t>> by_fingerprint;
  std::map<std::vector<uint64_t>, Fingerprint> by_contents;
  for (int round = 0; round < 30'000; ++round) {
    const auto thread = ThreadNumber(random() % 2);
    const size_t victim = blocks.empty() ? 0 : random() % blocks.size();
    switch (random() % 8) {
      case 0:
        if (blocks.size() < 4) blocks.push_back(allocate(8 * (random() % 3), thread));
        break;
      case 1:
        if (blocks.empty()) break;
        memory_.release(thread, blocks[victim]);
        blocks.erase(blocks.begin() + ptrdiff_t(victim));
        break;
      case 2:
        if (memory_.stack_objects(thread) < 2) write(push(8, thread), 1 + random() % 2);
        break;
      case 3:
        if (memory_.stack_objects(thread))
          memory_.pop_stack(thread, memory_.stack_objects(thread) - 1);
        break;
      case 4: write(address::make(address::kGlobalRegion, 1), random() % 2); break;
      case 5:
        if (!blocks.empty() && at(blocks[victim]).size)
          write(blocks[victim] + random() % at(blocks[victim]).size / 8 * 8, random() % 2);
        break;
      case 6:
        if (saved.size() < 20) saved.push_back({memory_.mark(), contents(), blocks, now()});
        break;
      default:
        if (saved.empty()) break;
        saved.resize(random() % saved.size() + 1);
        memory_.undo(saved.back().mark);
        ASSERT_EQ(contents(), saved.back().contents) << "round " << round;
        ASSERT_EQ(now(), saved.back().fingerprint) << "round " << round;
        blocks = saved.back().blocks;
        saved.pop_back();
    }
    ASSERT_EQ(by_fingerprint.emplace(now(), contents()).first->second, contents())
        << "round " << round;
    ASSERT_EQ(by_contents.emplace(contents(), now()).first->second, now()) << "round " << round;
  }
  EXPECT_GT(by_contents.size(), 1000u);
}

}  // namespace
}  // namespace heddle
