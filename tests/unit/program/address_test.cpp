// Tests of the address layout: what is dealt to different owners must never meet.
// SPDX-License-Identifier: Apache-2.0
#include "program/address.h"

#include <gtest/gtest.h>

#include <set>

namespace heddle::address {
namespace {

constexpr uint32_t kLastSmall = uint32_t(kObjectMask);
constexpr uint32_t kLastLarge = kLargeObjectsPerRegion - 1;

TEST(Address, RegionAndObjectComeBackFromAnAddress) {
  for (uint32_t region = 0; region < kRegions; ++region)
    for (const uint32_t object : {0u, 1u, 100u, is_large(region) ? kLastLarge : kLastSmall}) {
      const uint64_t address = make(region, object);
      EXPECT_EQ(region_of(address), region);
      EXPECT_EQ(index_of(address), object);
      const uint64_t last_byte =
          address + (is_large(region) ? kMaxLargeObject : kMaxSmallObject) - 1;
      EXPECT_EQ(region_of(last_byte), region);
      EXPECT_EQ(index_of(last_byte), object);
    }
}

TEST(Address, AddressesHave47Bits) {
  EXPECT_LT(make(kRegions - 1, kLastLarge) + kLargeOffsetMask, uint64_t(1) << 47);
}

// A pointer may run off by half an object's room in either direction before it means another object.
TEST(Address, NeighboursNeverMeet) {
  for (const uint32_t region : {kGlobalRegion, kFirstHeapRegion, kFirstStackRegion,
                                kFirstLargeRegion, kLargeGlobalRegion}) {
    const uint64_t room = is_large(region) ? kMaxLargeObject : kMaxSmallObject;
    const uint64_t second = make(region, 2);
    EXPECT_EQ(index_of(second + room + room - 1), 2u) << "one past the end and beyond";
    const uint64_t before = second - 1;
    EXPECT_EQ(index_of(before), 1u);
    EXPECT_GE(before - make(region, 1), room) << "no object is so large that this lies in it";
  }
}

TEST(Address, OwnersHaveRegionsOfTheirOwn) {
  std::set<uint32_t> regions{kGlobalRegion, kCodeRegion, kLargeGlobalRegion};
  for (ThreadNumber thread = 0; thread < kMaxThreads; ++thread)
    regions.insert(
        {kFirstHeapRegion + thread, kFirstStackRegion + thread, kFirstLargeRegion + thread});
  EXPECT_EQ(regions.size(), 3 + 3 * kMaxThreads);
  EXPECT_LT(*regions.rbegin(), kRegions);
  EXPECT_FALSE(is_large(kFirstStackRegion + kMaxThreads - 1));
  EXPECT_TRUE(is_large(kFirstLargeRegion));
}

TEST(Address, CodeIsApartFromData) {
  EXPECT_EQ(region_of(of_function(0)), kCodeRegion);
  EXPECT_EQ(index_of(of_function(12345)), 12345u);
  EXPECT_EQ(region_of(of_block(0)), kCodeRegion);
  EXPECT_EQ(region_of(of_block(~0u)), kCodeRegion);
  EXPECT_NE(of_block(1), of_block(2));
  // Half a million functions come before the first block.
  EXPECT_LT(of_function(kLastSmall / 2), of_block(0));
}

}  // namespace
}  // namespace heddle::address
