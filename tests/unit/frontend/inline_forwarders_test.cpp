// Tests of putting library functions that only pass a call on in the place of their calls: which ones
// are, whose calls, and what is known afterwards.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "frontend/compile.h"

namespace heddle {
namespace {

using Names = std::vector<std::string>;

class InlineForwarders : public ::testing::Test {
 protected:
  // The names of the functions that `caller` still calls, and that the module is still valid.
  Names calls_left(const std::string& assembly, const std::string& caller) {
    llvm::SMDiagnostic diagnostic;
    module_ = llvm::parseAssemblyString(assembly, diagnostic, context_);
    EXPECT_TRUE(module_) << diagnostic.getMessage().str();
    if (!module_) return {};
    inline_forwarders(*module_, {"lock", "pass_on", "is_active", "store", "_ZN1SC2Ev", "circle"});
    EXPECT_FALSE(llvm::verifyModule(*module_, &llvm::errs()));
    Names names;
    for (const llvm::BasicBlock& block : *module_->getFunction(caller))
      for (const llvm::Instruction& instruction : block)
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          names.push_back(call->getCalledFunction()->getName().str());
    return names;
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

constexpr const char* kLock = R"(
    declare i32 @take(ptr)
    declare void @fail() noreturn
    define internal i32 @is_active() {
      ret i32 1
    }
    define internal i32 @pass_on(ptr %m) {
      %active = call i32 @is_active()
      %is = icmp ne i32 %active, 0
      br i1 %is, label %then, label %else
    then:
      %result = call i32 @take(ptr %m)
      ret i32 %result
    else:
      ret i32 0
    }
    define linkonce_odr void @lock(ptr %m) {
      %result = call i32 @pass_on(ptr %m)
      %failed = icmp ne i32 %result, 0
      br i1 %failed, label %then, label %else
    then:
      call void @fail()
      unreachable
    else:
      ret void
    }
)";

TEST_F(InlineForwarders, CallsThroughSeveralLevelsBecomeOne) {
  EXPECT_EQ(calls_left(kLock, "lock"), (Names{"take", "fail"}));
}

TEST_F(InlineForwarders, WhatIsConstantIsNotAskedAgain) {
  EXPECT_EQ(calls_left(kLock, "pass_on"), Names{"take"});
  EXPECT_EQ(module_->getFunction("pass_on")->size(), 1u) << "the other branch is gone";
}

TEST_F(InlineForwarders, TheUsersCallsStay) {
  EXPECT_EQ(calls_left(std::string(kLock) + R"(
    define void @user(ptr %m) {
      call void @lock(ptr %m)
      ret void
    })",
                       "user"),
            Names{"lock"});
}

TEST_F(InlineForwarders, WhatATraceCouldShowStays) {
  EXPECT_EQ(calls_left(R"(
    declare i32 @take(ptr)
    define linkonce_odr void @store(ptr %p) {
      store i32 1, ptr %p
      ret void
    }
    define linkonce_odr void @_ZN1SC2Ev(ptr %this) {
      %result = call i32 @take(ptr %this)
      ret void
    }
    define linkonce_odr void @pass_on(ptr %p) {
      %first = call i32 @take(ptr %p)
      %second = call i32 @take(ptr %p)
      ret void
    }
    define internal void @is_active() section "heddle_invisible" {
      ret void
    }
    define linkonce_odr void @lock(ptr %p) {
      call void @store(ptr %p)
      call void @_ZN1SC2Ev(ptr %p)
      call void @pass_on(ptr %p)
      call void @is_active()
      ret void
    })",
                       "lock"),
            (Names{"store", "_ZN1SC2Ev", "pass_on", "is_active"}));
}

TEST_F(InlineForwarders, ACircleEnds) {
  EXPECT_EQ(calls_left(R"(
    define linkonce_odr void @circle(ptr %p) {
      call void @pass_on(ptr %p)
      ret void
    }
    define linkonce_odr void @pass_on(ptr %p) {
      call void @circle(ptr %p)
      ret void
    })",
                       "circle"),
            Names{"circle"});
}

}  // namespace
}  // namespace heddle
