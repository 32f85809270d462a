// Tests of what a check starts with: the table of tests as the compiler leaves it, and main or a test as the start.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/start.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include "support/invariant.h"

namespace heddle {
namespace {

// One entry of the table, as HEDDLE_TEST makes it.
std::string entry(const std::string& id, const std::string& name, int line) {
  const std::string length = std::to_string(name.size() + 1);
  return "@text_" + id + " = private constant [" + length + " x i8] c\"" + name + "\\00\"\n" +
         "@entry_" + id + " = internal constant { ptr, ptr, i32, ptr } { ptr @text_" + id +
         ", ptr @file, i32 " + std::to_string(line) + ", ptr @body_" + id + " }\n" + "@pointer_" +
         id + " = internal global ptr @entry_" + id + ", section \"heddle_tests\"\n" +
         "define internal void @body_" + id + "() {\n  ret void\n}\n";
}

class Start : public ::testing::Test {
 protected:
  llvm::Module& parse(const std::string& assembly) {
    llvm::SMDiagnostic diagnostic;
    module_ = llvm::parseAssemblyString(
        "@file = private constant [4 x i8] c\"a.c\\00\"\n" + assembly, diagnostic, context_);
    if (!module_) throw std::logic_error(diagnostic.getMessage().str());
    return *module_;
  }

  // The one function that `caller` calls.
  std::string callee_of(const char* caller) {
    const llvm::Function* function = module_->getFunction(caller);
    EXPECT_TRUE(function && function->size() == 1) << caller;
    EXPECT_FALSE(llvm::verifyFunction(*function));
    std::string callee;
    for (const llvm::Instruction& instruction : function->getEntryBlock())
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        EXPECT_TRUE(callee.empty()) << "one call";
        callee = call->getCalledFunction()->getName().str();
      }
    return callee;
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

const char* const kMain = "define i32 @main() {\n  ret i32 0\n}\n";
// Calls what RUN_ALL_TESTS calls.
const char* const kTestMain =
    "declare void @heddle_run_selected_test()\n"
    "define i32 @main() {\n  call void @heddle_run_selected_test()\n  ret i32 0\n}\n";

TEST_F(Start, TestsComeInOrderWithTheirPlaces) {
  const std::vector<TestEntry> tests =
      tests_in(parse(entry("b", "second_first", 7) + entry("a", "Suite.Name", 9)));
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(tests[0].name, "second_first");
  EXPECT_EQ(tests[0].file, "a.c");
  EXPECT_EQ(tests[0].line, 7u);
  EXPECT_EQ(tests[0].body, module_->getFunction("body_b"));
  EXPECT_EQ(tests[1].name, "Suite.Name");
}

TEST_F(Start, OtherVariablesAreNoTests) {
  EXPECT_TRUE(tests_in(parse("@x = global i32 1\n@y = global i32 2, section \"other\"\n")).empty());
}

TEST_F(Start, TwoTestsOfOneNameAreRefused) {
  parse(entry("a", "same", 1) + entry("b", "same", 2));
  try {
    tests_in(*module_);
    FAIL() << "accepted";
  } catch (const InputError& problem) {
    const std::string text = problem.what();
    EXPECT_NE(text.find("same: at a.c:1 and at a.c:2"), std::string::npos) << text;
  }
}

TEST_F(Start, SomethingElseInTheSectionIsRefused) {
  EXPECT_THROW(tests_in(parse("@x = global i32 1, section \"heddle_tests\"\n")), InputError);
}

TEST_F(Start, MainIsCalled) {
  start_with_main(parse(kMain), {});
  EXPECT_EQ(callee_of("__heddle_call_main"), "main");
}

TEST_F(Start, WithoutMainThereIsNothingToCall) {
  EXPECT_THROW(start_with_main(parse(""), {}), InputError);
  EXPECT_THROW(start_with_main(parse("declare i32 @main()\n"), {}), InputError);
}

TEST_F(Start, EachTestCanTakeItsTurn) {
  parse(kMain + entry("a", "first", 1) + entry("b", "second", 2));
  const std::vector<TestEntry> tests = tests_in(*module_);
  for (const size_t index : {0, 1, 0}) {
    start_with_test(*module_, tests[index], {});
    EXPECT_EQ(callee_of("__heddle_call_main"), index == 0 ? "body_a" : "body_b");
  }
  start_with_main(*module_, {});
  EXPECT_EQ(callee_of("__heddle_call_main"), "main");
}

TEST_F(Start, AMainThatRunsTheTestsRunsAroundThem) {
  parse(kTestMain + entry("a", "Suite.Name", 1));
  start_with_test(*module_, tests_in(*module_)[0], {"argument"});
  EXPECT_EQ(callee_of("__heddle_call_main"), "main");
  EXPECT_EQ(callee_of("heddle_run_selected_test"), "body_a");
}

}  // namespace
}  // namespace heddle
