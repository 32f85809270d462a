// Tests of the undo trail: what was saved comes back, newest first.
// SPDX-License-Identifier: Apache-2.0
#include "machine/trail.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace heddle {
namespace {

TEST(Trail, AWordComesBack) {
  Trail trail;
  uint64_t word = ~uint64_t(0);
  const Trail::Mark mark = trail.mark();
  trail.save(&word);
  word = 5;
  trail.undo(mark);
  EXPECT_EQ(word, ~uint64_t(0));
  EXPECT_EQ(trail.mark(), mark);
}

TEST(Trail, TheOldestValueWins) {
  Trail trail;
  uint64_t word = 1;
  const Trail::Mark mark = trail.mark();
  for (uint64_t value = 2; value < 10; ++value) {
    trail.save(&word);
    word = value;
  }
  trail.undo(mark);
  EXPECT_EQ(word, 1u);
}

TEST(Trail, MarksNest) {
  Trail trail;
  uint64_t word = 0;
  std::vector<Trail::Mark> marks;
  for (uint64_t depth = 0; depth < 5; ++depth) {
    marks.push_back(trail.mark());
    trail.save(&word);
    word = depth + 1;
  }
  trail.undo(marks[3]);
  EXPECT_EQ(word, 3u);
  trail.save(&word);
  word = 100;
  trail.undo(marks[1]);
  EXPECT_EQ(word, 1u);
  trail.undo(marks[0]);
  EXPECT_EQ(word, 0u);
}

class TrailBlocks : public ::testing::TestWithParam<size_t> {};

// The number of words has 16 bits in an entry, and one value of it has a meaning of its own.
INSTANTIATE_TEST_SUITE_P(Sizes, TrailBlocks,
                         ::testing::Values(0, 1, 2, 100, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x1fffd,
                                           200'000));

TEST_P(TrailBlocks, ComeBackWhole) {
  Trail trail;
  std::vector<uint64_t> words(GetParam() + 2);
  std::iota(words.begin(), words.end(), uint64_t(1) << 60);
  const std::vector<uint64_t> before = words;
  const Trail::Mark mark = trail.mark();
  trail.save_block(words.data() + 1, GetParam());
  std::fill(words.begin() + 1, words.end() - 1, uint64_t(7));
  trail.undo(mark);
  EXPECT_EQ(words, before);
}

TEST(Trail, ScatteredSlotsComeBackAndOthersStay) {
  Trail trail;
  std::vector<uint64_t> slots{10, 11, 12, 13, 14};
  const std::vector<uint32_t> live{0, 3, 4};
  const Trail::Mark mark = trail.mark();
  trail.save_slots(slots.data(), live);
  slots = {90, 91, 92, 93, 94};
  trail.undo(mark);
  EXPECT_EQ(slots, (std::vector<uint64_t>{10, 91, 92, 13, 14}));
}

TEST(Trail, NoSlotsAreSavedAsNone) {
  Trail trail;
  uint64_t word = 1;
  uint64_t slot = 2;
  const Trail::Mark mark = trail.mark();
  trail.save(&word);
  trail.save_slots(&slot, {});
  word = slot = 9;
  trail.undo(mark);
  EXPECT_EQ(word, 1u);
  EXPECT_EQ(slot, 9u);
}

TEST(Trail, AfterClearTheFirstMarkIsTheBeginning) {
  Trail trail;
  uint64_t word = 1;
  trail.save(&word);
  word = 2;
  trail.clear();
  const Trail::Mark mark = trail.mark();
  trail.save(&word);
  word = 3;
  trail.undo(mark);
  EXPECT_EQ(word, 2u) << "what was forgotten stays as it is";
}

// Any mixture of entries, with undos to random marks in between, against copies of the whole.
TEST(Trail, RandomMixturesComeBack) {
  std::mt19937 random(42);
  Trail trail;
  std::vector<uint64_t> words(64, 0);
  const std::vector<uint32_t> live{1, 2, 5, 60};
  std::vector<std::pair<Trail::Mark, std::vector<uint64_t>>> copies;
  for (int round = 0; round < 20'000; ++round) {
    const size_t first = random() % words.size();
    const size_t count = random() % (words.size() - first + 1);
    switch (random() % 5) {
      case 0: copies.emplace_back(trail.mark(), words); break;
      case 1:
        trail.save(&words[first]);
        words[first] = random();
        break;
      case 2:
        trail.save_block(&words[first], count);
        for (size_t k = first; k < first + count; ++k) words[k] = random();
        break;
      case 3:
        trail.save_slots(words.data(), live);
        for (const uint32_t slot : live) words[slot] = random();
        break;
      default:
        if (copies.empty()) break;
        copies.resize(random() % copies.size() + 1);
        trail.undo(copies.back().first);
        ASSERT_EQ(words, copies.back().second) << "round " << round;
        copies.pop_back();
    }
  }
}

}  // namespace
}  // namespace heddle
