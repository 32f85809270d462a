// Tests of the number formats.
// SPDX-License-Identifier: Apache-2.0
#include "report/format.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace heddle {
namespace {

TEST(Format, GroupsDigitsByThree) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(123456), "123,456");
  EXPECT_EQ(format_count(1234567), "1,234,567");
  EXPECT_EQ(format_count(UINT64_MAX), "18,446,744,073,709,551,615");
}

TEST(Format, PluralFollowsTheCount) {
  EXPECT_EQ(format_plural(1, "state"), "1 state");
  EXPECT_EQ(format_plural(0, "state"), "0 states");
  EXPECT_EQ(format_plural(1200, "switch", "switches"), "1,200 switches");
}

TEST(Format, BytesTakeTheLargestUnit) {
  EXPECT_EQ(format_bytes(1023), "1023 B");
  EXPECT_EQ(format_bytes(1024), "1.0 KiB");
  EXPECT_EQ(format_bytes(1258291), "1.2 MiB");
  EXPECT_EQ(format_bytes(uint64_t(3) << 30), "3.0 GiB");
}

TEST(Format, RoundingNeverShowsAThousandOfAUnit) {
  EXPECT_EQ(format_bytes(1024 * 1024 - 1), "1.0 MiB");
  EXPECT_EQ(format_seconds(59.97), "1 min 00 s");
  EXPECT_EQ(format_seconds(9.997), "10.0 s");
}

TEST(Format, SecondsGrowIntoMinutesAndHours) {
  EXPECT_EQ(format_seconds(0.4301), "0.43 s");
  EXPECT_EQ(format_seconds(12.34), "12.3 s");
  EXPECT_EQ(format_seconds(125), "2 min 05 s");
  EXPECT_EQ(format_seconds(3725), "1 h 02 min");
}

}  // namespace
}  // namespace heddle
