// Tests of the array that never moves.
// SPDX-License-Identifier: Apache-2.0
#include "support/reserved_array.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace heddle {
namespace {

TEST(ReservedArray, ReservesFarMoreThanThereIsMemory) {
  ReservedArray<uint64_t> array(size_t(1) << 36);  // half a terabyte
  EXPECT_EQ(array.capacity(), size_t(1) << 36);
  array[0] = 1;
  array[array.capacity() - 1] = 2;
  EXPECT_EQ(array[0], 1u);
  EXPECT_EQ(array[array.capacity() - 1], 2u);
  EXPECT_EQ(array[array.capacity() / 2], 0u);
}

TEST(ReservedArray, MovingItKeepsElementsWhereTheyAre) {
  ReservedArray<int> first(1000);
  first[999] = 7;
  int* const element = &first[999];
  ReservedArray<int> second(std::move(first));
  ReservedArray<int> third;
  third = std::move(second);
  EXPECT_EQ(&third[999], element);
  EXPECT_EQ(*element, 7);
  EXPECT_EQ(third.capacity(), 1000u);
}

TEST(ReservedArray, NothingIsReservedByDefault) {
  const ReservedArray<int> array;
  EXPECT_EQ(array.capacity(), 0u);
  EXPECT_EQ(array.data(), nullptr);
}

TEST(ReservedArray, RefusesWhatNoAddressSpaceHolds) {
  EXPECT_THROW(ReservedArray<uint64_t>(size_t(1) << 50), std::bad_alloc);
}

}  // namespace
}  // namespace heddle
