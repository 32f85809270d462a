// Tests of the keys by which variables are known in another version of the program.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/global_keys.h"

#include <gtest/gtest.h>

#include "lower/assembly.h"
#include "program/address.h"

namespace heddle {
namespace {

// Of @x, which begins as a number.
uint64_t key_of(uint64_t initial) {
  Program program = testing::lower_assembly("@x = global i64 " + std::to_string(initial) +
                                            "\ndefine i64 @test() {\n%v = load i64, ptr "
                                            "@x\nret i64 %v\n}");
  set_global_keys(program);
  for (const Global& global : program.globals)
    if (global.name == "x") return global.key;
  ADD_FAILURE() << "no @x";
  return 0;
}

TEST(GlobalKeys, DependOnTheInitialValue) {
  EXPECT_EQ(key_of(5), key_of(5));
  EXPECT_NE(key_of(5), key_of(6));
}

TEST(GlobalKeys, ANumberThatLooksLikeAnAddressCountsWithAllItsBits) {
  const uint64_t address = address::make(address::kGlobalRegion, 0);
  for (const int bit : {47, 48, 62})
    EXPECT_NE(key_of(address), key_of(address | uint64_t(1) << bit)) << bit;
}

}  // namespace
}  // namespace heddle
