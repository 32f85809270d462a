// SPDX-License-Identifier: Apache-2.0
#include "lower/assembly.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

#include "lower/lower.h"
#include "machine/machine.h"

namespace heddle::testing {

namespace {

const char* const kPrelude = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare void @__heddle_exit(i32)
define void @__heddle_start() {
  %result = call i32 @test()
  call void @__heddle_exit(i32 %result)
  unreachable
}
)";

}  // namespace

Program lower_assembly(const std::string& assembly) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(kPrelude + assembly, diagnostic, context);
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (!module) diagnostic.print("test", stream, /*ShowColors=*/false);
  if (!module || llvm::verifyModule(*module, &stream))
    throw std::logic_error("the test's own assembly is wrong: " + problem);
  return lower(*module, {"test"});
}

uint32_t run_assembly(const std::string& assembly) {
  const Program program = lower_assembly(assembly);
  Machine machine(program, {});
  const Stop stop = machine.run(0);
  EXPECT_EQ(stop, Stop::Exit) << (stop == Stop::Violation ? machine.violation()->message
                                                          : "it stopped")
                              << "\n"
                              << print(program);
  return uint32_t(machine.exit_code());
}

uint32_t run_block(const std::string& block) {
  return run_assembly("define i32 @test() {\n" + block + "\n}\n");
}

const Function& function_named(const Program& program, const std::string& name) {
  for (const Function& function : program.functions)
    if (function.name == name) return function;
  throw std::logic_error("no function " + name);
}

}  // namespace heddle::testing
