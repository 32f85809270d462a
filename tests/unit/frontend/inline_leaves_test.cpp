// Tests of putting small functions that only compute in the place of their calls: which ones are, and that
// what they compute is the same.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "frontend/compile.h"

namespace heddle {
namespace {

class InlineLeaves : public ::testing::Test {
 protected:
  // The names of the functions that @test still calls, and that the module is still valid.
  std::vector<std::string> calls_left(const std::string& assembly) {
    llvm::SMDiagnostic diagnostic;
    module_ = llvm::parseAssemblyString(assembly, diagnostic, context_);
    EXPECT_TRUE(module_) << diagnostic.getMessage().str();
    if (!module_) return {};
    inline_leaves(*module_);
    EXPECT_FALSE(llvm::verifyModule(*module_, &llvm::errs()));
    std::vector<std::string> names;
    for (const llvm::BasicBlock& block : test())
      for (const llvm::Instruction& instruction : block)
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          names.push_back(call->getCalledFunction()->getName().str());
    return names;
  }

  const llvm::Function& test() const { return *module_->getFunction("test"); }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

using Names = std::vector<std::string>;

TEST_F(InlineLeaves, ComputationsTakeTheirCallsPlaceThroughSeveralLevels) {
  EXPECT_EQ(calls_left(R"(
    define linkonce_odr ptr @outer(ptr %array, i64 %index) {
      %result = call ptr @inner(ptr %array, i64 %index)
      ret ptr %result
    }
    define linkonce_odr ptr @inner(ptr %array, i64 %index) {
      %element = getelementptr i32, ptr %array, i64 %index
      ret ptr %element
    }
    define ptr @test(ptr %array) {
      %element = call ptr @outer(ptr %array, i64 3)
      ret ptr %element
    })"),
            Names{});
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&test().front().front());
  ASSERT_TRUE(address);
  EXPECT_EQ(address->getPointerOperand(), test().getArg(0));
  EXPECT_EQ(llvm::cast<llvm::ConstantInt>(address->getOperand(1))->getZExtValue(), 3u);
  EXPECT_EQ(llvm::cast<llvm::ReturnInst>(test().front().getTerminator())->getReturnValue(),
            address);
}

TEST_F(InlineLeaves, WhatATraceCouldShowStays) {
  EXPECT_EQ(calls_left(R"(
    declare void @elsewhere()
    define linkonce_odr i32 @reads(ptr %p) {
      %value = load i32, ptr %p
      ret i32 %value
    }
    define linkonce_odr i32 @divides(i32 %x, i32 %y) {
      %value = sdiv i32 %x, %y
      ret i32 %value
    }
    define linkonce_odr void @calls() {
      call void @elsewhere()
      ret void
    }
    define i32 @of_a_source_file(i32 %x) {
      ret i32 %x
    }
    define i32 @test(ptr %p) {
      %a = call i32 @reads(ptr %p)
      %b = call i32 @divides(i32 %a, i32 %a)
      call void @calls()
      %c = call i32 @of_a_source_file(i32 %b)
      ret i32 %c
    })"),
            (Names{"reads", "divides", "calls", "of_a_source_file"}));
}

TEST_F(InlineLeaves, AnInvokeGoesOnWhereItWouldReturn) {
  EXPECT_EQ(calls_left(R"(
    declare i32 @personality(...)
    define linkonce_odr i32 @next(i32 %x) {
      %result = add i32 %x, 1
      ret i32 %result
    }
    define i32 @test(i32 %x) personality ptr @personality {
      %value = invoke i32 @next(i32 %x) to label %fine unwind label %thrown
    fine:
      %result = phi i32 [ %value, %0 ]
      ret i32 %result
    thrown:
      %exception = landingpad { ptr, i32 } cleanup
      resume { ptr, i32 } %exception
    })"),
            Names{});
  for (const llvm::BasicBlock& block : test()) EXPECT_FALSE(block.isLandingPad());
}

TEST_F(InlineLeaves, AFunctionThatCallsItselfEndsTheSearch) {
  EXPECT_EQ(calls_left(R"(
    define linkonce_odr i32 @test(i32 %x) {
      %result = call i32 @test(i32 %x)
      ret i32 %result
    })"),
            Names{"test"});
}

}  // namespace
}  // namespace heddle
