// Tests of which words of the objects of some moment have been used since.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "memory_fixture.h"

namespace heddle {
namespace {

using testing::MemoryTest;

class MemoryUseTest : public MemoryTest {
 protected:
  // Values that no two words have, so that they tell which ones are left.
  std::vector<uint64_t> unused() {
    std::vector<uint64_t> values;
    memory_.for_each_unused_word(
        [&](uint64_t, uint64_t, uint64_t value) { values.push_back(value); });
    std::ranges::sort(values);
    return values;
  }
  uint64_t filled(uint64_t address, uint64_t first, uint64_t words) {
    for (uint64_t k = 0; k < words; ++k) write(address + 8 * k, first + k);
    return address;
  }
  using Values = std::vector<uint64_t>;
};

TEST_F(MemoryUseTest, AnAccessUsesTheWordsItTouches) {
  const uint64_t block = filled(allocate(40), 1, 5);
  memory_.note_use_of_old();
  EXPECT_EQ(unused(), (Values{1, 2, 3, 4, 5}));
  memory_.find(block + 8, 8);
  memory_.find(block + 28, 8);  // halves of two
  EXPECT_EQ(unused(), (Values{1, 3}));
}

TEST_F(MemoryUseTest, WordsOfLargeObjectsAreNotTold) {
  const uint64_t large = filled(global("large", address::kMaxSmallObject * 2, 0), 1, 3);
  memory_.note_use_of_old();
  EXPECT_EQ(unused(), Values{});
  EXPECT_TRUE(memory_.find(large + address::kMaxSmallObject, 16));
}

TEST_F(MemoryUseTest, SharingTellsWhatIsSharedAndWhoseTheRestIs) {
  const uint64_t block = allocate(8), other = allocate(8);
  const Fingerprint at_first = memory_.sharing_fingerprint();
  write(block, 1);
  EXPECT_EQ(memory_.sharing_fingerprint(), at_first);
  memory_.share(other);
  const Fingerprint shared = memory_.sharing_fingerprint();
  EXPECT_NE(shared, at_first);
  memory_.hand_over(block, 1);
  EXPECT_NE(memory_.sharing_fingerprint(), shared);
}

TEST_F(MemoryUseTest, WhatIsTakenBackHasBeenUsedAllTheSame) {
  const uint64_t block = filled(allocate(16), 1, 2);
  memory_.note_use_of_old();
  const Memory::Mark mark = memory_.mark();
  write(block, 9);
  memory_.find(block, 8);
  memory_.undo(mark);
  EXPECT_EQ(unused(), Values{2});
}

TEST_F(MemoryUseTest, ValuesAreThoseOfTheMoment) {
  const uint64_t variable = filled(push(16), 1, 2);
  memory_.note_use_of_old();
  memory_.end_scope(at(variable));
  EXPECT_EQ(unused(), (Values{1, 2}));
}

TEST_F(MemoryUseTest, ObjectsTakenAwayAreUsedIfThatCounts) {
  const uint64_t block = filled(allocate(8), 1, 1);
  const uint64_t variable = filled(push(8), 2, 1);
  filled(push(8), 3, 1);
  memory_.note_use_of_old();
  memory_.release(0, block);
  memory_.forget_removals();
  memory_.count_removals();
  EXPECT_EQ(unused(), (Values{1, 2, 3}));
  memory_.end_scope(at(variable));
  memory_.count_removals();
  EXPECT_EQ(unused(), (Values{1, 3}));
  memory_.pop_stack(0, 0);
  memory_.count_removals();
  EXPECT_EQ(unused(), Values{1});
}

TEST_F(MemoryUseTest, WhatIsLookedAtForWhatItSharesIsUsed) {
  const uint64_t inner = filled(allocate(8), 1, 1);
  const uint64_t outer = allocate(16);
  write(outer, inner);
  write(outer + 8, 2);
  const uint64_t apart = filled(allocate(8), 3, 1);
  memory_.note_use_of_old();
  memory_.share(outer);
  EXPECT_EQ(unused(), Values{3});
  memory_.hand_over(apart, 1);
  EXPECT_EQ(unused(), Values{});
}

TEST_F(MemoryUseTest, AScopeThatBeginsUsesItsVariable) {
  const uint64_t variable = filled(push(16), 1, 2);
  memory_.note_use_of_old();
  memory_.begin_scope(at(variable));
  EXPECT_EQ(unused(), Values{});
}

TEST_F(MemoryUseTest, ObjectsThatAreMadeLaterDoNotCount) {
  filled(allocate(8), 1, 1);
  memory_.note_use_of_old();
  const uint64_t later = filled(allocate(8), 2, 1);
  memory_.find(later, 8);
  memory_.release(0, later);
  memory_.count_removals();
  EXPECT_EQ(unused(), Values{1});
}

TEST_F(MemoryUseTest, OnTheWayBackToTheMomentNothingIsUsed) {
  const uint64_t block = filled(allocate(16), 1, 2);
  memory_.note_use_of_old();
  memory_.find(block, 8);
  memory_.note_no_use();
  memory_.find(block + 8, 8);
  memory_.note_use_of_old();
  EXPECT_EQ(unused(), Values{2});
  memory_.find(block + 8, 8);
  EXPECT_EQ(unused(), Values{});
}

TEST_F(MemoryUseTest, ConstantsAreNotListed) {
  const uint64_t number = filled(global("constant", 8, 0), 1, 1);
  at(number).flags |= kConstant;
  memory_.note_use_of_old();
  EXPECT_EQ(unused(), Values{});
}

}  // namespace
}  // namespace heddle
