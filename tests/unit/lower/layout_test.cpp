// Tests of how LLVM types are laid out in registers.
// SPDX-License-Identifier: Apache-2.0
#include "lower/layout.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include "support/invariant.h"

namespace heddle {
namespace {

class RegisterLayout : public ::testing::Test {
 protected:
  llvm::Type* type(const std::string& text) {
    llvm::SMDiagnostic diagnostic;
    llvm::Type* parsed = llvm::parseType(text, diagnostic, module_);
    EXPECT_NE(parsed, nullptr) << diagnostic.getMessage().str();
    return parsed;
  }
  uint32_t slots(const std::string& text) { return slots_of(type(text), layout_); }

  llvm::LLVMContext context_;
  llvm::Module module_{"layout", context_};
  llvm::DataLayout layout_{
      "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"};
};

TEST_F(RegisterLayout, ScalarsTakeOneSlotAndWideOnesTwo) {
  for (const char* narrow : {"i1", "i32", "i64", "ptr", "float", "double"})
    EXPECT_EQ(slots(narrow), 1u) << narrow;
  for (const char* wide : {"i65", "i128", "x86_fp80"}) EXPECT_EQ(slots(wide), 2u) << wide;
}

TEST_F(RegisterLayout, AggregatesTakeTheSlotsOfTheirLeaves) {
  EXPECT_EQ(slots("{ i8, [3 x { i128, ptr }], <2 x i16> }"), 1u + 3 * 3 + 2);
  EXPECT_EQ(slots("{}"), 0u);
  EXPECT_EQ(slots("[0 x i32]"), 0u);
}

TEST_F(RegisterLayout, LeavesKnowTheirSlotsAndBytes) {
  const std::vector<Leaf> leaves = leaves_of(type("{ i8, { i128, i32 }, <2 x i16> }"), layout_);
  ASSERT_EQ(leaves.size(), 5u);
  const std::vector<std::pair<uint64_t, uint32_t>> expected{
      {0, 0}, {16, 1}, {32, 3}, {48, 4}, {50, 5}};
  for (size_t k = 0; k < leaves.size(); ++k) {
    EXPECT_EQ(leaves[k].offset, expected[k].first) << k;
    EXPECT_EQ(leaves[k].slot, expected[k].second) << k;
  }
}

TEST_F(RegisterLayout, OtherTypesAreRefused) {
  for (const char* other : {"half", "bfloat", "fp128", "i129", "{ i32, half }"})
    EXPECT_THROW(slots(other), Unsupported) << other;
}

}  // namespace
}  // namespace heddle
