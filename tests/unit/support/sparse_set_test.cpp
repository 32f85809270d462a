// Tests of SparseSet against std::set.
// SPDX-License-Identifier: Apache-2.0
#include "support/sparse_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace heddle {
namespace {

SparseSet made_of(const std::set<uint32_t>& numbers) {
  SparseSet set;
  set.add_sorted(std::vector<uint32_t>(numbers.begin(), numbers.end()));
  return set;
}

std::set<uint32_t> numbers_in(const SparseSet& set) {
  std::set<uint32_t> numbers;
  for (const uint32_t number : set) numbers.insert(number);
  return numbers;
}

std::set<uint32_t> random_numbers(std::mt19937& random) {
  std::set<uint32_t> numbers;
  const uint32_t clusters[] = {0, 60, 640, 1u << 24, (1u << 24) + 500};
  for (size_t k = random() % 40; k > 0; --k)
    numbers.insert(clusters[random() % std::size(clusters)] + uint32_t(random() % 70));
  return numbers;
}

TEST(SparseSet, DoesWhatASetDoes) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::set<uint32_t> a = random_numbers(random), b = random_numbers(random);
    const SparseSet set = made_of(a), other = made_of(b);
    ASSERT_EQ(numbers_in(set), a);
    ASSERT_EQ(set.empty(), a.empty());
    ASSERT_EQ(set == other, a == b);
    ASSERT_EQ(set.contains(other), std::includes(a.begin(), a.end(), b.begin(), b.end()));

    std::set<uint32_t> both = a, rest = a, odd = a;
    both.insert(b.begin(), b.end());
    for (const uint32_t number : b) rest.erase(number);
    std::erase_if(odd, [](uint32_t number) { return number % 2 == 0; });
    SparseSet joined = set, thinned = set;
    joined.add(other);
    thinned.remove_if([](uint32_t number) { return number % 2 == 0; });
    ASSERT_EQ(numbers_in(joined), both);
    ASSERT_EQ(joined, made_of(both));
    ASSERT_EQ(joined.hash(), made_of(both).hash());
    ASSERT_EQ(without(set, other), made_of(rest));
    ASSERT_EQ(thinned, made_of(odd));
    ASSERT_EQ(thinned.empty(), odd.empty());
  }
}

TEST(SparseSet, TellsWhetherANumberIsNew) {
  SparseSet set;
  EXPECT_TRUE(set.add(1u << 24));
  EXPECT_TRUE(set.add(3));
  EXPECT_FALSE(set.add(3));
  EXPECT_TRUE(set.contains(3));
  EXPECT_FALSE(set.contains(4));
  EXPECT_FALSE(SparseSet().contains(0));
  EXPECT_EQ(numbers_in(set), (std::set<uint32_t>{3, 1u << 24}));
}

}  // namespace
}  // namespace heddle
