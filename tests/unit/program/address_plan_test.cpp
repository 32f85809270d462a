// Tests of address plans: what two versions have in common keeps its address, and no address changes its meaning.
// SPDX-License-Identifier: Apache-2.0
#include "program/address_plan.h"

#include <gtest/gtest.h>

#include "program/address.h"

namespace heddle {
namespace {

// Globals with these keys and functions with these names, numbered from 0.
Program dense(const std::vector<uint64_t>& keys, const std::vector<std::string>& functions) {
  Program program;
  for (uint32_t k = 0; k < keys.size(); ++k)
    program.globals.push_back(
        {.address = address::make(address::kGlobalRegion, k), .key = keys[k]});
  for (const std::string& name : functions) program.functions.push_back({.name = name});
  return program;
}

TEST(AddressPlan, WhatIsInThePlanKeepsItsNumber) {
  const AddressPlan plan = plan_of(dense({10, 20, 30}, {"f", "g"}));
  const auto numbers = numbers_by(plan, dense({30, 40, 10}, {"h", "g"}));
  ASSERT_TRUE(numbers);
  EXPECT_EQ(numbers->small, (std::vector<uint32_t>{2, 3, 0}));
  EXPECT_EQ(numbers->functions, (std::vector<uint32_t>{2, 1}));
}

TEST(AddressPlan, NeverForgetsANumber) {
  const AddressPlan first = plan_of(dense({10, 20}, {"f"}));
  const AddressPlan second = plan_of(dense({10}, {"f"}), first);
  EXPECT_EQ(second, first);
  EXPECT_EQ(numbers_by(second, dense({30}, {"f"}))->small, (std::vector<uint32_t>{2}))
      << "20 is gone, but an address of a stored state may be its";
}

TEST(AddressPlan, FollowsIfNoAddressMeansTwoThings) {
  const AddressPlan plan = plan_of(dense({10, 20}, {"f", "g"}));
  EXPECT_TRUE(follows(dense({10, 20}, {"f", "g"}), plan));
  EXPECT_TRUE(follows(dense({10}, {"f"}), plan));
  EXPECT_TRUE(follows(dense({10, 20, 30}, {"f", "g", "h"}), plan));
  EXPECT_FALSE(follows(dense({20, 10}, {"f", "g"}), plan));
  EXPECT_FALSE(follows(dense({10, 30}, {"f", "g"}), plan));
  EXPECT_FALSE(follows(dense({10, 20}, {"g", "f"}), plan));
}

TEST(AddressPlan, EndsWhenNumbersAreUsedUp) {
  AddressPlan plan;
  plan.small[1] = uint32_t(address::kObjectMask) - 1;
  EXPECT_TRUE(numbers_by(plan, dense({1}, {})));
  EXPECT_FALSE(numbers_by(plan, dense({1, 2}, {})));
}

TEST(AddressPlan, CodeAddressesAreFoundByTheirNumbers) {
  Program program = dense({}, {"f", "g"});
  EXPECT_EQ(program.function_with(address::of_function(1)), 1u);
  program.functions_by_number = {Program::kNoFunction, 1, Program::kNoFunction, 0};
  EXPECT_EQ(program.function_with(address::of_function(1)), 1u);
  EXPECT_EQ(program.function_with(address::of_function(3)), 0u);
  EXPECT_FALSE(program.function_with(address::of_function(0)));
  EXPECT_FALSE(program.function_with(address::of_function(4)));
  EXPECT_FALSE(program.function_with(address::of_function(1) + 1));
}

}  // namespace
}  // namespace heddle
